/* SPDX-License-Identifier: MIT
 *
 * Where lanes are, and which of them come first (invocation.h has the rule).
 *
 * Of a C kernel the emulator sees calls, not control flow. Its vector is made of what the kernel
 * marks (calls by FFTC_AT_CALLER and iterations of loops) and of the source line where it waits,
 * followed by a number that tells two calls on a line apart. Lines grow in structured order, except
 * in a loop: of an operation in a branch of an unmarked loop and one by all lanes before that
 * branch, the second comes first by its line, although lanes that are an iteration behind have yet
 * to come there. That is what fftc_loop_begin is for.
 */
#include "cpu/emulate/emulator.h"

/* A call is one number, an iteration two, and so is the place at the end. */
#define LOOP_NUMBERS 2u
#define PATH_ROOM (FFTC_PATH_MAX - FFTC_PLACE_NUMBERS)

int fftc_compare_where(const fftc_invocation *x, const fftc_invocation *y)
{
    uint32_t common = x->where_count < y->where_count ? x->where_count : y->where_count;
    for (uint32_t i = 0; i < common; ++i) {
        if (x->where[i] != y->where[i]) {
            return x->where[i] < y->where[i] ? -1 : 1;
        }
    }
    return (x->where_count > common) - (y->where_count > common);
}

/* --- marks of C kernels: calls and loops, from the outermost in */

static fftc_invocation *running(void)
{
    return fftc_emulator_current != NULL ? fftc_emulator_current->running : NULL;
}

void fftc_emulate_accessor_enter(const char *file, uint32_t line)
{
    fftc_invocation *invocation = running();
    if (invocation == NULL) {
        return;
    }
    if (invocation->accessor_depth == 0 && invocation->emulator->observing) {
        invocation->accessor_site = fftc_site_intern(invocation->emulator, file, line);
    }
    if (invocation->accessor_depth < FFTC_CALLS_MAX) {
        invocation->call_base[invocation->accessor_depth] = (uint8_t)invocation->path_count;
        if (invocation->path_count < PATH_ROOM) {
            invocation->path[invocation->path_count++] = fftc_order_of_place(line);
        }
    }
    ++invocation->accessor_depth;
}

void fftc_emulate_accessor_leave(void)
{
    fftc_invocation *invocation = running();
    if (invocation != NULL && invocation->accessor_depth > 0) {
        --invocation->accessor_depth;
        if (invocation->accessor_depth < FFTC_CALLS_MAX) {
            invocation->path_count = invocation->call_base[invocation->accessor_depth];
        }
    }
}

void fftc_emulate_loop_begin(const char *file, uint32_t line)
{
    fftc_invocation *invocation = running();
    (void)file;
    if (invocation == NULL) {
        return;
    }
    if (invocation->lost_loops != 0 || invocation->path_count + LOOP_NUMBERS > PATH_ROOM) {
        ++invocation->lost_loops;
        return;
    }
    invocation->path[invocation->path_count++] = fftc_order_of_place(line);
    invocation->path[invocation->path_count++] = 0;
}

void fftc_emulate_loop_next(void)
{
    fftc_invocation *invocation = running();
    if (invocation != NULL && invocation->lost_loops == 0 &&
        invocation->path_count >= LOOP_NUMBERS) {
        ++invocation->path[invocation->path_count - 1];
    }
}

void fftc_emulate_loop_end(void)
{
    fftc_invocation *invocation = running();
    if (invocation == NULL) {
        return;
    }
    if (invocation->lost_loops != 0) {
        --invocation->lost_loops;
    } else if (invocation->path_count >= LOOP_NUMBERS) {
        invocation->path_count -= LOOP_NUMBERS;
    }
}
