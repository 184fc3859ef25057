/* SPDX-License-Identifier: MIT
 *
 * Pictures convolved with pictures: what `fftcore bloom` computes.
 */
#ifndef TOOL_BLOOM_H
#define TOOL_BLOOM_H

#include "fftcore/bloom.h"
#include "raster.h"

/* What lies beyond the picture. */
typedef enum tool_edges {
    TOOL_EDGES_MIRROR = 0, /* the picture, reflected; the first row beyond is the last one */
    TOOL_EDGES_CLAMP,      /* the nearest pixel */
    TOOL_EDGES_WRAP,       /* the picture again */
    TOOL_EDGES_ZERO        /* black */
} tool_edges;

extern const char *const tool_edges_names[];
/* Of fftc_bloom_resampling. */
extern const char *const tool_resampling_names[];

typedef struct tool_bloom {
    tool_edges edges;
    fftc_bloom_resampling resampling;
    /* The result is (1 - mix) of the convolution and mix of the picture itself, 0 to 1. */
    double mix;
    double exposure; /* colours of the result are multiplied by 2^exposure, -100 to 100 */
    /* The kernel's pixel that lies over the picture's own; (x, y) from its upper left corner. */
    uint32_t centre[2];
    int threads;    /* of the CPU */
    bool on_device; /* false: on the CPU */
    uint32_t device;
} tool_bloom;

typedef struct tool_bloom_report {
    double power; /* the kernel's luminance, by which it was divided */
    double plan_milliseconds;
    double kernel_milliseconds;  /* its spectrum; a device's with copies to it */
    double picture_milliseconds; /* the bloom; a device's with copies to and fro */
} tool_bloom_report;

/* *result gets the size, the frame and the bits of `picture`. Each colour is convolved with the
 * kernel's own; the kernel is divided by the luminance of all its pixels together, so that a white
 * picture keeps its luminance.
 * An alpha is convolved with the kernel's luminance, unless it is 1 everywhere: what is covered is
 * blurred as its colours are. The kernel's own alpha means nothing.
 * FFTC_INVALID_ARGUMENT if the kernel is black, if its bright and negative pixels cancel, or if
 * something becomes too large for a float. */
fftc_status tool_bloom_run(const tool_bloom *bloom, const tool_raster *picture,
                           const tool_raster *kernel, tool_raster *result,
                           tool_bloom_report *report, fftc_error *error);

/* What the CPU and a device carry out: a bloom of arrays that lie as it says. */
typedef struct tool_bloom_job {
    fftc_bloom_description what;
    fftc_bloom_frame frame;
    const float *src;
    const float *kernel;
    float *dst;
} tool_bloom_job;

/* What comes of a bloom. An alpha that is 1 everywhere is left out. Without `result` there is no
 * dst. */
tool_bloom_job tool_bloom_job_of(const tool_bloom *bloom, const tool_raster *picture,
                                 const tool_raster *kernel, const tool_raster *result);

/* Fills the report. */
fftc_status tool_bloom_on_device(const tool_bloom_job *job, uint32_t device,
                                 tool_bloom_report *report, fftc_error *error);

#endif
