/* SPDX-License-Identifier: MIT
 *
 * The benchmark on a Vulkan device.
 *
 *   device.c           the command line, the table, the JSON file
 *   device_measure.c   one case: correctness, time stamps, medians
 *   device_convolution.c   the same of a convolution
 *   device_copy.c      the copy that all is held against
 *   device_shader.c    shaders like it
 *   device_plans.c     what making plans takes
 *   gpu.c              buffers and submissions
 */
#ifndef FFTC_BENCH_DEVICE_H
#define FFTC_BENCH_DEVICE_H

#include <cjson/cJSON.h>

#include "bench.h"
#include "gpu.h"

#define DEVICE_RUNS 12
/* A device that idled while a plan was made has lowered its clocks, and takes a while to raise
 * them: an H200 was seen at a fifth of its speed. */
#define DEVICE_WARM_SECONDS 0.4

typedef struct device_bench {
    fftc_vulkan *context;
    uint32_t number; /* of the device */
    char folder[64]; /* of compiled shaders: new, and removed in the end */
    fftc_vulkan_cache *cache;
    gpu_queue queue;
    gpu_buffer src;
    gpu_buffer dst;
    gpu_buffer scratch;
    gpu_buffer staging;
    uint64_t bytes;      /* of src and of dst */
    double copy_seconds; /* of a copy of `bytes` */
    bool single;         /* one transform, chained, in place of as many as fit */
    bool in_place;
    bool inverse;
    bool padded; /* only the first half of each axis is there */
    fftc_precision precision;
    fftc_vulkan_plan_options options;
    bool silent;    /* no table: JSON takes its place */
    int name_width; /* of the table's first column */
} device_bench;

/* Prints a part of the table. */
void device_tell(const device_bench *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

typedef struct device_row {
    double seconds;      /* median of one execution */
    double plan_seconds; /* with compiled shaders of this run's earlier cases only */
    double warm_seconds; /* by a new context, with this plan's files there */
    /* Relative L2, against the CPU in double; the worst of those that were looked at. */
    double error;
    double part; /* of the copy's speed: bytes read once and written once */
    uint64_t batch;
    bool wrong;
    char statistics[2][600]; /* of the first two dispatches */
    char saved[600];         /* what was measured; "" if nothing was */
} device_row;

/* False, and a sentence in `why`, if the device refuses. */
bool device_bench_open(device_bench *b, uint32_t device, uint64_t bytes, char *why,
                       size_t why_bytes);
void device_bench_close(device_bench *b);
bool device_bench_run(device_bench *b, const bench_case *c, device_row *row, char *why,
                      size_t why_bytes);

/* device_shader.c: a shader of the benchmark's own, from its text. It finds src and dst, all of
 * them, at the bindings 0 and 1, and 8 bytes of push constants. */
typedef struct device_shader {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} device_shader;

bool device_shader_create(const device_bench *b, const char *glsl, device_shader *shader, char *why,
                          size_t why_bytes);
/* From its SPIR-V. */
VkResult device_shader_make(const device_bench *b, const uint32_t *words, size_t count,
                            device_shader *shader);
void device_shader_destroy(const device_bench *b, device_shader *shader);
/* Binds it; pushes and dispatches are the caller's. */
void device_shader_bind(const device_shader *shader, VkCommandBuffer commands);

/* Sets copy_seconds. */
bool device_measure_copy(device_bench *b, char *why, size_t why_bytes);

/* device_convolution.c */
bool device_bench_convolve(device_bench *b, const bench_case *c, device_row *row, char *why,
                           size_t why_bytes);

/* What they share: numbers of the host's, from -1 to 1; copies of them; a plan's work, recorded. */
double device_random_real(uint64_t *state);
void device_scalar_set(fftc_precision precision, void *data, size_t i, double x);
double device_scalar_get(fftc_precision precision, const void *data, size_t i);
bool device_make_staging(device_bench *b, uint64_t bytes);
VkResult device_copy_host(device_bench *b, const gpu_buffer *from, uint64_t from_offset,
                          const gpu_buffer *to, uint64_t to_offset, uint64_t bytes);
bool device_make_scratch(device_bench *b, uint64_t bytes);

typedef struct device_recorder {
    fftc_status (*record)(const void *what, VkCommandBuffer commands);
    const void *what;
} device_recorder;

/* device_run_once runs on a poisoned dst, out of place; device_time takes the median of
 * DEVICE_RUNS. */
VkResult device_run_once(device_bench *b, const device_recorder *recorder);
VkResult device_time(device_bench *b, const device_recorder *recorder, double *seconds);

/* Seconds to make a plan by a context that has none yet, with its shaders in files.
 * NaN if that fails. */
typedef fftc_status (*device_maker)(fftc_vulkan *context, const void *what,
                                    const fftc_vulkan_plan_options *options);
double device_time_again(const device_bench *b, const char *saved, device_maker make,
                         const void *what);

/* As the benchmark's options have it; of one transform. */
fftc_transform device_bench_transform(const device_bench *b, const bench_case *c);

/* A new folder for files, "" without; and away with it. */
bool device_make_folder(char *folder, size_t bytes);
void device_remove_folder(char *folder);

/* Prints, and appends to an array, what making this plan takes: for the first time,
 * with its modules in files and in memory and the driver's cache filled, and while there is
 * another one like it. */
void device_plans_head(const device_bench *b);
void device_plans_measure(const device_bench *b, const bench_case *c, cJSON *rows);

double device_now(void);
double device_median(double *values, size_t count); /* sorts them */

#endif
