/* SPDX-License-Identifier: MIT
 *
 * Runs every shipped kernel in the emulator on several shapes, subgroup sizes, schedules and seeds,
 * and says the first thing that is wrong, or a hash of all results. The mutant tool compiles it
 * once with the headers as they are, and once with each mutant in the place of its header.
 *
 * Exit status: 0 and "result HASH BARRIERS", or 1 and one line about the first finding.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "fftcore/emulate.h"

/* Of the run at hand. The kernels' parameters are expressions, so that one program does all. */
static unsigned driver_e, driver_w, driver_s;

#define FFTC_ELEMENTS_LOG2 driver_e
#define FFTC_WORKGROUP_LOG2 driver_w
#define FFTC_SUBGROUP_LOG2 driver_s
#define FFTC_OBSERVE_STAGES

/* With DRIVER_CHANNELS there are two transforms next to each other, behind an element that is not
 * theirs; with DRIVER_REGISTERS their elements are in registers too. */
#ifdef DRIVER_REGISTERS
#define DRIVER_CHANNELS
#define FFTC_PRELOADED
#define FFTC_ELEMENTS 8u
#endif
#ifdef DRIVER_CHANNELS
#define FFTC_CHANNELS 2u
#define DRIVER_OFFSET 1u
#include "fftcore/kernel/accessor.h"
#endif
#define FFTC_BUTTERFLY_LOG2 (driver_e + driver_w)
#define FFTC_BUTTERFLY_TABLE
#include "fftcore/kernel/butterfly_line.h"
#include "fftcore/kernel/mirror.h"
#include "fftcore/kernel/real.h"
#include "fftcore/kernel/workgroup_fft.h"
#define FFTC_TILE_COLUMNS_LOG2 driver_w
#define FFTC_TILE_ROWS_LOG2 driver_e
#define FFTC_TILE_REACH_COLUMNS 1u
#define FFTC_TILE_REACH_ROWS 1u
#define FFTC_TILE_WORDS 2u
#include "fftcore/kernel/stencil.h"

#define FFTC_DIFFERENCE_AXES 2u
#define FFTC_DIFFERENCE_REACH 1u
#define FFTC_DIFFERENCE_COLUMNS 1u
#define FFTC_DIFFERENCE_ROWS 1u
#define FFTC_DIFFERENCE_PLANES 2u
#define FFTC_DIFFERENCE_LANES_LOG2 driver_s
#include "fftcore/kernel/difference_block.h"

enum { MEMORY_DATA, MEMORY_TWIDDLES, MEMORY_RESULT, MEMORY_STAGES, MEMORY_COUNT };

#define MAX_POINTS 1024u

static fftc_complex data[MAX_POINTS];
static fftc_complex twiddles[MAX_POINTS];
static fftc_complex result[MAX_POINTS];
static fftc_complex stages[MAX_POINTS];

void fftc_stage_store(fftc_uniform stage, fftc_uint position, fftc_complex value)
{
    uint32_t index = (stage << (driver_e + driver_w)) + position;
    fftc_memory_store(MEMORY_STAGES, index, &value);
}

fftc_complex(fftc_twiddle_get)(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_TWIDDLES, index, &z);
    return z;
}

fftc_complex(fftc_mirror_get)(fftc_uint index)
{
    return fftc_get(index);
}

fftc_complex fftc_half_get(fftc_uniform signal, fftc_uint entry)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_RESULT, (signal << (driver_e + driver_w - 1u)) + entry, &z);
    return z;
}

void fftc_half_set(fftc_uniform signal, fftc_uint entry, fftc_complex value)
{
    fftc_memory_store(MEMORY_RESULT, (signal << (driver_e + driver_w - 1u)) + entry, &value);
}

/* --- the kernels, all of which end with their result in memory ------------------------------- */

#ifdef DRIVER_CHANNELS

fftc_complex fftc_load(fftc_uniform channel, fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_DATA, (channel << (driver_e + driver_w)) + index, &z);
    return z;
}

void fftc_store(fftc_uniform channel, fftc_uint index, fftc_complex value)
{
    fftc_memory_store(MEMORY_DATA, (channel << (driver_e + driver_w)) + index, &value);
}

