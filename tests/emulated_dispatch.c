/* SPDX-License-Identifier: MIT */
#include "emulated_dispatch.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/spirv.h"
#include "touches.h"

enum {
    BARRIERS = 3, /* that are taken out of a shader, but in a campaign */
    OpNop = 0,
    OpConstant = 43,
    OpControlBarrier = 224,
    HEADER = 5,
    Workgroup = 2
};

/* A dispatch that is being checked. */
typedef struct checking {
    const emulated_dispatch *d;
    emulated_buffer *buffers;
    emulated_counts *counts;
    fftc_emulation usual; /* of the first run */
} checking;

static bool is_campaign(void)
{
    return getenv("FFTCORE_TEST_CAMPAIGN") != NULL;
}

uint32_t emulated_subgroup_size(void)
{
    const char *text = getenv("FFTCORE_TEST_SUBGROUP");
    return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : 8;
}

/* --- contents of buffers */

enum { BEFORE = 0, AFTER };

static void keep(emulated_buffer *buffers, int when)
{
    for (uint32_t i = 0; i < EMULATED_BUFFERS; ++i) {
        if (buffers[i].data != NULL) {
            buffers[i].kept[when] = realloc(buffers[i].kept[when], buffers[i].bytes);
            memcpy(buffers[i].kept[when], buffers[i].data, buffers[i].bytes);
        }
    }
}

static void put_back(const emulated_buffer *buffers, int when)
{
    for (uint32_t i = 0; i < EMULATED_BUFFERS; ++i) {
        if (buffers[i].data != NULL) {
            memcpy(buffers[i].data, buffers[i].kept[when], buffers[i].bytes);
        }
    }
}

static bool is_as(const emulated_buffer *buffers, int when)
{
    bool same = true;
    for (uint32_t i = 0; i < EMULATED_BUFFERS; ++i) {
        same = same && (buffers[i].data == NULL ||
                        memcmp(buffers[i].data, buffers[i].kept[when], buffers[i].bytes) == 0);
    }
    return same;
}

/* --- runs */

static fftc_spirv *open_shader(const emulated_module *code, size_t without)
{
    uint32_t *words = malloc(code->count * sizeof *words);
    const fftc_spirv_source source = {.words = words, .word_count = code->count};
    fftc_spirv *shader;
    fftc_error error;
    memcpy(words, code->words, code->count * sizeof *words);
    for (uint32_t i = 0; without != 0 && i < 4; ++i) {
        words[without + i] = 1u << 16 | OpNop;
    }
    ck_assert_msg(fftc_spirv_create(&source, &shader, &error) == FFTC_SUCCESS, "%s", error.message);
    free(words);
    return shader;
}

