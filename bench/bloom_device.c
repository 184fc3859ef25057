/* SPDX-License-Identifier: MIT
 *
 * Bloom on a Vulkan device (fftcore/vulkan/bloom.h), from an image of halves to one, mirrored at
 * its edges, beside a convolution in space and a blur by running sums:
 *
 *     bloom_device [DEVICE [WIDTH HEIGHT KERNEL]]
 *
 * First, by dispatch, what a frame of transforms takes with scratch of floats, and of halves with
 * columns or rows first, and what it would take if the bytes that it must move went at the speed of
 * a copy: the pixels there and back, the scratch twice there and back, the spectrum; and the same
 * of frames with resampled kernels, so narrow that filters leave less of their copies than halves
 * round. Then, with
 * scratch of halves, the first picture again with kernels of many sizes, in space only up to twenty
 * times the time of transforms. Kernels of 6 r + 1 pixels are three means of 2 r + 1 in each
 * direction, which running sums compute, too. Medians by time stamps, in milliseconds. All results
 * are compared with the CPU's: `error` is the largest difference, in parts of the largest value;
 * what exceeds the rounding of halves is WRONG.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom_peers.h"
#include "device.h"

#define CHANNELS 3u
#define COPY_BYTES ((uint64_t)512 << 20)
#define THREADS 8
#define PASSES 3u
#define BY_PASS_RUNS 12u
#define HOPELESS 20.0    /* times slower: larger kernels are not tried */
#define ERROR_MAX 0x1p-9 /* halves have 11 bits; a blur rounds to them twice */

typedef struct size {
    uint32_t width, height, kernel;
} size;

static const size usual[] = {{1280, 720, 256}, {1920, 1080, 512}, {3840, 2160, 512}};
static const uint32_t swept[] = {3, 5, 7, 9, 13, 61, 127, 253};

/* A picture, and a kernel with what is made of it. */
typedef struct work {
    device_bench *bench;
    size size;
    float *pixels; /* of four numbers each, as the image has them */
    float *expected;
    uint32_t expected_kernel; /* of which size `expected` is; 0: of none */
    bloom_image src, middle, dst;
    gpu_buffer staging;
    bloom_peer direct, prefix;
    fftc_bloom_description what;
    fftc_precision between; /* of the scratch */
    fftc_bloom_resampling resampling;
    fftc_bloom_order order;
    float *kernel;
    fftc_vulkan_bloom *plan;
    fftc_vulkan_bloom_arrays arrays;
    gpu_buffer taps, spectrum, scratch;
    uint32_t radius; /* of the means; 0: the kernel consists of none */
} work;

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL) {
        (void)fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

static void demand(bool good, const char *what)
{
    if (!good) {
        (void)fprintf(stderr, "%s failed\n", what);
        exit(1);
    }
}

/* --- dispatches of the library, seen from outside --------------------------------------------- */

static struct {
    const gpu_queue *queue; /* NULL: nothing is stamped */
    uint32_t next;
    PFN_vkCmdDispatch dispatch;
} seen;

/* Stands before Vulkan's own, also for the library. */
VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer commands, uint32_t x, uint32_t y,
                                         uint32_t z)
{
    seen.dispatch(commands, x, y, z);
    if (seen.queue != NULL) {
        gpu_stamp(seen.queue, seen.next++);
    }
}

static fftc_status record_bloom(const void *what, VkCommandBuffer commands)
{
    const work *w = what;
    return fftc_vulkan_bloom_record(w->plan, commands, &w->arrays, NULL, NULL);
}

