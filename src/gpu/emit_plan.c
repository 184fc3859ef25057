/* SPDX-License-Identifier: MIT
 *
 * A plan's dispatches, to be carried out by programs without fftcore.
 */
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "gpu/cache.h"
#include "gpu/internal.h"

/* No device asks for more (minStorageBufferOffsetAlignment). */
#define OFFSET_ALIGNMENT 256u

typedef struct emitter {
    const fftc_transform *transform;
    const fftc_vulkan_device *device;
    const fftc_vulkan_plan_options *options;
    fftc_vulkan_cache *cache;
    fftc_emitted_plan *emitted;
    fftc_pass_plan passes;
    uint32_t kernel[FFTC_PASSES_MAX];      /* of each pass */
    const fftc_pass *of[FFTC_PASSES_MAX];  /* a pass of each kernel */
    fftc_digest name[FFTC_PASSES_MAX];     /* of each kernel's shader */
    uint64_t table_first[FFTC_PASSES_MAX]; /* bytes */
    fftc_text json;
    fftc_error *error;
} emitter;

/* ------------------------------------------------------------------------------------- shaders */

static fftc_kernel_key key_of(const emitter *e, uint32_t pass, bool addresses)
{
    return (fftc_kernel_key){
        .pass = e->passes.pass[pass].key, .exact = e->options->exact, .addresses = addresses};
}

static fftc_shader shader_of(const emitter *e, const fftc_text *glsl)
{
    return (fftc_shader){glsl->data, glsl->bytes, e->options->exact, true};
}

/* The same dispatch by addresses, for whoever ships the cache. */
static fftc_status add_by_addresses(emitter *e, uint32_t pass)
{
    fftc_kernel_key key = key_of(e, pass, true);
    fftc_text glsl = {0};
    uint32_t *words = NULL;
    size_t word_count;
    fftc_status status = fftc_kernel_source(&key, NULL, &glsl, e->error);
    if (status == FFTC_SUCCESS) {
        const fftc_shader shader = shader_of(e, &glsl);
        fftc_digest name = fftc_shader_name(&shader);
        status = fftc_cache_fetch(e->cache, &shader, &name, NULL, &words, &word_count, e->error);
    }
    free(words);
    fftc_text_free(&glsl);
    return status;
}

/* Passes of the same text share a kernel. */
static fftc_status emit_kernel(emitter *e, uint32_t pass)
{
    fftc_emitted_plan *emitted = e->emitted;
    fftc_kernel_key key = key_of(e, pass, false);
    fftc_text glsl = {0};
    fftc_status status = fftc_kernel_source(&key, NULL, &glsl, e->error);
    if (status != FFTC_SUCCESS) {
        fftc_text_free(&glsl);
        return status;
    }
    const fftc_shader shader = shader_of(e, &glsl);
    fftc_digest name = fftc_shader_name(&shader);
    uint32_t number = 0;
    while (number < emitted->kernels && memcmp(&e->name[number], &name, sizeof name) != 0) {
        ++number;
    }
    e->kernel[pass] = number;
    if (number < emitted->kernels) {
        fftc_text_free(&glsl);
        return FFTC_SUCCESS;
    }
    fftc_emitted_kernel *kernel = &emitted->kernel[emitted->kernels++];
    e->of[number] = &e->passes.pass[pass];
    e->name[number] = name;
    *kernel = (fftc_emitted_kernel){.glsl = glsl.data, .glsl_bytes = glsl.bytes};
    status = e->cache != NULL ? fftc_cache_fetch(e->cache, &shader, &name, NULL, &kernel->spirv,
                                                 &kernel->spirv_words, e->error)
                              : fftc_shader_compile(&shader, NULL, &kernel->spirv,
                                                    &kernel->spirv_words, e->error);
    return status;
}

