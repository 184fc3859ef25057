/* SPDX-License-Identifier: MIT
 *
 * One unit of kernels.h, compiled several times with
 *   FFTC_PRECISION, FFTC_LANES, perhaps FFTC_FAST, and TESTING_UNIT, the name of its table.
 */
#include <string.h>

#include "kernels.h"

#define FFTC_WORKGROUP_LOG2 0u /* for exchange.h, which mirror.h includes */
#define FFTC_TWIDDLE_COMPUTED

#include "fftcore/kernel/butterfly.h"
#include "fftcore/kernel/codelet.h"
#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/mirror.h"
#include "fftcore/kernel/order.h"
#include "fftcore/kernel/padding.h"
#include "fftcore/kernel/spectrum.h"

/* Static, since each unit has its own. */
static fftc_complex fftc_resample_get(fftc_uint x, fftc_uint y);
static fftc_complex fftc_resample_lookup(fftc_wide x, fftc_wide y);
#define FFTC_RESAMPLE_LOOKUPS
#include "fftcore/kernel/resample.h"
#include "fftcore/kernel/twiddle.h"

#define GET(variable, pointer) memcpy(&(variable), pointer, sizeof(variable))
#define PUT(pointer, variable) memcpy(pointer, &(variable), sizeof(variable))

static fftc_complex compute(testing_complex_op op, fftc_complex x, fftc_complex y)
{
    const fftc_real k = FFTC_REAL(0.707106781186547524400844);
    fftc_uint lane = FFTC_UINT(1u);
#if FFTC_LANES > 1
    for (unsigned i = 0; i < FFTC_LANES; ++i) {
        lane[i] = i;
    }
#endif
    switch (op) {
    case TESTING_ADD: return fftc_complex_add(x, y);
    case TESTING_SUB: return fftc_complex_sub(x, y);
    case TESTING_MUL: return fftc_complex_mul(x, y);
    case TESTING_CONJ: return fftc_complex_conj(x);
    case TESTING_MUL_CONJ: return fftc_complex_mul_conj(x, y);
    case TESTING_SCALE: return fftc_complex_scale(x, y.re);
    case TESTING_NEG: return fftc_complex_neg(x);
    case TESTING_MUL_I: return fftc_complex_mul_i(x);
    case TESTING_MUL_MINUS_I: return fftc_complex_mul_minus_i(x);
    case TESTING_NORM: return fftc_complex_make(fftc_complex_norm(x), FFTC_REAL(0.0));
    case TESTING_ADD_I: return fftc_complex_add_i(x, y);
    case TESTING_SUB_I: return fftc_complex_sub_i(x, y);
    case TESTING_ADD_SCALED: return fftc_complex_add_scaled(x, y, k);
    case TESTING_SUB_SCALED: return fftc_complex_sub_scaled(x, y, k);
    case TESTING_ADD_I_SCALED: return fftc_complex_add_i_scaled(x, y, k);
    case TESTING_SUB_I_SCALED: return fftc_complex_sub_i_scaled(x, y, k);
    case TESTING_SWAP: return fftc_complex_swap(x);
    case TESTING_SELECT: return fftc_complex_select((lane & 1u) != 0u, x, y);
    case TESTING_COMPLEX_OPS: break;
    }
    return x;
}

static void complex_run(testing_complex_op op, const void *x, const void *y, void *z)
{
    fftc_complex a;
    fftc_complex b;
    GET(a, x);
    GET(b, y);
    a = compute(op, a, b);
    PUT(z, a);
}

static void to_words(const void *x, uint32_t *words)
{
    fftc_complex a;
    fftc_complex_words w;
    GET(a, x);
    w = fftc_words_from_complex(a);
    PUT(words, w);
}

static void from_words(const uint32_t *words, void *x)
{
    fftc_complex a;
    fftc_complex_words w;
    GET(w, words);
    a = fftc_complex_from_words(w);
    PUT(x, a);
}

#define DFT(n)                                                                       \
    case n: {                                                                        \
        fftc_complex_##n a;                                                          \
        GET(a, x);                                                                   \
        a = direction == FFTC_FORWARD ? fftc_dft_##n(a) : fftc_dft_##n##_inverse(a); \
        PUT(y, a);                                                                   \
        return true;                                                                 \
    }

static bool dft_run(unsigned radix, fftc_direction direction, const void *x, void *y)
{
    switch (radix) {
        DFT(2)
        DFT(3)
        DFT(4)
        DFT(5)
        DFT(7)
        DFT(8)
        DFT(11)
        DFT(13)
        DFT(16)
    default: return false;
    }
}