/* Findings; the first as a text. `without`: a barrier's word; 0: none. */
static uint64_t run(const checking *c, const fftc_emulation *config, size_t without,
                    char first[512])
{
    fftc_spirv_buffer given[EMULATED_BUFFERS + EMULATED_BINDINGS];
    fftc_spirv *shader = open_shader(c->d->pipeline->code, without);
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    const uint32_t *groups = c->d->groups;
    fftc_spirv_dispatch d = {.groups = {groups[0], groups[1], groups[2]},
                             .buffers = given,
                             .push_constants = c->d->push,
                             .push_constant_bytes = sizeof c->d->push};
    fftc_finding finding;
    fftc_report report;
    fftc_error error;
    for (; d.buffer_count < EMULATED_BUFFERS; ++d.buffer_count) {
        const emulated_buffer *b = &c->buffers[d.buffer_count];
        given[d.buffer_count] = (fftc_spirv_buffer){.set = FFTC_SPIRV_BY_ADDRESS,
                                                    .binding = FFTC_SPIRV_BY_ADDRESS,
                                                    .element = d.buffer_count,
                                                    .data = b->data != NULL ? b->data : first,
                                                    .bytes = b->data != NULL ? b->bytes : 0};
    }
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        uint32_t number = interface->bindings[i].binding;
        ck_assert(number < EMULATED_BINDINGS && c->d->binding[number].data != NULL);
        given[d.buffer_count++] = (fftc_spirv_buffer){.binding = number,
                                                      .data = c->d->binding[number].data,
                                                      .bytes = c->d->binding[number].bytes};
    }
    ck_assert_msg(fftc_emulate_spirv(shader, &d, config, &report, &finding, 1, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    if (report.finding_count > 0) {
        fftc_finding_format(&finding, first, 512);
    }
    fftc_spirv_destroy(shader);
    return report.finding_count;
}

static void run_without_finding(const checking *c, const fftc_emulation *config)
{
    char first[512] = "";
    uint64_t found = run(c, config, 0, first);
    ck_assert_msg(found == 0, "%s", first);
    ++c->counts->runs;
}

/* A barrier of the whole workgroup; those of subgroups keep lanes together for shuffles alone. */
static bool is_barrier(const emulated_module *code, size_t at)
{
    size_t k = HEADER;
    if ((code->words[at] & 0xffff) != OpControlBarrier) {
        return false;
    }
    while ((code->words[k] & 0xffff) != OpConstant || code->words[k + 2] != code->words[at + 1]) {
        k += code->words[k] >> 16;
        ck_assert_uint_lt(k, at);
    }
    return code->words[k + 3] == Workgroup;
}

static void remove_barrier(const checking *c, size_t at)
{
    char first[512];
    put_back(c->buffers, BEFORE);
    bool found = run(c, &c->usual, at, first) != 0;
    if (!found || is_campaign()) {
        touches *t = touches_create();
        fftc_emulation watched = c->usual;
        watched.observer = touches_observer(t);
        put_back(c->buffers, BEFORE);
        (void)run(c, &watched, at, first);
        ck_assert_msg(touches_conflict(t) == found, "the barrier at word %zu is %s", at,
                      found ? "not needed, and missed" : "needed, and not missed");
        touches_destroy(t);
    }
    ++c->counts->removed;
    c->counts->lived += !found;
}

static void remove_barriers(const checking *c)
{
    const emulated_module *code = c->d->pipeline->code;
    uint32_t here = 0;
    for (size_t at = HEADER; at < code->count; at += code->words[at] >> 16) {
        if (is_barrier(code, at) && (here++ < BARRIERS || is_campaign())) {
            remove_barrier(c, at);
        }
    }
}

void emulated_dispatch_run(const emulated_dispatch *d, emulated_buffer buffers[EMULATED_BUFFERS],
                           emulated_counts *counts)
{
    static const uint32_t sizes[] = {4, 64, 16, 128, 8, 1};
    const uint32_t size = d->pipeline->subgroup_size;
    const checking c = {.d = d,
                        .buffers = buffers,
                        .counts = counts,
                        .usual = {.subgroup_size = size != 0 ? size : emulated_subgroup_size()}};
    keep(buffers, BEFORE);
    run_without_finding(&c, &c.usual);
    keep(buffers, AFTER);
    for (uint32_t i = 0; i < (is_campaign() ? FFTC_SCHEDULE_COUNT - 1 : 1); ++i) {
        uint32_t turn = counts->dispatches + i;
        const fftc_emulation config = {
            .subgroup_size = size != 0 ? size : sizes[turn % (sizeof sizes / sizeof *sizes)],
            .schedule = (fftc_schedule)(1 + turn % (FFTC_SCHEDULE_COUNT - 1)),
            .seed = turn,
            .workgroup_order = (fftc_workgroup_order)(turn % 3),
            .resident_workgroups = 1 + turn % 4};
        put_back(buffers, BEFORE);
        run_without_finding(&c, &config);
        ck_assert_msg(is_as(buffers, AFTER), "subgroups of %u, schedule %s: other bits",
                      config.subgroup_size, fftc_schedule_name(config.schedule));
    }
    if (!d->pipeline->mutated) {
        d->pipeline->mutated = true;
        remove_barriers(&c);
    }
    put_back(buffers, AFTER);
    ++counts->dispatches;
}
