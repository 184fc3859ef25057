/* SPDX-License-Identifier: MIT
 *
 * Blooms as a device would carry them out, in the emulator: the sums, and no finding on any
 * schedule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom_testing.h"
#include "cpu/emulate/job.h"
#include "device/bloom_plan.h"
#include "fftcore/emulate_bloom.h"
#include "ledger.h"
#include "transform_testing.h"

/* Random cases, and every how manyth of those that are listed. */
#ifdef TESTING_SANITIZED
#define TRIALS 16
#define STEP 5
#else
#define TRIALS 56
#define STEP 1
#endif

static fftc_emulated_report emulate(bloom_case *c, const fftc_emulated_bloom *options,
                                    const fftc_emulated_device *device, const void *src,
                                    const fftc_bloom_frame *frame, void *dst)
{
    fftc_emulated_report report;
    fftc_error error;
    char text[1024] = "";
    fftc_status status = fftc_emulate_bloom(&c->d, options, device, src, c->kernel.data, frame, dst,
                                            &report, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", bloom_describe(&c->d), error.message);
    if (report.finding_count != 0) {
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s: %s", bloom_describe(&c->d), text);
    if (c->d.resampling == FFTC_BLOOM_EXACT) {
        ck_assert_uint_eq(report.dispatches,
                          2 * (c->d.kernel_channels == 1 ? 1 : c->d.channels) + 3);
    }
    return report;
}

static float *picture_create(const bloom_case *c)
{
    float *texels = malloc((size_t)c->d.width * c->d.height * 4 * sizeof *texels);
    ck_assert_ptr_nonnull(texels);
    for (size_t i = 0; i < (size_t)c->d.width * c->d.height * 4; ++i) {
        texels[i] = NAN; /* in channels that there are not */
    }
    return texels;
}

/* Copies the case's pixels to the texels of a picture, or back. */
static void copy_pixels(const bloom_case *c, const fftc_bloom_layout *l, float *numbers,
                        float *texels, bool back)
{
    for (uint32_t i = 0; i < c->d.width * c->d.height; ++i) {
        for (uint32_t channel = 0; channel < c->d.channels; ++channel) {
            float *number = numbers + i / c->d.width * l->row + i % c->d.width * l->pixel +
                            channel * l->channel;
            float *texel = texels + 4 * (size_t)i + channel;
            *(back ? number : texel) = *(back ? texel : number);
        }
    }
}

/* Buffers or pictures at each side; schedules and subgroups of 1 to 128 by turns. */
START_TEST(any_description_right_and_clean)
{
    testing_random random = testing_random_start("any description");
    for (unsigned i = 0; i < TRIALS * transform_campaign(); ++i) {
        fftc_bloom_description d =
            bloom_draw(&random, i % 8 == 7 ? (i % 16 == 15 ? 300 : 100) : 14, FFTC_BLOOM_AS_IS + 1);
        const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                     .subgroup_size = 1u << i / FFTC_SCHEDULE_COUNT % 8,
                                     .seed = testing_seed() + i};
        const fftc_emulated_device device = {.passes.no_subgroups = i % 5 == 4, .config = &with};
        const fftc_emulated_bloom options = {.src_picture = i % 2 != 0,
                                             .dst_picture = i / 2 % 2 != 0,
                                             .order = (fftc_bloom_order)(i % 3)};
        const fftc_bloom_frame frame = {i % 3 == 0 ? 0.25F : 0.0F, (float)(i % 5) - 2.0F};
        if (i / 4 % 2 == 0 && !options.src_picture && !options.dst_picture &&
            d.power != FFTC_BLOOM_AS_IS) {
            d.precision = FFTC_FLOAT16;
        }
        bloom_case c = bloom_case_start(&d, &random);
        float *src = picture_create(&c);
        float *dst = picture_create(&c);
        memset(c.dst.data, 0xff, c.dst.bytes);
        if (options.src_picture) {
            copy_pixels(&c, &c.d.src, c.src.data, src, false);
        }
        (void)emulate(&c, &options, &device, options.src_picture ? src : c.src.data, &frame,
                      options.dst_picture ? dst : c.dst.data);
        for (uint32_t k = 0; k < d.width * d.height && options.dst_picture; ++k) {
            for (uint32_t channel = d.channels; channel < 4; ++channel) {
                ck_assert(dst[4 * k + channel] == (channel == 3 ? 1.0F : 0.0F));
            }
        }
        if (options.dst_picture) {
            copy_pixels(&c, &c.d.dst, c.dst.data, dst, true);
        }
        bloom_check_pixels(&c, &frame, 200, &random);
        free(src);
        free(dst);
        bloom_case_end(&c);
    }
}
END_TEST

/* Scratch of halves; of coloured kernels some planes add up to much more than 1, and some kernels
 * to much less, which were lost before 43ae2f05. */
START_TEST(halves_in_between_right_and_clean)
{
    testing_random random = testing_random_start("halves");
    for (unsigned i = 0; i < TRIALS / 2 * transform_campaign(); ++i) {
        fftc_bloom_description d = bloom_draw(&random, i % 8 == 7 ? 70 : 14, FFTC_BLOOM_AS_IS + 1);
        const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                     .subgroup_size = 1u << i / FFTC_SCHEDULE_COUNT % 8,
                                     .seed = testing_seed() + i};
        const fftc_emulated_device device = {.config = &with};
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(i % 3),
                                             .scratch = FFTC_FLOAT16};
        const fftc_bloom_frame frame = {i % 3 == 0 ? 0.25F : 0.0F, (float)(i % 5) - 2.0F};
        const bool faint = i % 8 == 3;
        d.power = faint ? FFTC_BLOOM_AS_IS : d.power;
        bloom_case c = bloom_case_start(&d, &random);
        for (size_t k = 0; k < c.kernel.bytes / sizeof(float) && faint; ++k) {
            ((float *)c.kernel.data)[k] *= 0x1p-36F;
        }
        (void)emulate(&c, &options, &device, c.src.data, &frame, c.dst.data);
        bloom_check_halves(&c, &frame);
        bloom_case_end(&c);
    }
}
END_TEST

