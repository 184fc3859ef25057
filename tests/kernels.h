/* SPDX-License-Identifier: MIT
 *
 * The kernel headers compiled in every way C has: each precision, 1, 4, 8 and 16 lanes. One table
 * of functions a unit (kernels_tmpl.c), so that tests can loop over units.
 *
 * A varying value is `lanes` scalars in a row; a complex one is its real parts, then its imaginary
 * parts; a codelet's operand is `radix` complex ones.
 */
#ifndef FFTC_TESTS_KERNELS_H
#define FFTC_TESTS_KERNELS_H

#include "testing.h"

#define TESTING_LANES_MAX 16
#define TESTING_RADIX_MAX 16

typedef enum testing_complex_op {
    TESTING_ADD,
    TESTING_SUB,
    TESTING_MUL,
    TESTING_CONJ,
    TESTING_MUL_CONJ,
    TESTING_SCALE, /* by the real part of y */
    TESTING_NEG,
    TESTING_MUL_I,
    TESTING_MUL_MINUS_I,
    TESTING_NORM, /* in the real part */
    TESTING_ADD_I,
    TESTING_SUB_I,
    TESTING_ADD_SCALED, /* the real constant is sqrt(1/2) in these four */
    TESTING_SUB_SCALED,
    TESTING_ADD_I_SCALED,
    TESTING_SUB_I_SCALED,
    TESTING_SWAP,
    TESTING_SELECT, /* x in odd lanes, y in even ones */
    TESTING_COMPLEX_OPS
} testing_complex_op;

typedef enum testing_index_function {
    TESTING_DFT_INDEX,
    TESTING_NABLA_INDEX,
    TESTING_DFT_MIRROR,
    TESTING_NABLA_MIRROR,
    TESTING_MIRROR_OTHER,
    TESTING_MIRROR_LOCAL,
    TESTING_MIRROR_OTHER_GLOBAL,
    TESTING_MIRROR_GLOBAL,
    TESTING_INVERSE_INPUT_FREQUENCY,
    TESTING_INVERSE_INPUT_SLOT,
    TESTING_INVERSE_OUTPUT_TIME,
    TESTING_INVERSE_OUTPUT_SLOT,
    TESTING_INDEX_FUNCTIONS
} testing_index_function;

typedef enum testing_spectrum_op {
    TESTING_CENTRE,
    TESTING_SHARPEN,
    TESTING_MULTIPLY_PAIR, /* the product at f */
    TESTING_MULTIPLY_PAIR_MIRROR,
    TESTING_SPECTRUM_OPS
} testing_spectrum_op;

/* fftc_padding_mirror_once among the paddings of kernel/padding.h. */
#define TESTING_PADDING_MIRROR_ONCE 4u

/* The spectrum that is resampled has columns by rows frequencies, of which rows / 2 + 1 rows are
 * stored: small whole numbers, part 0 real, part 1 imaginary. The same in kernels.comp. */
#define TESTING_COLUMNS 24u
#define TESTING_ROWS 20u
#define TESTING_SPECTRUM(x, y, part) (((x) * (5u + 2u * (part)) + (y)*11u + 3u) % 64u)

typedef struct testing_kernels {
    fftc_precision precision;
    size_t lanes;
    bool fused; /* products may be fused: results within bounds, not of the same bits */

    void (*complex)(testing_complex_op op, const void *x, const void *y, void *z);
    void (*to_words)(const void *x, uint32_t *words);
    void (*from_words)(const uint32_t *words, void *x);
    /* false if there is no codelet of that radix */
    bool (*dft)(unsigned radix, fftc_direction direction, const void *x, void *y);
    /* two complex numbers in and out, then the twiddle */
    void (*butterfly)(fftc_direction direction, const void *x, const void *twiddle, void *y);
    void (*position)(const uint32_t *v, unsigned stride_log2, uint32_t *position);
    void (*twiddle)(const uint32_t *k, unsigned half_log2, void *z);
    void (*index)(testing_index_function which, const uint32_t *index, unsigned elements_log2,
                  unsigned workgroup_log2, uint32_t *result);
    void (*bit_reverse)(const uint32_t *x, uint32_t *y);
    void (*most_significant_bit)(const uint32_t *x, uint32_t *y);
    void (*select_uint)(const uint32_t *condition, const uint32_t *yes, const uint32_t *no,
                        uint32_t *z);
    /* the number of the axis, or 0xffffffff where there is none; with the last padding of its own
     * function */
    void (*padding)(const uint32_t *e, uint32_t before, uint32_t length, uint32_t padding,
                    uint32_t *index);
    /* Where frequency f of `points` is among `samples`, and the weights of a filter there:
     * FFTC_RESAMPLE_TAPS_MAX varying numbers of the wide type. */
    void (*resample_weigh)(const uint32_t *f, uint32_t samples, uint32_t points, uint32_t filter,
                           uint32_t *whole, void *weights);
    /* Three places and three weights of the wide type, for frequency f. */
    void (*bilinear_weigh)(const uint32_t *f, uint32_t samples, uint32_t points, void *lookups);
    /* testing_spectrum at frequencies (x, y) of `points` along both axes; filter 3: by bilinear
     * lookups */
    void (*resample)(const uint32_t *x, const uint32_t *y, uint32_t points, uint32_t filter,
                     void *z);
    /* The spectrum times its sign, sharpened by the real part of `other`, or the two products of a
     * pair: of value and other, by the factors other and value */
    void (*spectrum)(testing_spectrum_op op, const void *value, const void *other,
                     const uint32_t *frequency, void *z);
    /* one of three constants, in every lane */
    void (*constant)(unsigned which, void *x);
    /* 2^-n, of the wide type (float or double), in every lane */
    void (*exp2_minus)(unsigned n, void *x);
} testing_kernels;

/* Ended by NULL. The first of each precision has 1 lane. */
extern const testing_kernels *const testing_kernel_units[];

/* The unit of 1 lane that a unit is compared with; NULL if the compiler lacks the precision. */
const testing_kernels *testing_kernels_scalar(fftc_precision precision);

/* Copies of one lane out of, or into, `count` varying values. */
void testing_lane_get(const testing_kernels *unit, const void *x, size_t count, size_t lane,
                      void *y);
void testing_lane_set(const testing_kernels *unit, void *x, size_t count, size_t lane,
                      const void *y);

static const char *const testing_precision_names[] = {"float", "double", "half"};

#endif
