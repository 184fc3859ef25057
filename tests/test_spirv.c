/* SPDX-License-Identifier: MIT
 *
 * fftcore/spirv.h: what a shader says about itself, what it gets from outside, and what is told of
 * its runs. What its instructions give, test_vulkan_spirv compares with devices; what a module is
 * refused for is in test_spirv_modules.
 */
#include <string.h>

#include "ledger.h"
#include "spirv_testing.h"

START_TEST(describe_interface_all)
{
    module *m = read_module("interface");
    const fftc_spirv_constant constants[] = {{.id = 7, .value = 8}};
    const fftc_spirv_source source = {
        .words = m->words, .word_count = m->count, .constants = constants, .constant_count = 1};
    fftc_spirv *shader = open_shader(&source);
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    unsigned seen = 0;
    ck_assert_uint_eq(interface->local_size[0], 8);
    ck_assert_uint_eq(interface->local_size[1], 2);
    ck_assert_uint_eq(interface->local_size[2], 1);
    ck_assert_uint_eq(interface->push_constant_bytes, 32);
    ck_assert_uint_eq(interface->binding_count, 3); /* `never` is not used */
    for (uint32_t i = 0; i < 3; ++i) {
        const fftc_spirv_binding *binding = &interface->bindings[i];
        if (strcmp(binding->name, "Result") == 0) {
            ck_assert_uint_eq(binding->least_bytes, 4);
            ck_assert_uint_eq(binding->element_bytes, 4);
            ck_assert(!binding->read_only);
            seen |= 1;
        } else if (strcmp(binding->name, "parameters") == 0) {
            ck_assert_uint_eq(binding->set, 1);
            ck_assert_uint_eq(binding->binding, 2);
            ck_assert_int_eq(binding->resource, FFTC_SPIRV_UNIFORM_BUFFER);
            ck_assert_uint_eq(binding->least_bytes, 48 + 48 + 12);
            seen |= 2;
        } else if (strcmp(binding->name, "parts") == 0) {
            ck_assert_uint_eq(binding->count, 4);
            ck_assert(binding->read_only);
            seen |= 4;
        }
    }
    ck_assert_uint_eq(seen, 7);
    ck_assert_uint_eq(interface->constant_count, 4);
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

typedef struct node {
    uint32_t value, pad;
    uint64_t next;
} node;

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

START_TEST(emulate_interface_everything_arrives)
{
    module *m = read_module("interface");
    const fftc_spirv_constant constants[] = {{.id = 7, .value = 4},
                                             {.id = 3, .value = 6},
                                             {.id = 4, .value = 1},
                                             {.id = 9, .value = bits_of(3.0f)}};
    const fftc_spirv_source source = {
        .words = m->words, .word_count = m->count, .constants = constants, .constant_count = 4};
    fftc_spirv *shader = open_shader(&source);
    uint32_t result[65] = {0}, parts[4][8];
    float parameters[27];
    node nodes[2][1] = {{{.value = 100}}, {{.value = 7}}};
    struct {
        uint64_t first;
        uint32_t offset, pad;
        float m[4];
    } push = {fftc_spirv_buffer_address(0), 2, 0, {1.0f, 2.0f, 3.0f, 4.0f}};
    fftc_spirv_buffer buffers[8] = {
        {.binding = FFTC_SPIRV_BY_ADDRESS, .data = nodes[0], .bytes = sizeof nodes[0]},
        {.binding = FFTC_SPIRV_BY_ADDRESS, .data = nodes[1], .bytes = sizeof nodes[1]},
        {.set = 0, .binding = 0, .data = result, .bytes = sizeof result},
        {.set = 1, .binding = 2, .data = parameters, .bytes = sizeof parameters}};
    const fftc_spirv_dispatch dispatch = {.buffers = buffers,
                                          .buffer_count = 8,
                                          .push_constants = &push,
                                          .push_constant_bytes = sizeof push};
    fftc_finding finding;
    fftc_report report;
    fftc_error error;
    char text[512] = "";
    nodes[0][0].next = fftc_spirv_buffer_address(1);
    nodes[1][0].next = fftc_spirv_buffer_address(0);
    for (uint32_t i = 0; i < 27; ++i) {
        parameters[i] = (float)i;
    }
    for (uint32_t k = 0; k < 4; ++k) {
        for (uint32_t i = 0; i < 8; ++i) {
            parts[k][i] = 1000 * k + i;
        }
        buffers[4 + k] = (fftc_spirv_buffer){
            .binding = 1, .element = k, .data = parts[k], .bytes = sizeof parts[k]};
    }
    ck_assert_msg(fftc_emulate_spirv(shader, &dispatch, NULL, &report, &finding, 1, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count > 0) {
        fftc_finding_format(&finding, text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s", text);
    ck_assert_uint_eq(result[0], 64);
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t *row = &result[1 + 2 + 6 * i];
        ck_assert_uint_eq(row[0], 13 + i);
        ck_assert_uint_eq(row[1], 207);
        ck_assert_uint_eq(row[2], bits_of(3.0f * 4.0f * (float)(i % 3)));
        ck_assert_uint_eq(row[3], bits_of((float)(12 + 4 * (i % 3) + 2) + 25.0f));
        ck_assert_uint_eq(row[4], 1000 * (i & 3) + i);
        ck_assert_uint_eq(row[5], bits_of(3.0f));
    }
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

/* A run that is refused, with this text in its message. */
static void check_run_refused(fftc_spirv *shader, const fftc_spirv_dispatch *dispatch,
                              fftc_status status, const char *text)
{
    fftc_error error;
    ck_assert_int_eq(fftc_emulate_spirv(shader, dispatch, NULL, NULL, NULL, 0, &error), status);
    ck_assert_msg(strstr(error.message, text) != NULL, "\"%s\" has no \"%s\"", error.message, text);
}

START_TEST(emulate_wrong_dispatches_refused)
{
    module *m = read_module("interface");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_spirv *shader = open_shader(&source);
    uint32_t data[16] = {0};
    fftc_spirv_buffer buffers[2] = {{.binding = 1, .element = 4, .data = data, .bytes = 64}};
    fftc_spirv_dispatch dispatch = {.push_constants = data, .push_constant_bytes = 32};
    check_run_refused(NULL, &dispatch, FFTC_INVALID_ARGUMENT, "shader is NULL");
    check_run_refused(shader, NULL, FFTC_INVALID_ARGUMENT, "dispatch is NULL");
    dispatch.buffer_count = 1;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "buffers is NULL");
    dispatch.buffers = buffers;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "set 0, binding 1, element 4");
    buffers[0].element = 3;
    buffers[1] = buffers[0];
    dispatch.buffer_count = 2;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "same descriptor as buffers[0]");
    dispatch.buffer_count = 1;
    dispatch.push_constant_bytes = 31;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "32 bytes of push constants");
    dispatch.push_constant_bytes = 32;
    dispatch.groups[0] = dispatch.groups[1] = 1u << 16;
    check_run_refused(shader, &dispatch, FFTC_TOO_LARGE, "2^31 workgroups");
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

/* How often a line with this text was carried out. */
static uint64_t times_of(fftc_spirv *shader, const char *part)
{
    const fftc_spirv_coverage *covered = fftc_spirv_covered(shader);
    for (uint32_t i = 0; i < covered->line_count; ++i) {
        const fftc_spirv_line *line = &covered->lines[i];
        const char *at = fftc_spirv_source_text(shader, line->site.file);
        ck_assert(at != NULL && (i == 0 || line->site.line > line[-1].site.line));
        for (uint32_t k = 1; k < line->site.line; ++k) {
            at = strchr(at, '\n') + 1;
        }
        const char *found = strstr(at, part);
        if (found != NULL && found < strchr(at, '\n')) {
            ck_assert_uint_eq(line->executed % line->instructions, 0);
            return line->executed / line->instructions;
        }
    }
    ck_abort_msg("no line with %s", part);
    return 0;
}

START_TEST(covered_lines_and_texts_as_in_the_source)
{
    module *m = read_module("interface");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count, .coverage = true};
    const fftc_emulation config = {.subgroup_size = 4};
    char push[32] = {0};
    const fftc_spirv_dispatch dispatch = {.push_constants = push,
                                          .push_constant_bytes = sizeof push};
    fftc_spirv *shader = open_shader(&source);
    const fftc_spirv_coverage *covered = fftc_spirv_covered(shader);
    const uint32_t *size = fftc_spirv_describe(shader)->local_size;
    uint64_t executed = 0;
    ck_assert_uint_gt(covered->instructions, 20);
    ck_assert_uint_eq(covered->reached, 0);
    ck_assert_uint_eq(covered->executed, 0);
    ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, &config, NULL, NULL, 0, NULL),
                     FFTC_SUCCESS);
    covered = fftc_spirv_covered(shader);
    executed = covered->executed;
    ck_assert_uint_eq(covered->reached, covered->instructions);
    ck_assert_uint_eq(times_of(shader, "sum += node.value"), (uint64_t)3 * size[0] * size[1]);
    ck_assert_uint_eq(times_of(shader, "count = result.length()"), 1);
    ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, &config, NULL, NULL, 0, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(fftc_spirv_covered(shader)->executed, 2 * executed);
    ck_assert_ptr_null(fftc_spirv_source_text(shader, "other.comp"));
    ck_assert_ptr_null(fftc_spirv_source_text(NULL, "other.comp"));
    ck_assert_ptr_null(fftc_spirv_covered(NULL));
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