#define DRIVER_FORWARD fftc_channels_fft_forward
#define DRIVER_INVERSE fftc_channels_fft_inverse

#else

#define FFTC_CHANNELS 1u
#define DRIVER_OFFSET 0u

fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_DATA, index, &z);
    return z;
}

void(fftc_set)(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(MEMORY_DATA, index, &value);
}

#define DRIVER_FORWARD fftc_workgroup_fft_forward
#define DRIVER_INVERSE fftc_workgroup_fft_inverse

#endif

/* Leaves the last channel selected. */
static void begin(void)
{
#if defined(FFTC_PRELOADED)
    fftc_channels_preload(DRIVER_OFFSET);
#elif defined(DRIVER_CHANNELS)
    fftc_accessor_select(FFTC_CHANNELS - 1u, DRIVER_OFFSET);
#endif
}

static void end(void)
{
#ifdef FFTC_PRELOADED
    fftc_channels_unload(DRIVER_OFFSET);
#endif
}

static void kernel_forward(void *user)
{
    (void)user;
    begin();
    DRIVER_FORWARD();
    end();
}

static void kernel_inverse(void *user)
{
    (void)user;
    begin();
    DRIVER_INVERSE();
    end();
}

/* Runs both kernels, one after the other on the same shared memory, with the barrier that the
 * header asks for. */
static void kernel_both(void *user)
{
    (void)user;
    begin();
    DRIVER_FORWARD();
    fftc_workgroup_barrier();
    DRIVER_INVERSE();
    end();
}

static void kernel_mirror(void *user)
{
    (void)user;
    begin();
    for (unsigned a = 0; a < 1u << driver_e; ++a) {
        if (a != 0) {
            fftc_workgroup_barrier();
        }
        fftc_complex z = fftc_mirror_trade(a, driver_e, driver_w);
        fftc_memory_store(MEMORY_RESULT, (a << driver_w) + fftc_invocation_index(), &z);
    }
}

static void kernel_real_forward(void *user)
{
    (void)user;
    begin();
    fftc_real_fft_forward();
}

static void kernel_real_inverse(void *user)
{
    (void)user;
    begin();
    fftc_real_fft_inverse();
    end();
}

static void kernel_real_both(void *user)
{
    (void)user;
    begin();
    fftc_real_fft_forward();
    fftc_workgroup_barrier();
    fftc_real_fft_inverse();
    end();
}

/* The table is computed where it is read. */
fftc_butterfly_entry fftc_butterfly_entry_get(fftc_uint index)
{
    return fftc_butterfly_entry_compute(index >> (driver_e + driver_w),
                                        index & ((1u << (driver_e + driver_w)) - 1u));
}

static void kernel_butterfly(void *user)
{
    (void)user;
    begin();
    fftc_butterfly_line(0u);
    fftc_workgroup_barrier();
    fftc_butterfly_line(1u);
    end();
}

#include "driver_scans.h"

/* Each element with its four neighbours; those beyond the tile are at its other end. */
fftc_tile_pixel fftc_tile_load(fftc_uint column, fftc_uint row)
{
    uint32_t x = (column - 1u) & ((1u << driver_w) - 1u);
    uint32_t y = (row - 1u) & ((1u << driver_e) - 1u);
    fftc_tile_pixel pixel;
    fftc_complex z;
    fftc_memory_load(MEMORY_DATA, (y << driver_w) + x, &z);
    memcpy(pixel.word, &z, sizeof z);
    return pixel;
}

void fftc_stencil_pixel(fftc_uint column, fftc_uint row)
{
    fftc_tile_pixel sum = fftc_tile_get(column + 1u, row + 1u);
    for (uint32_t k = 0; k < 2; ++k) {
        sum.word[k] = 5u * sum.word[k] + fftc_tile_get(column, row + 1u).word[k] +
                      3u * fftc_tile_get(column + 2u, row + 1u).word[k] +
                      7u * fftc_tile_get(column + 1u, row).word[k] +
                      9u * fftc_tile_get(column + 1u, row + 2u).word[k];
    }
    fftc_complex z;
    memcpy(&z, sum.word, sizeof z);
    fftc_memory_store(MEMORY_RESULT, (row << driver_w) + column, &z);
}

