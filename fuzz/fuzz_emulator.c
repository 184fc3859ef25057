/* SPDX-License-Identifier: MIT
 *
 * The emulator on small random kernels, most of them wrong: it must end, stay within its memory,
 * and find exactly what the model of program.c finds, under every schedule; and a kernel without
 * findings must give the model's results.
 */
#include <string.h>

#include "program.h"

/* Every instruction and address is a source line of its own, so that no two findings are merged. */
#define LINES 32u
static const char file[] = "program";

static uint32_t line_of(uint32_t at, uint32_t address)
{
    return 1 + at * LINES + (address < LINES ? address : LINES - 1);
}

static uint32_t instruction_of_line(uint32_t line)
{
    return (line - 1) / LINES;
}

static uint32_t shuffle(const program_instruction *instruction, uint32_t word, uint32_t line)
{
    switch (instruction->operation) {
    case PROGRAM_SHUFFLE_UP:
        return fftc_emulated_shuffle(FFTC_COLLECTIVE_SHUFFLE_UP, word, instruction->constant, file,
                                     line);
    case PROGRAM_SHUFFLE_DOWN:
        return fftc_emulated_shuffle(FFTC_COLLECTIVE_SHUFFLE_DOWN, word, instruction->constant,
                                     file, line);
    default:
        return fftc_emulated_shuffle(FFTC_COLLECTIVE_SHUFFLE_XOR, word, instruction->constant, file,
                                     line);
    }
}

/* One instruction; x is all that the invocation remembers. */
static uint32_t step(const program_instruction *instruction, uint32_t address, uint32_t line,
                     uint32_t x)
{
    uint32_t word = 0;
    switch (instruction->operation) {
    case PROGRAM_SHARED_LOAD: return 3 * x + fftc_emulated_shared_get(address, file, line);
    case PROGRAM_SHARED_STORE: fftc_emulated_shared_set(address, x, file, line); return x + 1;
    case PROGRAM_MEMORY_LOAD:
        fftc_emulate_memory_load(0, address, &word, sizeof word, file, line);
        return 3 * x + word;
    case PROGRAM_MEMORY_STORE:
        fftc_emulate_memory_store(0, address, &x, sizeof x, file, line);
        return x + 1;
    case PROGRAM_WORKGROUP_BARRIER: fftc_emulate_workgroup_barrier(file, line); return x;
    case PROGRAM_WORKGROUP_BARRIER_BUFFERS:
        fftc_emulate_workgroup_barrier_buffers(file, line);
        return x;
    case PROGRAM_SUBGROUP_BARRIER: fftc_emulate_subgroup_barrier(file, line); return x;
    case PROGRAM_SUBGROUP_SYNC: fftc_emulate_subgroup_sync(file, line); return x;
    default: return 3 * x + shuffle(instruction, x, line);
    }
}

typedef struct run {
    const program *p;
    program_result result;
} run;

static void kernel(void *user)
{
    run *r = user;
    const program *p = r->p;
    uint32_t t = fftc_invocation_index();
    uint32_t x = 1000 * fftc_workgroup_index() + t;
    for (uint32_t at = 0; at < p->count; ++at) {
        const program_instruction *instruction = &p->code[at];
        if (!program_active(p, instruction, t)) {
            continue;
        }
        if (instruction->operation == PROGRAM_RETURN) {
            break;
        }
        bool access = instruction->operation < PROGRAM_WORKGROUP_BARRIER;
        uint32_t address = program_address(p, instruction, t);
        x = step(instruction, address, line_of(at, access ? address : 0), x);
    }
    r->result.last[fftc_workgroup_index()][t] = x;
}

/* A side of a race: it must have made such an access to that address there. */
static void check_party(const program *p, const fftc_party *party, uint64_t address)
{
    const program_instruction *instruction = &p->code[instruction_of_line(party->site.line)];
    program_operation operation = instruction->operation;
    uint32_t t = party->invocation;
    fuzz_check(party->workgroup < p->workgroup_count && t < p->workgroup_size, "invocation %u", t);
    fuzz_check(party->subgroup == t / p->subgroup_size && party->lane == t % p->subgroup_size,
               "invocation %u is not lane %u of subgroup %u", t, party->lane, party->subgroup);
    fuzz_check(program_active(p, instruction, t) && program_address(p, instruction, t) == address,
               "invocation %u was never at address %u", t, (unsigned)address);
    fuzz_check(operation < PROGRAM_WORKGROUP_BARRIER &&
                   party->store ==
                       (operation == PROGRAM_SHARED_STORE || operation == PROGRAM_MEMORY_STORE),
               "invocation %u did something else", t);
}

static void check_race(const program *p, const fftc_finding *finding)
{
    const fftc_party *first = &finding->first;
    const fftc_party *second = &finding->second;
    check_party(p, first, finding->address);
    check_party(p, second, finding->address);
    fuzz_check(first->store || second->store, "two loads do not race");
    fuzz_check(first->invocation != second->invocation || first->workgroup != second->workgroup,
               "invocation %u does not race with itself", first->invocation);
}

