/* SPDX-License-Identifier: MIT
 *
 * Real to complex and back against the definition: every short length, and any description.
 */
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "real_testing.h"

static void check_length(size_t n, fftc_precision precision, testing_random *random)
{
    char data[258 * sizeof(double)];
    real_fill(precision, data, n + 2, random);
    for (int direction = 0; direction < 2; ++direction) {
        fftc_transform t = {.length = {n},
                            .precision = precision,
                            .direction = (fftc_direction)direction,
                            .kind = FFTC_REAL};
        real_check_row(&t, data);
    }
}

START_TEST(length_every_short_one_is_the_definition)
{
    testing_random random = testing_random_start("real, short");
    for (size_t n = 1; n <= 256; ++n) {
        check_length(n, FFTC_FLOAT32, &random);
        check_length(n, FFTC_FLOAT64, &random);
    }
}
END_TEST

/* Of short lines as many as fill vectors, and those that are left: rows, and columns. */
START_TEST(short_lines_in_numbers_are_the_definition)
{
    static const uint64_t counts[] = {2, 3, 5, 8, 13, 16, 19, 37};
    testing_random random = testing_random_start("short lines");
    for (uint64_t n = 2; n <= 34; ++n) {
        for (size_t way = 0; way < 4 * (sizeof counts / sizeof *counts); ++way) {
            bool columns = way % 2 != 0;
            uint64_t count = counts[way / 4];
            fftc_transform t = {.length = {columns ? n : count, columns ? count : n},
                                .loop = {!columns, columns},
                                .kind = way % 4 == 0 ? FFTC_REAL : FFTC_REAL_TO_REAL};
            t.precision = (fftc_precision)testing_random_below(&random, 2);
            t.direction = (fftc_direction)testing_random_below(&random, 2);
            t.scaling = (fftc_scaling)testing_random_below(&random, 3);
            if (t.kind == FFTC_REAL_TO_REAL) {
                t.placement = (fftc_placement)testing_random_below(&random, 2);
                t.trigonometric[columns ? 0 : 1] =
                    (fftc_trigonometric)testing_random_below(&random, 8);
            }
            char data[2 * 37 * 36 * sizeof(double)];
            real_fill(t.precision, data, (size_t)(2 * count * (n / 2 + 1)), &random);
            real_check_row(&t, data);
        }
    }
}
END_TEST

/* Groups of short columns, with nothing or with gaps between numbers, rows and groups: vectors go
 * over the ends of rows where others follow, and must not elsewhere. */
START_TEST(groups_of_short_columns_are_the_definition)
{
    testing_random random = testing_random_start("groups of short columns");
    for (uint64_t i = 0; i < 20 * 12 * 2 * 2; ++i) {
        const uint64_t n = 1 + i % 20;
        const uint64_t groups = 1 + testing_random_below(&random, 12);
        const uint64_t columns = 1 + i / 20 % 12;
        fftc_transform t = {.length = {1 + testing_random_below(&random, 2), groups, columns, n},
                            .loop = {1, 1, 1, 0},
                            .kind = FFTC_REAL,
                            .precision = (fftc_precision)(i / 240 % 2),
                            .direction = (fftc_direction)(i / 480)};
        for (int side = 0; side < 2; ++side) {
            const bool real = (side == 0) == (t.direction == FFTC_FORWARD);
            uint64_t *stride = side == 0 ? t.src_stride : t.dst_stride;
            const uint64_t rows = real ? n : n / 2 + 1;
            const bool gaps = testing_random_below(&random, 3) == 0;
            stride[2] = 1 + (gaps && testing_random_below(&random, 3) == 0);
            stride[3] = stride[2] * columns + (gaps ? testing_random_below(&random, 2) : 0);
            stride[1] = stride[3] * rows + (gaps ? testing_random_below(&random, 2) : 0);
            stride[0] = stride[1] * groups + (gaps ? testing_random_below(&random, 2) : 0);
        }
        const real_side from = real_side_of(&t, false);
        char *data = malloc(from.span * from.scalars * sizeof(double));
        ck_assert_ptr_nonnull(data);
        real_fill(t.precision, data, from.span * from.scalars, &random);
        real_check_row(&t, data);
        free(data);
    }
}
END_TEST

