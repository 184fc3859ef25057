/* SPDX-License-Identifier: MIT
 *
 * Plans as text: what was saved gives the same plan, and nothing but that is taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/engine.h"
#include "fftcore/reference.h"
#include "transform_testing.h"

#define TEXT_BYTES 8192

static const char *save(const fftc_plan *plan, char *text)
{
    size_t bytes = 0;
    fftc_error error;
    ck_assert_msg(fftc_plan_save(plan, text, TEXT_BYTES, &bytes, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_uint_eq(bytes, strlen(text) + 1);
    ck_assert_uint_gt(bytes, 1);
    ck_assert_int_eq(text[bytes - 2], '\n');
    for (const char *p = text; p < text + bytes - 2; ++p) {
        ck_assert(*p >= ' ' && *p <= '~');
    }
    return text;
}

static fftc_plan *create(const fftc_transform *t, const fftc_plan_options *options)
{
    fftc_plan *plan;
    fftc_error error;
    fftc_status status = fftc_plan_create(t, options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s: %s", transform_describe(t),
                  options->saved != NULL ? options->saved : "new", error.message);
    return plan;
}

/* Saved, loaded, saved again: the same text, the same bits. */
static void check_round_trip(const fftc_transform *t, fftc_effort effort, testing_random *random)
{
    static char first[TEXT_BYTES];
    static char second[TEXT_BYTES];
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    char *data = malloc(axes.src_span * item);
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    fftc_plan_options options = {.threads = 2, .effort = effort, .seconds = 0.02};
    fftc_plan *plan = create(t, &options);
    char *expected = transform_execute_whole(t, plan, data);
    (void)save(plan, first);
    fftc_plan_destroy(plan);
    options = (fftc_plan_options){.effort = FFTC_SAVED, .saved = first};
    plan = create(t, &options);
    char *actual = transform_execute_whole(t, plan, data);
    ck_assert_str_eq(save(plan, second), first);
    fftc_plan_destroy(plan);
    ck_assert_msg(memcmp(actual, expected, axes.dst_span * item) == 0, "%s: other bits: %s",
                  transform_describe(t), first);
    free(actual);
    free(expected);
    free(data);
}

static const fftc_transform kinds[] = {
    {.length = {1}},
    {.length = {7}},
    {.length = {16}, .batch = 3},
    {.length = {1024}},
    {.length = {1000}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE},
    {.length = {1009}},
    {.length = {391}, .batch = 2},
    {.length = {4913}, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE},
    {.length = {1 << 16}, .placement = FFTC_IN_PLACE},
    {.length = {100000}, .precision = FFTC_FLOAT64},
    {.length = {40000 - 1}},
    {.length = {24, 36}, .placement = FFTC_IN_PLACE},
    {.length = {20, 17, 9}, .precision = FFTC_FLOAT64},
    {.length = {3, 4, 5, 6}, .batch = 7},
    {.length = {7}, .batch = 90},
    {.length = {12, 8}, .placement = FFTC_IN_PLACE, .batch = 3},
    {.length = {1000}, .kind = FFTC_REAL},
    {.length = {44, 77}, .kind = FFTC_REAL, .precision = FFTC_FLOAT64},
    {.length = {6, 90}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {256, 30}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DCT_I, FFTC_DST_IV}},
    {.length = {120},
     .src_stride = {3},
     .dst_stride = {5},
     .batch = 3,
     .src_distance = 360,
     .dst_distance = 700},
    {.length = {4}, .precision = FFTC_FLOAT64, .dst_range = {{0, 1}}},
    {.length = {6}, .precision = FFTC_FLOAT64, .src_range = {{2, 3}}, .placement = FFTC_IN_PLACE},
    {.length = {720}, .batch = 2, .src_range = {{50, 100}}, .dst_range = {{7, 300}}},
    {.length = {1 << 15}, .src_range = {{5, 3000}}},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