static void kernel_stencil(void *user)
{
    (void)user;
    fftc_stencil();
}

/* A periodic array of 2^driver_w columns and one plane. */
fftc_uniform fftc_difference_length(fftc_uniform axis)
{
    return axis == 0u ? 1u << driver_w : 1u;
}

fftc_uniform fftc_difference_boundary(fftc_uniform axis)
{
    (void)axis;
    return FFTC_DIFFERENCE_PERIODIC;
}

fftc_difference_row fftc_difference_points_get(fftc_uint vector)
{
    fftc_difference_row row;
    fftc_complex point;
    fftc_memory_load(MEMORY_DATA, vector, &point);
    row.point[0] = point.re;
    return row;
}

fftc_real fftc_difference_weight(fftc_uniform axis, fftc_uniform distance)
{
    return (fftc_real)(1u + axis + 3u * distance);
}

fftc_difference_row fftc_difference_besides(fftc_uint vector)
{
    fftc_difference_row row;
    row.point[0] = (fftc_real)(3u * vector);
    return row;
}

void fftc_difference_take(fftc_uint vector, fftc_difference_row points,
                          fftc_difference_row laplacians, fftc_difference_row besides)
{
    fftc_complex both = fftc_complex_make(points.point[0], laplacians.point[0] + besides.point[0]);
    fftc_memory_store(MEMORY_RESULT, vector, &both);
}

/* Where there are lanes to shuffle. */
static void kernel_difference(void *user)
{
    (void)user;
    if (driver_s >= 1u && driver_w >= driver_s) {
        fftc_difference_block(fftc_invocation_index() >> driver_s << driver_s, 0u, 0u,
                              fftc_subgroup_lane() & ((1u << driver_s) - 1u));
    }
}

/* The index functions that no other kernel calls. */
static void kernel_indices(void *user)
{
    (void)user;
    for (unsigned a = 0; a < 1u << driver_e; ++a) {
        uint32_t slot = (a << driver_w) + fftc_invocation_index();
        fftc_mirror_local_info info = fftc_get_nabla_mirror_local_info(slot, driver_e, driver_w);
        uint32_t entry = fftc_get_half_entry(slot, driver_e, driver_w);
        uint32_t half = slot & ((1u << (driver_e + driver_w - 1u)) - 1u);
        uint32_t words[2] = {info.other_invocation * 4096u + info.mirror_local_index,
                             entry * 4096u + fftc_get_half_frequency(half, driver_e, driver_w)};
        fftc_complex z;
        memcpy(&z, words, sizeof z);
        fftc_memory_store(MEMORY_RESULT, slot, &z);
    }
}

/* Words of shared memory. Rows of two points have three items, and a stage of radix 2 takes half of
 * 8 points at a time. */
#ifndef DRIVER_WITHOUT_LINES
#include "driver_lines.h"
#define DRIVER_INVOCATION_WORDS 4u
#else
#define DRIVER_INVOCATION_WORDS FFTC_COMPLEX_WORDS
#define DRIVER_RESAMPLED_WORDS 0u
#endif

typedef struct driver_kernel {
    const char *name;
    void (*run)(void *user);
} driver_kernel;