static void note_store(void *user, const fftc_event *event)
{
    if (event->kind == FFTC_EVENT_STORE && event->memory != NULL) {
        snprintf(user, 64, "%s[%llu]", event->memory->name, (unsigned long long)event->address);
    }
}

START_TEST(observer_places_named_as_in_findings)
{
    module *m = read_module("elected_store_corrected");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    uint32_t data[1024] = {0};
    char last[64] = "";
    const fftc_emulation config = {.observer = {.observe = note_store, .user = last}};
    const fftc_spirv_buffer buffers[] = {{.data = data, .bytes = sizeof data},
                                         {.binding = 1, .data = data, .bytes = sizeof data}};
    fftc_spirv *shader = open_shader(&source);
    const fftc_spirv_dispatch dispatch = {
        .buffers = buffers, .buffer_count = fftc_spirv_describe(shader)->binding_count};
    ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, &config, NULL, NULL, 0, NULL),
                     FFTC_SUCCESS);
    ck_assert_str_eq(last, "result[63]");
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

typedef struct seen_names {
    const char *name[512];
    uint32_t count;
} seen_names;

/* Whatever has the same text is the same string. */
static void see_name(void *user, const fftc_event *event)
{
    seen_names *seen = user;
    if (event->memory == NULL) {
        return;
    }
    for (uint32_t i = 0; i < seen->count; ++i) {
        if (seen->name[i] == event->memory->name) {
            return;
        }
        if (strcmp(seen->name[i], event->memory->name) == 0) {
            ck_abort_msg("%s is kept twice", seen->name[i]);
        }
    }
    ck_assert_uint_lt(seen->count, 512);
    seen->name[seen->count++] = event->memory->name;
}