START_TEST(plan_saved_and_loaded_same_bits)
{
    testing_random random = testing_random_start("saved");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; transform_force_isa(isa) && i < KIND_COUNT; ++i) {
            check_round_trip(&kinds[i], FFTC_ESTIMATE, &random);
        }
    }
}
END_TEST

START_TEST(plan_measured_saved_and_loaded_same_bits)
{
    testing_random random = testing_random_start("measured");
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        check_round_trip(&kinds[i], FFTC_MEASURE, &random);
    }
}
END_TEST

START_TEST(plan_drawn_saved_and_loaded_same_bits)
{
    testing_random random = testing_random_start("drawn");
    for (unsigned round = 0; round < 300 * transform_campaign(); ++round) {
        fftc_transform t = transform_draw(&random, 3000);
        check_round_trip(&t, FFTC_ESTIMATE, &random);
    }
}
END_TEST

static void check_refused_by(const fftc_transform *t, fftc_effort effort, const char *text,
                             fftc_status status, const char *word)
{
    fftc_plan_options options = {.effort = effort, .saved = text};
    fftc_plan *plan = (fftc_plan *)(uintptr_t)&status;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(fftc_plan_create(t, &options, &plan, &error) == status, "\"%s\": status %d: %s",
                  text, (int)error.status, error.message);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, word) != NULL, "\"%s\": \"%s\" does not mention %s", text,
                  error.message, word);
}

/* A text of other plans, which FFTC_SAVED refuses. Otherwise the plan is the one without. */
static void check_passed_over(const fftc_transform *t, const char *text, fftc_status status,
                              const char *word)
{
    static char expected[TEXT_BYTES];
    static char actual[TEXT_BYTES];
    const fftc_plan_options without = {.threads = 0};
    const fftc_plan_options with = {.saved = text};
    const fftc_plan_options measured = {.effort = FFTC_MEASURE, .seconds = 0.01, .saved = text};
    check_refused_by(t, FFTC_SAVED, text, status, word);
    fftc_plan *plan = create(t, &without);
    (void)save(plan, expected);
    fftc_plan_destroy(plan);
    plan = create(t, &with);
    ck_assert_str_eq(save(plan, actual), expected);
    fftc_plan_destroy(plan);
    fftc_plan_destroy(create(t, &measured));
}

static void check_refused(const fftc_transform *t, const char *text, fftc_status status,
                          const char *word)
{
    check_refused_by(t, FFTC_SAVED, text, status, word);
    check_refused_by(t, FFTC_ESTIMATE, text, status, word);
    if (strstr(text, " estimated") == NULL) { /* FFTC_MEASURE passes those over */
        check_refused_by(t, FFTC_MEASURE, text, status, word);
    }
}

/* `text` with word number `index` replaced. */
static const char *with_word(const char *text, int index, const char *word)
{
    static char changed[TEXT_BYTES];
    const char *start = text;
    for (; index > 0; --index) {
        start = strchr(start, ' ') + 1;
    }
    const char *end = start + strcspn(start, " ");
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(start - text), text, word, end);
    return changed;
}

START_TEST(text_of_another_plan_passed_over)
{
    static char text[TEXT_BYTES];
    fftc_transform t = {.length = {64, 1024}, .batch = 2};
    fftc_plan_options options = {0};
    fftc_plan *plan = create(&t, &options);
    (void)save(plan, text);
    fftc_plan_destroy(plan);
    check_passed_over(&t, with_word(text, 1, "0.0.9"), FFTC_UNSUPPORTED, "version");
    check_passed_over(&t, with_word(text, 2, "sve"), FFTC_UNSUPPORTED, "instruction set");
    check_passed_over(&t, with_word(text, 3, "f32:complex:forward:64x1024"), FFTC_INVALID_ARGUMENT,
                      "another transform");
    check_passed_over(&t, with_word(text, 4, "0123456789abcdef"), FFTC_INVALID_ARGUMENT,
                      "another transform");
    /* What the name does not show, the hash does. */
    fftc_transform others[] = {t, t, t, t, t, t, t, t};
    others[0].scaling = FFTC_SCALE_UNITARY;
    others[1].placement = FFTC_IN_PLACE;
    others[2].dst_distance = 64 * 1024 + 5;
    others[3].src_distance = 64 * 1024;
    others[3].src_stride[0] = 1;
    others[3].src_stride[1] = 64;
    others[4].batch = 3;
    others[5].precision = FFTC_FLOAT64;
    others[6].direction = FFTC_INVERSE;
    others[7].length[0] = 32;
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        check_passed_over(&others[i], text, FFTC_INVALID_ARGUMENT, "another transform");
    }
    others[0] = t;
    others[0].batch = 1; /* a batch of 1 and one of 0 are the same */
    others[1] = others[0];
    others[1].batch = 0;
    plan = create(&others[0], &options);
    options.saved = save(plan, text);
    options.effort = FFTC_SAVED;
    fftc_plan_destroy(plan);
    fftc_plan_destroy(create(&others[1], &options));
}
END_TEST

