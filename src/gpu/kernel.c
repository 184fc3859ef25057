/* SPDX-License-Identifier: MIT
 *
 * Dispatches of kernel/fft_pass.h as shaders.
 */
#include <stddef.h>

#include "gpu/internal.h"
#include "gpu/times.h"
#include "support/error.h"

static void define(fftc_text *text, const char *name, uint32_t value)
{
    fftc_text_format(text, "#define FFTC_%s %uu\n", name, (unsigned)value);
}

static void define_line(fftc_text *text, const fftc_line_schedule *s)
{
    define(text, "LINE_POINTS", s->points);
    define(text, "LINE_INVOCATIONS", s->invocations);
    define(text, "LINE_COUNT", s->count);
    define(text, "LINE_REGISTERS", s->registers);
    define(text, "LINE_STAGES", s->stages);
    for (unsigned i = 0; i < FFTC_LINE_STAGES_MAX; ++i) {
        fftc_text_format(text, "#define FFTC_LINE_RADIX_%u %uu\n", i, (unsigned)s->radix[i]);
    }
    fftc_text_format(text, "#define FFTC_LINE_ONLY\n");
    for (uint32_t radix = 2; radix <= FFTC_LINE_RADIX_MAX; ++radix) {
        bool used = false;
        for (uint32_t i = 0; i < s->stages; ++i) {
            used = used || s->radix[i] == radix;
        }
        if (used) {
            fftc_text_format(text, "#define FFTC_LINE_WITH_%u\n", (unsigned)radix);
        }
    }
    define(text, "LINE_WORDS", s->words);
    define(text, "LINE_ROUNDS", s->rounds);
    define(text, "LINE_STRIDE", s->stride);
    define(text, "LINE_PAD_LOG2", s->pad_log2);
    define(text, "LINE_LOAD_ACROSS", s->load_across);
    define(text, "LINE_STORE_ACROSS", s->store_across);
    define(text, "LINE_IN_SUBGROUP", s->in_subgroup);
    define(text, "LINE_HELD", s->held);
    if (s->plane != 0) {
        define(text, "LINE_PLANE", s->plane);
        define(text, "LINE_PLANE_STAGE", s->plane_stage);
    }
    if (s->gathered != 0) {
        fftc_text_format(text, "#define FFTC_LINE_GATHERS\n");
        define(text, "LINE_GATHERED", s->gathered);
    }
    fftc_text_format(text, "#define FFTC_GROUP %u\n", (unsigned)(s->count * s->invocations));
    fftc_text_format(text, "#define FFTC_SHARED_WORDS %u\n", (unsigned)fftc_line_shared_words(s));
    fftc_text_format(text, "%s", s->in_subgroup != 0 ? "#define FFTC_SUBGROUPS\n" : "");
}

bool fftc_kernel_has_spectrum(const fftc_pass_key *pass)
{
    return pass->map.used != 0 && pass->convolution.role == FFTC_ROLE_PRODUCT;
}

static void define_convolution(fftc_text *text, const fftc_pass_key *pass)
{
    const fftc_convolution_key *c = &pass->convolution;
    fftc_chirp_table table = fftc_chirp_table_count(c, &pass->line, pass->lines);
    uint32_t first = (uint32_t)fftc_pass_table_convolution(pass);
    if (c->role == FFTC_ROLE_TRANSFORM) {
        return;
    }
    fftc_text_format(text, "#define FFTC_CONVOLUTION\n");
    define(text, "CONVOLUTION_ROLE", c->role);
    define(text, "CONVOLUTION_FIRST", c->first);
    define(text, "CONVOLUTION_LAST", c->last);
    define(text, "CONVOLUTION_WEIGHTED", c->chirp != 0 || c->right_angle != 0);
    define(text, "CONVOLUTION_RIGHT_ANGLE", c->right_angle != 0);
    define(text, "CONVOLUTION_CONJUGATE", 0);
    define(text, "CONVOLUTION_ROWS", c->rows);
    define(text, "CONVOLUTION_EVEN", fftc_chirp_spectrum_even(c));
    define(text, "CONVOLUTION_TABLE", first);
    define(text, "CONVOLUTION_WEIGHTS", first + (uint32_t)table.back);
    if (fftc_kernel_has_spectrum(pass)) {
        fftc_text_format(text, "#define FFTC_SPECTRUM\n");
        define(text, "CONVOLUTION_SPECTRUM", 0);
    } else {
        define(text, "CONVOLUTION_SPECTRUM", first + (uint32_t)(table.back + table.weights));
    }
}

