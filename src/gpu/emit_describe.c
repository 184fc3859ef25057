/* SPDX-License-Identifier: MIT
 *
 * The description of a plan's files, JSON, in the words of docs/emitted-plans.md: what is computed,
 * and where its numbers are. emit_dispatches.c has what to bind and to dispatch.
 *
 * Nothing is left to be known otherwise: what fftc_transform allows to be left 0 is written out.
 */
#include <string.h>

#include "describe/real_layout.h"
#include "gpu/emit_plan.h"
#include "support/error.h"

static int rank_of(const uint64_t *length)
{
    int rank = 0;
    while (rank < FFTC_MAX_RANK && length[rank] != 0) {
        ++rank;
    }
    return rank;
}

void fftc_emit_numbers(fftc_emitter *e, const char *name, const uint64_t *numbers, int count)
{
    fftc_text_format(&e->json, ", \"%s\": [", name);
    for (int i = 0; i < count; ++i) {
        fftc_text_format(&e->json, "%s%llu", i == 0 ? "" : ", ", (unsigned long long)numbers[i]);
    }
    fftc_text_format(&e->json, "]");
}

static void put_flag(fftc_emitter *e, const char *name, bool flag)
{
    fftc_text_format(&e->json, "\"%s\": %s", name, flag ? "true" : "false");
}

/* ---------------------------------------------------------------------------- what is computed */

static const char *sum_name(const fftc_transform *t, int axis)
{
    static const char *const names[] = {
        [FFTC_DCT_II] = "\"DCT II\"",   [FFTC_DCT_I] = "\"DCT I\"",  [FFTC_DCT_III] = "\"DCT III\"",
        [FFTC_DCT_IV] = "\"DCT IV\"",   [FFTC_DST_I] = "\"DST I\"",  [FFTC_DST_II] = "\"DST II\"",
        [FFTC_DST_III] = "\"DST III\"", [FFTC_DST_IV] = "\"DST IV\""};
    return t->loop[axis] != 0 ? "null" : names[t->trigonometric[axis]];
}

/* What transforms and convolutions have alike. */
static void put_common(fftc_emitter *e)
{
    static const char *const scalings[] = {[FFTC_SCALE_DEFAULT] = "default",
                                           [FFTC_SCALE_NONE] = "none",
                                           [FFTC_SCALE_UNITARY] = "unitary"};
    static const char *const kinds[] = {
        [FFTC_COMPLEX] = "complex", [FFTC_REAL] = "real", [FFTC_REAL_TO_REAL] = "real to real"};
    const fftc_transform *t = e->transform;
    fftc_text_format(&e->json,
                     "\"kind\": \"%s\", \"precision\": \"%s\", \"placement\": \"%s\", \"format\": "
                     "\"%s\", \"scaling\": \"%s\"",
                     kinds[t->kind], fftc_precision_name(t->precision),
                     t->placement == FFTC_IN_PLACE ? "in place" : "out of place",
                     t->format == FFTC_SPLIT ? "split" : "interleaved", scalings[t->scaling]);
    fftc_emit_numbers(e, "length", t->length, rank_of(t->length));
    fftc_text_format(&e->json, ", \"batch\": %llu",
                     (unsigned long long)(t->batch == 0 ? 1 : t->batch));
}

static double transform_bound(const fftc_transform *t)
{
    double bound = 0.0;
    for (int i = 0; i < rank_of(t->length); ++i) {
        if (t->loop[i] == 0) {
            uint64_t length = t->kind == FFTC_REAL_TO_REAL
                                  ? fftc_real_logical(t->trigonometric[i], t->length[i])
                                  : t->length[i];
            bound += fftc_transform_error_bound(t->precision, length);
        }
    }
    return bound;
}

static void put_bound(fftc_emitter *e, double bound)
{
    fftc_text_format(&e->json, ", \"error_bound\": ");
    fftc_text_significant(&e->json, 3, bound);
}

static void put_transform(fftc_emitter *e)
{
    const fftc_transform *t = e->transform;
    int rank = rank_of(t->length);
    fftc_text_format(&e->json, "  \"transform\": {");
    put_common(e);
    fftc_text_format(&e->json, ", \"direction\": \"%s\", \"loop\": [",
                     t->direction == FFTC_INVERSE ? "inverse" : "forward");
    for (int i = 0; i < rank; ++i) {
        fftc_text_format(&e->json, "%s%s", i == 0 ? "" : ", ", t->loop[i] != 0 ? "true" : "false");
    }
    fftc_text_format(&e->json, "]");
    for (int i = 0; i < rank && t->kind == FFTC_REAL_TO_REAL; ++i) {
        fftc_text_format(&e->json, "%s%s", i == 0 ? ", \"trigonometric\": [" : ", ",
                         sum_name(t, i));
    }
    fftc_text_format(&e->json, t->kind == FFTC_REAL_TO_REAL ? "]" : "");
    put_bound(e, transform_bound(t));
    fftc_text_format(&e->json, "},\n");
}

/* The kernel's lengths, and its strides if they are given, as those of a transform. */
static fftc_transform kernel_of(const fftc_convolution_description *c)
{
    fftc_transform kernel = {.batch = 1};
    bool given = c->kernel_length[0] != 0;
    memcpy(kernel.length, given ? c->kernel_length : c->signal.length, sizeof kernel.length);
    memcpy(kernel.src_stride, c->kernel_stride, sizeof kernel.src_stride);
    return kernel;
}

static void put_convolution(fftc_emitter *e)
{
    const fftc_convolution_description *c = e->convolution;
    fftc_text_format(&e->json, "  \"convolution\": {\"product\": \"%s\", ",
                     c->product == FFTC_CORRELATE ? "correlate" : "convolve");
    put_common(e);
    put_bound(e, e->bound);
    fftc_text_format(&e->json, "},\n");
}

