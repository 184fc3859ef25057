/* SPDX-License-Identifier: MIT */
#include "line_testing.h"

const fftc_pass_limits line_limits = {.name = "the emulator",
                                      .invocations_max = LINE_INVOCATIONS,
                                      .shared_bytes = 32768,
                                      .subgroup_size = 32,
                                      .buffer_bytes_max = UINT64_MAX};

size_t line_element_bytes(const fftc_transform *t)
{
    return 2 * fftc_precision_bytes(t->precision);
}

fftc_place line_home(const line_trial *t, fftc_place place)
{
    bool in_place = t->transform.placement == FFTC_IN_PLACE;
    return place == FFTC_PLACE_SRC && in_place ? FFTC_PLACE_DST : place;
}

line_trial line_trial_start(const fftc_transform *transform, const fftc_pass_limits *limits)
{
    line_trial t = {.transform = *transform, .points = 1};
    testing_random random = testing_random_start("line");
    size_t bytes = line_element_bytes(transform);
    fftc_error error;
    ck_assert_msg(fftc_pass_plan_make(transform, limits, &t.plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    for (int i = 0; i < FFTC_MAX_RANK && transform->length[i] != 0; ++i) {
        t.points *= transform->length[i];
    }
    t.batch = transform->batch == 0 ? 1 : transform->batch;
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        if (t.plan.elements[i] != 0) {
            t.place[i] = testing_buffer_create(t.plan.elements[i] * bytes, bytes / 2);
        }
    }
    fftc_place first = line_home(&t, FFTC_PLACE_SRC);
    testing_fill(transform->precision, t.place[first].data, t.plan.elements[first], &random);
    return t;
}

void line_trial_end(line_trial *t)
{
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        if (t->plan.elements[i] != 0) {
            testing_buffer_release(&t->place[i]);
        }
    }
}

void line_trial_run(line_trial *t, const fftc_pass_limits *limits, const fftc_emulation *with)
{
    const fftc_emulated_device emulation = {.invocations_max = limits->invocations_max,
                                            .shared_bytes = limits->shared_bytes,
                                            .passes.no_subgroups = limits->subgroup_size == 0,
                                            .config = with};
    const fftc_arrays arrays = {.src = t->place[line_home(t, FFTC_PLACE_SRC)].data,
                                .dst = t->place[FFTC_PLACE_DST].data};
    fftc_emulated_report report;
    fftc_error error;
    char text[1024];
    ck_assert_msg(fftc_emulate_plan(&t->transform, &emulation, &arrays, &report, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count != 0) {
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%zu points, dispatch %u: %s", t->points, (unsigned)report.dispatches, text);
    }
    ck_assert_uint_eq(report.dispatches, t->plan.count);
    t->counts = report.total;
}
