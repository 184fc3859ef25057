/* SPDX-License-Identifier: MIT
 *
 * Compute shaders in the emulator: an unmodified SPIR-V module, carried out on the CPU, with a
 * report of everything that it did wrong (fftcore/emulate.h).
 *
 *     fftc_spirv_source source = {.words = words, .word_count = count};
 *     fftc_spirv *shader;
 *     fftc_spirv_create(&source, &shader, &error);
 *     fftc_spirv_buffer buffers[] = {{.set = 0, .binding = 0, .data = data, .bytes = sizeof data}};
 *     fftc_spirv_dispatch dispatch = {.groups = {8, 1, 1}, .buffers = buffers, .buffer_count = 1};
 *     fftc_finding findings[16];
 *     fftc_report report;
 *     fftc_emulate_spirv(shader, &dispatch, NULL, &report, findings, 16, &error);
 *     fftc_spirv_destroy(shader);
 *
 * A shader is what a pipeline is in Vulkan: a module, one entry point of it, and the values of its
 * specialization constants. It may come from any compiler. If it was compiled with debug
 * information (glslc -g, glslangValidator -g, dxc -fspv-debug=vulkan), findings have its lines.
 */
#ifndef FFTCORE_SPIRV_H
#define FFTCORE_SPIRV_H

#include "fftcore/emulate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The value of a specialization constant, by its bits: those of a float are a float's, those of a
 * bool 0 or 1. */
typedef struct fftc_spirv_constant {
    uint32_t id; /* constant_id in GLSL */
    uint64_t value;
} fftc_spirv_constant;

/* A zeroed structure with words and word_count is valid. Nothing of it is kept. */
typedef struct fftc_spirv_source {
    const uint32_t *words; /* in either byte order */
    size_t word_count;
    const char *entry; /* NULL: the only one for compute shaders that the module has */
    const fftc_spirv_constant *constants;
    uint32_t constant_count;
    const fftc_allocator *allocator;
    bool coverage; /* count what runs carry out, for fftc_spirv_covered */
} fftc_spirv_source;

typedef struct fftc_spirv fftc_spirv;

/* Reads a module of at most SPIR-V 1.6, checks what is needed to carry it out safely, and decodes
 * it. (It may be wrong where spirv-val would say so and the emulator still go on.) On failure
 * *shader is NULL.
 *
 * FFTC_INVALID_ARGUMENT: an argument is NULL or out of its range, there is no such entry point or
 * specialization constant, or the words are not a module; the message has the word and the
 * instruction. FFTC_UNSUPPORTED: an instruction, a type or a built-in variable that the
 * emulator does not know, by name; images of several samples, and samples that need derivatives,
 * are among them. FFTC_TOO_LARGE: the module takes more than 512 MiB, or an invocation of it more
 * than 2^20 scalars. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_spirv_create(const fftc_spirv_source *source, fftc_spirv **shader,
                                       fftc_error *error);
/* Releases the shader, and the names that findings of its runs point to. NULL is allowed. */
FFTC_API void fftc_spirv_destroy(fftc_spirv *shader);

typedef enum fftc_spirv_resource {
    FFTC_SPIRV_STORAGE_BUFFER = 0,
    FFTC_SPIRV_UNIFORM_BUFFER,
    FFTC_SPIRV_STORAGE_IMAGE, /* loads, stores and atomic operations of texels */
    FFTC_SPIRV_SAMPLED_IMAGE, /* fetches; with a sampler, samples */
    FFTC_SPIRV_SAMPLER,
    FFTC_SPIRV_IMAGE_AND_SAMPLER, /* both in one descriptor: sampler2D in GLSL */
    FFTC_SPIRV_STORAGE_TEXELS,    /* texel buffers: a storage image of one row, */
    FFTC_SPIRV_UNIFORM_TEXELS     /* and a sampled one, without a sampler */
} fftc_spirv_resource;

/* The formats of texels: a number for each component, in the order R, G, B, A, of which the first
 * lies at the lowest address, or in the lowest bits of a packed one. Those up to 41 have the
 * numbers of SPIR-V's Image Format; the others are for sampled images. */
