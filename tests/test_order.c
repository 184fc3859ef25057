/* SPDX-License-Identifier: MIT */
#include "fftcore/kernel/order.h"

#include <stdlib.h>

#include "order_vectors.h"

#define LOG2_MAX 20u

/* The definition, bit by bit: slot ( h | q | b ) holds frequency ( q | rev b | rev h ). */
static uint32_t naive_dft_index(uint32_t slot, unsigned e, unsigned w)
{
    uint32_t frequency = 0;
    for (unsigned bit = 0; bit < w; ++bit) { /* b, lowest bit first, below q */
        frequency |= ((slot >> bit) & 1u) << (e + w - 2 - bit);
    }
    for (unsigned bit = 0; bit + 1 < e; ++bit) { /* h, at the bottom */
        frequency |= ((slot >> (w + 1 + bit)) & 1u) << (e - 2 - bit);
    }
    return frequency | ((slot >> w) & 1u) << (e + w - 1);
}

START_TEST(order_vectors_match_the_original)
{
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        for (size_t v = 0; v < ORDER_VECTORS; ++v) {
            const order_vector *vector = &order_vectors[v];
            size_t n = (size_t)1 << (vector->elements_log2 + vector->workgroup_log2);
            size_t lanes = (*u)->lanes;
            uint32_t *table = malloc(n * sizeof *table);
            ck_assert_ptr_nonnull(table);
            for (size_t i = 0; i < n; i += lanes) {
                uint32_t index[TESTING_LANES_MAX];
                for (size_t lane = 0; lane < lanes; ++lane) {
                    index[lane] = (uint32_t)(i + lane);
                }
                (*u)->index(vector->function, index, vector->elements_log2, vector->workgroup_log2,
                            table + i);
            }
            for (size_t i = 0; i < 16; ++i) {
                ck_assert_uint_eq(table[i], vector->first[i]);
            }
            /* Little-endian machines only, as all that this library is built for. */
            ck_assert_uint_eq(testing_crc32(table, n * sizeof *table), vector->crc32);
            free(table);
        }
    }
}
END_TEST

START_TEST(order_every_size_identities_hold)
{
    for (unsigned e = 1; e <= LOG2_MAX; ++e) {
        for (unsigned w = 0; e + w <= LOG2_MAX; ++w) {
            uint32_t n = 1u << (e + w);
            uint32_t wrong = 0;
            for (uint32_t i = 0; i < n; ++i) {
                uint32_t f = fftc_get_dft_index(i, e, w);
                uint32_t slot = fftc_get_nabla_index(i, e, w);
                wrong |= f ^ naive_dft_index(i, e, w);
                /* inverse permutations */
                wrong |= fftc_get_nabla_index(f, e, w) ^ i;
                wrong |= fftc_get_dft_index(slot, e, w) ^ i;
                /* the lower half of the spectrum is where local indices are even */
                wrong |= (f >> (e + w - 1)) ^ ((i >> w) & 1u);
                wrong |= fftc_get_inverse_input_frequency(i, e, w) ^ f;
                wrong |= fftc_get_inverse_input_slot(i, e, w) ^ slot;
                wrong |= fftc_get_inverse_output_time(i, e, w) ^ i;
                wrong |= fftc_get_inverse_output_slot(i, e, w) ^ i;
            }
            ck_assert_msg(wrong == 0, "E = %u, W = %u", e, w);
            ck_assert_uint_eq(fftc_get_nabla_index(n / 2, e, w), 1u << w); /* Nyquist */
        }
    }
}
END_TEST

START_TEST(mirror_every_size_closed_form_is_composed_form)
{
    for (unsigned e = 1; e <= LOG2_MAX; ++e) {
        for (unsigned w = 0; e + w <= LOG2_MAX; ++w) {
            uint32_t n = 1u << (e + w);
            uint32_t wrong = 0;
            uint32_t fixed = 0;
            for (uint32_t i = 0; i < n; ++i) {
                uint32_t mirror = fftc_get_nabla_mirror_index(i, e, w);
                uint32_t f = naive_dft_index(i, e, w);
                uint32_t negative = fftc_get_dft_mirror_index(f, e, w);
                wrong |= negative ^ (f == 0 ? 0 : n - f);
                wrong |= naive_dft_index(mirror, e, w) ^ negative;
                wrong |= fftc_get_nabla_mirror_index(mirror, e, w) ^ i; /* an involution */
                fixed += mirror == i ? 1 : 0;
            }
            ck_assert_msg(wrong == 0, "E = %u, W = %u", e, w);
            ck_assert_uint_eq(fixed, 2); /* zero and Nyquist */
            ck_assert_uint_eq(fftc_get_nabla_mirror_index(0, e, w), 0);
            ck_assert_uint_eq(fftc_get_nabla_mirror_index(1u << w, e, w), 1u << w);
        }
    }
}
END_TEST

/* Up to where indices end: 31 bits, at random. */
START_TEST(order_large_sizes_identities_hold)
{
    testing_random random = testing_random_start("order large");
    for (int trial = 0; trial < 200000; ++trial) {
        unsigned e = 1 + (unsigned)testing_random_below(&random, 31);
        unsigned w = (unsigned)testing_random_below(&random, 32 - e);
        uint32_t i = (uint32_t)testing_random_below(&random, (uint64_t)1 << (e + w));
        uint32_t f = fftc_get_dft_index(i, e, w);
        uint32_t mirror = fftc_get_nabla_mirror_index(i, e, w);
        ck_assert_uint_eq(f, naive_dft_index(i, e, w));
        ck_assert_uint_eq(fftc_get_nabla_index(f, e, w), i);
        ck_assert_uint_eq(fftc_get_dft_index(mirror, e, w), fftc_get_dft_mirror_index(f, e, w));
    }
}
END_TEST

START_TEST(order_vector_lanes_equal_scalar)
{
    testing_random random = testing_random_start("order lanes");
    for (const testing_kernels *const *u = testing_kernel_units; *u != NULL; ++u) {
        const testing_kernels *scalar = testing_kernels_scalar((*u)->precision);
        for (int trial = 0; trial < 20000; ++trial) {
            unsigned e = 1 + (unsigned)testing_random_below(&random, 31);
            unsigned w = (unsigned)testing_random_below(&random, 32 - e);
            testing_index_function function =
                (testing_index_function)testing_random_below(&random, TESTING_INDEX_FUNCTIONS);
            uint32_t index[TESTING_LANES_MAX];
            uint32_t result[TESTING_LANES_MAX];
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                index[lane] = (uint32_t)testing_random_below(&random, (uint64_t)1 << (e + w));
            }
            (*u)->index(function, index, e, w, result);
            for (size_t lane = 0; lane < (*u)->lanes; ++lane) {
                uint32_t expected;
                scalar->index(function, &index[lane], e, w, &expected);
                ck_assert_uint_eq(result[lane], expected);
            }
        }
    }
}
END_TEST

TESTING_MAIN("order", order_vectors_match_the_original, order_every_size_identities_hold,
             mirror_every_size_closed_form_is_composed_form, order_large_sizes_identities_hold,
             order_vector_lanes_equal_scalar)