/* From how many lines on they are done as many are: a few of FFTC_REAL are done line by line. */
static uint64_t least_many(const fftc_transform *t)
{
    return t->kind == FFTC_REAL_TO_REAL ? 1 : t->length[0] < 4 ? 33 : 8;
}

/* Transforms a line that is one of `few` equal lines. */
static void transform_among(fftc_transform t, uint64_t few, const char *line, size_t in, void *one,
                            size_t out)
{
    double src[33 * 24];
    double dst[33 * 24];
    t.batch = few;
    for (uint64_t i = 0; i < few; ++i) {
        memcpy((char *)src + i * in, line, in);
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    memcpy(one, (char *)dst + (few - 1) * out, out);
}

/* Lines of which vectors hold several, or one in each lane, have the bits of a line among few, on
 * both sides of every count from which on they are done so, and leave what lies behind them. */
START_TEST(short_lines_among_many_have_the_bits_of_few)
{
    static const uint64_t lengths[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20};
    static const uint64_t counts[] = {2, 4, 5, 6, 7, 8, 9, 13, 31, 32, 33, 35, 70};
    enum { LENGTHS = sizeof lengths / sizeof *lengths, COUNTS = sizeof counts / sizeof *counts };
    enum { MOST = 70 * 22, BEHIND = 16 };
    testing_random random = testing_random_start("short lines among many");
    for (size_t i = 0; i < TRANSFORM_ISAS * LENGTHS * 3 * 2 * COUNTS; ++i) {
        if (!transform_force_isa(i % TRANSFORM_ISAS)) {
            continue;
        }
        size_t k = i / TRANSFORM_ISAS;
        fftc_transform t = {.length = {lengths[k % LENGTHS]},
                            .batch = counts[k / (LENGTHS * 3 * 2)]};
        t.kind = k / LENGTHS % 3 < 2 ? FFTC_REAL : FFTC_REAL_TO_REAL;
        t.direction = k / LENGTHS % 3 == 1 ? FFTC_INVERSE : FFTC_FORWARD;
        t.precision = (fftc_precision)(k / (LENGTHS * 3) % 2);
        t.scaling = FFTC_SCALE_UNITARY;
        if (t.kind == FFTC_REAL_TO_REAL) {
            t.trigonometric[0] = (fftc_trigonometric)testing_random_below(&random, 8);
            if (t.length[0] > 8) {
                continue; /* some by way of a complex line, of which batches have several at once */
            }
        }
        double src[MOST];
        double dst[MOST + BEHIND];
        double one[24];
        const size_t scalar = fftc_precision_bytes(t.precision);
        const real_side from = real_side_of(&t, false);
        const real_side to = real_side_of(&t, true);
        const size_t in = from.items * from.scalars / t.batch * scalar;
        const size_t out = to.items * to.scalars / t.batch * scalar;
        real_fill(t.precision, src, from.items * from.scalars, &random);
        memset(dst, 0x5a, sizeof dst);
        fftc_plan *plan = transform_plan(&t, 1);
        ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
        fftc_plan_destroy(plan);
        const uint64_t few = least_many(&t);
        for (uint64_t line = 0; line < t.batch && t.batch >= few; ++line) {
            transform_among(t, few, (char *)src + line * in, in, one, out);
            ck_assert_msg(memcmp(one, (char *)dst + line * out, out) == 0,
                          "%s: other bits in line %d than among %d", real_describe(&t), (int)line,
                          (int)few);
        }
        for (size_t at = t.batch * out; at < sizeof dst; ++at) {
            ck_assert_int_eq(((unsigned char *)dst)[at], 0x5a);
        }
    }
}
END_TEST

START_TEST(description_any_is_the_definition)
{
    testing_random random = testing_random_start("real, any");
    real_check_descriptions(FFTC_REAL, &random);
}
END_TEST

/* Threads that share the transforms, the lines, and the work inside a line. */
START_TEST(description_many_threads_is_the_definition)
{
    testing_random random = testing_random_start("real, threads");
    real_check_threads(FFTC_REAL, &random);
}
END_TEST

/* Long rows: their own ways through memory. Out of place against in place, forward against back. */
static void check_long(size_t n, fftc_precision precision, testing_random *random)
{
    size_t scalar = fftc_precision_bytes(precision);
    size_t padded = 2 * (n / 2 + 1);
    fftc_transform t = {.length = {n}, .precision = precision, .kind = FFTC_REAL};
    char *data = malloc(padded * scalar);
    char *spectrum = malloc(padded * scalar);
    ck_assert(data != NULL && spectrum != NULL);
    real_fill(precision, data, padded, random);
    void *out = real_execute(&t, 1, 3, data);
    t.placement = FFTC_IN_PLACE;
    void *in = real_execute(&t, 1, 1, data);
    ck_assert_msg(memcmp(in, out, padded * scalar) == 0, "%s: other bits than out of place",
                  real_describe(&t));
    free(in);
    memcpy(spectrum, out, padded * scalar);
    free(out);
    t.direction = FFTC_INVERSE;
    in = real_execute(&t, 1, 0, spectrum);
    t.placement = FFTC_OUT_OF_PLACE;
    out = real_execute(&t, 1, 2, spectrum);
    ck_assert_msg(memcmp(in, out, n * scalar) == 0, "%s: other bits than in place",
                  real_describe(&t));
    real_check_close(&t, data, out, n);
    free(in);
    free(out);
    free(data);
    free(spectrum);
}

START_TEST(row_long_comes_back_and_in_place_has_the_same_bits)
{
    static const size_t lengths[] = {1u << 16, 1u << 18, 99999, 100000, 65537, 131074, 10007 * 14};
    testing_random random = testing_random_start("real, long");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        check_long(lengths[i], FFTC_FLOAT32, &random);
        check_long(lengths[i], FFTC_FLOAT64, &random);
    }
    check_long(196643, FFTC_FLOAT64, &random); /* a convolution in halves */
}
END_TEST

