/* SPDX-License-Identifier: MIT
 *
 * Packed rows of the commonest lengths (packed_lengths.h), each by functions of its own, for
 * packed.c: both radices are constants, and so are all distances, so that no distance is kept in
 * memory for lack of registers.
 */

#define ROW_FUNCTION(name, R1, R2, how)                                                      \
    static void name##_##R1##x##R2(const fftc_engine_rows *rows, const void *src, void *dst) \
    {                                                                                        \
        const fftc_real *w = (const fftc_real *)rows->twiddles;                              \
        EACH_ROW(fixed_any_##R1##x##R2(p, d, w, rows, 0, how),                               \
                 fixed_any_##R1##x##R2(p, d, w, rows, 1, how))                               \
    }
/* Rows have non-temporal stores if vectors are cache lines, as all of a row's are where its first
 * radix is of whole vectors, or if a vector has R1 numbers, so that vectors are stored one after
 * the other. (Vectors in parts, several to R1 numbers, come together too late, and gcc 12 fuses
 * other products into sums there than in the ordinary function: the bits of a row would depend on
 * where it lies.) */
#define ARE_LINES(R1) (FFTC_NONTEMPORAL_LINES && (R1) % C == 0)
#define HAS_NONTEMPORAL(R1) (FFTC_NONTEMPORAL && ((R1) == C || ARE_LINES(R1)))
#define PREFETCHES(R1, R2) ((R1) * (R2)*NUMBER_BYTES >= FFTC_PREFETCH_LEAST_BYTES)
#define ROW_FUNCTIONS(R1, R2)                                                                     \
    ROW_FUNCTION(usual, R1, R2, 0)                                                                \
    ROW_FUNCTION(prefetching, R1, R2, PREFETCH)                                                   \
    ROW_FUNCTION(prefetching_nontemporal, R1, R2, PREFETCH | NONTEMPORAL_LINES)                   \
    ROW_FUNCTION(nontemporal_suiting, R1, R2, ARE_LINES(R1) ? NONTEMPORAL_LINES : NONTEMPORAL)    \
    static void nontemporal_##R1##x##R2(const fftc_engine_rows *rows, const void *src, void *dst) \
    {                                                                                             \
        if (ARE_LINES(R1) ? begin_at_lines(rows, dst) : fftc_nontemporal_suits(rows, dst)) {      \
            nontemporal_suiting_##R1##x##R2(rows, src, dst);                                      \
            fftc_settle();                                                                        \
        } else {                                                                                  \
            usual_##R1##x##R2(rows, src, dst);                                                    \
        }                                                                                         \
    }                                                                                             \
    static void fixed_##R1##x##R2(const fftc_engine_rows *rows, const void *src, void *dst)       \
    {                                                                                             \
        if (!PREFETCHES(R1, R2) || !rows->prefetches) {                                           \
            usual_##R1##x##R2(rows, src, dst);                                                    \
        } else if (ARE_LINES(R1) && stores_nontemporal(rows, dst)) {                              \
            prefetching_nontemporal_##R1##x##R2(rows, src, dst);                                  \
        } else {                                                                                  \
            prefetching_##R1##x##R2(rows, src, dst);                                              \
        }                                                                                         \
    }

/* A row in one piece: everything between the two passes can stay in registers. */
#define FIXED(R1, R2)                                                                          \
    FORCE void fixed_any_##R1##x##R2(const fftc_scalar *p, fftc_scalar *d, const fftc_real *w, \
                                     const fftc_engine_rows *rows, const int inverse,          \
                                     const int how)                                            \
    {                                                                                          \
        fftc_real y[CHUNKS(R1) * R2];                                                          \
        fftc_scalar scale = (fftc_scalar)rows->scale;                                          \
        const fftc_prefetch_row later = row_to_prefetch(rows, p, d);                           \
        const fftc_prefetch_row *next = how & PREFETCH ? &later : NULL;                        \
        UNROLL for (int i = 0; i < CHUNKS(R2); ++i)                                            \
        {                                                                                      \
            bring_src(next, i *(R1)*C *NUMBER_BYTES, (R1)*C *NUMBER_BYTES);                    \
            first_group_##R1(p + 2 * CHUNK_BASE(R2, i), NUMBERS_APART_FIXED(R2),               \
                             y + CHUNK_BASE(R2, i), R2, w + 2 * i * (R1 - 1), scale, inverse); \
        }                                                                                      \
        UNROLL for (int i = 0; i < CHUNKS(R1); ++i)                                            \
        {                                                                                      \
            bring_dst(next, i *(R2)*C *NUMBER_BYTES, (R2)*C *NUMBER_BYTES, how);               \
            last_chunk_##R2(y + i * R2, d + 2 * CHUNK_BASE(R1, i), NUMBERS_APART_FIXED(R1),    \
                            inverse, how);                                                     \
        }                                                                                      \
    }                                                                                          \
    ROW_FUNCTIONS(R1, R2)

/* A row in two loops. */
#define LOOPS(R1, R2)                                                                          \
    FORCE void fixed_any_##R1##x##R2(const fftc_scalar *p, fftc_scalar *d, const fftc_real *w, \
                                     const fftc_engine_rows *rows, const int inverse,          \
                                     const int how)                                            \
    {                                                                                          \
        fftc_real y[CHUNKS(R1) * R2];                                                          \
        const fftc_prefetch_row later = row_to_prefetch(rows, p, d);                           \
        const fftc_prefetch_row *next = how & PREFETCH ? &later : NULL;                        \
        first_any_##R1(p, R2, y, w, (fftc_scalar)rows->scale, rows->in_order || next != NULL,  \
                       inverse, next);                                                         \
        last_any_##R2(y, d, R1, inverse, how, next);                                           \
    }                                                                                          \
    ROW_FUNCTIONS(R1, R2)

#include "cpu/engine/units/packed_lengths.h"
#undef FIXED
#undef LOOPS

#define ALONE(r, x) {r, 1, x##_##r, NULL},
#define FIXED(R1, R2) \
    {R1, R2, fixed_##R1##x##R2, HAS_NONTEMPORAL(R1) ? nontemporal_##R1##x##R2 : NULL},
#define LOOPS(R1, R2) FIXED(R1, R2)
static const fftc_packed_row fixed_rows[] = {
#include "cpu/engine/units/packed_lengths.h"
#if LANES * FFTC_PRECISION == 128
    FFTC_RADICES(ALONE, alone)
#endif
        {0, 0, NULL, NULL}};
#undef FIXED
#undef LOOPS
