/* SPDX-License-Identifier: MIT
 *
 * Pictures convolved with pictures: what `fftcore bloom` computes.
 */
#ifndef TOOL_BLOOM_H
#define TOOL_BLOOM_H

#include "fftcore/convolution.h"
#include "raster.h"

/* What lies beyond the picture. */
typedef enum tool_edges {
    TOOL_EDGES_MIRROR = 0, /* the picture, reflected; the first row beyond is the last one */
    TOOL_EDGES_CLAMP,      /* the nearest pixel */
    TOOL_EDGES_WRAP,       /* the picture again */
    TOOL_EDGES_ZERO        /* black */
} tool_edges;

extern const char *const tool_edges_names[];

typedef struct tool_bloom {
    tool_edges edges;
    /* The result is (1 - mix) of the convolution and mix of the picture itself, 0 to 1. */
    double mix;
    /* The kernel's pixel that lies over the picture's own; (x, y) from its upper left corner. */
    uint32_t centre[2];
    int threads;    /* of the CPU */
    bool on_device; /* else on the CPU */
    uint32_t device;
} tool_bloom;

typedef struct tool_bloom_report {
    double power; /* the kernel's luminance, by which it was divided */
    double plan_milliseconds;
    double kernel_milliseconds;  /* three transforms of the kernel */
    double picture_milliseconds; /* three convolutions; on a device, copies to and fro included */
} tool_bloom_report;

/* *result gets the size of `picture`. Each colour is convolved with the kernel's own; the kernel is
 * divided by the luminance of all its pixels together, so that a white picture keeps its luminance.
 * FFTC_INVALID_ARGUMENT if the kernel is black, if its bright and negative pixels cancel, or if
 * something becomes too large for a float. */
fftc_status tool_bloom_run(const tool_bloom *bloom, const tool_raster *picture,
                           const tool_raster *kernel, tool_raster *result,
                           tool_bloom_report *report, fftc_error *error);

/* What is left when edges, centre and mix are done with: three convolutions by one description. */
typedef struct tool_bloom_job {
    fftc_convolution_description description;
    const float *src[TOOL_CHANNELS];
    const float *taps[TOOL_CHANNELS];
    float *dst[TOOL_CHANNELS];
} tool_bloom_job;

fftc_status tool_bloom_on_cpu(const tool_bloom_job *job, int threads, tool_bloom_report *report,
                              fftc_error *error);
fftc_status tool_bloom_on_device(const tool_bloom_job *job, uint32_t device,
                                 tool_bloom_report *report, fftc_error *error);

#endif