/* Where a transform without scaling is beyond a half from a mean of 1 on, and at 1280 x 720 from
 * 0.07 on: the greatest half everywhere, its sign by turns, and less what is beyond. */
START_TEST(halves_in_between_do_not_overflow)
{
    static const float bright[] = {0.5F, 1000.0F, 65504.0F};
    testing_random random = testing_random_start("overflow");
    for (unsigned i = 0; i < 12; i += STEP) {
        fftc_bloom_description d;
        const fftc_bloom_frame frame = {0.0F, 0.0F};
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2),
                                             .scratch = FFTC_FLOAT16};
        fftc_bloom_describe(290, 225, 1, 5, 4, &d);
        d.padding = i / 3 % 2 == 0 ? FFTC_PAD_MIRROR : FFTC_PAD_ZERO;
        d.beyond[0] = d.padding == FFTC_PAD_ZERO ? -bright[i % 3] : 0.0F;
        bloom_case c = bloom_case_start(&d, &random);
        for (uint32_t k = 0; k < d.width * d.height; ++k) {
            bool negative = i >= 6 && (k % d.width + k / d.width) % 2 != 0;
            ((float *)c.src.data)[k] = negative ? -bright[i % 3] : bright[i % 3];
        }
        (void)emulate(&c, &options, NULL, c.src.data, &frame, c.dst.data);
        bloom_check_halves(&c, &frame);
        bloom_case_end(&c);
    }
}
END_TEST

/* What other implementations get wrong: columns that have DC and Nyquist frequency, with zeros
 * along rows; widths that are odd, or 2 modulo 4; kernels that are not square, or larger than the
 * picture, which is then mirrored many times. */
