/* SPDX-License-Identifier: MIT
 *
 * From instructions to steps. decode.c goes through the functions that the entry point reaches, and
 * the blocks of each in structured order; decode_*.c know the groups of instructions.
 *
 * A value that is used in its own block alone gets slots that are free again after its last use;
 * all others have slots of their own. What only takes a value apart, or adds a constant to a
 * pointer, is no step: its id is another name for slots that there are (fftc_spirv_id.root and
 * offset).
 */
#ifndef FFTC_SPIRV_DECODE_H
#define FFTC_SPIRV_DECODE_H

#include "spirv/module.h"
#include "spirv/step.h"

typedef struct fftc_spirv_block {
    uint32_t label;
    uint32_t at;         /* of its OpLabel */
    uint32_t terminator; /* the word of its last instruction */
    uint32_t merge;      /* labels, 0 without */
    uint32_t continues;  /* of a loop header */
    uint32_t order;      /* in structured order; FFTC_SPIRV_NONE: not reached */
    uint32_t depth;      /* loops around it, its own included */
    uint32_t loop_end;   /* of a loop header: the order of the first block behind it */
    uint32_t step;       /* where forward branches go */
    uint32_t step_next;  /* and those to the next iteration */
    bool is_merge;
} fftc_spirv_block;

struct fftc_spirv_function {
    uint32_t id;
    uint32_t at, end; /* the words of OpFunction and OpFunctionEnd */
    const fftc_spirv_type *type;
    uint32_t *parameters; /* ids */
    fftc_spirv_block *blocks;
    uint32_t block_count;
    uint32_t *in_order; /* blocks by structured order */
    uint32_t reached;
    uint32_t state; /* 0: not seen, 1: its callees are being looked at, 2: they have, 3: decoded */
    uint32_t step;
    uint32_t returned;  /* slots of the result */
    uint32_t slots_end; /* of the frame, those of what it calls too */
    uint32_t calls;     /* in calls, the most that are in it */
    uint32_t where_words;
};

typedef struct fftc_spirv_fixup { /* a step whose field is the step of a block */
    uint32_t step, field, block;
} fftc_spirv_fixup;

struct fftc_spirv_decoder {
    fftc_spirv_function *function;
    fftc_spirv_block *block;
    uint32_t slots;        /* of the frame that are given away */
    uint32_t free[5][256]; /* by size: slots that are free again */
    uint32_t free_count[5];
    uint32_t temporary[1024]; /* size and slot of what is free after this instruction, in turn */
    uint32_t temporary_count;
    bool has_line;         /* the module says which line it is */
    const char *last_file; /* of the last that it said, in this function; NULL: none */
    uint32_t last_line;
    fftc_spirv_fixup *fixups;
    uint32_t fixup_count, fixup_room;
};

/* --- functions.c */

/* Finds all functions, and reads blocks of one and their order. */
void fftc_spirv_find_functions(fftc_spirv *m);
void fftc_spirv_read_blocks(fftc_spirv *m, fftc_spirv_function *f);
_Noreturn void fftc_spirv_refuse_depth(fftc_spirv *m);
/* The function that an instruction calls, or NULL. */
fftc_spirv_function *fftc_spirv_callee(fftc_spirv *m, const fftc_spirv_instruction *in);
/* What a function and those that it calls have in common gets its slots; `depth` of calls. */
void fftc_spirv_share_slots(fftc_spirv *m, fftc_spirv_function *f, uint32_t depth);
fftc_spirv_block *fftc_spirv_block_of(fftc_spirv *m, fftc_spirv_function *f, uint32_t label);

/* --- registers.c */

uint32_t fftc_spirv_slots(fftc_spirv *m, uint64_t count);
/* Slots of the function's own for `count` scalars until the instruction's end. */
uint32_t fftc_spirv_temporary(fftc_spirv *m, uint64_t count);
/* Gives the constants and global variables that an instruction has slots. */
void fftc_spirv_assign_shared(fftc_spirv *m, const fftc_spirv_instruction *in);
/* Gives every parameter, variable and value of the function that needs one its slots. */
void fftc_spirv_assign(fftc_spirv *m, fftc_spirv_function *f);
/* After the instruction at this word: frees what was used last by it. */
void fftc_spirv_free_after(fftc_spirv *m, uint32_t at);
/* The slots of a value, which must have been defined. */
uint32_t fftc_spirv_value(fftc_spirv *m, uint32_t id);
/* The slots that an id has, or gets now, for what is computed. */
uint32_t fftc_spirv_own_slots(fftc_spirv *m, fftc_spirv_id *id);
/* Those of the instruction's result. */
uint32_t fftc_spirv_result(fftc_spirv *m, const fftc_spirv_instruction *in);

/* --- decode.c */

void fftc_spirv_decode(fftc_spirv *m);
fftc_spirv_step *fftc_spirv_emit(fftc_spirv *m, uint32_t step, fftc_spirv_step operands);
/* Copies the contents of so many slots, which must not overlap in part. */
void fftc_spirv_move(fftc_spirv *m, uint32_t to, uint32_t from, uint64_t count);
uint32_t fftc_spirv_extra(fftc_spirv *m, uint32_t word);
/* Evaluates OpSpecConstantOp. */
void fftc_spirv_fold(fftc_spirv *m, const fftc_spirv_instruction *in);
const fftc_spirv_type *fftc_spirv_value_type(fftc_spirv *m, uint32_t id);
/* Refuses a result that is not one number, or truth value, of this kind. */
void fftc_spirv_check_result(fftc_spirv *m, const fftc_spirv_instruction *in, fftc_spirv_kind kind);
/* Slots with a pointer as its number. */
uint32_t fftc_spirv_pointer_value(fftc_spirv *m, const fftc_spirv_id *id);
/* Stores the value in these slots through a pointer. */
void fftc_spirv_store(fftc_spirv *m, uint32_t pointer, uint32_t value, const fftc_spirv_type *type);
bool fftc_spirv_in_frame(uint32_t storage);

/* Each returns false if the instruction is not of its group. */
bool fftc_spirv_decode_arithmetic(fftc_spirv *m, const fftc_spirv_instruction *in);
bool fftc_spirv_decode_composite(fftc_spirv *m, const fftc_spirv_instruction *in);
bool fftc_spirv_decode_image(fftc_spirv *m, const fftc_spirv_instruction *in);
bool fftc_spirv_decode_memory(fftc_spirv *m, const fftc_spirv_instruction *in);
bool fftc_spirv_decode_group(fftc_spirv *m, const fftc_spirv_instruction *in);
void fftc_spirv_decode_glsl(fftc_spirv *m, const fftc_spirv_instruction *in);

#endif
