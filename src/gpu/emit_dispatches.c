/* SPDX-License-Identifier: MIT
 *
 * What to bind and to dispatch, in the description of a plan's files (emit_describe.c).
 */
#include <string.h>

#include "gpu/emit_plan.h"

static const char *place_name(const fftc_emitter *e, int place)
{
    static const char *const names[] = {NULL, NULL, "scratch0", "scratch1", "scratch2", "spectrum"};
    _Static_assert(sizeof names / sizeof *names >= FFTC_PLACE_COUNT, "a place has no name");
    return place <= FFTC_PLACE_DST ? e->names[place] : names[place];
}

static uint64_t place_bytes(const fftc_emitter *e, int place)
{
    return e->passes.elements[place] * e->passes.item[place];
}

/* What the program that carries the plan out has to do with a buffer. */
static const char *place_use(const fftc_emitter *e, int place)
{
    bool input = place == FFTC_PLACE_SRC || place == FFTC_PLACE_SPECTRUM;
    bool output = place == FFTC_PLACE_DST;
    if (output && e->transform->placement == FFTC_IN_PLACE && strcmp(e->part, "prepare") != 0) {
        input = fftc_emit_has_array(e, false);
        output = fftc_emit_has_array(e, true);
    }
    return input && output ? "input and output" : input ? "input" : output ? "output" : "scratch";
}

static void describe_buffers(fftc_emitter *e)
{
    fftc_text_format(&e->json, "  \"buffers\": [\n");
    for (int place = 0; place < FFTC_PLACE_COUNT; ++place) {
        bool split = e->passes.split[place];
        for (int part = 0; part <= split && place_bytes(e, place) != 0; ++part) {
            fftc_text_format(&e->json,
                             "    {\"name\": \"%s%s\", \"use\": \"%s\", \"bytes\": %llu},\n",
                             place_name(e, place), part != 0 ? "_im" : "", place_use(e, place),
                             (unsigned long long)place_bytes(e, place));
        }
    }
    for (int i = 0; e->pieces != NULL && i < FFTC_EXTRAS_MAX; ++i) {
        if (e->pieces->given.extra[i] == FFTC_EXTRA_BUFFER) {
            fftc_text_format(
                &e->json, "    {\"name\": \"%s\", \"use\": \"%s\", \"bytes\": %llu},\n",
                e->extra[i].name, e->extra[i].use, (unsigned long long)e->extra[i].bytes);
        }
    }
    fftc_text_format(&e->json,
                     "    {\"name\": \"table\", \"use\": \"table\", \"bytes\": %llu, \"file\": "
                     "\"table.bin\"}\n  ],\n",
                     (unsigned long long)e->emitted->table_bytes);
}

static void describe_kernels(fftc_emitter *e)
{
    fftc_text_format(&e->json, "  \"kernels\": [\n");
    for (uint32_t i = 0; i < e->emitted->kernels; ++i) {
        const fftc_pass_key *key = &e->of[i]->key;
        fftc_text_format(
            &e->json,
            "    {\"glsl\": \"kernel%u.comp\", \"spirv\": \"kernel%u.spv\", \"workgroup_size\": "
            "[%u, 1, 1], \"shared_bytes\": %u, \"subgroup_size\": %u, \"full_subgroups\": %s, "
            "\"subgroup_operations\": [%s], \"shaderFloat64\": %s, \"storageBuffer16BitAccess\": "
            "%s}%s\n",
            (unsigned)i, (unsigned)i, (unsigned)(key->line.count * key->line.invocations),
            (unsigned)(4 * fftc_pass_shared_words(key)),
            key->line.in_subgroup != 0 ? (unsigned)e->device->subgroup_size : 0u,
            key->line.in_subgroup != 0 ? "true" : "false",
            key->line.in_subgroup != 0 ? "\"basic\"" : "",
            key->precision == FFTC_FLOAT64 ? "true" : "false",
            e->device->storage16 && fftc_kernel_has_single_halves(key) ? "true" : "false",
            i + 1 < e->emitted->kernels ? "," : "");
    }
    fftc_text_format(&e->json, "  ],\n");
}

static void describe_picture(fftc_emitter *e, unsigned number)
{
    static const char *const kinds[] = {"", "", "uint", "float"};
    const fftc_emitted_extra *extra = &e->extra[number];
    uint32_t kind = e->pieces->given.extra[number];
    fftc_text_format(&e->json,
                     "{\"binding\": %u, \"picture\": \"%s\", \"texels\": \"%s\", "
                     "\"access\": \"%s\"",
                     FFTC_KERNEL_BINDINGS + FFTC_EXTRAS_MAX + number, extra->name,
                     fftc_extra_is_stored(kind) ? "float" : kinds[kind], extra->access);
    if (extra->format != NULL) {
        fftc_text_format(&e->json, ", \"format\": \"%s\"", extra->format);
    }
    fftc_text_format(&e->json, "}, ");
}

static void describe_extras(fftc_emitter *e)
{
    for (unsigned i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        fftc_extra_kind kind = e->pieces->given.extra[i];
        if (kind == FFTC_EXTRA_BUFFER) {
            fftc_text_format(&e->json,
                             "{\"binding\": %u, \"buffer\": \"%s\", \"offset\": 0, \"bytes\": "
                             "%llu, \"access\": \"%s\"}, ",
                             FFTC_KERNEL_BINDINGS + i, e->extra[i].name,
                             (unsigned long long)e->extra[i].bytes, e->extra[i].access);
        } else if (kind != FFTC_EXTRA_NONE) {
            describe_picture(e, i);
        }
    }
}