START_TEST(sizes_where_others_fail_right_and_clean)
{
    static const uint32_t sizes[][4] = {{16, 12, 5, 5}, {14, 9, 6, 3},    {18, 16, 8, 8},
                                        {6, 4, 4, 2},   {15, 8, 8, 8},    {1, 7, 3, 2},
                                        {3, 2, 61, 44}, {1, 1, 9, 8},     {2, 1, 16, 16},
                                        {30, 20, 1, 9}, {33, 31, 64, 17}, {4, 3, 300, 2}};
    testing_random random = testing_random_start("others");
    const fftc_bloom_frame frame = {0.0F, 0.0F};
    for (unsigned i = 0; i < 8 * (sizeof sizes / sizeof *sizes); i += STEP) {
        const uint32_t *size = sizes[i / 8];
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2)};
        fftc_bloom_description d;
        fftc_bloom_describe(size[0], size[1], 1, size[2], size[3], &d);
        d.padding = (fftc_padding)(i / 2 % 4);
        d.centre_x = d.kernel_width / 2;
        d.centre_y = d.kernel_height / 2;
        bloom_case c = bloom_case_start(&d, &random);
        (void)emulate(&c, &options, NULL, c.src.data, &frame, c.dst.data);
        bloom_check_pixels(&c, &frame, 40, &random);
        bloom_case_end(&c);
    }
}
END_TEST

/* The frequencies that the plan has. */
static bloom_lattice lattice_of(const fftc_bloom_description *d, const fftc_emulated_bloom *options)
{
    static fftc_convolution_passes passes;
    static const fftc_emulated_device device;
    const fftc_arrays none = {.src = NULL};
    const bool rows_first = options->order == FFTC_BLOOM_ROWS_FIRST;
    const fftc_bloom_edges edges = {.half_scratch = options->scratch == FFTC_FLOAT16};
    fftc_bloom_request request;
    fftc_pass_limits limits = fftc_job_limits(&device, &none);
    bloom_lattice l;
    limits.load = limits.store = true;
    ck_assert_int_eq(fftc_bloom_read(d, &request, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(
        fftc_bloom_passes_make(&request, &edges, options->order, &limits, &passes, NULL),
        FFTC_SUCCESS);
    const bool quarter = passes.signals == FFTC_SIGNALS_RIGHT_ANGLE;
    for (int i = 0; i < 2; ++i) {
        const int axis = rows_first ? 1 - i : i;
        l.points[axis] = (uint32_t)passes.axis[i].period.points * (i == 0 && quarter ? 2 : 1);
        const uint32_t taps = axis == 0 ? d->kernel_height : d->kernel_width;
        const uint32_t centre = axis == 0 ? d->centre_y : d->centre_x;
        const uint32_t rest = l.points[axis] - (axis == 0 ? d->height : d->width);
        const bool all = passes.axis[i].way.exact; /* else as far as the kernel reaches */
        l.before[axis] = all ? rest - rest / 2 : taps - 1 - centre;
        l.behind[axis] = all ? rest / 2 : centre;
        l.quarter[axis] = i == 0 && quarter;
    }
    return l;
}

START_TEST(resampled_kernels_equal_their_sums_in_space)
{
    testing_random random = testing_random_start("resampled");
    for (int i = 0; i < 24; i += STEP) {
        const bool halves = i % 5 == 4;
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2),
                                             .scratch = halves ? FFTC_FLOAT16 : FFTC_FLOAT32};
        const fftc_emulation with = {.schedule = (fftc_schedule)(i % FFTC_SCHEDULE_COUNT),
                                     .subgroup_size = 1u << i % 8};
        const fftc_emulated_device device = {.config = &with};
        fftc_bloom_description d = bloom_draw(&random, 20, FFTC_BLOOM_AS_IS + 1);
        d.resampling = (fftc_bloom_resampling)(1 + i % 3);
        d.padding = (fftc_padding)(i / 3 % 4);
        d.power = FFTC_BLOOM_CHANNEL;
        bloom_case c = bloom_case_start(&d, &random);
        (void)emulate(&c, &options, &device, c.src.data, NULL, c.dst.data);
        const bloom_lattice lattice = lattice_of(&d, &options);
        bloom_check_resampled(&c, &lattice, halves ? 3e-3 : 1e-5);
        bloom_case_end(&c);
    }
}
END_TEST

