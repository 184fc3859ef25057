/* SPDX-License-Identifier: MIT
 *
 * One point.
 */
#include "cpu/engine/lines/line_kinds.h"

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    if (task->n == 1) {
        (void)fftc_line_offer(list, FFTC_LINE_COPY, 0.0);
        list->settled = true;
    }
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    (void)task;
    (void)choice;
    (void)arena;
    return line->n == 1 ? FFTC_SUCCESS : fftc_choice_refuse(error);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    for (int part = 0; part < 2; ++part) {
        if (line->precision == FFTC_FLOAT64) {
            ((double *)job->dst)[part] = ((const double *)job->src)[part] * line->scale;
        } else {
            ((float *)job->dst)[part] = ((const float *)job->src)[part] * (float)line->scale;
        }
    }
}

const fftc_line_ops fftc_copy_line = {.offer = offer, .prepare = prepare, .execute = execute};