/* -------------------------------------------------------------------------- where it has them */

/* Describes the buffers of which an array consists; there are none if a text of the user's stands
 * for it. */
static void put_array(fftc_emitter *e, const char *name, const char *buffer, bool there, bool real)
{
    const fftc_transform *t = e->transform;
    bool split = !real && t->format == FFTC_SPLIT;
    size_t scalar = fftc_precision_bytes(t->precision);
    fftc_text_format(&e->json,
                     "  \"%s\": {\"numbers\": \"%s\", \"element_bytes\": %u, \"buffers\": [", name,
                     real ? "real" : "complex", (unsigned)(real || split ? scalar : 2 * scalar));
    if (there) {
        fftc_text_format(&e->json, "\"%s\"", buffer);
    }
    if (there && split) {
        fftc_text_format(&e->json, ", \"%s_im\"", buffer);
    }
    fftc_text_format(&e->json, "]");
}

bool fftc_emit_has_array(const fftc_emitter *e, bool dst)
{
    const fftc_accessors *a = e->options->accessors;
    const char *text = a == NULL ? NULL : dst ? a->store : a->load;
    return text == NULL || fftc_pieces_name(text, dst ? "fftc_dst_set" : "fftc_src_get");
}

static void put_side(fftc_emitter *e, bool dst)
{
    const fftc_transform *t = e->transform;
    fftc_transform like = *t;
    int rank = rank_of(t->length);
    if (e->convolution != NULL) {
        like.kind = FFTC_COMPLEX; /* both sides of a complex transform have the same lengths */
    }
    const fftc_side side = fftc_transform_side(&like, dst);
    const char *name = dst ? "dst" : "src";
    const char *buffer = t->placement == FFTC_IN_PLACE ? "dst" : name;
    put_array(e, name, buffer, fftc_emit_has_array(e, dst),
              t->kind != FFTC_COMPLEX && !side.spectrum);
    fftc_emit_numbers(e, "length", side.length, rank);
    fftc_emit_numbers(e, "stride", side.stride, rank);
    fftc_text_format(&e->json, ", \"distance\": %llu, \"range\": [",
                     (unsigned long long)side.distance);
    for (int i = 0; i < rank; ++i) {
        fftc_text_format(&e->json, "%s[%llu, %llu]", i == 0 ? "" : ", ",
                         (unsigned long long)side.range[i].begin,
                         (unsigned long long)side.range[i].end);
    }
    fftc_text_format(&e->json, "]},\n");
}

static void put_kernel(fftc_emitter *e)
{
    const fftc_transform kernel = kernel_of(e->convolution);
    const fftc_side side = fftc_transform_side(&kernel, false);
    int rank = rank_of(kernel.length);
    put_array(e, "kernel", "kernel", true, e->transform->kind == FFTC_REAL);
    fftc_emit_numbers(e, "length", side.length, rank);
    fftc_emit_numbers(e, "stride", side.stride, rank);
    fftc_emit_numbers(e, "origin", e->convolution->kernel_origin, rank);
    fftc_text_format(&e->json, "},\n");
}

/* What of the options is seen in the numbers. */
static void put_options(fftc_emitter *e)
{
    static const char *const kinds[] = {[FFTC_EXTRA_NONE] = "none",
                                        [FFTC_EXTRA_BUFFER] = "buffer",
                                        [FFTC_EXTRA_PICTURE] = "uint",
                                        [FFTC_EXTRA_FLOAT_PICTURE] = "float"};
    fftc_text_format(&e->json, "  \"options\": {");
    put_flag(e, "exact", e->options->exact);
    fftc_text_format(&e->json, ", ");
    put_flag(e, "pair_batch", e->options->passes.pair_batch);
    fftc_text_format(&e->json, "},\n");
    const fftc_accessors *a = e->options->accessors;
    if (a != NULL && (a->load != NULL || a->store != NULL)) {
        fftc_text_format(&e->json, "  \"accessors\": {");
        put_flag(e, "load", a->load != NULL);
        fftc_text_format(&e->json, ", ");
        put_flag(e, "store", a->store != NULL);
        for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
            fftc_text_format(&e->json, "%s\"%s\"", i == 0 ? ", \"extra\": [" : ", ",
                             kinds[a->extra[i]]);
        }
        fftc_text_format(&e->json, "]},\n");
    }
}

/* Of a transform, or of a convolution. */
static void describe_arrays(fftc_emitter *e)
{
    if (e->convolution != NULL) {
        put_convolution(e);
    } else {
        put_transform(e);
    }
    put_side(e, false);
    if (e->convolution != NULL) {
        put_kernel(e);
    }
    put_side(e, true);
    put_options(e);
}

fftc_status fftc_emit_describe(fftc_emitter *e)
{
    fftc_text_format(
        &e->json,
        "{\n  \"format\": %d,\n  \"generator\": \"fftcore %s\",\n  \"part\": \"%s\",\n"
        "  \"vulkan\": \"1.1\",\n  \"spirv\": \"1.3\",\n  \"entry_point\": \"main\",\n",
        FFTC_EMIT_FORMAT, fftc_version(), e->part);
    if (e->bloom != NULL) {
        fftc_emit_describe_bloom(e);
    } else {
        describe_arrays(e);
    }
    fftc_emit_dispatches(e);
    fftc_text_format(&e->json, "}\n");
    if (e->json.failed) {
        fftc_text_free(&e->json);
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for the description");
    }
    e->emitted->description = e->json.data;
    e->emitted->description_bytes = e->json.bytes;
    return FFTC_SUCCESS;
}
