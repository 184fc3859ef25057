/* SPDX-License-Identifier: MIT
 *
 * Bloom on a Vulkan device: one plan for the taps of a channel, and one for frames, whose accessors
 * are include/fftcore/kernel/bloom_edge.h.
 */
#include "gpu/bloom.h"

#include <stdlib.h>

#include "gpu/recording.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

enum { SRC = 0, DST, SIDES }; /* extras of include/fftcore/kernel/bloom_edge.h */

struct fftc_vulkan_bloom {
    fftc_bloom_request request;
    fftc_vulkan_bloom_storage storage[SIDES];
    fftc_bloom_edges edges;
    fftc_vulkan_plan *prepare; /* one spectrum, or all of a resampled kernel */
    fftc_vulkan_plan *execute;
};

static const char *const side_names[] = {"src", "dst"};
static const char *const kernel_names[] = {"kernel", "spectrum"};

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_extra_kind kind_of(fftc_vulkan_bloom_storage storage, int side)
{
    static const uint32_t stored[] = {
        [FFTC_VULKAN_BLOOM_UNORM] = FFTC_EXTRA_STORED_UNORM,
        [FFTC_VULKAN_BLOOM_SRGB] = FFTC_EXTRA_STORED_SRGB,
        [FFTC_VULKAN_BLOOM_HALF] = FFTC_EXTRA_STORED_HALF,
        [FFTC_VULKAN_BLOOM_FLOAT] = FFTC_EXTRA_STORED_FLOAT,
    };
    return storage == FFTC_VULKAN_BLOOM_BUFFER ? FFTC_EXTRA_BUFFER
           : side == SRC                       ? FFTC_EXTRA_FLOAT_PICTURE
                                               : (fftc_extra_kind)stored[storage];
}

fftc_accessors fftc_vulkan_bloom_accessors(const fftc_vulkan_bloom_options *options)
{
    return (fftc_accessors){
        .load = "", .store = "", .extra = {kind_of(options->src, SRC), kind_of(options->dst, DST)}};
}

fftc_bloom_edges fftc_vulkan_bloom_edges(const fftc_vulkan_bloom_options *options)
{
    return (fftc_bloom_edges){options->src != FFTC_VULKAN_BLOOM_BUFFER,
                              options->dst != FFTC_VULKAN_BLOOM_BUFFER,
                              options->scratch == FFTC_FLOAT16};
}

static fftc_status make_prepare(fftc_vulkan *context, const fftc_convolution_passes *passes,
                                const fftc_vulkan_plan_options *options, fftc_vulkan_bloom *plan,
                                fftc_error *error)
{
    const fftc_pass_plan *p = &passes->prepare;
    uint64_t taps = p->elements[FFTC_PLACE_SRC] * p->item[FFTC_PLACE_SRC];
    uint64_t spectrum = p->elements[FFTC_PLACE_DST] * p->item[FFTC_PLACE_DST];
    const fftc_dispatches dispatches = {
        .passes = p,
        .precision = FFTC_FLOAT32,
        .names = kernel_names,
        .footprints = {fftc_footprint_block((size_t)taps), fftc_footprint_block((size_t)spectrum)}};
    return fftc_plan_of_passes(context, &dispatches, options, &plan->prepare, error);
}

/* Whether shaders convert halves. */
static bool has_halves(const fftc_vulkan_bloom *plan)
{
    return plan->edges.half_scratch || plan->request.what.precision == FFTC_FLOAT16;
}

