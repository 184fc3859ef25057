/* SPDX-License-Identifier: MIT */
#include "stencil.h"

#include <math.h>
#include <stdlib.h>

#include "animation.h"
#include "colour.h"
#include "progress.h"
#include "stencil_solver.h"

/* How bright the picture is behind the wave. */
#define BACKGROUND 0.35
/* Small waves are drawn more brightly than they are: waves thin out as they spread. */
#define CURVE 0.6

static const double warm[TOOL_CHANNELS] = {1.0, 0.45, 0.08};
static const double cold[TOOL_CHANNELS] = {0.08, 0.4, 1.0};

typedef struct work {
    const tool_stencil *stencil;
    const tool_raster *picture;
    fftc_difference difference;
    tool_stencil_solver *solver;
    size_t pixels;
    void *arrays[2];
    void *medium;
    unsigned char *frame;
    tool_stencil_report *report;
} work;

static double get(const work *w, const void *array, size_t i)
{
    return w->difference.precision == FFTC_FLOAT64 ? ((const double *)array)[i]
                                                   : (double)((const float *)array)[i];
}

static void set(const work *w, void *array, size_t i, double value)
{
    if (w->difference.precision == FFTC_FLOAT64) {
        ((double *)array)[i] = value;
    } else {
        ((float *)array)[i] = (float)value;
    }
}

/* --- what there is at first ------------------------------------------------------------------- */

/* The equations' factors: of waves the square of the speed. */
static void fill_medium(work *w)
{
    const double slowest = w->stencil->slowest;
    for (size_t i = 0; i < w->pixels; ++i) {
        /* As bright as it looks, not as it is: black and white have as much of a scale. */
        double light = fmin(fmax(tool_raster_luminance(w->picture, i), 0.0), 1.0);
        double bright = fmin(tool_srgb_coded(light), 1.0);
        double speed = slowest + (1.0 - slowest) * bright;
        set(w, w->medium, i, w->difference.equation == FFTC_WAVE ? speed * speed : speed);
    }
}

/* A wave starts at rest. */
static void let_fall(work *w)
{
    const tool_stencil *s = w->stencil;
    for (size_t i = 0; i < w->pixels; ++i) {
        double x = ((double)(i % w->picture->width) - s->centre[0]) / s->radius;
        double y = ((double)(i / w->picture->width) - s->centre[1]) / s->radius;
        double drop = exp(-(x * x + y * y));
        drop = drop > 1e-12 ? drop : 0.0; /* no subnormal numbers, which are slow */
        set(w, w->arrays[0], i, drop);
        set(w, w->arrays[1], i, drop);
    }
}

static bool open_work(work *w, fftc_error *error)
{
    const tool_stencil *s = w->stencil;
    const size_t bytes = w->difference.precision == FFTC_FLOAT64 ? 8 : 4;
    w->arrays[0] = malloc(w->pixels * bytes);
    w->arrays[1] = malloc(w->pixels * bytes);
    w->medium = malloc(w->pixels * bytes);
    w->frame = malloc(w->pixels * 3);
    if (w->arrays[0] == NULL || w->arrays[1] == NULL || w->medium == NULL || w->frame == NULL) {
        (void)tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %zu pixels", w->pixels);
        return false;
    }
    fill_medium(w);
    let_fall(w);
    if (fftc_difference_limit(&w->difference, &w->difference.time_step, error) != FFTC_SUCCESS) {
        return false;
    }
    w->difference.time_step *= s->part;
    w->report->time_step = w->difference.time_step;
    double start = tool_milliseconds();
    tool_progress_set(-1.0, "planning");
    bool good = tool_stencil_solver_create(s, &w->difference, &w->solver, error) == FFTC_SUCCESS;
    w->report->plan_milliseconds = tool_milliseconds() - start;
    return good;
}

static void close_work(work *w)
{
    tool_stencil_solver_destroy(w->solver);
    free(w->arrays[0]);
    free(w->arrays[1]);
    free(w->medium);
    free(w->frame);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Crests are warm, troughs cold, in front of the picture. Each frame's largest wave has the full
 * colour; heat only cools down, and is drawn by what it was at first. */
static void draw(work *w)
{
    double largest = w->difference.equation == FFTC_HEAT ? 1.0 : 1e-6;
    for (size_t i = 0; i < w->pixels && w->difference.equation == FFTC_WAVE; ++i) {
        largest = fmax(largest, fabs(get(w, w->arrays[0], i)));
    }
    for (size_t i = 0; i < w->pixels; ++i) {
        double value = get(w, w->arrays[0], i) / largest;
        double part = pow(fmin(fabs(value), 1.0), CURVE);
        const double *colour = value < 0.0 ? cold : warm;
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            double behind = (double)tool_raster_plane(w->picture, channel)[i];
            double light = BACKGROUND * fmin(fmax(behind, 0.0), 1.0) * (1.0 - part);
            light += colour[channel] * part;
            w->frame[3 * i + (size_t)channel] =
                (unsigned char)lround(255.0 * tool_srgb_coded(fmin(light, 1.0)));
        }
    }
}

static bool run(work *w, tool_animation *animation, fftc_error *error)
{
    const tool_stencil *s = w->stencil;
    for (uint32_t i = 0; i < s->frames; ++i) {
        tool_progress_set((double)i / s->frames, "frame %u of %u", i + 1, s->frames);
        double start = tool_milliseconds();
        if (tool_stencil_solver_run(w->solver, s->steps, w->arrays, w->medium, error) !=
            FFTC_SUCCESS) {
            return false;
        }
        double stepped = tool_milliseconds();
        draw(w);
        if (!tool_animation_add(animation, w->frame)) {
            return true; /* it said why */
        }
        w->report->step_milliseconds += stepped - start;
        w->report->draw_milliseconds += tool_milliseconds() - stepped;
    }
    return true;
}

bool tool_stencil_run(const tool_stencil *stencil, const tool_raster *picture, const char *path,
                      tool_stencil_report *report)
{
    work w = {.stencil = stencil,
              .picture = picture,
              .difference = stencil->difference,
              .pixels = (size_t)picture->width * picture->height,
              .report = report};
    fftc_error error = {.status = FFTC_SUCCESS};
    w.difference.length[0] = picture->height;
    w.difference.length[1] = picture->width;
    w.difference.coefficient = 1.0;
    bool good = open_work(&w, &error);
    tool_animation *animation = good ? tool_animation_create(path, picture->width, picture->height,
                                                             stencil->frames, stencil->rate)
                                     : NULL;
    bool whole = false;
    if (animation != NULL) {
        good = run(&w, animation, &error);
        whole = tool_animation_close(animation);
    }
    close_work(&w);
    if (!good) {
        (void)tool_refuse("stencil: %s", error.message);
    }
    return good && whole;
}