static void define_map(fftc_text *text, const fftc_pass_map *map)
{
    fftc_text_format(text, "#define FFTC_PASS_MAPS\n");
    define(text, "MAP_SRC_REAL", map->src_real);
    define(text, "MAP_WRAPPED", map->wrapped);
    define(text, "MAP_AT", map->at);
    define(text, "MAP_MODULUS", map->wrapped == 1 ? map->modulus : 1);
    define(text, "MAP_BEGIN", map->begin);
    define(text, "MAP_END", map->end);
    define(text, "MAP_MIRRORED", map->mirrored);
    define(text, "MAP_LAST", map->last);
    define(text, "MAP_CONJUGATE", map->conjugate);
    define(text, "MAP_AT_2", map->at_2);
    define(text, "MAP_COUNT_2", map->count_2);
    define(text, "MAP_SRC_APART", map->src_apart);
    define(text, "MAP_DST_REAL", map->dst_real);
    define(text, "MAP_DST_COUNT_2", map->dst_count_2);
    define(text, "MAP_DST_APART", map->dst_apart);
    define(text, "MAP_SIGNALS", map->signals);
    define(text, "MAP_DIGIT", map->digit);
    define(text, "MAP_BLOCK", map->block);
    define(text, "MAP_BLOCK_DIGIT", map->block_digit);
    define(text, "MAP_DST_ALL", map->dst_all);
    define(text, "MAP_DST_ALL_2", map->dst_all_2);
    define(text, "MAP_NEGATED", map->negated);
    define(text, "MAP_NEGATIVE", map->negative);
    define(text, "MAP_NEGATIVE_2", map->negative_2);
}

static void define_bricks(fftc_text *text, const fftc_pass_key *pass)
{
    if (pass->src_bricks.columns + pass->dst_bricks.columns != 0) {
        fftc_text_format(text, "#define FFTC_PASS_BRICKS\n");
        define(text, "PASS_SRC_COLUMNS", pass->src_bricks.columns + 1);
        define(text, "PASS_SRC_ROWS", pass->src_bricks.rows + 1);
        if (pass->src_all != 0) {
            define(text, "PASS_SRC_ALL", pass->src_all);
        }
        define(text, "PASS_DST_COLUMNS", pass->dst_bricks.columns + 1);
        define(text, "PASS_DST_ROWS", pass->dst_bricks.rows + 1);
    }
}

static void define_four(fftc_text *text, const char *name, const uint32_t *values)
{
    fftc_text_format(text, "#define FFTC_PASS_%s %uu, %uu, %uu, %uu\n", name, (unsigned)values[0],
                     (unsigned)values[1], (unsigned)values[2], (unsigned)values[3]);
}

static void define_loops(fftc_text *text, const fftc_pass_numbers *numbers)
{
    define_four(text, "COUNTS", numbers->count);
    define_four(text, "SRC_STEPS", numbers->src_step);
    define_four(text, "DST_STEPS", numbers->dst_step);
}

static void define_real(fftc_text *text, const fftc_pass_key *pass)
{
    fftc_text_format(text, "#define FFTC_PASS_REAL\n");
    define(text, "LINE_MIRRORED_LOAD", pass->real.mirrored_load);
    define(text, "LINE_MIRRORED_STORE", pass->real.mirrored_store);
    define(text, "REAL_LOAD", pass->real.load);
    define(text, "REAL_STORE", pass->real.store);
    define(text, "REAL_POINTS", pass->real.points);
    define(text, "REAL_SINE", pass->real.sine);
    define(text, "REAL_ORTHOGONAL", pass->real.orthogonal);
    define(text, "REAL_ONCE", pass->store);
    define(text, "REAL_SRC_ROW", pass->real.src_row);
    define(text, "REAL_DST_ROW", pass->real.dst_row);
    define(text, "REAL_LOAD_TABLE", (uint32_t)fftc_pass_load_twiddles(pass));
    define(text, "REAL_STORE_TABLE", (uint32_t)fftc_pass_store_twiddles(pass));
}