static void time_passes(const work *w, double seconds[PASSES])
{
    gpu_queue *queue = &w->bench->queue;
    double stamps[BY_PASS_RUNS * (PASSES + 1)];
    double runs[PASSES][BY_PASS_RUNS];
    double start = device_now();
    do {
        demand(gpu_begin(queue) == VK_SUCCESS, "recording");
        seen.next = 0;
        for (uint32_t i = 0; i < BY_PASS_RUNS; ++i) {
            gpu_stamp(queue, seen.next++);
            seen.queue = queue;
            demand(record_bloom(w, queue->commands) == FFTC_SUCCESS, "recording");
            seen.queue = NULL;
            gpu_barrier(queue);
        }
        demand(gpu_submit(queue) == VK_SUCCESS, "a frame");
    } while (device_now() - start < DEVICE_WARM_SECONDS);
    demand(seen.next == BY_PASS_RUNS * (PASSES + 1), "counting dispatches");
    demand(gpu_stamps_read(queue, seen.next, stamps) == VK_SUCCESS, "reading time stamps");
    for (uint32_t pass = 0; pass < PASSES; ++pass) {
        for (uint32_t i = 0; i < BY_PASS_RUNS; ++i) {
            const double *run = stamps + (size_t)i * (PASSES + 1) + pass;
            runs[pass][i] = run[1] - run[0];
        }
        seconds[pass] = device_median(runs[pass], BY_PASS_RUNS);
    }
}

/* --- pictures and kernels --------------------------------------------------------------------- */

static void open_picture(work *w)
{
    gpu_queue *queue = &w->bench->queue;
    const uint32_t subgroup = fftc_vulkan_device_info(w->bench->context)->subgroup_size;
    const size_t numbers = (size_t)4 * w->size.width * w->size.height;
    uint64_t state = 88172645463325252u;
    bloom_image *const images[] = {&w->src, &w->middle, &w->dst};
    w->pixels = allocate(numbers * sizeof *w->pixels);
    w->expected = allocate(numbers * sizeof *w->expected);
    demand(gpu_buffer_create(queue, numbers * 2, true, &w->staging) == VK_SUCCESS, "memory");
    for (int i = 0; i < 3; ++i) {
        demand(bloom_image_create(queue, w->size.width, w->size.height, images[i]) == VK_SUCCESS,
               "an image");
    }
    for (size_t i = 0; i < numbers; ++i) {
        device_scalar_set(FFTC_FLOAT16, w->staging.mapped, i, fabs(device_random_real(&state)));
        w->pixels[i] = (float)device_scalar_get(FFTC_FLOAT16, w->staging.mapped, i);
    }
    demand(bloom_image_write(queue, &w->staging, &w->src) == VK_SUCCESS, "a copy");
    demand(bloom_peer_create(queue, BLOOM_DIRECT, subgroup, &w->direct) == VK_SUCCESS &&
               bloom_peer_create(queue, BLOOM_PREFIX, subgroup, &w->prefix) == VK_SUCCESS,
           "a shader");
}

static void close_picture(work *w)
{
    const gpu_queue *queue = &w->bench->queue;
    bloom_peer_destroy(queue, &w->direct);
    bloom_peer_destroy(queue, &w->prefix);
    bloom_image_destroy(queue, &w->src);
    bloom_image_destroy(queue, &w->middle);
    bloom_image_destroy(queue, &w->dst);
    gpu_buffer_destroy(queue, &w->staging);
    free(w->pixels);
    free(w->expected);
}

/* Three means one after the other, as taps along an axis. */
static void means_of(uint32_t radius, uint32_t count, double *line)
{
    uint32_t taps = 1;
    line[0] = 1.0;
    for (int mean = 0; mean < 3; ++mean) {
        for (uint32_t i = taps + 2 * radius; i-- > 0;) {
            double sum = 0.0;
            for (uint32_t j = i > 2 * radius ? i - 2 * radius : 0; j <= i && j < taps; ++j) {
                sum += line[j];
            }
            line[i] = sum;
        }
        taps += 2 * radius;
    }
    demand(taps == count, "a kernel of means");
}

/* Otherwise a glow: strong in its middle, wider along one axis, and falling off slowly unless it is
 * resampled. */