/* Lines that fit a subgroup, and several subgroups in a workgroup. */
START_TEST(resampled_lines_of_several_subgroups_are_apart)
{
    testing_random random = testing_random_start("subgroups");
    const fftc_emulated_bloom options = {.order = FFTC_BLOOM_COLUMNS_FIRST};
    const fftc_emulation with = {.subgroup_size = 32};
    const fftc_emulated_device device = {.config = &with};
    fftc_bloom_description d;
    fftc_bloom_describe(20, 202, 4, 40, 40, &d);
    d.resampling = FFTC_BLOOM_TENT;
    bloom_case c = bloom_case_start(&d, &random);
    (void)emulate(&c, &options, &device, c.src.data, NULL, c.dst.data);
    bloom_case_end(&c);
}
END_TEST

START_TEST(centred_impulse_gives_the_picture)
{
    testing_random random = testing_random_start("impulse");
    for (int i = 0; i < 16; i += STEP) {
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2)};
        fftc_bloom_description d = bloom_draw(&random, 20, FFTC_BLOOM_AS_IS + 1);
        d.resampling = (fftc_bloom_resampling)(i / 4);
        d.power = FFTC_BLOOM_CHANNEL;
        d.src = d.dst = (fftc_bloom_layout){0, 0, 0};
        bloom_case c = bloom_case_start(&d, &random);
        memset(c.kernel.data, 0, c.kernel.bytes);
        for (uint32_t channel = 0; channel < d.kernel_channels; ++channel) {
            ((float *)c.kernel
                 .data)[d.centre_y * c.d.kernel.row + d.centre_x * c.d.kernel.pixel + channel] =
                3.0F;
        }
        (void)emulate(&c, &options, NULL, c.src.data, NULL, c.dst.data);
        for (size_t k = 0; k < c.src.bytes / sizeof(float); ++k) {
            ck_assert_double_eq_tol((double)((float *)c.dst.data)[k],
                                    (double)((float *)c.src.data)[k], 2e-5);
        }
        bloom_case_end(&c);
    }
}
END_TEST

/* Pixels that are no numbers: the others are what they are without those, unless told. */
START_TEST(infinities_do_not_spread_unless_told)
{
    testing_random random = testing_random_start("infinities");
    const float bad[] = {NAN, INFINITY, -INFINITY};
    const float good[] = {0.0F, 65504.0F, -65504.0F};
    for (int i = 0; i < 4; i += STEP) {
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2),
                                             .scratch = i < 2 ? FFTC_FLOAT32 : FFTC_FLOAT16};
        fftc_bloom_description d;
        fftc_bloom_describe(21, 13, 3, 5, 7, &d);
        bloom_case c = bloom_case_start(&d, &random);
        float *wanted = malloc(c.dst.bytes);
        ck_assert_ptr_nonnull(wanted);
        for (int k = 0; k < 3; ++k) {
            ((float *)c.src.data)[100 + 100 * k] = good[k];
        }
        (void)emulate(&c, &options, NULL, c.src.data, NULL, wanted);
        for (int k = 0; k < 3; ++k) {
            ((float *)c.src.data)[100 + 100 * k] = bad[k];
        }
        (void)emulate(&c, &options, NULL, c.src.data, NULL, c.dst.data);
        ck_assert_mem_eq(wanted, c.dst.data, c.dst.bytes);
        c.d.keep_infinities = 1;
        (void)emulate(&c, &options, NULL, c.src.data, NULL, c.dst.data);
        ck_assert(!isfinite(((float *)c.dst.data)[103]));
        free(wanted);
        bloom_case_end(&c);
    }
}
END_TEST

