/* SPDX-License-Identifier: MIT
 *
 * Rows of three packed passes, for packed.c: for any radices by tables of the passes
 * (packed_triple_tmpl.h), for the commonest lengths by functions.
 */
#if C <= 4
#define TRIPLE_FIRST(X, x) FFTC_RADICES_FROM_4(X, x) LONG_RADICES(X, x)
#else
#define TRIPLE_FIRST(X, x) FFTC_RADICES_FROM_8(X, x) LONG_RADICES(X, x)
#endif

/* The first pass leaves its results at the row's destination, if it may, so that the first-level
 * cache has less to hold: chunks that do not overlap are read before they are written. Places that
 * results are stored by non-temporal stores should not be in them. After the passes: how the last
 * one is called. */
#define TRIPLE_ROW(FIRST, MIDDLE, LAST, ...)                                                     \
    const bool nontemporal = FFTC_NONTEMPORAL_LINES && next != NULL && next->nontemporal;        \
    const bool there =                                                                           \
        src != dst && !nontemporal && r1 % C == 0 && (uintptr_t)dst % sizeof(fftc_real) == 0;    \
    fftc_real *block = (fftc_real *)work;                                                        \
    const size_t pitch = FFTC_TRIPLE_PITCH(r3);                                                  \
    fftc_scalar *y = there ? (fftc_scalar *)dst : (fftc_scalar *)(block + pitch * r2);           \
    FIRST((const fftc_scalar *)src, r2 *r3, y, (const fftc_scalar *)row->columns,                \
          (fftc_scalar)row->scale, inverse, next);                                               \
    for (size_t chunk = 0; chunk < r1; chunk += C) {                                             \
        size_t base = group_base(chunk, r1);                                                     \
        MIDDLE(y + 2 * base, TRIPLE_WIDTH(r1), r3, block, (const fftc_scalar *)row->rows, pitch, \
               inverse);                                                                         \
        LAST(block, (fftc_scalar *)dst + 2 * base, r1, r2, chunk * r2 * r3 * NUMBER_BYTES,       \
             __VA_ARGS__);                                                                       \
    }

/* Functions for the commonest lengths, in which all distances are constants. */
#if LANES * FFTC_PRECISION == 256 && FFTC_PRECISION == 32
#define TRIPLE_FIXED_32(...) TRIPLE_FIXED(__VA_ARGS__)
#else
#define TRIPLE_FIXED_32(...)
#endif
#if LANES * FFTC_PRECISION == 256 && FFTC_PRECISION == 64
#define TRIPLE_FIXED_64(...) TRIPLE_FIXED(__VA_ARGS__)
#else
#define TRIPLE_FIXED_64(...)
#endif
#define TRIPLE_FIXED(R1, R2, R3)                                                                 \
    FORCE void triple_any_##R1##x##R2##x##R3(const fftc_packed_triple *row, const void *src,     \
                                             void *dst, void *work, const int inverse,           \
                                             const int how, const fftc_prefetch_row *next)       \
    {                                                                                            \
        const size_t r1 = R1;                                                                    \
        const size_t r2 = R2;                                                                    \
        const size_t r3 = R3;                                                                    \
        TRIPLE_ROW(triple_first_any_##R1, triple_middle_any_##R2, triple_last_any_##R3, inverse, \
                   how, next)                                                                    \
    }                                                                                            \
    static void triple_##R1##x##R2##x##R3(const fftc_packed_triple *row, const void *src,        \
                                          void *dst, void *work, int inverse,                    \
                                          const fftc_prefetch_row *next)                         \
    {                                                                                            \
        IN_EACH_WAY(triple_any_##R1##x##R2##x##R3, false, row, src, dst, work);                  \
    }
#include "cpu/engine/units/packed_triple_lengths.h"
#undef TRIPLE_FIXED

static void triple_passes(const fftc_packed_triple *row, const void *src, void *dst, void *work,
                          int inverse, const fftc_prefetch_row *next)
{
    static void (*const first[])(const fftc_scalar *, size_t, fftc_scalar *, const fftc_scalar *,
                                 fftc_scalar, int, const fftc_prefetch_row *) = {
        TRIPLE_FIRST(FFTC_FUNCTION_OF, triple_first)};
    static void (*const middle[])(const fftc_scalar *, size_t, size_t, fftc_real *,
                                  const fftc_scalar *, size_t,
                                  int) = {FFTC_RADICES_FROM_4(FFTC_FUNCTION_OF, triple_middle)};
    static void (*const last[])(const fftc_real *, fftc_scalar *, size_t, size_t, size_t, int,
                                const fftc_prefetch_row *) = {
        FFTC_RADICES_FROM_4(FFTC_FUNCTION_OF, triple_last)
            LONG_RADICES(FFTC_FUNCTION_OF, triple_last)};
    const size_t r1 = (size_t)row->radix[0];
    const size_t r2 = (size_t)row->radix[1];
    const size_t r3 = (size_t)row->radix[2];
    TRIPLE_ROW(first[r1], middle[r2], last[r3], inverse, next)
}

static void triple(const fftc_packed_triple *row, const void *src, void *dst, void *work,
                   int inverse, const fftc_prefetch_row *next)
{
#define TRIPLE_KEY(R1, R2, R3) ((R1) << 16 | (R2) << 8 | (R3))
#define TRIPLE_FIXED(R1, R2, R3)                                       \
    case TRIPLE_KEY(R1, R2, R3):                                       \
        triple_##R1##x##R2##x##R3(row, src, dst, work, inverse, next); \
        return;
    switch (TRIPLE_KEY(row->radix[0], row->radix[1], row->radix[2])) {
#include "cpu/engine/units/packed_triple_lengths.h"
    default: triple_passes(row, src, dst, work, inverse, next);
    }
#undef TRIPLE_FIXED
#undef TRIPLE_FIXED_32
#undef TRIPLE_FIXED_64
#undef TRIPLE_KEY
}