/* An array in place and out of place has the same bits. */
START_TEST(array_in_place_has_the_same_bits)
{
    static const uint64_t lengths[][4] = {{30, 32}, {17, 31},     {5, 6, 34},   {9, 7, 15},
                                          {8, 64},  {3, 4, 5, 6}, {2, 3, 4, 7}, {33, 1},
                                          {40, 2},  {8, 8},       {4, 5}};
    testing_random random = testing_random_start("real, in place");
    for (size_t i = 0; i < 4 * (sizeof lengths / sizeof *lengths); ++i) {
        fftc_transform t = {.batch = 2, .kind = FFTC_REAL};
        memcpy(t.length, lengths[i / 4], sizeof t.length);
        t.precision = (fftc_precision)(i / 2 % 2);
        t.direction = (fftc_direction)(i % 2);
        real_side from = real_side_of(&t, false);
        size_t scalar = fftc_precision_bytes(t.precision);
        char *data = malloc(from.items * from.scalars * scalar);
        ck_assert_ptr_nonnull(data);
        real_fill(t.precision, data, from.items * from.scalars, &random);
        void *out = real_execute(&t, 1, 0, data);
        t.placement = FFTC_IN_PLACE;
        real_side padded = real_side_of(&t, false);
        char *rows = calloc(padded.span * padded.scalars, scalar);
        ck_assert_ptr_nonnull(rows);
        for (size_t k = 0; k < from.items; ++k) {
            memcpy(rows + real_offset(&padded, k) * padded.scalars * scalar,
                   data + k * from.scalars * scalar, from.scalars * scalar);
        }
        void *in = real_execute(&t, 1, 0, rows);
        real_side to = real_side_of(&t, true);
        ck_assert_msg(memcmp(in, out, to.items * to.scalars * scalar) == 0,
                      "%s: other bits than out of place", real_describe(&t));
        free(in);
        free(out);
        free(rows);
        free(data);
    }
}
END_TEST

