/* SPDX-License-Identifier: MIT
 *
 * A bloom's dispatches, to be carried out by programs without fftcore.
 */
#include <stdlib.h>

#include "gpu/bloom.h"
#include "gpu/emit_plan.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"

/* --- the description -------------------------------------------------------------------------- */

static void put_bloom(fftc_emitter *e)
{
    static const char *const paddings[] = {[FFTC_PAD_ZERO] = "zero",
                                           [FFTC_PAD_MIRROR] = "mirror",
                                           [FFTC_PAD_REPEAT] = "repeat",
                                           [FFTC_PAD_CLAMP] = "clamp"};
    static const char *const resamplings[] = {[FFTC_BLOOM_EXACT] = "exact",
                                              [FFTC_BLOOM_TENT] = "tent",
                                              [FFTC_BLOOM_CUBIC] = "cubic",
                                              [FFTC_BLOOM_SINC] = "sinc"};
    const fftc_bloom_description *d = &e->bloom->what;
    fftc_text_format(&e->json,
                     "  \"bloom\": {\"channels\": %u, \"padding\": \"%s\", \"resampling\": \"%s\", "
                     "\"keep_infinities\": %s, \"scratch\": \"%s\", \"exponent\": %d",
                     (unsigned)d->channels, paddings[d->padding], resamplings[d->resampling],
                     d->keep_infinities != 0 ? "true" : "false",
                     fftc_precision_name(e->edges.half_scratch ? FFTC_FLOAT16 : FFTC_FLOAT32),
                     fftc_bloom_exponent(d, &e->edges));
    for (uint32_t c = 0; c < d->channels; ++c) {
        fftc_text_format(&e->json, c == 0 ? ", \"beyond\": [" : ", ");
        fftc_text_significant(&e->json, 9,
                              d->padding == FFTC_PAD_ZERO ? (double)d->beyond[c] : 0.0);
    }
    fftc_text_format(&e->json, "], \"error_bound\": ");
    fftc_text_significant(&e->json, 3, e->bound);
    fftc_text_format(&e->json, "},\n");
}

static void put_kernel(fftc_emitter *e)
{
    const fftc_bloom_description *d = &e->bloom->what;
    const bool exact = d->resampling == FFTC_BLOOM_EXACT;
    const uint64_t length[] = {e->bloom->spectra, d->kernel_height, d->kernel_width};
    const uint64_t origin[] = {exact ? d->centre_y : 0, exact ? d->centre_x : 0};
    fftc_text_format(&e->json, "  \"kernel\": {\"numbers\": \"real\", \"element_bytes\": 4, "
                               "\"buffers\": [\"kernel\"]");
    fftc_emit_numbers(e, "length", length, 3);
    fftc_emit_numbers(e, "origin", origin, 2);
    fftc_text_format(&e->json, "},\n");
}

static void put_side(fftc_emitter *e, int side)
{
    const fftc_bloom_description *d = &e->bloom->what;
    const fftc_bloom_layout *at = side == 0 ? &d->src : &d->dst;
    const uint64_t length[] = {d->height, d->width, d->channels};
    const uint64_t stride[] = {at->row, at->pixel, at->channel};
    const char *name = e->extra[side].name;
    if (e->extra[side].format != NULL) {
        fftc_text_format(&e->json, "  \"%s\": {\"picture\": \"%s\", \"format\": \"%s\"", name, name,
                         e->extra[side].format);
        fftc_emit_numbers(e, "length", length, 3);
    } else {
        fftc_text_format(&e->json,
                         "  \"%s\": {\"numbers\": \"real\", \"element_bytes\": %u, "
                         "\"buffers\": [\"%s\"]",
                         name, (unsigned)fftc_precision_bytes(d->precision), name);
        fftc_emit_numbers(e, "length", length, 3);
        fftc_emit_numbers(e, "stride", stride, 3);
    }
    fftc_text_format(&e->json, "},\n");
}

void fftc_emit_describe_bloom(fftc_emitter *e)
{
    put_bloom(e);
    if (e->pieces == NULL) {
        put_kernel(e);
    } else {
        put_side(e, 0);
        put_side(e, 1);
    }
    fftc_text_format(&e->json, "  \"options\": {\"exact\": %s},\n",
                     e->options->exact ? "true" : "false");
}

/* --- dispatches ------------------------------------------------------------------------------- */

static void name_sides(const fftc_vulkan_bloom_options *options, const fftc_bloom_request *request,
                       fftc_emitter *e)
{
    static const char *const formats[] = {[FFTC_VULKAN_BLOOM_BUFFER] = NULL,
                                          [FFTC_VULKAN_BLOOM_UNORM] = "R8G8B8A8_UNORM",
                                          [FFTC_VULKAN_BLOOM_SRGB] = "R8G8B8A8_SRGB",
                                          [FFTC_VULKAN_BLOOM_HALF] = "R16G16B16A16_SFLOAT",
                                          [FFTC_VULKAN_BLOOM_FLOAT] = "R32G32B32A32_SFLOAT"};
    e->extra[0] = (fftc_emitted_extra){
        .name = "src", .use = "input", .format = formats[options->src], .access = "read"};
    e->extra[1] = (fftc_emitted_extra){
        .name = "dst", .use = "output", .format = formats[options->dst], .access = "write"};
    e->extra[0].bytes = (request->src_bytes + 3) / 4 * 4;
    e->extra[1].bytes = (request->dst_bytes + 3) / 4 * 4;
    if (request->what.precision == FFTC_FLOAT16) { /* their words are accessed by atomics */
        e->extra[0].access = options->src == FFTC_VULKAN_BLOOM_BUFFER ? "read write" : "read";
        e->extra[1].access = options->dst == FFTC_VULKAN_BLOOM_BUFFER ? "read write" : "write";
    }
}

