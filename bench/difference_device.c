/* SPDX-License-Identifier: MIT
 *
 * Steps of finite differences on a Vulkan device, on LENGTH^3 floats, beside a copy, and checked
 * against the CPU's bits:
 *
 *     difference_device [DEVICE [LENGTH [ORDER]]]
 *
 * The bound of a step is a copy's speed for all that it must read and write: heat reads an array
 * and writes one, waves read two. With ORDER, heat of this order is done in blocks of many sizes,
 * and the fastest ones are listed beside what the plan chooses. Medians by time stamps.
 */
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "fftcore/vulkan/finite_difference.h"

enum { BLOCKS_MAX = 64, SHOWN = 12 };

typedef struct difference_bench {
    device_bench device;
    float *points;   /* arrays[0] before the step */
    float *previous; /* arrays[1], of waves */
    float *expected; /* arrays[0] after it */
} difference_bench;

typedef struct recording {
    const fftc_vulkan_difference *plan;
    const device_bench *device;
} recording;

static fftc_status record_step(const void *what, VkCommandBuffer commands)
{
    const recording *r = what;
    fftc_vulkan_span arrays[2] = {{.buffer = r->device->src.handle},
                                  {.buffer = r->device->dst.handle}};
    return fftc_vulkan_difference_record(r->plan, commands, 1, arrays, NULL, NULL);
}

static bool send(difference_bench *b, const float *from, const gpu_buffer *to)
{
    memcpy(b->device.staging.mapped, from, b->device.bytes);
    return device_copy_host(&b->device, &b->device.staging, 0, to, 0, b->device.bytes) ==
           VK_SUCCESS;
}

/* Whether one step has the CPU's bits. */
static bool is_right(difference_bench *b, const recording *r)
{
    device_bench *d = &b->device;
    return send(b, b->previous, &d->dst) && gpu_begin(&d->queue) == VK_SUCCESS &&
           record_step(r, d->queue.commands) == FFTC_SUCCESS &&
           gpu_submit(&d->queue) == VK_SUCCESS &&
           device_copy_host(d, &d->dst, 0, &d->staging, 0, d->bytes) == VK_SUCCESS &&
           memcmp(d->staging.mapped, b->expected, d->bytes) == 0;
}

/* Seconds of a step, 0 if it fails or is wrong. */
static double measure(difference_bench *b, const fftc_difference *difference,
                      const fftc_difference_blocks *blocks, fftc_error *error)
{
    const fftc_vulkan_difference_options options = {.blocks = *blocks};
    fftc_vulkan_difference *plan;
    double seconds = 0;
    if (fftc_vulkan_difference_create(b->device.context, difference, &options, &plan, error) !=
        FFTC_SUCCESS) {
        return 0;
    }
    const recording r = {plan, &b->device};
    const device_recorder recorder = {record_step, &r};
    if (!is_right(b, &r)) {
        (void)snprintf(error->message, sizeof error->message, "WRONG");
    } else if (device_time(&b->device, &recorder, &seconds) != VK_SUCCESS) {
        (void)snprintf(error->message, sizeof error->message, "the device failed");
    }
    fftc_vulkan_difference_destroy(plan);
    return seconds;
}

/* What the CPU makes of the arrays in a step. */
static bool expect(difference_bench *b, const fftc_difference *difference)
{
    const fftc_plan_options options = {.threads = 8};
    fftc_difference_plan *plan;
    if (fftc_difference_plan_create(difference, &options, &plan, NULL) != FFTC_SUCCESS) {
        return false;
    }
    memcpy(b->expected, b->previous, b->device.bytes);
    void *arrays[2] = {b->points, b->expected};
    fftc_status status = fftc_difference_execute(plan, 1, arrays, NULL, NULL);
    fftc_difference_plan_destroy(plan);
    return status == FFTC_SUCCESS;
}

static fftc_difference describe(uint64_t length, fftc_equation equation, int order)
{
    fftc_difference d = {.equation = equation,
                         .length = {length, length, length},
                         .order = order,
                         .coefficient = 1.0};
    (void)fftc_difference_limit(&d, &d.time_step, NULL);
    d.time_step *= 0.5;
    return d;
}

static void compare_orders(difference_bench *b, uint64_t length)
{
    static const fftc_difference_blocks chosen;
    for (int equation = FFTC_HEAT; equation <= FFTC_WAVE; ++equation) {
        for (int order = 2; order <= 8; order += 2) {
            fftc_difference d = describe(length, (fftc_equation)equation, order);
            const double bound = b->device.copy_seconds * (equation == FFTC_HEAT ? 1.0 : 1.5);
            fftc_error error = {.message = "the CPU failed"};
            const double seconds = expect(b, &d) ? measure(b, &d, &chosen, &error) : 0;
            printf("%s of order %d: ", equation == FFTC_HEAT ? "heat" : "waves", order);
            if (seconds > 0) {
                printf("%8.1f us a step, %.2f of the bound\n", 1e6 * seconds, bound / seconds);
            } else {
                printf("%s\n", error.message);
            }
            (void)fflush(stdout);
        }
    }
}