typedef enum fftc_spirv_format {
    FFTC_SPIRV_FORMAT_NONE = 0, /* of a binding: any with its kind of numbers */
    FFTC_SPIRV_RGBA32_FLOAT,
    FFTC_SPIRV_RGBA16_FLOAT,
    FFTC_SPIRV_R32_FLOAT,
    FFTC_SPIRV_RGBA8_UNORM, /* 0 .. 255 for 0 .. 1 */
    FFTC_SPIRV_RGBA8_SNORM, /* -127 .. 127 for -1 .. 1 */
    FFTC_SPIRV_RG32_FLOAT,
    FFTC_SPIRV_RG16_FLOAT,
    FFTC_SPIRV_R11G11B10_FLOAT, /* unsigned floats of 11 and 10 bits */
    FFTC_SPIRV_R16_FLOAT,
    FFTC_SPIRV_RGBA16_UNORM,
    FFTC_SPIRV_RGB10A2_UNORM,
    FFTC_SPIRV_RG16_UNORM,
    FFTC_SPIRV_RG8_UNORM,
    FFTC_SPIRV_R16_UNORM,
    FFTC_SPIRV_R8_UNORM,
    FFTC_SPIRV_RGBA16_SNORM,
    FFTC_SPIRV_RG16_SNORM,
    FFTC_SPIRV_RG8_SNORM,
    FFTC_SPIRV_R16_SNORM,
    FFTC_SPIRV_R8_SNORM,
    FFTC_SPIRV_RGBA32_SINT,
    FFTC_SPIRV_RGBA16_SINT,
    FFTC_SPIRV_RGBA8_SINT,
    FFTC_SPIRV_R32_SINT,
    FFTC_SPIRV_RG32_SINT,
    FFTC_SPIRV_RG16_SINT,
    FFTC_SPIRV_RG8_SINT,
    FFTC_SPIRV_R16_SINT,
    FFTC_SPIRV_R8_SINT,
    FFTC_SPIRV_RGBA32_UINT,
    FFTC_SPIRV_RGBA16_UINT,
    FFTC_SPIRV_RGBA8_UINT,
    FFTC_SPIRV_R32_UINT,
    FFTC_SPIRV_RGB10A2_UINT,
    FFTC_SPIRV_RG32_UINT,
    FFTC_SPIRV_RG16_UINT,
    FFTC_SPIRV_RG8_UINT,
    FFTC_SPIRV_R16_UINT,
    FFTC_SPIRV_R8_UINT,
    FFTC_SPIRV_R64_UINT,
    FFTC_SPIRV_R64_SINT,
    FFTC_SPIRV_RGBA8_SRGB, /* R, G, B by the sRGB transfer function */
    FFTC_SPIRV_BGRA8_UNORM,
    FFTC_SPIRV_BGRA8_SRGB,
    FFTC_SPIRV_RGB9E5_FLOAT /* three mantissas of 9 bits, and an exponent for all */
} fftc_spirv_format;
#define FFTC_SPIRV_FORMAT_COUNT 46

/* "rgba8 unorm", ...; NULL if there is no such format. */
FFTC_API const char *fftc_spirv_format_name(fftc_spirv_format format);
/* Bytes of a texel; 0 if there is no such format. */
FFTC_API uint32_t fftc_spirv_format_bytes(fftc_spirv_format format);

/* The numbers that a shader sees in an image. */
typedef enum fftc_spirv_numbers {
    FFTC_SPIRV_FLOATS = 0,
    FFTC_SPIRV_UNSIGNED,
    FFTC_SPIRV_SIGNED
} fftc_spirv_numbers;

/* The shape of an image. */
typedef enum fftc_spirv_dimension {
    FFTC_SPIRV_1D = 0,
    FFTC_SPIRV_2D,
    FFTC_SPIRV_3D,
    FFTC_SPIRV_CUBE /* layers in sixes: +x, -x, +y, -y, +z, -z */
} fftc_spirv_dimension;

/* A descriptor that the entry point may use. */
typedef struct fftc_spirv_binding {
    const char *name; /* the variable's, or its type's; never NULL */
    uint32_t set;
    uint32_t binding;
    fftc_spirv_resource resource;
    uint32_t count;         /* of an array of descriptors; 1 without; 0: as many as are given */
    uint64_t least_bytes;   /* without a last member of unknown length */
    uint64_t element_bytes; /* of that member; 0 without */
    bool read_only;
    /* Of images and texel buffers. */
    fftc_spirv_dimension dimension;
    bool arrayed;             /* may have several layers (a cube: more than six) */
    fftc_spirv_format format; /* NONE: any of `numbers` */
    fftc_spirv_numbers numbers;
} fftc_spirv_binding;