static fftc_status make_plans(fftc_vulkan *context, const fftc_vulkan_bloom_options *options,
                              fftc_convolution_passes *passes, fftc_vulkan_bloom *plan,
                              fftc_error *error)
{
    const fftc_accessors accessors = fftc_vulkan_bloom_accessors(options);
    const fftc_vulkan_plan_options with = {.exact = options->exact,
                                           .cache = options->cache,
                                           .recordings = options->recordings,
                                           .accessors = &accessors};
    plan->edges = fftc_vulkan_bloom_edges(options);
    fftc_vulkan_plan_options without = with;
    without.accessors = NULL;
    /* The spectrum, at least, is reached by a descriptor or as far as one. */
    const fftc_pass_limits limits =
        fftc_plan_limits(&context->info, fftc_plan_reach(context, false), &with);
    fftc_status status = fftc_bloom_passes_make(&plan->request, &plan->edges, options->order,
                                                &limits, passes, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_check_tables(context, &passes->execute, fftc_complex_bytes(FFTC_FLOAT32),
                                        error);
    }
    if (status == FFTC_SUCCESS) {
        status = make_prepare(context, passes, &without, plan, error);
    }
    if (status == FFTC_SUCCESS) {
        const fftc_dispatches frame = {.passes = &passes->execute,
                                       .precision = has_halves(plan) ? FFTC_FLOAT16 : FFTC_FLOAT32,
                                       .accessors = &accessors,
                                       .own = true,
                                       .names = side_names};
        status = fftc_plan_of_passes(context, &frame, &with, &plan->execute, error);
    }
    return status;
}

fftc_status fftc_vulkan_bloom_check(const fftc_vulkan_bloom_options *o, fftc_error *error)
{
    const unsigned storage[] = {(unsigned)o->src, (unsigned)o->dst};
    for (int i = 0; i < SIDES; ++i) {
        if (storage[i] > FFTC_VULKAN_BLOOM_FLOAT) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "options.%s is %u: pass an fftc_vulkan_bloom_storage", side_names[i],
                             storage[i]);
        }
    }
    if (o->scratch != FFTC_FLOAT32 && o->scratch != FFTC_FLOAT16) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "options.scratch is %d: pass FFTC_FLOAT32 or FFTC_FLOAT16",
                         (int)o->scratch);
    }
    return (unsigned)o->order <= FFTC_BLOOM_ROWS_FIRST
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "options.order is %d: pass an fftc_bloom_order", (int)o->order);
}

static fftc_status make(fftc_vulkan *context, const fftc_bloom_request *request,
                        const fftc_vulkan_bloom_options *options, fftc_vulkan_bloom **plan,
                        fftc_error *error)
{
    fftc_vulkan_bloom *made = calloc(1, sizeof *made);
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    fftc_status status = FFTC_SUCCESS;
    if (made == NULL || passes == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    } else {
        made->request = *request;
        made->storage[SRC] = options->src;
        made->storage[DST] = options->dst;
        status = make_plans(context, options, passes, made, error);
    }
    free(passes);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_bloom_destroy(made);
        return status;
    }
    *plan = made;
    return FFTC_SUCCESS;
}

fftc_status fftc_vulkan_bloom_create(fftc_vulkan *context,
                                     const fftc_bloom_description *description,
                                     const fftc_vulkan_bloom_options *options,
                                     fftc_vulkan_bloom **plan, fftc_error *error)
{
    const fftc_vulkan_bloom_options defaults = {.src = FFTC_VULKAN_BLOOM_BUFFER};
    fftc_bloom_request request;
    options = options != NULL ? options : &defaults;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    if (context == NULL) {
        return fftc_fail_null(error, "context");
    }
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = fftc_vulkan_bloom_check(options, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_read(description, &request, error);
    }
    if (status == FFTC_SUCCESS) {
        status = make(context, &request, options, plan, error);
    }
    fftc_float_mode_end(&mode);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

void fftc_vulkan_bloom_destroy(fftc_vulkan_bloom *plan)
{
    if (plan != NULL) {
        fftc_vulkan_plan_destroy(plan->prepare);
        fftc_vulkan_plan_destroy(plan->execute);
        free(plan);
    }
}

/* How often a kernel's preparation is carried out. */
static size_t preparations(const fftc_vulkan_bloom *plan)
{
    return plan->request.what.resampling == FFTC_BLOOM_EXACT ? plan->request.spectra : 1;
}

/* Of a buffer; halves in whole words. */
static uint64_t side_bytes(const fftc_vulkan_bloom *plan, int side)
{
    uint64_t bytes = side == SRC ? plan->request.src_bytes : plan->request.dst_bytes;
    return plan->storage[side] == FFTC_VULKAN_BLOOM_BUFFER ? (bytes + 3) / 4 * 4 : 0;
}

uint64_t fftc_vulkan_bloom_bytes(const fftc_vulkan_bloom *plan, fftc_vulkan_side side)
{
    if (plan == NULL) {
        return 0;
    }
    uint64_t there = fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_SCRATCH);
    uint64_t both = fftc_vulkan_plan_bytes(plan->execute, FFTC_VULKAN_SCRATCH);
    switch (side) {
    case FFTC_VULKAN_SRC: return side_bytes(plan, SRC);
    case FFTC_VULKAN_DST: return side_bytes(plan, DST);
    case FFTC_VULKAN_SCRATCH: return there > both ? there : both;
    case FFTC_VULKAN_KERNEL:
        return preparations(plan) * fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_SRC);
    case FFTC_VULKAN_SPECTRUM: return fftc_plan_spectrum_bytes(plan->execute);
    default: return 0;
    }
}

