/* SPDX-License-Identifier: MIT
 *
 * Shaders with images, samplers and texel buffers in the emulator and on every Vulkan device: the
 * same texels and results, of filtered samples within what devices may differ by.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/spirv.h"
#include "vulkan_compute.h"
#include "vulkan_testing.h"

#define WORKGROUPS 2u
#define WORDS (1u << 15)
#define IMAGES 32u
#define WIDTH 13u
#define HEIGHT 7u
#define CUBE 8u

typedef struct picture_set {
    uint32_t count;
    fftc_spirv_image images[IMAGES];
    fftc_spirv_sampler samplers[IMAGES];
} picture_set;

/* Of each binding, by its number, in the shader of samples. */
static fftc_spirv_sampler sampler_for(uint32_t binding)
{
    fftc_spirv_sampler s = {.binding = binding, .most_level = 3.0f};
    switch (binding) {
    case 4:
        s.magnify = s.minify = FFTC_SPIRV_LINEAR;
        s.wrap[0] = FFTC_SPIRV_MIRRORED_REPEAT;
        s.wrap[1] = FFTC_SPIRV_MIRROR_CLAMP_TO_EDGE;
        break;
    case 5:
        s.wrap[0] = s.wrap[1] = FFTC_SPIRV_CLAMP_TO_BORDER;
        s.border = FFTC_SPIRV_OPAQUE_WHITE;
        break;
    case 6:
    case 7:
    case 8:
    case 13:
        s.magnify = s.minify = FFTC_SPIRV_LINEAR;
        s.wrap[0] = s.wrap[1] = s.wrap[2] = FFTC_SPIRV_CLAMP_TO_EDGE;
        break;
    case 11:
        s.compare = FFTC_SPIRV_COMPARE_LESS_OR_EQUAL;
        s.wrap[0] = FFTC_SPIRV_CLAMP_TO_BORDER;
        break;
    case 15:
        s.magnify = s.minify = s.between_levels = FFTC_SPIRV_LINEAR;
        s.bias = 0.25f;
        s.least_level = 0.5f;
        break;
    default: break;
    }
    return s;
}

/* An image of the shape and format that a binding asks for. */
static fftc_spirv_image image_for(const fftc_spirv_binding *binding)
{
    static const fftc_spirv_format any[] = {FFTC_SPIRV_RGBA8_UNORM, FFTC_SPIRV_R32_UINT,
                                            FFTC_SPIRV_R16_SINT};
    bool texels = binding->resource >= FFTC_SPIRV_STORAGE_TEXELS;
    bool storage = binding->resource == FFTC_SPIRV_STORAGE_IMAGE;
    bool cube = binding->dimension == FFTC_SPIRV_CUBE;
    fftc_spirv_image image = {.binding = binding->binding,
                              .format = binding->format != FFTC_SPIRV_FORMAT_NONE
                                            ? binding->format
                                            : any[binding->numbers],
                              .width = texels ? 200
                                       : cube ? CUBE
                                              : WIDTH,
                              .height = cube                                            ? CUBE
                                        : texels || binding->dimension == FFTC_SPIRV_1D ? 1
                                                                                        : HEIGHT,
                              .depth = binding->dimension == FFTC_SPIRV_3D ? 5 : 1,
                              .layers = (cube ? 6 : 1) * (binding->arrayed ? 3 : 1),
                              .levels = storage || texels || binding->numbers != 0 ? 1 : 4};
    if (binding->binding == 3 && binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
        image.format = FFTC_SPIRV_RGBA8_SRGB;
    } else if (binding->binding == 5 && binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
        image.format = FFTC_SPIRV_RGB9E5_FLOAT;
    } else if (binding->binding == 11 && binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
        image.format = FFTC_SPIRV_R16_UNORM;
        image.levels = 1;
    } else if (binding->binding == 12 && binding->resource == FFTC_SPIRV_SAMPLED_IMAGE) {
        image.format = FFTC_SPIRV_BGRA8_UNORM;
    }
    return image;
}

