/* SPDX-License-Identifier: MIT */
#include "fftcore/emulate.h"

#include <string.h>

#include "kernels.h"

/* The trade's compile-time parameter, as an expression; set before each run. */
static uint32_t elements_log2_now;
static uint32_t workgroup_log2_now;
#define FFTC_WORKGROUP_LOG2 workgroup_log2_now

#include "fftcore/kernel/mirror.h"

enum { SPECTRUM, MIRRORED, FOREIGN };

#define LOG2_MAX 20u

START_TEST(mirror_infos_every_size_consistent)
{
    for (unsigned e = 1; e <= LOG2_MAX; ++e) {
        for (unsigned w = 0; e + w <= LOG2_MAX; ++w) {
            uint32_t low = (1u << w) - 1u;
            uint32_t wrong = 0;
            for (uint32_t i = 0; i < 1u << (e + w); ++i) {
                uint32_t m = fftc_get_nabla_mirror_index(i, e, w);
                fftc_mirror_local_info local = fftc_get_nabla_mirror_local_info(i, e, w);
                fftc_mirror_global_info global = fftc_get_nabla_mirror_global_info(i, e, w);
                wrong |= local.other_invocation ^ (m & low);
                wrong |= local.mirror_local_index ^ (m >> w);
                wrong |= global.other_invocation ^ local.other_invocation;
                wrong |= global.mirror_global_index ^ ((local.mirror_local_index << w) | (i & low));
            }
            ck_assert_msg(wrong == 0, "E = %u, W = %u", e, w);
        }
    }
}
END_TEST

/* For one local index, whoever I receive from receives from me, and what they send (the element of
 * theirs that is the mirror of their own) is the mirror of mine. */
START_TEST(mirror_trades_every_size_pairwise)
{
    for (unsigned e = 1; e <= LOG2_MAX; ++e) {
        for (unsigned w = 0; e + w <= LOG2_MAX; ++w) {
            uint32_t low = (1u << w) - 1u;
            uint32_t wrong = 0;
            for (uint32_t i = 0; i < 1u << (e + w); ++i) {
                uint32_t m = fftc_get_nabla_mirror_index(i, e, w);
                fftc_mirror_global_info mine = fftc_get_nabla_mirror_global_info(i, e, w);
                uint32_t theirs = (i & ~low) | mine.other_invocation;
                fftc_mirror_global_info other = fftc_get_nabla_mirror_global_info(theirs, e, w);
                wrong |= other.other_invocation ^ (i & low);
                wrong |= other.mirror_global_index ^ m;
            }
            ck_assert_msg(wrong == 0, "E = %u, W = %u", e, w);
        }
    }
}
END_TEST

/* An element that is not the invocation's own is counted. */
FFTC_ACCESSOR(fftc_complex, fftc_mirror_get, (fftc_uint index))
{
    fftc_complex x;
    if ((index & ((1u << workgroup_log2_now) - 1u)) != fftc_invocation_index()) {
        uint32_t one = 1;
        fftc_memory_store(FOREIGN, 0, &one);
    }
    fftc_memory_load(SPECTRUM, index, &x);
    return x;
}

static void mirror_kernel(void *user)
{
    (void)user;
    for (uint32_t a = 0; a < 1u << elements_log2_now; ++a) {
        fftc_complex x;
        if (a > 0) {
            fftc_workgroup_barrier();
        }
        x = fftc_mirror_trade(a, elements_log2_now, workgroup_log2_now);
        fftc_memory_store(MIRRORED, (a << workgroup_log2_now) + fftc_invocation_index(), &x);
    }
}

static void check_trade(uint32_t subgroup_log2, fftc_schedule schedule, fftc_complex *spectrum,
                        fftc_complex *mirrored)
{
    uint32_t n = 1u << (elements_log2_now + workgroup_log2_now);
    uint32_t foreign = 0;
    fftc_memory memories[] = {{"spectrum", spectrum, sizeof *spectrum, n, true},
                              {"mirrored", mirrored, sizeof *mirrored, n, false},
                              {"foreign", &foreign, sizeof foreign, 1, false}};
    fftc_emulation config = {.workgroup_size = 1u << workgroup_log2_now,
                             .subgroup_size = 1u << subgroup_log2,
                             .shared_words = FFTC_COMPLEX_WORDS << workgroup_log2_now,
                             .schedule = schedule,
                             .seed = testing_seed(),
                             .memories = memories,
                             .memory_count = 3};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_emulator_run(emulator, mirror_kernel, NULL, &report, NULL), FFTC_SUCCESS);
    fftc_emulator_destroy(emulator);
    ck_assert_uint_eq(report.finding_count, 0);
    ck_assert_uint_eq(report.total.bank_conflicts, 0);
    ck_assert_uint_eq(report.total.workgroup_barriers, (2u << elements_log2_now) - 1);
    ck_assert_uint_eq(foreign, 0);
    for (uint32_t slot = 0; slot < n; ++slot) {
        uint32_t f = fftc_get_dft_index(slot, elements_log2_now, workgroup_log2_now);
        uint32_t negative = f == 0 ? 0 : n - f;
        uint32_t from = fftc_get_nabla_index(negative, elements_log2_now, workgroup_log2_now);
        ck_assert_mem_eq(&mirrored[slot], &spectrum[from], sizeof *spectrum);
    }
}

START_TEST(mirror_trade_every_size_receives_negative_frequency)
{
    testing_random random = testing_random_start("mirror trade");
    for (elements_log2_now = 1; elements_log2_now <= 6; ++elements_log2_now) {
        for (workgroup_log2_now = 0; workgroup_log2_now <= 6; ++workgroup_log2_now) {
            size_t n = (size_t)1 << (elements_log2_now + workgroup_log2_now);
            testing_buffer spectrum = testing_buffer_create(n * sizeof(fftc_complex), 8);
            testing_buffer mirrored = testing_buffer_create(n * sizeof(fftc_complex), 8);
            testing_fill(FFTC_FLOAT32, spectrum.data, n, &random);
            for (uint32_t subgroup_log2 = 0; subgroup_log2 <= 7; ++subgroup_log2) {
                memset(mirrored.data, 0, mirrored.bytes);
                check_trade(subgroup_log2, (fftc_schedule)(subgroup_log2 % FFTC_SCHEDULE_COUNT),
                            spectrum.data, mirrored.data);
            }
            testing_buffer_release(&spectrum);
            testing_buffer_release(&mirrored);
        }
    }
}
END_TEST

TESTING_MAIN("mirror", mirror_infos_every_size_consistent, mirror_trades_every_size_pairwise,
             mirror_trade_every_size_receives_negative_frequency)