typedef struct alike {
    fftc_transform one;
    fftc_transform other;
} alike;

/* Both descriptions of each pair mean the same. */
static const alike pairs[] = {
    {{.length = {64, 1024}, .batch = 2},
     {.length = {64, 1024},
      .batch = 2,
      .src_stride = {1024, 1},
      .dst_stride = {1024, 1},
      .src_distance = 65536,
      .dst_distance = 65536}},
    {{.length = {360}},
     {.length = {360},
      .batch = 1,
      .src_distance = 7,
      .dst_distance = 999,
      .scaling = FFTC_SCALE_NONE}},
    {{.length = {1, 48, 1}},
     {.length = {1, 48, 1}, .src_stride = {5, 1, 9}, .dst_stride = {0, 1, 0}}},
    {{.length = {1, 48}, .src_stride = {0, 3}, .dst_stride = {7, 2}},
     {.length = {1, 48}, .src_stride = {999, 3}, .dst_stride = {0, 2}}},
    {{.length = {1, 8}, .src_stride = {1, FFTC_STRIDE_ZERO}},
     {.length = {1, 8}, .src_stride = {2, FFTC_STRIDE_ZERO}}},
    {{.length = {30, 500}, .src_range = {{2, 9}}},
     {.length = {30, 500}, .src_range = {{2, 9}, {0, 500}}, .dst_range = {{0, 30}, {0, 500}}}},
    {{.length = {40, 30}, .loop = {1}, .direction = FFTC_INVERSE},
     {.length = {40, 30}, .loop = {7}, .direction = FFTC_INVERSE, .dst_stride = {30, 1}}},
    {{.length = {24, 90}, .kind = FFTC_REAL},
     {.length = {24, 90},
      .kind = FFTC_REAL,
      .src_stride = {90, 1},
      .dst_stride = {46, 1},
      .src_range = {{0, 24}, {0, 90}},
      .dst_range = {{0, 24}, {0, 46}}}},
    {{.length = {24, 91}, .kind = FFTC_REAL, .direction = FFTC_INVERSE, .batch = 3},
     {.length = {24, 91},
      .kind = FFTC_REAL,
      .direction = FFTC_INVERSE,
      .batch = 3,
      .src_stride = {46, 1},
      .src_distance = 24 * 46,
      .dst_distance = 24 * 91}},
    {{.length = {24, 90}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE, .batch = 3},
     {.length = {24, 90},
      .kind = FFTC_REAL,
      .placement = FFTC_IN_PLACE,
      .batch = 3,
      .src_stride = {92, 1},
      .dst_stride = {46, 1},
      .src_distance = 24 * 92,
      .dst_distance = 24 * 46}},
    {{.length = {16, 90}, .kind = FFTC_REAL_TO_REAL, .trigonometric = {FFTC_DST_I, FFTC_DCT_IV}},
     {.length = {16, 90},
      .kind = FFTC_REAL_TO_REAL,
      .trigonometric = {FFTC_DST_I, FFTC_DCT_IV},
      .scaling = FFTC_SCALE_NONE,
      .src_stride = {90, 1}}},
};
#define PAIR_COUNT (sizeof pairs / sizeof *pairs)

