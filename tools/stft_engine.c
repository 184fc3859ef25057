/* SPDX-License-Identifier: MIT
 *
 * Some windows at a time: weighted, transformed, looked through.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fftcore/kernel/order.h"
#include "scalar.h"
#include "shape_options.h"
#include "simd.h"
#include "stft_internal.h"
#include "support/half.h"

void *stft_allocate(uint64_t count, size_t bytes)
{
    const size_t huge = (size_t)1 << 21;
    size_t total;
    if (__builtin_mul_overflow(count, bytes, &total) || total > SIZE_MAX - huge) {
        return NULL;
    }
    size_t alignment = total >= 2 * huge ? huge : 64;
    void *memory = aligned_alloc(alignment, (total + alignment - 1) / alignment * alignment);
#ifdef MADV_HUGEPAGE
    if (memory != NULL && alignment == huge) {
        (void)madvise(memory, total, MADV_HUGEPAGE); /* only a wish */
    }
#endif
    return memory;
}

static bool make_weights(stft_engine *engine)
{
    const tool_stft *stft = engine->stft;
    if (stft->window == TOOL_WINDOW_NONE) {
        return true;
    }
    engine->weights = stft_allocate(stft->length, engine->wide ? sizeof(double) : sizeof(float));
    for (uint64_t i = 0; engine->weights != NULL && i < stft->length; ++i) {
        double weight = tool_window_weight(stft->window, stft->beta, stft->length, i);
        if (engine->wide) {
            ((double *)engine->weights)[i] = weight;
        } else {
            ((float *)engine->weights)[i] = (float)weight;
        }
    }
    return engine->weights != NULL;
}

static fftc_status make_plan(stft_engine *engine, fftc_error *error)
{
    const tool_stft *stft = engine->stft;
    const fftc_transform transform = {.length = {stft->length},
                                      .batch = engine->batch,
                                      .precision = stft->precision,
                                      .placement =
                                          engine->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
                                      .kind = engine->is_complex ? FFTC_COMPLEX : FFTC_REAL};
    const fftc_plan_options options = {.threads = stft->threads, .executions = 1};
    tool_time start = tool_time_now();
    fftc_status status = fftc_plan_create(&transform, &options, &engine->plan, error);
    tool_time_add(&engine->planning, start);
    return status;
}

uint64_t stft_engine_more(const stft_engine *engine)
{
    return engine->in_place ? 2 : 0; /* N real numbers become N / 2 + 1 complex ones */
}

fftc_status stft_engine_make(const tool_stft *stft, bool is_complex, uint64_t batch,
                             stft_engine *engine, fftc_error *error)
{
    size_t scalar = fftc_precision_bytes(stft->precision);
    bool half = stft->precision == FFTC_FLOAT16;
    *engine = (stft_engine){.stft = stft,
                            .is_complex = is_complex,
                            .wide = stft->precision == FFTC_FLOAT64,
                            .bins = tool_stft_bins(stft, is_complex),
                            .batch = batch,
                            .in_place = stft->frames == 1 && !stft->reference && !half,
                            .parts = is_complex ? 2 : 1};
    uint64_t values = batch * engine->bins * 2;
    fftc_status status = FFTC_SUCCESS;
    if (!stft->reference) {
        status = make_plan(engine, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    bool separate = stft->reference || half;
    if (!stft->reference && !engine->in_place) {
        engine->dst = stft_allocate(values, scalar);
    }
    engine->results = separate ? stft_allocate(values, engine->wide ? 8 : 4) : engine->dst;
    engine->largest = calloc(batch, sizeof *engine->largest);
    /* The reference kernel takes complex numbers, and gives them in the same place. */
    uint64_t numbers = batch * stft->length * (stft->reference ? 2 : engine->parts);
    bool narrow = stft->reference && half;
    engine->src = engine->in_place ? NULL
                                   : stft_allocate(numbers, engine->wide ? 8
                                                            : narrow     ? 2
                                                                         : 4);
    bool good = engine->in_place || (engine->results != NULL && engine->src != NULL &&
                                     (stft->reference || engine->dst != NULL));
    if (!good || engine->largest == NULL || !make_weights(engine)) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for windows of %llu points",
                         (unsigned long long)stft->length);
    }
    return FFTC_SUCCESS;
}

void stft_engine_free(stft_engine *engine)
{
    if (engine->results != engine->dst && !engine->in_place) {
        free(engine->results);
    }
    fftc_plan_destroy(engine->plan);
    free(engine->dst);
    free(engine->src);
    free(engine->weights);
    free(engine->largest);
}

/* Weighted points, and zeros up to the length. */
static void load_floats(const stft_engine *engine, const float *from, uint64_t points, float *to)
{
    const float *weights = engine->weights;
    uint64_t numbers = points * engine->parts;
    if (weights == NULL && to == from) {
        /* the samples are there already */
    } else if (weights == NULL) {
        memcpy(to, from, numbers * sizeof *to);
    } else if (engine->parts == 1) {
        for (uint64_t i = 0; i < points; ++i) {
            to[i] = from[i] * weights[i];
        }
    } else {
        for (uint64_t i = 0; i < points; ++i) {
            to[2 * i] = from[2 * i] * weights[i];
            to[2 * i + 1] = from[2 * i + 1] * weights[i];
        }
    }
    memset(to + numbers, 0, (engine->stft->length - points) * engine->parts * sizeof *to);
}

