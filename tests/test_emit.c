/* SPDX-License-Identifier: MIT
 *
 * What `emit` gives away works where fftcore is unknown: the text compiles with glslangValidator
 * and with glslc, and all three SPIR-V modules compute the transform on every device, in a program
 * that has only the files (emit_stranger.c). Beyond that, the modules are what exact mode promises.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/spirv.h"
#include "vulkan_testing.h"

static fftc_emitted emit(const fftc_workgroup_fft *fft)
{
    fftc_emitted emitted;
    fftc_error error;
    ck_assert_msg(fftc_workgroup_fft_emit(fft, &emitted, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_uint_eq(strlen(emitted.glsl), emitted.glsl_bytes);
    ck_assert_uint_eq(strlen(emitted.description), emitted.description_bytes);
    return emitted;
}

/* --- arguments -------------------------------------------------------------------------------- */

START_TEST(emit_bad_arguments_invalid_and_zeroed)
{
    fftc_emitted emitted;
    fftc_error error;
    const fftc_workgroup_fft good = {.elements_log2 = 1};
    memset(&emitted, 0x77, sizeof emitted);
    ck_assert_int_eq(fftc_workgroup_fft_emit(&good, NULL, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_workgroup_fft_emit(NULL, &emitted, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(emitted.glsl);
    ck_assert_ptr_null(emitted.spirv);
    ck_assert_ptr_null(emitted.description);
    ck_assert_int_eq(fftc_workgroup_fft_emit(&(fftc_workgroup_fft){0}, &emitted, &error),
                     FFTC_INVALID_ARGUMENT);
    fftc_emitted_free(&emitted);
}
END_TEST

START_TEST(emit_twice_same_bytes)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 2, .workgroup_log2 = 6, .subgroup_log2 = 3};
    fftc_emitted one = emit(&fft);
    fftc_emitted two = emit(&fft);
    ck_assert_str_eq(one.glsl, two.glsl);
    ck_assert_str_eq(one.description, two.description);
    ck_assert_uint_eq(one.spirv_words, two.spirv_words);
    ck_assert_mem_eq(one.spirv, two.spirv, one.spirv_words * sizeof *one.spirv);
    fftc_emitted_free(&one);
    fftc_emitted_free(&two);
    ck_assert_ptr_null(one.glsl);
}
END_TEST

START_TEST(emit_text_needs_no_other_file_and_has_no_c_in_it)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 5};
    fftc_emitted emitted = emit(&fft);
    ck_assert(strncmp(emitted.glsl, "#version 450\n", 13) == 0);
    ck_assert_ptr_null(strstr(emitted.glsl, "#include"));
    ck_assert_ptr_null(strstr(emitted.glsl, "memcpy"));
    ck_assert_ptr_null(strstr(emitted.glsl, "FFTC_DIALECT_C"));
    ck_assert_ptr_nonnull(strstr(emitted.glsl, "void main(void)"));
    fftc_emitted_free(&emitted);
}
END_TEST

/* --- the modules, instruction by instruction -------------------------------------------------- */

typedef struct census {
    unsigned arithmetic;
    unsigned contractible;
    unsigned fused; /* OpExtInst Fma */
    unsigned shuffles;
    unsigned capabilities;
    uint32_t capability[16];
} census;

static bool decorated(const fftc_emitted *module, uint32_t id)
{
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < module->spirv_words;
         at += module->spirv[at] >> 16) {
        const uint32_t *word = module->spirv + at;
        if ((word[0] & 0xffff) == FFTC_SPIRV_DECORATE && word[1] == id &&
            word[2] == FFTC_SPIRV_NO_CONTRACTION) {
            return true;
        }
    }
    return false;
}

static census take_census(const fftc_emitted *module)
{
    census c = {0};
    ck_assert_uint_gt(module->spirv_words, FFTC_SPIRV_HEADER_WORDS);
    ck_assert_uint_eq(module->spirv[0], FFTC_SPIRV_MAGIC);
    ck_assert_uint_eq(module->spirv[1], FFTC_SPIRV_VERSION_1_3);
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < module->spirv_words;
         at += module->spirv[at] >> 16) {
        const uint32_t *word = module->spirv + at;
        uint32_t op = word[0] & 0xffff;
        ck_assert_uint_ge(word[0] >> 16, 1);
        if (op == FFTC_SPIRV_FADD || op == FFTC_SPIRV_FSUB || op == FFTC_SPIRV_FMUL) {
            ++c.arithmetic;
            c.contractible += !decorated(module, word[2]);
        }
        if (op == FFTC_SPIRV_CAPABILITY) {
            ck_assert_uint_lt(c.capabilities, 16);
            c.capability[c.capabilities++] = word[1];
        }
        c.fused += op == FFTC_SPIRV_EXT_INST && word[4] == FFTC_SPIRV_FMA;
        c.shuffles += op >= FFTC_SPIRV_SHUFFLE_FIRST && op <= FFTC_SPIRV_SHUFFLE_LAST;
    }
    return c;
}