static program_verdict verdict_of(const program *p, const fftc_report *report)
{
    program_verdict verdict = {0};
    for (size_t i = 0; i < report->findings_listed; ++i) {
        const fftc_finding *finding = &report->findings[i];
        uint32_t address = (uint32_t)1 << (finding->address & 31);
        uint32_t instruction = (uint32_t)1 << instruction_of_line(finding->first.site.line);
        char text[512];
        int length = fftc_finding_format(finding, text, sizeof text);
        fuzz_check(length > 0 && length < (int)sizeof text, "a line of %d characters", length);
        switch (finding->kind) {
        case FFTC_FINDING_RACE_SHARED:
            check_race(p, finding);
            verdict.race_shared |= address;
            break;
        case FFTC_FINDING_RACE_MEMORY:
            check_race(p, finding);
            verdict.race_memory |= address;
            break;
        case FFTC_FINDING_BARRIER_DIVERGED: verdict.diverged = true; break;
        case FFTC_FINDING_SHUFFLE_INACTIVE: verdict.shuffle_inactive |= instruction; break;
        case FFTC_FINDING_SHUFFLE_UNORDERED: verdict.shuffle_unordered |= instruction; break;
        case FFTC_FINDING_UNINITIALIZED: verdict.uninitialized |= address; break;
        case FFTC_FINDING_OUT_OF_BOUNDS: verdict.out_of_bounds |= instruction; break;
        case FFTC_FINDING_UNDEFINED: break; /* some sums look like it */
        default: fuzz_check(false, "%s", text);
        }
    }
    return verdict;
}

static void check_verdict(const program_verdict *expected, const program_verdict *got,
                          const char *schedule)
{
    fuzz_check(got->diverged == expected->diverged, "%s: %d", schedule, (int)got->diverged);
    if (expected->diverged) {
        return;
    }
    fuzz_check(got->race_shared == expected->race_shared, "%s: %x, not %x", schedule,
               got->race_shared, expected->race_shared);
    fuzz_check(got->race_memory == expected->race_memory, "%s: %x, not %x", schedule,
               got->race_memory, expected->race_memory);
    /* Which of two racing accesses is first decides what a load sees. */
    fuzz_check((got->uninitialized & ~expected->race_shared) ==
                   (expected->uninitialized & ~expected->race_shared),
               "%s: %x, not %x", schedule, got->uninitialized, expected->uninitialized);
    fuzz_check(got->out_of_bounds == expected->out_of_bounds, "%s: %x, not %x", schedule,
               got->out_of_bounds, expected->out_of_bounds);
    fuzz_check(got->shuffle_inactive == expected->shuffle_inactive, "%s: %x, not %x", schedule,
               got->shuffle_inactive, expected->shuffle_inactive);
    fuzz_check(got->shuffle_unordered == expected->shuffle_unordered, "%s: %x, not %x", schedule,
               got->shuffle_unordered, expected->shuffle_unordered);
}

static bool clean(const program_verdict *verdict)
{
    return !verdict->diverged &&
           (verdict->race_shared | verdict->race_memory | verdict->uninitialized |
            verdict->out_of_bounds | verdict->shuffle_inactive | verdict->shuffle_unordered) == 0;
}

static void check_result(const run *r, const program_result *expected, const char *schedule)
{
    for (uint32_t w = 0; w < r->p->workgroup_count; ++w) {
        for (uint32_t t = 0; t < r->p->workgroup_size; ++t) {
            fuzz_check(r->result.last[w][t] == expected->last[w][t],
                       "%s: invocation %u of %u: %u, not %u", schedule, t, w, r->result.last[w][t],
                       expected->last[w][t]);
        }
    }
    fuzz_check(memcmp(r->result.memory, expected->memory, sizeof expected->memory) == 0,
               "%s: the memory differs", schedule);
}

static void check_schedule(const program *p, fftc_schedule schedule, uint64_t seed)
{
    run r = {.p = p};
    fftc_memory memory = {.name = "memory",
                          .data = r.result.memory,
                          .element_bytes = sizeof *r.result.memory,
                          .element_count = p->elements};
    fftc_emulation config = {.workgroup_size = p->workgroup_size,
                             .subgroup_size = p->subgroup_size,
                             .workgroup_count = p->workgroup_count,
                             .shared_words = p->shared_words,
                             .schedule = schedule,
                             .seed = seed,
                             .findings_limit = 1u << 11,
                             .memories = &memory,
                             .memory_count = 1};
    program_result expected_result;
    program_verdict expected =
        program_judge(p, schedule == FFTC_SCHEDULE_INDEPENDENT_LANES, &expected_result);
    fftc_emulator *emulator;
    fftc_report report;
    fftc_error error;
    program_result_start(&r.result);
    fuzz_check(fftc_emulator_create(&config, &emulator, &error) == FFTC_SUCCESS, "%s",
               error.message);
    fuzz_check(fftc_emulator_run(emulator, kernel, &r, &report, &error) == FFTC_SUCCESS, "%s",
               error.message);
    program_verdict got = verdict_of(p, &report);
    check_verdict(&expected, &got, fftc_schedule_name(schedule));
    for (uint32_t i = p->elements; i < PROGRAM_MAX_WORDS; ++i) {
        fuzz_check(r.result.memory[i] == 77 * i, "element %u, behind the end, was written", i);
    }
    if (clean(&expected)) {
        check_result(&r, &expected_result, fftc_schedule_name(schedule));
    }
    fftc_emulator_destroy(emulator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    uint64_t seed = fuzz_take(&input, 1);
    program p = program_take(&input);
    for (unsigned schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        check_schedule(&p, (fftc_schedule)schedule, seed);
    }
    return 0;
}
