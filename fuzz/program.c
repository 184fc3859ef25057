/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <string.h>

program program_take(fuzz_input *input)
{
    program p;
    memset(&p, 0, sizeof p);
    p.workgroup_size = 1 + fuzz_take_below(input, PROGRAM_MAX_INVOCATIONS);
    p.workgroup_count = 1 + fuzz_take_below(input, PROGRAM_MAX_WORKGROUPS);
    p.subgroup_size = (uint32_t)1 << fuzz_take_below(input, 5);
    p.shared_words = 1 + fuzz_take_below(input, PROGRAM_MAX_WORDS);
    p.elements = 1 + fuzz_take_below(input, PROGRAM_MAX_WORDS);
    while (input->size > 0 && p.count < PROGRAM_MAX_INSTRUCTIONS) {
        program_instruction *instruction = &p.code[p.count++];
        instruction->operation = (program_operation)fuzz_take_below(input, PROGRAM_OPERATION_COUNT);
        uint32_t condition = fuzz_take_below(input, 256);
        instruction->condition = (program_condition)(condition % PROGRAM_CONDITION_COUNT);
        instruction->value = condition / PROGRAM_CONDITION_COUNT % 16;
        uint32_t operand = fuzz_take_below(input, 256);
        instruction->operand = (program_operand)(operand % PROGRAM_OPERAND_COUNT);
        instruction->constant = operand / PROGRAM_OPERAND_COUNT % 16;
    }
    return p;
}

bool program_active(const program *p, const program_instruction *instruction, uint32_t t)
{
    switch (instruction->condition) {
    case PROGRAM_BELOW: return t < instruction->value;
    case PROGRAM_ONE: return t == instruction->value;
    case PROGRAM_BIT: return (t >> instruction->value % 4 & 1) != 0;
    case PROGRAM_SUBGROUP: return t / p->subgroup_size == instruction->value;
    default: return true;
    }
}

uint32_t program_address(const program *p, const program_instruction *instruction, uint32_t t)
{
    switch (instruction->operand) {
    case PROGRAM_OWN: return t + instruction->constant;
    case PROGRAM_PARTNER: return t ^ instruction->constant;
    case PROGRAM_MIRROR: return p->workgroup_size - 1 - t + instruction->constant;
    default: return instruction->constant;
    }
}

/* --- the model -------------------------------------------------------------------------------- */

enum { SHARED, MEMORY, SPACES };

typedef struct access {
    uint32_t address;
    uint32_t workgroup;
    uint32_t invocation;
    bool store;
    uint32_t clock[PROGRAM_MAX_INVOCATIONS];
} access;

#define MAX_ACCESSES (PROGRAM_MAX_WORKGROUPS * PROGRAM_MAX_INVOCATIONS * PROGRAM_MAX_INSTRUCTIONS)

typedef struct lane {
    uint32_t at; /* next instruction; it waits there if `waits` */
    bool waits;
    bool returned;
    bool ordered; /* a barrier or sync since its last shuffle */
    uint32_t x;
    /* What this invocation knows of the others' accesses, in each space. */
    uint32_t clock[SPACES][PROGRAM_MAX_INVOCATIONS];
} lane;

typedef struct model {
    const program *p;
    bool independent;
    uint32_t workgroup;
    lane lanes[PROGRAM_MAX_INVOCATIONS];
    access accesses[SPACES][MAX_ACCESSES];
    uint32_t access_count[SPACES];
    uint32_t shared[PROGRAM_MAX_WORDS];
    program_result *result;
    program_verdict verdict;
} model;

static const program_instruction *instruction_of(const model *m, uint32_t t)
{
    return &m->p->code[m->lanes[t].at];
}

static bool is_shuffle(program_operation operation)
{
    return operation == PROGRAM_SHUFFLE_XOR || operation == PROGRAM_SHUFFLE_UP ||
           operation == PROGRAM_SHUFFLE_DOWN;
}

static bool is_subgroup_barrier(program_operation operation)
{
    return operation == PROGRAM_SUBGROUP_BARRIER || operation == PROGRAM_SUBGROUP_SYNC;
}

static void do_access(model *m, uint32_t t)
{
    const program_instruction *instruction = instruction_of(m, t);
    program_operation operation = instruction->operation;
    bool shared = operation == PROGRAM_SHARED_LOAD || operation == PROGRAM_SHARED_STORE;
    int space = shared ? SHARED : MEMORY;
    uint32_t address = program_address(m->p, instruction, t);
    if (address >= (shared ? m->p->shared_words : m->p->elements)) {
        m->verdict.out_of_bounds |= (uint32_t)1 << m->lanes[t].at;
        return;
    }
    access *a = &m->accesses[space][m->access_count[space]++];
    ++m->lanes[t].clock[space][t];
    a->address = address;
    a->workgroup = m->workgroup;
    a->invocation = t;
    a->store = operation == PROGRAM_SHARED_STORE || operation == PROGRAM_MEMORY_STORE;
    memcpy(a->clock, m->lanes[t].clock[space], sizeof a->clock);
    uint32_t *word = shared ? &m->shared[address] : &m->result->memory[address];
    if (a->store) {
        *word = m->lanes[t].x++;
    } else {
        m->lanes[t].x = 3 * m->lanes[t].x + *word;
    }
}