static const driver_kernel kernels[] = {
#ifndef DRIVER_ONLY_LINES
    {"forward", kernel_forward},
    {"inverse", kernel_inverse},
    {"both", kernel_both},
    {"mirror", kernel_mirror},
    {"real forward", kernel_real_forward},
    {"real inverse", kernel_real_inverse},
    {"real both", kernel_real_both},
    {"indices", kernel_indices},
    {"butterfly line", kernel_butterfly},
    {"scan", kernel_scan},
    {"scan, exclusive", kernel_scan_exclusive},
    {"reduction", kernel_reduce},
    {"scan of subgroups", kernel_scan_subgroup},
    {"scan of an array", kernel_scan_array},
    {"block of a scan", kernel_scan_block},
    {"look-back", kernel_scan_pass},
    {"look-back, any order", kernel_scan_pass_exact},
    {"stencil", kernel_stencil},
    {"finite differences", kernel_difference},
#endif
#ifndef DRIVER_WITHOUT_LINES
    {"line", kernel_line},
    {"line in place", kernel_line_in_place},
    {"line, factors held", kernel_line_held},
    {"lines, gathered", kernel_gathered},
    {"lines, gathered in place", kernel_gathered_in_place},
    {"rows, mirrored loads", kernel_rows_load},
    {"rows, mirrored stores", kernel_rows_store},
    {"line, mirrored loads", kernel_mirrored_load},
    {"line, mirrored stores", kernel_mirrored_store},
    {"lines in pairs, loads", kernel_pairs_load},
    {"lines in pairs, stores", kernel_pairs_store},
    {"convolution there", kernel_convolution_there},
    {"convolution product", kernel_convolution_product},
    {"convolution product in place", kernel_convolution_in_place},
    {"convolution product, resampled", kernel_convolution_resampled},
    {"convolution back", kernel_convolution_back},
    {"convolution there, pixels", kernel_pixels_there},
    {"convolution back, pixels", kernel_pixels_back},
#endif
};

/* --- the runs -------------------------------------------------------------------------------- */

typedef struct driver_shape {
    unsigned e, w, s;
    unsigned subgroup; /* log2 of the subgroups that the machine has */
} driver_shape;

/* All exchanges in shared memory; some and some; all by shuffles; subgroups that are larger than
 * the kernel knows, or than the workgroup; one invocation. */
static const driver_shape shapes[] = {
    {1, 3, 1, 1}, {2, 4, 2, 2}, {1, 4, 0, 0}, {3, 2, 0, 3}, {1, 5, 2, 2},
    {2, 3, 1, 2}, {1, 3, 3, 3}, {3, 3, 2, 3}, {1, 2, 4, 4}, {1, 1, 0, 0},
    {2, 1, 1, 1}, {1, 0, 0, 0}, {2, 5, 5, 5}, {1, 6, 3, 4},
};

#define KERNELS (sizeof kernels / sizeof *kernels)

#define SEEDS 3u
/* Seconds: the headers as they are take a hundredth of the first, a tenth of the second. */
#ifdef DRIVER_ONE_SCHEDULE
#define SCHEDULES 1u
#define CPU_SECONDS 1u
#else
#define SCHEDULES FFTC_SCHEDULE_COUNT
#define CPU_SECONDS 4u
#endif

static uint64_t barriers;

static void fill(void)
{
    uint64_t state = 12345;
    for (unsigned i = 0; i < MAX_POINTS; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        data[i].re = (float)((double)(state >> 40) / 0x1p23 - 1.0);
        state = state * 6364136223846793005u + 1442695040888963407u;
        data[i].im = (float)((double)(state >> 40) / 0x1p23 - 0.5);
    }
    memcpy(result, data, sizeof result);
    memcpy(stages, data, sizeof stages);
}

/* FNV-1a, of whole words. */
static uint64_t hash_words(uint64_t hash, const void *words, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const char *)words + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

static void fail(const driver_kernel *kernel, const driver_shape *shape, fftc_schedule schedule,
                 const char *text)
{
    printf("%s E %u W %u S %u subgroups of %u, %s: %s\n", kernel->name, shape->e, shape->w,
           shape->s, 1u << shape->subgroup, fftc_schedule_name(schedule), text);
    exit(1);
}

