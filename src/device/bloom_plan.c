/* SPDX-License-Identifier: MIT */
#include "device/bloom_plan.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "support/error.h"
#include "support/half.h"

/* What the dispatches at the picture's side cost more with rows first, whose workgroups are fewer
 * and larger: on an H200, for each point, from 1.25 times in 1920 x 1080 pixels with 512 x 512 taps
 * to 1.7 times in 1280 x 720. */
#define ROWS_COST 1.5

double fftc_bloom_cost(const fftc_convolution_passes *passes)
{
    const fftc_convolved_axis *first = &passes->axis[0];
    const fftc_convolved_axis *second = &passes->axis[1];
    bool rows = passes->execute.pass[0].key.src_stride == 1;
    double lines = (double)(second->wish.dst_end - second->wish.dst_begin);
    double points = (double)first->period.points;
    return (rows ? ROWS_COST : 1.0) * lines * (first->period.cost + points) +
           points * second->period.cost;
}

#define GREATEST_HALF 65504.0

static double most_beyond(const fftc_bloom_description *d)
{
    double most = 0.0;
    for (uint32_t c = 0; c < d->channels && d->padding == FFTC_PAD_ZERO; ++c) {
        most = fmax(most, fabs((double)d->beyond[c]));
    }
    return most;
}

/* Some more than what bloom_plan.h says, for roundings and the sum of the taps. */
static int half_exponent(const fftc_bloom_description *d)
{
    return (int)ceil(log2(sqrt(2.0) * (1.0 + most_beyond(d) / GREATEST_HALF) * (1.0 + 0x1p-9)));
}

int fftc_bloom_exponent(const fftc_bloom_description *description, const fftc_bloom_edges *edges)
{
    return edges->half_scratch ? half_exponent(description) : 0;
}

fftc_status fftc_bloom_set_words(const fftc_bloom_description *description,
                                 const fftc_bloom_edges *edges, const fftc_bloom_frame *frame,
                                 const fftc_bloom_light *light, uint32_t word[FFTC_USER_WORDS_MAX],
                                 fftc_error *error)
{
    const fftc_status status = fftc_bloom_check_frame(frame, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_bloom_factors f = fftc_bloom_factors_of(description, frame, light->sum);
    const int exponent = light->exponent + fftc_bloom_exponent(description, edges);
    const double sum = ldexp((double)f.sum, exponent);
    if (!(sum <= (double)FLT_MAX)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "exposure is %g, and the kernel's taps are divided by 2^%d: together "
                         "beyond the range of a float",
                         (double)frame->exposure, light->exponent);
    }
    word[0] = fftc_bits_of_float(f.picture);
    word[1] = fftc_bits_of_float((float)sum);
    for (int c = 0; c < FFTC_BLOOM_CHANNELS_MAX; ++c) {
        word[2 + c] = fftc_bits_of_float(f.added[c]);
    }
    return FFTC_SUCCESS;
}

