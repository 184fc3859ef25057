/* SPDX-License-Identifier: MIT
 *
 * The description of a plan's files, JSON.
 */
#include <string.h>

#include "common/error.h"
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

/* Items of an axis on a side: half spectra have fewer than their signals. */
static uint64_t items_along(const fftc_emitter *e, int axis, bool dst)
{
    const fftc_transform *t = e->transform;
    bool last = axis + 1 == FFTC_MAX_RANK || t->length[axis + 1] == 0;
    bool spectrum =
        e->convolution == NULL && t->kind == FFTC_REAL && dst == (t->direction == FFTC_FORWARD);
    return spectrum && last ? t->length[axis] / 2 + 1 : t->length[axis];
}

/* Nothing where all is as usual. */
static void describe_strides(fftc_emitter *e, bool dst)
{
    const fftc_transform *t = e->transform;
    const uint64_t *length = t->length;
    const char *side = dst ? "dst" : "src";
    const uint64_t *strides = dst ? t->dst_stride : t->src_stride;
    const uint64_t distance = dst ? t->dst_distance : t->src_distance;
    const fftc_range *ranges = dst ? t->dst_range : t->src_range;
    bool given = false;
    bool ranged = false;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        given = given || strides[i] != 0;
        ranged = ranged || ranges[i].end != 0;
    }
    for (int i = 0; i < FFTC_MAX_RANK && length[i] != 0 && given; ++i) {
        fftc_text_format(&e->json, i == 0 ? ", \"%s_stride\": [%llu" : "%s%llu",
                         i == 0 ? side : ", ", (unsigned long long)strides[i]);
    }
    fftc_text_format(&e->json, given ? "]" : "");
    if (distance != 0) {
        fftc_text_format(&e->json, ", \"%s_distance\": %llu", side, (unsigned long long)distance);
    }
    for (int i = 0; i < FFTC_MAX_RANK && length[i] != 0 && ranged; ++i) {
        bool all = ranges[i].end == 0;
        fftc_text_format(&e->json, i == 0 ? ", \"%s_range\": [[%llu, %llu]" : "%s[%llu, %llu]",
                         i == 0 ? side : ", ", (unsigned long long)ranges[i].begin,
                         (unsigned long long)(all ? items_along(e, i, dst) : ranges[i].end));
    }
    fftc_text_format(&e->json, ranged ? "]" : "");
}

static void describe_trigonometric(fftc_emitter *e)
{
    static const char *const names[] = {
        [FFTC_DCT_II] = "DCT II",   [FFTC_DCT_I] = "DCT I",  [FFTC_DCT_III] = "DCT III",
        [FFTC_DCT_IV] = "DCT IV",   [FFTC_DST_I] = "DST I",  [FFTC_DST_II] = "DST II",
        [FFTC_DST_III] = "DST III", [FFTC_DST_IV] = "DST IV"};
    const fftc_transform *t = e->transform;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        fftc_text_format(&e->json, "%s\"%s\"", i == 0 ? ", \"trigonometric\": [" : ", ",
                         names[t->trigonometric[i]]);
    }
    fftc_text_format(&e->json, "]");
}

static void describe_transform(fftc_emitter *e)
{
    static const char *const scalings[] = {[FFTC_SCALE_DEFAULT] = "default",
                                           [FFTC_SCALE_NONE] = "none",
                                           [FFTC_SCALE_UNITARY] = "unitary"};
    static const char *const kinds[] = {"complex", "real", "real to real"};
    const fftc_transform *t = e->transform;
    const char *comma = "";
    fftc_text_format(&e->json, "  \"transform\": {\"length\": [");
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        fftc_text_format(&e->json, "%s%llu", comma, (unsigned long long)t->length[i]);
        comma = ", ";
    }
    comma = "";
    fftc_text_format(&e->json, "], \"loop\": [");
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        fftc_text_format(&e->json, "%s%s", comma, t->loop[i] != 0 ? "true" : "false");
        comma = ", ";
    }
    fftc_text_format(
        &e->json,
        "], \"batch\": %llu, \"kind\": \"%s\", \"precision\": \"%s\", \"direction\": \"%s\", "
        "\"placement\": \"%s\", \"format\": \"%s\", \"scaling\": \"%s\"",
        (unsigned long long)(t->batch == 0 ? 1 : t->batch), kinds[t->kind],
        fftc_precision_name(t->precision), t->direction == FFTC_INVERSE ? "inverse" : "forward",
        t->placement == FFTC_IN_PLACE ? "in place" : "out of place",
        t->format == FFTC_SPLIT ? "split" : "interleaved", scalings[t->scaling]);
    if (t->kind == FFTC_REAL_TO_REAL) {
        describe_trigonometric(e);
    }
    describe_strides(e, false);
    describe_strides(e, true);
    fftc_text_format(&e->json, "},\n");
}

static void describe_convolution(fftc_emitter *e)
{
    const fftc_convolution_description *c = e->convolution;
    const char *comma = "";
    fftc_text_format(&e->json, "  \"convolution\": {\"product\": \"%s\", \"kernel_length\": [",
                     c->product == FFTC_CORRELATE ? "correlate" : "convolve");
    for (int i = 0; i < FFTC_MAX_RANK && c->signal.length[i] != 0; ++i) {
        bool given = c->kernel_length[0] != 0;
        fftc_text_format(&e->json, "%s%llu", comma,
                         (unsigned long long)(given ? c->kernel_length[i] : c->signal.length[i]));
        comma = ", ";
    }
    fftc_text_format(&e->json, "], \"error_bound\": ");
    fftc_text_significant(&e->json, 3, e->bound);
    fftc_text_format(&e->json, "},\n");
}