static fftc_status emit_kernels(emitter *e)
{
    bool addresses = e->cache != NULL && e->device->device_address &&
                     (e->options->addresses || !e->device->push_descriptor);
    fftc_status status = FFTC_SUCCESS;
    e->emitted->kernel = calloc(FFTC_PASSES_MAX, sizeof *e->emitted->kernel);
    if (e->emitted->kernel == NULL) {
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for shaders");
    }
    for (uint32_t i = 0; i < e->passes.count && status == FFTC_SUCCESS; ++i) {
        status = emit_kernel(e, i);
        if (status == FFTC_SUCCESS && addresses) {
            status = add_by_addresses(e, i);
        }
    }
    return status;
}

/* ------------------------------------------------------------------------------------- factors */

/* At least one number, so that something can be bound. */
static uint64_t factor_bytes(const emitter *e, uint32_t pass)
{
    const fftc_pass_key *key = &e->passes.pass[pass].key;
    uint64_t count = fftc_pass_table_count(key);
    return (count == 0 ? 1 : count) * (key->precision == FFTC_FLOAT64 ? 16u : 8u);
}

static fftc_status emit_table(emitter *e)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        e->table_first[i] = total;
        total += (factor_bytes(e, i) + OFFSET_ALIGNMENT - 1) / OFFSET_ALIGNMENT * OFFSET_ALIGNMENT;
    }
    e->emitted->table = calloc(1, (size_t)total + 1);
    if (e->emitted->table == NULL) {
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for %llu bytes of factors",
                         (unsigned long long)total);
    }
    e->emitted->table_bytes = (size_t)total;
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        char *table = (char *)e->emitted->table + e->table_first[i];
        if (!fftc_pass_table_fill(&e->passes.pass[i].key, table)) {
            return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for the spectrum of a chirp");
        }
    }
    return FFTC_SUCCESS;
}

/* ------------------------------------------------------------------------------------- description
 */

static const char *const place_names[] = {"src", "dst", "scratch0", "scratch1", "scratch2"};
_Static_assert(sizeof place_names / sizeof *place_names >= FFTC_PLACE_COUNT, "a place has no name");

static uint64_t place_bytes(const emitter *e, int place)
{
    return e->passes.elements[place] * e->passes.item[place];
}

static void describe_transform(emitter *e)
{
    static const char *const kinds[] = {"complex", "real", "real to real"};
    const fftc_transform *t = e->transform;
    const char *comma = "";
    fftc_text_format(&e->json, "  \"transform\": {\"length\": [");
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        fftc_text_format(&e->json, "%s%llu", comma, (unsigned long long)t->length[i]);
        comma = ", ";
    }
    fftc_text_format(
        &e->json,
        "], \"batch\": %llu, \"kind\": \"%s\", \"precision\": \"%s\", \"direction\": \"%s\", "
        "\"placement\": \"%s\", \"format\": \"%s\"},\n",
        (unsigned long long)(t->batch == 0 ? 1 : t->batch), kinds[t->kind],
        t->precision == FFTC_FLOAT64   ? "f64"
        : t->precision == FFTC_FLOAT16 ? "f16"
                                       : "f32",
        t->direction == FFTC_INVERSE ? "inverse" : "forward",
        t->placement == FFTC_IN_PLACE ? "in place" : "out of place",
        t->format == FFTC_SPLIT ? "split" : "interleaved");
}

static void describe_buffers(emitter *e)
{
    fftc_text_format(&e->json, "  \"buffers\": [\n");
    for (int place = 0; place < FFTC_PLACE_COUNT; ++place) {
        bool split = e->passes.split[place];
        for (int part = 0; part <= split && place_bytes(e, place) != 0; ++part) {
            fftc_text_format(
                &e->json, "    {\"name\": \"%s%s\", \"bytes\": %llu, \"element_bytes\": %u},\n",
                place_names[place], part != 0 ? "_im" : "",
                (unsigned long long)place_bytes(e, place), (unsigned)e->passes.item[place]);
        }
    }
    fftc_text_format(&e->json,
                     "    {\"name\": \"table\", \"bytes\": %llu, \"file\": \"table.bin\"}\n  ],\n",
                     (unsigned long long)e->emitted->table_bytes);
}