/* Reproducible plans: the bits of the first instruction set are those of all. */
START_TEST(reproducible_same_bits_on_every_instruction_set)
{
    testing_random random = testing_random_start("real, reproducible");
    for (unsigned i = 0; i < 60; ++i) {
        fftc_transform t = real_draw(i % 2 == 0 ? FFTC_REAL : FFTC_REAL_TO_REAL, &random, 3000);
        real_side from = real_side_of(&t, false);
        real_side to = real_side_of(&t, true);
        size_t scalar = fftc_precision_bytes(t.precision);
        size_t src_bytes = from.span * from.scalars * scalar;
        size_t dst_bytes = to.span * to.scalars * scalar;
        dst_bytes = dst_bytes > src_bytes ? dst_bytes : src_bytes;
        char *src = malloc(src_bytes);
        char *dst[2] = {calloc(1, dst_bytes), calloc(1, dst_bytes)};
        ck_assert(src != NULL && dst[0] != NULL && dst[1] != NULL);
        real_fill(t.precision, src, from.span * from.scalars, &random);
        int sets = 0;
        for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
            if (!transform_force_isa(isa)) {
                continue;
            }
            char *to_here = dst[sets > 0 ? 1 : 0];
            fftc_plan_options options = {.reproducible = 1};
            fftc_plan *plan;
            memcpy(to_here, src, t.placement == FFTC_IN_PLACE ? src_bytes : 0);
            ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
            ck_assert_int_eq(fftc_plan_execute(plan, t.placement == FFTC_IN_PLACE ? to_here : src,
                                               to_here, NULL),
                             FFTC_SUCCESS);
            fftc_plan_destroy(plan);
            ck_assert_msg(sets++ == 0 || memcmp(dst[0], dst[1], dst_bytes) == 0,
                          "%s: other bits than the first", real_describe(&t));
        }
        free(src);
        free(dst[0]);
        free(dst[1]);
    }
}
END_TEST

