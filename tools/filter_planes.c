/* SPDX-License-Identifier: MIT
 *
 * Channels are filtered one after the other, which takes the memory of one spectrum.
 */
#include "filter.h"
#include "progress.h"

/* One channel, or what it is extended to, its spectrum, and the way there and back. */
typedef struct filtering {
    const tool_filter *filter;
    bool mirror; /* by cosine transforms, in place */
    tool_planes field;
    tool_spectra spectra;
    fftc_plan *forward, *inverse;
} filtering;

static fftc_status plan(filtering *f, int threads, fftc_error *error)
{
    fftc_transform transform = {.length = {f->field.height, f->field.width},
                                .precision = f->field.precision,
                                .placement = f->mirror ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                                .kind = f->mirror ? FFTC_REAL_TO_REAL : FFTC_REAL};
    const fftc_plan_options options = {.threads = threads, .executions = 1};
    fftc_status status = fftc_plan_create(&transform, &options, &f->forward, error);
    transform.direction = FFTC_INVERSE;
    return status == FFTC_SUCCESS ? fftc_plan_create(&transform, &options, &f->inverse, error)
                                  : status;
}

/* Row or column `index` stands for a frequency of so many cycles per pixel. A cosine transform has
 * half a cycle more from each to the next. */
static double frequency(const filtering *f, uint64_t index, uint64_t length)
{
    uint64_t folded = !f->mirror && index > length / 2 ? length - index : index;
    return (double)folded / (double)length * (f->mirror ? 0.5 : 1.0);
}

static void multiply(const filtering *f)
{
    void *numbers = f->mirror ? f->field.numbers : f->spectra.numbers;
    uint64_t columns = f->mirror ? f->field.width : tool_spectra_columns(&f->spectra);
    uint64_t each = f->mirror ? 1 : 2;
    for (uint64_t y = 0; y < f->field.height; ++y) {
        double v = frequency(f, y, f->field.height);
        for (uint64_t x = 0; x < columns; ++x) {
            double u = frequency(f, x, f->field.width);
            double gain = tool_filter_gain(f->filter, u * u + v * v);
            uint64_t at = (y * columns + x) * each;
            for (uint64_t part = at; part < at + each; ++part) {
                if (f->field.precision == FFTC_FLOAT64) {
                    ((double *)numbers)[part] *= gain;
                } else {
                    ((float *)numbers)[part] *= (float)gain;
                }
            }
        }
    }
}

/* Which pixel the extended picture has at `index`; `length` itself means black. */
static uint64_t source(tool_edges edges, uint64_t index, uint64_t length)
{
    if (index < length) {
        return index;
    }
    return edges == TOOL_EDGES_ZERO ? length : index - length < (length + 1) / 2 ? length - 1 : 0;
}

static void extend(const tool_planes *planes, uint64_t channel, tool_edges edges,
                   tool_planes *field)
{
    uint64_t first = channel * planes->height * planes->width;
    for (uint64_t y = 0; y < field->height; ++y) {
        uint64_t from = source(edges, y, planes->height);
        for (uint64_t x = 0; x < field->width; ++x) {
            uint64_t column = source(edges, x, planes->width);
            bool black = from == planes->height || column == planes->width;
            tool_planes_set(field, y * field->width + x,
                            black ? 0.0
                                  : tool_planes_get(planes, first + from * planes->width + column));
        }
    }
}

static fftc_status filter_channel(filtering *f, tool_edges edges, uint64_t channel,
                                  tool_planes *planes, fftc_error *error)
{
    uint64_t first = channel * planes->height * planes->width;
    void *spectrum = f->mirror ? f->field.numbers : f->spectra.numbers;
    extend(planes, channel, edges, &f->field);
    fftc_status status = fftc_plan_execute(f->forward, f->field.numbers, spectrum, error);
    if (status == FFTC_SUCCESS) {
        multiply(f);
        status = fftc_plan_execute(f->inverse, spectrum, f->field.numbers, error);
    }
    for (uint64_t i = 0; i < planes->height * planes->width && status == FFTC_SUCCESS; ++i) {
        uint64_t at = i / planes->width * f->field.width + i % planes->width;
        tool_planes_set(planes, first + i, tool_planes_get(&f->field, at));
    }
    return status;
}

fftc_status tool_filter_planes(const tool_filter *filter, tool_edges edges, int threads,
                               tool_planes *planes, fftc_error *error)
{
    filtering f = {.filter = filter, .mirror = edges == TOOL_EDGES_MIRROR};
    bool extended = edges == TOOL_EDGES_ZERO || edges == TOOL_EDGES_CLAMP;
    const tool_planes shape = {.height = planes->height << extended,
                               .width = planes->width << extended,
                               .channels = 1,
                               .precision = planes->precision};
    fftc_status status = tool_planes_create(&shape, &f.field, error);
    if (status == FFTC_SUCCESS && !f.mirror) {
        status = tool_spectra_create(&shape, true, &f.spectra, error);
    }
    if (status == FFTC_SUCCESS) {
        status = plan(&f, threads, error);
    }
    for (uint64_t channel = 0; channel < planes->channels && status == FFTC_SUCCESS; ++channel) {
        tool_progress_set((double)channel / (double)planes->channels, "channel %llu",
                          (unsigned long long)(channel + 1));
        status = filter_channel(&f, edges, channel, planes, error);
    }
    fftc_plan_destroy(f.forward);
    fftc_plan_destroy(f.inverse);
    tool_spectra_free(&f.spectra);
    tool_planes_free(&f.field);
    return status;
}