static bool has(const census *c, uint32_t capability)
{
    bool found = false;
    for (unsigned i = 0; i < c->capabilities; ++i) {
        found = found || c->capability[i] == capability;
    }
    return found;
}

/* Every variant is valid (fftc_workgroup_fft_emit runs spirv-val), and has nothing that may be
 * fused and no capability that the description does not ask for. */
START_TEST(every_variant_is_exact_and_modest)
{
    const uint32_t float16 = 9;
    const uint32_t float64 = 10;
    const uint32_t int64 = 11;
    unsigned variants = 0;
    for (int precision = FFTC_FLOAT32; precision <= FFTC_FLOAT16; ++precision) {
        for (unsigned bits = 0; bits < 16; ++bits) {
            const fftc_workgroup_fft fft = {.elements_log2 = (bits & 1) != 0 ? 3 : 1,
                                            .workgroup_log2 = 6,
                                            .subgroup_log2 = (bits & 2) != 0 ? 2 : 0,
                                            .precision = (fftc_precision)precision,
                                            .direction =
                                                (bits & 4) != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                            .computed_twiddles = (bits & 8) != 0};
            fftc_emitted emitted = emit(&fft);
            census c = take_census(&emitted);
            /* Specialised: no question is left open. */
            ck_assert_ptr_null(strstr(emitted.glsl, "\n#if"));
            ck_assert_ptr_null(strstr(emitted.glsl, "\n#el"));
            ck_assert_ptr_null(strstr(emitted.glsl, "\n#endif"));
            ck_assert_uint_gt(c.arithmetic, 6);
            ck_assert_msg(c.contractible == 0, "variant %d/%u: %u of %u operations may be fused",
                          precision, bits, c.contractible, c.arithmetic);
            ck_assert_uint_eq(c.fused, 0);
            ck_assert(has(&c, float16) == (precision == FFTC_FLOAT16));
            ck_assert(has(&c, float64) == (precision == FFTC_FLOAT64));
            ck_assert(!has(&c, int64));
            ck_assert_uint_eq(c.shuffles != 0, fft.subgroup_log2 != 0);
            fftc_emitted_free(&emitted);
            ++variants;
        }
    }
    printf("%u variants: every sum and product is NoContraction\n", variants);
}
END_TEST

/* --- strangers -------------------------------------------------------------------------------- */

static char directory[64];

static void make_directory(void)
{
    snprintf(directory, sizeof directory, "/tmp/fftcore-emit-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void remove_directory(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf -- '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

static void write_file(const char *name, const void *data, size_t bytes)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, bytes, file), bytes);
    ck_assert_int_eq(fclose(file), 0);
}

/* Runs a command in the directory, by a shell; returns its exit status. */
static int shell(const char *command)
{
    char line[1024];
    int bytes = snprintf(line, sizeof line, "cd '%s' && %s", directory, command);
    ck_assert_int_lt(bytes, (int)sizeof line);
    fflush(stdout);
    int status = system(line);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void build_and_run(const fftc_workgroup_fft *fft, const char *title, unsigned *ran)
{
    static const char *const modules[] = {"emitted.spv", "validator.spv", "glslc.spv"};
    fftc_emitted emitted = emit(fft);
    write_file("kernel.comp", emitted.glsl, emitted.glsl_bytes);
    write_file("emitted.spv", emitted.spirv, emitted.spirv_words * sizeof *emitted.spirv);
    write_file("kernel.json", emitted.description, emitted.description_bytes);
    fftc_emitted_free(&emitted);
    ck_assert_int_eq(shell(FFTC_TEST_GLSLANG_VALIDATOR
                           " --target-env vulkan1.1 kernel.comp -o validator.spv >log || "
                           "{ cat log; false; }"),
                     0);
    ck_assert_int_eq(shell(FFTC_TEST_GLSLC " --target-env=vulkan1.1 -O kernel.comp -o glslc.spv"),
                     0);
    printf("%s\n", title);
    for (size_t m = 0; m < 3; ++m) {
        char command[512];
        snprintf(command, sizeof command, FFTC_TEST_STRANGER " kernel.json %s", modules[m]);
        int status = shell(command);
        ck_assert_msg(status == 0 || status == 77, "%s, %s: status %d", title, modules[m], status);
        *ran += status == 0;
    }
}

START_TEST(stranger_runs_emitted_kernels)
{
    const struct {
        const char *title;
        fftc_workgroup_fft fft;
    } kernels[] = {
        {"256 points, forward", {.elements_log2 = 2, .workgroup_log2 = 6}},
        {"128 points, inverse, subgroups",
         {.elements_log2 = 1, .workgroup_log2 = 6, .subgroup_log2 = 2, .direction = FFTC_INVERSE}},
        {"512 points, forward, subgroups of 8, computed twiddles",
         {.elements_log2 = 3, .workgroup_log2 = 6, .subgroup_log2 = 3, .computed_twiddles = 1}},
        {"4 points, one invocation, inverse",
         {.elements_log2 = 2, .workgroup_log2 = 0, .direction = FFTC_INVERSE}},
        {"256 points, double, inverse",
         {.elements_log2 = 1,
          .workgroup_log2 = 7,
          .precision = FFTC_FLOAT64,
          .direction = FFTC_INVERSE}},
        {"64 points, half, forward",
         {.elements_log2 = 1, .workgroup_log2 = 5, .precision = FFTC_FLOAT16}},
    };
    unsigned ran = 0;
    make_directory();
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) {
        build_and_run(&kernels[i].fft, kernels[i].title, &ran);
    }
    remove_directory();
    printf("%u of %zu modules ran\n", ran, 3 * sizeof kernels / sizeof *kernels);
    ck_assert_uint_ge(ran, 9); /* the float kernels without subgroups run anywhere */
}
END_TEST