static void butterfly_run(fftc_direction direction, const void *x, const void *twiddle, void *y)
{
    fftc_pair pair;
    fftc_complex w;
    GET(pair, x);
    GET(w, twiddle);
    pair = direction == FFTC_FORWARD ? fftc_butterfly_dif(pair, w)
                                     : fftc_pair_scale(fftc_butterfly_dit(pair, w), FFTC_REAL(0.5));
    PUT(y, pair);
}

static void position_run(const uint32_t *v, unsigned stride_log2, uint32_t *position)
{
    fftc_uint x;
    GET(x, v);
    x = fftc_butterfly_position(x, stride_log2);
    PUT(position, x);
}

static void twiddle_run(const uint32_t *k, unsigned half_log2, void *z)
{
    fftc_uint x;
    fftc_complex w;
    GET(x, k);
    w = fftc_twiddle(x, half_log2);
    PUT(z, w);
}

static fftc_uint index_compute(testing_index_function which, fftc_uint i, unsigned e, unsigned w)
{
    switch (which) {
    case TESTING_DFT_INDEX: return fftc_get_dft_index(i, e, w);
    case TESTING_NABLA_INDEX: return fftc_get_nabla_index(i, e, w);
    case TESTING_DFT_MIRROR: return fftc_get_dft_mirror_index(i, e, w);
    case TESTING_NABLA_MIRROR: return fftc_get_nabla_mirror_index(i, e, w);
    case TESTING_MIRROR_OTHER: return fftc_get_nabla_mirror_local_info(i, e, w).other_invocation;
    case TESTING_MIRROR_LOCAL: return fftc_get_nabla_mirror_local_info(i, e, w).mirror_local_index;
    case TESTING_MIRROR_OTHER_GLOBAL:
        return fftc_get_nabla_mirror_global_info(i, e, w).other_invocation;
    case TESTING_MIRROR_GLOBAL:
        return fftc_get_nabla_mirror_global_info(i, e, w).mirror_global_index;
    case TESTING_INVERSE_INPUT_FREQUENCY: return fftc_get_inverse_input_frequency(i, e, w);
    case TESTING_INVERSE_INPUT_SLOT: return fftc_get_inverse_input_slot(i, e, w);
    case TESTING_INVERSE_OUTPUT_TIME: return fftc_get_inverse_output_time(i, e, w);
    case TESTING_INVERSE_OUTPUT_SLOT: return fftc_get_inverse_output_slot(i, e, w);
    case TESTING_INDEX_FUNCTIONS: break;
    }
    return i;
}

static void index_run(testing_index_function which, const uint32_t *index, unsigned elements_log2,
                      unsigned workgroup_log2, uint32_t *result)
{
    fftc_uint x;
    GET(x, index);
    x = index_compute(which, x, elements_log2, workgroup_log2);
    PUT(result, x);
}

static void bit_reverse(const uint32_t *x, uint32_t *y)
{
    fftc_uint a;
    GET(a, x);
    a = fftc_bit_reverse(a);
    PUT(y, a);
}

static void most_significant_bit(const uint32_t *x, uint32_t *y)
{
    fftc_uint a;
    GET(a, x);
    a = fftc_most_significant_bit(a);
    PUT(y, a);
}

static void select_uint(const uint32_t *condition, const uint32_t *yes, const uint32_t *no,
                        uint32_t *z)
{
    fftc_uint a;
    fftc_uint b;
    fftc_uint c;
    GET(a, condition);
    GET(b, yes);
    GET(c, no);
    a = fftc_select_uint(a != 0u, b, c);
    PUT(z, a);
}

static void padding_run(const uint32_t *e, uint32_t before, uint32_t length, uint32_t padding,
                        uint32_t *index)
{
    fftc_uint x;
    GET(x, e);
    fftc_padded at = fftc_padding_find(x, before, length, padding);
    x = padding == TESTING_PADDING_MIRROR_ONCE
            ? fftc_padding_mirror_once(x, before, length)
            : fftc_select_uint(at.there, at.index, FFTC_UINT(0xffffffffu));
    PUT(index, x);
}

static fftc_complex fftc_resample_get(fftc_uint x, fftc_uint y)
{
    fftc_uint re = TESTING_SPECTRUM(x, y, 0u);
    fftc_uint im = TESTING_SPECTRUM(x, y, 1u);
    return fftc_complex_make(fftc_real_from_wide(fftc_wide_from_uint(re)),
                             fftc_real_from_wide(fftc_wide_from_uint(im)));
}

