/* SPDX-License-Identifier: MIT */
#include "device_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SRC, DST, SCRATCH };

#define CHOSEN_MAX 256u /* transforms of a batch that are not all zero */
#define TERMS 3
#define WINDOWS 16384u /* places of the result that are looked at, */
#define WINDOW 4u      /* how many numbers a window has */
#define WARM_SECONDS 0.3

/* A case: impulses in some transforms of the batch, nothing in the others. */
typedef struct trial {
    device_run *run;
    const device_case *c;
    const fftc_transform *transform;
    sparse_signal signal;
    uint64_t batch;
    uint64_t chosen[CHOSEN_MAX];
    uint32_t count;
    huge_array src; /* what the staging memory holds then */
    huge_array dst;
    uint64_t last; /* length of the last axis */
} trial;

static size_t item_of(const huge_array *array)
{
    return fftc_precision_bytes(array->precision) * (array->real ? 1 : 2);
}

static uint64_t spectrum_points(const trial *t)
{
    return t->transform->kind == FFTC_REAL ? t->signal.points / t->last * (t->last / 2 + 1)
                                           : t->signal.points;
}

static bool is_chosen(const trial *t, uint64_t batch)
{
    for (uint32_t i = 0; i < t->count; ++i) {
        if (t->chosen[i] == batch) {
            return true;
        }
    }
    return false;
}

/* The ends, the middle, and any. */
static void choose(trial *t)
{
    const uint64_t fixed[] = {0, t->batch - 1, t->batch / 2, t->batch / 2 - (t->batch > 1)};
    uint64_t state = 1;
    for (uint32_t i = 0; i < CHOSEN_MAX; ++i) {
        uint64_t b = i < 4 ? fixed[i] : sparse_random(&state) % t->batch;
        if (!is_chosen(t, b)) {
            t->chosen[t->count++] = b;
        }
    }
}

/* --- buffers ---------------------------------------------------------------------------------- */

bool device_provide(device_run *run, int number, uint64_t bytes)
{
    gpu_buffer *buffer = &run->array[number];
    if (bytes <= buffer->bytes) {
        return true;
    }
    gpu_buffer_destroy(&run->queue, buffer);
    VkResult result = gpu_buffer_create(&run->queue, bytes, false, buffer);
    if (result != VK_SUCCESS) {
        char why[96];
        (void)snprintf(why, sizeof why, "no buffer of %.2f GiB on the device (VkResult %d)",
                       huge_gib((double)bytes), (int)result);
        gpu_buffer_destroy(&run->queue, buffer);
        huge_report_skip(&run->report, why);
        return false;
    }
    return true;
}

static bool provide_all(trial *t, const fftc_vulkan_plan *plan)
{
    bool in_place = t->transform->placement == FFTC_IN_PLACE;
    device_run *run = t->run;
    return device_provide(run, DST, fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST)) &&
           (in_place || device_provide(run, SRC, fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC))) &&
           device_provide(run, SCRATCH, fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH));
}

bool device_submit(device_run *run, const char *what)
{
    VkResult result = gpu_submit(&run->queue);
    if (result != VK_SUCCESS) {
        char why[64];
        (void)snprintf(why, sizeof why, "VkResult %d", (int)result);
        huge_report_failure(&run->report, what, why);
    }
    return result == VK_SUCCESS;
}

static int source_of(const trial *t)
{
    return t->transform->placement == FFTC_IN_PLACE ? DST : SRC;
}

/* --- impulses --------------------------------------------------------------------------------- */

/* Sums of those that fall together: each place once. */
typedef struct impulse {
    uint64_t place;
    sparse_number value;
} impulse;