START_TEST(observer_names_of_many_rows_kept_once)
{
    module *m = read_module("image_shapes");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    static float texels[18][8][8][4];
    seen_names seen = {.count = 0};
    const fftc_emulation config = {.observer = {.observe = see_name, .user = &seen}};
    const fftc_spirv_image skies = {.binding = 9,
                                    .data = texels,
                                    .bytes = sizeof texels,
                                    .format = FFTC_SPIRV_RGBA32_FLOAT,
                                    .width = 8,
                                    .height = 8,
                                    .layers = 18};
    const fftc_spirv_dispatch dispatch = {.groups = {9, 1, 1}, .images = &skies, .image_count = 1};
    fftc_spirv *shader = open_shader(&source);
    ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, &config, NULL, NULL, 0, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_ge(seen.count, 18 * 8);
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

static const fftc_spirv_binding *binding_at(const fftc_spirv_interface *interface, uint32_t number)
{
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        if (interface->bindings[i].binding == number) {
            return &interface->bindings[i];
        }
    }
    ck_abort_msg("no binding %u", number);
}

START_TEST(describe_images)
{
    module *m = read_module("image_samples");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_spirv *shader = open_shader(&source);
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    const fftc_spirv_binding *binding = binding_at(interface, 10);
    ck_assert_str_eq(binding->name, "skies");
    ck_assert_int_eq(binding->resource, FFTC_SPIRV_IMAGE_AND_SAMPLER);
    ck_assert_int_eq(binding->dimension, FFTC_SPIRV_CUBE);
    ck_assert(binding->arrayed && binding->read_only);
    ck_assert_int_eq(binding_at(interface, 12)->resource, FFTC_SPIRV_SAMPLED_IMAGE);
    ck_assert_int_eq(binding_at(interface, 13)->resource, FFTC_SPIRV_SAMPLER);
    ck_assert_int_eq(binding_at(interface, 14)->numbers, FFTC_SPIRV_UNSIGNED);
    fftc_spirv_destroy(shader);
    free(m);
    m = read_module("image_shapes");
    const fftc_spirv_source shapes = {.words = m->words, .word_count = m->count};
    shader = open_shader(&shapes);
    interface = fftc_spirv_describe(shader);
    binding = binding_at(interface, 7);
    ck_assert_int_eq(binding->resource, FFTC_SPIRV_STORAGE_IMAGE);
    ck_assert_int_eq(binding->dimension, FFTC_SPIRV_3D);
    ck_assert_int_eq(binding->format, FFTC_SPIRV_RGBA16_FLOAT);
    ck_assert(!binding->read_only);
    ck_assert_int_eq(binding_at(interface, 10)->resource, FFTC_SPIRV_STORAGE_TEXELS);
    ck_assert_int_eq(binding_at(interface, 11)->resource, FFTC_SPIRV_UNIFORM_TEXELS);
    ck_assert_int_eq(binding_at(interface, 11)->numbers, FFTC_SPIRV_SIGNED);
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

START_TEST(emulate_wrong_images_refused)
{
    module *m = read_module("image_shapes");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_spirv *shader = open_shader(&source);
    uint32_t data[512] = {0};
    fftc_spirv_sampler sampler = {.binding = 3};
    fftc_spirv_image image[2] = {{.binding = 8, .data = data, .bytes = sizeof data}};
    fftc_spirv_dispatch dispatch = {.image_count = 1};
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "images is NULL");
    dispatch.images = image;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "images[0]: 0 x 1 x 1 texels");
    image[0].width = 8;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "images[0].format is 0");
    image[0].format = FFTC_SPIRV_R32_UINT;
    image[0].levels = 5;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "5 levels");
    image[0].levels = 1;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "not of the shape of sky, which");
    image[0].height = 8;
    image[0].layers = 6;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "is r32 uint, and the shader");
    image[0].format = FFTC_SPIRV_R32_FLOAT;
    image[0].bytes = 6 * 8 * 8 * 4 - 1;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "its texels take 1536");
    image[0].bytes = sizeof data;
    image[1] = image[0];
    dispatch.image_count = 2;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "same descriptor as images[0]");
    image[1].binding = 77;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "has no image at set 0");
    /* Of a texel buffer, only the width is more than 2^20: 2^90 texels would be 0, modulo 2^64. */
    image[1] = (fftc_spirv_image){.binding = 10,
                                  .data = data,
                                  .bytes = sizeof data,
                                  .format = FFTC_SPIRV_RGBA8_UINT,
                                  .width = 1u << 30,
                                  .height = 1u << 30,
                                  .depth = 1u << 30};
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "extents are from 1 to 1048576");
    dispatch.image_count = 1;
    dispatch.sampler_count = 1;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "samplers is NULL");
    dispatch.samplers = &sampler;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "has no sampler at set 0");
    fftc_spirv_destroy(shader);
    free(m);
    m = read_module("image_samples");
    const fftc_spirv_source samples = {.words = m->words, .word_count = m->count};
    shader = open_shader(&samples);
    dispatch.image_count = 0;
    sampler.wrap[2] = (fftc_spirv_wrap)5;
    check_run_refused(shader, &dispatch, FFTC_INVALID_ARGUMENT, "samplers[0]: a filter, wrap");
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