static void load_doubles(const stft_engine *engine, const double *from, uint64_t points, double *to)
{
    const double *weights = engine->weights;
    uint64_t numbers = points * engine->parts;
    for (uint64_t i = 0; i < numbers; ++i) {
        to[i] = weights != NULL ? from[i] * weights[i / engine->parts] : from[i];
    }
    memset(to + numbers, 0, (engine->stft->length - points) * engine->parts * sizeof *to);
}

/* Loads a window in the working precision, float or double. */
static void load_window(const stft_engine *engine, const void *samples, uint64_t have,
                        uint64_t window, void *to)
{
    uint64_t first = window * engine->stft->hop;
    uint64_t left = have > first ? have - first : 0;
    uint64_t points = left < engine->stft->length ? left : engine->stft->length;
    size_t at = first * engine->parts;
    if (engine->wide) {
        load_doubles(engine, (const double *)samples + at, points, to);
    } else {
        load_floats(engine, (const float *)samples + at, points, to);
    }
}

/* Runs the plan on an array of `batch` windows. */
static fftc_status run_plan(stft_engine *engine, void *samples, uint64_t have, uint64_t count,
                            fftc_error *error)
{
    const tool_stft *stft = engine->stft;
    uint64_t numbers = stft->length * engine->parts;
    size_t scalar = fftc_precision_bytes(stft->precision);
    if (engine->in_place) {
        load_window(engine, samples, have, 0, samples);
        engine->results = samples;
        return fftc_plan_execute(engine->plan, samples, samples, error);
    }
    if (count < engine->batch) { /* windows that do not exist are transformed, too */
        memset((unsigned char *)engine->src + count * numbers * (engine->wide ? 8 : 4), 0,
               (engine->batch - count) * numbers * (engine->wide ? 8 : 4));
    }
    for (uint64_t i = 0; i < count; ++i) {
        load_window(engine, samples, have, i,
                    (unsigned char *)engine->src + i * numbers * (engine->wide ? 8 : 4));
    }
    if (scalar == 2) { /* halves, in the same place from the first on */
        for (uint64_t i = 0; i < count * numbers; ++i) {
            float number = ((const float *)engine->src)[i];
            ((uint16_t *)engine->src)[i] = fftc_half_from_float(number);
        }
    }
    fftc_status status = fftc_plan_execute(engine->plan, engine->src, engine->dst, error);
    for (uint64_t i = 0; scalar == 2 && i < count * engine->bins * 2; ++i) {
        ((float *)engine->results)[i] = fftc_float_from_half(((const uint16_t *)engine->dst)[i]);
    }
    return status;
}

static fftc_status run_reference(stft_engine *engine, const void *samples, uint64_t have,
                                 uint64_t count, fftc_error *error)
{
    const tool_stft *stft = engine->stft;
    size_t scalar = fftc_precision_bytes(stft->precision);
    fftc_workgroup_fft fft = {.precision = stft->precision, .batch = count};
    const tool_shape shape = {stft->length, TOOL_NOT_GIVEN, TOOL_NOT_GIVEN};
    double *wide = malloc(stft->length * 2 * sizeof *wide);
    uint32_t lanes;
    if (wide == NULL ||
        !tool_shape_resolve(&shape, stft->length, FFTC_WORKGROUP_FFT_MAX_LOG2, &fft)) {
        free(wide);
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for windows of %llu points",
                         (unsigned long long)stft->length);
    }
    for (uint64_t i = 0; i < count; ++i) {
        load_window(engine, samples, have, i, wide);
        for (uint64_t k = stft->length; k-- > 0;) { /* apart, from the end on */
            double re =
                engine->wide ? wide[k * engine->parts] : (double)((float *)wide)[k * engine->parts];
            double im = engine->parts == 1 ? 0.0
                        : engine->wide     ? wide[2 * k + 1]
                                           : (double)((float *)wide)[2 * k + 1];
            wide[2 * k] = re;
            wide[2 * k + 1] = im;
        }
        tool_scalars_from_double(stft->precision, wide,
                                 (unsigned char *)engine->src + i * stft->length * 2 * scalar,
                                 2 * stft->length);
    }
    fftc_status status = tool_simd_run(&fft, engine->src, NULL, &lanes, error);
    for (uint64_t i = 0; status == FFTC_SUCCESS && i < count; ++i) {
        tool_scalars_to_double(stft->precision,
                               (unsigned char *)engine->src + i * stft->length * 2 * scalar, wide,
                               2 * stft->length);
        for (uint64_t slot = 0; slot < stft->length; ++slot) {
            uint64_t f = fftc_get_dft_index((uint32_t)slot, fft.elements_log2, fft.workgroup_log2);
            for (uint64_t part = 0; f < engine->bins && part < 2; ++part) {
                uint64_t to = 2 * (i * engine->bins + f) + part;
                if (engine->wide) {
                    ((double *)engine->results)[to] = wide[2 * slot + part];
                } else {
                    ((float *)engine->results)[to] = (float)wide[2 * slot + part];
                }
            }
        }
    }
    free(wide);
    return status;
}

