/* SPDX-License-Identifier: MIT
 *
 * The stack that convolutions take.
 */
#include <stdlib.h>

#include "convolution_testing.h"

/* What convolution.h says. */
#define STACK_MOST ((size_t)128 * 1024)

typedef struct call {
    const fftc_convolution *plan;
    const void *from; /* the kernel, or the signal */
    void *spectrum;
    void *dst; /* NULL: the kernel is prepared */
} call;

static void *make_call(void *context)
{
    const call *c = context;
    if (c->dst == NULL) {
        (void)fftc_convolution_prepare(c->plan, c->from, c->spectrum, NULL);
    } else {
        (void)fftc_convolution_execute(c->plan, c->from, c->spectrum, c->dst, NULL);
    }
    return NULL;
}

static void check_stack(const fftc_convolution_description *d)
{
    size_t src_bytes;
    size_t dst_bytes;
    size_t kernel_bytes;
    ck_assert_int_eq(fftc_convolution_bytes(d, &src_bytes, &dst_bytes, &kernel_bytes, NULL),
                     FFTC_SUCCESS);
    fftc_convolution *plan = convolution_make(d, NULL);
    void *spectrum = convolution_fresh(fftc_convolution_spectrum_bytes(plan));
    void *kernel = calloc(1, kernel_bytes);
    void *src = calloc(1, src_bytes);
    void *dst = d->signal.placement == FFTC_IN_PLACE ? src : calloc(1, dst_bytes);
    ck_assert(kernel != NULL && src != NULL && dst != NULL);
    size_t preparing = testing_stack_of(make_call, &(call){plan, kernel, spectrum, NULL});
    size_t executing = testing_stack_of(make_call, &(call){plan, src, spectrum, dst});
    ck_assert_msg(preparing < STACK_MOST && executing < STACK_MOST,
                  "%s: %zu bytes to prepare, %zu to execute", convolution_describe(d), preparing,
                  executing);
    fftc_convolution_destroy(plan);
    free(src == dst ? NULL : src);
    free(dst);
    free(kernel);
    free(spectrum);
}

/* The cases are those of thousands of random ones that took the most stack, by plans of transforms,
 * and in other ways. */
START_TEST(call_takes_less_than_128_kib_of_a_stack)
{
    static const fftc_convolution_description descriptions[] = {
        {.signal = {.length = {60, 18}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64, .batch = 3},
         .kernel_length = {15, 18}},
        {.signal = {.length = {126, 2},
                    .kind = FFTC_REAL,
                    .precision = FFTC_FLOAT64,
                    .placement = FFTC_IN_PLACE},
         .kernel_length = {6, 2}},
        {.signal = {.length = {88, 10}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
         .kernel_length = {40, 10}},
        {.signal = {.length = {65, 54}, .kind = FFTC_REAL}},
        {.signal = {.length = {45, 88}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE}},
        {.signal = {.length = {28, 17}, .precision = FFTC_FLOAT16, .batch = 3},
         .kernel_length = {13, 9}},
        {.signal = {.length = {68, 77, 2}, .placement = FFTC_IN_PLACE, .batch = 2}},
        {.signal = {.length = {300}}, .kernel_length = {40}},
    };
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; ++i) {
        check_stack(&descriptions[i]);
    }
}
END_TEST

TESTING_MAIN("convolution_memory", call_takes_less_than_128_kib_of_a_stack)
