/* SPDX-License-Identifier: MIT */
#include "numbers.h"

#include <math.h>
#include <string.h>

#include "support/half.h"

#define PART 65536 /* scalars that a thread does at a time */

static double get_scalar(fftc_precision precision, const void *data, uint64_t index)
{
    switch (precision) {
    case FFTC_FLOAT64: return ((const double *)data)[index];
    case FFTC_FLOAT16: return (double)fftc_float_from_half(((const uint16_t *)data)[index]);
    default: return (double)((const float *)data)[index];
    }
}

static void put_scalar(fftc_precision precision, void *data, uint64_t index, double value)
{
    switch (precision) {
    case FFTC_FLOAT64: ((double *)data)[index] = value; break;
    case FFTC_FLOAT16: ((uint16_t *)data)[index] = fftc_half_from_float((float)value); break;
    default: ((float *)data)[index] = (float)value;
    }
}

sparse_number huge_get(const huge_array *array, uint64_t index)
{
    fftc_precision p = array->precision;
    if (array->real) {
        return (sparse_number){get_scalar(p, array->data, index), 0.0};
    }
    if (array->im != NULL) {
        return (sparse_number){get_scalar(p, array->data, index), get_scalar(p, array->im, index)};
    }
    return (sparse_number){get_scalar(p, array->data, 2 * index),
                           get_scalar(p, array->data, 2 * index + 1)};
}

void huge_put(const huge_array *array, uint64_t index, sparse_number value)
{
    fftc_precision p = array->precision;
    if (array->real) {
        put_scalar(p, array->data, index, value.re);
    } else if (array->im != NULL) {
        put_scalar(p, array->data, index, value.re);
        put_scalar(p, array->im, index, value.im);
    } else {
        put_scalar(p, array->data, 2 * index, value.re);
        put_scalar(p, array->data, 2 * index + 1, value.im);
    }
}

static void add(const huge_array *array, uint64_t index, sparse_number value)
{
    sparse_number before = huge_get(array, index);
    huge_put(array, index, (sparse_number){before.re + value.re, before.im + value.im});
}

static uint64_t scalars_of(const huge_array *array, uint64_t count)
{
    return array->real || array->im != NULL ? count : 2 * count;
}

void huge_clear(const huge_array *array, uint64_t count)
{
    uint64_t scalars = scalars_of(array, count);
    uint64_t bytes = fftc_precision_bytes(array->precision);
    int64_t parts = (int64_t)((scalars + PART - 1) / PART);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < parts; ++i) {
        uint64_t first = (uint64_t)i * PART;
        uint64_t here = scalars - first < PART ? scalars - first : PART;
        memset((char *)array->data + first * bytes, 0, here * bytes);
        if (array->im != NULL) {
            memset((char *)array->im + first * bytes, 0, here * bytes);
        }
    }
}

static double energy_of_part(fftc_precision precision, const void *data, uint64_t first,
                             uint64_t count)
{
    double sum[8] = {0.0};
    for (uint64_t i = 0; i < count; i += 8) {
        for (uint64_t k = 0; k < 8 && i + k < count; ++k) {
            double x = get_scalar(precision, data, first + i + k);
            sum[k] += x * x;
        }
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

double huge_energy(const huge_array *array, uint64_t count)
{
    uint64_t scalars = scalars_of(array, count);
    int64_t parts = (int64_t)((scalars + PART - 1) / PART);
    double energy = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : energy)
    for (int64_t i = 0; i < parts; ++i) {
        uint64_t first = (uint64_t)i * PART;
        uint64_t here = scalars - first < PART ? scalars - first : PART;
        energy += energy_of_part(array->precision, array->data, first, here);
        if (array->im != NULL) {
            energy += energy_of_part(array->precision, array->im, first, here);
        }
    }
    return energy;
}

void huge_put_impulses(const huge_array *array, const sparse_signal *signal, uint64_t batch)
{
    huge_clear(array, batch * signal->points);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < (int64_t)batch; ++b) {
        for (int i = 0; i < signal->terms; ++i) {
            sparse_term term = sparse_term_of(signal, (uint64_t)b, i);
            add(array, (uint64_t)b * signal->points + term.at, term.amplitude);
        }
    }
}

void huge_put_tones(const huge_array *array, const sparse_signal *signal, uint64_t batch)
{
    uint64_t blocks = (signal->points + SPARSE_TONES_BLOCK - 1) / SPARSE_TONES_BLOCK;
    for (uint64_t b = 0; b < batch; ++b) {
        sparse_tones tones;
        sparse_tones_start(signal, b, &tones);
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < (int64_t)blocks; ++i) {
            double numbers[2 * SPARSE_TONES_BLOCK];
            uint64_t first = (uint64_t)i * SPARSE_TONES_BLOCK;
            uint64_t left = signal->points - first;
            uint64_t here = left < SPARSE_TONES_BLOCK ? left : SPARSE_TONES_BLOCK;
            sparse_tones_block(&tones, first, here, numbers);
            for (uint64_t k = 0; k < here; ++k) {
                huge_put(array, b * signal->points + first + k,
                         (sparse_number){numbers[2 * k], numbers[2 * k + 1]});
            }
        }
    }
}

/* What is expected where impulse i is: all of them that are there. Only the first one counts. */
static bool expected_at(const huge_expected *e, uint64_t b, int i, uint64_t *at,
                        sparse_number *value)
{
    *at = sparse_term_of(e->signal, b, i).at;
    *value = (sparse_number){0.0, 0.0};
    for (int k = 0; k < e->signal->terms; ++k) {
        sparse_term term = sparse_term_of(e->signal, b, k);
        if (term.at == *at && k < i) {
            return false;
        }
        bool alone = *at == 0 || 2 * *at == e->signal->points;
        double gain = e->twice && alone ? 2.0 * e->gain : e->gain;
        if (term.at == *at) {
            value->re += gain * term.amplitude.re;
            value->im += gain * term.amplitude.im;
        }
    }
    return true;
}

double huge_impulse_error(const huge_array *array, const huge_expected *e)
{
    double error = 0.0;
    double norm = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : error, norm)
    for (int64_t b = 0; b < (int64_t)e->batch; ++b) {
        for (int i = 0; i < e->signal->terms; ++i) {
            uint64_t at;
            sparse_number x;
            if (expected_at(e, (uint64_t)b, i, &at, &x)) {
                uint64_t place = (uint64_t)b * e->pitch + at;
                sparse_number y = huge_get(array, place);
                error += (y.re - x.re) * (y.re - x.re) + (y.im - x.im) * (y.im - x.im);
                norm += x.re * x.re + x.im * x.im;
                huge_put(array, place, (sparse_number){0.0, 0.0});
            }
        }
    }
    return sqrt((error + huge_energy(array, e->batch * e->pitch)) / norm);
}
