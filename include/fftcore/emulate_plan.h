/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_vulkan_plan in the emulator: the same kernels and the same plan. In
 * exact mode the bits are the same too, and every race or missing barrier is a finding. Accessors
 * (fftcore/kernel/edge.h) are compiled as C here, from the same text:
 *
 *     #include "fftcore/emulate_plan.h"
 *     #include "my_window.h"                  // the text, or FFTC_PIECE; defines fftc_user_load
 *
 *     fftc_emulated_device device = {.load = fftc_emulated_load, .extra = {window}};
 *     fftc_emulate_plan(&transform, &device, &arrays, &report, &error);
 *
 * For transforms of double, define FFTC_PRECISION 64 before including it. Accessors need a unit in
 * C, not C++.
 */
#ifndef FFTCORE_EMULATE_PLAN_H
#define FFTCORE_EMULATE_PLAN_H

#include <stdbool.h>
#include <string.h>

#include "fftcore/convolution.h"
#include "fftcore/device.h"
#include "fftcore/emulate.h"
#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FFTC_EMULATED_FINDINGS 8

/* What a fftc_vulkan_plan_options, a device and a recording say. A zeroed structure is valid, and
 * NULL means the same: a device of 256 invocations, 32 KiB of shared memory and subgroups of 32. */
typedef struct fftc_emulated_device {
    /* The device's limits: give those of fftc_vulkan_device for the plan that it would get. */
    uint32_t invocations_max;
    uint32_t shared_bytes;
    uint32_t subgroups_max;    /* 0: any number */
    uint64_t buffer_bytes_max; /* 0: any size */
    fftc_pass_options passes;
    /* Lines that fftc_vulkan_plan_save or fftc_vulkan_convolution_save wrote, as in
     * fftc_vulkan_plan_options: the choices of the first one that is of this transform are taken,
     * whatever device it is of. With the device's limits above, the measured plan runs here. */
    const char *saved;
    /* Accessors: fftc_emulated_load, fftc_emulated_store below, of a unit that defines
     * fftc_user_load, fftc_user_store. NULL: none. With them, arrays that are NULL are not
     * touched. */
    void (*load)(uint32_t index, void *value);
    void (*store)(uint32_t index, const void *value);
    /* Buffers: element_bytes 4. Pictures: 16, four words per texel, in rows of picture_width. */
    fftc_memory extra[FFTC_EXTRAS_MAX];
    uint32_t picture_width[FFTC_EXTRAS_MAX];
    uint32_t word[FFTC_USER_WORDS_MAX];
    /* schedule, seed, observers, banks, sector_bytes, subgroup_size, observer and allocator are
     * taken; NULL: as if zeroed. subgroup_size is the device's, too. */
    const fftc_emulation *config;
} fftc_emulated_device;

typedef struct fftc_emulated_report {
    uint64_t finding_count;
    size_t findings_listed;
    fftc_finding findings[FFTC_EMULATED_FINDINGS];
    fftc_counts total;   /* of all dispatches */
    uint32_t dispatches; /* how many were carried out: none after one with findings */
    double bound; /* of the error of a convolution: fftc_vulkan_convolution_error_bound; else 0 */
} fftc_emulated_report;

/* Carries the transform out, rounding to nearest in any mode of the caller's, as devices do; its
 * accessors and observers run in that mode too. It allocates what the plan needs step by step, by
 * config's allocator (planning and tables also use malloc), so FFTC_OUT_OF_MEMORY may come when
 * dst is partly written. The sizes of `arrays` are those that the description spans. A finding is
 * not a failure. `report` may be NULL; on failure it is not written.
 *
 * FFTC_INVALID_ARGUMENT: `transform` or `arrays` is NULL; the description is one that
 * fftc_plan_create refuses in this way; passes.registers is out of its range;
 * a line of `saved` is damaged; an array that is touched is NULL; src == dst out of place, or
 * src != dst in place; arrays share memory that must not (not looked at with accessors); or what
 * fftc_emulator_create refuses in this way of config and extra. FFTC_UNSUPPORTED: FFTC_REAL in
 * place with ranges or FFTC_SPLIT; an axis that cannot be split into passes within the limits; or
 * no plan within them can be made of the choices of `saved`. FFTC_TOO_LARGE: what fftc_plan_create
 * and fftc_emulator_create refuse in this way; an array, or what the plan needs beside it, has more
 * than 2^31 numbers, or a dispatch more than 2^32 - 1 lines; or a DCT IV or DST IV has an odd
 * length above 2^28. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_emulate_plan(const fftc_transform *transform,
                                       const fftc_emulated_device *device,
                                       const fftc_arrays *arrays, fftc_emulated_report *report,
                                       fftc_error *error);

/* The arrays of a convolution; of split numbers those of imaginary parts too. */
typedef struct fftc_convolution_arrays {
    const void *src; /* in place: dst */
    const void *src_im;
    const void *kernel;
    const void *kernel_im;
    void *dst;
    void *dst_im;
} fftc_convolution_arrays;