/* In place, where the last dispatch reads pixels that others are storing: but its own ones. */
START_TEST(picture_may_be_replaced)
{
    testing_random random = testing_random_start("in place");
    for (int i = 0; i < 4; ++i) {
        fftc_bloom_description d;
        const fftc_bloom_frame frame = {0.3F, 1.0F};
        const fftc_emulated_bloom options = {.order = (fftc_bloom_order)(1 + i % 2)};
        fftc_bloom_describe(13, 10, 3, 6, 5, &d);
        d.padding = FFTC_PAD_MIRROR;
        d.precision = i / 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT16;
        bloom_case c = bloom_case_start(&d, &random);
        (void)emulate(&c, &options, NULL, c.src.data, &frame, c.dst.data);
        (void)emulate(&c, &options, NULL, c.src.data, &frame, c.src.data);
        ck_assert_mem_eq(c.src.data, c.dst.data, c.dst.bytes);
        bloom_case_end(&c);
    }
}
END_TEST

START_TEST(sharpening_of_1_is_the_picture_without_infinities)
{
    testing_random random = testing_random_start("sharpening");
    const fftc_bloom_frame whole = {.sharpening = 1.0F};
    const fftc_emulated_bloom halves = {.scratch = FFTC_FLOAT16};
    fftc_bloom_description d;
    fftc_bloom_describe(7, 5, 3, 3, 4, &d);
    bloom_case c = bloom_case_start(&d, &random);
    float *pixels = c.src.data;
    pixels[4] = NAN;
    pixels[50] = -INFINITY;
    (void)emulate(&c, NULL, NULL, c.src.data, &whole, c.dst.data);
    pixels[4] = 0.0F;
    pixels[50] = -65504.0F;
    ck_assert_mem_eq(c.dst.data, pixels, c.dst.bytes);
    pixels[7] = 1e9F; /* with halves it counts as the greatest one */
    (void)emulate(&c, &halves, NULL, c.src.data, &whole, c.dst.data);
    pixels[7] = 65504.0F;
    ck_assert_mem_eq(c.dst.data, pixels, c.dst.bytes);
    bloom_case_end(&c);
}
END_TEST