static void describe_buffers(fftc_emitter *e)
{
    fftc_text_format(&e->json, "  \"buffers\": [\n");
    for (int place = 0; place < FFTC_PLACE_COUNT; ++place) {
        bool split = e->passes.split[place];
        for (int part = 0; part <= split && place_bytes(e, place) != 0; ++part) {
            fftc_text_format(
                &e->json, "    {\"name\": \"%s%s\", \"bytes\": %llu, \"element_bytes\": %u},\n",
                place_name(e, place), part != 0 ? "_im" : "",
                (unsigned long long)place_bytes(e, place), (unsigned)e->passes.item[place]);
        }
    }
    for (int i = 0; e->pieces != NULL && i < FFTC_VULKAN_EXTRAS; ++i) {
        if (e->pieces->given.extra[i] == FFTC_VULKAN_EXTRA_BUFFER) {
            fftc_text_format(
                &e->json, "    {\"name\": \"extra%d\", \"bytes\": 0, \"element_bytes\": 4},\n", i);
        }
    }
    fftc_text_format(&e->json,
                     "    {\"name\": \"table\", \"bytes\": %llu, \"file\": \"table.bin\"}\n  ],\n",
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
            "\"shaderFloat64\": %s, \"storageBuffer16BitAccess\": %s}%s\n",
            (unsigned)i, (unsigned)i, (unsigned)(key->line.count * key->line.invocations),
            (unsigned)(4 * fftc_line_shared_words(&key->line)),
            key->line.in_subgroup != 0 ? (unsigned)e->device->subgroup_size : 0u,
            key->line.in_subgroup != 0 ? "true" : "false",
            key->precision == FFTC_FLOAT64 ? "true" : "false",
            e->device->storage16 && fftc_kernel_has_single_halves(key) ? "true" : "false",
            i + 1 < e->emitted->kernels ? "," : "");
    }
    fftc_text_format(&e->json, "  ],\n");
}

/* Describes the accessors' extras, whose size is the user's affair. */
static void describe_extras(fftc_emitter *e)
{
    static const char *const kinds[] = {"", "", "uint", "float"};
    for (unsigned i = 0; i < FFTC_VULKAN_EXTRAS; ++i) {
        fftc_vulkan_extra_kind kind = e->pieces->given.extra[i];
        if (kind == FFTC_VULKAN_EXTRA_BUFFER) {
            fftc_text_format(
                &e->json,
                "{\"binding\": %u, \"buffer\": \"extra%u\", \"offset\": 0, \"bytes\": 0, "
                "\"access\": \"read write\"}, ",
                FFTC_KERNEL_BINDINGS + i, i);
        } else if (kind != FFTC_VULKAN_EXTRA_NONE) {
            fftc_text_format(&e->json,
                             "{\"binding\": %u, \"picture\": \"extra%u\", \"texels\": \"%s\", "
                             "\"access\": \"read\"}, ",
                             FFTC_KERNEL_BINDINGS + FFTC_VULKAN_EXTRAS + i, i, kinds[kind]);
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
    const struct {
        int place;
        bool there;
        const char *part, *access;
    } sides[] = {{pass->src, true, "", "read"},
                 {pass->dst, true, "", store},
                 {pass->src, fftc_form_is_split(pass->key.src_form), "_im", "read"},
                 {pass->dst, fftc_form_is_split(pass->key.dst_form), "_im", store}};
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
    if (fftc_kernel_has_spectrum(&pass->key)) {
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
        /* In place no byte meets between its dispatches, but bound ranges do. */
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
                             (unsigned)(count - FFTC_VULKAN_WORDS));
        }
        fftc_text_format(&e->json, "     \"bindings\": [");
        describe_bindings(e, number);
        fftc_text_format(&e->json, "]}");
        done += groups;
    }
}

fftc_status fftc_emit_describe(fftc_emitter *e)
{
    fftc_text_format(
        &e->json,
        "{\n  \"generator\": \"fftcore %s\",\n  \"entry_point\": \"main\",\n"
        "  \"vulkan\": \"1.1\",\n  \"spirv\": \"1.3\",\n"
        "  \"push_constant_bytes\": %u,\n",
        fftc_version(),
        (unsigned)fftc_kernel_push_bytes(e->pieces != NULL ? FFTC_BIND_EXTRAS : FFTC_BIND_PUSHED));
    describe_transform(e);
    if (e->convolution != NULL) {
        describe_convolution(e);
    }
    describe_buffers(e);
    describe_kernels(e);
    fftc_text_format(&e->json, "  \"dispatches\": [\n");
    for (uint32_t i = 0; i < e->passes.count; ++i) {
        describe_pass(e, i);
    }
    fftc_text_format(&e->json, "\n  ]\n}\n");
    if (e->json.failed) {
        fftc_text_free(&e->json);
        return fftc_fail(e->error, FFTC_OUT_OF_MEMORY, "no memory for the description");
    }
    e->emitted->description = e->json.data;
    e->emitted->description_bytes = e->json.bytes;
    return FFTC_SUCCESS;
}