/* Nothing is given: each load and sample is out of bounds, by its variable's name. */
START_TEST(emulate_missing_images_told)
{
    static const char *const names[] = {"image_samples", "image_shapes", "image_uints"};
    for (int i = 0; i < 3; ++i) {
        module *m = read_module(names[i]);
        const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
        fftc_spirv *shader = open_shader(&source);
        const fftc_spirv_dispatch dispatch = {.groups = {1, 1, 1}};
        fftc_finding findings[64];
        fftc_report report;
        ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, NULL, &report, findings, 64, NULL),
                         FFTC_SUCCESS);
        ck_assert_uint_gt(report.findings_listed, 10);
        for (size_t k = 0; k < report.findings_listed; ++k) {
            ck_assert_int_eq(findings[k].kind, FFTC_FINDING_OUT_OF_BOUNDS);
        }
        fftc_spirv_destroy(shader);
        free(m);
    }
}
END_TEST

/* OpConstantNull as workgroup memory's initial value, OpSampledImage of types that differ in Depth
 * alone, and names of an array's descriptors: refused, or without the element, before the commit
 * "shaders: zeroed workgroup memory". */
START_TEST(emulate_zeroed_and_compared_and_named)
{
    module *m = read_module("begun");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_spirv *shader = open_shader(&source);
    uint32_t result[2][4] = {{0}};
    float texels[4] = {0.25F, 0.25F, 0.25F, 0.25F};
    const fftc_spirv_buffer buffers[] = {
        {.data = result[0], .bytes = sizeof result[0]},
        {.element = 1, .data = result[1], .bytes = sizeof result[1]}};
    const fftc_spirv_image image = {.binding = 1,
                                    .data = texels,
                                    .bytes = sizeof texels,
                                    .format = FFTC_SPIRV_R32_FLOAT,
                                    .width = 2,
                                    .height = 2};
    const fftc_spirv_sampler sampler = {.binding = 3, .compare = FFTC_SPIRV_COMPARE_GREATER};
    const fftc_spirv_dispatch dispatch = {.groups = {3},
                                          .buffers = buffers,
                                          .buffer_count = 2,
                                          .images = &image,
                                          .image_count = 1,
                                          .samplers = &sampler,
                                          .sampler_count = 1};
    fftc_finding findings[4];
    fftc_report report;
    ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, NULL, &report, findings, 4, NULL),
                     FFTC_SUCCESS);
    for (int i = 0; i < 3; ++i) {
        ck_assert_uint_eq(result[1][i], 0);
    }
    ck_assert_uint_eq(result[1][3], 1025);
    ck_assert_uint_eq(report.findings_listed, 2);
    ck_assert_int_eq(findings[0].kind, FFTC_FINDING_UNINITIALIZED);
    ck_assert_str_eq(findings[0].memory, "undefined");
    ck_assert_int_eq(findings[1].kind, FFTC_FINDING_RACE_MEMORY);
    ck_assert_str_eq(findings[1].memory, "result[0].sums");
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