static void define_pass(fftc_text *text, const fftc_pass_key *pass)
{
    define_line(text, &pass->line);
    fftc_text_format(text, "%s", pass->in_place != 0 ? "#define FFTC_ONE_BUFFER\n" : "");
    define(text, "LINE_IN_PLACE", pass->in_place);
    define(text, "LINE_FACTORED", pass->before > 1);
    define(text, "LINE_INVERSE", pass->inverse);
    define(text, "LINE_SCALED", pass->scaled);
    fftc_text_format(text, "#define FFTC_LINE_SCALE FFTC_REAL(");
    fftc_text_exponential(text, 17, fftc_pass_scale(pass));
    fftc_text_format(text, ")\n");
    define(text, "PASS_LINES", pass->lines);
    define(text, "PASS_BEFORE", pass->before);
    define(text, "PASS_EVEN", pass->even);
    define(text, "PASS_DIGITS", pass->digits);
    if (pass->across != 0) {
        define(text, "PASS_ACROSS", pass->across);
    }
    if (pass->line.plane != 0) {
        define(text, "PASS_SRC_ROW", pass->src_row);
        define(text, "PASS_DST_ROW", pass->dst_row);
    }
    if (pass->beside != 0) {
        define(text, "PASS_BESIDE", pass->beside);
        define(text, "PASS_BESIDE_ALL", pass->beside_all);
    }
    define(text, "PASS_SRC_STRIDE", pass->src_stride);
    define(text, "PASS_DST_STRIDE", pass->dst_stride);
    define(text, "PASS_TABLE", fftc_line_twiddle_count(&pass->line));
    define(text, "PASS_SRC_BEGIN", pass->src_range[0]);
    define(text, "PASS_SRC_END", pass->src_range[1]);
    define(text, "PASS_DST_BEGIN", pass->dst_range[0]);
    define(text, "PASS_DST_END", pass->dst_range[1]);
    if (pass->fine != 0) {
        define(text, "PASS_FINE", pass->fine);
    }
}

fftc_status fftc_kernel_source(const fftc_kernel_key *key, const fftc_pieces *pieces,
                               fftc_source *text, fftc_error *error)
{
    const fftc_pass_key *pass = &key->pass;
    fftc_text source = {0};
    fftc_text_format(&source,
                     "#version 450\n"
                     "/* Lines of %u points.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n"
                     "#define FFTC_PRECISION %u\n%s%s%s",
                     (unsigned)pass->line.points, fftc_version(),
                     pass->precision == FFTC_FLOAT64 ? 64u : 32u,
                     key->exact != 0 ? "" : "#define FFTC_FAST\n",
                     key->addresses != 0 ? "#define FFTC_ADDRESSES\n" : "",
                     key->far != 0 ? "#define FFTC_FAR\n" : "");
    define_pass(&source, pass);
    define_bricks(&source, pass);
    fftc_text_format(&source, "#define FFTC_SRC_FORM %u\n#define FFTC_DST_FORM %u\n",
                     (unsigned)pass->src_form, (unsigned)pass->dst_form);
    define_convolution(&source, pass);
    if (pass->real.used != 0) {
        define_real(&source, pass);
    }
    if (pass->map.used != 0) {
        define_map(&source, &pass->map);
    }
    fftc_text_format(&source, "%s", key->half_native != 0 ? "#define FFTC_HALF_NATIVE\n" : "");
    fftc_text_format(&source, "%s", key->storage16 != 0 ? "#define FFTC_STORAGE16\n" : "");
    if (pass->load != 0 || pass->store != 0) {
        define_loops(&source, &key->numbers);
        fftc_pieces_define(pieces, pass, &source);
    }
    fftc_text_format(&source, "#include \"common/fft_pass.glsl\"\n");
    *text = (fftc_source){.head = source};
    if (pass->load != 0 || pass->store != 0) {
        fftc_pieces_append(pieces, pass, &text->tail);
    }
    return text->head.failed || text->tail.failed
               ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
               : FFTC_SUCCESS;
}

bool fftc_kernel_has_single_halves(const fftc_pass_key *pass)
{
    return pass->src_form >= FFTC_FORM_REAL_HALVES || pass->dst_form >= FFTC_FORM_REAL_HALVES;
}

static fftc_binding binding_of(const fftc_kernel_key *key)
{
    const fftc_pass_key *pass = &key->pass;
    bool pieces = pass->load != 0 || pass->store != 0;
    if (key->addresses == 0) {
        return pieces ? FFTC_BIND_EXTRAS : FFTC_BIND_PUSHED;
    }
    if (fftc_kernel_has_spectrum(pass)) {
        return pieces ? FFTC_BIND_ADDRESSED_EXTRAS_SPECTRUM : FFTC_BIND_ADDRESSED_SPECTRUM;
    }
    return pieces ? FFTC_BIND_ADDRESSED_EXTRAS : FFTC_BIND_ADDRESSES;
}

