/* SPDX-License-Identifier: MIT
 *
 * Dispatches of kernel/fft_pass.h as shaders.
 */
#include <stddef.h>

#include "device/pass_values.h"
#include "gpu/internal.h"
#include "gpu/times.h"
#include "support/error.h"

/* Parameters have their values from pass_values.h; what they are of is called `pass` here. */
#define FFTC_PASS_KEY (*pass)
#define FFTC_WIDE(number) (number)
#define PUT(name) define(text, #name, FFTC_##name);

static void define(fftc_text *text, const char *name, uint32_t value)
{
    fftc_text_format(text, "#define FFTC_%s %uu\n", name, (unsigned)value);
}

static void define_line(fftc_text *text, const fftc_pass_key *pass)
{
    const fftc_line_schedule *s = &pass->line;
    FFTC_LINE_SCHEDULE_PARAMETERS(PUT)
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
    FFTC_LINE_LAYOUT_PARAMETERS(PUT)
    if (s->plane != 0) {
        PUT(LINE_PLANE)
        PUT(LINE_PLANE_STAGE)
    }
    if (s->gathered != 0) {
        fftc_text_format(text, "#define FFTC_LINE_GATHERS\n");
        PUT(LINE_GATHERED)
    }
    fftc_text_format(text, "#define FFTC_GROUP %u\n", (unsigned)(s->count * s->invocations));
    fftc_text_format(text, "#define FFTC_SHARED_WORDS %u\n",
                     (unsigned)fftc_pass_shared_words(pass));
    fftc_text_format(text, "%s", s->in_subgroup != 0 ? "#define FFTC_SUBGROUPS\n" : "");
}

static void define_convolution(fftc_text *text, const fftc_pass_key *pass)
{
    if (pass->convolution.role != FFTC_ROLE_TRANSFORM) {
        fftc_text_format(text, "#define FFTC_CONVOLUTION\n");
        FFTC_CONVOLUTION_PARAMETERS(PUT)
        fftc_text_format(text, "%s", fftc_pass_has_spectrum(pass) ? "#define FFTC_SPECTRUM\n" : "");
        PUT(CONVOLUTION_SPECTRUM)
    }
}

static void define_bloom(fftc_text *text, const fftc_pass_key *pass)
{
    fftc_text_format(text, "#define FFTC_BLOOM\n#define FFTC_CONVOLUTION_PIXELS\n");
    FFTC_BLOOM_PARAMETERS(PUT)
}

static void define_number(fftc_text *text, const char *name, double value)
{
    fftc_text_format(text, "#define FFTC_%s FFTC_WIDE(", name);
    fftc_text_exponential(text, 17, value);
    fftc_text_format(text, ")\n");
}

static void define_resampled(fftc_text *text, const fftc_pass_key *pass)
{
    fftc_text_format(text, "#define FFTC_CONVOLUTION_RESAMPLES\n");
    FFTC_RESAMPLED_PARAMETERS(PUT)
    define_number(text, "RESAMPLED_PER_ROW", FFTC_RESAMPLED_PER_ROW);
}

static void define_map(fftc_text *text, const fftc_pass_key *pass)
{
    fftc_text_format(text, "#define FFTC_PASS_MAPS\n");
    FFTC_MAP_PARAMETERS(PUT)
}

static void define_bricks(fftc_text *text, const fftc_pass_key *pass)
{
    if (pass->src_bricks.columns + pass->dst_bricks.columns != 0) {
        fftc_text_format(text, "#define FFTC_PASS_BRICKS\n");
        PUT(PASS_SRC_COLUMNS)
        PUT(PASS_SRC_ROWS)
        if (pass->src_all != 0) {
            PUT(PASS_SRC_ALL)
        }
        PUT(PASS_DST_COLUMNS)
        PUT(PASS_DST_ROWS)
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
    FFTC_REAL_PARAMETERS(PUT)
}

static void define_pass(fftc_text *text, const fftc_pass_key *pass)
{
    define_line(text, pass);
    fftc_text_format(text, "%s", pass->in_place != 0 ? "#define FFTC_ONE_BUFFER\n" : "");
    PUT(LINE_IN_PLACE)
    PUT(LINE_FACTORED)
    PUT(LINE_INVERSE)
    PUT(LINE_SCALED)
    fftc_text_format(text, "#define FFTC_LINE_SCALE FFTC_REAL(");
    fftc_text_exponential(text, 17, fftc_pass_scale(pass));
    fftc_text_format(text, ")\n");
    PUT(PASS_LINES)
    PUT(PASS_BEFORE)
    PUT(PASS_EVEN)
    PUT(PASS_DIGITS)
    if (pass->across != 0) {
        PUT(PASS_ACROSS)
    }
    if (pass->line.plane != 0) {
        PUT(PASS_SRC_ROW)
        PUT(PASS_DST_ROW)
    }
    if (pass->beside != 0) {
        PUT(PASS_BESIDE)
        PUT(PASS_BESIDE_ALL)
    }
    FFTC_PASS_ARRAY_PARAMETERS(PUT)
    if (pass->fine != 0) {
        PUT(PASS_FINE)
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
        define_map(&source, pass);
    }
    if (pass->bloom.channels != 0) {
        define_bloom(&source, pass);
    }
    if (pass->resampled.used != 0) {
        define_resampled(&source, pass);
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
    if (fftc_pass_has_spectrum(pass)) {
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
    if (fftc_pass_has_spectrum(key)) {
        list |= 1u << (user ? FFTC_EXTRAS_SPECTRUM_BINDING : FFTC_KERNEL_BINDINGS);
    }
    for (uint32_t i = 0; user && i < FFTC_EXTRAS_MAX; ++i) {
        fftc_extra_kind kind = pieces->given.extra[i];
        uint32_t first = FFTC_KERNEL_BINDINGS + (kind > FFTC_EXTRA_BUFFER ? FFTC_EXTRAS_MAX : 0);
        list |= kind != FFTC_EXTRA_NONE ? 1u << (first + i) : 0;
        list |= fftc_extra_is_stored(kind) ? FFTC_STORED_PICTURE_0 << i : 0;
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
