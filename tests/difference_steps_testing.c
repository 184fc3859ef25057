/* SPDX-License-Identifier: MIT */
#include "difference_steps_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAW(limit) ((uint32_t)testing_random_below(random, limit))

static void draw_axes(fftc_difference *d, int axes, testing_random *random)
{
    static const uint32_t most[3][3] = {{300}, {40, 70}, {11, 13, 40}};
    for (int i = 0; i < axes; ++i) {
        d->length[i] = 1 + DRAW(most[axes - 1][i]);
        d->boundary[i] = (fftc_boundary)DRAW(3);
        d->spacing[i] = 0.5 + 0.25 * DRAW(6);
    }
}

/* Half of the arrays have rows of whole vectors. */
static fftc_difference_blocks draw_blocks(fftc_difference *d, int axes, testing_random *random)
{
    fftc_difference_blocks b = {.no_subgroups = DRAW(4) == 0};
    if (DRAW(2) == 0) {
        d->length[axes - 1] = (d->length[axes - 1] + 3) / 4 * 4;
    }
    if (DRAW(2) == 0) {
        const uint32_t columns = 1u << DRAW(3);
        const bool fit = d->length[axes - 1] % columns == 0 && 2 * columns >= (uint32_t)d->order;
        b.columns = fit || columns == 1 ? columns : 0;
        b.rows = axes == 3 ? DRAW(9) : DRAW(2);
        b.planes = axes == 1 ? DRAW(2) : DRAW(7);
        b.invocations = 128u >> DRAW(4);
    }
    return b;
}

static void *filled(const difference_steps *c, testing_random *random)
{
    void *data = malloc(c->bytes + 16);
    ck_assert_ptr_nonnull(data);
    testing_fill(c->difference.precision, data, (c->points + 1) / 2, random);
    return data;
}

static void *copy_of(const void *data, size_t bytes)
{
    void *copy = malloc(bytes);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, data, bytes);
}

/* Factors from 1/8 to 1. */
static void *draw_medium(const difference_steps *c, testing_random *random)
{
    void *medium = malloc(c->bytes);
    ck_assert_ptr_nonnull(medium);
    for (size_t i = 0; i < c->points; ++i) {
        testing_set(c->difference.precision, medium, i, (1 + DRAW(8)) / 8.0);
    }
    return medium;
}

static void expect(difference_steps *c)
{
    fftc_difference_plan *plan;
    fftc_error error;
    c->expected[0] = copy_of(c->arrays[0], c->bytes);
    c->expected[1] = copy_of(c->arrays[1], c->bytes);
    ck_assert_msg(fftc_difference_plan_create(&c->difference, NULL, &plan, &error) == FFTC_SUCCESS,
                  "%s: %s", c->name, error.message);
    ck_assert_int_eq(fftc_difference_execute(plan, c->steps, c->expected, c->medium, NULL),
                     FFTC_SUCCESS);
    fftc_difference_plan_destroy(plan);
}

void difference_steps_fill(difference_steps *c, testing_random *random)
{
    c->arrays[0] = filled(c, random);
    c->arrays[1] = filled(c, random);
    expect(c);
}

difference_steps difference_steps_draw(unsigned i, testing_random *random)
{
    difference_steps c = {.steps = 1 + DRAW(3), .points = 1};
    fftc_difference *d = &c.difference;
    const int axes = 1 + (int)(i / 2 % 3);
    d->equation = i % 2 == 0 ? FFTC_WAVE : FFTC_HEAT;
    d->order = 2 + 2 * (int)(i / 3 % 4);
    d->precision = i % 5 < 2 ? FFTC_FLOAT64 : FFTC_FLOAT32;
    d->coefficient = 0.5 + DRAW(4);
    d->damping = i % 4 == 0 ? 0.125 : 0;
    draw_axes(d, axes, random);
    c.blocks = draw_blocks(d, axes, random);
    ck_assert_int_eq(fftc_difference_limit(d, &d->time_step, NULL), FFTC_SUCCESS);
    d->time_step *= 0.75;
    for (int axis = 0; axis < axes; ++axis) {
        c.points *= d->length[axis];
    }
    c.bytes = c.points * (d->precision == FFTC_FLOAT64 ? 8 : 4);
    c.medium = i % 3 == 0 ? draw_medium(&c, random) : NULL;
    snprintf(c.name, sizeof c.name,
             "case %u: %s of order %d, %llu x %llu x %llu, boundaries %d %d %d, blocks %u %u %u, "
             "%u invocations%s",
             i, d->equation == FFTC_WAVE ? "wave" : "heat", d->order,
             (unsigned long long)d->length[0], (unsigned long long)d->length[1],
             (unsigned long long)d->length[2], (int)d->boundary[0], (int)d->boundary[1],
             (int)d->boundary[2], c.blocks.columns, c.blocks.rows, c.blocks.planes,
             c.blocks.invocations, c.blocks.no_subgroups ? ", no subgroups" : "");
    difference_steps_fill(&c, random);
    return c;
}

void difference_steps_free(difference_steps *c)
{
    for (int i = 0; i < 2; ++i) {
        free(c->arrays[i]);
        free(c->expected[i]);
    }
    free(c->medium);
}

void difference_steps_compare(const difference_steps *c, void *const arrays[2], const char *where)
{
    for (int i = 0; i < 2; ++i) {
        ck_assert_msg(memcmp(arrays[i], c->expected[i], c->bytes) == 0,
                      "%s, %s: arrays[%d] is not the CPU's", where, c->name, i);
    }
}