uint32_t fftc_kernel_descriptors(const fftc_pass_plan *passes, uint32_t number,
                                 const fftc_pieces *pieces)
{
    const fftc_pass *pass = &passes->pass[number];
    const fftc_pass_key *key = &pass->key;
    bool src = passes->elements[pass->src] != 0;
    bool dst = passes->elements[pass->dst] != 0;
    bool user = key->load != 0 || key->store != 0;
    uint32_t list = 1u << 2; /* the table */
    list |= src ? 1u << 0 : 0;
    list |= dst ? 1u << 1 : 0;
    list |= src && fftc_form_is_split(key->src_form) ? 1u << 3 : 0;
    list |= dst && fftc_form_is_split(key->dst_form) ? 1u << 4 : 0;
    if (fftc_kernel_has_spectrum(key)) {
        list |= 1u << (user ? FFTC_EXTRAS_SPECTRUM_BINDING : FFTC_KERNEL_BINDINGS);
    }
    for (uint32_t i = 0; user && i < FFTC_EXTRAS_MAX; ++i) {
        fftc_extra_kind kind = pieces->given.extra[i];
        uint32_t first = FFTC_KERNEL_BINDINGS + (kind > FFTC_EXTRA_BUFFER ? FFTC_EXTRAS_MAX : 0);
        list |= kind != FFTC_EXTRA_NONE ? 1u << (first + i) : 0;
    }
    return list;
}

uint32_t fftc_kernel_push_bytes(fftc_binding binding)
{
    switch (binding) {
    case FFTC_BIND_PUSHED: return offsetof(fftc_kernel_push, more);
    case FFTC_BIND_EXTRAS:
        return offsetof(fftc_kernel_push, more) + FFTC_USER_WORDS_MAX * (uint32_t)sizeof(uint32_t);
    case FFTC_BIND_ADDRESSES:
        return offsetof(fftc_kernel_push, more) +
               FFTC_KERNEL_BINDINGS * (uint32_t)sizeof(VkDeviceAddress);
    case FFTC_BIND_ADDRESSED_SPECTRUM: return sizeof(fftc_kernel_push);
    case FFTC_BIND_ADDRESSED_EXTRAS: return offsetof(fftc_extras_push, spectrum);
    case FFTC_BIND_ADDRESSED_EXTRAS_SPECTRUM: return sizeof(fftc_extras_push);
    default: return 0;
    }
}

/* Plans with accessors keep the checks, since nobody knows what a user's texts touch. So do lines
 * of halves with 32 points in a stage, for which NVIDIA's driver (580.159.04) makes code that is
 * longer with checks, and faster: on an H200 512 points took 610 us without and 563 with them, 1024
 * points 640 and 580, 8192 906 and 762, 16384 1088 and 960. Checks must be requested then: where
 * they can be, saying nothing means none. Other radices gained without: 4096 points of half took
 * 697 and 659, 5005 of float 768 and 746. So do lines of so many points that load with their
 * mirrors: c2r of 32768 numbers 864 us without, 735 with checks (of 16384 571 and 599). */
#define CHECKED_INVOCATIONS 512u
static fftc_checks checks_of(const fftc_pass_key *pass)
{
    bool faster = pass->real.mirrored_load == 1 && pass->line.complex_words == 2 &&
                  pass->line.registers == FFTC_LINE_REGISTERS_MAX &&
                  pass->line.invocations >= CHECKED_INVOCATIONS;
    for (uint32_t i = 0; i < pass->line.stages; ++i) {
        faster = faster || (pass->line.radix[i] == 32 && pass->src_form == FFTC_FORM_HALVES);
    }
    return pass->load != 0 || pass->store != 0 ? FFTC_CHECKS_USUAL
           : faster                            ? FFTC_CHECKS_WANTED
                                               : FFTC_CHECKS_NONE;
}

fftc_status fftc_kernels_get(fftc_vulkan *context, const fftc_kernel_key *keys, uint32_t count,
                             const fftc_pieces *pieces, VkPipelineCache cache,
                             fftc_pipeline **kernels, fftc_vulkan_plan_times *times,
                             fftc_error *error)
{
    double start = fftc_seconds();
    fftc_program programs[FFTC_PROGRAMS_MAX] = {{.unroll = false}};
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < count && status == FFTC_SUCCESS; ++i) {
        programs[i].unroll = true;
        programs[i].exact = keys[i].exact != 0;
        programs[i].binding = binding_of(&keys[i]);
        programs[i].descriptors = keys[i].descriptors;
        programs[i].checks = checks_of(&keys[i].pass);
        programs[i].subgroup_size =
            keys[i].pass.line.in_subgroup != 0 ? context->info.subgroup_size : 0;
        status = fftc_kernel_source(&keys[i], pieces, &programs[i].source, error);
    }
    (void)fftc_seconds_add(times != NULL ? &times->texts : NULL, start);
    if (status == FFTC_SUCCESS) {
        status = fftc_pipelines_get(context, programs, count, cache, kernels, times, error);
        if (status != FFTC_SUCCESS && pieces != NULL) {
            fftc_pieces_explain(error);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        fftc_source_free(&programs[i].source);
    }
    return status;
}