/* What was saved for either is found for the other, and is what that would save. */
static void check_alike(const fftc_transform *one, const fftc_transform *other)
{
    static char text[TEXT_BYTES];
    static char again[TEXT_BYTES];
    const fftc_plan_options estimate = {0};
    fftc_plan *plan = create(one, &estimate);
    const fftc_plan_options loaded = {.effort = FFTC_SAVED, .saved = save(plan, text)};
    fftc_plan_destroy(plan);
    plan = create(other, &loaded);
    ck_assert_str_eq(save(plan, again), text);
    fftc_plan_destroy(plan);
    plan = create(other, &estimate);
    ck_assert_str_eq(save(plan, again), text);
    fftc_plan_destroy(plan);
}

START_TEST(text_of_a_plan_described_otherwise_taken)
{
    for (size_t i = 0; i < PAIR_COUNT; ++i) {
        check_alike(&pairs[i].one, &pairs[i].other);
        check_alike(&pairs[i].other, &pairs[i].one);
    }
}
END_TEST

/* As people write files, and as other systems end lines. */
START_TEST(text_with_comments_and_other_line_ends_taken)
{
    static const char *const frames[] = {
        "\n%s",
        "# measured here\n%s",
        "#\n  \t\n\r\n# fftcore\r\n%s\r\n# the end",
        "fftcore 0.0.9 neon x\r\n\r\n%s\r\n",
        "%s\r",
        "%s\n\n\n",
        "%s\r\nand what is behind it is not read",
    };
    static char line[TEXT_BYTES];
    static char text[2 * TEXT_BYTES];
    static char again[TEXT_BYTES];
    static const size_t picks[] = {3, 0}; /* the second line ends with its name */
    for (size_t i = 0; i < sizeof frames / sizeof *frames * 2; ++i) {
        const fftc_transform *t = &kinds[picks[i % 2]];
        const fftc_plan_options estimate = {0};
        const fftc_plan_options loaded = {.effort = FFTC_SAVED, .saved = text};
        fftc_plan *plan = create(t, &estimate);
        (void)save(plan, line);
        fftc_plan_destroy(plan);
        int length = (int)strlen(line) - 1;
        const char *frame = frames[i / 2];
        const char *place = strstr(frame, "%s");
        (void)snprintf(text, sizeof text, "%.*s%.*s%s", (int)(place - frame), frame, length, line,
                       place + 2);
        plan = create(t, &loaded);
        ck_assert_str_eq(save(plan, again), line);
        fftc_plan_destroy(plan);
    }
    check_passed_over(&kinds[3], "# nothing yet\n\n", FFTC_INVALID_ARGUMENT, "saved is empty");
    check_refused(&kinds[3], "# one\n\n  # two\n", FFTC_INVALID_ARGUMENT, "line 3");
}
END_TEST

