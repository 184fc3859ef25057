/* SPDX-License-Identifier: MIT
 *
 * A dispatch as a driver gets it, in the emulator: what emulated_device.c checks.
 */
#ifndef FFTC_EMULATED_DISPATCH_H
#define FFTC_EMULATED_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EMULATED_BUFFERS = 64, EMULATED_BINDINGS = 16 };

/* Its address is that of the emulator's buffer of the same number. */
typedef struct emulated_buffer {
    char *data; /* NULL: there is none of this number */
    size_t bytes;
    void *kept[2]; /* before a dispatch, and after it */
} emulated_buffer;

typedef struct emulated_module {
    size_t count;
    uint32_t words[];
} emulated_module;

typedef struct emulated_pipeline {
    emulated_module *code;
    uint32_t subgroup_size; /* that it asks for; 0: any */
    bool mutated;           /* its barriers have been taken out */
} emulated_pipeline;

typedef struct emulated_binding {
    void *data; /* NULL: nothing is bound */
    size_t bytes;
} emulated_binding;

typedef struct emulated_dispatch {
    emulated_pipeline *pipeline;
    uint32_t groups[3];
    unsigned char push[256];
    emulated_binding binding[EMULATED_BINDINGS];
} emulated_dispatch;

typedef struct emulated_counts {
    unsigned dispatches, runs;
    unsigned removed, lived; /* barriers that were taken out, and those that were not needed */
} emulated_counts;

/* Lanes that the device has: FFTCORE_TEST_SUBGROUP, or 8, whose modules other tests compile. */
uint32_t emulated_subgroup_size(void);

/* Carries it out with several schedules, orders of workgroups and subgroup sizes, and without
 * barriers. The buffers have the first run's results afterwards. */
void emulated_dispatch_run(const emulated_dispatch *d, emulated_buffer buffers[EMULATED_BUFFERS],
                           emulated_counts *counts);

#endif
