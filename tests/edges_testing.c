/* SPDX-License-Identifier: MIT */
#include "edges_testing.h"

edges_emulated edges_narrow(unsigned i)
{
    edges_emulated e = {.config = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                   .subgroup_size = 4u << i % 5,
                                   .seed = testing_seed() + i}};
    e.emulation.invocations_max = 16u << i % 4; /* several passes, tiles, rounds */
    e.emulation.shared_bytes = 256u << i % 6;
    e.emulation.passes.no_subgroups = i % 3 == 0;
    e.emulation.passes.pair_batch = i % 4 < 2;
    e.emulation.passes.less_scratch = i % 5 == 0;
    return e;
}

void edges_emulate(void *emulated, const fftc_transform *t, const fftc_arrays *arrays,
                   size_t src_bytes, size_t dst_bytes)
{
    edges_emulated *e = emulated;
    fftc_emulated_report report;
    fftc_error error;
    char text[1024];
    (void)src_bytes;
    (void)dst_bytes;
    e->emulation.config = &e->config;
    fftc_status status = fftc_emulate_plan(t, &e->emulation, arrays, &report, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    if (report.finding_count != 0) {
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%s, dispatch %u: %s", transform_describe(t), (unsigned)report.dispatches,
                     text);
    }
}

fftc_transform edges_draw(testing_random *random, size_t most_points)
{
    fftc_transform t = transform_draw(random, most_points);
    transform_draw_storage(&t, random);
    transform_draw_ranges(&t, random);
    return t;
}
