/* SPDX-License-Identifier: MIT
 *
 * Drawn cases, class by class: how fast in the mean, how many are slow, and which are the slowest.
 */
#include "bench.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORST 5

typedef struct summary {
    const bench_case *first; /* of the class */
    size_t count;            /* how many cases have a ratio */
    double mean;             /* geometric */
    double below_high, below_low;
    const bench_score *worst[WORST + 1]; /* the slowest first; one more while inserting */
    size_t worst_count;
} summary;

static bool same_class(const bench_case *a, const bench_case *b)
{
    return a->seed == b->seed && strcmp(a->drawn, b->drawn) == 0;
}

static void insert(summary *s, const bench_score *score)
{
    size_t at = s->worst_count;
    for (; at > 0 && score->ratio < s->worst[at - 1]->ratio; --at) {
        s->worst[at] = s->worst[at - 1];
    }
    s->worst[at] = score;
    s->worst_count += s->worst_count < WORST ? 1 : 0;
}

static summary summarise(const bench_bounds *bounds, const bench_score *scores, size_t count,
                         size_t first)
{
    summary s = {.first = scores[first].which};
    double sum = 0.0;
    double high = 0.0;
    double low = 0.0;
    for (size_t i = first; i < count; ++i) {
        double ratio = scores[i].ratio;
        if (same_class(scores[i].which, s.first) && ratio > 0.0) {
            sum += log(ratio);
            high += ratio < bounds->high ? 1.0 : 0.0;
            low += ratio < bounds->low ? 1.0 : 0.0;
            ++s.count;
            insert(&s, &scores[i]);
        }
    }
    if (s.count > 0) {
        s.mean = exp(sum / (double)s.count);
        s.below_high = high / (double)s.count;
        s.below_low = low / (double)s.count;
    }
    return s;
}

/* Moves *at to the next case that is the first of its class; false: there is none. */
static bool next_class(const bench_score *scores, size_t count, size_t *at)
{
    for (; *at < count; ++*at) {
        bool new = scores[*at].which->drawn[0] != '\0';
        for (size_t i = 0; new &&i < *at; ++i) {
            new = !same_class(scores[i].which, scores[*at].which);
        }
        if (new) {
            return true;
        }
    }
    return false;
}

void bench_summary_print(FILE *to, const bench_bounds *bounds, const bench_score *scores,
                         size_t count)
{
    for (size_t at = 0; next_class(scores, count, &at); ++at) {
        summary s = summarise(bounds, scores, count, at);
        if (s.count == 0) {
            continue;
        }
        (void)fprintf(to,
                      "\n%s, seed %" PRIu64 ": %zu case%s, %s: geometric mean %.2f; %.1f %% below "
                      "%.1f, %.1f %% below %.1f\n",
                      s.first->drawn, s.first->seed, s.count, s.count == 1 ? "" : "s", bounds->what,
                      s.mean, 100.0 * s.below_high, bounds->high, 100.0 * s.below_low, bounds->low);
        for (size_t i = 0; i < s.worst_count; ++i) {
            (void)fprintf(to, "  %.2f %s\n", s.worst[i]->ratio, s.worst[i]->which->name);
        }
    }
}

cJSON *bench_summary_json(const bench_bounds *bounds, const bench_score *scores, size_t count)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t at = 0; next_class(scores, count, &at); ++at) {
        summary s = summarise(bounds, scores, count, at);
        char seed[24];
        cJSON *object = cJSON_CreateObject();
        (void)snprintf(seed, sizeof seed, "%" PRIu64, s.first->seed);
        (void)cJSON_AddStringToObject(object, "class", s.first->drawn);
        (void)cJSON_AddRawToObject(object, "seed", seed);
        (void)cJSON_AddNumberToObject(object, "cases", (double)s.count);
        if (s.count > 0) {
            (void)cJSON_AddNumberToObject(object, "mean", s.mean);
            cJSON *below = cJSON_AddArrayToObject(object, "below");
            for (int i = 0; i < 2; ++i) {
                cJSON *share = cJSON_CreateObject();
                (void)cJSON_AddNumberToObject(share, "bound", i == 0 ? bounds->high : bounds->low);
                (void)cJSON_AddNumberToObject(share, "share", i == 0 ? s.below_high : s.below_low);
                (void)cJSON_AddItemToArray(below, share);
            }
        }
        cJSON *worst = cJSON_AddArrayToObject(object, "worst");
        for (size_t i = 0; i < s.worst_count; ++i) {
            cJSON *one = cJSON_CreateObject();
            (void)cJSON_AddStringToObject(one, "case", s.worst[i]->which->name);
            (void)cJSON_AddNumberToObject(one, "ratio", s.worst[i]->ratio);
            (void)cJSON_AddItemToArray(worst, one);
        }
        (void)cJSON_AddItemToArray(list, object);
    }
    return list;
}