/* What an entry point asks for. */
typedef struct fftc_spirv_interface {
    const char *entry;
    uint32_t local_size[3];
    uint32_t push_constant_bytes;
    uint64_t shared_bytes; /* of workgroup memory */
    const fftc_spirv_binding *bindings;
    uint32_t binding_count;
    const fftc_spirv_constant *constants; /* ids of the specialization constants, with values */
    uint32_t constant_count;
} fftc_spirv_interface;

/* Valid as long as the shader is. NULL for NULL. */
FFTC_API const fftc_spirv_interface *fftc_spirv_describe(const fftc_spirv *shader);

/* Where a compiler has left a line out, a finding's line is the last one before, and this stands at
 * the end of its file. */
#define FFTC_SPIRV_BEHIND ", behind line"

/* The text of a source file that the module carries (glslangValidator -g, dxc
 * -fspv-debug=vulkan-with-source), by the name that findings have, with FFTC_SPIRV_BEHIND or
 * without; NULL if it carries none. Valid
 * as long as the shader is. */
FFTC_API const char *fftc_spirv_source_text(const fftc_spirv *shader, const char *file);

/* A line of the source and its instructions, of those that the entry point may come to. */
typedef struct fftc_spirv_line {
    fftc_site site;
    uint32_t instructions; /* of the module */
    uint32_t reached;      /* those of them in blocks that an invocation has entered */
    uint64_t executed;     /* by all invocations together */
} fftc_spirv_line;

/* What was carried out by all runs of a shader. Instructions are counted as if a block that is
 * entered is carried out to its end. */
typedef struct fftc_spirv_coverage {
    uint32_t instructions, reached; /* of all lines, and of none */
    uint64_t executed;
    const fftc_spirv_line *lines; /* by file and number; none without debug information */
    uint32_t line_count;
} fftc_spirv_coverage;

/* Valid as long as the shader is; the next call brings it up to date. NULL if the shader is NULL or
 * was created without `coverage`. */
FFTC_API const fftc_spirv_coverage *fftc_spirv_covered(fftc_spirv *shader);

/* As a binding: no descriptor's, but a buffer that the shader has the address of. */
#define FFTC_SPIRV_BY_ADDRESS UINT32_MAX

/* Bytes for a descriptor. */
typedef struct fftc_spirv_buffer {
    uint32_t set;
    uint32_t binding;
    uint32_t element; /* of an array of descriptors */
    void *data;
    size_t bytes;
} fftc_spirv_buffer;

/* Texels for a descriptor: of an image, a texel buffer (height, depth, layers and levels are 1), or
 * of an image with a sampler, which is given beside it with the same numbers. */
typedef struct fftc_spirv_image {
    uint32_t set;
    uint32_t binding;
    uint32_t element; /* of an array of descriptors */
    /* Without gaps: for each level from the largest on its layers, of each its slices, of each its
     * rows. Level k has extents of max(1, extent >> k), and all layers. */
    void *data;
    size_t bytes; /* at least those of the texels */
    fftc_spirv_format format;
    uint32_t width;  /* of level 0, in texels; 1 .. 2^20 (a texel buffer: .. 2^30) */
    uint32_t height; /* 0 means 1, here and in the rest */
    uint32_t depth;
    uint32_t layers;
    uint32_t levels;
} fftc_spirv_image;

typedef enum fftc_spirv_filter { FFTC_SPIRV_NEAREST = 0, FFTC_SPIRV_LINEAR } fftc_spirv_filter;

/* What stands for texels outside of an image. */
typedef enum fftc_spirv_wrap {
    FFTC_SPIRV_REPEAT = 0,
    FFTC_SPIRV_MIRRORED_REPEAT,
    FFTC_SPIRV_CLAMP_TO_EDGE,
    FFTC_SPIRV_CLAMP_TO_BORDER,
    FFTC_SPIRV_MIRROR_CLAMP_TO_EDGE
} fftc_spirv_wrap;

typedef enum fftc_spirv_border {                                   /* R, G, B, A */
                                 FFTC_SPIRV_TRANSPARENT_BLACK = 0, /* 0, 0, 0, 0 */
                                 FFTC_SPIRV_OPAQUE_BLACK,          /* 0, 0, 0, 1 */
                                 FFTC_SPIRV_OPAQUE_WHITE           /* 1, 1, 1, 1 */
} fftc_spirv_border;