static void swap(uint64_t pair[2])
{
    uint64_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

fftc_convolution_description fftc_bloom_convolution(const fftc_bloom_request *request,
                                                    bool rows_first)
{
    fftc_convolution_description d = request->channel;
    uint64_t plane = (uint64_t)request->what.width * request->what.height;
    d.signal.batch = request->what.channels;
    d.signal.src_distance = d.signal.dst_distance = plane;
    d.kernel_stride[0] = d.kernel_length[1];
    d.kernel_stride[1] = 1;
    if (rows_first) {
        fftc_transform *t = &d.signal;
        swap(t->length);
        swap(t->src_stride);
        swap(t->dst_stride);
        swap(d.kernel_length);
        swap(d.kernel_stride);
        swap(d.kernel_origin);
        const fftc_range src = t->src_range[0];
        const fftc_range dst = t->dst_range[0];
        t->src_range[0] = t->src_range[1];
        t->dst_range[0] = t->dst_range[1];
        t->src_range[1] = src;
        t->dst_range[1] = dst;
    }
    return d;
}

static bool is_three(const fftc_convolution_passes *p)
{
    const fftc_pass_plan *e = &p->execute;
    return p->rank == 2 && p->prepare.count == 2 && e->count == 3 &&
           e->pass[0].key.convolution.role == FFTC_ROLE_THERE &&
           e->pass[1].key.convolution.role == FFTC_ROLE_PRODUCT &&
           e->pass[2].key.convolution.role == FFTC_ROLE_BACK && p->axis[0].blocks == 1;
}

/* Channels are the last of the loops beside the axis: each invocation does them itself. */
static void set_pixels(const fftc_bloom_request *r, const fftc_bloom_edges *edges, fftc_pass *pass)
{
    const fftc_bloom_description *d = &r->what;
    uint32_t lines = pass->numbers.lines / d->channels;
    uint32_t count = pass->key.line.count;
    pass->numbers.lines = lines;
    pass->key.even = lines % count == 0;
    pass->groups = (lines + count - 1) / count;
    pass->key.bloom = (fftc_pass_bloom){.channels = d->channels,
                                        .width = d->width,
                                        .src_picture = edges->src_picture,
                                        .src_row = (uint32_t)d->src.row,
                                        .src_pixel = (uint32_t)d->src.pixel,
                                        .src_channel = (uint32_t)d->src.channel,
                                        .dst_picture = edges->dst_picture,
                                        .dst_row = (uint32_t)d->dst.row,
                                        .dst_pixel = (uint32_t)d->dst.pixel,
                                        .dst_channel = (uint32_t)d->dst.channel,
                                        .halves = d->precision == FFTC_FLOAT16,
                                        .infinities = d->keep_infinities != 0,
                                        .clamped = edges->half_scratch};
    for (uint32_t c = 0; c < d->channels && d->padding == FFTC_PAD_ZERO; ++c) {
        pass->key.bloom.beyond[c] = fftc_bits_of_float(d->beyond[c] + 0.0F); /* not -0 */
    }
}

/* The scratch as halves: bloom_plan.h. Places keep their items, of which they have half as many. */
static void set_halves(const fftc_bloom_description *d, fftc_convolution_passes *passes)
{
    fftc_pass *pass = passes->execute.pass;
    uint64_t *elements = passes->execute.elements;
    fftc_pass_key *kernel = d->resampling == FFTC_BLOOM_EXACT
                                ? &passes->prepare.pass[passes->prepare.count - 1].key
                                : &pass[1].key; /* has the kernel's scale */
    const double points = (double)passes->axis[0].period.points;
    pass[0].key.dst_form = pass[1].key.src_form = FFTC_FORM_HALVES;
    pass[1].key.dst_form = pass[2].key.src_form = FFTC_FORM_HALVES;
    fftc_pass_set_scale(&pass[0].key, ldexp(1.0 / points, -half_exponent(d)));
    fftc_pass_set_scale(kernel, fftc_pass_scale(kernel) * points);
    for (int place = FFTC_PLACE_SCRATCH; place <= FFTC_PLACE_WORK; ++place) {
        elements[place] = (elements[place] + 1) / 2;
    }
}

/* Where tiles of the picture's passes are narrower than a sector, the scratch lies in bricks
 * (kernel/mapped_pass.h): as many numbers of each line of the second axis as BRICK_BYTES hold stand
 * together, so that a tile writes and reads pieces close to each other, and the product still reads
 * whole sectors. On an H200 1280 x 720 pixels with 256 x 256 taps took 13.5, 16.9 and 12.5 us in
 * rows, and 12.1, 17.4 and 10.7 in bricks; tiles of eight lines gained nothing. */
#define SECTOR_BYTES 32u
#define BRICK_BYTES 64u

/* Divides the loop over the lines of one of the picture's passes: steps within a brick of the
 * scratch, the bricks, the channels. `inside` and `outside` are its steps in scratch and picture.
 * Lines that fill the last brick are not wanted. */
static void divide_lines(uint32_t brick, uint32_t all, uint32_t *inside, uint32_t *outside,
                         fftc_pass *pass)
{
    fftc_pass_key *key = &pass->key;
    uint32_t *count = pass->numbers.count;
    count[2] = count[1];
    outside[2] = outside[1];
    count[1] = all / brick;
    outside[1] = brick * outside[0];
    count[0] = brick;
    inside[0] = 1;
    inside[1] = brick * key->line.points;
    inside[2] = all * key->line.points;
    key->beside = all != pass->numbers.lines ? pass->numbers.lines : 0;
    key->beside_all = key->beside != 0 ? all : 0;
    key->even = 1;
    ++key->digits;
    pass->numbers.lines = all;
    pass->groups = all / key->line.count;
}

static void set_bricks(const fftc_bloom_edges *edges, uint32_t channels, fftc_pass_plan *plan)
{
    fftc_pass *there = &plan->pass[0];
    fftc_pass *product = &plan->pass[1];
    fftc_pass *back = &plan->pass[2];
    fftc_pass_numbers *rows = &product->numbers;
    const uint32_t bytes = edges->half_scratch ? 4 : 8;
    const uint32_t brick = BRICK_BYTES / bytes;
    const uint32_t points = there->key.line.points;
    const uint32_t all = (there->numbers.lines + brick - 1) / brick * brick;
    if (there->key.line.count * bytes >= SECTOR_BYTES || there->numbers.lines < brick ||
        brick % there->key.line.count != 0 || brick % back->key.line.count != 0) {
        return;
    }
    divide_lines(brick, all, there->numbers.dst_step, there->numbers.src_step, there);
    divide_lines(brick, all, back->numbers.src_step, back->numbers.dst_step, back);
    there->key.dst_stride = back->key.src_stride = brick;
    rows->count[0] = points;
    rows->src_step[0] = rows->dst_step[0] = brick;
    rows->count[1] = channels;
    rows->src_step[1] = rows->dst_step[1] = all * points;
    product->key.digits = 2;
    product->key.map.brick = brick;
    product->key.map.brick_rows = points;
    plan->elements[product->src] = (uint64_t)channels * all * points;
}

/* --- resampled kernels ------------------------------------------------------------------------ */

/* How far below its sum the first number of a line is: the place of distance 0 is so far down. */
static uint32_t shift_of(const fftc_convolved_axis *a)
{
    return (uint32_t)(a->way.dst_first - a->way.src_first);
}

/* The kernels' own spectra: a real transform of each plane of taps, in natural order. */
static fftc_status make_own(const fftc_bloom_request *r, const fftc_pass_limits *limits,
                            fftc_pass_plan *prepare, fftc_error *error)
{
    fftc_pass_limits own = *limits;
    const fftc_transform t = {.length = {r->what.kernel_height, r->what.kernel_width},
                              .kind = FFTC_REAL,
                              .precision = FFTC_FLOAT32,
                              .batch = r->spectra};
    own.load = own.store = false;
    own.choices = NULL;
    return fftc_pass_plan_make(&t, &own, prepare, error);
}

/* How many of `points` steps that are `along` together make a whole number. */
static uint32_t period_of(uint32_t points, uint32_t along)
{
    uint32_t common = points;
    for (uint32_t rest = along; rest != 0;) {
        uint32_t next = common % rest;
        common = rest;
        rest = next;
    }
    return points / common;
}

/* Makes the product sample the kernels' own spectra. What a line resamples lies elsewhere in shared
 * memory than what it exchanges, so all lines of a workgroup wait for each other. */
static fftc_status set_resampled(const fftc_bloom_request *r, bool rows_first,
                                 const fftc_pass_limits *limits, fftc_convolution_passes *passes,
                                 fftc_error *error)
{
    const fftc_bloom_description *d = &r->what;
    const uint32_t rows = (uint32_t)passes->axis[0].period.points;
    fftc_pass_key *product = &passes->execute.pass[1].key;
    const uint32_t along = rows_first ? d->kernel_height : d->kernel_width;
    const uint32_t each = (along + 5 + product->line.invocations - 1) / product->line.invocations;
    product->line.in_subgroup = 0;
    product->line.registers = each > product->line.registers ? each : product->line.registers;
    product->resampled = (fftc_pass_resampled){
        .used = (uint32_t)d->resampling,
        .along = along,
        .period = period_of(product->line.points, along),
        .beside = rows_first ? d->kernel_width : d->kernel_height,
        .halved = !rows_first,
        .rows = rows,
        .quarter = passes->signals == FFTC_SIGNALS_RIGHT_ANGLE,
        .shift_along = shift_of(&passes->axis[1]),
        .shift_beside = shift_of(&passes->axis[0]),
    };
    product->resampled.shifted =
        (product->resampled.shift_along | product->resampled.shift_beside) != 0;
    fftc_pass_set_scale(product, 1.0 / ((double)rows * (double)passes->axis[1].period.points));
    if (4 * (uint64_t)fftc_pass_shared_words(product) > limits->shared_bytes ||
        4 * (uint64_t)rows * product->resampled.beside > UINT32_MAX) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a resampled kernel of %u x %u takes more shared memory than %s has, or "
                         "numbers of more than 32 bits: take an exact one",
                         d->kernel_width, d->kernel_height, limits->name);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_edges(const fftc_bloom_request *r, const fftc_bloom_edges *edges,
                               const fftc_pass_limits *limits, fftc_error *error)
{
    const size_t bytes[] = {edges->src_picture ? 0 : r->src_bytes,
                            edges->dst_picture ? 0 : r->dst_bytes};
    static const char *const names[] = {"src", "dst"};
    for (int i = 0; i < 2; ++i) {
        if (bytes[i] > limits->buffer_bytes_max ||
            bytes[i] / fftc_precision_bytes(r->what.precision) > FFTC_PASS_ELEMENTS_MAX) {
            return fftc_fail(error, FFTC_TOO_LARGE,
                             "%s has %zu bytes, %s reaches %llu in one buffer, and at most 2^31 "
                             "numbers: pass a smaller picture, or one in an image",
                             names[i], bytes[i], limits->name,
                             (unsigned long long)limits->buffer_bytes_max);
        }
    }
    if (edges->half_scratch && most_beyond(&r->what) > GREATEST_HALF) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "`beyond` has %g: with scratch of halves pass at most %g, or take scratch "
                         "of float",
                         most_beyond(&r->what), (double)GREATEST_HALF);
    }
    return FFTC_SUCCESS;
}

