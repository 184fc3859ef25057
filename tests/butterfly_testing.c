/* SPDX-License-Identifier: MIT */
#include "butterfly_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const technique_names[] = {"passes", "lines"};

static size_t item_bytes(const butterfly_case *c)
{
    return 2 * fftc_precision_bytes(c->butterfly.precision);
}

static void draw_strides(fftc_butterfly *b, uint64_t points, testing_random *random)
{
    const uint64_t gap = testing_random_below(random, 3);
    const uint64_t inner = 1 + testing_random_below(random, 2);
    if (testing_random_below(random, 2) == 0) {
        b->point_stride = inner;
        b->line_stride = points * inner + gap;
    } else {
        b->line_stride = inner;
        b->point_stride = b->lines * inner + gap;
    }
}

butterfly_case butterfly_case_make(const fftc_butterfly *butterfly, bool apart,
                                   testing_random *random)
{
    butterfly_case c = {.butterfly = *butterfly, .points = (size_t)1 << butterfly->points_log2};
    fftc_butterfly *b = &c.butterfly;
    if (apart) {
        draw_strides(b, c.points, random);
    }
    c.point_stride = b->point_stride != 0 ? (size_t)b->point_stride : 1;
    c.line_stride = b->line_stride != 0 ? (size_t)b->line_stride : c.points * c.point_stride;
    const size_t lines = b->lines != 0 ? (size_t)b->lines : 1;
    const size_t numbers = (lines - 1) * c.line_stride + (c.points - 1) * c.point_stride + 1;
    c.bytes = numbers * item_bytes(&c);
    c.src = malloc(c.bytes);
    c.dst = malloc(c.bytes);
    testing_fill(b->precision, c.src, numbers, random);
    testing_fill(b->precision, c.dst, numbers, random);
    (void)snprintf(c.name, sizeof c.name, "%s%s, %zu lines of %zu at %zu, by %zu, %s, %s",
                   technique_names[b->technique], b->table ? " by a table" : "", lines, c.points,
                   c.line_stride, c.point_stride,
                   b->direction == FFTC_INVERSE ? "inverse" : "forward",
                   b->precision == FFTC_FLOAT64 ? "f64" : "f32");
    return c;
}

void butterfly_case_free(butterfly_case *c)
{
    free(c->src);
    free(c->dst);
}

void butterfly_observe(void *traffic, const fftc_event *event)
{
    fftc_butterfly_traffic *t = traffic;
    if (event->memory == NULL ||
        (event->kind != FFTC_EVENT_LOAD && event->kind != FFTC_EVENT_STORE)) {
        return;
    }
    if (event->kind == FFTC_EVENT_STORE) {
        t->written += event->memory->element_bytes;
    } else if (strcmp(event->memory->name, "table") == 0) {
        t->table_read += event->memory->element_bytes;
    } else {
        t->read += event->memory->element_bytes;
    }
}

void butterfly_case_emulate(butterfly_case *c, const fftc_emulated_device *device)
{
    fftc_emulation config = device->config != NULL ? *device->config : (fftc_emulation){0};
    fftc_emulated_device counted = *device;
    fftc_butterfly_traffic said;
    fftc_butterfly_traffic seen = {0};
    fftc_emulated_report report;
    fftc_error error;
    config.observer = (fftc_observer){butterfly_observe, &seen};
    counted.config = &config;
    ck_assert_msg(fftc_butterfly_count(&c->butterfly, &said, &error) == FFTC_SUCCESS, "%s: %s",
                  c->name, error.message);
    ck_assert_msg(fftc_emulate_butterfly(&c->butterfly, &counted, c->src, c->dst, &report,
                                         &error) == FFTC_SUCCESS,
                  "%s: %s", c->name, error.message);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("%s: %s", c->name, text);
    }
    ck_assert_msg(said.read == seen.read && said.written == seen.written &&
                      said.table_read == seen.table_read,
                  "%s: %llu, %llu and %llu bytes, not %llu, %llu and %llu", c->name,
                  (unsigned long long)seen.read, (unsigned long long)seen.written,
                  (unsigned long long)seen.table_read, (unsigned long long)said.read,
                  (unsigned long long)said.written, (unsigned long long)said.table_read);
}

void butterfly_case_check(const butterfly_case *c)
{
    const bool wide = c->butterfly.precision == FFTC_FLOAT64;
    const size_t n = c->points;
    const bool inverse = c->butterfly.direction == FFTC_INVERSE;
    long double *x = malloc(4 * n * sizeof *x);
    long double *expected = x + 2 * n;
    char *actual = malloc(n * item_bytes(c));
    for (size_t line = 0; line < (c->butterfly.lines != 0 ? c->butterfly.lines : 1); ++line) {
        for (size_t i = 0; i < n; ++i) {
            const size_t at = line * c->line_stride + i * c->point_stride;
            for (size_t part = 0; part < 2; ++part) {
                x[2 * i + part] = wide ? (long double)((double *)c->src)[2 * at + part]
                                       : (long double)((float *)c->src)[2 * at + part];
            }
            memcpy(actual + i * item_bytes(c), (char *)c->dst + at * item_bytes(c), item_bytes(c));
        }
        testing_dft_split(n, inverse ? 1 : -1, x, expected);
        for (size_t i = 0; inverse && i < 2 * n; ++i) {
            expected[i] /= (long double)n;
        }
        const double error = testing_relative_error(c->butterfly.precision, actual, expected, n);
        ck_assert_msg(error <= fftc_error_bound(c->butterfly.precision, n), "%s, line %zu: %g",
                      c->name, line, error);
    }
    free(actual);
    free(x);
}
