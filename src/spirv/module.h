/* SPDX-License-Identifier: MIT
 *
 * A SPIR-V module that is read, checked and decoded: the parts that all files here share.
 *
 * Whatever is wrong ends the reading where it is found: fftc_spirv_refuse says what, and jumps back
 * to fftc_spirv_create, which releases the arena. So every function may rely on what has been read
 * before, and none hands a failure on.
 */
#ifndef FFTC_SPIRV_MODULE_H
#define FFTC_SPIRV_MODULE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fftcore/spirv.h"
#include "spirv/opcodes.h"

/* Limits of what is taken, so that a few words cannot ask for a whole machine. */
#define FFTC_SPIRV_MAX_BOUND 4194303u    /* ids: the specification's universal limit */
#define FFTC_SPIRV_MAX_ARENA (1u << 29)  /* bytes of everything that is made of a module */
#define FFTC_SPIRV_MAX_VALUE (1u << 16)  /* scalars of one value or variable of an invocation */
#define FFTC_SPIRV_MAX_FRAME (1u << 20)  /* scalars that an invocation holds */
#define FFTC_SPIRV_MAX_DEPTH 64u         /* types in types; loops in loops and calls in calls */
#define FFTC_SPIRV_MAX_PARTS (1u << 16)  /* members of a struct, and of structs in it */
#define FFTC_SPIRV_MAX_STEPS (1u << 22)  /* decoded instructions */
#define FFTC_SPIRV_MAX_SHARED (1u << 24) /* bytes of workgroup memory */
#define FFTC_SPIRV_NONE UINT32_MAX

#define FFTC_SPIRV_HEADER_WORDS 5u

enum { /* storage classes, decorations, built-ins, scopes: the numbers of the specification */
       StorageUniformConstant = 0,
       StorageInput = 1,
       StorageUniform = 2,
       StorageOutput = 3,
       StorageWorkgroup = 4,
       StoragePrivate = 6,
       StorageFunction = 7,
       StoragePushConstant = 9,
       StorageImage = 11,
       StorageStorageBuffer = 12,
       StoragePhysicalStorageBuffer = 5349
};

typedef enum fftc_spirv_kind {
    FFTC_SPIRV_VOID,
    FFTC_SPIRV_BOOL,
    FFTC_SPIRV_INT,
    FFTC_SPIRV_FLOAT,
    FFTC_SPIRV_VECTOR,
    FFTC_SPIRV_MATRIX,
    FFTC_SPIRV_ARRAY,
    FFTC_SPIRV_RUNTIME_ARRAY,
    FFTC_SPIRV_STRUCT,
    FFTC_SPIRV_POINTER,
    FFTC_SPIRV_FUNCTION,
    FFTC_SPIRV_KIND_IMAGE,
    FFTC_SPIRV_KIND_SAMPLER,
    FFTC_SPIRV_KIND_SAMPLED_IMAGE
} fftc_spirv_kind;

typedef struct fftc_spirv_type fftc_spirv_type;

typedef struct fftc_spirv_member {
    const fftc_spirv_type *type;
    const char *name;
    uint64_t slot;          /* where it begins in the struct's scalars */
    uint64_t implicit;      /* and in bytes, where there is no explicit layout */
    uint32_t offset;        /* explicit layout; FFTC_SPIRV_NONE without one */
    uint32_t matrix_stride; /* of matrices in it; 0 without */
    bool row_major;
    bool read_only, coherent;
} fftc_spirv_member;

struct fftc_spirv_type {
    fftc_spirv_kind kind;
    uint32_t id;
    uint32_t width; /* bits of a scalar, or of what a vector or matrix is made of */
    bool is_signed;
    const fftc_spirv_type *element; /* component, column, element, pointee, return type, sampled */
    uint32_t count;                 /* components, columns, elements, members, parameters */
    uint32_t stride;                /* ArrayStride; 0 without */
    fftc_spirv_member *members;     /* of a struct; the parameters of a function by type alone */
    uint32_t storage;               /* of a pointer */
    uint32_t depth;
    uint32_t parts;    /* members of it and of what is in it; of an array, those of one element */
    bool block;        /* Block or BufferBlock */
    bool buffer_block; /* the latter: a storage buffer of old modules */
    uint64_t slots;    /* scalars; saturated */
    uint64_t bytes;    /* without an explicit layout: packed by the scalars' own alignment */
    uint32_t align;
    struct { /* an image */
        uint32_t dim, arrayed, multisampled, sampled, format;
    } image;
};

