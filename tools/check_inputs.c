/* SPDX-License-Identifier: MIT
 *
 * What the shader gets from outside: arrays as options say, or as the module asks for them.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check_numbers.h"
#include "check_shader.h"
#include "recording.h"

#define DESCRIPTORS 4u /* of an array of them without a length */

/* --- what an option says ---------------------------------------------------------------------- */

bool check_allocate(check_array *a, uint64_t bytes)
{
    if (bytes > CHECK_BYTES_LIMIT) {
        (void)tool_refuse("%s: %llu bytes are too many, at most %llu are possible: give %s",
                          a->name, (unsigned long long)bytes, (unsigned long long)CHECK_BYTES_LIMIT,
                          a->is_image ? "--image with a size" : "--buffer");
        return false;
    }
    free(a->initial);
    free(a->result);
    free(a->buffer.data);
    a->buffer.bytes = (size_t)bytes;
    a->initial = calloc(1, a->buffer.bytes + 1);
    a->result = calloc(1, a->buffer.bytes + 1);
    a->buffer.data = calloc(1, a->buffer.bytes + 1);
    if (a->initial == NULL || a->result == NULL || a->buffer.data == NULL) {
        (void)tool_refuse("%s: no memory for its %llu bytes", a->name, (unsigned long long)bytes);
        return false;
    }
    return true;
}

/* "zeros:64" or "random:7:64". */
static bool make_bytes(check_array *a, const char *what)
{
    uint64_t seed = 0, bytes;
    bool zeros = strncmp(what, "zeros:", 6) == 0;
    const char *size = what + (zeros ? 6 : 7);
    char number[24];
    if (!zeros) {
        size_t digits = strcspn(size, ":");
        (void)snprintf(number, sizeof number, "%.*s", digits < 22 ? (int)digits : 22, size);
        if (size[digits] == '\0' ||
            !tool_parse_number("--buffer random:", number, 0, UINT64_MAX, &seed)) {
            return size[digits] == '\0' &&
                   tool_refuse("--buffer %s: write random:SEED:BYTES", what) == TOOL_GOOD;
        }
        size += digits + 1;
    }
    if (!tool_parse_number(zeros ? "--buffer zeros:" : "--buffer random:SEED:", size, 0,
                           CHECK_BYTES_LIMIT, &bytes) ||
        !check_allocate(a, bytes)) {
        return false;
    }
    for (size_t i = 0; i < a->buffer.bytes && !zeros; ++i) {
        a->initial[i] = (unsigned char)(tool_random_next(&seed) >> 56);
    }
    (void)snprintf(a->origin, sizeof a->origin, "%s", zeros ? "zeros" : "random bytes");
    return true;
}

static bool fill_as_given(check_array *a, const check_place *place)
{
    unsigned char *bytes;
    size_t count;
    bool good = true;
    if (strncmp(place->what, "zeros:", 6) == 0 || strncmp(place->what, "random:", 7) == 0) {
        return make_bytes(a, place->what);
    }
    bool zeros = strcmp(place->what, "zeros") == 0;
    if ((zeros || strcmp(place->what, "random") == 0) && access(place->what, F_OK) != 0) {
        (void)tool_refuse("--buffer %s: there is no such file; bytes are written %s", place->what,
                          zeros ? "zeros:BYTES" : "random:SEED:BYTES");
        return false;
    }
    if (!check_read_array(place->what, &bytes, &count, a->type)) {
        return false;
    }
    good = check_allocate(a, count);
    if (good) {
        memcpy(a->initial, bytes, count);
    }
    free(bytes);
    (void)snprintf(a->origin, sizeof a->origin, "%.90s", place->what);
    return good;
}

const check_place *check_find_place(const check_places *places, const fftc_spirv_buffer *buffer)
{
    for (uint32_t i = 0; i < places->count; ++i) {
        const check_place *place = &places->place[i];
        if (place->set == buffer->set && place->binding == buffer->binding &&
            place->element == buffer->element) {
            return place;
        }
    }
    return NULL;
}