static void make_kernel(work *w)
{
    const uint32_t n = w->size.kernel;
    const double middle = (n - 1) / 2;
    const double slow = w->resampling == FFTC_BLOOM_EXACT ? 0.01 : 0.0;
    double *line = allocate(n * sizeof *line);
    w->radius = n % 6 == 1 ? (n - 1) / 6 : 0;
    if (w->radius > 0) {
        means_of(w->radius, n, line);
    }
    for (uint32_t y = 0; y < n; ++y) {
        for (uint32_t x = 0; x < n; ++x) {
            double r = hypot(x - middle, 1.5 * (y - middle));
            double glow = exp(-r * (slow > 0.0 ? 0.5 : 128.0 / n)) + slow * exp(-6 * r / n);
            double tap = w->radius > 0 ? line[x] * line[y] : glow;
            for (uint32_t c = 0; c < CHANNELS; ++c) {
                w->kernel[((size_t)y * n + x) * CHANNELS + c] = (float)tap;
            }
        }
    }
    free(line);
}

static void bloom_on_cpu(work *w)
{
    const fftc_plan_options options = {.threads = THREADS, .executions = 1};
    fftc_bloom_description what = w->what;
    fftc_bloom *plan;
    what.resampling = FFTC_BLOOM_EXACT;
    what.src = (fftc_bloom_layout){(uint64_t)4 * w->size.width, 4, 1};
    what.dst = what.src;
    demand(fftc_bloom_create(&what, &options, &plan, NULL) == FFTC_SUCCESS, "a plan of the CPU");
    void *spectrum = allocate(fftc_bloom_spectrum_bytes(plan));
    void *memory = allocate(fftc_bloom_work_bytes(plan));
    demand(fftc_bloom_prepare(plan, w->kernel, spectrum, NULL) == FFTC_SUCCESS &&
               fftc_bloom_execute(plan, w->pixels, spectrum, NULL, w->expected, memory, NULL) ==
                   FFTC_SUCCESS,
           "the CPU");
    fftc_bloom_destroy(plan);
    free(spectrum);
    free(memory);
}

/* The taps of a convolution in space: mirrored, with all channels of each together, and with the
 * power of two that the library has taken out of them. */
static void send_taps(const work *w, const float *planes)
{
    const size_t taps = (size_t)w->size.kernel * w->size.kernel;
    float *to = w->taps.mapped;
    for (size_t i = 0; i < taps; ++i) {
        for (size_t c = 0; c < CHANNELS; ++c) {
            to[4 * i + c] = ldexpf(planes[c * taps + taps - 1 - i], w->arrays.light.exponent);
        }
    }
}

static void make_spectrum(work *w, const float *planes)
{
    gpu_queue *queue = &w->bench->queue;
    gpu_buffer kernel;
    uint64_t bytes = fftc_vulkan_bloom_bytes(w->plan, FFTC_VULKAN_KERNEL);
    demand(gpu_buffer_create(queue, bytes, true, &kernel) == VK_SUCCESS, "memory");
    memcpy(kernel.mapped, planes, bytes);
    w->arrays.kernel.buffer = kernel.handle;
    demand(gpu_begin(queue) == VK_SUCCESS &&
               fftc_vulkan_bloom_prepare(w->plan, queue->commands, &w->arrays, NULL) ==
                   FFTC_SUCCESS &&
               gpu_submit(queue) == VK_SUCCESS,
           "preparing the kernel");
    gpu_buffer_destroy(queue, &kernel);
}

