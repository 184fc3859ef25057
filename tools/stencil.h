/* SPDX-License-Identifier: MIT
 *
 * A wave, or heat, that spreads through a picture: what `fftcore stencil` computes and draws.
 */
#ifndef TOOL_STENCIL_H
#define TOOL_STENCIL_H

#include "fftcore/finite_difference.h"
#include "raster.h"

typedef struct tool_stencil {
    fftc_difference difference;   /* without lengths, time step and spacing; c is 1 */
    double slowest;               /* the speed, or of heat the diffusivity, where the picture is
                                   black; where it is white it is 1 */
    double part;                  /* of the largest stable time step */
    double centre[2];             /* of the drop that falls at first, in pixels (x, y) */
    double radius;                /* at which it has 1/e of its height */
    uint32_t frames, steps, rate; /* steps from frame to frame; frames a second */
    int threads;                  /* of the CPU */
    bool on_device;               /* false: on the CPU */
    uint32_t device;
} tool_stencil;

typedef struct tool_stencil_report {
    double time_step; /* 1 being the time that the fastest wave takes for a pixel */
    double plan_milliseconds;
    double step_milliseconds; /* all steps; a device's with copies to and fro */
    double draw_milliseconds;
} tool_stencil_report;

/* Writes the animation to `path`; shows how far it is. False after refusing. */
bool tool_stencil_run(const tool_stencil *stencil, const tool_raster *picture, const char *path,
                      tool_stencil_report *report);

#endif