START_TEST(formats_have_names_and_sizes)
{
    ck_assert_str_eq(fftc_spirv_format_name(FFTC_SPIRV_RGB10A2_UINT), "rgb10a2 uint");
    ck_assert_str_eq(fftc_spirv_format_name(FFTC_SPIRV_RGB9E5_FLOAT), "rgb9e5 float");
    ck_assert_ptr_null(fftc_spirv_format_name((fftc_spirv_format)FFTC_SPIRV_FORMAT_COUNT));
    ck_assert_uint_eq(fftc_spirv_format_bytes(FFTC_SPIRV_RGBA32_SINT), 16);
    ck_assert_uint_eq(fftc_spirv_format_bytes(FFTC_SPIRV_R11G11B10_FLOAT), 4);
    ck_assert_uint_eq(fftc_spirv_format_bytes(FFTC_SPIRV_R8_SNORM), 1);
    ck_assert_uint_eq(fftc_spirv_format_bytes((fftc_spirv_format)-1), 0);
}
END_TEST

/* Creates a shader and runs it, with so many allocations. */
static fftc_status run_with(const module *m, long allowed)
{
    testing_ledger ledger = {.allowed = allowed};
    const fftc_allocator allocator = testing_ledger_allocator(&ledger);
    const fftc_spirv_source source = {
        .words = m->words, .word_count = m->count, .allocator = &allocator};
    const fftc_spirv_dispatch dispatch = {0};
    fftc_spirv *shader;
    fftc_error error;
    fftc_status status = fftc_spirv_create(&source, &shader, &error);
    if (status == FFTC_SUCCESS) {
        status = fftc_emulate_spirv(shader, &dispatch, NULL, NULL, NULL, 0, &error);
        fftc_spirv_destroy(shader);
    }
    ck_assert_uint_eq(ledger.live, 0);
    return status;
}

START_TEST(create_and_emulate_memory_runs_out_no_leak)
{
    module *m = read_module("layouts");
    long allowed = 0;
    while (run_with(m, allowed) == FFTC_OUT_OF_MEMORY) {
        ++allowed;
    }
    ck_assert_int_eq(run_with(m, allowed), FFTC_SUCCESS);
    ck_assert_int_ge(allowed, 8);
    free(m);
}
END_TEST

TESTING_MAIN("spirv", describe_interface_all, emulate_interface_everything_arrives,
             emulate_wrong_dispatches_refused, covered_lines_and_texts_as_in_the_source,
             observer_places_named_as_in_findings, observer_names_of_many_rows_kept_once,
             describe_images, emulate_wrong_images_refused, emulate_missing_images_told,
             emulate_zeroed_and_compared_and_named, formats_have_names_and_sizes,
             create_and_emulate_memory_runs_out_no_leak)