/* --- recording -------------------------------------------------------------------------------- */

static fftc_vulkan_span part_of(const fftc_vulkan_span *span, uint64_t before, uint64_t bytes)
{
    fftc_vulkan_span part = *span;
    part.offset += before;
    part.bytes = span->bytes != 0 ? bytes : 0;
    return part;
}

static fftc_status check_scratch(const fftc_vulkan_bloom_arrays *arrays, fftc_error *error)
{
    return !fftc_span_is_none(&arrays->scratch)
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "scratch has no buffer: pass one of as many bytes as "
                           "fftc_vulkan_bloom_bytes says");
}

/* Whether a span that is divided has all its parts. */
static fftc_status check_whole(const fftc_vulkan_span *span, uint64_t bytes, const char *name,
                               fftc_error *error)
{
    return span->bytes == 0 || span->bytes >= bytes
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s has %llu bytes, it needs %llu", name,
                           (unsigned long long)span->bytes, (unsigned long long)bytes);
}

fftc_status fftc_vulkan_bloom_prepare(const fftc_vulkan_bloom *plan, VkCommandBuffer commands,
                                      const fftc_vulkan_bloom_arrays *arrays, fftc_error *error)
{
    fftc_status status = fftc_recording_check(plan, commands, arrays, "arrays", error);
    if (status == FFTC_SUCCESS) {
        status = check_scratch(arrays, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_spectrum_check(plan->execute, &arrays->spectrum, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    uint64_t taps = fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_SRC);
    uint64_t spectrum = fftc_vulkan_plan_bytes(plan->prepare, FFTC_VULKAN_DST);
    const size_t count = preparations(plan);
    status = check_whole(&arrays->kernel, count * taps, "kernel", error);
    if (status == FFTC_SUCCESS) {
        status = check_whole(&arrays->spectrum, count * spectrum, "spectrum", error);
    }
    for (size_t c = 0; c < count && status == FFTC_SUCCESS; ++c) {
        const fftc_vulkan_buffers buffers = {.src = part_of(&arrays->kernel, c * taps, taps),
                                             .dst =
                                                 part_of(&arrays->spectrum, c * spectrum, spectrum),
                                             .scratch = arrays->scratch};
        status = fftc_plan_record(plan->prepare, commands, &buffers, NULL, c != 0, error);
    }
    return status;
}

static bool overlap(const fftc_vulkan_plan *plan, const fftc_vulkan_span *a, uint64_t a_bytes,
                    const fftc_vulkan_span *b, uint64_t b_bytes)
{
    uint64_t at[] = {a->offset, b->offset};
    if (plan->addresses) {
        at[0] = fftc_span_address(plan->context, a);
        at[1] = fftc_span_address(plan->context, b);
    } else if (a->buffer != b->buffer) {
        return false;
    }
    return at[0] < at[1] + b_bytes && at[1] < at[0] + a_bytes;
}

static bool is_in_place(const fftc_vulkan_bloom *plan, const fftc_vulkan_bloom_arrays *arrays)
{
    const fftc_bloom_layout *a = &plan->request.what.src;
    const fftc_bloom_layout *b = &plan->request.what.dst;
    return arrays->src.buffer == arrays->dst.buffer && arrays->src.offset == arrays->dst.offset &&
           arrays->src.address == arrays->dst.address && a->row == b->row && a->pixel == b->pixel &&
           a->channel == b->channel;
}

/* Buffers of the sides are checked, and lie nowhere else. */
static fftc_status check_places(const fftc_vulkan_bloom *plan,
                                const fftc_vulkan_bloom_arrays *arrays, fftc_error *error)
{
    enum { SCRATCH = SIDES, SPECTRUM, ALL };
    static const char *const names[ALL] = {"src", "dst", "scratch", "spectrum"};
    const fftc_vulkan_span *spans[ALL] = {&arrays->src, &arrays->dst, &arrays->scratch,
                                          &arrays->spectrum};
    const uint64_t bytes[ALL] = {side_bytes(plan, SRC), side_bytes(plan, DST),
                                 fftc_vulkan_bloom_bytes(plan, FFTC_VULKAN_SCRATCH),
                                 fftc_vulkan_bloom_bytes(plan, FFTC_VULKAN_SPECTRUM)};
    for (int i = 0; i < SIDES; ++i) {
        for (int k = i + 1; k < ALL; ++k) {
            if (bytes[i] != 0 && bytes[k] != 0 && !fftc_span_is_none(spans[k]) &&
                overlap(plan->execute, spans[i], bytes[i], spans[k], bytes[k]) &&
                !(k == DST && is_in_place(plan, arrays))) {
                return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "%s is, at least in part, where %s is: keep them apart%s",
                                 names[k], names[i],
                                 k == DST ? ", or pass the same array, of one layout" : "");
            }
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_sides(const fftc_vulkan_bloom *plan,
                               const fftc_vulkan_bloom_arrays *arrays, fftc_error *error)
{
    const fftc_vulkan_span *spans[] = {&arrays->src, &arrays->dst};
    uint64_t unit = plan->execute->addresses ? 4 : plan->execute->context->offset_alignment;
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < SIDES && status == FFTC_SUCCESS; ++i) {
        bool image = (i == SRC ? arrays->src_image : arrays->dst_image) != VK_NULL_HANDLE;
        bool buffer = plan->storage[i] == FFTC_VULKAN_BLOOM_BUFFER;
        if (image == buffer || (!buffer && !fftc_span_is_none(spans[i]))) {
            status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "the plan's %s is %s: pass that, and nothing else, or say otherwise "
                               "in options.%s",
                               side_names[i], buffer ? "a buffer" : "an image", side_names[i]);
        } else if (buffer) {
            status = fftc_span_check(plan->execute, spans[i], side_names[i], side_bytes(plan, i),
                                     unit, error);
        } else if (i == SRC && (arrays->src_layout == VK_IMAGE_LAYOUT_UNDEFINED ||
                                arrays->src_layout == VK_IMAGE_LAYOUT_PREINITIALIZED)) {
            status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "src_layout is not one in which a shader reads: pass the image's, "
                               "such as VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL");
        }
    }
    return status == FFTC_SUCCESS ? check_places(plan, arrays, error) : status;
}

fftc_status fftc_vulkan_bloom_record(const fftc_vulkan_bloom *plan, VkCommandBuffer commands,
                                     const fftc_vulkan_bloom_arrays *arrays,
                                     const fftc_bloom_frame *frame, fftc_error *error)
{
    const fftc_bloom_frame plain = {.sharpening = 0.0F};
    frame = frame != NULL ? frame : &plain;
    fftc_status status = fftc_recording_check(plan, commands, arrays, "arrays", error);
    if (status == FFTC_SUCCESS) {
        status = check_scratch(arrays, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_sides(plan, arrays, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_vulkan_buffers buffers = {
        .scratch = arrays->scratch,
        .extra = {[SRC] = {arrays->src, arrays->src_image, arrays->src_layout},
                  [DST] = {arrays->dst, arrays->dst_image, VK_IMAGE_LAYOUT_GENERAL}}};
    status = fftc_bloom_set_words(&plan->request.what, &plan->edges, frame, &arrays->light,
                                  buffers.word, error);
    return status == FFTC_SUCCESS ? fftc_plan_record(plan->execute, commands, &buffers,
                                                     &arrays->spectrum, false, error)
                                  : status;
}
