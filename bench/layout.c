/* SPDX-License-Identifier: MIT
 *
 * How a case's array lies in memory, and which of its axes are transformed: what stands behind the
 * lengths in its name, as in "64x64x3:axes=01:batched".
 */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GAP 65536 /* of step and pad */

bool bench_case_loops(const bench_case *c, int axis)
{
    return (c->loops >> axis & 1) != 0;
}

int bench_case_axes(const bench_case *c)
{
    return c->rank - __builtin_popcount(c->loops);
}

static int last_transformed(const bench_case *c)
{
    int last = c->rank - 1;
    while (last > 0 && bench_case_loops(c, last)) {
        --last;
    }
    return last;
}

/* As the axes lie in memory; but FFTC_REAL halves the description's last axis, which no loop is. */
static void usual_order(const bench_case *c, int *order)
{
    int last = c->kind == FFTC_REAL ? last_transformed(c) : c->rank - 1;
    int count = 0;
    for (int i = 0; i < c->rank; ++i) {
        if (i != last) {
            order[count++] = i;
        }
    }
    order[count] = last;
}

static bool order_is_usual(const bench_case *c)
{
    int usual[FFTC_MAX_RANK];
    usual_order(c, usual);
    return memcmp(c->order, usual, (size_t)c->rank * sizeof *usual) == 0;
}

void bench_case_complete(bench_case *c)
{
    uint64_t all = c->batch;
    c->points = 1;
    for (int i = 0; i < c->rank; ++i) {
        all *= c->length[i];
        c->points *= bench_case_loops(c, i) ? 1 : c->length[i];
    }
    c->transforms = all / c->points;
    c->step = c->step == 0 ? 1 : c->step;
    if (!c->ordered) {
        usual_order(c, c->order);
    }
    c->ordered = !order_is_usual(c);
}

bool bench_case_packed(const bench_case *c)
{
    return c->loops == 0 && !c->ordered && c->step == 1 && c->pad == 0 &&
           c->placement == FFTC_OUT_OF_PLACE && c->format == FFTC_INTERLEAVED;
}

