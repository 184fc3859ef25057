/* SPDX-License-Identifier: MIT
 *
 * The edges of plans of real numbers on every device, under validation: half and split storage,
 * ranges, accessors; in exact mode the bits that the emulator gives for the same plan.
 */
#include <stdlib.h>
#include <string.h>

#include "doubling_pieces.h"
#include "real_arrays.h"
#include "vulkan_edges_testing.h"

static vulkan_edges edges;

static void check(const fftc_transform *t, testing_random *random)
{
    edges_emulated e = vulkan_edges_same(&edges);
    if (edges.options.accessors != NULL) {
        e.emulation.load = edges.options.accessors->load != NULL ? fftc_emulated_load : NULL;
        e.emulation.store = edges.options.accessors->store != NULL ? fftc_emulated_store : NULL;
    }
    real_result got =
        real_run_checked(&(transform_runner){vulkan_edges_run, &edges}, t, 0, *random);
    real_result emulated = real_run_by(&(transform_runner){edges_emulate, &e}, t, 0, *random);
    ck_assert_msg(memcmp(got.number, emulated.number, got.count * sizeof *got.number) == 0,
                  "%s: not the emulator's bits", real_describe(t));
    free(got.number);
    free(emulated.number);
    testing_random_next(random);
}

/* With both pieces in every other description, but for those of double: here they are of float. */
static void check_kind(fftc_kind kind, const char *name)
{
    static const fftc_accessors both = {.load = doubling_load, .store = halving_store};
    const fftc_vulkan_device *info = fftc_vulkan_device_info(edges.device.context);
    testing_random random = testing_random_start(name);
    for (unsigned i = 0; i < 4 * transform_campaign(); ++i) {
        fftc_transform t = real_draw_any(kind, &random, 60);
        edges.options = (fftc_vulkan_plan_options){
            .exact = true, .addresses = i % 3 == 2 && info->device_address, .passes.registers = 8};
        if (t.precision == FFTC_FLOAT64 && !info->float64) {
            t.precision = FFTC_FLOAT16;
        }
        edges.options.accessors = i % 2 == 1 && t.precision != FFTC_FLOAT64 ? &both : NULL;
        if (vulkan_testing_turn(i, edges.turn, edges.turns)) {
            check(&t, &random);
        }
    }
}

static void check_real(vulkan_edges *e)
{
    (void)e;
    check_kind(FFTC_REAL, "vulkan real edges");
}

static void check_trigonometric(vulkan_edges *e)
{
    (void)e;
    check_kind(FFTC_REAL_TO_REAL, "vulkan trigonometric edges");
}

START_TEST(real_any_storage_and_ranges_have_the_emulators_bits)
{
    vulkan_edges_each(&edges, check_real);
}
END_TEST

START_TEST(trigonometric_any_storage_and_ranges_have_the_emulators_bits)
{
    vulkan_edges_each(&edges, check_trigonometric);
}
END_TEST

/* Each kind in both directions, which two devices share; all ranks, precisions and placements among
 * them. */
static void check_every_kind(vulkan_edges *e)
{
    static const uint64_t lengths[4][FFTC_MAX_RANK] = {{15}, {4, 10}, {3, 2, 7}, {2, 3, 2, 6}};
    testing_random random = testing_random_start("every kind");
    for (unsigned i = 0; i < 18; ++i) {
        unsigned kind = i / 2;
        fftc_transform t = {.kind = kind == 0 ? FFTC_REAL : FFTC_REAL_TO_REAL,
                            .batch = 2,
                            .precision = (fftc_precision)((i + kind / 3) % 3),
                            .direction = (fftc_direction)(i % 2),
                            .placement = (fftc_placement)((i / 4 + i) % 2)};
        memcpy(t.length, lengths[(i + i / 4) % 4], sizeof t.length);
        for (int axis = 0; kind != 0 && axis < FFTC_MAX_RANK && t.length[axis] != 0; ++axis) {
            t.trigonometric[axis] = (fftc_trigonometric)(kind - 1);
        }
        if (t.precision == FFTC_FLOAT64 && !fftc_vulkan_device_info(e->device.context)->float64) {
            t.precision = FFTC_FLOAT32;
        }
        e->options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 8};
        if (vulkan_testing_turn(i, e->turn, e->turns)) {
            check(&t, &random);
        }
    }
}

START_TEST(every_kind_both_ways_has_the_emulators_bits)
{
    vulkan_edges_each(&edges, check_every_kind);
}
END_TEST

/* Two halves of a word belong to rows of different workgroups: rows of odd length, in place too.
 * The same bits by items of 16 bits and by atomic operations on words. */
static void check_shared_words(vulkan_edges *e)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(e->device.context);
    vulkan_edges by_words = *e;
    testing_random random = testing_random_start("shared words");
    fftc_transform t = {.kind = FFTC_REAL_TO_REAL,
                        .length = {15},
                        .batch = 33,
                        .precision = FFTC_FLOAT16,
                        .placement = FFTC_IN_PLACE};
    handles.storage16 = false;
    ck_assert_int_eq(fftc_vulkan_wrap(&handles, &by_words.device.context, NULL), FFTC_SUCCESS);
    for (int exact = 0; exact < 2; ++exact) {
        e->options = (fftc_vulkan_plan_options){.exact = exact != 0, .passes.invocations = 16};
        by_words.options = e->options;
        real_result a = real_run_checked(&(transform_runner){vulkan_edges_run, e}, &t, 0, random);
        real_result b =
            real_run_checked(&(transform_runner){vulkan_edges_run, &by_words}, &t, 0, random);
        ck_assert_int_eq(memcmp(a.number, b.number, a.count * sizeof *a.number), 0);
        free(a.number);
        free(b.number);
        t.placement = FFTC_OUT_OF_PLACE;
    }
    fftc_vulkan_destroy(by_words.device.context);
}

START_TEST(halves_of_a_word_are_written_apart)
{
    vulkan_edges_each(&edges, check_shared_words);
}
END_TEST

/* Checks accessors in place, of complex numbers, too. */
static void check_accessors_in_place(vulkan_edges *e)
{
    static const fftc_accessors both = {.load = doubling_load, .store = halving_store};
    testing_random random = testing_random_start("accessors in place");
    edges_emulated same = vulkan_edges_same(e);
    fftc_transform t = {.length = {12}, .batch = 5, .placement = FFTC_IN_PLACE};
    double *source = transform_draw_source(&t, &random);
    e->options = (fftc_vulkan_plan_options){.exact = true, .accessors = &both};
    double *got = transform_run_by(&(transform_runner){vulkan_edges_run, e}, &t, 0, source);
    double *emulated = transform_run_by(&(transform_runner){edges_emulate, &same}, &t, 0, source);
    ck_assert(memcmp(got, emulated, 2 * transform_wanted(&t) * sizeof *got) == 0);
    free(source);
    free(got);
    free(emulated);
    t.kind = FFTC_REAL;
    check(&t, &random);
    t = (fftc_transform){.length = {9},
                         .batch = 5,
                         .kind = FFTC_REAL_TO_REAL,
                         .precision = FFTC_FLOAT16,
                         .placement = FFTC_IN_PLACE};
    check(&t, &random);
}

START_TEST(accessors_in_place_have_the_emulators_bits)
{
    vulkan_edges_each(&edges, check_accessors_in_place);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_real_edges", every_kind_both_ways_has_the_emulators_bits,
                    accessors_in_place_have_the_emulators_bits, halves_of_a_word_are_written_apart,
                    real_any_storage_and_ranges_have_the_emulators_bits,
                    trigonometric_any_storage_and_ranges_have_the_emulators_bits)
