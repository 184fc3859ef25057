/* SPDX-License-Identifier: MIT
 *
 * fftcore/spirv.h: what a module is refused for.
 */
#include <string.h>

#include "spirv_testing.h"

/* Creation fails with this status, and the message has this text in it. */
static void check_refused(const fftc_spirv_source *source, fftc_status status, const char *text)
{
    fftc_spirv *shader = (fftc_spirv *)1;
    fftc_error error;
    ck_assert_int_eq(fftc_spirv_create(source, &shader, &error), status);
    ck_assert_msg(strstr(error.message, text) != NULL, "\"%s\" has no \"%s\"", error.message, text);
    ck_assert_ptr_null(shader);
}

START_TEST(create_wrong_arguments_refused)
{
    module *m = read_module("integers");
    fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_error error;
    check_refused(NULL, FFTC_INVALID_ARGUMENT, "source");
    ck_assert_int_eq(fftc_spirv_create(&source, NULL, &error), FFTC_INVALID_ARGUMENT);
    source.word_count = 4;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "word_count is 4");
    source.word_count = m->count;
    source.entry = "other";
    check_refused(&source, FFTC_INVALID_ARGUMENT, "no compute entry point of the name other");
    source.entry = "main";
    source.constants = &(fftc_spirv_constant){.id = 77};
    source.constant_count = 1;
    check_refused(&source, FFTC_INVALID_ARGUMENT,
                  "constants[0]: the module has no specialization constant whose id is 77");
    source.constants = NULL;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "constants is NULL");
    source.constant_count = 0;
    source.words = NULL;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "words is NULL");
    fftc_spirv_destroy(NULL);
    ck_assert_ptr_null(fftc_spirv_describe(NULL));
    free(m);
}
END_TEST

START_TEST(create_damaged_modules_refused_by_word)
{
    module *m = read_module("integers");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    uint32_t kept = m->words[0];
    m->words[0] = 0x12345678;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "0x12345678, not 0x07230203");
    m->words[0] = kept;
    kept = m->words[1];
    m->words[1] = 0x20000;
    check_refused(&source, FFTC_UNSUPPORTED, "1.0 to 1.6");
    m->words[1] = kept;
    kept = m->words[3];
    m->words[3] = 0xffffffff;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "bound");
    m->words[3] = kept;
    kept = m->words[5];
    m->words[5] = kept | 0xffff0000;
    check_refused(&source, FFTC_INVALID_ARGUMENT, "65535 words");
    m->words[5] = 2u << 16 | 9999u;
    check_refused(&source, FFTC_UNSUPPORTED, "instruction number 9999");
    free(m);
}
END_TEST

/* Every beginning of a module, and modules with words changed: refused or carried out. */
static void run_anyway(const fftc_spirv_source *source)
{
    static uint32_t data[256];
    const fftc_emulation config = {.event_limit = 20000};
    const fftc_spirv_buffer buffers[] = {{.data = data, .bytes = sizeof data},
                                         {.binding = 1, .data = data, .bytes = sizeof data}};
    const fftc_spirv_dispatch dispatch = {
        .buffers = buffers, .buffer_count = 2, .push_constants = data, .push_constant_bytes = 1024};
    fftc_spirv *shader;
    fftc_report report;
    fftc_error error;
    if (fftc_spirv_create(source, &shader, &error) == FFTC_SUCCESS) {
        (void)fftc_emulate_spirv(shader, &dispatch, &config, &report, NULL, 0, &error);
        fftc_spirv_destroy(shader);
    } else {
        ck_assert(error.message[0] != 0);
    }
}

START_TEST(create_beginnings_of_modules_refused)
{
    module *m = read_module("shared_atomics");
    for (size_t count = 5; count < m->count; ++count) {
        const fftc_spirv_source source = {.words = m->words, .word_count = count};
        fftc_spirv *shader;
        ck_assert_int_ne(fftc_spirv_create(&source, &shader, NULL), FFTC_SUCCESS);
    }
    free(m);
}
END_TEST

START_TEST(create_changed_words_no_crash)
{
    static const char *const names[] = {"control", "shared_atomics", "layouts", "interface"};
    testing_random random = testing_random_start("spirv words");
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        module *m = read_module(names[k]);
        const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
        for (int turn = 0; turn < 500; ++turn) {
            uint32_t at[2], kept[2];
            for (int i = 0; i < 2; ++i) {
                at[i] = (uint32_t)testing_random_below(&random, m->count);
                kept[i] = m->words[at[i]];
                m->words[at[i]] = testing_random_below(&random, 2) == 0
                                      ? (uint32_t)testing_random_below(&random, m->words[3])
                                      : m->words[testing_random_below(&random, m->count)];
            }
            run_anyway(&source);
            for (int i = 2; i-- > 0;) {
                m->words[at[i]] = kept[i];
            }
        }
        free(m);
    }
}
END_TEST

