/* SPDX-License-Identifier: MIT
 *
 * A plan's dispatches, to be carried out by programs without fftcore.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/cache.h"
#include "gpu/emit_plan.h"
#include "gpu/plan.h"
#include "support/check.h"
#include "support/error.h"
#include "support/float_mode.h"
#include "support/own_transform.h"

/* No device asks for more (minStorageBufferOffsetAlignment). */
#define OFFSET_ALIGNMENT 256u

/* ------------------------------------------------------------------------------------- shaders */

static bool has_single_halves(const fftc_emitter *e, uint32_t pass)
{
    return fftc_kernel_has_single_halves(&e->passes.pass[pass].key);
}

static fftc_kernel_key key_of(const fftc_emitter *e, uint32_t pass)
{
    return (fftc_kernel_key){.pass = e->passes.pass[pass].key,
                             .exact = e->options->exact,
                             .storage16 = e->device->storage16 && has_single_halves(e, pass),
                             .numbers = e->passes.pass[pass].numbers};
}

static fftc_shader shader_of(const fftc_emitter *e, const fftc_source *source)
{
    return (fftc_shader){source, e->options->exact, true};
}

static fftc_status add_kernel(fftc_emitter *e, const fftc_kernel_key *key)
{
    fftc_source source = {.tail = {0}};
    uint32_t *words = NULL;
    size_t word_count;
    fftc_status status = fftc_kernel_source(key, e->pieces, &source, e->error);
    if (status == FFTC_SUCCESS) {
        const fftc_shader shader = shader_of(e, &source);
        fftc_digest name = fftc_shader_name(&shader);
        status = fftc_cache_fetch(e->cache, &shader, &name, NULL, &words, &word_count, e->error);
    }
    free(words);
    fftc_source_free(&source);
    return status;
}

/* Adds to the cache, for those who ship it, what a device may take in place of the emitted kernel:
 * arrays by addresses, its own conversion of halves, single halves as items of 16 bits or not.
 * Which of these a device does is not known before. */
static fftc_status add_variants(fftc_emitter *e, uint32_t pass, bool addresses)
{
    const bool halves = e->transform->precision == FFTC_FLOAT16;
    fftc_status status = FFTC_SUCCESS;
    for (unsigned i = 1; i < 8 && status == FFTC_SUCCESS; ++i) {
        fftc_kernel_key key = key_of(e, pass);
        key.addresses = i & 1;
        key.half_native = i >> 1 & 1;
        key.storage16 ^= i >> 2;
        if (key.addresses <= addresses && key.half_native <= (halves && !key.exact) &&
            i >> 2 <= has_single_halves(e, pass)) {
            status = add_kernel(e, &key);
        }
    }
    return status;
}

/* What devices find out by which of the variants they want. */
static fftc_status add_half_probe(fftc_emitter *e)
{
    fftc_source source = {.tail = {0}};
    uint32_t *words = NULL;
    size_t word_count;
    fftc_status status = fftc_half_probe_source(&source, e->error);
    if (status == FFTC_SUCCESS) {
        const fftc_shader shader = {&source, true, false};
        fftc_digest name = fftc_shader_name(&shader);
        status = fftc_cache_fetch(e->cache, &shader, &name, NULL, &words, &word_count, e->error);
    }
    free(words);
    fftc_source_free(&source);
    return status;
}

/* Emits a shader's text and SPIR-V as kernel number e->emitted->kernels. */
static fftc_status emit_new(fftc_emitter *e, const fftc_shader *shader, const fftc_digest *name)
{
    fftc_emitted_kernel *kernel = &e->emitted->kernel[e->emitted->kernels++];
    fftc_text glsl = {0};
    fftc_status status = fftc_source_flatten(shader->source, &glsl, e->error);
    *kernel = (fftc_emitted_kernel){.glsl = glsl.data, .glsl_bytes = glsl.bytes};
    if (status != FFTC_SUCCESS) {
        return status;
    }
    return e->cache != NULL
               ? fftc_cache_fetch(e->cache, shader, name, NULL, &kernel->spirv,
                                  &kernel->spirv_words, e->error)
               : fftc_shader_compile(shader, NULL, &kernel->spirv, &kernel->spirv_words, e->error);
}