static fftc_convolution_passes *passes_of(const fftc_bloom_description *d, fftc_bloom_order order,
                                          const fftc_pass_choices *choices)
{
    const fftc_pass_limits limits = {.name = "the emulator",
                                     .invocations_max = 1024,
                                     .shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .buffer_bytes_max = UINT64_MAX,
                                     .load = true,
                                     .store = true,
                                     .choices = choices};
    const fftc_bloom_edges pictures = {true, true, false};
    fftc_convolution_passes *passes = malloc(sizeof *passes);
    fftc_bloom_request request;
    fftc_error error;
    ck_assert_ptr_nonnull(passes);
    ck_assert_int_eq(fftc_bloom_read(d, &request, NULL), FFTC_SUCCESS);
    ck_assert_msg(fftc_bloom_passes_make(&request, &pictures, order, &limits, passes, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    return passes;
}

/* The tables of "FFT Bloom Optimized to the Bone in Nabla" (graphicsprogramming blog, 2025-01-24,
 * by fletterio): how many transforms of how many points 1280 x 720 pixels take along both axes, if
 * two real lines are one complex transform of a power of two. A plan makes one real line a complex
 * one of half as many points: twice as many, so as many points in all. Told to take powers of two,
 * it is the table. Left alone it has no more, and takes the axis first that is faster on an H200.
 * The bytes between the dispatches are those of the article's buffers. */
START_TEST(transforms_and_bytes_are_those_of_the_article)
{
    static const struct {
        uint32_t kernel;
        fftc_bloom_order order;
        uint32_t first[2], second[2]; /* how many, of how many points */
        uint64_t bytes;               /* of three channels between the dispatches */
        bool faster;
    } table[] = {
        {256, FFTC_BLOOM_ROWS_FIRST, {360, 2048}, {1024, 1024}, 17694720, false},
        {256, FFTC_BLOOM_COLUMNS_FIRST, {640, 1024}, {512, 2048}, 15728640, true},
        {512, FFTC_BLOOM_ROWS_FIRST, {360, 2048}, {1024, 2048}, 17694720, false},
        {512, FFTC_BLOOM_COLUMNS_FIRST, {640, 2048}, {1024, 2048}, 31457280, true},
    };
    for (size_t i = 0; i < 2 * (sizeof table / sizeof *table); ++i) {
        const uint32_t *first = table[i / 2].first;
        const uint32_t *second = table[i / 2].second;
        const fftc_pass_choices powers = {
            .axis = {{.count = 1, .points = {first[1] / 2}}, {.count = 1, .points = {second[1]}}}};
        bool chosen = i % 2 != 0;
        fftc_bloom_description d;
        fftc_bloom_describe(1280, 720, 3, table[i / 2].kernel, table[i / 2].kernel, &d);
        d.padding = FFTC_PAD_MIRROR;
        fftc_convolution_passes *p = passes_of(&d, table[i / 2].order, chosen ? &powers : NULL);
        fftc_convolution_passes *best = passes_of(&d, FFTC_BLOOM_BY_COST, chosen ? &powers : NULL);
        const fftc_pass *pass = p->execute.pass;
        const uint32_t points[] = {pass[0].key.line.points, pass[1].key.line.points};
        const uint64_t bytes = 8 * p->execute.elements[FFTC_PLACE_SCRATCH];
        ck_assert_uint_eq(p->execute.count, 3);
        ck_assert_uint_eq(pass[0].numbers.lines, 2 * first[0]);
        ck_assert_uint_eq(pass[2].numbers.lines, 2 * first[0]);
        ck_assert_uint_eq(pass[1].numbers.lines, 3 * points[0]);
        ck_assert_uint_le(2 * points[0], first[1]);
        ck_assert_uint_le(points[0], second[0]);
        ck_assert_uint_le(points[1], second[1]);
        ck_assert_uint_le(bytes, table[i / 2].bytes);
        ck_assert(!chosen || (2 * points[0] == first[1] && points[0] == second[0] &&
                              points[1] == second[1] && bytes == table[i / 2].bytes));
        bool taken = memcmp(&best->execute.pass[0].key, &pass[0].key, sizeof pass->key) == 0;
        ck_assert(chosen || taken == table[i / 2].faster);
        free(best);
        free(p);
    }
}
END_TEST

/* The first two fit in one order alone. */
START_TEST(resampled_kernels_take_the_order_that_fits_and_costs_less)
{
    static const struct {
        uint32_t size[4]; /* of the picture and of the kernel */
        bool fits[2];     /* with columns first, with rows first */
    } table[] = {{{50, 50, 8, 6000}, {false, true}},
                 {{50, 50, 6000, 8}, {true, false}},
                 {{100, 100, 16, 4000}, {true, true}},
                 {{100, 100, 4000, 16}, {true, true}}};
    bool taken[2] = {false, false};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const uint32_t *size = table[i].size;
        fftc_bloom_description d;
        fftc_bloom_describe(size[0], size[1], 1, size[2], size[3], &d);
        d.resampling = FFTC_BLOOM_TENT;
        fftc_convolution_passes *best = passes_of(&d, FFTC_BLOOM_BY_COST, NULL);
        const bool rows = best->execute.pass[0].key.src_stride == 1;
        ck_assert(table[i].fits[rows]);
        for (int other = 0; other < 2 && table[i].fits[0] && table[i].fits[1]; ++other) {
            fftc_convolution_passes *p = passes_of(&d, (fftc_bloom_order)(1 + other), NULL);
            ck_assert_double_le(fftc_bloom_cost(best), fftc_bloom_cost(p));
            free(p);
            taken[rows] = true;
        }
        free(best);
    }
    ck_assert(taken[0] && taken[1]);
}
END_TEST

/* What the dispatches store, number by number: of the kernel its columns and its spectrum, of the
 * picture the scratch twice and each pixel once. */
START_TEST(nothing_is_stored_twice)
{
    testing_random random = testing_random_start("stores");
    for (int i = 0; i < 4; i += STEP) {
        const fftc_emulated_device device = {.invocations_max = 1024, .shared_bytes = 49152};
        const fftc_emulated_bloom options = {.src_picture = true,
                                             .dst_picture = true,
                                             .order = (fftc_bloom_order)(1 + i % 2),
                                             .scratch = i < 2 ? FFTC_FLOAT32 : FFTC_FLOAT16};
        fftc_bloom_description d;
        fftc_bloom_describe(50, 31, 3, 14, 9, &d);
        d.padding = FFTC_PAD_MIRROR;
        bloom_case c = bloom_case_start(&d, &random);
        float *src = picture_create(&c);
        float *dst = picture_create(&c);
        copy_pixels(&c, &c.d.src, c.src.data, src, false);
        fftc_emulated_report report = emulate(&c, &options, &device, src, NULL, dst);
        fftc_convolution_passes *p = passes_of(&d, options.order, NULL);
        const uint64_t *kernel = p->prepare.elements;
        ck_assert_uint_eq(report.total.memory_stores,
                          3 * (kernel[FFTC_PLACE_SCRATCH] + kernel[FFTC_PLACE_DST]) +
                              2 * p->execute.elements[FFTC_PLACE_SCRATCH] + 50 * 31);
        free(p);
        free(src);
        free(dst);
        bloom_case_end(&c);
    }
}
END_TEST

static void refuse(const fftc_bloom_description *d, const fftc_emulated_bloom *options,
                   const void *src, const void *kernel, const fftc_bloom_frame *frame, void *dst,
                   fftc_status wanted, const char *words)
{
    fftc_emulated_report report;
    fftc_emulated_report before;
    fftc_error error;
    memset(&report, 0x5a, sizeof report);
    memcpy(&before, &report, sizeof report);
    ck_assert_int_eq(fftc_emulate_bloom(d, options, NULL, src, kernel, frame, dst, &report, &error),
                     wanted);
    ck_assert_mem_eq(&report, &before, sizeof report);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" without \"%s\"", error.message,
                  words);
}

