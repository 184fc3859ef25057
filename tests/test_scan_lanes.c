/* SPDX-License-Identifier: MIT
 *
 * kernel/scan.h compiled with vectors: one of them is the whole workgroup, with subgroup operations
 * and without.
 */
#define FFTC_LANES 8
#define FFTC_WORKGROUP_LOG2 3u
#define FFTC_SUBGROUP_LOG2 subgroup_log2
#define FFTC_SCAN_WORDS 2u

static unsigned subgroup_log2;

#include "fftcore/kernel/scan.h"

#define LANES_SHARED_WORDS (2 * FFTC_SCAN_WORDS * FFTC_LANES)
#include "lanes_testing.h"
#include "testing.h"

#define ROUNDS 3u
#define COUNT (ROUNDS * FFTC_LANES)

typedef struct map { /* x -> a x + b */
    uint32_t a, b;
} map;

static map source[COUNT];
static map result[COUNT];

void(fftc_subgroup_sync)(void) {}

fftc_uint(fftc_subgroup_shuffle_xor)(fftc_uint word, fftc_uniform mask)
{
    fftc_uint other = word;
    for (unsigned lane = 0; lane < FFTC_LANES; ++lane) {
        other[lane] = word[lane ^ mask];
    }
    return other;
}

/* What is undefined is something that no result may depend on. */
fftc_uint(fftc_subgroup_shuffle_up)(fftc_uint word, fftc_uniform delta)
{
    fftc_uint other = word;
    for (unsigned lane = 0; lane < FFTC_LANES; ++lane) {
        other[lane] = lane < delta ? 0xdeadbeefu : word[lane - delta];
    }
    return other;
}

fftc_scan_value(fftc_scan_combine)(fftc_scan_value earlier, fftc_scan_value later)
{
    fftc_scan_value both;
    both.word[0] = later.word[0] * earlier.word[0];
    both.word[1] = later.word[0] * earlier.word[1] + later.word[1];
    return both;
}

fftc_scan_value(fftc_scan_identity)(void)
{
    fftc_scan_value identity;
    identity.word[0] = FFTC_UINT(1u);
    identity.word[1] = FFTC_UINT(0u);
    return identity;
}

fftc_scan_value(fftc_scan_load)(fftc_uint index)
{
    fftc_scan_value value = {{{0}}};
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        value.word[0][lane] = source[index[lane]].a;
        value.word[1][lane] = source[index[lane]].b;
    }
    return value;
}

void(fftc_scan_store)(fftc_uint index, fftc_scan_value value)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        result[index[lane]] = (map){value.word[0][lane], value.word[1][lane]};
    }
}

static map combine(map earlier, map later)
{
    return (map){later.a * earlier.a, later.a * earlier.b + later.b};
}

static void check_array(bool exclusive)
{
    map sum = {1, 0};
    fftc_scan_value all = fftc_workgroup_scan_array(
        ROUNDS, exclusive ? FFTC_SCAN_EXCLUSIVE : FFTC_SCAN_INCLUSIVE, fftc_scan_identity());
    for (size_t i = 0; i < COUNT; ++i) {
        map next = combine(sum, source[i]);
        ck_assert_uint_eq(result[i].a, exclusive ? sum.a : next.a);
        ck_assert_uint_eq(result[i].b, exclusive ? sum.b : next.b);
        sum = next;
    }
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        ck_assert_uint_eq(all.word[0][lane], sum.a);
        ck_assert_uint_eq(all.word[1][lane], sum.b);
    }
}

static void check_workgroup(void)
{
    fftc_scan_value value = fftc_scan_load(fftc_invocation_index());
    fftc_scan_value exclusive = fftc_workgroup_scan_exclusive(value);
    fftc_scan_value all = fftc_workgroup_reduce(value);
    map sum = {1, 0};
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        ck_assert_uint_eq(exclusive.word[0][lane], sum.a);
        ck_assert_uint_eq(exclusive.word[1][lane], sum.b);
        sum = combine(sum, source[lane]);
    }
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        ck_assert_uint_eq(all.word[0][lane], sum.a);
        ck_assert_uint_eq(all.word[1][lane], sum.b);
    }
}

START_TEST(vectors_scan_one_after_the_other)
{
    testing_random random = testing_random_start("scan lanes");
    for (size_t i = 0; i < COUNT; ++i) {
        source[i] =
            (map){(uint32_t)testing_random_next(&random), (uint32_t)testing_random_next(&random)};
    }
    for (subgroup_log2 = 0; subgroup_log2 <= 3; ++subgroup_log2) {
        check_workgroup();
        check_array(false);
        check_array(true);
    }
}
END_TEST

TESTING_MAIN("scan_lanes", vectors_scan_one_after_the_other)