/* Passes of the same text share a kernel. */
static fftc_status emit_kernel(fftc_emitter *e, uint32_t pass)
{
    fftc_kernel_key key = key_of(e, pass);
    fftc_source source = {.tail = {0}};
    fftc_status status = fftc_kernel_source(&key, e->pieces, &source, e->error);
    if (status == FFTC_SUCCESS) {
        const fftc_shader shader = shader_of(e, &source);
        fftc_digest name = fftc_shader_name(&shader);
        uint32_t number = 0;
        while (number < e->emitted->kernels && memcmp(&e->name[number], &name, sizeof name) != 0) {
            ++number;
        }
        e->kernel[pass] = number;
        if (number == e->emitted->kernels) {
            e->of[number] = &e->passes.pass[pass];
            e->name[number] = name;
            status = emit_new(e, &shader, &name);
        }
    }
    fftc_source_free(&source);
    return status;
}

static fftc_status emit_kernels(fftc_emitter *e)
{
    bool addresses = e->cache != NULL && e->device->device_address &&
                     (e->options->addresses || !e->device->push_descriptor) &&
                     (e->pieces == NULL || !fftc_accessors_have_pictures(&e->pieces->given));
    fftc_status status = FFTC_SUCCESS;
    e->emitted->kernel = calloc(FFTC_PASSES_MAX, sizeof *e->emitted->kernel);
    if (e->emitted->kernel == NULL) {
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for shaders");
    }
    for (uint32_t i = 0; i < e->passes.count && status == FFTC_SUCCESS; ++i) {
        status = emit_kernel(e, i);
        if (status == FFTC_SUCCESS && e->cache != NULL) {
            status = add_variants(e, i, addresses);
        }
    }
    if (status == FFTC_SUCCESS && e->cache != NULL && !e->options->exact &&
        e->transform->precision == FFTC_FLOAT16) {
        status = add_half_probe(e);
    }
    return status;
}

/* ------------------------------------------------------------------------------------- factors */

uint64_t fftc_emit_factor_bytes(const fftc_emitter *e, uint32_t pass)
{
    const fftc_pass_key *key = &e->passes.pass[pass].key;
    uint64_t count = fftc_pass_table_count(key);
    return (count == 0 ? 1 : count) * fftc_complex_bytes(key->precision);
}

static fftc_status emit_table(fftc_emitter *e)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        e->table_first[i] = total;
        total += (fftc_emit_factor_bytes(e, i) + OFFSET_ALIGNMENT - 1) / OFFSET_ALIGNMENT *
                 OFFSET_ALIGNMENT;
    }
    e->emitted->table = calloc(1, (size_t)total + 1);
    if (e->emitted->table == NULL) {
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for %llu bytes of factors",
                         (unsigned long long)total);
    }
    e->emitted->table_bytes = (size_t)total;
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        char *table = (char *)e->emitted->table + e->table_first[i];
        if (!fftc_pass_table_fill(&e->passes.pass[i].key, fftc_own_transform, table)) {
            return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory to compute factors");
        }
    }
    return FFTC_SUCCESS;
}

/* ------------------------------------------------------------------------------------- all of it
 */

