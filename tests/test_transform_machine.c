/* SPDX-License-Identifier: MIT
 *
 * The table of processors: each row has what plans read, and on any machine plans by another one's
 * row are transforms.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/cost/cost_tables.h"
#include "cpu/engine/machine.h"
#include "cpu/engine/packed.h"
#include "cpu/plan/plan.h"
#include "cpu/real/real_steps.h"
#include "transform_testing.h"

enum { INTEL, ZEN3, ZEN4, OTHER };
static const char *const names[FFTC_MACHINES] = {"intel", "zen3", "zen4", "other"};

static void force(int machine)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_MACHINE", names[machine], 1), 0);
    fftc_machine_forget();
    ck_assert_str_eq(fftc_machine_here()->name, names[machine]);
}

static void force_none(void)
{
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_MACHINE"), 0);
    fftc_machine_forget();
}

START_TEST(machine_first_that_says_so_or_forced)
{
    int first = 0;
    while (first < OTHER && !fftc_machines[first].is_here()) {
        ++first;
    }
    force_none();
    ck_assert_ptr_eq(fftc_machine_here(), &fftc_machines[first]);
    ck_assert_int_eq(setenv("FFTCORE_FORCE_MACHINE", "abacus", 1), 0);
    fftc_machine_forget();
    ck_assert_ptr_eq(fftc_machine_here(), &fftc_machines[first]);
    for (int i = 0; i < FFTC_MACHINES; ++i) {
        force(i);
        ck_assert_ptr_eq(fftc_machine_here(), &fftc_machines[i]);
    }
    ck_assert(fftc_machines[OTHER].is_here == NULL);
    force_none();
}
END_TEST

static void check_costs(const fftc_cost_fit *fit)
{
    ck_assert_ptr_nonnull(fit);
    ck_assert_ptr_nonnull(fit->butterflies);
    for (int i = 0; i < 2; ++i) {
        const fftc_cost_triple_fit *triple = &fit->triple_512[i];
        ck_assert(triple->first != NULL && triple->middle != NULL && triple->last != NULL);
        ck_assert(triple->alone > 0.0);
    }
}

/* Costs of 0 would always be chosen, and thresholds of 0 are beyond some quotients. */
START_TEST(machine_rows_are_complete)
{
    check_costs(&fftc_cost_usual);
    for (int i = 0; i < FFTC_MACHINES; ++i) {
        const fftc_machine *m = &fftc_machines[i];
        check_costs(m->avx512);
        check_costs(m->avx2);
        const size_t positive[] = {
            m->assumed_cache,        m->least_prefetched_array,   m->least_prefetched_row,
            m->most_prefetched,      m->least_prefetched_real,    m->least_prefetched_results,
            m->least_streamed,       m->least_streamed_long_row,  m->most_streamed_row,
            m->streamed_group,       m->nontemporal_alignment,    m->prefetched_bytes,
            m->most_prefetched_rows, m->least_fetched_plane,      m->most_cube,
            m->most_transposed,      m->most_transposed_streamed, m->most_transposed_prefetched};
        for (size_t k = 0; k < sizeof positive / sizeof *positive; ++k) {
            ck_assert_msg(positive[k] > 0, "%s: threshold %zu", m->name, k);
        }
        ck_assert_uint_le(m->least_streamed, m->most_unstreamed);
        ck_assert_uint_eq(FFTC_CACHE_LINE % m->nontemporal_alignment, 0);
        ck_assert(m->knows_triple || !m->knows_long_triple);
    }
}
END_TEST

/* Of kinds on whose choice rows differ. */
START_TEST(plans_of_each_machine_are_the_definition)
{
    static const fftc_transform cases[] = {
        {.length = {343}},
        {.length = {320}},
        {.length = {1024}},
        {.length = {1000}, .precision = FFTC_FLOAT64},
        {.length = {4096}, .precision = FFTC_FLOAT64},
        {.length = {24}, .precision = FFTC_FLOAT64, .batch = 3},
        {.length = {16, 16}, .batch = 40},
        {.length = {25, 30}, .placement = FFTC_IN_PLACE, .direction = FFTC_INVERSE},
        {.length = {9, 16, 16}, .precision = FFTC_FLOAT64},
    };
    testing_random random = testing_random_start("machine");
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        const fftc_transform *t = &cases[c];
        const size_t count = transform_axes_of(t).src_span;
        void *data = malloc(2 * count * fftc_precision_bytes(t->precision));
        ck_assert_ptr_nonnull(data);
        testing_fill(t->precision, data, count, &random);
        long double *expected = transform_expect(t, data);
        for (int i = 0; i < FFTC_MACHINES; ++i) {
            force(i);
            void *points = transform_execute(t, 1, 8, data);
            const double error = transform_error(t, points, expected);
            ck_assert_msg(error <= transform_bound(t), "%s: %s: %g", names[i],
                          transform_describe(t), error);
            free(points);
        }
        free(expected);
        free(data);
    }
    force_none();
}
END_TEST

