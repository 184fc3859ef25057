/* SPDX-License-Identifier: MIT
 *
 * The pruned passes of one radix: pruned.c includes this once for each, with RADIX set;
 * undefined again at the end. With CLASSES there are copies for a half and a quarter of a
 * butterfly.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)
#define HALF_OF_RADIX ((RADIX + 1) / 2)
#define QUARTER_OF_RADIX ((RADIX + 3) / 4)
#define AT_LEAST_2(n) ((n) > 2 ? (n) : 2)
#define LEAST_OF_MOST (CLASSES ? AT_LEAST_2(HALF_OF_RADIX + 1) : 2)

#include "cpu/engine/units/steps_tmpl.h"

#if RADIX <= LANES
#include "cpu/engine/units/transpose_tmpl.h"

FORCE void NAME(butterfly)(group g, origin from, const int most, const int product)
{
    from.rows = fftc_strided_at(g.memory, from.apart);
    BUNDLE x = NAME(finish)(NAME(begin)(from, most, OF_ROW));
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[q] = fftc_complex_mul(x.v[q], twiddle(g, q, product));
    }
    NAME(turn)(x, g.y);
}

/* Does butterflies of which elements below `least` exist, those from `least` to `most` may, and no
 * others do. */
FORCE void NAME(butterflies)(group g, size_t groups, const int least, const int most,
                             const int product, const int conjugate)
{
    origin from = {.count = g.count, .sign = g.sign, .least = least, .conjugate = conjugate};
    from.apart = fftc_strided_make(2 * g.step * sizeof *g.memory, RADIX);
    for (; groups > 0; --groups) {
        NAME(butterfly)(g, from, most, product);
        g = next_group(g, RADIX, product);
    }
}

/* Chooses among the copies of the butterfly that are worth having. */
FORCE void NAME(columns)(group g, size_t groups, const int product)
{
    if (g.count == 0) {
        memset(g.y, 0, groups * LANES * sizeof *g.y);
    } else if (g.count == 1) {
        spread(g, groups, RADIX, product);
    } else if (CLASSES && QUARTER_OF_RADIX > 1 && g.count <= QUARTER_OF_RADIX) {
        NAME(butterflies)(g, groups, 2, QUARTER_OF_RADIX, product, BY_SIGN);
    } else if (CLASSES && HALF_OF_RADIX > 1 && g.count <= HALF_OF_RADIX) {
        NAME(butterflies)
        (g, groups, AT_LEAST_2(QUARTER_OF_RADIX + 1), HALF_OF_RADIX, product, BY_SIGN);
    } else if (g.sign < 0) {
        NAME(butterflies)(g, groups, LEAST_OF_MOST, RADIX, product, CONJUGATE);
    } else {
        NAME(butterflies)(g, groups, LEAST_OF_MOST, RADIX, product, PLAIN);
    }
}

FORCE void NAME(row_any)(const fftc_pruned_part *part, void *work, const int product)
{
    const fftc_engine_blocks blocks = part->blocks;
    const size_t m = part->m;
    const size_t whole = m - m % LANES;
    const fftc_scalar *p = (const fftc_scalar *)part->src;
    fftc_scalar rows[2 * LANES * RADIX];
    size_t run;
    for (size_t column = part->begin; column < part->end; column = run) {
        /* The last group overlaps the one before: it writes the same columns again. */
        size_t base = column < whole ? column : m - LANES;
        size_t number = column / LANES;
        size_t block = column / blocks.length;
        /* Without pads, blocks may be shorter than a group. */
        size_t end = blocks.pad > 0 ? (block + 1) * blocks.length : m;
        end = end < part->end ? end : part->end;
        run = column < whole
                  ? fftc_pruned_run(&part->source, column, end < whole ? end : whole, LANES)
                  : m;
        fftc_pruned_group present = fftc_pruned_group_of(&part->source, RADIX, base, LANES);
        group g = {.step = m, .count = present.count};
        g.y = (fftc_complex *)work + block * blocks.pad + base;
        g.sign = (fftc_scalar)(part->conjugate ? -1 : 1);
        if (product) {
            g.table = (const fftc_complex *)part->by_output;
            g.column = (const fftc_complex *)part->by_column;
            g.w = (const fftc_scalar *)part->twiddles + number * 2 * RADIX;
        } else {
            g.table = (const fftc_complex *)part->twiddles + number * LANES;
        }
        g.memory = p + 2 * (present.first * m + base);
        if (present.cut) {
            copy_cut(part, base, RADIX, rows);
            g.memory = rows;
            g.step = LANES;
        }
        NAME(columns)(g, column < whole ? (run - column) / LANES : 1, product);
    }
}

