/* SPDX-License-Identifier: MIT
 *
 * `fftcore techniques`: the two classic GPU FFTs beside this library's own kernels.
 *
 *   cmd_techniques.c      the command line, and what is carried out where
 *   techniques_count.c    bytes and bits, by the emulator
 *   techniques_device.c   times on Vulkan devices
 *   techniques_report.c   the table and the JSON file
 */
#ifndef TOOL_TECHNIQUES_H
#define TOOL_TECHNIQUES_H

#include "fftcore/emulate_butterfly.h"
#include "tool.h"

/* The ways to transform lines: the techniques, computed and by a table, and the library's own. */
enum { TECHNIQUES_OWN = 4, TECHNIQUES_WAYS };

typedef struct techniques_row {
    char reason[FFTC_MESSAGE_BYTES]; /* why it was not carried out; "" if it was */
    fftc_butterfly_traffic bytes;    /* of all lines, as counted */
    bool counted;                    /* it ran in the emulator */
    bool agrees;                     /* with fftc_butterfly_count; true for the library's own */
    uint32_t dispatches;
    uint64_t findings;
    double seconds; /* of all lines; not a number: not measured */
    double error;   /* relative L2, of the lines that were looked at */
    bool differs;   /* the device's bits are not the emulator's; false for the library's own */
} techniques_row;

/* A device, or the CPU. */
typedef struct techniques_place {
    char name[256];
    bool device;
    char reason[FFTC_MESSAGE_BYTES]; /* why nothing could be carried out; "" otherwise */
    double copy_seconds;             /* of a copy of the array; not a number: not measured */
    techniques_row row[TECHNIQUES_WAYS];
} techniques_place;

typedef struct techniques {
    uint64_t length, lines;
    fftc_precision precision;
    fftc_direction direction;
    int threads; /* of the CPU */
    const char *device, *json;
    uint32_t points_log2;
    /* So many different lines there are; the others repeat them. The emulator runs no more. */
    uint64_t sample;
    size_t sample_bytes;
    size_t bytes; /* of an array */
    void *src;    /* the sample */
    void *result; /* of the emulator */
    double *expected;
    double bound;
    techniques_place *places; /* the CPU, then devices */
    uint32_t place_count;
} techniques;

/* "passes", "lines, table", "fftcore" */
const char *techniques_name(int way);
fftc_butterfly techniques_describe(const techniques *t, int way, uint64_t lines);
fftc_transform techniques_describe_own(const techniques *t, uint64_t lines);

/* Fills the sample and what is expected of it. False after refusing. */
bool techniques_prepare(techniques *t);
void techniques_free(techniques *t);

/* The error of a sample's results; of its first lines, if it has fewer. */
double techniques_error(const techniques *t, const void *result, uint64_t lines);

/* Runs the sample in the emulator, within a device's limits; the result goes to t->result. */
void techniques_count(techniques *t, int way, const fftc_emulated_device *device,
                      techniques_row *row);

/* Device `number` of fftc_vulkan_device_list. */
void techniques_on_device(techniques *t, uint32_t number, techniques_place *place);

/* Whether everything that ran is clean, agrees, has the bits, and is within the bound. */
bool techniques_good(const techniques *t);
/* False after refusing. */
bool techniques_report(const techniques *t);

#endif