START_TEST(faults_are_named)
{
    testing_random random = testing_random_start("faults");
    const fftc_emulated_bloom order = {.order = (fftc_bloom_order)3};
    const fftc_emulated_bloom scratch = {.scratch = FFTC_FLOAT64};
    const fftc_emulated_bloom halves = {.scratch = FFTC_FLOAT16};
    const fftc_emulated_bloom picture = {.src_picture = true};
    const fftc_bloom_frame beyond = {.sharpening = 2.0F};
    fftc_bloom_description d;
    fftc_bloom_describe(9, 7, 2, 3, 3, &d);
    bloom_case c = bloom_case_start(&d, &random);
    void *src = c.src.data;
    void *dst = c.dst.data;
    void *kernel = c.kernel.data;
    refuse(NULL, NULL, src, kernel, NULL, dst, FFTC_INVALID_ARGUMENT, "description");
    refuse(&d, NULL, NULL, kernel, NULL, dst, FFTC_INVALID_ARGUMENT, "src is NULL");
    refuse(&d, NULL, src, NULL, NULL, dst, FFTC_INVALID_ARGUMENT, "kernel is NULL");
    refuse(&d, NULL, src, kernel, NULL, NULL, FFTC_INVALID_ARGUMENT, "dst is NULL");
    refuse(&d, NULL, src, kernel, &beyond, dst, FFTC_INVALID_ARGUMENT, "sharpening is 2");
    refuse(&d, &order, src, kernel, NULL, dst, FFTC_INVALID_ARGUMENT, "options.order is 3");
    refuse(&d, NULL, src, kernel, NULL, (float *)src + 1, FFTC_INVALID_ARGUMENT, "shares");
    refuse(&d, &picture, src, kernel, NULL, src, FFTC_INVALID_ARGUMENT, "shares");
    refuse(&d, &scratch, src, kernel, NULL, dst, FFTC_INVALID_ARGUMENT, "options.scratch is 1");
    /* 2^93 times 2^100, where results were too small before 43ae2f05. */
    const fftc_bloom_frame bright = {.exposure = 93.0F};
    d.power = FFTC_BLOOM_AS_IS;
    for (int i = 0; i < 2 * 3 * 3; ++i) {
        ((float *)kernel)[i] = i % 9 == 0 ? 0x1p100F : 0.0F;
    }
    refuse(&d, NULL, src, kernel, &bright, dst, FFTC_INVALID_ARGUMENT, "divided by 2^100");
    d.beyond[1] = -70000.0F;
    refuse(&d, &halves, src, kernel, NULL, dst, FFTC_UNSUPPORTED, "`beyond` has 70000");
    bloom_case_end(&c);
    fftc_bloom_describe(60000, 2, 1, 3, 3, &d); /* refused before an array is looked at */
    float numbers[2] = {0.0F, 0.0F};
    refuse(&d, NULL, numbers, numbers, NULL, numbers, FFTC_UNSUPPORTED, "three dispatches");
    const fftc_emulated_bloom columns = {.order = FFTC_BLOOM_COLUMNS_FIRST};
    fftc_bloom_describe(2, 1, 1, 7000, 2, &d);
    d.resampling = FFTC_BLOOM_TENT;
    refuse(&d, &columns, numbers, numbers, NULL, numbers, FFTC_UNSUPPORTED, "more shared memory");
}
END_TEST