/* --- what the module asks for ----------------------------------------------------------------- */

static const fftc_spirv_binding *binding_of(const check_run *run, const check_place *place)
{
    for (uint32_t i = 0; i < run->interface->binding_count; ++i) {
        const fftc_spirv_binding *binding = &run->interface->bindings[i];
        if (binding->set == place->set && binding->binding == place->binding) {
            return binding;
        }
    }
    return NULL;
}

const check_array *check_find_array(const check_run *run, const check_place *place)
{
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const fftc_spirv_buffer *buffer = &run->array[i].buffer;
        if (buffer->set == place->set && buffer->binding == place->binding &&
            buffer->element == place->element) {
            return &run->array[i];
        }
    }
    return NULL;
}

static bool refuse_place(const check_run *run, const char *option, const check_place *place)
{
    const fftc_spirv_binding *binding = binding_of(run, place);
    char list[300] = "";
    if (place->binding == FFTC_SPIRV_BY_ADDRESS) {
        return tool_refuse("%s address.%u: there is no such buffer: give --buffer address.%u=...",
                           option, place->element, place->element) == TOOL_GOOD;
    }
    if (binding != NULL && binding->resource != FFTC_SPIRV_SAMPLER && place->element > 0) {
        return tool_refuse("%s %u.%u[%u]: there are %u of them, counted from 0", option, place->set,
                           place->binding, place->element,
                           binding->count != 0 ? binding->count : DESCRIPTORS) == TOOL_GOOD;
    }
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const check_array *a = &run->array[i];
        size_t used = strlen(list);
        if (a->buffer.element == 0 && a->buffer.binding != FFTC_SPIRV_BY_ADDRESS) {
            (void)snprintf(list + used, sizeof list - used, "%s%u.%u (%s)", i > 0 ? ", " : "",
                           a->buffer.set, a->buffer.binding, a->name);
        }
    }
    return tool_refuse("%s %u.%u: the shader has no such buffer; it has %s", option, place->set,
                       place->binding, list[0] != '\0' ? list : "none") == TOOL_GOOD;
}

static bool refuse_unknown(const check_run *run, const char *option, const check_places *places)
{
    for (uint32_t i = 0; i < places->count; ++i) {
        const check_place *place = &places->place[i];
        const check_array *a = check_find_array(run, place);
        if (a == NULL) {
            return refuse_place(run, option, place);
        }
        if ((places == &run->options->buffers && a->is_image) ||
            (places == &run->options->images && !a->is_image)) {
            return tool_refuse("%s %u.%u: %s is %s: give %s", option, place->set, place->binding,
                               a->name, a->is_image ? "an image" : "a buffer",
                               a->is_image ? "--image" : "--buffer") == TOOL_GOOD;
        }
    }
    return true;
}

static check_array *add_array(check_run *run, const char *name)
{
    if (run->arrays == CHECK_MOST) {
        (void)tool_refuse("%s: more than %d buffers", run->options->file, CHECK_MOST);
        return NULL;
    }
    (void)snprintf(run->array[run->arrays].name, sizeof run->array->name, "%s", name);
    return &run->array[run->arrays++];
}

static bool add_binding(check_run *run, const fftc_spirv_binding *binding)
{
    uint32_t count = binding->count != 0 ? binding->count : DESCRIPTORS;
    for (uint32_t element = 0; element < count; ++element) {
        if (binding->resource == FFTC_SPIRV_SAMPLER ||
            binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
            if (!check_make_sampler(run, binding, element)) {
                return false;
            }
        }
        if (binding->resource == FFTC_SPIRV_SAMPLER) {
            continue;
        }
        check_array *a = add_array(run, binding->name);
        const check_place *place;
        if (a == NULL) {
            return false;
        }
        a->buffer = (fftc_spirv_buffer){
            .set = binding->set, .binding = binding->binding, .element = element};
        a->read_only = binding->read_only;
        if (binding->resource >= FFTC_SPIRV_STORAGE_IMAGE) {
            if (!check_make_image(run, a, binding)) {
                return false;
            }
            continue;
        }
        place = check_find_place(&run->options->buffers, &a->buffer);
        a->assumed = place == NULL;
        a->growing = a->assumed && binding->element_bytes != 0;
        if (place != NULL ? !fill_as_given(a, place) : !check_allocate(a, binding->least_bytes)) {
            return false;
        }
    }
    return true;
}