static bool has_piece(const fftc_pass *pass)
{
    return pass->key.load != 0 || pass->key.store != 0;
}

static void describe_bindings(fftc_emitter *e, uint32_t number)
{
    const fftc_pass *pass = &e->passes.pass[number];
    int form = pass->key.dst_form;
    bool halves = form == FFTC_FORM_REAL_HALVES || form == FFTC_FORM_SPLIT_HALVES;
    /* A half that shares a word with a neighbour's is merged into it, which reads the word too. */
    const char *store = halves && !e->device->storage16 ? "read write" : "write";
    /* In place the array of the other side is there where a text reads or writes none. */
    bool src = pass->key.load == 0 || fftc_emit_has_array(e, false);
    bool dst = pass->key.store == 0 || fftc_emit_has_array(e, true);
    const struct {
        int place;
        bool there;
        const char *part, *access;
    } sides[] = {{pass->src, src, "", "read"},
                 {pass->dst, dst, "", store},
                 {pass->src, src && fftc_form_is_split(pass->key.src_form), "_im", "read"},
                 {pass->dst, dst && fftc_form_is_split(pass->key.dst_form), "_im", store}};
    for (unsigned i = 0; i < 4; ++i) {
        if (sides[i].there && place_bytes(e, sides[i].place) != 0) {
            fftc_text_format(
                &e->json,
                "{\"binding\": %u, \"buffer\": \"%s%s\", \"offset\": 0, \"bytes\": %llu, "
                "\"access\": \"%s\"}, ",
                i < 2 ? i : i + 1, place_name(e, sides[i].place), sides[i].part,
                (unsigned long long)place_bytes(e, sides[i].place), sides[i].access);
        }
    }
    if (has_piece(pass)) {
        describe_extras(e);
    }
    if (fftc_pass_has_spectrum(&pass->key)) {
        fftc_text_format(
            &e->json,
            "{\"binding\": %u, \"buffer\": \"spectrum\", \"offset\": 0, \"bytes\": %llu, "
            "\"access\": \"read\"}, ",
            has_piece(pass) ? FFTC_EXTRAS_SPECTRUM_BINDING : FFTC_KERNEL_BINDINGS,
            (unsigned long long)place_bytes(e, FFTC_PLACE_SPECTRUM));
    }
    fftc_text_format(&e->json,
                     "{\"binding\": 2, \"buffer\": \"table\", \"offset\": %llu, \"bytes\": %llu, "
                     "\"access\": \"read\"}",
                     (unsigned long long)e->table_first[number],
                     (unsigned long long)fftc_emit_factor_bytes(e, number));
}

static uint32_t push_words(const fftc_pass *pass)
{
    fftc_binding binding = has_piece(pass) ? FFTC_BIND_EXTRAS : FFTC_BIND_PUSHED;
    return fftc_kernel_push_bytes(binding) / (uint32_t)sizeof(uint32_t);
}

/* Describes a pass: as many dispatches as the device's limit requires. */
static void describe_pass(fftc_emitter *e, uint32_t number)
{
    const fftc_pass *pass = &e->passes.pass[number];
    for (uint32_t done = 0; done < pass->groups;) {
        fftc_kernel_push push = {.numbers = pass->numbers};
        uint32_t words[sizeof push / sizeof(uint32_t)];
        uint32_t left = pass->groups - done;
        uint32_t groups = left < e->device->workgroups_max ? left : e->device->workgroups_max;
        uint32_t count = push_words(pass);
        /* In place, the dispatches of a pass share no byte, but the ranges that are bound
         * overlap. */
        bool waits = done == 0 ? number != 0 : pass->src == pass->dst;
        push.numbers.first_line = done * pass->key.line.count;
        memcpy(words, &push, sizeof words);
        fftc_text_format(&e->json,
                         "%s    {\"kernel\": %u, \"barrier_before\": %s, \"workgroups\": [%u, 1, "
                         "1],\n     \"push_constants\": [",
                         number + done != 0 ? ",\n" : "", (unsigned)e->kernel[number],
                         waits ? "true" : "false", (unsigned)groups);
        for (uint32_t i = 0; i < count; ++i) {
            fftc_text_format(&e->json, "%s%u", i == 0 ? "" : ", ", (unsigned)words[i]);
        }
        fftc_text_format(&e->json, "],\n");
        if (has_piece(pass)) {
            fftc_text_format(&e->json, "     \"user_words\": %u,\n",
                             (unsigned)(count - FFTC_USER_WORDS_MAX));
        }
        fftc_text_format(&e->json, "     \"bindings\": [");
        describe_bindings(e, number);
        fftc_text_format(&e->json, "]}");
        done += groups;
    }
}

void fftc_emit_dispatches(fftc_emitter *e)
{
    fftc_text_format(
        &e->json, "  \"push_constant_bytes\": %u,\n",
        (unsigned)fftc_kernel_push_bytes(e->pieces != NULL ? FFTC_BIND_EXTRAS : FFTC_BIND_PUSHED));
    describe_buffers(e);
    describe_kernels(e);
    fftc_text_format(&e->json, "  \"dispatches\": [\n");
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        describe_pass(e, i);
    }
    fftc_text_format(&e->json, "\n  ]\n");
}