/* A batch's transforms have nothing to do with each other, of odd length either. */
START_TEST(batch_not_a_number_stays_in_its_row)
{
    float rows[3][31];
    float spectra[3][32];
    fftc_transform t = {.length = {31}, .batch = 3, .kind = FFTC_REAL};
    for (int i = 0; i < 3 * 31; ++i) {
        rows[i / 31][i % 31] = i / 31 == 1 ? (float)(0.0 / 0.0) : 1.0F;
    }
    fftc_plan *plan = transform_plan(&t, 1);
    ck_assert_int_eq(fftc_plan_execute(plan, rows, spectra, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    ck_assert(spectra[0][0] == 31.0F && spectra[2][0] == 31.0F);
    ck_assert(spectra[1][0] != spectra[1][0]);
}
END_TEST

/* --- refusals --------------------------------------------------------------------------------- */

typedef struct refusal {
    fftc_transform transform;
    fftc_status status;
    const char *word; /* what the message must contain */
} refusal;

#define TRIG .kind = FFTC_REAL_TO_REAL

static const refusal refusals[] = {
    {{.length = {8}, .kind = (fftc_kind)4}, FFTC_INVALID_ARGUMENT, "kind"},
    {{.length = {8}, .kind = (fftc_kind)-1}, FFTC_INVALID_ARGUMENT, "kind"},
    {{.kind = FFTC_REAL}, FFTC_INVALID_ARGUMENT, "length[0]"},
    {{.length = {1, 0, 4}, .kind = FFTC_REAL}, FFTC_INVALID_ARGUMENT, "length[2]"},
    {{.length = {((uint64_t)1 << 31) + 2}, .kind = FFTC_REAL}, FFTC_TOO_LARGE, "length[0]"},
    {{.length = {8}, .kind = FFTC_REAL, .precision = (fftc_precision)7},
     FFTC_INVALID_ARGUMENT,
     "precision"},
    {{.length = {8}, .kind = FFTC_REAL, .placement = (fftc_placement)2},
     FFTC_INVALID_ARGUMENT,
     "placement"},
    {{.length = {8}, .kind = FFTC_REAL, .src_range = {{0, 9}}}, FFTC_INVALID_ARGUMENT, "src_range"},
    {{.length = {8}, .kind = FFTC_REAL, .dst_range = {{0, 6}}}, FFTC_INVALID_ARGUMENT, "dst_range"},
    {{.length = {8}, .kind = FFTC_REAL, .dst_stride = {1, 2}}, FFTC_INVALID_ARGUMENT, "dst_stride"},
    {{.length = {8}, .kind = FFTC_REAL, .src_stride = {1, 2}}, FFTC_INVALID_ARGUMENT, "src_stride"},
    /* 8 real numbers make 5 complex ones, not 4. */
    {{.length = {4, 8}, .kind = FFTC_REAL, .dst_stride = {4, 1}}, FFTC_INVALID_ARGUMENT, "overlap"},
    {{.length = {8}, .batch = 2, .kind = FFTC_REAL, .dst_distance = 4},
     FFTC_INVALID_ARGUMENT,
     "overlap"},
    {{.length = {4, 8}, .kind = FFTC_REAL, .direction = FFTC_INVERSE, .dst_stride = {7, 1}},
     FFTC_INVALID_ARGUMENT,
     "overlap"},
    {{.length = {1}, TRIG, .trigonometric = {FFTC_DCT_I}}, FFTC_INVALID_ARGUMENT, "length[0]"},
    {{.length = {4, 1}, TRIG, .trigonometric = {FFTC_DCT_II, FFTC_DCT_I}},
     FFTC_INVALID_ARGUMENT,
     "length[1]"},
    {{.length = {8}, TRIG, .trigonometric = {(fftc_trigonometric)11}},
     FFTC_INVALID_ARGUMENT,
     "trigonometric[0]"},
    {{.length = {8}, TRIG, .trigonometric = {FFTC_DCT_II, FFTC_DST_IV}},
     FFTC_INVALID_ARGUMENT,
     "trigonometric[1] is given, but there is no such axis"},
    {{.length = {8, 4, 2}, TRIG, .trigonometric = {[3] = FFTC_DCT_I}},
     FFTC_INVALID_ARGUMENT,
     "trigonometric[3] is given, but there is no such axis"},
    {{.length = {8, 0, 4}, TRIG, .trigonometric = {[2] = FFTC_DST_I}},
     FFTC_INVALID_ARGUMENT,
     "length[2]"},
    {{.length = {0}, TRIG, .trigonometric = {FFTC_DST_I}}, FFTC_INVALID_ARGUMENT, "length[0]"},
    {{.length = {4, 8}, TRIG, .dst_stride = {7, 1}}, FFTC_INVALID_ARGUMENT, "overlap"},
};

START_TEST(description_senseless_refused_with_a_sentence)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i) {
        const refusal *r = &refusals[i];
        fftc_plan *plan = (fftc_plan *)(uintptr_t)&i;
        fftc_error error = {.status = FFTC_SUCCESS};
        ck_assert_msg(fftc_plan_create(&r->transform, NULL, &plan, &error) == r->status,
                      "refusal %zu (%s): status %d, not %d: %s", i, r->word, (int)error.status,
                      (int)r->status, error.message);
        ck_assert_ptr_null(plan);
        ck_assert_msg(strstr(error.message, r->word) != NULL, "\"%s\" does not mention %s",
                      error.message, r->word);
    }
}
END_TEST

TESTING_MAIN("transform_real", length_every_short_one_is_the_definition,
             short_lines_in_numbers_are_the_definition, groups_of_short_columns_are_the_definition,
             short_lines_among_many_have_the_bits_of_few, description_any_is_the_definition,
             description_many_threads_is_the_definition,
             row_long_comes_back_and_in_place_has_the_same_bits, array_in_place_has_the_same_bits,
             batch_not_a_number_stays_in_its_row, description_senseless_refused_with_a_sentence,
             reproducible_same_bits_on_every_instruction_set)