/* The lane of its subgroup that t's shuffle reads: its invocation, or -1 if it is outside of the
 * subgroup (allowed, the result is undefined), or -2 if there is no such lane. */
static int shuffle_source(const model *m, uint32_t t)
{
    const program_instruction *instruction = instruction_of(m, t);
    uint32_t lane_number = t % m->p->subgroup_size;
    uint32_t first = t - lane_number;
    uint32_t far = instruction->constant;
    int64_t source;
    if (instruction->operation == PROGRAM_SHUFFLE_XOR) {
        source = lane_number ^ far;
        if (source >= m->p->subgroup_size) {
            return -2;
        }
    } else {
        source = instruction->operation == PROGRAM_SHUFFLE_UP ? (int64_t)lane_number - far
                                                              : (int64_t)lane_number + far;
        if (source < 0 || source >= m->p->subgroup_size) {
            return -1;
        }
    }
    source += first;
    return source < m->p->workgroup_size ? (int)source : -2;
}

/* A shuffle that does not wait, since nothing has told the lane to. */
static void shuffle_at_once(model *m, uint32_t t)
{
    int source = shuffle_source(m, t);
    uint32_t bit = (uint32_t)1 << m->lanes[t].at;
    if (source == -2) {
        m->verdict.shuffle_inactive |= bit;
    } else if (source >= 0 && source != (int)t) {
        m->verdict.shuffle_unordered |= bit;
    }
    m->lanes[t].x = 3 * m->lanes[t].x + (source >= 0 ? m->lanes[t].x : FFTC_EMULATE_POISON);
}

/* One invocation, up to where it must wait. */
static void advance(model *m, uint32_t t)
{
    lane *l = &m->lanes[t];
    for (; !l->waits && !l->returned; l->at += !l->waits) {
        if (l->at == m->p->count) {
            l->returned = true;
            return;
        }
        const program_instruction *instruction = instruction_of(m, t);
        if (!program_active(m->p, instruction, t)) {
            continue;
        }
        if (instruction->operation == PROGRAM_RETURN) {
            l->returned = true;
            return;
        }
        if (instruction->operation < PROGRAM_WORKGROUP_BARRIER) {
            do_access(m, t);
        } else if (is_shuffle(instruction->operation) && m->independent && !l->ordered) {
            shuffle_at_once(m, t);
        } else {
            l->waits = true;
        }
    }
}

static void release(model *m, uint32_t t, bool ordered)
{
    m->lanes[t].waits = false;
    m->lanes[t].ordered = ordered;
    ++m->lanes[t].at;
}

static bool is_waiting_at(const model *m, uint32_t t, uint32_t at)
{
    return m->lanes[t].waits && m->lanes[t].at == at;
}

/* Everyone in [first, end) who waits at an instruction learns what the others there know of a
 * space. */
static void join(model *m, int space, uint32_t first, uint32_t end, uint32_t at)
{
    uint32_t most[PROGRAM_MAX_INVOCATIONS] = {0};
    for (uint32_t t = first; t < end; ++t) {
        for (uint32_t i = 0; is_waiting_at(m, t, at) && i < PROGRAM_MAX_INVOCATIONS; ++i) {
            uint32_t clock = m->lanes[t].clock[space][i];
            most[i] = clock > most[i] ? clock : most[i];
        }
    }
    for (uint32_t t = first; t < end; ++t) {
        if (is_waiting_at(m, t, at)) {
            memcpy(m->lanes[t].clock[space], most, sizeof most);
        }
    }
}

/* The lanes at a shuffle read one another and go on. */
static void do_shuffle(model *m, uint32_t first, uint32_t end, uint32_t at)
{
    bool here[PROGRAM_MAX_INVOCATIONS] = {false};
    uint32_t read[PROGRAM_MAX_INVOCATIONS] = {0};
    for (uint32_t t = first; t < end; ++t) {
        here[t] = is_waiting_at(m, t, at);
    }
    for (uint32_t t = first; t < end; ++t) {
        int source = here[t] ? shuffle_source(m, t) : -1;
        if (source == -2 || (source >= 0 && !here[source])) {
            m->verdict.shuffle_inactive |= (uint32_t)1 << at;
        }
        read[t] = source >= 0 ? m->lanes[source].x : FFTC_EMULATE_POISON;
    }
    for (uint32_t t = first; t < end; ++t) {
        if (here[t]) {
            m->lanes[t].x = 3 * m->lanes[t].x + read[t];
            release(m, t, false);
        }
    }
}