/* Texels that every format reads as numbers: no NaN and no infinity. */
static void fill_texels(fftc_spirv_image *image, testing_random *random)
{
    size_t texels = 0;
    for (uint32_t level = 0; level < image->levels; ++level) {
        uint32_t w = image->width >> level, h = image->height >> level, d = image->depth >> level;
        texels += (size_t)(w != 0 ? w : 1) * (h != 0 ? h : 1) * (d != 0 ? d : 1) * image->layers;
    }
    image->bytes = texels * fftc_spirv_format_bytes(image->format);
    image->data = malloc(image->bytes);
    ck_assert(image->data != NULL);
    for (size_t i = 0; i < image->bytes / 2; ++i) {
        ((uint16_t *)image->data)[i] = (uint16_t)(testing_random_next(random) >> 16);
    }
    ((unsigned char *)image->data)[image->bytes - 1] = 0x31;
    for (size_t i = 0; i < image->bytes / 4; ++i) {
        uint32_t *word = &((uint32_t *)image->data)[i];
        switch (image->format) {
        case FFTC_SPIRV_RGBA32_FLOAT:
        case FFTC_SPIRV_RG32_FLOAT:
        case FFTC_SPIRV_R32_FLOAT: *word = 0x3f000000u | (*word & 0x807fffffu); break;
        case FFTC_SPIRV_RGBA16_FLOAT:
        case FFTC_SPIRV_RG16_FLOAT: *word = (*word & 0x83ff83ffu) | 0x38003800u; break;
        case FFTC_SPIRV_R16_FLOAT: *word = (*word & 0x83ff83ffu) | 0x38003800u; break;
        case FFTC_SPIRV_R11G11B10_FLOAT: *word = (*word & 0x0fc1f83fu) | 0x70380700u >> 1; break;
        case FFTC_SPIRV_RGB9E5_FLOAT: *word = (*word & 0x07ffffffu) | 15u << 27; break;
        default: break;
        }
    }
}

static void make_pictures(const fftc_spirv_interface *interface, picture_set *set,
                          fftc_spirv_binding *bindings)
{
    testing_random random = testing_random_start("texels");
    set->count = 0;
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        if (interface->bindings[i].resource <= FFTC_SPIRV_UNIFORM_BUFFER) {
            continue;
        }
        ck_assert_uint_lt(set->count, IMAGES);
        bindings[set->count] = interface->bindings[i];
        set->samplers[set->count] = sampler_for(interface->bindings[i].binding);
        set->images[set->count] = (fftc_spirv_image){0};
        if (interface->bindings[i].resource != FFTC_SPIRV_SAMPLER) {
            set->images[set->count] = image_for(&interface->bindings[i]);
            fill_texels(&set->images[set->count], &random);
        }
        ++set->count;
    }
}

static void destroy_pictures(picture_set *set)
{
    for (uint32_t i = 0; i < set->count; ++i) {
        free(set->images[i].data);
    }
}