static fftc_status make_ordered(const fftc_bloom_request *r, bool rows_first,
                                const fftc_pass_limits *limits, fftc_convolution_passes *passes,
                                fftc_error *error)
{
    const fftc_convolution_description what = fftc_bloom_convolution(r, rows_first);
    fftc_pass_limits pixels = *limits;
    pixels.channels = r->what.channels;
    pixels.joined = r->what.resampling != FFTC_BLOOM_EXACT;
    pixels.passes.pair_batch = false;
    fftc_status status = fftc_convolution_passes_make(&what, &pixels, passes, error);
    if (status == FFTC_SUCCESS && !is_three(passes)) {
        status = fftc_fail(error, FFTC_UNSUPPORTED,
                           "%u x %u pixels with a kernel of %u x %u are not three dispatches on "
                           "%s, where an axis must have more than one point, and fit a workgroup: "
                           "use a convolution (fftcore/vulkan/convolution.h)",
                           r->what.width, r->what.height, r->what.kernel_width,
                           r->what.kernel_height, limits->name);
    }
    if (status == FFTC_SUCCESS && r->what.resampling != FFTC_BLOOM_EXACT) {
        status = set_resampled(r, rows_first, limits, passes, error);
    }
    return status;
}

/* Whether rows are first is returned, too. */
static fftc_status choose(const fftc_bloom_request *r, fftc_bloom_order order,
                          const fftc_pass_limits *limits, fftc_convolution_passes *passes,
                          bool *rows_first, fftc_error *error)
{
    *rows_first = order == FFTC_BLOOM_ROWS_FIRST;
    fftc_status status = make_ordered(r, *rows_first, limits, passes, error);
    if (order != FFTC_BLOOM_BY_COST) {
        return status;
    }
    fftc_convolution_passes *other = malloc(sizeof *other);
    if (other == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    if (make_ordered(r, true, limits, other, NULL) == FFTC_SUCCESS &&
        (status != FFTC_SUCCESS || fftc_bloom_cost(other) < fftc_bloom_cost(passes))) {
        *passes = *other;
        *rows_first = true;
        status = FFTC_SUCCESS;
    }
    free(other);
    return status;
}

fftc_status fftc_bloom_passes_make(const fftc_bloom_request *request, const fftc_bloom_edges *edges,
                                   fftc_bloom_order order, const fftc_pass_limits *limits,
                                   fftc_convolution_passes *passes, fftc_error *error)
{
    bool rows_first;
    fftc_status status = check_edges(request, edges, limits, error);
    if (status == FFTC_SUCCESS) {
        status = choose(request, order, limits, passes, &rows_first, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_pass_plan *e = &passes->execute;
    set_pixels(request, edges, &e->pass[0]);
    set_pixels(request, edges, &e->pass[2]);
    set_bricks(edges, request->what.channels, e);
    e->pass[1].key.convolution.rows *= (uint32_t)request->spectra;
    e->elements[FFTC_PLACE_SPECTRUM] *= request->spectra;
    if (request->what.resampling != FFTC_BLOOM_EXACT) {
        status = make_own(request, limits, &passes->prepare, error);
        e->elements[FFTC_PLACE_SPECTRUM] = passes->prepare.elements[FFTC_PLACE_DST];
    }
    if (edges->half_scratch && status == FFTC_SUCCESS) {
        set_halves(&request->what, passes);
    }
    return status;
}
