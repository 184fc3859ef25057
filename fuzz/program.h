/* SPDX-License-Identifier: MIT
 *
 * Small straight-line kernels as data, right and wrong ones, and what the emulator must say about
 * them by a model that has nothing in common with it: vector clocks (Fidge 1988; Mattern 1989) over
 * the whole run, every pair of accesses compared.
 */
#ifndef FFTC_FUZZ_PROGRAM_H
#define FFTC_FUZZ_PROGRAM_H

#include <stdbool.h>

#include "fftcore/emulate.h"

#include "input.h"

#define PROGRAM_MAX_INVOCATIONS 12u
#define PROGRAM_MAX_WORKGROUPS 2u
#define PROGRAM_MAX_INSTRUCTIONS 24u
#define PROGRAM_MAX_WORDS 8u

typedef enum program_operation {
    PROGRAM_SHARED_LOAD = 0,
    PROGRAM_SHARED_STORE,
    PROGRAM_MEMORY_LOAD,
    PROGRAM_MEMORY_STORE,
    PROGRAM_WORKGROUP_BARRIER,
    PROGRAM_WORKGROUP_BARRIER_BUFFERS,
    PROGRAM_SUBGROUP_BARRIER,
    PROGRAM_SUBGROUP_SYNC,
    PROGRAM_SHUFFLE_XOR,
    PROGRAM_SHUFFLE_UP,
    PROGRAM_SHUFFLE_DOWN,
    PROGRAM_RETURN,
    PROGRAM_OPERATION_COUNT
} program_operation;

/* Which invocations carry an instruction out. */
typedef enum program_condition {
    PROGRAM_ALL = 0,
    PROGRAM_BELOW,    /* t < value */
    PROGRAM_ONE,      /* t = value */
    PROGRAM_BIT,      /* bit value % 4 of t is set */
    PROGRAM_SUBGROUP, /* the invocations of subgroup number `value` */
    PROGRAM_CONDITION_COUNT
} program_condition;

/* What word, what lane mask or how far. */
typedef enum program_operand {
    PROGRAM_CONSTANT = 0,
    PROGRAM_OWN,     /* t + constant */
    PROGRAM_PARTNER, /* t ^ constant */
    PROGRAM_MIRROR,  /* size - 1 - t + constant */
    PROGRAM_OPERAND_COUNT
} program_operand;

typedef struct program_instruction {
    program_operation operation;
    program_condition condition;
    uint32_t value;
    program_operand operand;
    uint32_t constant;
} program_instruction;

typedef struct program {
    uint32_t workgroup_size; /* 1 .. PROGRAM_MAX_INVOCATIONS */
    uint32_t workgroup_count;
    uint32_t subgroup_size;
    uint32_t shared_words; /* 1 .. PROGRAM_MAX_WORDS */
    uint32_t elements;     /* of the accessor memory */
    uint32_t count;
    program_instruction code[PROGRAM_MAX_INSTRUCTIONS];
} program;

program program_take(fuzz_input *input);

bool program_active(const program *p, const program_instruction *instruction, uint32_t t);
uint32_t program_address(const program *p, const program_instruction *instruction, uint32_t t);

/* Sets of words, elements or instructions, by bit. */
typedef struct program_verdict {
    bool diverged; /* if true, the other members are not set */
    uint32_t race_shared;
    uint32_t race_memory;
    uint32_t uninitialized; /* words; where there is a race it depends on the schedule */
    uint32_t out_of_bounds; /* instructions, as the next two */
    uint32_t shuffle_inactive;
    uint32_t shuffle_unordered;
} program_verdict;

/* What a run leaves behind. Each invocation has one number x, 1000 * workgroup + t at first. A load
 * or a shuffle of word y makes it 3 * x + y; a store stores it and adds 1. */
typedef struct program_result {
    uint32_t last[PROGRAM_MAX_WORKGROUPS][PROGRAM_MAX_INVOCATIONS]; /* x in the end */
    uint32_t memory[PROGRAM_MAX_WORDS];                             /* 77 * i at first */
} program_result;

void program_result_start(program_result *result);

/* independent: as under FFTC_SCHEDULE_INDEPENDENT_LANES. The result means something only if there
 * is nothing in the verdict. */
program_verdict program_judge(const program *p, bool independent, program_result *result);

#endif