/* False where the device has no such plan; then `error` says why. */
static bool open_kernel(work *w, fftc_error *error)
{
    const fftc_vulkan_bloom_options options = {.src = FFTC_VULKAN_BLOOM_HALF,
                                               .dst = FFTC_VULKAN_BLOOM_HALF,
                                               .order = w->order,
                                               .scratch = w->between,
                                               .recordings = BY_PASS_RUNS};
    const uint32_t n = w->size.kernel;
    gpu_queue *queue = &w->bench->queue;
    fftc_bloom_light light;
    fftc_bloom_describe(w->size.width, w->size.height, CHANNELS, n, n, &w->what);
    w->what.padding = FFTC_PAD_MIRROR;
    w->what.resampling = w->resampling;
    if (fftc_vulkan_bloom_create(w->bench->context, &w->what, &options, &w->plan, error) !=
        FFTC_SUCCESS) {
        return false;
    }
    float *planes = allocate((size_t)CHANNELS * n * n * sizeof *planes);
    w->kernel = allocate((size_t)CHANNELS * n * n * sizeof *w->kernel);
    make_kernel(w);
    const uint64_t spectrum = fftc_vulkan_bloom_bytes(w->plan, FFTC_VULKAN_SPECTRUM);
    const uint64_t scratch = fftc_vulkan_bloom_bytes(w->plan, FFTC_VULKAN_SCRATCH);
    demand(gpu_buffer_create(queue, spectrum, false, &w->spectrum) == VK_SUCCESS &&
               gpu_buffer_create(queue, scratch, false, &w->scratch) == VK_SUCCESS &&
               gpu_buffer_create(queue, (VkDeviceSize)16 * n * n, true, &w->taps) == VK_SUCCESS,
           "memory");
    w->arrays = (fftc_vulkan_bloom_arrays){.src_image = w->src.view,
                                           .src_layout = VK_IMAGE_LAYOUT_GENERAL,
                                           .dst_image = w->dst.view,
                                           .spectrum.buffer = w->spectrum.handle,
                                           .scratch.buffer = w->scratch.handle};
    demand(fftc_bloom_taps(&w->what, NULL, w->kernel, planes, &light, NULL) == FFTC_SUCCESS,
           "the kernel");
    w->arrays.light = light;
    send_taps(w, planes);
    make_spectrum(w, planes);
    if (w->expected_kernel != n) {
        bloom_on_cpu(w);
        w->expected_kernel = n;
    }
    free(planes);
    return true;
}

static void close_kernel(work *w)
{
    const gpu_queue *queue = &w->bench->queue;
    fftc_vulkan_bloom_destroy(w->plan);
    gpu_buffer_destroy(queue, &w->taps);
    gpu_buffer_destroy(queue, &w->spectrum);
    gpu_buffer_destroy(queue, &w->scratch);
    free(w->kernel);
}

/* --- the table -------------------------------------------------------------------------------- */

static fftc_status record_direct(const void *what, VkCommandBuffer commands)
{
    const work *w = what;
    bloom_peer_convolve(&w->direct, commands, &w->src, w->size.kernel);
    return FFTC_SUCCESS;
}

static fftc_status record_prefix(const void *what, VkCommandBuffer commands)
{
    const work *w = what;
    bloom_peer_blur(&w->prefix, &w->bench->queue, commands, &w->src, w->radius);
    return FFTC_SUCCESS;
}

static double error_of(const work *w)
{
    double largest = 0.0;
    double worst = 0.0;
    demand(bloom_image_read(&w->bench->queue, &w->dst, &w->staging) == VK_SUCCESS, "a copy");
    for (size_t i = 0; i < (size_t)4 * w->size.width * w->size.height; ++i) {
        if (i % 4 < CHANNELS) {
            double wanted = (double)w->expected[i];
            double error = fabs(device_scalar_get(FFTC_FLOAT16, w->staging.mapped, i) - wanted);
            largest = fmax(largest, fabs(wanted));
            worst = error <= worst ? worst : error; /* also a NaN */
        }
    }
    return worst / largest;
}

/* Seconds of a frame, whose result is compared with the CPU's. */
static double measure(const work *w, fftc_status (*record)(const void *, VkCommandBuffer),
                      double *error)
{
    const device_recorder recorder = {record, w};
    double seconds = 0.0;
    demand(bloom_image_spoil(&w->bench->queue, &w->dst) == VK_SUCCESS &&
               device_time(w->bench, &recorder, &seconds) == VK_SUCCESS,
           "a frame");
    *error = error_of(w);
    return seconds;
}

static const char *judgement(double error)
{
    return error <= ERROR_MAX ? "" : "WRONG";
}