/* A file of lines: each plan finds its own, whatever else there is. */
START_TEST(text_of_many_plans_own_line_taken)
{
    static char one[TEXT_BYTES];
    static char all[8 * TEXT_BYTES];
    static const size_t picks[] = {3, 0, 7, 9}; /* 0 has no choices: its line ends with the name */
    fftc_plan_options options = {0};
    (void)snprintf(all, sizeof all, "%s",
                   "fftcore-vulkan 0.0.9 of a device\n"
                   "fftcore 0.0.9 neon of a version long gone\n");
    size_t used = strlen(all);
    for (size_t i = 0; i < sizeof picks / sizeof *picks; ++i) {
        fftc_plan *plan = create(&kinds[picks[i]], &options);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s", save(plan, one));
        fftc_plan_destroy(plan);
    }
    /* With the last end and without, as a file has it and as somebody joins lines. */
    for (int ended = 1; ended >= 0; --ended) {
        all[used - 1] = ended ? '\n' : '\0';
        for (size_t i = 0; i < sizeof picks / sizeof *picks; ++i) {
            fftc_plan *fresh = create(&kinds[picks[i]], &options);
            (void)save(fresh, one);
            fftc_plan_destroy(fresh);
            fftc_plan *plan =
                create(&kinds[picks[i]], &(fftc_plan_options){.effort = FFTC_SAVED, .saved = all});
            static char again[TEXT_BYTES];
            ck_assert_str_eq(save(plan, again), one);
            fftc_plan_destroy(plan);
        }
        check_passed_over(&kinds[1], all, FFTC_INVALID_ARGUMENT, "another transform");
    }
    *strchr(strchr(all, '\n') + 1, '\n') = '\0';
    check_passed_over(&kinds[1], all, FFTC_UNSUPPORTED, "version");
    *strchr(all, '\n') = '\0';
    check_passed_over(&kinds[1], all, FFTC_UNSUPPORTED, "for devices");
    (void)snprintf(all, sizeof all, "fftcore 0.0.9 x\nx\nfftcore 0.0.9 x\n");
    check_refused(&kinds[1], all, FFTC_INVALID_ARGUMENT, "line 2");
}
END_TEST

/* What a plan of t is saved as, in `text`; in `head` what of it stands before the choices. */
static void save_parts(const fftc_transform *t, char *text, char *head)
{
    const fftc_plan_options options = {0};
    fftc_plan *plan = create(t, &options);
    const char *choices = save(plan, text);
    fftc_plan_destroy(plan);
    (void)snprintf(head, TEXT_BYTES, "%.*s", (int)(transform_choices(choices) - text - 1), text);
}

START_TEST(text_damaged_refused)
{
    static char text[TEXT_BYTES];
    static char head[TEXT_BYTES];
    static char changed[2 * TEXT_BYTES];
    const fftc_transform t = {.length = {64, 1024}};
    save_parts(&t, text, head);
    check_passed_over(&t, "", FFTC_INVALID_ARGUMENT, "pass what was saved");
    check_refused_by(&t, FFTC_SAVED, NULL, FFTC_INVALID_ARGUMENT, "saved NULL");
    check_refused(&t, "nonsense", FFTC_INVALID_ARGUMENT, "line 1 of saved");
    check_passed_over(&t, "fftcore", FFTC_UNSUPPORTED, "version");
    /* Cut off anywhere: too few numbers, or none at all. */
    size_t length = strlen(text) - 1;
    text[length] = '\0';
    for (size_t cut = 0; cut < length; ++cut) {
        const fftc_plan_options options = {.effort = FFTC_SAVED, .saved = changed};
        fftc_plan *plan;
        (void)snprintf(changed, sizeof changed, "%.*s", (int)cut, text);
        ck_assert_msg(fftc_plan_create(&t, &options, &plan, NULL) != FFTC_SUCCESS, "taken: \"%s\"",
                      changed);
    }
    (void)snprintf(changed, sizeof changed, "%s 1.1.1", text);
    check_passed_over(&t, changed, FFTC_INVALID_ARGUMENT, "does not fit");
    (void)snprintf(changed, sizeof changed, "%s ", text);
    check_refused(&t, changed, FFTC_INVALID_ARGUMENT, "damaged");
    memcpy(changed, head, strlen(head) + 1);
    for (int i = 0; i < 100; ++i) {
        (void)strcat(changed, i == 0 ? " 1" : ".1");
    }
    check_refused(&t, changed, FFTC_INVALID_ARGUMENT, "damaged");
}
END_TEST