static uint32_t list_impulses(const trial *t, impulse *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->count; ++i) {
        uint32_t first = count;
        for (int k = 0; k < TERMS; ++k) {
            sparse_term term = sparse_term_of(&t->signal, t->chosen[i], k);
            uint64_t place = t->chosen[i] * t->signal.points + term.at;
            uint32_t same = first;
            while (same < count && list[same].place != place) {
                ++same;
            }
            if (same == count) {
                list[count++] = (impulse){place, {0.0, 0.0}};
            }
            list[same].value.re += term.amplitude.re;
            list[same].value.im += term.amplitude.im;
        }
    }
    return count;
}

static bool put_impulses(trial *t)
{
    device_run *run = t->run;
    impulse list[TERMS * CHOSEN_MAX];
    VkBufferCopy region[TERMS * CHOSEN_MAX];
    uint32_t count = list_impulses(t, list);
    size_t item = item_of(&t->src);
    gpu_buffer *to = &run->array[source_of(t)];
    t->src.data = run->staging.mapped;
    for (uint32_t i = 0; i < count; ++i) {
        /* Copies are of whole words: halves that are complex numbers have them. */
        region[i] = (VkBufferCopy){i * item, list[i].place * item, item};
        huge_put(&t->src, i, list[i].value);
    }
    (void)gpu_begin(&run->queue);
    vkCmdFillBuffer(run->queue.commands, to->handle, 0, VK_WHOLE_SIZE, 0);
    /* What nobody writes is found. */
    if (source_of(t) == SRC) {
        vkCmdFillBuffer(run->queue.commands, run->array[DST].handle, 0, VK_WHOLE_SIZE, 0x4b4b4b4b);
    }
    gpu_barrier(&run->queue);
    vkCmdCopyBuffer(run->queue.commands, run->staging.handle, to->handle, count, region);
    gpu_barrier(&run->queue);
    return device_submit(t->run, "impulses to the device");
}

/* Everything of the array, part by part through the staging memory. */
static bool check_impulses(trial *t, const char *what, double bound)
{
    device_run *run = t->run;
    impulse list[TERMS * CHOSEN_MAX];
    uint32_t count = list_impulses(t, list);
    size_t item = item_of(&t->src);
    uint64_t all = t->batch * t->signal.points;
    uint64_t most = run->staging.bytes / item;
    double error = 0.0;
    double norm = 0.0;
    t->src.data = run->staging.mapped;
    for (uint64_t first = 0; first < all; first += most) {
        uint64_t here = all - first < most ? all - first : most;
        VkBufferCopy region = {first * item, 0, here * item};
        (void)gpu_begin(&run->queue);
        vkCmdCopyBuffer(run->queue.commands, run->array[source_of(t)].handle, run->staging.handle,
                        1, &region);
        gpu_barrier(&run->queue);
        if (!device_submit(t->run, what)) {
            return false;
        }
        for (uint32_t i = 0; i < count; ++i) {
            if (list[i].place >= first && list[i].place - first < here) {
                sparse_number x = list[i].value;
                sparse_number y = huge_get(&t->src, list[i].place - first);
                error += pow(y.re - x.re, 2.0) + pow(y.im - x.im, 2.0);
                norm += x.re * x.re + x.im * x.im;
                huge_put(&t->src, list[i].place - first, (sparse_number){0.0, 0.0});
            }
        }
        error += huge_energy(&t->src, here);
    }
    huge_report_error(&run->report, what, sqrt(error / norm), bound);
    return true;
}

/* --- spectra ---------------------------------------------------------------------------------- */

static sparse_number expected_of(const trial *t, uint64_t place)
{
    const fftc_transform *x = t->transform;
    uint64_t all = spectrum_points(t);
    uint64_t batch = place / all;
    uint64_t at = place % all;
    if (!is_chosen(t, batch)) {
        return (sparse_number){0.0, 0.0};
    }
    if (x->kind == FFTC_REAL_TO_REAL) {
        return (sparse_number){sparse_dct(&t->signal, batch, at), 0.0};
    }
    if (x->kind == FFTC_REAL) {
        at = at / (t->last / 2 + 1) * t->last + at % (t->last / 2 + 1);
    }
    double scale = x->direction == FFTC_INVERSE ? 1.0 / (double)t->signal.points : 1.0;
    sparse_number y = sparse_spectrum(&t->signal, batch, at, x->direction == FFTC_INVERSE);
    return (sparse_number){scale * y.re, scale * y.im};
}