/* The test of a reference against a texel; its result, 0 or 1, is then filtered. */
typedef enum fftc_spirv_compare {
    FFTC_SPIRV_COMPARE_NEVER = 0,
    FFTC_SPIRV_COMPARE_LESS, /* than the texel */
    FFTC_SPIRV_COMPARE_EQUAL,
    FFTC_SPIRV_COMPARE_LESS_OR_EQUAL,
    FFTC_SPIRV_COMPARE_GREATER,
    FFTC_SPIRV_COMPARE_NOT_EQUAL,
    FFTC_SPIRV_COMPARE_GREATER_OR_EQUAL,
    FFTC_SPIRV_COMPARE_ALWAYS
} fftc_spirv_compare;

/* A sampler for a descriptor. A zeroed one takes the nearest texel of level 0 and repeats. */
typedef struct fftc_spirv_sampler {
    uint32_t set;
    uint32_t binding;
    uint32_t element;
    fftc_spirv_filter magnify;
    fftc_spirv_filter minify;
    fftc_spirv_filter between_levels;
    fftc_spirv_wrap wrap[3]; /* along each axis */
    fftc_spirv_border border;
    fftc_spirv_compare compare;
    float bias; /* added to the level of detail, which is then kept in [least, most] */
    float least_level;
    float most_level;
    bool unnormalized; /* coordinates are in texels */
} fftc_spirv_sampler;

typedef struct fftc_spirv_dispatch {
    uint32_t groups[3]; /* workgroups; 0 means 1 */
    const fftc_spirv_buffer *buffers;
    uint32_t buffer_count;
    const void *push_constants;
    size_t push_constant_bytes;
    const fftc_spirv_image *images;
    uint32_t image_count;
    const fftc_spirv_sampler *samplers;
    uint32_t sampler_count;
} fftc_spirv_dispatch;

/* The address that a shader sees of byte 0 of buffers[number], for buffers that it reaches by
 * buffer device addresses: to be put into push constants or other buffers. */
FFTC_API uint64_t fftc_spirv_buffer_address(uint32_t number);

/* Carries a shader out. A finding is not a failure: the status is FFTC_SUCCESS and the report has
 * it.
 *
 * The observer of `config` sees memories and addresses by the names that findings have.
 *
 * `config` may be NULL. Its sizes, memories and private_bytes follow from the shader and the
 * dispatch and are ignored; all others are used. Its subgroup_size is what the shader sees as
 * gl_SubgroupSize.
 *
 * A descriptor without a buffer or image has 0 bytes: each access to it is out of bounds. One
 * without a sampler has a zeroed one. As in Vulkan, a store to a texel outside of an image has no
 * effect and is no finding; a load is one. Findings call a texel name[layer or slice][row][column],
 * and "name, level k" where k is not 0.
 *
 * Integer operations, conversions, and +, -, * and / of floats give the same bits as on devices
 * that round to nearest and keep subnormal numbers; no two operations are contracted to one.
 * Functions of GLSL.std.450 are at least as accurate as Vulkan asks for. Filters compute in double,
 * by the equations of Vulkan's specification; devices have weights of fewer bits.
 *
 * `report` may be NULL. Its findings are copied to `findings`, at most findings_limit of them.
 * Their names and files are valid until the shader is destroyed. One thread at a time may run a
 * shader.
 *
 * FFTC_INVALID_ARGUMENT: what fftc_emulator_create refuses; `shader` or `dispatch` is NULL; a
 * buffer, an image or a sampler names a descriptor that the shader has not, or another one has too;
 * an image's format or shape is not the one that the shader declares, or its bytes are too few; the
 * push constants are shorter than what the shader declares. FFTC_TOO_LARGE: more than 2^31
 * workgroups, 60000 descriptors, 2^36 texels of an image or 2^40 - 1 bytes of a buffer, or all
 * invocations of a workgroup together need more than 4 GiB. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_emulate_spirv(fftc_spirv *shader, const fftc_spirv_dispatch *dispatch,
                                        const fftc_emulation *config, fftc_report *report,
                                        fftc_finding *findings, size_t findings_limit,
                                        fftc_error *error);

#ifdef __cplusplus
}
#endif

#endif
