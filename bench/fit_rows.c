/* SPDX-License-Identifier: MIT
 *
 * Judges the planner's cost model (src/cpu/engine/cost/cost.c): times every way that it lists for
 * rows of the given lengths, and says how much longer than the best one the way it chooses takes.
 *   fit_rows f32|f64 [N]...    the lengths; none: products of 2, 3, 5 and 7 from 16 to 4096
 * Each way is a line of length, kind, time in ns, the model's cost, "chosen" or "-", and its
 * choices as numbers (choice.h). On standard error come the mean and the most; and by kind the
 * mean of time over cost, which a new processor's row (src/cpu/engine/machine.c) is to make alike.
 *
 * Linked to the static library, since the engines are not exported.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/machine.h"
#include "cpu/isa.h"

#define ONE(NAME, name, number) +1
enum { TURNS = 12, KINDS = 0 FFTC_LINE_KINDS(ONE), MOST_WAYS = KINDS * FFTC_CANDIDATES };
#undef ONE

static const double turn_ns = 25e3;
static const size_t longest = (size_t)1 << 24;

typedef struct way {
    fftc_arena arena;
    fftc_choice choice;
    fftc_line line;
    double cost;
    double ns;
} way;

typedef struct room {
    void *src;
    void *dst;
    void *work;
    void *shared;
} room;

typedef struct losses {
    double sum;
    double most;
    size_t most_at;
    size_t count;
    double logs[KINDS]; /* of time over cost, of `ways` ways of each kind */
    size_t ways[KINDS];
} losses;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, fftc_cache_lines(bytes + 1));
    if (memory == NULL) {
        fputs("fit_rows: out of memory\n", stderr);
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

static const char *kind_name(fftc_line_kind kind)
{
#define NAME_OF(NAME, name, number) [number] = #name,
    static const char *const names[] = {FFTC_LINE_KINDS(NAME_OF)};
#undef NAME_OF
    return names[kind];
}

static const fftc_line_wish wish = {.scale = 1.0, .apart = true};

/* Makes the line of its choice; false if that does not suit after all. */
static bool prepare(way *w, const fftc_line_task *task)
{
    w->arena = fftc_arena_start(NULL);
    w->choice.next = 0;
    if (fftc_line_prepare_as(task, &w->choice, &w->arena, &w->line, NULL) != FFTC_SUCCESS) {
        fftc_arena_release(&w->arena);
        return false;
    }
    return true;
}

/* A shortlist of each kind's own, so that none pushes out another one's. */
static int list_ways(way *ways, const fftc_line_task *task)
{
    int count = 0;
    for (size_t kind = 0; kind < KINDS; ++kind) {
        fftc_shortlist list;
        fftc_shortlist_start(&list, FFTC_CANDIDATES);
        fftc_line_kinds[kind]->offer(task, &list);
        for (int i = 0; i < list.count; ++i) {
            way *w = &ways[count];
            w->choice = list.choice[i];
            w->cost = list.cost[i];
            count += prepare(w, task) ? 1 : 0;
        }
    }
    return count;
}

static double run(const way *w, const room *r, int times)
{
    static const fftc_team alone = {.threads = 1};
    double start = now_ns();
    for (int i = 0; i < times; ++i) {
        fftc_line_execute(&w->line, &alone, r->work, r->shared, r->src, r->dst, 0);
    }
    return (now_ns() - start) / times;
}

/* The least of the turns that all ways take one after the other, since noise only adds. */
static void time_ways(way *ways, int count, size_t item)
{
    size_t bytes = count > 0 ? ways[0].line.n * item : 0;
    size_t work = 0;
    size_t shared = 0;
    for (int i = 0; i < count; ++i) {
        size_t mine = fftc_line_thread_bytes(&ways[i].line);
        size_t ours = fftc_line_shared_bytes(&ways[i].line);
        work = mine > work ? mine : work;
        shared = ours > shared ? ours : shared;
        ways[i].ns = 1e300;
    }
    room r = {allocate(bytes), allocate(bytes), allocate(work), allocate(shared)};
    for (int turn = 0; turn < TURNS; ++turn) {
        for (int i = 0; i < count; ++i) {
            double once = run(&ways[i], &r, 2);
            double ns = run(&ways[i], &r, 1 + (int)(turn_ns / once));
            ways[i].ns = ns < ways[i].ns ? ns : ways[i].ns;
        }
    }
    free(r.src);
    free(r.dst);
    free(r.work);
    free(r.shared);
}

static bool same(const fftc_choice *a, const fftc_choice *b)
{
    return a->count == b->count && memcmp(a->word, b->word, a->count * sizeof *a->word) == 0;
}

static void judge(size_t n, const fftc_engine *const *engines, losses *all)
{
    static way ways[MOST_WAYS + 1];
    const fftc_line_task task = fftc_line_task_of(n, engines, wish);
    fftc_line_task measured = task;
    measured.measure = true;
    int count = list_ways(ways, &measured);
    way *chosen = &ways[count];
    chosen->cost = fftc_line_choose(&task, &chosen->choice);
    if (!prepare(chosen, &task)) {
        fprintf(stderr, "fit_rows: %zu points cannot be planned\n", n);
        exit(1);
    }
    ++count; /* also if the choice is listed: the lesser of both times counts */
    time_ways(ways, count, 2 * fftc_precision_bytes(engines[0]->precision));
    double best = chosen->ns;
    for (int i = 0; i < count - 1; ++i) {
        best = ways[i].ns < best ? ways[i].ns : best;
        if (same(&ways[i].choice, &chosen->choice) && ways[i].ns < chosen->ns) {
            chosen->ns = ways[i].ns;
        }
    }
    for (int i = 0; i < count; ++i) {
        bool is_chosen = i == count - 1;
        all->logs[ways[i].line.kind] += log(ways[i].ns / ways[i].cost);
        ++all->ways[ways[i].line.kind];
        if (is_chosen || !same(&ways[i].choice, &chosen->choice)) {
            printf("%zu\t%s\t%.1f\t%.1f\t%s\t", n, kind_name(ways[i].line.kind), ways[i].ns,
                   ways[i].cost, is_chosen ? "chosen" : "-");
            for (int k = 0; k < ways[i].choice.count; ++k) {
                printf(k == 0 ? "%u" : " %u", ways[i].choice.word[k]);
            }
            printf("\n");
        }
        fftc_arena_release(&ways[i].arena);
    }
    double loss = chosen->ns / best - 1.0;
    all->sum += loss;
    ++all->count;
    if (loss > all->most) {
        all->most = loss;
        all->most_at = n;
    }
}

static bool is_usual(size_t n)
{
    for (size_t p = 2; p <= 7; ++p) {
        while (n % p == 0) {
            n /= p;
        }
    }
    return n == 1;
}

int main(int count, char **words)
{
    const char *isa;
    fftc_error error;
    losses all = {0};
    if (count < 2 || (strcmp(words[1], "f32") != 0 && strcmp(words[1], "f64") != 0)) {
        fputs("usage: fit_rows f32|f64 [LENGTH]...\n", stderr);
        return 2;
    }
    if (fftc_isa_select(&isa, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    const fftc_engine *const *engines =
        fftc_engines(strcmp(words[1], "f32") == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64, isa);
    for (int i = 2; i < count; ++i) {
        char *end;
        errno = 0;
        unsigned long long n = strtoull(words[i], &end, 10);
        if (errno != 0 || *end != '\0' || n < 2 || n > longest) {
            fprintf(stderr, "fit_rows: %s is no length from 2 to %zu\n", words[i], longest);
            return 2;
        }
        judge((size_t)n, engines, &all);
    }
    for (size_t n = 16; count == 2 && n <= 4096; ++n) {
        if (is_usual(n)) {
            judge(n, engines, &all);
        }
    }
    fprintf(stderr,
            "%zu lengths: chosen ways take %.1f %% longer than the best, at most %.0f %% (%zu)\n",
            all.count, 100.0 * all.sum / (double)all.count, 100.0 * all.most, all.most_at);
    fprintf(stderr, "time over cost by the row \"%s\":\n", fftc_machine_here()->name);
    for (int kind = 0; kind < KINDS; ++kind) {
        if (all.ways[kind] > 0) {
            fprintf(stderr, "    %-12s %.2f (%zu)\n", kind_name((fftc_line_kind)kind),
                    exp(all.logs[kind] / (double)all.ways[kind]), all.ways[kind]);
        }
    }
    return 0;
}