/* Runs a convolution in the emulator: the dispatches of fftc_vulkan_convolution_prepare, then those
 * of fftc_vulkan_convolution_record, to which accessors belong. Statuses: for the description those
 * of fftc_vulkan_convolution_create, within the limits here; for everything else those of
 * fftc_emulate_plan. */
FFTC_API fftc_status fftc_emulate_convolution(const fftc_convolution_description *description,
                                              const fftc_emulated_device *device,
                                              const fftc_convolution_arrays *arrays,
                                              fftc_emulated_report *report, fftc_error *error);

/* What kernel/edge.h offers, by bytes. */
FFTC_API void fftc_emulate_src_get(uint32_t index, void *value);
FFTC_API void fftc_emulate_dst_set(uint32_t index, const void *value);
FFTC_API uint32_t fftc_emulate_extra_get(uint32_t extra, uint32_t index, const char *file,
                                         uint32_t line);
FFTC_API void fftc_emulate_extra_set(uint32_t extra, uint32_t index, uint32_t word,
                                     const char *file, uint32_t line);
FFTC_API void fftc_emulate_picture_get(uint32_t extra, uint32_t x, uint32_t y, uint32_t *words,
                                       const char *file, uint32_t line);
FFTC_API uint32_t fftc_emulate_user_word(uint32_t i, const char *file, uint32_t line);

#ifdef __cplusplus
}
#endif

/* A piece as C, and as the text that fftc_accessors takes, in one line:
 *
 *     FFTC_PIECE(my_window, fftc_complex fftc_user_load(fftc_uint index) { return ...; })
 *     fftc_accessors accessors = {.load = my_window};
 */
#define FFTC_PIECE(name, ...)                \
    static const char name[] = #__VA_ARGS__; \
    __VA_ARGS__

/* Only where a varying value has one lane, as in the emulator. With kernel/precision.h these names
 * are macros already, and yours to define. */
#if !defined(__cplusplus) && !defined(FFTC_RENAME) && (!defined(FFTC_LANES) || FFTC_LANES == 1)
#include "fftcore/kernel/edge.h"

static inline fftc_complex fftc_emulated_src_get(fftc_uint index)
{
    fftc_complex value;
    fftc_emulate_src_get(index, &value);
    return value;
}

static inline void fftc_emulated_dst_set(fftc_uint index, fftc_complex value)
{
    fftc_emulate_dst_set(index, &value);
}

static inline fftc_texel fftc_emulated_picture_get(fftc_uniform extra, fftc_uint x, fftc_uint y,
                                                   const char *file, uint32_t line)
{
    fftc_texel texel;
    fftc_emulate_picture_get(extra, x, y, texel.word, file, line);
    return texel;
}

static inline void fftc_emulated_load(uint32_t index, void *value)
{
    fftc_complex loaded = fftc_user_load(index);
    memcpy(value, &loaded, sizeof loaded);
}

static inline void fftc_emulated_store(uint32_t index, const void *value)
{
    fftc_complex stored;
    memcpy(&stored, value, sizeof stored);
    fftc_user_store(index, stored);
}

#define fftc_src_get(index) fftc_emulated_src_get(index)
#define fftc_dst_set(index, value) fftc_emulated_dst_set((index), (value))
#define fftc_extra_get(extra, index) fftc_emulate_extra_get((extra), (index), __FILE__, __LINE__)
#define fftc_extra_set(extra, index, word) \
    fftc_emulate_extra_set((extra), (index), (word), __FILE__, __LINE__)
#define fftc_picture_get(extra, x, y) \
    fftc_emulated_picture_get((extra), (x), (y), __FILE__, __LINE__)
#define fftc_user_word(i) fftc_emulate_user_word((i), __FILE__, __LINE__)
#endif

#endif
