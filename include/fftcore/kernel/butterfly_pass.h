/* SPDX-License-Identifier: MIT
 *
 * The two classic ways of an FFT on a GPU, with one result for each invocation: radix-2 butterfly
 * passes that go through memory, one dispatch each (fftc_butterfly_pass), and whole lines in
 * shared memory, one workgroup each (fftc_butterfly_line). They are here to be read, measured and
 * compared; the kernels that the library itself runs read and write memory less often (fft_pass.h)
 * or exchange less in shared memory (workgroup_fft.h).
 *
 * The algorithm is decimation in time (Cooley and Tukey 1965) of N = 2^FFTC_BUTTERFLY_LOG2 points,
 * in log2 N passes, from natural order to natural order. Result x of pass p is
 *
 *     get(first) + weight * get(second),   weight = exp(-2 pi i (x mod 2^(p + 1)) / 2^(p + 1)),
 *
 * where `first` is x without its bit p, and `second` is x with it; in pass 0 both are reversed in
 * their log2 N bits. So no pass can work in place: passes alternate between two arrays. The inverse
 * has the conjugate weights, and each of its passes halves, which makes 1 / N.
 *
 * `first`, `second` and `weight` are computed, or come from a table of N log2 N entries
 * (FFTC_BUTTERFLY_TABLE, fftc_butterfly_table_fill). Results by the table have the same bits as
 * computed ones whose twiddles come from a table (twiddle.h); and both ways of going through memory
 * have the same bits.
 *
 * Bytes of accessor memory, for `lines` lines of N points of `item` bytes:
 *
 *                          read                          written
 *     fftc_butterfly_pass  2 * lines * N * log2 N * item   lines * N * log2 N * item   all passes
 *     fftc_butterfly_line  lines * N * item                lines * N * item
 *     the table            lines * N * log2 N * entry      0                           either way
 *
 * Method and formulas: J. S. (Intel), Fast Fourier Transform for Image Processing in DirectX 11,
 * 2017. There, the passes are "the UAV technique" and lines "the SLM technique".
 */
#ifndef FFTC_BUTTERFLY_PASS_H
#define FFTC_BUTTERFLY_PASS_H

#include "fftcore/kernel/order.h"
#include "fftcore/kernel/twiddle.h"

#ifndef FFTC_BUTTERFLY_LOG2
#error "define FFTC_BUTTERFLY_LOG2: log2 of the points of a line, at least 1"
#endif

/* As far as twiddle.h goes. */
FFTC_REQUIRE(FFTC_BUTTERFLY_LOG2_must_be_1_to_30,
             FFTC_BUTTERFLY_LOG2 >= 1u && FFTC_BUTTERFLY_LOG2 <= 30u);

/* Yours to define: a line's points. A pass reads all results of the one before, so for passes these
 * are two arrays; for fftc_butterfly_line they may be one. */
FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value));

/* What one result is made of. */
FFTC_STRUCT(fftc_butterfly_entry)
{
    fftc_uint first;
    fftc_uint second;
    fftc_complex weight;
};

FFTC_FN fftc_uint fftc_butterfly_source(fftc_uint index, fftc_uniform pass)
{
    if (pass == 0u) {
        index = fftc_reverse_bits(index, FFTC_BUTTERFLY_LOG2);
    }
    return index;
}

/* The weight is that of the lower half of a block, or its negative. */
FFTC_FN fftc_butterfly_entry fftc_butterfly_entry_compute(fftc_uniform pass, fftc_uint x)
{
    fftc_uint half_size = FFTC_UINT(1u << pass);
    fftc_uint first = x & ~half_size;
    fftc_complex twiddle = fftc_twiddle(x & (half_size - 1u), pass);
    fftc_butterfly_entry entry;
    entry.first = fftc_butterfly_source(first, pass);
    entry.second = fftc_butterfly_source(first + half_size, pass);
    entry.weight =
        fftc_complex_select(fftc_is_zero(x & half_size), twiddle, fftc_complex_neg(twiddle));
    return entry;
}

#ifdef FFTC_BUTTERFLY_TABLE

/* Yours to define: entry pass * N + x of the table, read only. */
FFTC_ACCESSOR(fftc_butterfly_entry, fftc_butterfly_entry_get, (fftc_uint index));

FFTC_FN fftc_butterfly_entry fftc_butterfly_entry_of(fftc_uniform pass, fftc_uint x)
{
    return fftc_butterfly_entry_get(x + FFTC_UINT(pass << FFTC_BUTTERFLY_LOG2));
}

#else

FFTC_FN fftc_butterfly_entry fftc_butterfly_entry_of(fftc_uniform pass, fftc_uint x)
{
    return fftc_butterfly_entry_compute(pass, x);
}

#endif

FFTC_FN fftc_complex fftc_butterfly_result(fftc_complex first, fftc_complex second,
                                           fftc_complex weight, fftc_uniform inverse)
{
    fftc_complex result;
    if (inverse != 0u) {
        result = fftc_complex_add(first, fftc_complex_mul_conj(second, weight));
        result = fftc_complex_scale(result, FFTC_REAL(0.5));
    } else {
        result = fftc_complex_add(first, fftc_complex_mul(second, weight));
    }
    return result;
}

/* Result x of a pass, x < N, 0 <= pass < log2 N: reads two numbers, and writes one. Each pass needs
 * all results of the one before, of its line: a dispatch each, with a barrier in between. */
FFTC_FN void fftc_butterfly_pass(fftc_uniform pass, fftc_uint x, fftc_uniform inverse)
{
    fftc_butterfly_entry entry = fftc_butterfly_entry_of(pass, x);
    fftc_complex first = fftc_get(entry.first);
    fftc_complex second = fftc_get(entry.second);
    fftc_set(x, fftc_butterfly_result(first, second, entry.weight, inverse));
}

#endif
