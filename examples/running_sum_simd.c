/* SPDX-License-Identifier: MIT
 *
 * The kernel of running_sum.h as SIMD code: each of its varying values is a vector. Here one vector
 * is the whole workgroup, so that its lanes are always at the same place, and a barrier is nothing.
 */
#define FFTC_LANES 4
#define FFTC_WORKGROUP_LOG2 2u
#include "fftcore/kernel/dialect.h"

/* Static: a program may have several environments of one kernel. */
static fftc_uint fftc_invocation_index(void);
static void fftc_workgroup_barrier(void);
static void fftc_shared_set(fftc_uint index, fftc_uint word);
static fftc_uint fftc_shared_get(fftc_uint index);
static fftc_real running_sum_load(fftc_uint index);
static void running_sum_store(fftc_uint index, fftc_real sum);

#include "running_sum.h"

/* What the kernel asks for, for one workgroup. */
static _Thread_local struct {
    const float *src;
    float *sums;
    uint32_t shared[FFTC_LANES];
} here;

static fftc_uint fftc_invocation_index(void)
{
    return (fftc_uint){0, 1, 2, 3};
}

static void fftc_workgroup_barrier(void) {}

static void fftc_shared_set(fftc_uint index, fftc_uint word)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        here.shared[index[lane]] = word[lane];
    }
}

static fftc_uint fftc_shared_get(fftc_uint index)
{
    fftc_uint word;
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        word[lane] = here.shared[index[lane]];
    }
    return word;
}

static fftc_real running_sum_load(fftc_uint index)
{
    fftc_real number;
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        number[lane] = here.src[index[lane]];
    }
    return number;
}

static void running_sum_store(fftc_uint index, fftc_real sum)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        here.sums[index[lane]] = sum[lane];
    }
}

void running_sum_of_four(const float *src, float *sums);

void running_sum_of_four(const float *src, float *sums)
{
    here.src = src;
    here.sums = sums;
    running_sum();
}
