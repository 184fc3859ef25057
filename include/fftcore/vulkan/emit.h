/* SPDX-License-Identifier: MIT
 *
 * Kernels and whole plans as GLSL, SPIR-V and a description, for programs without this library.
 * Part of fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_EMIT_H
#define FFTCORE_VULKAN_EMIT_H

#include "fftcore/convolution.h"
#include "fftcore/reference.h"
#include "fftcore/vulkan/bloom.h"
#include "fftcore/vulkan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel to embed: everything a program needs to run it with Vulkan 1.1 alone. */
typedef struct fftc_emitted {
    char *glsl; /* GLSL 450, no #include, 0 at the end */
    size_t glsl_bytes;
    uint32_t *spirv; /* SPIR-V 1.3, of exactly that text */
    size_t spirv_words;
    char *description; /* JSON: bindings, sizes, dispatch, twiddle table, orders, requirements */
    size_t description_bytes;
} fftc_emitted;

/* Writes the reference FFT as GLSL, SPIR-V and a description. Needs no device. `batch` is not part
 * of the kernel: dispatch as many workgroups as you have transforms. The three texts are malloc'ed;
 * fftc_emitted_free gives them back. On failure *emitted is zeroed. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: `emitted` is NULL, or what fftc_workgroup_fft_check refuses.
 * FFTC_UNSUPPORTED: the library was built without a compiler (FFTCORE_GLSLANG). FFTC_TOO_LARGE:
 * what fftc_workgroup_fft_check refuses. FFTC_COMPILE_FAILED: a defect of the library or of its
 * compiler. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_workgroup_fft_emit(const fftc_workgroup_fft *fft, fftc_emitted *emitted,
                                             fftc_error *error);

/* NULL, and a zeroed structure, are allowed; the structure is zeroed. */
FFTC_API void fftc_emitted_free(fftc_emitted *emitted);

/* One shader of a plan. */
typedef struct fftc_emitted_kernel {
    char *glsl; /* GLSL 450, no #include, 0 at the end */
    size_t glsl_bytes;
    uint32_t *spirv; /* SPIR-V 1.3 of that text, its loops unrolled */
    size_t spirv_words;
} fftc_emitted_kernel;

/* A plan to embed: a program that has Vulkan 1.1 and nothing of fftcore carries it out with what is
 * here. examples/run_emitted.c in fftcore's sources is one. */
typedef struct fftc_emitted_plan {
    fftc_emitted_kernel *kernel;
    uint32_t kernels;
    void *table; /* factors, to be put into a storage buffer as they are */
    size_t table_bytes;
    /* JSON: what is computed, of which arrays, what to bind and to dispatch. docs/emitted-plans.md
     * in fftcore's sources explains each member, and is what this format, number 1, promises. Files
     * are named as `fftcore emit` names them: kernel0.comp, kernel0.spv, ..., table.bin. */
    char *description;
    size_t description_bytes;
} fftc_emitted_plan;

/* Writes the dispatches of the plan that fftc_vulkan_plan_create would make on this device. Needs
 * no device: `device` may be one of fftc_vulkan_device_list, or limits that you state, namely
 * invocations_max, shared_bytes, workgroups_max, buffer_bytes_max and float64, and, if the plan may
 * ask for subgroups of just that size, subgroup_size, subgroup_full and subgroup_shuffle. NULL
 * means what every device of Vulkan 1.1 has (128 invocations, 16384 bytes, no subgroup operation;
 * but split numbers out of place bind five storage buffers, of which Vulkan promises four).
 * Buffers are bound as descriptors, whatever the options say. Accessors become part of the kernels
 * that have them. `options` may be NULL. A batch too large for one descriptor, which create records
 * in parts, is FFTC_TOO_LARGE.
 *
 * `cache` may be NULL. Otherwise modules are taken from it and added to it, so that it can be
 * shipped. If the options ask for addresses, or the device has no push descriptors, it also
 * receives the modules that use addresses, unless accessors have pictures; and for halves those for
 * devices with and without 16-bit storage, and with conversions of halves that round as this
 * library does, or not.
 *
 * fftc_emitted_plan_free gives everything back. On failure *emitted is zeroed. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: `transform` or `emitted` is NULL; one of the first four limits is 0; or
 * what fftc_vulkan_plan_create refuses in this way of the description, `registers`, `effort`,
 * accessors and `saved`. FFTC_UNSUPPORTED: FFTC_MEASURE (measure on the device, and pass what was
 * saved); FFTC_FLOAT64 unless device->float64; FFTC_REAL in place with ranges or FFTC_SPLIT; an
 * axis that cannot be split into passes within the limits; what options.saved says; or a shader is
 * not in `cache` and the library was built without a compiler. FFTC_TOO_LARGE: what
 * fftc_plan_create refuses in this way, and arrays, scratch among them, beyond one descriptor.
 * FFTC_COMPILE_FAILED: an accessor's text does not compile; otherwise a defect of the library or of
 * its compiler. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_vulkan_plan_emit(const fftc_transform *transform,
                                           const fftc_vulkan_device *device,
                                           const fftc_vulkan_plan_options *options,
                                           fftc_vulkan_cache *cache, fftc_emitted_plan *emitted,
                                           fftc_error *error);
/* NULL, and a zeroed structure, are allowed; the structure is zeroed. */
FFTC_API void fftc_emitted_plan_free(fftc_emitted_plan *emitted);

/* Emits a convolution as the two plans that it consists of: `prepare` reads a buffer "kernel" and
 * writes "spectrum", `execute` reads "src" and that spectrum, and writes "dst". On failure both are
 * zeroed.
 *
 * Statuses: for the description those of fftc_vulkan_convolution_create, for everything else those
 * of fftc_vulkan_plan_emit. FFTC_INVALID_ARGUMENT also if `prepare` is `execute`. */
FFTC_API fftc_status fftc_vulkan_convolution_emit(const fftc_convolution_description *description,
                                                  const fftc_vulkan_device *device,
                                                  const fftc_vulkan_plan_options *options,
                                                  fftc_vulkan_cache *cache,
                                                  fftc_emitted_plan *prepare,
                                                  fftc_emitted_plan *execute, fftc_error *error);

/* Emits a bloom, also as two plans: `prepare` reads the taps of all planes, as fftc_bloom_taps
 * writes them, from a buffer "kernel" and writes "spectrum"; `execute` reads "src" and that
 * spectrum, and writes "dst", both of them images or buffers, as the options say; what a frame has
 * of its own are eight words of the push constants. `cache` and `recordings` of the options are not
 * looked at. On failure both are zeroed.
 *
 * Statuses: for description and options those of fftc_vulkan_bloom_create, for everything else
 * those of fftc_vulkan_plan_emit. FFTC_INVALID_ARGUMENT also if `prepare` is `execute`. */
FFTC_API fftc_status fftc_vulkan_bloom_emit(const fftc_bloom_description *description,
                                            const fftc_vulkan_device *device,
                                            const fftc_vulkan_bloom_options *options,
                                            fftc_vulkan_cache *cache, fftc_emitted_plan *prepare,
                                            fftc_emitted_plan *execute, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