/* What is known of an id: its definition, its decorations, and where decoding has put it. */
typedef struct fftc_spirv_id {
    uint32_t at; /* the word at which the defining instruction begins; 0: none */
    uint16_t opcode;
    bool block, buffer_block, read_only, aliased, coherent;
    bool direct; /* a pointer into the frame whose place is known: reg + offset */
    const char *name;
    const char *path;            /* of a pointer: what it points to, as a program would say it */
    const fftc_spirv_type *type; /* of a value; for a type: itself */
    uint64_t *constant;          /* the scalars of a constant */
    uint32_t spec, binding, set, array_stride, builtin;
    uint32_t reg;    /* the slot in the frame */
    uint32_t offset; /* of a pointer: what is still to be added */
    uint32_t root;   /* the id whose slots these are; 0: its own */
    uint32_t block_of, last_use;
    uint32_t object; /* the number of a variable in memory, of a function, of a block */
    uint32_t matrix_stride, vector_stride; /* of a pointer: see layout.h */
    bool row_major;
    bool crosses;   /* used outside of its block */
    bool temporary; /* reg is one of registers.c's that will be free again */
} fftc_spirv_id;

/* An instruction as it stands in the module. */
typedef struct fftc_spirv_instruction {
    uint32_t at;
    uint16_t opcode;
    uint16_t length;
    uint32_t type; /* ids, 0 without */
    uint32_t result;
    uint32_t first; /* of the words that remain, from `at` */
} fftc_spirv_instruction;

typedef struct fftc_spirv_chunk fftc_spirv_chunk;

typedef struct
    fftc_spirv_member_note { /* OpMemberName and OpMemberDecorate, until the type comes */
    uint32_t type, member, decoration, value;
    const char *name;
} fftc_spirv_member_note;

/* Variables that are not in the frame: buffers, push constants, workgroup memory, images. */
typedef struct fftc_spirv_object {
    uint32_t id;
    uint32_t storage;
    const fftc_spirv_type *type; /* of the pointee, without an array of descriptors */
    uint32_t descriptors;        /* how many there are of it; 0: not known */
    bool array;                  /* of descriptors, be it of one */
    bool zeroed;                 /* workgroup memory, at the start of each workgroup */
    const char *name;
    /* Of an image: names for indices out of its bounds, of a column, a row, a slice or layer, a
     * level. */
    const char *index_names[4];
} fftc_spirv_object;

typedef struct fftc_spirv_input { /* a built-in variable that is read */
    uint32_t slot, builtin, count;
} fftc_spirv_input;

typedef struct fftc_spirv_text_of { /* the source text of a file */
    const char *file, *text;
} fftc_spirv_text_of;

typedef struct fftc_spirv_part_of_block fftc_spirv_part_of_block;

typedef struct fftc_spirv_cover { /* coverage.c */
    bool wanted;
    uint64_t *entered; /* by block: how often */
    uint32_t block_count;
    fftc_spirv_part_of_block *parts;
    uint32_t part_count, part_room;
    fftc_spirv_line *lines;
    fftc_spirv_coverage result;
} fftc_spirv_cover;

typedef struct fftc_spirv_function fftc_spirv_function;
typedef struct fftc_spirv_decoder fftc_spirv_decoder;
typedef struct fftc_spirv_step fftc_spirv_step;

struct fftc_spirv {
    bool vulkan_memory_model; /* which operations are for others to see, they say themselves */
    jmp_buf refused;
    fftc_error *error;
    fftc_status status;
    const fftc_allocator *allocator;
    fftc_allocator allocator_copy;
    fftc_spirv_chunk *chunks;
    size_t arena_bytes;

    const fftc_spirv_source *source; /* while it is read */
    uint32_t *words;
    uint32_t count;
    uint32_t bound;
    uint32_t *number; /* by id: index in ids */
    fftc_spirv_id *ids;
    uint32_t id_count;
    fftc_spirv_member_note *notes;
    uint32_t note_count;
    uint32_t glsl;        /* the id of the import of GLSL.std.450 */
    uint32_t debug_info;  /* and of NonSemantic.Shader.DebugInfo.100 */
    uint32_t globals_end; /* the word of the first function */