static bool add_addressed(check_run *run)
{
    for (uint32_t i = 0; i < run->options->buffers.count; ++i) {
        const check_place *place = &run->options->buffers.place[i];
        if (place->binding == FFTC_SPIRV_BY_ADDRESS) {
            check_array *a = add_array(run, "a buffer reached by its address");
            if (a == NULL) {
                return false;
            }
            a->buffer = (fftc_spirv_buffer){.set = place->set, .binding = place->binding};
            if (!fill_as_given(a, place)) {
                return false;
            }
            a->buffer.element = place->element;
        }
    }
    return true;
}

/* Of an array of unknown length with so many elements. */
static uint64_t grown_bytes(const check_run *run, const check_array *a, uint32_t elements,
                            fftc_spirv_image *image)
{
    const fftc_spirv_binding *binding =
        binding_of(run, &(check_place){.set = a->buffer.set, .binding = a->buffer.binding});
    if (a->is_image) {
        *image = check_scaled_image(run, a, binding, elements / run->first_elements);
        return check_image_bytes(image);
    }
    return binding->least_bytes + elements * binding->element_bytes;
}

bool check_fits(const check_run *run, uint32_t elements)
{
    fftc_spirv_image image;
    uint64_t total = 0;
    for (uint32_t i = 0; i < run->arrays && total <= CHECK_BYTES_LIMIT; ++i) {
        const check_array *a = &run->array[i];
        total += a->growing ? grown_bytes(run, a, elements, &image) : 0;
    }
    return total <= CHECK_BYTES_LIMIT;
}

bool check_resize(check_run *run, uint32_t elements)
{
    for (uint32_t i = 0; i < run->arrays; ++i) {
        check_array *a = &run->array[i];
        if (a->growing && !check_allocate(a, grown_bytes(run, a, elements, &a->image))) {
            return false;
        }
        if (a->assumed) {
            (void)snprintf(a->origin, sizeof a->origin, "zeros");
        }
    }
    return true;
}

/* --- push constants --------------------------------------------------------------------------- */

static uint32_t number_of_addressed(const check_run *run, uint32_t number)
{
    uint32_t buffers = 0; /* without images */
    for (uint32_t i = 0; i < run->arrays; ++i) {
        if (run->array[i].buffer.binding == FFTC_SPIRV_BY_ADDRESS &&
            run->array[i].buffer.element == number) {
            return buffers;
        }
        buffers += !run->array[i].is_image;
    }
    return UINT32_MAX;
}

/* One number of the list, or "address.1". */
static bool add_push(check_run *run, const char *text)
{
    uint64_t bits;
    uint32_t bytes = 8;
    if (strncmp(text, "address.", 8) == 0) {
        uint64_t number = 0;
        if (!tool_parse_number("--push address.", text + 8, 0, UINT32_MAX, &number)) {
            return false;
        }
        uint32_t at = number_of_addressed(run, (uint32_t)number);
        if (at == UINT32_MAX) {
            (void)tool_refuse("--push %s: there is no such buffer: give --buffer %s=...", text,
                              text);
            return false;
        }
        bits = fftc_spirv_buffer_address(at);
    } else if (!check_parse_number("--push", text, &bits, &bytes)) {
        return false;
    }
    size_t at = (run->push_bytes + bytes - 1) / bytes * bytes;
    unsigned char *longer = realloc(run->push, at + bytes);
    if (longer == NULL) {
        (void)tool_refuse("--push: out of memory");
        return false;
    }
    memset(longer + run->push_bytes, 0, at - run->push_bytes);
    memcpy(longer + at, &bits, bytes); /* of a machine with the least byte first */
    run->push = longer;
    run->push_bytes = at + bytes;
    return true;
}

