/* SPDX-License-Identifier: MIT
 *
 * Small circular convolutions, which are done by plans of their transforms (by_plans.h): which ones
 * are, and that they are right.
 */
#include "convolution_testing.h"
#include "cpu/convolution/convolution.h"

/* Small circular ones of several axes, and what keeps others from being such. */
START_TEST(small_arrays_take_whole_transforms)
{
    const fftc_plan_options none = {0};
    const fftc_plan_options reproducible = {.reproducible = 1};
    const struct {
        fftc_convolution_description d;
        const fftc_plan_options *options;
        bool whole;
    } cases[] = {
        {{.signal = {.length = {16, 16}}}, &none, true},
        {{.signal = {.length = {12, 10, 6}, .precision = FFTC_FLOAT64}}, &none, true},
        {{.signal = {.length = {16, 16}, .batch = 3, .placement = FFTC_IN_PLACE},
          .product = FFTC_CORRELATE},
         &none,
         true},
        {{.signal = {.length = {16, 16}, .batch = 2, .src_distance = 300}}, &none, true},
        {{.signal = {.length = {16, 16}, .kind = FFTC_REAL}}, &none, true},
        {{.signal = {.length = {4, 4}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
          .product = FFTC_CORRELATE},
         &none,
         true},
        {{.signal = {.length = {5, 9, 10}, .kind = FFTC_REAL, .batch = 7},
          .kernel_length = {5, 4, 10},
          .kernel_origin = {2, 1, 0}},
         &none,
         true},
        {{.signal = {.length = {30, 40},
                     .kind = FFTC_REAL,
                     .placement = FFTC_IN_PLACE,
                     .scaling = FFTC_SCALE_UNITARY}},
         &none,
         true},
        {{.signal = {.length = {2, 3, 2, 5}, .scaling = FFTC_SCALE_NONE}}, &none, true},
        {{.signal = {.length = {16, 16}}}, &reproducible, false},
        {{.signal = {.length = {64}}}, &none, true},
        {{.signal = {.length = {17}, .batch = 5}}, &none, false}, /* not smooth */
        {{.signal = {.length = {48}, .placement = FFTC_IN_PLACE, .precision = FFTC_FLOAT64},
          .product = FFTC_CORRELATE},
         &none,
         true},
        {{.signal = {.length = {64}, .kind = FFTC_REAL}}, &none, false},
        {{.signal = {.length = {600}}}, &none, false}, /* longer than such single axes */
        {{.signal = {.length = {16, 15}, .kind = FFTC_REAL}}, &none, false},
        {{.signal = {.length = {16, 34}}}, &none, false},
        {{.signal = {.length = {128, 128}}}, &none, false},
        {{.signal = {.length = {16, 16}, .format = FFTC_SPLIT}}, &none, false},
        {{.signal = {.length = {16, 16}, .precision = FFTC_FLOAT16}}, &none, false},
        {{.signal = {.length = {16, 16}, .src_stride = {17, 1}}}, &none, false},
        {{.signal = {.length = {16, 16}, .dst_stride = {1, 16}}}, &none, false},
        {{.signal = {.length = {16, 16}, .src_range = {{0, 9}}}}, &none, false},
        {{.signal = {.length = {16, 16}, .dst_range = {{0, 16}, {1, 16}}}}, &none, false},
    };
    testing_random random = testing_random_start("whole");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_convolution *plan = convolution_make(&cases[i].d, cases[i].options);
        ck_assert_msg((plan->by_plans.forward != NULL) == cases[i].whole, "%zu: %s", i,
                      convolution_describe(&cases[i].d));
        fftc_convolution_destroy(plan);
        for (int threads = 1; threads <= 2; ++threads) {
            convolution_check(&cases[i].d, threads, &random);
        }
    }
}
END_TEST

TESTING_MAIN("convolution_by_plans", small_arrays_take_whole_transforms)