/* Each allocation fails once: nothing is lost, and src is as it was. */
START_TEST(failing_allocations_lose_nothing)
{
    testing_random random = testing_random_start("memory");
    testing_ledger ledger = {.allowed = -1};
    const fftc_allocator allocator = testing_ledger_allocator(&ledger);
    const fftc_emulation with = {.allocator = &allocator, .observers = FFTC_OBSERVE_NONE};
    const fftc_emulated_device device = {.config = &with};
    const fftc_emulated_bloom options = {.order = FFTC_BLOOM_COLUMNS_FIRST};
    const fftc_bloom_frame frame = {0.0F, 0.0F};
    fftc_bloom_description d;
    fftc_bloom_describe(5, 4, 1, 2, 3, &d);
    d.resampling = FFTC_BLOOM_TENT;
    bloom_case c = bloom_case_start(&d, &random);
    fftc_status status = FFTC_OUT_OF_MEMORY;
    long allowed = 0;
    for (; status != FFTC_SUCCESS; ++allowed) {
        ledger.allowed = allowed;
        status = fftc_emulate_bloom(&d, &options, &device, c.src.data, c.kernel.data, &frame,
                                    c.dst.data, NULL, NULL);
        ck_assert(status == FFTC_SUCCESS || status == FFTC_OUT_OF_MEMORY);
        ck_assert_uint_eq(ledger.live, 0);
    }
    ck_assert_int_gt(allowed, 10);
    const bloom_lattice lattice = lattice_of(&d, &options);
    bloom_check_resampled(&c, &lattice, 1e-5);
    bloom_case_end(&c);
}
END_TEST

TESTING_MAIN("emulate_bloom", any_description_right_and_clean, halves_in_between_right_and_clean,
             halves_in_between_do_not_overflow, transforms_and_bytes_are_those_of_the_article,
             nothing_is_stored_twice, sizes_where_others_fail_right_and_clean,
             resampled_kernels_take_the_order_that_fits_and_costs_less,
             resampled_kernels_equal_their_sums_in_space,
             resampled_lines_of_several_subgroups_are_apart, centred_impulse_gives_the_picture,
             infinities_do_not_spread_unless_told, picture_may_be_replaced,
             sharpening_of_1_is_the_picture_without_infinities, faults_are_named,
             failing_allocations_lose_nothing)