static void describe_kernels(emitter *e)
{
    fftc_text_format(&e->json, "  \"kernels\": [\n");
    for (uint32_t i = 0; i < e->emitted->kernels; ++i) {
        const fftc_pass_key *key = &e->of[i]->key;
        fftc_text_format(
            &e->json,
            "    {\"glsl\": \"kernel%u.comp\", \"spirv\": \"kernel%u.spv\", \"workgroup_size\": "
            "[%u, 1, 1], \"shared_bytes\": %u, \"subgroup_size\": %u, \"full_subgroups\": %s, "
            "\"shaderFloat64\": %s}%s\n",
            (unsigned)i, (unsigned)i, (unsigned)(key->line.count * key->line.invocations),
            (unsigned)(4 * fftc_line_shared_words(&key->line)),
            key->line.in_subgroup != 0 ? (unsigned)e->device->subgroup_size : 0u,
            key->line.in_subgroup != 0 ? "true" : "false",
            key->precision == FFTC_FLOAT64 ? "true" : "false",
            i + 1 < e->emitted->kernels ? "," : "");
    }
    fftc_text_format(&e->json, "  ],\n");
}

static void describe_bindings(emitter *e, uint32_t number)
{
    const fftc_pass *pass = &e->passes.pass[number];
    const struct {
        int place;
        bool there;
        const char *part, *access;
    } sides[] = {{pass->src, true, "", "read"},
                 {pass->dst, true, "", "write"},
                 {pass->src, fftc_form_is_split(pass->key.src_form), "_im", "read"},
                 {pass->dst, fftc_form_is_split(pass->key.dst_form), "_im", "write"}};
    for (unsigned i = 0; i < 4; ++i) {
        if (sides[i].there) {
            fftc_text_format(
                &e->json,
                "{\"binding\": %u, \"buffer\": \"%s%s\", \"offset\": 0, \"bytes\": %llu, "
                "\"access\": \"%s\"}, ",
                i < 2 ? i : i + 1, place_names[sides[i].place], sides[i].part,
                (unsigned long long)place_bytes(e, sides[i].place), sides[i].access);
        }
    }
    fftc_text_format(&e->json,
                     "{\"binding\": 2, \"buffer\": \"table\", \"offset\": %llu, \"bytes\": %llu, "
                     "\"access\": \"read\"}",
                     (unsigned long long)e->table_first[number],
                     (unsigned long long)factor_bytes(e, number));
}

/* As many dispatches as the device's limit makes of a pass. */
static void describe_pass(emitter *e, uint32_t number)
{
    const fftc_pass *pass = &e->passes.pass[number];
    for (uint32_t done = 0; done < pass->groups;) {
        fftc_kernel_push push = {.numbers = pass->numbers};
        uint32_t words[sizeof push / sizeof(uint32_t)];
        uint32_t left = pass->groups - done;
        uint32_t groups = left < e->device->workgroups_max ? left : e->device->workgroups_max;
        uint32_t count = fftc_kernel_push_bytes(FFTC_BIND_PUSHED) / (uint32_t)sizeof(uint32_t);
        push.numbers.first_line = done * pass->key.line.count;
        memcpy(words, &push, sizeof words);
        fftc_text_format(&e->json,
                         "%s    {\"kernel\": %u, \"barrier_before\": %s, \"workgroups\": [%u, 1, "
                         "1],\n     \"push_constants\": [",
                         number + done != 0 ? ",\n" : "", (unsigned)e->kernel[number],
                         number != 0 && done == 0 ? "true" : "false", (unsigned)groups);
        for (uint32_t i = 0; i < count; ++i) {
            fftc_text_format(&e->json, "%s%u", i == 0 ? "" : ", ", (unsigned)words[i]);
        }
        fftc_text_format(&e->json, "],\n     \"bindings\": [");
        describe_bindings(e, number);
        fftc_text_format(&e->json, "]}");
        done += groups;
    }
}