START_TEST(choices_damaged_refused)
{
    static char text[TEXT_BYTES];
    static char head[TEXT_BYTES];
    static char changed[2 * TEXT_BYTES];
    const fftc_transform t = {.length = {64, 1024}};
    static const char *const damaged[] = {
        " ",
        "  1.1",
        " 1.",
        " .1",
        " 1..1",
        " -1",
        " +",
        " 1.1x",
        " 01",
        " 0x1",
        " 1.16.4.1.16 ",
        " t",
        " t0",
        " t2x",
        " 4294967296",
        " t2147483648 1.16.4.1.16",
    };
    static const char *const foreign[] = {
        " 1",        "\n",  " 0", " 1.16.16.1.4 99.99", " 3.2047.1.16.16.2.8.16", " 2.16.1.16.1.4",
        " 1.16.0.0", " t2",
    };
    save_parts(&t, text, head);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; ++i) {
        (void)snprintf(changed, sizeof changed, "%s%s", head, damaged[i]);
        check_refused(&t, changed, FFTC_INVALID_ARGUMENT, "damaged");
    }
    /* Choices as another processor may have had them. */
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; ++i) {
        (void)snprintf(changed, sizeof changed, "%s%s", head, foreign[i]);
        check_passed_over(&t, changed, FFTC_INVALID_ARGUMENT, "");
    }
    /* One point by a convolution of one point. */
    const fftc_transform point = {.length = {1}};
    save_parts(&point, text, head);
    (void)snprintf(changed, sizeof changed, "%s 3.1.1.0", head);
    check_passed_over(&point, changed, FFTC_INVALID_ARGUMENT, "");
}
END_TEST

/* What a plan with this effort and text saves. */
static const char *saved_by(const fftc_transform *t, fftc_effort effort, const char *saved,
                            char *text)
{
    const fftc_plan_options options = {.effort = effort, .seconds = 0.01, .saved = saved};
    fftc_plan *plan = create(t, &options);
    (void)save(plan, text);
    fftc_plan_destroy(plan);
    return text;
}

START_TEST(text_says_the_effort_and_measuring_takes_no_estimate)
{
    static char estimated[TEXT_BYTES];
    static char measured[TEXT_BYTES];
    static char before[TEXT_BYTES]; /* as lines were before they said it */
    static char both[2 * TEXT_BYTES];
    static char again[TEXT_BYTES];
    const fftc_transform t = {.length = {64, 1024}};
    (void)saved_by(&t, FFTC_ESTIMATE, NULL, estimated);
    char *word = strstr(estimated, " estimated ");
    ck_assert_ptr_nonnull(word);
    ck_assert_ptr_nonnull(strstr(saved_by(&t, FFTC_MEASURE, NULL, again), " measured "));
    /* A limit of threads, which nothing else gives these plans, shows that a line was taken. */
    const int head = (int)(word - estimated);
    const char *choices = word + strlen(" estimated");
    (void)snprintf(measured, sizeof measured, "%.*s measured t7%s", head, estimated, choices);
    (void)snprintf(before, sizeof before, "%.*s t7%s", head, estimated, choices);
    static const fftc_effort efforts[] = {FFTC_ESTIMATE, FFTC_MEASURE, FFTC_SAVED};
    for (size_t i = 0; i < sizeof efforts / sizeof *efforts; ++i) {
        ck_assert_str_eq(saved_by(&t, efforts[i], measured, again), measured);
        ck_assert_str_eq(saved_by(&t, efforts[i], before, again), before);
        (void)snprintf(both, sizeof both, "%s%s", estimated, measured);
        ck_assert_str_eq(saved_by(&t, efforts[i], both, again),
                         efforts[i] == FFTC_MEASURE ? measured : estimated);
    }
    ck_assert_str_eq(saved_by(&t, FFTC_SAVED, estimated, again), estimated);
    ck_assert_ptr_nonnull(strstr(saved_by(&t, FFTC_MEASURE, estimated, again), " measured "));
    (void)snprintf(both, sizeof both, "%.*s estimate%s", head, estimated, choices);
    check_refused(&t, both, FFTC_INVALID_ARGUMENT, "damaged");
    (void)snprintf(both, sizeof both, "%.*s measured measured%s", head, estimated, choices);
    check_refused(&t, both, FFTC_INVALID_ARGUMENT, "damaged");
}
END_TEST

