/* SPDX-License-Identifier: MIT
 *
 * What kernels compiled with vectors of 8 lanes ask for, where one vector is the whole workgroup.
 * The test defines LANES_SHARED_WORDS, and includes this once, behind its kernel.
 */
#ifndef FFTC_LANES_TESTING_H
#define FFTC_LANES_TESTING_H

static uint32_t lanes_shared[LANES_SHARED_WORDS];

fftc_uint(fftc_invocation_index)(void)
{
    return (fftc_uint){0, 1, 2, 3, 4, 5, 6, 7};
}

void(fftc_workgroup_barrier)(void) {}

void(fftc_shared_set)(fftc_uint index, fftc_uint word)
{
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        lanes_shared[index[lane]] = word[lane];
    }
}

fftc_uint(fftc_shared_get)(fftc_uint index)
{
    fftc_uint word = {0};
    for (int lane = 0; lane < FFTC_LANES; ++lane) {
        word[lane] = lanes_shared[index[lane]];
    }
    return word;
}

#endif
