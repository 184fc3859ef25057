/* SPDX-License-Identifier: MIT
 *
 * Convolutions as a device would carry them out, in the emulator: the sums, and no finding on any schedule.
 */
#include <string.h>

#include "common/convolution_plan.h"
#include "convolution_testing.h"
#include "fftcore/emulate_plan.h"
#include "transform_testing.h"

#ifdef TESTING_SANITIZED_THREAD
#define TESTING_TRIALS 4
#else
#define TESTING_TRIALS 60
#endif

/* The limits that the emulation has. */
static fftc_pass_limits limits_of(const fftc_plan_emulation *e)
{
    return (fftc_pass_limits){.name = "the emulator",
                              .invocations_max = e->invocations_max,
                              .shared_bytes = e->shared_bytes,
                              .subgroup_size = e->no_subgroups ? 0 : e->config->subgroup_size,
                              .buffer_bytes_max = UINT64_MAX};
}

static fftc_convolution_passes passes_of(const fftc_convolution_description *d,
                                         const fftc_plan_emulation *e)
{
    fftc_convolution_passes passes;
    fftc_error error;
    fftc_pass_limits limits = limits_of(e);
    ck_assert_msg(fftc_convolution_passes_make(d, &limits, &passes, &error) == FFTC_SUCCESS,
                  "%s: %s", convolution_describe(d), error.message);
    return passes;
}

static void check(const fftc_convolution_description *d, const fftc_plan_emulation *e,
                  testing_random *random)
{
    fftc_convolution_passes passes = passes_of(d, e);
    convolution_case c = convolution_case_start(d, random);
    const fftc_convolution_arrays arrays = {.src = c.src[0] != NULL ? c.src[0] : c.dst[0],
                                            .src_im = c.src[1] != NULL ? c.src[1] : c.dst[1],
                                            .kernel = c.kernel[0],
                                            .kernel_im = c.kernel[1],
                                            .dst = c.dst[0],
                                            .dst_im = c.dst[1]};
    fftc_plan_report report;
    fftc_error error;
    ck_assert_msg(fftc_convolution_emulate(d, e, &arrays, &report, &error) == FFTC_SUCCESS,
                  "%s: %s", convolution_describe(d), error.message);
    char text[1024] = "";
    if (report.finding_count != 0) {
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s: %s", convolution_describe(d), text);
    ck_assert_uint_eq(report.dispatches, passes.prepare.count + passes.execute.count);
    convolution_case_judge(&c, fftc_convolution_passes_bound(&passes));
    convolution_case_end(&c);
}

static void check_drawn(const char *name, int count, size_t most, bool narrow)
{
    testing_random random = testing_random_start(name);
    for (int i = 0; i < count * (int)transform_campaign(); ++i) {
        fftc_convolution_description d = convolution_draw(&random, most, 200000);
        fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                               .subgroup_size = narrow ? 4u << i % 4 : 32u,
                               .seed = testing_seed() + (uint64_t)i};
        const fftc_plan_emulation e = {.invocations_max = narrow ? 16u << i % 3 : 256,
                                       .shared_bytes = narrow ? 256u << i % 3 : 32768,
                                       .no_subgroups = narrow,
                                       .config = &with};
        check(&d, &e, &random);
    }
}

START_TEST(convolution_any_description_right_and_clean)
{
    check_drawn("any description", TESTING_TRIALS, 2000, false);
}
END_TEST

/* Limits so narrow that lines go in parts, and axes in two and three levels. */
START_TEST(convolution_narrow_device_right_and_clean)
{
    check_drawn("narrow device", TESTING_TRIALS, 2000, true);
}
END_TEST

TESTING_MAIN("emulate_convolution", convolution_any_description_right_and_clean,
             convolution_narrow_device_right_and_clean)