    fftc_spirv_text_of *texts;
    uint32_t text_count, text_room;
    fftc_spirv_cover cover;

    uint32_t entry;
    fftc_spirv_interface interface;
    uint32_t local_size_id[3];

    fftc_spirv_object *objects;
    uint32_t object_count;
    fftc_spirv_input *inputs;
    uint32_t input_count;
    const char **told; /* names that findings of its runs have, by hash; NULL between them */
    uint32_t told_count, told_room;
    fftc_spirv_function *functions;
    uint32_t function_count;

    fftc_spirv_decoder *decoder; /* while it is decoded */
    uint64_t *initial;           /* the frame of an invocation before it runs */
    uint32_t frame_slots;
    uint32_t entry_step;
    uint32_t where_words; /* the most that tell where an invocation is */
    fftc_spirv_step *steps;
    uint32_t step_count, step_room;
    uint32_t *sites; /* by step: index in lines */
    uint32_t site_room;
    uint16_t *depths; /* by step: loops around it in its function */
    uint32_t depth_room;
    const char **names; /* by step: of the array that an index is for; NULL elsewhere */
    uint32_t name_room;
    uint32_t *extra;
    uint32_t extra_count, extra_room;
    uint64_t **big; /* constants that no frame has */
    uint32_t big_count, big_room;
    uint32_t line; /* of what is decoded now: index in lines */
    fftc_site *lines;
    uint32_t line_count, line_room;
};

/* --- arena.c */

_Noreturn void fftc_spirv_refuse(fftc_spirv *m, fftc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Zeroed; it lives as long as the module. */
void *fftc_spirv_allocate(fftc_spirv *m, uint64_t count, size_t bytes);
/* An array that grows: room for one more than `count`. */
void *fftc_spirv_grow(fftc_spirv *m, void *array, uint32_t count, uint32_t *room, size_t bytes);
void fftc_spirv_release_arena(fftc_spirv *m);

/* --- parse.c */

void fftc_spirv_parse(fftc_spirv *m);
/* The instruction at a word, whose length has been checked. */
fftc_spirv_instruction fftc_spirv_instruction_at(fftc_spirv *m, uint32_t at);
uint32_t fftc_spirv_operand_count(const fftc_spirv_instruction *in);
/* The k-th word after type and result. */
uint32_t fftc_spirv_operand(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k);
/* A string that begins with operand k; *words: how many it takes. */
const char *fftc_spirv_string(fftc_spirv *m, const fftc_spirv_instruction *in, uint32_t k,
                              uint32_t *words);
/* What an id is; refuses one that nothing defines. */
fftc_spirv_id *fftc_spirv_get(fftc_spirv *m, uint32_t id);
/* As above; NULL instead. */
fftc_spirv_id *fftc_spirv_find(fftc_spirv *m, uint32_t id);
const char *fftc_spirv_opcode_name(uint32_t opcode); /* NULL if there is none */

/* --- texts.c */

void fftc_spirv_take_texts(fftc_spirv *m);

/* --- types.c, constants.c */

const fftc_spirv_type *fftc_spirv_type_of(fftc_spirv *m, uint32_t id);
void fftc_spirv_define_type(fftc_spirv *m, const fftc_spirv_instruction *in);
void fftc_spirv_define_constant(fftc_spirv *m, const fftc_spirv_instruction *in);
/* The value of a constant integer. */
uint64_t fftc_spirv_integer(fftc_spirv *m, uint32_t id);
void fftc_spirv_make_interface(fftc_spirv *m);
/* All types, constants and variables outside of functions, in their order. */
void fftc_spirv_define_globals(fftc_spirv *m);
bool fftc_spirv_is_opaque(const fftc_spirv_type *type);

static inline bool fftc_spirv_is_scalar(const fftc_spirv_type *type)
{
    return type->kind >= FFTC_SPIRV_BOOL && type->kind <= FFTC_SPIRV_FLOAT;
}

/* The scalar that a value is made of, NULL for others than scalars, vectors and matrices. */
const fftc_spirv_type *fftc_spirv_scalar(const fftc_spirv_type *type);

#endif