/* A tent between neighbours, for places that are not negative: tests do not go further. */
static fftc_complex fftc_resample_lookup(fftc_wide x, fftc_wide y)
{
    fftc_resample_place at[2];
    fftc_wide place[2] = {x, y};
    for (int axis = 0; axis < 2; ++axis) {
        for (unsigned lane = 0; lane < FFTC_LANES; ++lane) {
            fftc_wide_scalar one;
            uint32_t whole;
            memcpy(&one, (const char *)&place[axis] + lane * sizeof one, sizeof one);
            whole = (uint32_t)one;
            one -= (fftc_wide_scalar)whole;
            memcpy((char *)&at[axis].whole + lane * sizeof whole, &whole, sizeof whole);
            memcpy((char *)&at[axis].fraction + lane * sizeof one, &one, sizeof one);
        }
    }
    return fftc_resample(at[0], at[1], TESTING_COLUMNS, TESTING_ROWS, FFTC_RESAMPLE_TENT);
}

static fftc_resample_place find_run(const uint32_t *f, uint32_t samples, uint32_t points)
{
    fftc_uint x;
    GET(x, f);
    return fftc_resample_find(x, samples, points, FFTC_WIDE(1.0 / points));
}

static void resample_weigh(const uint32_t *f, uint32_t samples, uint32_t points, uint32_t filter,
                           uint32_t *whole, void *weights)
{
    fftc_resample_place at = find_run(f, samples, points);
    fftc_resample_weights w = fftc_resample_weigh(at.fraction, filter);
    PUT(whole, at.whole);
    PUT(weights, w);
}

static void bilinear_weigh(const uint32_t *f, uint32_t samples, uint32_t points, void *lookups)
{
    fftc_bilinear_lookups l = fftc_bilinear_weigh(find_run(f, samples, points).fraction);
    PUT(lookups, l);
}

static void resample_run(const uint32_t *x, const uint32_t *y, uint32_t points, uint32_t filter,
                         void *z)
{
    fftc_resample_place u = find_run(x, TESTING_COLUMNS, points);
    fftc_resample_place v = find_run(y, TESTING_ROWS, points);
    fftc_complex value = filter == 3 ? fftc_resample_bilinear(u, v)
                                     : fftc_resample(u, v, TESTING_COLUMNS, TESTING_ROWS, filter);
    PUT(z, value);
}

static void spectrum_run(testing_spectrum_op op, const void *value, const void *other,
                         const uint32_t *frequency, void *z)
{
    fftc_complex a;
    fftc_complex b;
    fftc_uint f;
    GET(a, value);
    GET(b, other);
    GET(f, frequency);
    fftc_signals pair = fftc_spectrum_multiply_pair(a, b, b, a);
    switch (op) {
    case TESTING_CENTRE: a = fftc_spectrum_centre(a, f); break;
    case TESTING_SHARPEN: a = fftc_spectrum_sharpen(a, b.re); break;
    case TESTING_MULTIPLY_PAIR: a = pair.first; break;
    case TESTING_MULTIPLY_PAIR_MIRROR: a = pair.second; break;
    default: break;
    }
    PUT(z, a);
}

static void constant(unsigned which, void *x)
{
    fftc_real c = which == 0   ? FFTC_REAL(0.707106781186547524400844)
                  : which == 1 ? FFTC_REAL(0.0)
                               : FFTC_REAL(-1.5);
    PUT(x, c);
}

static void exp2_minus(unsigned n, void *x)
{
    fftc_wide power = fftc_wide_exp2_minus(n);
    PUT(x, power);
}

extern const testing_kernels TESTING_UNIT;
const testing_kernels TESTING_UNIT = {
    .precision = FFTC_PRECISION == 16   ? FFTC_FLOAT16
                 : FFTC_PRECISION == 32 ? FFTC_FLOAT32
                                        : FFTC_FLOAT64,
    .lanes = FFTC_LANES,
#ifdef FFTC_FAST
    .fused = true,
#endif
    .complex = complex_run,
    .to_words = to_words,
    .from_words = from_words,
    .dft = dft_run,
    .butterfly = butterfly_run,
    .position = position_run,
    .twiddle = twiddle_run,
    .index = index_run,
    .bit_reverse = bit_reverse,
    .most_significant_bit = most_significant_bit,
    .select_uint = select_uint,
    .padding = padding_run,
    .resample_weigh = resample_weigh,
    .bilinear_weigh = bilinear_weigh,
    .resample = resample_run,
    .spectrum = spectrum_run,
    .constant = constant,
    .exp2_minus = exp2_minus,
};
