/* SPDX-License-Identifier: MIT
 *
 * The reference transform as a textbook has it: one array, one stage after the other, no workgroup.
 * It shares the butterfly and the twiddle table with the kernel and nothing else, and must give its
 * bits. Included for each precision after kernel/precision.h, with FFTC_LANES 1.
 *
 * textbook_transform_<suffix>(E, W, inverse, table, data, stages): data as for
 * fftc_workgroup_fft_simd (one transform), stages its dump. table: fftc_twiddle_table_fill's, NULL:
 * computed.
 */
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/butterfly.h"
#include "fftcore/kernel/twiddle.h"
#undef FFTC_TWIDDLE_COMPUTED

static fftc_complex FFTC_RENAME(textbook_twiddle)(const fftc_complex *table, uint32_t k,
                                                  uint32_t half_log2)
{
    return table == NULL ? fftc_twiddle_compute(k, half_log2)
                         : table[((uint32_t)1 << half_log2) + k];
}

/* Slot of a position: of the two results that an invocation holds at the end, the second stands 2^W
 * further. */
static size_t FFTC_RENAME(textbook_slot)(size_t position, uint32_t workgroup_log2)
{
    size_t two = (size_t)2 << workgroup_log2;
    return position / two * two + (position % 2) * (two / 2) + position % two / 2;
}

static void FFTC_RENAME(textbook_transform)(uint32_t elements_log2, uint32_t workgroup_log2,
                                            bool inverse, const void *table, void *data,
                                            void *stages)
{
    uint32_t n_log2 = elements_log2 + workgroup_log2;
    size_t n = (size_t)1 << n_log2;
    fftc_complex *x = malloc(n * sizeof *x);
    fftc_complex *slots = data;
    for (size_t p = 0; p < n; ++p) {
        x[p] = slots[inverse ? FFTC_RENAME(textbook_slot)(p, workgroup_log2) : p];
    }
    for (uint32_t i = 0; i < n_log2; ++i) {
        uint32_t stride_log2 = inverse ? i : n_log2 - 1 - i;
        size_t stride = (size_t)1 << stride_log2;
        for (size_t p = 0; p < n; ++p) {
            fftc_complex w;
            fftc_pair pair;
            if ((p & stride) != 0) {
                continue;
            }
            w = FFTC_RENAME(textbook_twiddle)(table, (uint32_t)(p % stride), stride_log2);
            pair = fftc_pair_make(x[p], x[p + stride]);
            pair = inverse ? fftc_pair_scale(fftc_butterfly_dit(pair, w), FFTC_REAL(0.5))
                           : fftc_butterfly_dif(pair, w);
            x[p] = pair.lo;
            x[p + stride] = pair.hi;
        }
        memcpy((fftc_complex *)stages + (n_log2 - 1 - stride_log2) * n, x, n * sizeof *x);
    }
    for (size_t p = 0; p < n; ++p) {
        slots[inverse ? p : FFTC_RENAME(textbook_slot)(p, workgroup_log2)] = x[p];
    }
    free(x);
}