static void NAME(row)(const fftc_pruned_part *part, void *work)
{
    if (part->by_output != NULL) {
        NAME(row_any)(part, work, 1);
    } else {
        NAME(row_any)(part, work, 0);
    }
}
#define ROW NAME(row)
#else
#define ROW NULL
#endif

/* Butterflies of columns, from y on, with the same elements present. */
FORCE void NAME(load_few)(origin from, size_t stride, fftc_complex *y, const size_t *place,
                          const fftc_scalar *w, size_t butterflies, const int most)
{
    for (; butterflies > 0; --butterflies) {
        NAME(half) h = NAME(begin)(from, most, OF_COLUMNS);
        UNROLL for (int k = 0; k < COLUMN; ++k)
        {
            STEP(row) x = STEP(second)(h.row[k], k);
            UNROLL for (int i = 0; i < ROW_POINTS; ++i)
            {
                const int q = STEP(out)(k, i);
                y[place[q]] = rotate(x.v[i], w + 2 * q);
            }
        }
        from.memory += 2 * stride;
        y += 1;
        w += 2 * RADIX;
    }
}

static void NAME(load)(const fftc_pruned_load *load, void *work)
{
    const fftc_pruned_source *s = &load->source;
    const size_t sub = load->sub;
    const size_t stride = load->src.stride;
    const fftc_scalar *w = (const fftc_scalar *)load->twiddles;
    fftc_complex *y = (fftc_complex *)work;
    size_t place[RADIX];
    origin from = {.step = sub * stride, .mode = edge_mode_make(load->src.lanes)};
    from.sign = (fftc_scalar)(load->src.swap ? -1 : 1);
    for (size_t q = 0; q < RADIX; ++q) {
        place[q] = (q + RADIX - load->turn) % RADIX * load->stride;
    }
    for (size_t j = 0, end; j < sub; y += end - j, w += 2 * RADIX * (end - j), j = end) {
        fftc_pruned_group g = fftc_pruned_group_of(s, RADIX, j, 1);
        end = fftc_pruned_run(s, j, sub, 1);
        from.memory =
            (const fftc_scalar *)load->src.data + 2 * (g.first * sub + j - s->begin) * stride;
        from.count = g.count;
        if (g.count == 0) {
            for (size_t q = 0; q < RADIX; ++q) {
                memset(y + place[q], 0, (end - j) * sizeof *y);
            }
        } else if (CLASSES && g.count == 1) {
            NAME(load_few)(from, stride, y, place, w, end - j, 1);
        } else if (CLASSES && QUARTER_OF_RADIX > 1 && g.count <= QUARTER_OF_RADIX) {
            NAME(load_few)(from, stride, y, place, w, end - j, QUARTER_OF_RADIX);
        } else if (CLASSES && HALF_OF_RADIX > 1 && g.count <= HALF_OF_RADIX) {
            NAME(load_few)(from, stride, y, place, w, end - j, HALF_OF_RADIX);
        } else {
            NAME(load_few)(from, stride, y, place, w, end - j, RADIX);
        }
    }
}

/* A last butterfly: stores the first `count` of the results below `most`, `step` scalars apart. */
FORCE void NAME(few)(const fftc_complex *y, fftc_scalar *p, size_t step, size_t count,
                     edge_mode mode, const int most, const int swap)
{
    origin from = {.work = y, .step = 1};
    NAME(half) h = NAME(begin)(from, 0, OF_ROW);
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) x = STEP(second)(h.row[k], k);
        UNROLL for (int n = 0; n < ROW_POINTS; ++n)
        {
            const int q = STEP(out)(k, n);
            if (q < most && (size_t)q < count) {
                edge_store(p + (size_t)q * step, x.v[n], mode, swap);
            }
        }
    }
}