/* Every second one in a transform that is not zero; the first ones around powers of two, and at the
 * ends. */
static uint64_t window_place(const trial *t, uint64_t number, uint64_t *state)
{
    uint64_t one = spectrum_points(t);
    uint64_t all = t->batch * one;
    uint64_t place = sparse_random(state) % all;
    if (number < 36) {
        place = ((uint64_t)1 << number) - 2;
    } else if (number < 38) {
        place = number == 36 ? 0 : all - WINDOW;
    } else if (number % 2 == 0) {
        place = t->chosen[number / 2 % t->count] * one + place % one;
    }
    return place > all - WINDOW ? all - WINDOW : place;
}

static void check_windows(trial *t, double bound)
{
    device_run *run = t->run;
    uint64_t *place = malloc(WINDOWS * sizeof *place);
    VkBufferCopy *region = malloc(WINDOWS * sizeof *region);
    size_t item = item_of(&t->dst);
    double error = 0.0;
    double norm = 0.0;
    uint64_t state = 7;
    for (uint32_t i = 0; place != NULL && region != NULL && i < WINDOWS; ++i) {
        place[i] = window_place(t, i, &state);
        region[i] = (VkBufferCopy){place[i] * item, (VkDeviceSize)i * WINDOW * item, WINDOW * item};
    }
    (void)gpu_begin(&run->queue);
    if (place != NULL && region != NULL) {
        vkCmdCopyBuffer(run->queue.commands, run->array[DST].handle, run->staging.handle, WINDOWS,
                        region);
    }
    gpu_barrier(&run->queue);
    t->dst.data = run->staging.mapped;
    if (device_submit(t->run, "samples") && place != NULL && region != NULL) {
#pragma omp parallel for reduction(+ : error, norm)
        for (uint32_t i = 0; i < WINDOWS * WINDOW; ++i) {
            sparse_number x = expected_of(t, place[i / WINDOW] + i % WINDOW);
            sparse_number y = huge_get(&t->dst, i);
            error += (y.re - x.re) * (y.re - x.re) + (y.im - x.im) * (y.im - x.im);
            norm += x.re * x.re + x.im * x.im;
        }
        huge_report_error(&run->report, "impulses, samples", sqrt(error / norm), bound);
    }
    free(place);
    free(region);
}

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_vulkan_plan *make_plan(trial *t, const fftc_transform *transform)
{
    const fftc_vulkan_plan_options options = {.addresses = !t->c->descriptors};
    device_run *run = t->run;
    fftc_vulkan_plan *plan;
    fftc_error error;
    fftc_status status = fftc_vulkan_plan_create(run->context, transform, &options, &plan, &error);
    if (t->c->refused != NULL) {
        bool right = status != FFTC_SUCCESS && strstr(error.message, t->c->refused) != NULL;
        printf("%-26s %s\n", t->c->name, error.message);
        if (right) {
            ++run->report.passed;
        } else {
            huge_report_failure(&run->report, "plan", "not refused, or by another message");
        }
        fftc_vulkan_plan_destroy(plan);
        return NULL;
    }
    if (status != FFTC_SUCCESS) {
        huge_report_failure(&run->report, "plan", error.message);
        return NULL;
    }
    fftc_vulkan_plan_times times = fftc_vulkan_plan_get_times(plan);
    printf("%-26s planned in %.2f s, tables %.2f; %.2f, %.2f and %.2f GiB\n", t->c->name, times.all,
           times.tables, huge_gib((double)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC)),
           huge_gib((double)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST)),
           huge_gib((double)fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH)));
    return plan;
}