const char *bench_case_wrong(const bench_case *c)
{
    bool in_place = c->placement == FFTC_IN_PLACE;
    if (c->convolution && !bench_case_packed(c)) {
        return "convolutions are of packed arrays";
    }
    if (c->batched && (bench_case_axes(c) != c->rank - 1 || c->batch > 1)) {
        return "batched makes a batch of the one axis that is not transformed";
    }
    if (c->format == FFTC_SPLIT &&
        (c->kind == FFTC_REAL_TO_REAL || (c->kind == FFTC_REAL && in_place))) {
        return "split is of complex numbers, and of real transforms out of place";
    }
    if (c->kind == FFTC_REAL && bench_case_loops(c, c->order[c->rank - 1])) {
        return "the last axis of order is halved, so it must be transformed";
    }
    if (c->kind == FFTC_REAL && in_place && (c->order[c->rank - 1] != c->rank - 1 || c->step > 1)) {
        return "real transforms in place halve the last axis, and have no step";
    }
    return NULL;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Different axes; *text moves behind them. */
static int parse_digits(const char **text, int rank, int *axes)
{
    int count = 0;
    unsigned seen = 0;
    for (; **text >= '0' && **text < '0' + rank; ++*text) {
        int axis = **text - '0';
        if ((seen >> axis & 1) != 0) {
            return 0;
        }
        seen |= 1u << axis;
        axes[count++] = axis;
    }
    return count;
}

static bool parse_axes(const char **text, bench_case *c)
{
    int axes[FFTC_MAX_RANK];
    int count = parse_digits(text, c->rank, axes);
    c->loops = (1u << c->rank) - 1;
    for (int i = 0; i < count; ++i) {
        c->loops &= ~(1u << axes[i]);
    }
    return count > 0;
}

static bool parse_gap(const char **text, uint64_t *gap)
{
    char *end = NULL;
    bool digits = **text >= '1' && **text <= '9';
    *gap = digits ? strtoull(*text, &end, 10) : 0;
    *text = digits ? end : *text;
    return digits && *gap <= MOST_GAP;
}

static bool skip(const char **text, const char *word)
{
    bool same = strncmp(*text, word, strlen(word)) == 0;
    *text += same ? strlen(word) : 0;
    return same;
}

bool bench_layout_parse(const char *text, bench_case *c)
{
    bool good = true;
    while (good && *text == ':') {
        ++text;
        if (skip(&text, "axes=")) {
            good = parse_axes(&text, c);
        } else if (skip(&text, "order=")) {
            c->ordered = true;
            good = parse_digits(&text, c->rank, c->order) == c->rank;
        } else if (skip(&text, "step=")) {
            good = parse_gap(&text, &c->step);
        } else if (skip(&text, "pad=")) {
            good = parse_gap(&text, &c->pad);
        } else if (skip(&text, "batched")) {
            c->batched = true;
        } else if (skip(&text, "inplace")) {
            c->placement = FFTC_IN_PLACE;
        } else {
            good = skip(&text, "split");
            c->format = FFTC_SPLIT;
        }
    }
    return good && *text == '\0';
}

static void append(char *text, size_t bytes, const char *word, uint64_t number)
{
    size_t used = strlen(text);
    (void)snprintf(text + used, bytes - used, ":%s%.0" PRIu64, word, number);
}

void bench_layout_name(const bench_case *c, char *text, size_t bytes)
{
    char axes[FFTC_MAX_RANK + 8] = "axes=";
    char order[FFTC_MAX_RANK + 8] = "order=";
    size_t used = strlen(axes);
    for (int i = 0; i < c->rank; ++i) {
        if (!bench_case_loops(c, i)) {
            axes[used++] = (char)('0' + i);
        }
        order[strlen("order=") + (size_t)i] = (char)('0' + c->order[i]);
    }
    struct {
        bool said;
        const char *word;
        uint64_t number;
    } const parts[] = {{c->loops != 0, axes, 0},
                       {c->ordered, order, 0},
                       {c->step > 1, "step=", c->step},
                       {c->pad > 0, "pad=", c->pad},
                       {c->batched, "batched", 0},
                       {c->placement == FFTC_IN_PLACE, "inplace", 0},
                       {c->format == FFTC_SPLIT, "split", 0}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        if (parts[i].said) {
            append(text, bytes, parts[i].word, parts[i].number);
        }
    }
}

/* --- descriptions ----------------------------------------------------------------------------- */

/* Distances between neighbours in memory, in items of that side; the batch's is returned. */
static uint64_t strides_of(const bench_case *c, bool dst, uint64_t *stride)
{
    bool in_place = c->placement == FFTC_IN_PLACE;
    bool real = c->kind == FFTC_REAL;
    bool spectrum = real && dst == (c->direction == FFTC_FORWARD);
    /* In place both sides have the same gaps, which on a real side are two numbers for each complex
     * one. */
    uint64_t scale = real && in_place && !spectrum ? 2 : 1;
    uint64_t at = dst && !in_place ? 1 : c->step;
    for (int i = c->rank - 1; i >= 0; --i) {
        uint64_t n = c->length[i];
        bool halved = real && i == c->order[c->rank - 1];
        stride[i] = at;
        at *= halved && (spectrum || in_place) ? scale * (n / 2 + 1) : n;
        at += i == c->rank - 1 && (!dst || in_place) ? scale * c->pad : 0;
    }
    return at;
}

fftc_transform bench_case_describe(const bench_case *c)
{
    fftc_transform t = {.kind = c->kind,
                        .direction = c->direction,
                        .placement = c->placement,
                        .format = c->format,
                        .scaling = FFTC_SCALE_NONE,
                        .batch = c->batch};
    uint64_t src[FFTC_MAX_RANK];
    uint64_t dst[FFTC_MAX_RANK];
    t.src_distance = strides_of(c, false, src);
    t.dst_distance = strides_of(c, true, dst);
    int rank = 0;
    for (int i = 0; i < c->rank; ++i) {
        int axis = c->order[i];
        if (c->batched && bench_case_loops(c, axis)) {
            t.batch = c->length[axis];
            t.src_distance = src[axis];
            t.dst_distance = dst[axis];
            continue;
        }
        t.length[rank] = c->length[axis];
        t.src_stride[rank] = src[axis];
        t.dst_stride[rank] = dst[axis];
        t.loop[rank] = bench_case_loops(c, axis);
        t.trigonometric[rank] = t.loop[rank] ? FFTC_DCT_II : c->trigonometric;
        ++rank;
    }
    return t;
}
