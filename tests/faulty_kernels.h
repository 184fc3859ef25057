/* SPDX-License-Identifier: MIT
 *
 * Small kernels, each with one fault that `faulty` switches on. A line that a finding must name
 * says so by LINE(0) or LINE(1).
 */
#ifndef FFTC_TESTS_FAULTY_KERNELS_H
#define FFTC_TESTS_FAULTY_KERNELS_H

#include "fftcore/emulate.h"

typedef struct faulty_run {
    bool faulty;
    uint32_t line[2];
    uint32_t result[64 * 4]; /* of what a correct kernel computes, by invocation of the grid */
} faulty_run;

#define LINE(n) (run->line[n] = __LINE__)

/* All run with workgroups of 64, subgroups of 32 and 128 shared words. Memory 0 and memory 1 are 64
 * * 4 uint32_t each; memory 1 is read only. */

static inline uint32_t grid_index(void)
{
    return fftc_workgroup_index() * 64 + fftc_invocation_index();
}

/* --- shared memory ---------------------------------------------------------------------------- */

static void race_shared(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, 0);
    fftc_workgroup_barrier();
    (LINE(0), fftc_shared_set(i, i + 7));
    if (!run->faulty) {
        fftc_workgroup_barrier();
    }
    run->result[grid_index()] = (LINE(1), fftc_shared_get(i ^ 32));
}

/* Write after read: the second barrier of every trade. */
static void race_shared_store_after_load(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    uint32_t word;
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    word = (LINE(0), fftc_shared_get(63 - i));
    if (!run->faulty) {
        fftc_workgroup_barrier();
    }
    (LINE(1), fftc_shared_set(i, 2 * i));
    fftc_workgroup_barrier();
    run->result[grid_index()] = word + fftc_shared_get(i);
}

static void race_shared_two_stores(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    if (i == 5) {
        (LINE(0), fftc_shared_set(0, 1));
    }
    if (!run->faulty) {
        fftc_workgroup_barrier();
    }
    if (i == 6) {
        (LINE(1), fftc_shared_set(0, 2));
    }
    fftc_workgroup_barrier();
    run->result[grid_index()] = fftc_shared_get(0);
}

/* A subgroup sync is not a barrier: it orders execution, not memory. */
static void race_subgroup_scope(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    (LINE(0), fftc_shared_set(i, i * i));
    if (run->faulty) {
        fftc_subgroup_sync();
    } else {
        fftc_subgroup_barrier();
    }
    run->result[grid_index()] = (LINE(1), fftc_shared_get(i ^ 1));
}

/* A subgroup barrier says nothing to another subgroup. */
static void race_across_subgroups(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i + 64, 0);
    (LINE(0), fftc_shared_set(i, i * i));
    fftc_subgroup_barrier();
    if (!run->faulty) {
        fftc_workgroup_barrier();
    }
    run->result[grid_index()] = (LINE(1), fftc_shared_get(i ^ 32));
}

static void uninitialized(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    uint32_t word;
    fftc_shared_set(i, i);
    fftc_workgroup_barrier();
    word = (LINE(0), fftc_shared_get(run->faulty && i == 63 ? 64 : (i + 1) % 64));
    run->result[grid_index()] = word;
}

static void out_of_bounds_shared_load(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, i);
    fftc_shared_set(i + 64, i);
    fftc_workgroup_barrier();
    run->result[grid_index()] = (LINE(0), fftc_shared_get(i + (run->faulty ? 65 : 64)));
}

static void out_of_bounds_shared_store(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    (LINE(0), fftc_shared_set(run->faulty && i == 0 ? UINT32_MAX : i, i));
    fftc_workgroup_barrier();
    run->result[grid_index()] = i;
}

/* --- accessor memory -------------------------------------------------------------------------- */

static void race_memory(void *user)
{
    faulty_run *run = user;
    uint32_t i = grid_index();
    uint32_t word = 3 * i;
    (LINE(0), fftc_memory_store(0, i, &word));
    if (run->faulty) {
        fftc_workgroup_barrier();
    } else {
        fftc_workgroup_barrier_buffers();
    }
    (LINE(1), fftc_memory_load(0, i ^ 33, &word));
    run->result[i] = word;
}

static void race_memory_store_after_load(void *user)
{
    faulty_run *run = user;
    uint32_t i = grid_index();
    uint32_t word;
    (LINE(0), fftc_memory_load(0, i ^ 1, &word));
    run->result[i] = 0;
    if (!run->faulty) {
        fftc_workgroup_barrier_buffers();
    }
    word = 5;
    (LINE(1), fftc_memory_store(0, i, &word));
}