static fftc_status describe(emitter *e)
{
    fftc_text_format(&e->json,
                     "{\n  \"generator\": \"fftcore %s\",\n  \"entry_point\": \"main\",\n"
                     "  \"vulkan\": \"1.1\",\n  \"spirv\": \"1.3\",\n"
                     "  \"push_constant_bytes\": %u,\n",
                     fftc_version(), (unsigned)fftc_kernel_push_bytes(FFTC_BIND_PUSHED));
    describe_transform(e);
    describe_buffers(e);
    describe_kernels(e);
    fftc_text_format(&e->json, "  \"dispatches\": [\n");
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        describe_pass(e, i);
    }
    fftc_text_format(&e->json, "\n  ]\n}\n");
    if (e->json.failed) {
        fftc_text_free(&e->json);
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for the description");
    }
    e->emitted->description = e->json.data;
    e->emitted->description_bytes = e->json.bytes;
    return FFTC_SUCCESS;
}

/* ------------------------------------------------------------------------------------- all of it
 */

static fftc_status check(const emitter *e)
{
    const fftc_vulkan_device *d = e->device;
    const fftc_vulkan_accessors *a = e->options->accessors;
    if (a != NULL && (a->load != NULL || a->store != NULL)) {
        return fftc_fail(e->error, FFTC_UNSUPPORTED,
                         "plans with accessors are not emitted: leave options.accessors NULL");
    }
    if (d->invocations_max == 0 || d->shared_bytes == 0 || d->workgroups_max == 0 ||
        d->buffer_bytes_max == 0) {
        return fftc_fail(e->error, FFTC_INVALID_ARGUMENT,
                         "a limit of the device is 0: state invocations_max, shared_bytes, "
                         "workgroups_max and buffer_bytes_max, or pass no device");
    }
    if (e->transform->precision == FFTC_FLOAT64 && !d->float64) {
        return fftc_fail(e->error, FFTC_UNSUPPORTED,
                         "the device has no double precision: set float64, or pass FFTC_FLOAT32");
    }
    return FFTC_SUCCESS;
}

static fftc_status emit(emitter *e)
{
    fftc_pass_limits limits = fftc_plan_limits(e->device, e->device->buffer_bytes_max, e->options);
    fftc_status status = check(e);
    limits.name = "the device";
    if (status == FFTC_SUCCESS) {
        status = fftc_pass_plan_make(e->transform, &limits, &e->passes, e->error);
    }
    if (status == FFTC_SUCCESS) {
        status = emit_kernels(e);
    }
    if (status == FFTC_SUCCESS) {
        status = emit_table(e);
    }
    return status == FFTC_SUCCESS ? describe(e) : status;
}

fftc_status fftc_vulkan_plan_emit(const fftc_transform *transform, const fftc_vulkan_device *device,
                                  const fftc_vulkan_plan_options *options, fftc_vulkan_cache *cache,
                                  fftc_emitted_plan *emitted, fftc_error *error)
{
    /* Vulkan's required limits. */
    static const fftc_vulkan_device least = {.invocations_max = 128,
                                             .shared_bytes = 16384,
                                             .workgroups_max = 65535,
                                             .buffer_bytes_max = (uint64_t)1 << 27};
    static const fftc_vulkan_plan_options defaults = {.exact = false};
    if (emitted == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "emitted is NULL: pass where to put it");
    }
    *emitted = (fftc_emitted_plan){.kernels = 0};
    if (transform == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the description is NULL");
    }
    emitter *e = calloc(1, sizeof *e); /* too large for some stacks */
    if (e == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to emit a plan");
    }
    *e = (emitter){.transform = transform,
                   .device = device != NULL ? device : &least,
                   .options = options != NULL ? options : &defaults,
                   .cache = cache,
                   .emitted = emitted,
                   .error = error};
    fftc_status status = emit(e);
    free(e);
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
