/* SPDX-License-Identifier: MIT
 *
 * Short rows of which only a range exists, or is wanted: packed_tmpl.h includes this. A row is r1
 * pieces of r2 points to its first pass, and r2 pieces of r1 results to its last one. Where a piece
 * begins is said by an address: of the row itself, of zeros, or of a copy that has what exists of
 * it; and likewise where results go.
 */
#define MOST_PIECES FFTC_PACKED_MAX_LAST
#define MOST_LENGTH FFTC_PACKED_MAX_LAST

static const fftc_scalar no_points[2 * MOST_LENGTH] __attribute__((aligned(64)));

/* A piece of which numbers `begin` to `end` are in the row, in scalars. */
typedef struct cut {
    size_t at; /* in the row */
    size_t begin;
    size_t count;
} cut;

typedef struct pieces {
    const fftc_scalar *src[MOST_PIECES];
    fftc_scalar *dst[MOST_PIECES];
    size_t src_step[MOST_PIECES]; /* from row to row, in scalars: 0 for what is not in it */
    size_t dst_step[MOST_PIECES];
    size_t sources;
    size_t results;
    cut in[2];
    cut out[2];
    size_t ins;
    size_t outs;
    fftc_scalar in_copy[2][2 * MOST_LENGTH];
    fftc_scalar out_copy[2][2 * MOST_LENGTH];
    fftc_scalar nowhere[2 * MOST_LENGTH];
} pieces;

/* What of the piece from `at` on is in the range; none if count is 0. */
FORCE cut cut_of(size_t at, size_t length, fftc_range range)
{
    size_t begin = range.begin > at ? (size_t)range.begin - at : 0;
    size_t end = range.end > at ? (size_t)range.end - at : 0;
    cut c = {2 * at, 2 * begin, 0};
    end = end < length ? end : length;
    c.count = begin < end ? 2 * (end - begin) : 0;
    return c;
}

/* The pieces that are in the range: all of `whole` from `first` on, and of those at both ends a
 * part, as many as are returned. */
FORCE size_t pieces_of(fftc_range range, size_t length, size_t *first, size_t *whole, cut cuts[2],
                       size_t at[2])
{
    size_t count = 0;
    size_t low = (size_t)range.begin / length;
    size_t high = (size_t)range.end / length;
    size_t end = high;
    if (low * length != range.begin) {
        at[count] = low;
        cuts[count++] = cut_of(low * length, length, range);
        ++low;
    }
    if (high * length != range.end && (count == 0 || at[0] != high)) {
        at[count] = high;
        cuts[count++] = cut_of(high * length, length, range);
    }
    *first = low;
    *whole = end > low ? end - low : 0;
    return count;
}

/* `sources` pieces of `length` points, `results` pieces of `wide` results. */
static __attribute__((noinline)) void pieces_start_as(pieces *s, const fftc_engine_rows *rows,
                                                      size_t sources, size_t length, size_t results,
                                                      size_t wide, const fftc_scalar *p,
                                                      fftc_scalar *d)
{
    size_t at[2];
    size_t first;
    size_t whole;
    s->sources = sources;
    s->results = results;
    s->ins = pieces_of(rows->src_range, length, &first, &whole, s->in, at);
    for (size_t q = 0; q < sources; ++q) {
        s->src[q] = q - first < whole ? p + 2 * q * length : no_points;
        s->src_step[q] = q - first < whole ? 2 * rows->src_step : 0;
    }
    for (size_t i = 0; i < s->ins; ++i) {
        memset(s->in_copy[i], 0, sizeof s->in_copy[0]);
        s->src[at[i]] = s->in_copy[i];
    }
    s->outs = pieces_of(rows->dst_range, wide, &first, &whole, s->out, at);
    for (size_t q = 0; q < results; ++q) {
        s->dst[q] = q - first < whole ? d + 2 * q * wide : s->nowhere;
        s->dst_step[q] = q - first < whole ? 2 * rows->dst_step : 0;
    }
    for (size_t i = 0; i < s->outs; ++i) {
        s->dst[at[i]] = s->out_copy[i];
    }
}

FORCE void pieces_start(pieces *s, const fftc_engine_rows *rows, size_t r1, size_t r2,
                        const void *src, void *dst)
{
    pieces_start_as(s, rows, r1, r2, r2, r1, (const fftc_scalar *)src, (fftc_scalar *)dst);
}

#if LANES * FFTC_PRECISION == 128
/* A codelet is the row. */
FORCE void pieces_start_points(pieces *s, const fftc_engine_rows *rows, size_t r, const void *src,
                               void *dst)
{
    pieces_start_as(s, rows, r, 1, r, 1, (const fftc_scalar *)src, (fftc_scalar *)dst);
}
#endif

FORCE void pieces_bring(pieces *s, const fftc_scalar *p)
{
    for (size_t i = 0; i < s->ins; ++i) {
        const cut c = s->in[i];
        for (size_t k = c.begin; k < c.begin + c.count; ++k) {
            s->in_copy[i][k] = p[c.at + k];
        }
    }
}

FORCE void pieces_put(pieces *s, fftc_scalar *d)
{
    for (size_t i = 0; i < s->outs; ++i) {
        const cut c = s->out[i];
        for (size_t k = c.begin; k < c.begin + c.count; ++k) {
            d[c.at + k] = s->out_copy[i][k];
        }
    }
    for (size_t q = 0; q < s->sources; ++q)
        s->src[q] += s->src_step[q];
    for (size_t q = 0; q < s->results; ++q)
        s->dst[q] += s->dst_step[q];
}

#define EACH_ROW_SOME(R1, R2, forward, backward)     \
    pieces s;                                        \
    const fftc_scalar *p = (const fftc_scalar *)src; \
    fftc_scalar *d = (fftc_scalar *)dst;             \
    pieces_start(&s, rows, R1, R2, p, d);            \
    for (size_t row = 0; row < rows->count; ++row) { \
        pieces_bring(&s, p);                         \
        if (rows->inverse) {                         \
            backward;                                \
        } else {                                     \
            forward;                                 \
        }                                            \
        pieces_put(&s, d);                           \
        p += 2 * rows->src_step;                     \
        d += 2 * rows->dst_step;                     \
    }
