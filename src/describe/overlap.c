/* SPDX-License-Identifier: MIT */
#include "describe/overlap.h"

static void add_loop(fftc_footprint *f, size_t length, size_t stride)
{
    if (length > 1 && stride > 0) {
        f->length[f->loops] = length;
        f->stride[f->loops++] = stride;
        f->end += (ptrdiff_t)((length - 1) * stride);
    }
}

fftc_footprint fftc_footprint_make(const fftc_layout *layout, bool in_place, bool src)
{
    fftc_footprint f = {.item = fftc_storage_item(src ? layout->src_storage : layout->dst_storage)};
    f.end = (ptrdiff_t)f.item;
    /* In place, an intermediate result between two axes is within either range of each axis. With
     * spectra and real numbers, each range counts items of its own side, and is the whole side. */
    bool cover = in_place && layout->src_storage.real == layout->dst_storage.real;
    for (int i = 0; i < layout->rank; ++i) {
        fftc_range range = src ? layout->src_range[i] : layout->dst_range[i];
        fftc_range other = src ? layout->dst_range[i] : layout->src_range[i];
        size_t stride = f.item * (src ? layout->axis[i].src : layout->axis[i].dst);
        range = cover ? fftc_range_cover(range, other) : range;
        f.begin += (ptrdiff_t)(range.begin * stride);
        add_loop(&f, range.end - range.begin, stride);
    }
    add_loop(&f, layout->batch.length, f.item * (src ? layout->batch.src : layout->batch.dst));
    f.end += f.begin;
    return f;
}

/* Is there a sum of n[k] * stride[k], 0 <= n[k] <= most[k], in [low, high]? */
typedef struct sums {
    int terms;
    int64_t stride[2 * FFTC_FOOTPRINT_LOOPS]; /* largest first */
    int64_t most[2 * FFTC_FOOTPRINT_LOOPS];
    /* The largest sum of this term and those after it. */
    int64_t rest[2 * FFTC_FOOTPRINT_LOOPS + 1];
    int budget;
} sums;

static void add_term(sums *s, int64_t stride, int64_t most)
{
    int at = 0;
    while (at < s->terms && s->stride[at] > stride) {
        ++at;
    }
    if (at < s->terms && s->stride[at] == stride) {
        s->most[at] += most;
        return;
    }
    for (int i = s->terms++; i > at; --i) {
        s->stride[i] = s->stride[i - 1];
        s->most[i] = s->most[i - 1];
    }
    s->stride[at] = stride;
    s->most[at] = most;
}

/* Adds up the reach of the terms from each on. */
static void add_rests(sums *s)
{
    for (int i = s->terms - 1; i >= 0; --i) {
        s->rest[i] = s->rest[i + 1] + s->stride[i] * s->most[i];
    }
}

/* Searches from the largest stride down. If strides nest, few multiples of each leave a rest that
 * the finer ones can still make up. */
static bool sum_within(sums *s, int term, int64_t low, int64_t high)
{
    if (high < 0 || low > s->rest[term] || --s->budget < 0) {
        return false;
    }
    if (low <= 0) {
        return true;
    }
    int64_t stride = s->stride[term];
    int64_t need = low - s->rest[term + 1];
    int64_t first = need > 0 ? (need + stride - 1) / stride : 0;
    int64_t last = high / stride < s->most[term] ? high / stride : s->most[term];
    for (int64_t n = first; n <= last && s->budget > 0; ++n) {
        if (sum_within(s, term + 1, low - n * stride, high - n * stride)) {
            return true;
        }
    }
    return false;
}

bool fftc_footprints_meet(uint64_t a, const fftc_footprint *in_a, uint64_t b,
                          const fftc_footprint *in_b)
{
    /* An item of a at x and one of b at y share a byte if -item_a < x - y < item_b. b's loops count
     * from their ends, so that all terms are added. */
    sums s = {.budget = 4096};
    const uint64_t last = b + (uint64_t)(int64_t)in_b->end - in_b->item;
    int64_t distance = (int64_t)(last - (a + (uint64_t)(int64_t)in_a->begin));
    for (int i = 0; i < in_a->loops; ++i) {
        add_term(&s, (int64_t)in_a->stride[i], (int64_t)in_a->length[i] - 1);
    }
    for (int i = 0; i < in_b->loops; ++i) {
        add_term(&s, (int64_t)in_b->stride[i], (int64_t)in_b->length[i] - 1);
    }
    add_rests(&s);
    return sum_within(&s, 0, distance - (int64_t)in_a->item + 1,
                      distance + (int64_t)in_b->item - 1);
}

/* Is there a sum of d[k] * stride[k], -most[k] <= d[k] <= most[k], that is -sum, beside that of
 * zeros? Where all before were zero, the first other one may be taken to be positive. */
static bool sum_to(sums *s, int term, int64_t sum, bool zeros)
{
    if (sum > s->rest[term] || sum < -s->rest[term]) {
        return false;
    }
    if (--s->budget < 0) {
        return true;
    }
    if (term == s->terms) {
        return !zeros;
    }
    const int64_t stride = s->stride[term];
    const int64_t least = -sum - s->rest[term + 1];
    const int64_t most = -sum + s->rest[term + 1];
    int64_t first = zeros ? 0 : least > 0 ? (least + stride - 1) / stride : -(-least / stride);
    int64_t last = most >= 0 ? most / stride : -((-most + stride - 1) / stride);
    first = first < -s->most[term] ? -s->most[term] : first;
    last = last > s->most[term] ? s->most[term] : last;
    for (int64_t d = first; d <= last; ++d) {
        if (sum_to(s, term + 1, sum + d * stride, zeros && d == 0)) {
            return true;
        }
    }
    return false;
}

bool fftc_strides_meet(const uint64_t *length, const uint64_t *stride, int count)
{
    sums s = {.budget = 1 << 16};
    for (int i = 0; i < count; ++i) {
        if (length[i] <= 1) {
            continue;
        }
        const int terms = s.terms;
        if (stride[i] == 0) {
            return true;
        }
        add_term(&s, (int64_t)stride[i], (int64_t)length[i] - 1);
        if (s.terms == terms) {
            return true; /* two axes of the same stride */
        }
    }
    add_rests(&s);
    bool nests = true;
    for (int i = 0; i < s.terms; ++i) {
        nests = nests && s.stride[i] > s.rest[i + 1];
    }
    return !nests && sum_to(&s, 0, 0, true);
}
