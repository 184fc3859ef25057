/* SPDX-License-Identifier: MIT
 *
 * The steps of `fftcore stencil`, on the CPU or on a device.
 */
#ifndef TOOL_STENCIL_SOLVER_H
#define TOOL_STENCIL_SOLVER_H

#include "stencil.h"

typedef struct tool_stencil_solver tool_stencil_solver;

/* By the description that is whole now, in a medium. */
fftc_status tool_stencil_solver_create(const tool_stencil *stencil,
                                       const fftc_difference *difference,
                                       tool_stencil_solver **solver, fftc_error *error);
void tool_stencil_solver_destroy(tool_stencil_solver *solver);

/* As fftc_difference_execute. */
fftc_status tool_stencil_solver_run(tool_stencil_solver *solver, uint32_t steps, void *arrays[2],
                                    const void *medium, fftc_error *error);

#endif