typedef struct timed {
    fftc_difference_blocks blocks;
    double seconds;
} timed;

static int faster(const void *a, const void *b)
{
    const double x = ((const timed *)a)->seconds;
    const double y = ((const timed *)b)->seconds;
    return (x > y) - (x < y);
}

/* Blocks that may be fast, and 0: what the plan chooses. */
static size_t list_blocks(fftc_difference_blocks *list)
{
    size_t count = 0;
    list[count++] = (fftc_difference_blocks){.planes = 0};
    for (uint32_t invocations = 128; invocations <= 512; invocations *= 2) {
        for (uint32_t i = 0; i < 12; ++i) {
            list[count++] = (fftc_difference_blocks){.no_subgroups = i >= 6,
                                                     .columns = 4,
                                                     .rows = 1 + i % 2,
                                                     .planes = 16u << i / 2 % 3,
                                                     .invocations = invocations};
        }
    }
    return count;
}

static void print_timed(const timed *t, double bound)
{
    const fftc_difference_blocks *b = &t->blocks;
    if (b->columns == 0) {
        printf("chosen:                                                        ");
    } else {
        printf("%u rows, %3u planes, %3u invocations, neighbours are %s", (unsigned)b->rows,
               (unsigned)b->planes, (unsigned)b->invocations,
               b->no_subgroups ? "loaded:   " : "shuffled: ");
    }
    printf("%8.1f us, %.2f of the bound\n", 1e6 * t->seconds, bound / t->seconds);
}

static void compare_blocks(difference_bench *b, uint64_t length, int order)
{
    const fftc_difference d = describe(length, FFTC_HEAT, order);
    fftc_difference_blocks list[BLOCKS_MAX];
    timed row[BLOCKS_MAX];
    size_t count = 0;
    fftc_error error = {.message = "the CPU failed"};
    const size_t listed = expect(b, &d) ? list_blocks(list) : 0;
    printf("heat of order %d\n", order);
    for (size_t i = 0; i < listed; ++i) {
        row[count] = (timed){list[i], measure(b, &d, &list[i], &error)};
        if (row[count].seconds == 0) {
            printf("%u rows, %u planes, %u invocations: %s\n", (unsigned)list[i].rows,
                   (unsigned)list[i].planes, (unsigned)list[i].invocations, error.message);
        } else if (i == 0) {
            print_timed(&row[0], b->device.copy_seconds);
        } else {
            ++count;
        }
    }
    qsort(row, count, sizeof *row, faster);
    for (size_t i = 0; i < count && i < SHOWN; ++i) {
        print_timed(&row[i], b->device.copy_seconds);
    }
}

static bool open_bench(difference_bench *b, uint32_t device, uint64_t length)
{
    const uint64_t bytes = length * length * length * sizeof(float);
    char why[256];
    if (length % 32 != 0 || length == 0 || length > 1024) {
        puts("the length must be a multiple of 32, at most 1024");
        return false;
    }
    if (!device_bench_open(&b->device, device, bytes, why, sizeof why)) {
        puts(why);
        return false;
    }
    b->points = malloc(bytes);
    b->previous = malloc(bytes);
    b->expected = malloc(bytes);
    if (b->device.bytes != bytes || !device_make_staging(&b->device, bytes) || b->points == NULL ||
        b->previous == NULL || b->expected == NULL) {
        puts("no memory for the arrays");
        return false;
    }
    uint64_t random = 1;
    for (uint64_t i = 0; i < bytes / sizeof(float); ++i) {
        b->points[i] = (float)device_random_real(&random);
        b->previous[i] = (float)device_random_real(&random);
    }
    return send(b, b->points, &b->device.src);
}

int main(int argc, char **argv)
{
    const uint32_t device = argc > 1 ? (uint32_t)atoi(argv[1]) : 0;
    const uint32_t length = argc > 2 ? (uint32_t)atoi(argv[2]) : 512;
    const int order = argc > 3 ? atoi(argv[3]) : 0;
    difference_bench b = {.points = NULL};
    const bool open = open_bench(&b, device, length);
    if (open) {
        printf("%s: copy of %llu bytes %.1f us\n", fftc_vulkan_device_info(b.device.context)->name,
               (unsigned long long)b.device.bytes, 1e6 * b.device.copy_seconds);
    }
    if (open && order == 0) {
        compare_orders(&b, length);
    } else if (open) {
        compare_blocks(&b, length, order);
    }
    device_bench_close(&b.device);
    free(b.points);
    free(b.previous);
    free(b.expected);
    return open ? 0 : 1;
}
