/* SPDX-License-Identifier: MIT
 *
 * Transforms on a device between time stamps, and their errors against the CPU in double.
 */
#define _GNU_SOURCE /* mkdtemp */
#include <dirent.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "device.h"
#include "support/half.h"

#define SAMPLE_BYTES \
    ((uint64_t)32 << 20) /* of different numbers, repeated; one transform at least */
#define STAGING_BYTES ((uint64_t)256 << 20) /* unless a transform needs more */
#define CHAIN 50 /* executions between two stamps, of a single transform */

__attribute__((format(printf, 3, 4))) static bool fail(char *why, size_t bytes, const char *format,
                                                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, bytes, format, arguments);
    va_end(arguments);
    return false;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double device_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

double device_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ------------------------------------------------------------------------------------- one case */

/* A cache on the benchmark's folder that knows nothing but the files there. */
static bool open_cache(const device_bench *b, fftc_vulkan_cache **cache, char *why,
                       size_t why_bytes)
{
    const fftc_vulkan_cache_options options = {.folder = b->folder};
    fftc_error error;
    return fftc_vulkan_cache_create(&options, cache, &error) == FFTC_SUCCESS ||
           fail(why, why_bytes, "%s", error.message);
}

bool device_make_folder(char *folder, size_t bytes)
{
    const char *temporary = getenv("TMPDIR");
    int length = snprintf(folder, bytes, "%s/fftcore-bench-XXXXXX",
                          temporary != NULL && *temporary != '\0' ? temporary : "/tmp");
    if (length >= (int)bytes || mkdtemp(folder) == NULL) {
        folder[0] = '\0';
    }
    return folder[0] != '\0';
}

void device_remove_folder(char *folder)
{
    DIR *directory = folder[0] != '\0' ? opendir(folder) : NULL;
    const struct dirent *found;
    while (directory != NULL && (found = readdir(directory)) != NULL) {
        if (found->d_name[0] != '.') {
            (void)unlinkat(dirfd(directory), found->d_name, 0);
        }
    }
    if (directory != NULL) {
        (void)closedir(directory);
        (void)rmdir(folder);
    }
    folder[0] = '\0';
}

/* Memory of the host's: as much as one transform takes, or convenient. */
bool device_make_staging(device_bench *b, uint64_t bytes)
{
    uint64_t usual = b->bytes < STAGING_BYTES ? b->bytes : STAGING_BYTES;
    bytes = bytes < usual ? usual : bytes;
    if (bytes <= b->staging.bytes) {
        return true;
    }
    gpu_buffer_destroy(&b->queue, &b->staging);
    b->staging = (gpu_buffer){.bytes = 0};
    return gpu_buffer_create(&b->queue, bytes, true, &b->staging) == VK_SUCCESS;
}