/* --- modules that no compiler makes, word by word */

#define PUT(m, opcode, ...) \
    put(m, opcode, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

static void put(module *m, uint32_t opcode, size_t count, const uint32_t *operands)
{
    m->words[m->count++] = (uint32_t)(count + 1) << 16 | opcode;
    for (size_t i = 0; i < count; ++i) {
        m->words[m->count++] = operands[i];
    }
}

enum { /* ids that all of them have; others begin at OWN */
       MAIN = 1,
       VOID,
       FUNCTION,
       FLOAT,
       UINT,
       FIVE,
       ONE,
       OWN
};

static module *begin_module(void)
{
    static const uint32_t header[] = {0x07230203, 0x10300, 0, 200, 0};
    module *m = malloc(sizeof *m);
    ck_assert_ptr_nonnull(m);
    memcpy(m->words, header, sizeof header);
    m->count = sizeof header / sizeof *header;
    PUT(m, 14, 0, 1);                   /* OpMemoryModel */
    PUT(m, 15, 5, MAIN, 0x6e69616d, 0); /* OpEntryPoint, "main" */
    PUT(m, 16, MAIN, 17, 1, 1, 1);      /* OpExecutionMode, LocalSize */
    PUT(m, 19, VOID);                   /* OpTypeVoid */
    PUT(m, 33, FUNCTION, VOID);         /* OpTypeFunction */
    PUT(m, 22, FLOAT, 32);              /* OpTypeFloat */
    PUT(m, 21, UINT, 32, 0);            /* OpTypeInt */
    PUT(m, 43, UINT, FIVE, 5);          /* OpConstant */
    PUT(m, 43, FLOAT, ONE, 0x3f800000);
    return m;
}

static void begin_function(module *m, uint32_t function, uint32_t label)
{
    PUT(m, 54, VOID, function, 0, FUNCTION); /* OpFunction */
    PUT(m, 248, label);                      /* OpLabel */
}

static void end_function(module *m)
{
    put(m, 253, 0, NULL); /* OpReturn */
    put(m, 56, 0, NULL);  /* OpFunctionEnd */
}

static void check_module_refused(module *m, fftc_status status, const char *text)
{
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    check_refused(&source, status, text);
    free(m);
}

START_TEST(create_product_of_scalars_as_matrices_refused)
{
    module *m = begin_module();
    PUT(m, 23, OWN, FLOAT, 2); /* OpTypeVector */
    begin_function(m, MAIN, OWN + 1);
    PUT(m, 145, OWN, OWN + 2, ONE, ONE); /* OpMatrixTimesVector */
    end_function(m);
    check_module_refused(m, FFTC_INVALID_ARGUMENT, "OpMatrixTimesVector of types that do not fit");
}
END_TEST

START_TEST(create_private_array_without_length_refused)
{
    module *m = begin_module();
    PUT(m, 29, OWN, UINT);       /* OpTypeRuntimeArray */
    PUT(m, 32, OWN + 1, 6, OWN); /* OpTypePointer, Private */
    PUT(m, 32, OWN + 2, 6, UINT);
    PUT(m, 59, OWN + 1, OWN + 3, 6); /* OpVariable */
    begin_function(m, MAIN, OWN + 4);
    PUT(m, 65, OWN + 2, OWN + 5, OWN + 3, FIVE); /* OpAccessChain */
    PUT(m, 62, OWN + 5, FIVE);                   /* OpStore */
    end_function(m);
    check_module_refused(m, FFTC_INVALID_ARGUMENT, "has no parts");
}
END_TEST

START_TEST(create_structs_doubled_refused)
{
    module *m = begin_module();
    PUT(m, 30, OWN, UINT, UINT); /* OpTypeStruct */
    for (uint32_t i = 1; i < 60; ++i) {
        PUT(m, 30, OWN + i, OWN + i - 1, OWN + i - 1);
    }
    check_module_refused(m, FFTC_TOO_LARGE, "a struct of more than");
}
END_TEST

START_TEST(create_result_of_no_scalars_refused)
{
    module *m = begin_module();
    PUT(m, 20, OWN);          /* OpTypeBool */
    PUT(m, 41, OWN, OWN + 1); /* OpConstantTrue */
    begin_function(m, MAIN, OWN + 2);
    PUT(m, 154, VOID, OWN + 3, OWN + 1); /* OpAny */
    end_function(m);
    check_module_refused(m, FFTC_INVALID_ARGUMENT, "OpAny");
}
END_TEST

/* A module that has an image of this type: Dim, Depth, Arrayed, MS, Sampled, Image Format. */
static module *module_with_image(const uint32_t operands[6])
{
    module *m = begin_module();
    uint32_t type[8] = {OWN, FLOAT};
    memcpy(type + 2, operands, 6 * sizeof *operands);
    put(m, 25, 8, type);             /* OpTypeImage */
    PUT(m, 32, OWN + 1, 0, OWN);     /* OpTypePointer, UniformConstant */
    PUT(m, 59, OWN + 1, OWN + 2, 0); /* OpVariable */
    begin_function(m, MAIN, OWN + 3);
    PUT(m, 61, OWN, OWN + 4, OWN + 2); /* OpLoad */
    end_function(m);
    return m;
}

START_TEST(create_image_types_of_more_than_8_bits_refused)
{
    uint32_t operands[6] = {1, 0, 0, 0, 2, 3}; /* 2D, stored to, R32f */
    module *m = module_with_image(operands);
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    fftc_spirv_destroy(open_shader(&source));
    free(m);
    for (int i = 0; i < 6; ++i) {
        if (i != 1) { /* Depth is a hint */
            operands[i] += 256;
            check_module_refused(module_with_image(operands), FFTC_INVALID_ARGUMENT,
                                 "a shape or format that Vulkan does not have");
            operands[i] -= 256;
        }
    }
}
END_TEST

/* A pointer that is made of a number may reach every slot of a frame, and nothing else. */
START_TEST(emulate_forged_pointers_stay_in_frame)
{
    for (uint32_t slot = 0; slot < 24; ++slot) {
        module *m = begin_module();
        uint32_t pointer = OWN, ulong = OWN + 1, forged = OWN + 2, number = OWN + 3;
        uint32_t to = OWN + 4, variable = OWN + 5, constant = OWN + 6, whole = OWN + 7;
        PUT(m, 32, pointer, 7, UINT); /* OpTypePointer, Function */
        PUT(m, 21, ulong, 64, 0);
        PUT(m, 30, forged, pointer); /* OpTypeStruct */
        PUT(m, 30, number, ulong);
        PUT(m, 32, to, 6, forged);
        PUT(m, 43, ulong, constant, slot, 0x40000000); /* OpConstant: a pointer into the frame */
        PUT(m, 44, number, whole, constant);           /* OpConstantComposite */
        PUT(m, 59, to, variable, 6);
        begin_function(m, OWN + 8, OWN + 9);
        PUT(m, 62, variable, whole);                /* OpStore */
        PUT(m, 61, forged, OWN + 10, variable);     /* OpLoad */
        PUT(m, 81, pointer, OWN + 11, OWN + 10, 0); /* OpCompositeExtract */
        PUT(m, 62, OWN + 11, FIVE);
        end_function(m);
        begin_function(m, MAIN, OWN + 12);
        PUT(m, 57, VOID, OWN + 13, OWN + 8); /* OpFunctionCall */
        end_function(m);
        const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
        const fftc_spirv_dispatch dispatch = {0};
        fftc_spirv *shader = open_shader(&source);
        ck_assert_int_eq(fftc_emulate_spirv(shader, &dispatch, NULL, NULL, NULL, 0, NULL),
                         FFTC_SUCCESS);
        fftc_spirv_destroy(shader);
        free(m);
    }
}
END_TEST

START_TEST(create_other_byte_order_same)
{
    module *m = read_module("integers");
    const fftc_spirv_source source = {.words = m->words, .word_count = m->count};
    for (size_t i = 0; i < m->count; ++i) {
        m->words[i] = __builtin_bswap32(m->words[i]);
    }
    fftc_spirv *shader = open_shader(&source);
    ck_assert_str_eq(fftc_spirv_describe(shader)->entry, "main");
    fftc_spirv_destroy(shader);
    free(m);
}
END_TEST

TESTING_MAIN("spirv modules", create_wrong_arguments_refused,
             create_damaged_modules_refused_by_word, create_beginnings_of_modules_refused,
             create_changed_words_no_crash, create_product_of_scalars_as_matrices_refused,
             create_private_array_without_length_refused, create_structs_doubled_refused,
             create_result_of_no_scalars_refused, create_image_types_of_more_than_8_bits_refused,
             emulate_forged_pointers_stay_in_frame, create_other_byte_order_same)