static void print_case(work *w, fftc_precision between, fftc_bloom_order order,
                       fftc_bloom_resampling resampling)
{
    static const char *const orders[] = {"by cost", "columns", "rows"};
    static const char *const samplings[] = {"exact", "tent", "cubic", "sinc"};
    const uint64_t pixels = (uint64_t)8 * w->size.width * w->size.height;
    double passes[PASSES];
    double error;
    fftc_error refusal;
    w->between = between;
    w->order = order;
    w->expected_kernel = w->resampling == resampling ? w->expected_kernel : 0;
    w->resampling = resampling;
    if (!open_kernel(w, &refusal)) {
        printf("%4u x %4u  %3u x %3u  %-5s  %-5s  %-7s  %s\n", w->size.width, w->size.height,
               w->size.kernel, w->size.kernel, samplings[resampling],
               between == FFTC_FLOAT16 ? "half" : "float", orders[order], refusal.message);
        return;
    }
    const uint64_t bytes = 2 * pixels + 4 * w->scratch.bytes + w->spectrum.bytes;
    double frame = measure(w, record_bloom, &error);
    time_passes(w, passes);
    printf("%4u x %4u  %3u x %3u  %-5s  %-5s  %-7s  %7.4f  %7.4f  %7.4f  %7.4f  %6.1f  %7.4f  "
           "%7.1e %s\n",
           w->size.width, w->size.height, w->size.kernel, w->size.kernel, samplings[resampling],
           between == FFTC_FLOAT16 ? "half" : "float", orders[order], 1e3 * frame, 1e3 * passes[0],
           1e3 * passes[1], 1e3 * passes[2], 1e-6 * (double)bytes,
           1e3 * w->bench->copy_seconds * (double)bytes / (2.0 * (double)w->bench->bytes), error,
           judgement(error));
    (void)fflush(stdout);
    close_kernel(w);
}

/* The sizes of kernels from which on, as far as was measured, the first of two is faster. */
static void print_winner(const char *one, const double *first, const char *other,
                         const double *second, size_t count)
{
    size_t from = count;
    while (from > 0 && (isnan(second[from - 1]) || first[from - 1] <= second[from - 1])) {
        --from;
    }
    while (from < count && isnan(second[from])) { /* say what was measured */
        ++from;
    }
    if (from < count) {
        printf("%s beat %s from %u x %u on\n", one, other, swept[from], swept[from]);
    } else {
        printf("%s do not beat %s up to there\n", one, other);
    }
}

enum { TRANSFORMS = 0, DIRECT, PREFIX, METHODS };
static const char *const method_names[METHODS] = {"transforms", "sums in space", "running sums"};

static void sweep_one(work *w, bool direct, double seconds[METHODS], double error[METHODS])
{
    const gpu_queue *queue = &w->bench->queue;
    fftc_error refusal;
    demand(open_kernel(w, &refusal), "a plan");
    bloom_peer_bind(queue, &w->direct, 0, &w->src, &w->dst, &w->taps);
    bloom_peer_bind(queue, &w->prefix, 0, &w->src, &w->middle, &w->taps);
    bloom_peer_bind(queue, &w->prefix, 1, &w->middle, &w->dst, &w->taps);
    seconds[TRANSFORMS] = measure(w, record_bloom, &error[TRANSFORMS]);
    seconds[DIRECT] = seconds[PREFIX] = (double)NAN;
    if (direct) {
        seconds[DIRECT] = measure(w, record_direct, &error[DIRECT]);
    }
    if (w->radius > 0) {
        seconds[PREFIX] = measure(w, record_prefix, &error[PREFIX]);
    }
    close_kernel(w);
}