/* How many numbers of a pass come before the taps, or the spectrum, of a channel. */
static uint32_t shifted(const fftc_pass_plan *p, fftc_place place, uint32_t form, uint64_t channel)
{
    uint64_t bytes = p->elements[place] * p->item[place] * channel;
    return place <= FFTC_PLACE_DST ? (uint32_t)(bytes / fftc_form_bytes(form, FFTC_FLOAT32)) : 0;
}

/* The passes of one channel's taps, once for each of the planes. */
static void repeat(fftc_pass_plan *p, size_t planes)
{
    const uint32_t passes = p->count;
    for (size_t c = 1; c < planes; ++c) {
        for (uint32_t i = 0; i < passes; ++i) {
            fftc_pass *pass = &p->pass[p->count++];
            *pass = p->pass[i];
            pass->numbers.src_first += shifted(p, pass->src, pass->key.src_form, c);
            pass->numbers.dst_first += shifted(p, pass->dst, pass->key.dst_form, c);
        }
    }
    p->elements[FFTC_PLACE_SRC] *= planes;
    p->elements[FFTC_PLACE_DST] *= planes;
}

static fftc_status emit_both(const fftc_vulkan_bloom_options *options, fftc_emitter *e,
                             fftc_emitted_plan *prepare, fftc_emitted_plan *execute)
{
    static const char *const kernel_names[] = {"kernel", "spectrum"};
    static const char *const names[] = {"src", "dst"};
    const fftc_pass_limits limits = fftc_emit_limits(e);
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    fftc_pieces *pieces = e->pieces;
    fftc_status status = passes != NULL
                             ? fftc_emit_check(e)
                             : fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    if (status == FFTC_SUCCESS) {
        status =
            fftc_bloom_passes_make(e->bloom, &e->edges, options->order, &limits, passes, e->error);
    }
    if (status == FFTC_SUCCESS) {
        e->bound = fftc_convolution_passes_bound(passes);
        if (e->bloom->what.resampling == FFTC_BLOOM_EXACT) {
            repeat(&passes->prepare, e->bloom->spectra);
        }
    }
    for (int i = 0; i < 2 && status == FFTC_SUCCESS; ++i) {
        e->passes = i == 0 ? passes->prepare : passes->execute;
        e->part = i == 0 ? "prepare" : "execute";
        e->names = i == 0 ? kernel_names : names;
        e->pieces = i == 0 ? NULL : pieces;
        e->emitted = i == 0 ? prepare : execute;
        e->json = (fftc_text){0};
        status = fftc_emit_passes(e);
    }
    e->pieces = pieces;
    free(passes);
    return status;
}

static fftc_status emit(const fftc_bloom_request *request, const fftc_vulkan_device *device,
                        const fftc_vulkan_bloom_options *options, fftc_vulkan_cache *cache,
                        fftc_emitted_plan *prepare, fftc_emitted_plan *execute, fftc_error *error)
{
    fftc_convolution_description convolution = fftc_bloom_convolution(request, false);
    const fftc_accessors accessors = fftc_vulkan_bloom_accessors(options);
    const fftc_vulkan_plan_options with = {.exact = options->exact, .accessors = &accessors};
    fftc_emitter *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    }
    e->error = error;
    e->bloom = request;
    e->edges = fftc_vulkan_bloom_edges(options);
    if (e->edges.half_scratch || request->what.precision == FFTC_FLOAT16) {
        convolution.signal.precision = FFTC_FLOAT16; /* for variants that a cache needs */
    }
    fftc_status status = fftc_emit_start(&convolution.signal, device, &with, cache, true, e);
    if (status == FFTC_SUCCESS) {
        name_sides(options, request, e);
        status = emit_both(options, e, prepare, execute);
    }
    fftc_emit_finish(e);
    return status;
}

fftc_status fftc_vulkan_bloom_emit(const fftc_bloom_description *description,
                                   const fftc_vulkan_device *device,
                                   const fftc_vulkan_bloom_options *options,
                                   fftc_vulkan_cache *cache, fftc_emitted_plan *prepare,
                                   fftc_emitted_plan *execute, fftc_error *error)
{
    const fftc_vulkan_bloom_options defaults = {.src = FFTC_VULKAN_BLOOM_BUFFER};
    fftc_bloom_request request;
    options = options != NULL ? options : &defaults;
    if (prepare == NULL || execute == NULL || prepare == execute) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "prepare or execute is NULL, or both are one: pass two places to put them");
    }
    *prepare = (fftc_emitted_plan){.kernels = 0};
    *execute = *prepare;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = fftc_vulkan_bloom_check(options, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_read(description, &request, error);
    }
    if (status == FFTC_SUCCESS) {
        status = emit(&request, device, options, cache, prepare, execute, error);
    }
    fftc_float_mode_end(&mode);
    if (status != FFTC_SUCCESS) {
        fftc_emitted_plan_free(prepare);
        fftc_emitted_plan_free(execute);
        return status;
    }
    return fftc_succeed(error);
}