static void emulate(fftc_spirv *shader, uint32_t subgroup_size, const picture_set *set,
                    const fftc_spirv_binding *bindings, uint32_t *data[3])
{
    const fftc_emulation config = {.subgroup_size = subgroup_size};
    fftc_spirv_image images[IMAGES];
    fftc_spirv_sampler samplers[IMAGES];
    const fftc_spirv_buffer buffers[] = {{.binding = 0, .data = data[0], .bytes = 4 * WORDS},
                                         {.binding = 1, .data = data[1], .bytes = 4 * WORDS}};
    fftc_spirv_dispatch dispatch = {.groups = {WORKGROUPS, 1, 1},
                                    .buffers = buffers,
                                    .buffer_count = 2,
                                    .images = images,
                                    .samplers = samplers};
    fftc_finding finding;
    fftc_report report;
    fftc_error error;
    char text[512] = "";
    for (uint32_t i = 0; i < set->count; ++i) {
        if (bindings[i].resource != FFTC_SPIRV_SAMPLER) {
            images[dispatch.image_count++] = set->images[i];
        }
        if (bindings[i].resource == FFTC_SPIRV_SAMPLER ||
            bindings[i].resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
            samplers[dispatch.sampler_count++] = set->samplers[i];
        }
    }
    ck_assert_msg(fftc_emulate_spirv(shader, &dispatch, &config, &report, &finding, 1, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count != 0) {
        fftc_finding_format(&finding, text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s", text);
}

static bool agree(uint32_t a, uint32_t b, double tolerance)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return a == b || (tolerance > 0.0 && fabs((double)x - (double)y) <= tolerance);
}

static void compare_results(const char *device, const char *name, const uint32_t *emulated,
                            const uint32_t *computed, double tolerance)
{
    unsigned wrong = 0;
    for (uint32_t i = 0; i < WORDS; ++i) {
        if (!agree(emulated[i], computed[i], tolerance)) {
            if (wrong++ < 12) {
                printf("%s, %s: row %u, invocation %u: %08x emulated, %08x there\n", device, name,
                       i / 128, i % 128, emulated[i], computed[i]);
            }
        }
    }
    fflush(stdout);
    ck_assert_uint_eq(wrong, 0);
}

static void compare_pictures(const char *device, const picture_set *emulated,
                             const picture_set *computed)
{
    for (uint32_t i = 0; i < emulated->count; ++i) {
        for (size_t k = 0; k < emulated->images[i].bytes; ++k) {
            unsigned char x = ((unsigned char *)emulated->images[i].data)[k];
            unsigned char y = ((unsigned char *)computed->images[i].data)[k];
            ck_assert_msg(x == y, "%s, binding %u (%s), byte %zu: %02x emulated, %02x there",
                          device, emulated->images[i].binding,
                          fftc_spirv_format_name(emulated->images[i].format), k, x, y);
        }
    }
}

static void compare(const char *name, uint32_t device, double tolerance)
{
    fftc_spirv_binding bindings[IMAGES];
    picture_set emulated, computed;
    uint32_t *data[2][3];
    char device_name[256];
    size_t bytes;
    uint32_t *words = vulkan_compute_shader(name, &bytes);
    const fftc_spirv_source source = {.words = words, .word_count = bytes / 4};
    testing_random random = testing_random_start("vulkan spirv images");
    fftc_spirv *shader;
    fftc_error error;
    ck_assert_msg(fftc_spirv_create(&source, &shader, &error) == FFTC_SUCCESS, "%s", error.message);
    make_pictures(fftc_spirv_describe(shader), &emulated, bindings);
    make_pictures(fftc_spirv_describe(shader), &computed, bindings);
    for (int k = 0; k < 6; ++k) {
        data[k / 3][k % 3] = calloc(WORDS, sizeof(uint32_t));
        ck_assert(data[k / 3][k % 3] != NULL);
    }
    for (uint32_t i = 0; i < WORDS; ++i) {
        data[0][0][i] = data[1][0][i] = (uint32_t)testing_random_next(&random);
    }
    const vulkan_compute_job job = {.spirv = words,
                                    .spirv_bytes = bytes,
                                    .buffer_count = 3,
                                    .data = {data[1][0], data[1][1], data[1][2]},
                                    .bytes = {4 * WORDS, 4 * WORDS, 4 * WORDS},
                                    .image_count = computed.count,
                                    .bindings = bindings,
                                    .images = computed.images,
                                    .samplers = computed.samplers,
                                    .workgroups = WORKGROUPS};
    bool able = vulkan_compute_run(device, &job, device_name);
    printf("%s, %s: %s\n", device_name, name, able ? "compared" : "not supported");
    if (able) {
        emulate(shader, vulkan_compute_subgroup_size(device), &emulated, bindings, data[0]);
        compare_results(device_name, name, data[0][1], data[1][1], tolerance);
        compare_pictures(device_name, &emulated, &computed);
    }
    for (int k = 0; k < 6; ++k) {
        free(data[k / 3][k % 3]);
    }
    destroy_pictures(&emulated);
    destroy_pictures(&computed);
    fftc_spirv_destroy(shader);
    free(words);
}

#define SHADER(name, tolerance)                           \
    START_TEST(name##_same_as_on_devices)                 \
    {                                                     \
        uint32_t devices[VULKAN_TESTING_DEVICES_MAX];     \
        uint32_t count = vulkan_testing_devices(devices); \
        for (uint32_t k = 0; k < count; ++k) {            \
            compare(#name, devices[k], tolerance);        \
        }                                                 \
    }                                                     \
    END_TEST

/* llvmpipe multiplies a component of 8 bits by the float next to 1/255. */
SHADER(image_floats, 0x1p-24)
SHADER(image_ints, 0.0)
SHADER(image_uints, 0.0)
SHADER(image_shapes, 0x1p-24)
/* Devices have weights of at least 4 bits; those here have 8. */
SHADER(image_samples, 1.5 / 256.0)

VULKAN_TESTING_MAIN("vulkan spirv images", image_floats_same_as_on_devices,
                    image_ints_same_as_on_devices, image_uints_same_as_on_devices,
                    image_shapes_same_as_on_devices, image_samples_same_as_on_devices)