static bool push_list(check_run *run, const char *list)
{
    for (const char *at = list;;) {
        size_t bytes = strcspn(at, ",");
        char text[64];
        (void)snprintf(text, sizeof text, "%.*s", bytes < 60 ? (int)bytes : 60, at);
        if (!add_push(run, text)) {
            return false;
        }
        if (at[bytes] == '\0') {
            return true;
        }
        at += bytes + 1;
    }
}

static bool make_push(check_run *run)
{
    const check_options *options = run->options;
    char type[4];
    if (options->push == NULL) {
        run->push_assumed = true;
        run->push_bytes = run->interface->push_constant_bytes;
        run->push = calloc(1, run->push_bytes + 1);
        return run->push != NULL || tool_refuse("--push: out of memory") == TOOL_GOOD;
    }
    bool file = tool_ends_with(options->push, ".npy") || tool_ends_with(options->push, ".bin");
    if (file ? !check_read_array(options->push, &run->push, &run->push_bytes, type)
             : !push_list(run, options->push)) {
        return false;
    }
    if (run->push_bytes < run->interface->push_constant_bytes) {
        (void)tool_refuse(
            "--push %s: %zu bytes, the shader has push constants of %u: give them all",
            options->push, run->push_bytes, run->interface->push_constant_bytes);
        return false;
    }
    return true;
}

/* --- all of it -------------------------------------------------------------------------------- */

static int compare_arrays(const void *a, const void *b)
{
    const fftc_spirv_buffer *x = &((const check_array *)a)->buffer;
    const fftc_spirv_buffer *y = &((const check_array *)b)->buffer;
    int sets = (x->set > y->set) - (x->set < y->set);
    int bindings = (x->binding > y->binding) - (x->binding < y->binding);
    int elements = (x->element > y->element) - (x->element < y->element);
    return sets != 0 ? sets : bindings != 0 ? bindings : elements;
}

bool check_make_inputs(check_run *run)
{
    const check_options *options = run->options;
    const uint32_t *size = run->interface->local_size;
    uint64_t invocations = (uint64_t)size[0] * size[1] * size[2] * options->groups[0] *
                           options->groups[1] * options->groups[2];
    for (uint32_t i = 0; i < run->interface->binding_count; ++i) {
        if (!add_binding(run, &run->interface->bindings[i])) {
            return false;
        }
    }
    qsort(run->array, run->arrays, sizeof *run->array, compare_arrays);
    if (!add_addressed(run) || !refuse_unknown(run, "--buffer", &options->buffers) ||
        !refuse_unknown(run, "--image", &options->images) ||
        !refuse_unknown(run, "--expect", &options->expected) ||
        !refuse_unknown(run, "--dump", &options->dumps) || !check_samplers_are_known(run)) {
        return false;
    }
    invocations = invocations < (1u << 20) ? invocations : 1u << 20;
    run->first_elements = invocations > 256 ? (uint32_t)invocations : 256;
    while (run->first_elements > 1 && !check_fits(run, run->first_elements)) {
        run->first_elements /= 2;
    }
    if (!check_fits(run, run->first_elements)) {
        return tool_refuse("%s: its buffers and images are too large for assumed lengths: give "
                           "--buffer and --image",
                           options->file) == TOOL_GOOD;
    }
    return make_push(run) && check_resize(run, run->first_elements);
}

void check_free_inputs(check_run *run)
{
    for (uint32_t i = 0; i < run->arrays; ++i) {
        free(run->array[i].buffer.data);
        free(run->array[i].initial);
        free(run->array[i].result);
    }
    free(run->push);
}