static void print_sweep(work *w, uint32_t most)
{
    double seconds[METHODS][sizeof swept / sizeof *swept];
    size_t count = 0;
    bool direct = true;
    printf("\n%u x %u     ", w->size.width, w->size.height);
    for (int m = 0; m < METHODS; ++m) {
        printf("  %-13s    error      ", method_names[m]);
    }
    printf("\n");
    for (; count < sizeof swept / sizeof *swept && swept[count] <= most; ++count) {
        double all[METHODS];
        double error[METHODS];
        w->size.kernel = swept[count];
        sweep_one(w, direct, all, error);
        direct = all[DIRECT] < HOPELESS * all[TRANSFORMS];
        printf("%3u x %3u     ", swept[count], swept[count]);
        for (int m = 0; m < METHODS; ++m) {
            seconds[m][count] = all[m];
            if (isnan(all[m])) {
                printf("  %13s", "-");
            } else {
                printf("  %13.4f  %7.1e %-5s", 1e3 * all[m], error[m], judgement(error[m]));
            }
        }
        printf("\n");
        (void)fflush(stdout);
    }
    for (int m = DIRECT; m < METHODS; ++m) {
        print_winner(method_names[TRANSFORMS], seconds[TRANSFORMS], method_names[m], seconds[m],
                     count);
    }
    print_winner(method_names[PREFIX], seconds[PREFIX], method_names[DIRECT], seconds[DIRECT],
                 count);
}

static bool read_sizes(int argc, char **argv, size *only)
{
    uint32_t *const to[] = {&only->width, &only->height, &only->kernel};
    for (int i = 0; i < 3 && argc > 4; ++i) {
        unsigned long value = strtoul(argv[2 + i], NULL, 10);
        if (value < 2 || value > 4096) {
            return false;
        }
        *to[i] = (uint32_t)value;
    }
    return argc == 1 || argc == 2 || argc == 5;
}

static bool open_device(device_bench *bench, uint32_t number)
{
    const fftc_vulkan_device *info;
    char why[256] = "";
    void *dispatch = dlsym(RTLD_NEXT, "vkCmdDispatch");
    memcpy(&seen.dispatch, &dispatch, sizeof dispatch);
    bool good = device_bench_open(bench, number, COPY_BYTES, why, sizeof why);
    if (!good) {
        (void)fprintf(stderr, "%s\n", why);
        return false;
    }
    info = fftc_vulkan_device_info(bench->context);
    printf("%s, %s\ncopy of %llu bytes: %.4f ms\n\n", info->name, info->driver,
           (unsigned long long)bench->bytes, 1e3 * bench->copy_seconds);
    printf("picture      kernel            scratch  first      frame    there   product     back   "
           "   MB    "
           "bound    error\n");
    return true;
}

int main(int argc, char **argv)
{
    static device_bench bench;
    size only = {0};
    if (!read_sizes(argc, argv, &only)) {
        (void)fprintf(stderr, "bloom_device [DEVICE [WIDTH HEIGHT KERNEL]], sizes 2 to 4096\n");
        return 2;
    }
    const size *cases = argc == 5 ? &only : usual;
    const size_t count = argc == 5 ? 1 : sizeof usual / sizeof *usual;
    if (!open_device(&bench, argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0)) {
        return 1;
    }
    for (size_t i = count; i-- > 0;) { /* the first one at last: it is swept */
        work w = {.bench = &bench, .size = cases[i]};
        open_picture(&w);
        print_case(&w, FFTC_FLOAT32, FFTC_BLOOM_BY_COST, FFTC_BLOOM_EXACT);
        for (int f = FFTC_BLOOM_EXACT; f <= FFTC_BLOOM_SINC; ++f) {
            print_case(&w, FFTC_FLOAT16, FFTC_BLOOM_COLUMNS_FIRST, (fftc_bloom_resampling)f);
            print_case(&w, FFTC_FLOAT16, FFTC_BLOOM_ROWS_FIRST, (fftc_bloom_resampling)f);
        }
        w.order = FFTC_BLOOM_BY_COST;
        w.resampling = FFTC_BLOOM_EXACT;
        w.expected_kernel = 0;
        if (i == 0) {
            print_sweep(&w, argc == 5 ? only.kernel : UINT32_MAX);
        }
        close_picture(&w);
    }
    device_bench_close(&bench);
    return 0;
}