static fftc_emulator *emulator_of(const driver_shape *shape)
{
    uint64_t n = (uint64_t)1 << (shape->e + shape->w);
    fftc_memory memories[MEMORY_COUNT] = {
        {.name = "data",
         .data = data,
         .element_bytes = sizeof *data,
         .element_count = n * FFTC_CHANNELS + DRIVER_OFFSET},
        {.name = "twiddles",
         .data = twiddles,
         .element_bytes = sizeof *twiddles,
         .element_count = n,
         .read_only = true},
        {.name = "result", .data = result, .element_bytes = sizeof *result, .element_count = n},
        {.name = "stages",
         .data = stages,
         .element_bytes = sizeof *stages,
         .element_count = n * (shape->e + shape->w)}};
    const uint32_t needs[] = {DRIVER_INVOCATION_WORDS << shape->w, FFTC_SCAN_SHARED_WORDS,
                              FFTC_SCAN_BLOCK_SHARED_WORDS,        FFTC_TILE_SHARED_WORDS,
                              FFTC_BUTTERFLY_SHARED_WORDS,         DRIVER_RESAMPLED_WORDS};
    uint32_t words = 0;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; ++i) {
        words = needs[i] > words ? needs[i] : words;
    }
    fftc_emulation config = {.workgroup_size = 1u << shape->w,
                             .subgroup_size = 1u << shape->subgroup,
                             .shared_words = words,
                             .stack_bytes = 1u << 18,
#ifdef DRIVER_CHANNELS
                             .private_bytes = sizeof(fftc_accessor_state),
#endif
                             .memories = memories,
                             .memory_count = MEMORY_COUNT};
    fftc_emulator *emulator;
    fftc_error error;
    if (fftc_emulator_create(&config, &emulator, &error) != FFTC_SUCCESS) {
        fail(kernels, shape, config.schedule, error.message);
    }
    return emulator;
}

/* Returns the hash of the result; leaves the program at the first finding. */
static uint64_t run(fftc_emulator *emulator, const driver_kernel *kernel, const driver_shape *shape,
                    fftc_schedule schedule)
{
    fftc_report report;
    fftc_error error;
    char text[512];
    uint64_t hash;
    fill();
    if (fftc_emulator_run(emulator, kernel->run, NULL, &report, &error) != FFTC_SUCCESS) {
        fail(kernel, shape, schedule, error.message);
    }
    if (report.finding_count != 0) {
        fftc_finding_format(&report.findings[0], text, sizeof text);
        fail(kernel, shape, schedule, text);
    }
    barriers += report.total.workgroup_barriers + report.total.subgroup_barriers;
    hash = hash_words(0xcbf29ce484222325u, data, sizeof data);
    hash = hash_words(hash, result, sizeof result);
    hash = hash_words(hash, stages, sizeof stages);
    for (unsigned stage = 0; stage < FFTC_STAGE_LIMIT; ++stage) {
        hash = hash_words(hash, &report.stage[stage].shared_loads, sizeof(uint64_t));
    }
    return hash;
}

/* Runs every schedule; those with a choice run several times. All must give the same bits. */
static uint64_t run_schedules(fftc_emulator *emulator, const driver_kernel *kernel,
                              const driver_shape *shape)
{
    uint64_t first = 0;
    for (unsigned schedule = 0; schedule < SCHEDULES; ++schedule) {
        bool choice = schedule >= FFTC_SCHEDULE_RANDOM;
        for (uint64_t seed = 1; seed <= (choice ? SEEDS : 1); ++seed) {
            fftc_error error;
            if (fftc_emulator_set_schedule(emulator, (fftc_schedule)schedule, seed, &error) !=
                FFTC_SUCCESS) {
                fail(kernel, shape, (fftc_schedule)schedule, error.message);
            }
            uint64_t hash = run(emulator, kernel, shape, (fftc_schedule)schedule);
            if (schedule == 0) {
                first = hash;
            } else if (hash != first) {
                fail(kernel, shape, (fftc_schedule)schedule, "another result than in round robin");
            }
        }
    }
    return first;
}

int main(void)
{
    /* A mutant that does not end is ended, by its own time and not by the clock on the wall. */
    struct rlimit seconds = {CPU_SECONDS, CPU_SECONDS};
    uint64_t hash = 0;
    setrlimit(RLIMIT_CPU, &seconds);
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; ++shape) {
        driver_e = shapes[shape].e;
        driver_w = shapes[shape].w;
        driver_s = shapes[shape].s;
        fftc_twiddle_table_fill(FFTC_FLOAT32, driver_e + driver_w, twiddles, NULL);
        fftc_emulator *emulator = emulator_of(&shapes[shape]);
        for (size_t kernel = 0; kernel < KERNELS; ++kernel) {
            uint64_t one = run_schedules(emulator, &kernels[kernel], &shapes[shape]);
            hash = hash_words(hash, &one, sizeof one);
        }
        fftc_emulator_destroy(emulator);
    }
    printf("result %016llx %llu\n", (unsigned long long)hash, (unsigned long long)barriers);
    return 0;
}