static void do_subgroup_barrier(model *m, uint32_t first, uint32_t end, uint32_t at)
{
    if (m->p->code[at].operation == PROGRAM_SUBGROUP_BARRIER) {
        join(m, SHARED, first, end, at);
    }
    for (uint32_t t = first; t < end; ++t) {
        if (is_waiting_at(m, t, at)) {
            release(m, t, true);
        }
    }
}

/* Everyone of the subgroup waits or has returned; lets those go on who are at the first instruction
 * where anyone waits for the subgroup, since nobody can come there any more. */
static bool settle_subgroup(model *m, uint32_t first, uint32_t end)
{
    uint32_t at = PROGRAM_MAX_INSTRUCTIONS;
    for (uint32_t t = first; t < end; ++t) {
        if (m->lanes[t].waits && m->lanes[t].at < at &&
            (is_shuffle(instruction_of(m, t)->operation) ||
             is_subgroup_barrier(instruction_of(m, t)->operation))) {
            at = m->lanes[t].at;
        }
    }
    if (at == PROGRAM_MAX_INSTRUCTIONS) {
        return false;
    }
    if (is_shuffle(m->p->code[at].operation)) {
        do_shuffle(m, first, end, at);
    } else {
        do_subgroup_barrier(m, first, end, at);
    }
    return true;
}

/* Everyone who has not returned waits for the workgroup. */
static bool settle_workgroup(model *m)
{
    uint32_t size = m->p->workgroup_size;
    uint32_t waiting = 0;
    for (uint32_t t = 0; t < size; ++t) {
        waiting += m->lanes[t].waits;
        m->verdict.diverged |= m->lanes[t].waits != m->lanes[0].waits ||
                               (m->lanes[t].waits && m->lanes[t].at != m->lanes[0].at);
    }
    if (waiting == 0 || m->verdict.diverged) {
        return false;
    }
    join(m, SHARED, 0, size, m->lanes[0].at);
    if (instruction_of(m, 0)->operation == PROGRAM_WORKGROUP_BARRIER_BUFFERS) {
        join(m, MEMORY, 0, size, m->lanes[0].at);
    }
    for (uint32_t t = 0; t < size; ++t) {
        release(m, t, true);
    }
    return true;
}

static void run_workgroup(model *m)
{
    uint32_t size = m->p->workgroup_size;
    memset(m->lanes, 0, sizeof m->lanes);
    m->access_count[SHARED] = 0;
    for (uint32_t t = 0; t < size; ++t) {
        m->lanes[t].x = 1000 * m->workgroup + t;
    }
    do {
        for (uint32_t first = 0; first < size; first += m->p->subgroup_size) {
            uint32_t end = first + m->p->subgroup_size < size ? first + m->p->subgroup_size : size;
            do {
                for (uint32_t t = first; t < end; ++t) {
                    advance(m, t);
                }
            } while (!m->verdict.diverged && settle_subgroup(m, first, end));
        }
    } while (!m->verdict.diverged && settle_workgroup(m));
    for (uint32_t t = 0; t < size; ++t) {
        m->result->last[m->workgroup][t] = m->lanes[t].x;
    }
}

static bool before(const access *x, const access *y)
{
    return x->workgroup == y->workgroup && y->clock[x->invocation] >= x->clock[x->invocation];
}

/* The addresses with two accesses that nothing orders, one of them a store. */
static uint32_t races(const access *accesses, uint32_t count)
{
    uint32_t raced = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const access *x = &accesses[i];
            const access *y = &accesses[j];
            if (x->address == y->address && (x->store || y->store) && !before(x, y) &&
                !before(y, x)) {
                raced |= (uint32_t)1 << x->address;
            }
        }
    }
    return raced;
}

/* The addresses with a load that no store comes before. */
static uint32_t uninitialized(const access *accesses, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        bool written = accesses[i].store;
        for (uint32_t j = 0; j < count && !written; ++j) {
            written = accesses[j].store && accesses[j].address == accesses[i].address &&
                      before(&accesses[j], &accesses[i]);
        }
        found |= (uint32_t)!written << accesses[i].address;
    }
    return found;
}

void program_result_start(program_result *result)
{
    memset(result, 0, sizeof *result);
    for (uint32_t i = 0; i < PROGRAM_MAX_WORDS; ++i) {
        result->memory[i] = 77 * i;
    }
}

program_verdict program_judge(const program *p, bool independent, program_result *result)
{
    static model m; /* too large for a stack */
    memset(&m, 0, sizeof m);
    m.p = p;
    m.independent = independent;
    m.result = result;
    program_result_start(result);
    for (m.workgroup = 0; m.workgroup < p->workgroup_count && !m.verdict.diverged; ++m.workgroup) {
        run_workgroup(&m);
        m.verdict.race_shared |= races(m.accesses[SHARED], m.access_count[SHARED]);
        m.verdict.uninitialized |= uninitialized(m.accesses[SHARED], m.access_count[SHARED]);
    }
    m.verdict.race_memory = races(m.accesses[MEMORY], m.access_count[MEMORY]);
    return m.verdict;
}