/* No barrier reaches beyond the workgroup. */
static void race_across_workgroups(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    uint32_t element = run->faulty ? 0 : fftc_workgroup_index();
    uint32_t word = fftc_workgroup_index();
    if (i == 0) {
        (LINE(0), fftc_memory_store(0, element, &word));
    }
    fftc_workgroup_barrier_buffers();
    (LINE(1), fftc_memory_load(0, element, &word));
    run->result[grid_index()] = word;
}

static void out_of_bounds_memory_load(void *user)
{
    faulty_run *run = user;
    uint64_t element = run->faulty ? (uint64_t)1 << 40 : grid_index();
    uint32_t word = 9;
    (LINE(0), fftc_memory_load(0, element, &word));
    run->result[grid_index()] = word;
}

static void out_of_bounds_memory_store(void *user)
{
    faulty_run *run = user;
    uint32_t i = grid_index();
    (LINE(0), fftc_memory_store(0, run->faulty && i == 0 ? 256 : i, &i));
    run->result[i] = i;
}

static void store_to_read_only(void *user)
{
    faulty_run *run = user;
    uint32_t i = grid_index();
    (LINE(0), fftc_memory_store(run->faulty ? 1 : 0, i, &i));
    run->result[i] = i;
}

/* --- synchronisation -------------------------------------------------------------------------- */

static void diverged_missing(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    (LINE(1), fftc_shared_set(i, i));
    if (!(run->faulty && i == 40)) {
        (LINE(0), fftc_workgroup_barrier());
    }
    run->result[grid_index()] = i;
}

static void diverged_sites(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    if (run->faulty && i % 2 == 1) {
        (LINE(0), fftc_workgroup_barrier());
    } else {
        (LINE(1), fftc_workgroup_barrier());
    }
    run->result[grid_index()] = i;
}

/* A subgroup's barrier is for the lanes that come to it; the workgroup's is for all. */
static void diverged_subgroup(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    if (run->faulty && fftc_subgroup_lane() == 3) {
        (LINE(0), fftc_workgroup_barrier());
    } else {
        fftc_subgroup_barrier();
        (LINE(1), fftc_workgroup_barrier());
    }
    run->result[grid_index()] = i;
}

static void inactive_lane(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    uint32_t word = i;
    fftc_subgroup_sync();
    if (!run->faulty || fftc_subgroup_lane() < 16) {
        word = (LINE(0), fftc_subgroup_shuffle_xor(i, 16));
    }
    (LINE(1), fftc_workgroup_barrier());
    run->result[grid_index()] = word;
}

static void exited_lane(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    (LINE(1), fftc_subgroup_sync());
    if (run->faulty && fftc_subgroup_lane() == 31) {
        return;
    }
    run->result[grid_index()] = (LINE(0), fftc_subgroup_shuffle_xor(3 * i, 1));
}

/* Lane 33 of a subgroup of 32 does not exist; up and down may go there, xor may not. */
static void missing_lane(void *user)
{
    faulty_run *run = user;
    uint32_t i = fftc_invocation_index();
    uint32_t lane = fftc_subgroup_lane();
    uint32_t up;
    uint32_t down;
    uint32_t across;
    fftc_subgroup_sync();
    up = fftc_subgroup_shuffle_up(i, 3);
    fftc_subgroup_sync();
    down = fftc_subgroup_shuffle_down(i, 5);
    fftc_subgroup_sync();
    across = (LINE(0), fftc_subgroup_shuffle_xor(i, run->faulty ? 32 : 31));
    run->result[grid_index()] =
        across + (lane < 3 ? 0 : 64 * up) + (lane + 5 < 32 ? 4096 * down : 0);
}

/* Kogge-Stone in a loop. The fault is found under independent lanes only:
 * elsewhere lanes keep step. */
static void scan(void *user)
{
    faulty_run *run = user;
    uint32_t lane = fftc_subgroup_lane();
    uint32_t sum = 0;
    for (uint32_t round = 0; round < 8; ++round) {
        uint32_t value = (lane + 1) * (round + 1);
        for (uint32_t delta = 1; delta < fftc_subgroup_size(); delta *= 2) {
            uint32_t other;
            if (!run->faulty) {
                fftc_subgroup_sync();
            }
            other = (LINE(0), fftc_subgroup_shuffle_up(value, delta));
            value += lane < delta ? 0 : other;
        }
        sum = 31 * sum + value;
    }
    run->line[1] = run->line[0];
    run->result[grid_index()] = sum;
}

#endif