START_TEST(text_of_other_bits_refused_with_what_differs)
{
    static char text[TEXT_BYTES];
    const fftc_transform t = {.length = {64, 1024}};
    const fftc_transform other = {.length = {64, 2048}};
    for (int reproducible = 0; reproducible <= 1; ++reproducible) {
        const fftc_plan_options then = {.reproducible = reproducible};
        const fftc_plan_options now = {
            .effort = FFTC_SAVED, .saved = text, .reproducible = !reproducible};
        fftc_plan *plan = create(&t, &then);
        (void)save(plan, text);
        fftc_plan_destroy(plan);
        fftc_error error;
        ck_assert_int_eq(fftc_plan_create(&t, &now, &plan, &error), FFTC_UNSUPPORTED);
        ck_assert_ptr_nonnull(strstr(error.message, reproducible ? "with options.reproducible"
                                                                 : "without options.reproducible"));
        ck_assert_int_eq(fftc_plan_create(&other, &now, &plan, &error), FFTC_UNSUPPORTED);
        ck_assert_ptr_nonnull(strstr(error.message, "another instruction set"));
    }
}
END_TEST

/* One pass over columns of so few points is faster than two. */
START_TEST(estimate_short_columns_one_pass)
{
    static const unsigned points[] = {4, 6, 8, 10};
    for (size_t i = 0; i < TRANSFORM_ISAS * sizeof points / sizeof *points; ++i) {
        unsigned n = points[i / TRANSFORM_ISAS];
        fftc_transform t = {.length = {n}, .batch = 64, .src_stride = {64}, .src_distance = 1};
        memcpy(t.dst_stride, t.src_stride, sizeof t.dst_stride);
        t.dst_distance = 1;
        t.precision = (fftc_precision)(n / 2 % 2);
        if (transform_force_isa(i % TRANSFORM_ISAS)) {
            char text[TEXT_BYTES];
            char vector[32];
            char passes[32]; /* where there are some, n is one radix of theirs */
            fftc_plan_options options = {0};
            fftc_plan *plan = create(&t, &options);
            (void)snprintf(vector, sizeof vector, ".1.%u\n", n);
            (void)snprintf(passes, sizeof passes, " 22.%u\n", n);
            (void)save(plan, text);
            ck_assert_msg(strstr(text, vector) != NULL || strstr(text, passes) != NULL, "%s", text);
            fftc_plan_destroy(plan);
        }
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
}
END_TEST

START_TEST(save_senseless_refused)
{
    fftc_transform t = {.length = {48}};
    fftc_plan_options options = {0};
    fftc_plan *plan = create(&t, &options);
    char text[TEXT_BYTES];
    size_t bytes = 0;
    ck_assert_int_eq(fftc_plan_save(NULL, text, sizeof text, &bytes, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_save(plan, text, sizeof text, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_save(plan, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_gt(bytes, 20);
    size_t needed = bytes;
    for (size_t capacity = 0; capacity < needed; ++capacity) {
        memset(text, '#', sizeof text);
        bytes = 0;
        ck_assert_int_eq(fftc_plan_save(plan, text, capacity, &bytes, NULL), FFTC_TOO_LARGE);
        ck_assert_uint_eq(bytes, needed);
        ck_assert(text[0] == '#' && text[capacity] == '#');
    }
    ck_assert_int_eq(fftc_plan_save(plan, text, needed, &bytes, NULL), FFTC_SUCCESS);
    ck_assert(text[needed - 1] == '\0' && text[needed] == '#');
    fftc_plan_destroy(plan);
}
END_TEST

TESTING_MAIN("transform_saved", plan_saved_and_loaded_same_bits, text_of_many_plans_own_line_taken,
             plan_measured_saved_and_loaded_same_bits, plan_drawn_saved_and_loaded_same_bits,
             text_of_another_plan_passed_over, text_of_a_plan_described_otherwise_taken,
             text_with_comments_and_other_line_ends_taken, text_damaged_refused,
             choices_damaged_refused, text_says_the_effort_and_measuring_takes_no_estimate,
             text_of_other_bits_refused_with_what_differs, estimate_short_columns_one_pass,
             save_senseless_refused)