static void save(const fftc_transform *t, bool reproducible, char *text, size_t bytes)
{
    const fftc_plan_options options = {.reproducible = reproducible};
    fftc_plan *plan = transform_plan_with(t, &options);
    size_t needed;
    ck_assert_int_eq(fftc_plan_save(plan, text, bytes, &needed, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}

/* Reproducible plans have the same choices on every machine. */
START_TEST(reproducible_plans_do_not_depend_on_the_machine)
{
    static const size_t lengths[] = {24, 64, 125, 320, 343, 720, 1000, 1024, 2047, 4096, 30030};
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; ++i) {
        const fftc_transform t = {.length = {lengths[i / 2]},
                                  .precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        char first[512];
        char text[512];
        force(0);
        save(&t, true, first, sizeof first);
        for (int m = 1; m < FFTC_MACHINES; ++m) {
            force(m);
            save(&t, true, text, sizeof text);
            ck_assert_str_eq(text, first);
        }
    }
    force_none();
}
END_TEST

#if defined(__x86_64__)
/* If the processor has the instruction set and it was built; "base" always is. Builds with
 * sanitizers have AVX-512 without vectors of 256 bits, and choose otherwise. */
static void check_estimate(uint64_t n, size_t isa, const char *name,
                           const char *const expected[FFTC_MACHINES])
{
    const fftc_transform t = {.length = {n}};
    const fftc_engine *const *engines = fftc_engines(t.precision, transform_isas[isa]);
    const bool halves = isa != 0 || strcmp(engines[1]->name, name) == 0;
    if (!transform_force_isa(isa) || strcmp(engines[0]->name, name) != 0 || !halves) {
        return;
    }
    for (int m = 0; m < FFTC_MACHINES; ++m) {
        char text[512];
        force(m);
        save(&t, false, text, sizeof text);
        ck_assert_msg(strstr(text, expected[m]) != NULL, "%s: %s", names[m], text);
    }
    force_none();
}
#endif

/* 343 points are 7 columns of 49 in 8 lanes or in 16: where vectors of 512 bits cost no more than
 * those of 256, 16 are faster, but not on Intel's processors, nor on Zen 4. With AVX2 these do
 * 320 points in three radices, not in a wide row; with SSE2 all are alike. */
START_TEST(estimate_lanes_and_kind_of_processor)
{
#if defined(__x86_64__)
    check_estimate(343, 0, "avx512",
                   (const char *const[]){" 1.8.7.", " 1.8.7.", " 1.8.7.", " 1.16.7."});
    check_estimate(
        320, 1, "avx2",
        (const char *const[]){" 10.8.4.10.8", " 10.8.4.10.8", " 10.8.4.10.8", " 7.8.8."});
    check_estimate(343, 2, "base",
                   (const char *const[]){" 7.4.7.", " 7.4.7.", " 7.4.7.", " 7.4.7."});
    check_estimate(320, 2, "base",
                   (const char *const[]){" 6.4.10.32", " 6.4.10.32", " 6.4.10.32", " 6.4.10.32"});
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
#endif
}
END_TEST

/* 12 MiB of long real rows are streamed by Zen's processors alone, whose stage is prefetched to the
 * second-level cache; Intel's alone turn planes. */
START_TEST(estimate_streams_and_turned_planes_by_processor)
{
    const fftc_transform rows = {
        .length = {1500}, .precision = FFTC_FLOAT64, .kind = FFTC_REAL, .batch = 530};
    const fftc_transform planes = {.length = {32, 32}, .batch = 3};
    const fftc_plan_options options = {0};
    for (int m = 0; m < FFTC_MACHINES; ++m) {
        force(m);
        fftc_plan *plan = transform_plan_with(&rows, &options);
        const fftc_real_step *s = &plan->real->step[0];
        ck_assert_int_eq(s->streamed, (m == ZEN3 || m == ZEN4) && plan->move->stream != NULL);
        ck_assert(s->prefetch_src.lines == 0 || s->prefetch_src.near == !s->streamed);
        fftc_plan_destroy(plan);
        plan = transform_plan_with(&planes, &options);
        const fftc_packed *packed = plan->engines[0]->packed;
        ck_assert_int_eq(plan->step[0].transposed != NULL,
                         m == INTEL && packed != NULL && packed->transposing != NULL);
        fftc_plan_destroy(plan);
    }
    force_none();
}
END_TEST

TESTING_MAIN("transform_machine", machine_first_that_says_so_or_forced, machine_rows_are_complete,
             plans_of_each_machine_are_the_definition,
             reproducible_plans_do_not_depend_on_the_machine, estimate_lanes_and_kind_of_processor,
             estimate_streams_and_turned_planes_by_processor)