/* The magnitude of the largest number; infinite if one is infinite or not a number. Bits of numbers
 * without their signs are in the order of the numbers, and integers make vector instructions. */
static double largest_float(const float *values, uint64_t count)
{
    uint32_t most = 0;
    float result;
    for (uint64_t i = 0; i < count; ++i) {
        uint32_t bits = fftc_bits_of_float(values[i]) & 0x7fffffff;
        most = (int32_t)bits > (int32_t)most ? bits : most;
    }
    memcpy(&result, &most, sizeof result);
    return most < 0x7f800000 ? (double)result : (double)INFINITY;
}

static double largest_double(const double *values, uint64_t count)
{
    double most = 0.0;
    bool good = true;
    for (uint64_t i = 0; i < count; ++i) {
        double here = fabs(values[i]);
        good &= here <= DBL_MAX / 2; /* magnitudes are finite too */
        most = here > most ? here : most;
    }
    return good ? most : (double)INFINITY;
}

/* Squares of these neither overflow nor vanish, in float. */
static bool may_be_squared(double largest)
{
    return largest < 0x1p60 && largest > 0x1p-40;
}

static float largest_power(const float *values, uint64_t bins)
{
    float most[8] = {0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F};
    uint64_t k = 0;
    for (; k + 8 <= bins; k += 8) {
        for (uint64_t i = 0; i < 8; ++i) {
            float re = values[2 * (k + i)];
            float im = values[2 * (k + i) + 1];
            float power = re * re + im * im;
            most[i] = power > most[i] ? power : most[i];
        }
    }
    for (; k < bins; ++k) {
        float power = values[2 * k] * values[2 * k] + values[2 * k + 1] * values[2 * k + 1];
        most[0] = power > most[0] ? power : most[0];
    }
    for (int i = 1; i < 8; ++i) {
        most[0] = most[i] > most[0] ? most[i] : most[0];
    }
    return most[0];
}

/* The largest magnitude of bins first to end of a window, if it is more than before. */
static void raise_peak(stft_engine *engine, uint64_t window, uint64_t first, uint64_t end,
                       double largest)
{
    const double *doubles = (const double *)engine->results + 2 * window * engine->bins;
    const float *floats = (const float *)engine->results + 2 * window * engine->bins;
    /* Rounding of the squares is far below this margin. */
    if (!engine->wide && may_be_squared(largest) &&
        (double)largest_power(floats + 2 * first, end - first) * 1.00001 <
            engine->peak * engine->peak) {
        return;
    }
    for (uint64_t k = first; k < end; ++k) {
        double re = engine->wide ? doubles[2 * k] : (double)floats[2 * k];
        double im = engine->wide ? doubles[2 * k + 1] : (double)floats[2 * k + 1];
        if (fabs(re) + fabs(im) > engine->peak) {
            double magnitude = hypot(re, im);
            if (magnitude > engine->peak) {
                engine->peak = magnitude;
                engine->peak_found = true;
                engine->peak_frame = window;
                engine->peak_bin = k;
            }
        }
    }
}

/* In pieces that stay in the cache; few have a number near the largest of all, and are looked at
 * twice. False if a number is not finite. */
static bool look_through(stft_engine *engine, uint64_t window)
{
    enum { PIECE = 512 };
    engine->largest[window] = 0.0;
    for (uint64_t first = 0; first < engine->bins; first += PIECE) {
        uint64_t end = first + PIECE < engine->bins ? first + PIECE : engine->bins;
        uint64_t at = 2 * (window * engine->bins + first);
        double largest =
            engine->wide ? largest_double((const double *)engine->results + at, 2 * (end - first))
                         : largest_float((const float *)engine->results + at, 2 * (end - first));
        if (!(largest <= DBL_MAX)) {
            return false;
        }
        /* A magnitude is at most sqrt(2) of the larger part. */
        if (largest * 1.4143 > engine->peak) {
            raise_peak(engine, window, first, end, largest);
        }
        if (largest > engine->largest[window]) {
            engine->largest[window] = largest;
        }
    }
    return true;
}

fftc_status stft_engine_run(stft_engine *engine, void *samples, uint64_t have, uint64_t count,
                            uint64_t *bad, fftc_error *error)
{
    fftc_status status = engine->plan != NULL ? run_plan(engine, samples, have, count, error)
                                              : run_reference(engine, samples, have, count, error);
    engine->peak_found = false;
    for (uint64_t i = 0; status == FFTC_SUCCESS && i < count; ++i) {
        if (!look_through(engine, i)) {
            *bad = i;
            return tool_fail(error, FFTC_TOO_LARGE, "beyond the range");
        }
    }
    return status;
}