/* A last butterfly with a vector that is wanted in part. */
static __attribute__((noinline)) void NAME(few_ragged)(const fftc_complex *y, fftc_scalar *p,
                                                       size_t step, size_t count, size_t vector,
                                                       size_t vector_step, fftc_engine_edge dst,
                                                       const fftc_pruned_window *window)
{
    const edge_mode mode = edge_mode_make(dst.lanes);
    ragged to;
    ragged_start(&to, p, step, count, vector, vector_step, dst.lanes, window);
    origin from = {.work = y, .step = 1};
    NAME(half) h = NAME(begin)(from, 0, OF_ROW);
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) x = STEP(second)(h.row[k], k);
        UNROLL for (int n = 0; n < ROW_POINTS; ++n)
        {
            const int q = STEP(out)(k, n);
            if ((size_t)q < count) {
                fftc_complex result = x.v[n];
                if (dst.swap) {
                    result = fftc_complex_make(result.im, result.re);
                }
                edge_store(to.place[q], result, mode, 0);
            }
        }
    }
    ragged_end(&to, p, step, dst.lanes, window);
}

FORCE void NAME(store_any)(const void *work, fftc_engine_edge dst, fftc_engine_order order,
                           const fftc_pruned_window *window, const int swap)
{
    const edge_mode mode = edge_mode_make(dst.lanes);
    const size_t step = 2 * order.step * dst.stride;
    /* Butterflies that begin at a vector before `more` have one wanted result more than others. */
    const size_t least = window->vectors / order.step;
    const size_t more = window->vectors % order.step;
    const size_t last = (window->vectors - 1) % order.step;
    for (size_t block = 0; block < order.blocks; ++block) {
        const fftc_complex *y = (const fftc_complex *)work + block * RADIX;
        for (size_t i = 0; i < order.siblings; ++i, y += order.apart) {
            const size_t first = order.index[block] + i * window->next;
            const size_t count = least + (first < more ? 1 : 0);
            fftc_scalar *p =
                (fftc_scalar *)dst.data + 2 * (order.index[block] * dst.stride + i * order.shift);
            if ((first == 0 && window->head > 0) ||
                (first == last && window->tail < (size_t)dst.lanes)) {
                NAME(few_ragged)(y, p, step, count, first, order.step, dst, window);
            } else if (count == 0) {
                break;
            } else if (CLASSES && count == 1) {
                NAME(few)(y, p, step, count, mode, 1, swap);
            } else if (CLASSES && QUARTER_OF_RADIX > 1 && count <= QUARTER_OF_RADIX) {
                NAME(few)(y, p, step, count, mode, QUARTER_OF_RADIX, swap);
            } else if (CLASSES && HALF_OF_RADIX > 1 && count <= HALF_OF_RADIX) {
                NAME(few)(y, p, step, count, mode, HALF_OF_RADIX, swap);
            } else {
                NAME(few)(y, p, step, count, mode, RADIX, swap);
            }
        }
    }
}

static void NAME(store)(const void *work, fftc_engine_edge dst, fftc_engine_order order,
                        const fftc_pruned_window *window)
{
    if (dst.swap) {
        NAME(store_any)(work, dst, order, window, 1);
    } else {
        NAME(store_any)(work, dst, order, window, 0);
    }
}

static const fftc_pruned_radix NAME(passes_of) = {
    .classes = CLASSES, .row = ROW, .load = NAME(load), .store = NAME(store)};

#undef ROW
#undef STEP
#undef COLUMN
#undef ROW_POINTS
#undef LEAST_OF_MOST
#undef AT_LEAST_2
#undef QUARTER_OF_RADIX
#undef HALF_OF_RADIX
#undef NAME
#undef BUNDLE
#undef RADIX