bool device_bench_open(device_bench *b, uint32_t device, uint64_t bytes, char *why,
                       size_t why_bytes)
{
    fftc_vulkan_options options = {.device = device, .statistics = true};
    fftc_error error;
    b->number = device;
    if (!device_make_folder(b->folder, sizeof b->folder)) {
        return fail(why, why_bytes, "there is no room for files: set TMPDIR to a short folder");
    }
    if (!open_cache(b, &b->cache, why, why_bytes)) {
        return false;
    }
    options.cache = b->cache;
    if (fftc_vulkan_create(&options, &b->context, &error) != FFTC_SUCCESS) {
        return fail(why, why_bytes, "%s", error.message);
    }
    VkResult result = gpu_open(b->context, &b->queue);
    if (result == VK_SUCCESS && b->queue.queries == VK_NULL_HANDLE) {
        return fail(why, why_bytes, "this device has no time stamps");
    }
    uint64_t most = fftc_vulkan_device_info(b->context)->buffer_bytes_max;
    most -= most < 65536 ? most : 65536; /* plans leave an offset's alignment free */
    b->bytes = bytes < most ? bytes : most;
    b->bytes -= b->bytes % 65536;
    gpu_buffer *buffers[] = {&b->src, &b->dst, &b->scratch};
    for (int i = 0; i < 3 && result == VK_SUCCESS; ++i) {
        result = gpu_buffer_create(&b->queue, b->bytes, false, buffers[i]);
    }
    if (result == VK_SUCCESS && !device_make_staging(b, 0)) {
        result = VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (result != VK_SUCCESS) {
        return fail(why, why_bytes, "%llu bytes: VkResult %d", (unsigned long long)b->bytes,
                    (int)result);
    }
    return device_measure_copy(b, why, why_bytes);
}

void device_bench_close(device_bench *b)
{
    device_remove_folder(b->folder);
    if (b->context == NULL) {
        fftc_vulkan_cache_destroy(b->cache);
        b->cache = NULL;
        return;
    }
    if (b->queue.pool != VK_NULL_HANDLE) {
        gpu_buffer_destroy(&b->queue, &b->staging);
        gpu_buffer_destroy(&b->queue, &b->scratch);
        gpu_buffer_destroy(&b->queue, &b->dst);
        gpu_buffer_destroy(&b->queue, &b->src);
        gpu_close(&b->queue);
    }
    fftc_vulkan_destroy(b->context);
    fftc_vulkan_cache_destroy(b->cache);
    b->context = NULL;
    b->cache = NULL;
}

double device_random_real(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

void device_scalar_set(fftc_precision precision, void *data, size_t i, double x)
{
    switch (precision) {
    case FFTC_FLOAT64: ((double *)data)[i] = x; break;
    case FFTC_FLOAT16: ((uint16_t *)data)[i] = fftc_half_from_double(x); break;
    default: ((float *)data)[i] = (float)x;
    }
}

double device_scalar_get(fftc_precision precision, const void *data, size_t i)
{
    switch (precision) {
    case FFTC_FLOAT64: return ((const double *)data)[i];
    case FFTC_FLOAT16: return fftc_double_from_half(((const uint16_t *)data)[i]);
    default: return (double)((const float *)data)[i];
    }
}

/* One case: `sample` transforms of random data, repeated over the source. */
typedef struct device_case {
    const bench_case *which;
    uint64_t batch;       /* arrays, each of all the case's loops */
    uint64_t src_scalars; /* of one transform */
    uint64_t dst_scalars;
    uint64_t src_bytes;
    uint64_t dst_bytes;
    uint64_t sample;
    double *x; /* the sample in double */
} device_case;

VkResult device_copy_host(device_bench *b, const gpu_buffer *from, uint64_t from_offset,
                          const gpu_buffer *to, uint64_t to_offset, uint64_t bytes)
{
    VkBufferCopy region = {from_offset, to_offset, bytes};
    VkResult result = gpu_begin(&b->queue);
    if (result == VK_SUCCESS) {
        vkCmdCopyBuffer(b->queue.commands, from->handle, to->handle, 1, &region);
        gpu_barrier(&b->queue);
        result = gpu_submit(&b->queue);
    }
    return result;
}

static VkResult fill_source(device_bench *b, const device_case *c, const gpu_buffer *to)
{
    uint64_t part = c->sample * c->src_bytes;
    uint64_t all = c->batch * c->src_bytes;
    VkResult result = VK_SUCCESS;
    for (uint64_t done = 0; done < all && result == VK_SUCCESS; done += part) {
        uint64_t bytes = all - done < part ? all - done : part;
        result = device_copy_host(b, &b->staging, 0, to, done, bytes);
    }
    return result;
}

static bool make_sample(device_bench *b, device_case *c)
{
    uint64_t state = 88172645463325252u + c->which->points;
    c->sample = SAMPLE_BYTES / c->src_bytes;
    c->sample = c->sample > c->batch ? c->batch : c->sample == 0 ? 1 : c->sample;
    if (!device_make_staging(b, c->src_bytes > c->dst_bytes ? c->src_bytes : c->dst_bytes)) {
        return false;
    }
    size_t reals = c->sample * c->src_scalars;
    c->x = malloc(reals * sizeof *c->x);
    for (size_t i = 0; c->x != NULL && i < reals; ++i) {
        device_scalar_set(b->precision, b->staging.mapped, i, device_random_real(&state));
        c->x[i] = device_scalar_get(b->precision, b->staging.mapped, i);
    }
    return c->x != NULL;
}

/* The error of transform number `which`, by the CPU in double. */
static double judge(device_bench *b, const device_case *c, const fftc_plan *cpu, uint64_t which,
                    double *y)
{
    const double *x = c->x + c->src_scalars * (which % c->sample);
    double difference = 0.0;
    double norm = 0.0;
    if (device_copy_host(b, &b->dst, which * c->dst_bytes, &b->staging, 0, c->dst_bytes) !=
            VK_SUCCESS ||
        fftc_plan_execute(cpu, x, y, NULL) != FFTC_SUCCESS) {
        return (double)NAN;
    }
    for (size_t i = 0; i < c->dst_scalars; ++i) {
        double d = device_scalar_get(b->precision, b->staging.mapped, i) - y[i];
        difference += d * d;
        norm += y[i] * y[i];
    }
    return sqrt(difference / norm);
}

static double judge_some(device_bench *b, const device_case *c, const fftc_transform *transform)
{
    fftc_transform judge_of = *transform;
    fftc_plan *cpu;
    double *y = malloc(c->dst_scalars * sizeof *y);
    double worst = 0.0;
    uint64_t next = 0; /* the first one that was not looked at, nor one before it */
    judge_of.precision = FFTC_FLOAT64;
    judge_of.placement = FFTC_OUT_OF_PLACE;
    judge_of.batch = transform->batch / c->batch;
    if (y == NULL || fftc_plan_create(&judge_of, NULL, &cpu, NULL) != FFTC_SUCCESS) {
        free(y);
        return (double)NAN;
    }
    const uint64_t some[] = {0, 1, c->batch / 3, c->batch / 2, c->batch - 1};
    for (size_t i = 0; i < sizeof some / sizeof *some; ++i) {
        if (some[i] < c->batch && some[i] >= next) {
            double error = judge(b, c, cpu, some[i], y);
            worst = error <= worst ? worst : error;
            next = some[i] + 1;
        }
    }
    fftc_plan_destroy(cpu);
    free(y);
    return worst;
}

/* DEVICE_RUNS executions and the moments between them. */
static VkResult submit_runs(device_bench *b, const device_recorder *recorder, int chain)
{
    VkMemoryBarrier between = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT};
    VkResult result = gpu_begin(&b->queue);
    for (uint32_t i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
        gpu_stamp(&b->queue, i);
        for (int k = 0; k < chain && result == VK_SUCCESS; ++k) {
            if (recorder->record(recorder->what, b->queue.commands) != FFTC_SUCCESS) {
                result = VK_ERROR_UNKNOWN;
            }
            vkCmdPipelineBarrier(b->queue.commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &between, 0, NULL, 0,
                                 NULL);
        }
    }
    if (result == VK_SUCCESS) {
        gpu_stamp(&b->queue, DEVICE_RUNS);
        result = gpu_submit(&b->queue);
    }
    return result;
}

VkResult device_run_once(device_bench *b, const device_recorder *recorder)
{
    VkResult result = gpu_begin(&b->queue);
    if (result == VK_SUCCESS && !b->in_place) { /* poison */
        vkCmdFillBuffer(b->queue.commands, b->dst.handle, 0, VK_WHOLE_SIZE, 0x7fc00000u);
        gpu_barrier(&b->queue);
    }
    if (result == VK_SUCCESS &&
        recorder->record(recorder->what, b->queue.commands) != FFTC_SUCCESS) {
        result = VK_ERROR_UNKNOWN;
    }
    if (result == VK_SUCCESS) {
        gpu_barrier(&b->queue);
        result = gpu_submit(&b->queue);
    }
    return result;
}

VkResult device_time(device_bench *b, const device_recorder *recorder, double *seconds)
{
    double stamps[DEVICE_RUNS + 1];
    double runs[DEVICE_RUNS];
    int chain = b->single ? CHAIN : 1;
    double start = device_now();
    VkResult result = VK_SUCCESS;
    do {
        result = submit_runs(b, recorder, chain);
    } while (result == VK_SUCCESS && device_now() - start < DEVICE_WARM_SECONDS);
    if (result == VK_SUCCESS) {
        result = gpu_stamps_read(&b->queue, DEVICE_RUNS + 1, stamps);
    }
    for (int i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
        runs[i] = stamps[i + 1] - stamps[i];
    }
    *seconds = result == VK_SUCCESS ? device_median(runs, DEVICE_RUNS) / chain : (double)NAN;
    return result;
}

typedef struct planned {
    const fftc_vulkan_plan *plan;
    fftc_vulkan_buffers buffers;
} planned;

static fftc_status record_plan(const void *what, VkCommandBuffer commands)
{
    const planned *p = what;
    return fftc_vulkan_plan_record(p->plan, commands, &p->buffers, NULL);
}

/* Once for the result, on fresh data, then for the time. */
static VkResult run_plan(device_bench *b, const device_case *c, const fftc_transform *transform,
                         const fftc_vulkan_plan *plan, device_row *row)
{
    const gpu_buffer *source = b->in_place ? &b->dst : &b->src;
    const planned p = {plan,
                       {.src = {.buffer = source->handle, .bytes = b->bytes},
                        .dst = {.buffer = b->dst.handle, .bytes = b->bytes},
                        .scratch = {.buffer = b->scratch.handle, .bytes = b->scratch.bytes}}};
    const device_recorder recorder = {record_plan, &p};
    VkResult result = fill_source(b, c, source);
    result = result == VK_SUCCESS ? device_run_once(b, &recorder) : result;
    row->error = result == VK_SUCCESS ? judge_some(b, c, transform) : (double)NAN;
    return result == VK_SUCCESS ? device_time(b, &recorder, &row->seconds) : result;
}

/* Makes a plan, and away with it. */
static fftc_status make_once(fftc_vulkan *context, const void *what,
                             const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_plan *plan = NULL;
    fftc_status status = fftc_vulkan_plan_create(context, what, options, &plan, NULL);
    fftc_vulkan_plan_destroy(plan);
    return status;
}

double device_time_again(const device_bench *b, const char *saved, device_maker make,
                         const void *what)
{
    fftc_vulkan_plan_options plan_options = b->options;
    fftc_vulkan_options options = {.device = b->number};
    fftc_vulkan *context = NULL;
    fftc_vulkan_cache *cache = NULL;
    double seconds = (double)NAN;
    char why[200];
    plan_options.saved = saved[0] != '\0' ? saved : NULL;
    if (open_cache(b, &cache, why, sizeof why)) {
        options.cache = cache;
        if (fftc_vulkan_create(&options, &context, NULL) == FFTC_SUCCESS) {
            double start = device_now();
            fftc_status status = make(context, what, &plan_options);
            seconds = status == FFTC_SUCCESS ? device_now() - start : seconds;
        }
    }
    fftc_vulkan_destroy(context);
    fftc_vulkan_cache_destroy(cache);
    return seconds;
}

/* Of half, intermediate results are float: they need more than the data. */
bool device_make_scratch(device_bench *b, uint64_t bytes)
{
    if (bytes <= b->scratch.bytes) {
        return true;
    }
    gpu_buffer_destroy(&b->queue, &b->scratch);
    b->scratch = (gpu_buffer){.bytes = 0};
    return gpu_buffer_create(&b->queue, bytes, false, &b->scratch) == VK_SUCCESS;
}

/* The case of one array. */
static device_case case_of(const device_bench *b, const bench_case *which)
{
    bench_case one = *which;
    size_t src = 0;
    size_t dst = 0;
    one.batch = 1;
    (void)bench_case_numbers(&one, &src, &dst, NULL); /* what is refused, the plan refuses, too */
    device_case c = {.which = which, .src_scalars = src, .dst_scalars = dst};
    c.src_bytes = c.src_scalars * fftc_precision_bytes(b->precision);
    c.dst_bytes = c.dst_scalars * fftc_precision_bytes(b->precision);
    return c;
}

fftc_transform device_bench_transform(const device_bench *b, const bench_case *c)
{
    fftc_transform t = bench_case_describe(c);
    t.precision = b->precision;
    t.direction = b->inverse ? FFTC_INVERSE : c->direction;
    t.placement = b->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    t.scaling = FFTC_SCALE_DEFAULT;
    for (int i = 0; i < FFTC_MAX_RANK && t.length[i] != 0 && b->padded; ++i) {
        if (t.loop[i] == 0) {
            t.src_range[i] = (fftc_range){0, (t.length[i] + 1) / 2};
        }
    }
    return t;
}

bool device_bench_run(device_bench *b, const bench_case *which, device_row *row, char *why,
                      size_t why_bytes)
{
    if (which->convolution) {
        return device_bench_convolve(b, which, row, why, why_bytes);
    }
    if (which->step > 1 || which->pad > 0 || which->placement == FFTC_IN_PLACE ||
        which->format == FFTC_SPLIT) {
        return fail(why, why_bytes, "on devices: --in-place; no step, pad or split");
    }
    device_case c = case_of(b, which);
    fftc_transform transform = device_bench_transform(b, which);
    fftc_vulkan_plan *plan;
    fftc_error error;
    uint64_t most = c.src_bytes > c.dst_bytes ? c.src_bytes : c.dst_bytes;
    bool one = b->single || which->batched || most == 0;
    c.batch = which->batch > 1 ? which->batch : one ? 1 : b->bytes / most;
    if (which->kind == FFTC_REAL && (b->in_place || b->inverse)) {
        return fail(why, why_bytes, "out of place only; r2c: is forward, c2r: inverse");
    }
    if (c.batch == 0 || c.batch * most > b->bytes) {
        return fail(why, why_bytes, "there are %llu MiB a side: see --mib",
                    (unsigned long long)(b->bytes >> 20));
    }
    if (most > 0 && !make_sample(b, &c)) {
        return fail(why, why_bytes, "no memory on the host for one of the transforms");
    }
    transform.batch = which->batched ? transform.batch : c.batch;
    double start = device_now();
    if (fftc_vulkan_plan_create(b->context, &transform, &b->options, &plan, &error) !=
        FFTC_SUCCESS) {
        free(c.x);
        return fail(why, why_bytes, "%s", error.message);
    }
    row->plan_seconds = device_now() - start;
    if (!device_make_scratch(b, fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH))) {
        fftc_vulkan_plan_destroy(plan);
        free(c.x);
        return fail(why, why_bytes, "no memory for intermediate results");
    }
    row->saved[0] = '\0';
    if (b->options.effort == FFTC_MEASURE) {
        size_t bytes;
        (void)fftc_vulkan_plan_save(plan, row->saved, sizeof row->saved, &bytes, NULL);
    }
    row->warm_seconds = device_time_again(b, row->saved, make_once, &transform);
    row->batch = c.batch;
    for (uint32_t i = 0; i < 2; ++i) {
        (void)fftc_vulkan_plan_statistics(plan, i, row->statistics[i], sizeof row->statistics[i]);
    }
    VkResult result = run_plan(b, &c, &transform, plan, row);
    /* A cosine or sine transform's logical length is about twice its points. */
    double bound = fftc_transform_error_bound(
        b->precision, which->kind == FFTC_REAL_TO_REAL ? 2 * which->points : which->points);
    row->wrong = !(row->error <= 2.0 * bound);
    row->part = b->copy_seconds * (double)(c.batch * (c.src_bytes + c.dst_bytes)) /
                (2.0 * (double)b->bytes) / row->seconds;
    fftc_vulkan_plan_destroy(plan);
    free(c.x);
    return result == VK_SUCCESS || fail(why, why_bytes, "VkResult %d", (int)result);
}