/* The counter-test: the stranger does notice. */
START_TEST(stranger_given_a_wrong_description_objects)
{
    const fftc_workgroup_fft forward = {.elements_log2 = 2, .workgroup_log2 = 5};
    fftc_workgroup_fft inverse = forward;
    inverse.direction = FFTC_INVERSE;
    fftc_emitted one = emit(&forward);
    fftc_emitted other = emit(&inverse);
    make_directory();
    write_file("kernel.json", one.description, one.description_bytes);
    write_file("emitted.spv", other.spirv, other.spirv_words * sizeof *other.spirv);
    ck_assert_int_eq(shell(FFTC_TEST_STRANGER " kernel.json emitted.spv"), 1);
    remove_directory();
    fftc_emitted_free(&one);
    fftc_emitted_free(&other);
}
END_TEST

/* A shader of somebody else's that takes two headers and nothing more. */
START_TEST(shader_with_two_headers_compiles)
{
    static const char shader[] =
        "#version 450\n"
        "#extension GL_GOOGLE_include_directive : require\n"
        "#include \"fftcore/kernel/complex.h\"\n"
        "#include \"fftcore/kernel/order.h\"\n"
        "layout(local_size_x = 64) in;\n"
        "layout(set = 0, binding = 0) buffer Spectrum { vec2 spectrum[]; };\n"
        "layout(set = 0, binding = 1) buffer Ordered { vec2 ordered[]; };\n"
        "void main()\n"
        "{\n"
        "    uint slot = gl_GlobalInvocationID.x;\n"
        "    fftc_complex x = fftc_complex_make(spectrum[slot].x, spectrum[slot].y);\n"
        "    fftc_complex y = fftc_complex_mul_conj(x, x);\n"
        "    ordered[fftc_get_dft_index(slot, 2u, 6u)] = vec2(y.re, y.im);\n"
        "}\n";
    make_directory();
    write_file("two.comp", shader, sizeof shader - 1);
    ck_assert_int_eq(shell(FFTC_TEST_GLSLANG_VALIDATOR
                           " --target-env vulkan1.1 -I" FFTC_TEST_INCLUDE
                           " two.comp -o a.spv >log || { cat log; false; }"),
                     0);
    ck_assert_int_eq(
        shell(FFTC_TEST_GLSLC " --target-env=vulkan1.1 -I" FFTC_TEST_INCLUDE " two.comp -o b.spv"),
        0);
    ck_assert_int_eq(shell(FFTC_TEST_SPIRV_VAL " --target-env vulkan1.1 a.spv"), 0);
    ck_assert_int_eq(shell(FFTC_TEST_SPIRV_VAL " --target-env vulkan1.1 b.spv"), 0);
    remove_directory();
}
END_TEST

VULKAN_TESTING_MAIN("emit", emit_bad_arguments_invalid_and_zeroed, emit_twice_same_bytes,
                    emit_text_needs_no_other_file_and_has_no_c_in_it,
                    every_variant_is_exact_and_modest, stranger_runs_emitted_kernels,
                    stranger_given_a_wrong_description_objects, shader_with_two_headers_compiles)
