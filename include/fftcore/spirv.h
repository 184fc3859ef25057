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
 * emulator does not know, by name; images are among them. FFTC_TOO_LARGE: the module takes more
 * than 512 MiB, or an invocation of it more than 2^20 scalars. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_spirv_create(const fftc_spirv_source *source, fftc_spirv **shader,
                                       fftc_error *error);
/* Releases the shader, and the names that findings of its runs point to. NULL is allowed. */
FFTC_API void fftc_spirv_destroy(fftc_spirv *shader);

typedef enum fftc_spirv_resource {
    FFTC_SPIRV_STORAGE_BUFFER = 0,
    FFTC_SPIRV_UNIFORM_BUFFER
} fftc_spirv_resource;

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

/* The text of a source file that the module carries (glslangValidator -g, dxc
 * -fspv-debug=vulkan-with-source), by the name that findings have; NULL if it carries none. Valid
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

typedef struct fftc_spirv_dispatch {
    uint32_t groups[3]; /* workgroups; 0 means 1 */
    const fftc_spirv_buffer *buffers;
    uint32_t buffer_count;
    const void *push_constants;
    size_t push_constant_bytes;
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
 * A descriptor without a buffer has 0 bytes: each access to it is out of bounds. Integer
 * operations, conversions, and +, -, * and / of floats give the same bits as on devices that
 * round to nearest and keep subnormal numbers; no two operations are contracted to one. Functions
 * of GLSL.std.450 are at least as accurate as Vulkan asks for.
 *
 * `report` may be NULL. Its findings are copied to `findings`, at most findings_limit of them.
 * Their names and files are valid until the shader is destroyed.
 *
 * FFTC_INVALID_ARGUMENT: what fftc_emulator_create refuses; `shader` or `dispatch` is NULL; a
 * buffer names a descriptor that the shader has not, or another buffer has too; the push constants
 * are shorter than what the shader declares. FFTC_TOO_LARGE: more than 2^31 workgroups, or all
 * invocations of a workgroup together need more than 4 GiB. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_emulate_spirv(fftc_spirv *shader, const fftc_spirv_dispatch *dispatch,
                                        const fftc_emulation *config, fftc_report *report,
                                        fftc_finding *findings, size_t findings_limit,
                                        fftc_error *error);

#ifdef __cplusplus
}
#endif

#endif