fftc_status fftc_emit_check(const fftc_emitter *e)
{
    fftc_status status = fftc_effort_check(e->options->effort, e->options->saved, e->error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (e->options->effort == FFTC_MEASURE) {
        return fftc_fail(e->error, FFTC_UNSUPPORTED,
                         "emitted plans are not measured: measure one on the device, save it, and "
                         "pass options.saved");
    }
    if (e->transform->precision == FFTC_FLOAT64 && !e->device->float64) {
        return fftc_fail(e->error, FFTC_UNSUPPORTED,
                         "the device has no double precision: set float64, or pass FFTC_FLOAT32");
    }
    return FFTC_SUCCESS;
}

/* Plans again with what was saved for this plan, if anything was. The transform is valid, since it
 * has been planned already. */
static fftc_status replan(fftc_emitter *e, fftc_pass_limits limits)
{
    fftc_pass_choices choices;
    char name[FFTC_TRANSFORM_NAME_BYTES];
    bool found;
    fftc_transform_name(e->transform, name);
    uint64_t hash = fftc_saved_device(e->device, e->options);
    fftc_status status =
        fftc_saved_find(e->options->saved, &hash, name, e->options->effort == FFTC_SAVED, &choices,
                        &found, e->error);
    if (status == FFTC_SUCCESS && found) {
        limits.choices = &choices;
        status = fftc_pass_plan_make(e->transform, &limits, &e->passes, e->error);
    }
    return status;
}

fftc_pass_limits fftc_emit_limits(const fftc_emitter *e)
{
    fftc_pass_limits limits = fftc_plan_limits(e->device, e->device->buffer_bytes_max, e->options);
    limits.name = "the device";
    return limits;
}

/* Checks the tables as fftc_plan_check_tables does for plans. */
static fftc_status check_tables(const fftc_emitter *e)
{
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        uint64_t bytes = fftc_emit_factor_bytes(e, i);
        if (bytes > e->device->buffer_bytes_max) {
            return fftc_fail(e->error, FFTC_TOO_LARGE,
                             "a table of %llu bytes, a buffer of the device has at most %llu: pass "
                             "a shorter length, or one without prime factors above 13",
                             (unsigned long long)bytes,
                             (unsigned long long)e->device->buffer_bytes_max);
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_emit_passes(fftc_emitter *e)
{
    fftc_status status = check_tables(e);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = emit_kernels(e);
    if (status != FFTC_SUCCESS && e->pieces != NULL) {
        fftc_pieces_explain(e->error);
    }
    if (status == FFTC_SUCCESS) {
        status = emit_table(e);
    }
    return status == FFTC_SUCCESS ? fftc_emit_describe(e) : status;
}

static fftc_status emit(fftc_emitter *e)
{
    fftc_pass_limits limits = fftc_emit_limits(e);
    fftc_status status = fftc_emit_check(e);
    if (status == FFTC_SUCCESS) {
        status = fftc_pass_plan_make(e->transform, &limits, &e->passes, e->error);
    }
    if (status == FFTC_SUCCESS && e->options->saved != NULL) {
        status = replan(e, limits);
    }
    return status == FFTC_SUCCESS ? fftc_emit_passes(e) : status;
}

/* Emits the two lists of dispatches of a convolution. Accessors belong to the second one. */
static fftc_status emit_both(fftc_emitter *e, fftc_emitted_plan *prepare,
                             fftc_emitted_plan *execute)
{
    static const char *const kernel_names[] = {"kernel", "spectrum"};
    static const char *const names[] = {"src", "dst"};
    static const char *const parts[] = {"prepare", "execute"};
    fftc_pass_limits limits = fftc_emit_limits(e);
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    fftc_pieces *pieces = e->pieces;
    fftc_pass_choices choices;
    char name[FFTC_CONVOLUTION_NAME_BYTES];
    bool found = false;
    fftc_status status = passes != NULL
                             ? fftc_emit_check(e)
                             : fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_passes_make(e->convolution, &limits, passes, e->error);
    }
    if (status == FFTC_SUCCESS && e->options->saved != NULL) {
        fftc_convolution_name(e->convolution, name);
        uint64_t hash = fftc_saved_device(e->device, e->options);
        status = fftc_saved_find(e->options->saved, &hash, name, e->options->effort == FFTC_SAVED,
                                 &choices, &found, e->error);
        limits.choices = &choices;
    }
    if (status == FFTC_SUCCESS && found) {
        status = fftc_convolution_passes_make(e->convolution, &limits, passes, e->error);
    }
    for (int i = 0; i < 2 && status == FFTC_SUCCESS; ++i) {
        e->bound = fftc_convolution_passes_bound(passes);
        e->passes = i == 0 ? passes->prepare : passes->execute;
        e->part = parts[i];
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

fftc_status fftc_emit_device(const fftc_vulkan_device **device, fftc_error *error)
{
    static const fftc_vulkan_device least = {.name = "the device",
                                             .invocations_max = 128,
                                             .shared_bytes = 16384,
                                             .workgroups_max = 65535,
                                             .buffer_bytes_max = (uint64_t)1 << 27};
    if (*device == NULL) {
        *device = &least;
    }
    const fftc_vulkan_device *d = *device;
    if (d->invocations_max == 0 || d->shared_bytes == 0 || d->workgroups_max == 0 ||
        d->buffer_bytes_max == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "a limit of the device is 0: state invocations_max, shared_bytes, "
                         "workgroups_max and buffer_bytes_max, or pass no device");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_emit_start(const fftc_transform *transform, const fftc_vulkan_device *device,
                            const fftc_vulkan_plan_options *options, fftc_vulkan_cache *cache,
                            bool own, fftc_emitter *e)
{
    static const fftc_vulkan_plan_options defaults = {.exact = false};
    static const char *const names[] = {"src", "dst"};
    static const char *const extras[FFTC_EXTRAS_MAX] = {"extra0", "extra1", "extra2", "extra3"};
    e->transform = transform;
    e->device = device;
    e->options = options != NULL ? options : &defaults;
    e->cache = cache;
    e->part = "transform";
    e->names = names;
    const fftc_accessors *a = e->options->accessors;
    fftc_status status = fftc_emit_device(&e->device, e->error);
    if (status != FFTC_SUCCESS || fftc_accessors_none(a)) {
        return status;
    }
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        bool picture = a->extra[i] > FFTC_EXTRA_BUFFER;
        e->extra[i] = (fftc_emitted_extra){
            .name = extras[i], .use = "extra", .access = picture ? "read" : "read write"};
    }
    e->pieces = calloc(1, sizeof *e->pieces);
    return e->pieces != NULL ? fftc_pieces_create(a, own, e->pieces, e->error)
                             : fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
}

void fftc_emit_finish(fftc_emitter *e)
{
    if (e->pieces != NULL) {
        fftc_pieces_destroy(e->pieces);
    }
    free(e->pieces);
    free(e);
}

fftc_status fftc_vulkan_convolution_emit(const fftc_convolution_description *description,
                                         const fftc_vulkan_device *device,
                                         const fftc_vulkan_plan_options *options,
                                         fftc_vulkan_cache *cache, fftc_emitted_plan *prepare,
                                         fftc_emitted_plan *execute, fftc_error *error)
{
    if (prepare == NULL || execute == NULL || prepare == execute) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "prepare or execute is NULL, or both are one: pass two places to put them");
    }
    *prepare = (fftc_emitted_plan){.kernels = 0};
    *execute = *prepare;
    if (description == NULL) {
        return fftc_fail_null(error, "description");
    }
    fftc_emitter *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    }
    e->error = error;
    e->convolution = description;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = fftc_emit_start(&description->signal, device, options, cache, false, e);
    status = status == FFTC_SUCCESS ? emit_both(e, prepare, execute) : status;
    fftc_float_mode_end(&mode);
    fftc_emit_finish(e);
    if (status != FFTC_SUCCESS) {
        fftc_emitted_plan_free(prepare);
        fftc_emitted_plan_free(execute);
        return status;
    }
    return fftc_succeed(error);
}

fftc_status fftc_vulkan_plan_emit(const fftc_transform *transform, const fftc_vulkan_device *device,
                                  const fftc_vulkan_plan_options *options, fftc_vulkan_cache *cache,
                                  fftc_emitted_plan *emitted, fftc_error *error)
{
    if (emitted == NULL) {
        return fftc_fail_no_place(error, "emitted");
    }
    *emitted = (fftc_emitted_plan){.kernels = 0};
    if (transform == NULL) {
        return fftc_fail_null(error, "transform");
    }
    fftc_emitter *e = calloc(1, sizeof *e); /* an emitter is too large for some stacks */
    if (e == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    }
    e->error = error;
    e->emitted = emitted;
    const fftc_float_mode mode = fftc_float_mode_begin();
    fftc_status status = fftc_emit_start(transform, device, options, cache, false, e);
    status = status == FFTC_SUCCESS ? emit(e) : status;
    fftc_float_mode_end(&mode);
    fftc_emit_finish(e);
    if (status != FFTC_SUCCESS) {
        fftc_emitted_plan_free(emitted);
        return status;
    }
    return fftc_succeed(error);
}

void fftc_emitted_plan_free(fftc_emitted_plan *emitted)
{
    if (emitted == NULL) {
        return;
    }
    for (uint32_t i = 0; i < emitted->kernels; ++i) {
        free(emitted->kernel[i].glsl);
        free(emitted->kernel[i].spirv);
    }
    free(emitted->kernel);
    free(emitted->table);
    free(emitted->description);
    *emitted = (fftc_emitted_plan){.kernels = 0};
}