static fftc_vulkan_span span_of(const gpu_buffer *buffer)
{
    return (fftc_vulkan_span){.buffer = buffer->handle};
}

static bool record(trial *t, const fftc_vulkan_plan *plan, bool back)
{
    device_run *run = t->run;
    bool in_place = t->transform->placement == FFTC_IN_PLACE;
    fftc_vulkan_buffers buffers = {.dst = span_of(&run->array[back && !in_place ? SRC : DST])};
    fftc_error error;
    if (!in_place) {
        buffers.src = span_of(&run->array[back ? DST : SRC]);
    }
    if (fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH) != 0) {
        buffers.scratch = span_of(&run->array[SCRATCH]);
    }
    if (fftc_vulkan_plan_record(plan, run->queue.commands, &buffers, &error) != FFTC_SUCCESS) {
        huge_report_failure(&run->report, "record", error.message);
        return false;
    }
    return true;
}

/* A device that idled has lowered its clocks, and takes a while to raise them. */
static bool warm_up(trial *t, const fftc_vulkan_plan *plan)
{
    double start = huge_seconds();
    bool good = true;
    while (good && huge_seconds() - start < WARM_SECONDS) {
        (void)gpu_begin(&t->run->queue);
        good = record(t, plan, false);
        good = device_submit(t->run, "warming up") && good;
    }
    return good;
}

static bool execute(trial *t, const fftc_vulkan_plan *plan, bool back, const char *what)
{
    device_run *run = t->run;
    double seconds[2] = {0.0, 0.0};
    (void)gpu_begin(&run->queue);
    gpu_barrier(&run->queue);
    gpu_stamp(&run->queue, 0);
    bool good = record(t, plan, back);
    gpu_stamp(&run->queue, 1);
    gpu_barrier(&run->queue);
    if (!device_submit(t->run, what) || !good) {
        return false;
    }
    (void)gpu_stamps_read(&run->queue, 2, seconds);
    printf("%-26s %-26s %.2f ms\n", t->c->name, what, 1e3 * seconds[1]);
    return true;
}

static double bound_of(const fftc_transform *x)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && x->length[i] != 0; ++i) {
        uint64_t n = x->kind == FFTC_REAL_TO_REAL ? 2 * x->length[i] : x->length[i];
        bound += fftc_transform_error_bound(x->precision, n);
    }
    return bound;
}

void device_case_run(device_run *run, const device_case *c)
{
    fftc_transform there = c->transform;
    fftc_transform back = there;
    trial t = {.run = run,
               .c = c,
               .transform = &there,
               .signal = sparse_signal_make(&there, TERMS, 20261122u),
               .batch = there.batch != 0 ? there.batch : 1,
               .src = {.precision = there.precision, .real = there.kind != FFTC_COMPLEX},
               .dst = {.precision = there.precision, .real = there.kind == FFTC_REAL_TO_REAL}};
    for (int i = 0; i < FFTC_MAX_RANK && there.length[i] != 0; ++i) {
        t.last = there.length[i];
    }
    run->report.name = c->name;
    choose(&t);
    back.direction = there.direction == FFTC_FORWARD ? FFTC_INVERSE : FFTC_FORWARD;
    fftc_vulkan_plan *plan = make_plan(&t, &there);
    fftc_vulkan_plan *inverse = plan != NULL ? make_plan(&t, &back) : NULL;
    if (inverse != NULL && provide_all(&t, plan) &&
        device_provide(t.run, SCRATCH, fftc_vulkan_plan_bytes(inverse, FFTC_VULKAN_SCRATCH)) &&
        put_impulses(&t) && warm_up(&t, plan) && put_impulses(&t) &&
        execute(&t, plan, false, "impulses")) {
        check_windows(&t, bound_of(&there));
        if (execute(&t, inverse, true, "back")) {
            (void)check_impulses(&t, "there and back, all", 2.0 * bound_of(&there));
        }
    }
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_plan_destroy(inverse);
}
