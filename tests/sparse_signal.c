/* SPDX-License-Identifier: MIT */
#include "sparse_signal.h"

#include <math.h>

__extension__ typedef unsigned __int128 wide;

static const double tau = 6.283185307179586476925286766559;

uint64_t sparse_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

sparse_signal sparse_signal_make(const fftc_transform *transform, int terms, uint64_t seed)
{
    sparse_signal s = {.seed = seed, .points = 1, .terms = terms};
    for (int i = 0; i < FFTC_MAX_RANK && transform->length[i] != 0; ++i) {
        s.length[i] = transform->length[i];
        s.points *= transform->length[i];
    }
    s.most = s.points;
    s.real = transform->kind != FFTC_COMPLEX;
    return s;
}

sparse_term sparse_term_of(const sparse_signal *signal, uint64_t batch, int i)
{
    uint64_t state = signal->seed + (batch * SPARSE_TERMS_MAX + (uint64_t)i) * 0xd1342543de82ef95u;
    sparse_term term = {.at = sparse_random(&state) % signal->most};
    double size = 0.5 + 0.5 * (double)(sparse_random(&state) >> 11) * 0x1p-53;
    double angle = tau * (double)(sparse_random(&state) >> 11) * 0x1p-53;
    if (batch == 0 && i == 1) {
        term.at = signal->most - 1;
    }
    /* Exact in half. */
    size = signal->real ? copysign(size, cos(angle)) : size;
    term.amplitude.re = round(1024.0 * size * (signal->real ? 1.0 : cos(angle))) / 1024.0;
    term.amplitude.im = signal->real ? 0.0 : round(1024.0 * size * sin(angle)) / 1024.0;
    return term;
}

double sparse_turn(uint64_t a, uint64_t b, uint64_t n)
{
    uint64_t rest = (uint64_t)((wide)a * b % n);
    return rest > n / 2 ? -((double)(n - rest) / (double)n) : (double)rest / (double)n;
}

static sparse_number spin(sparse_number x, double turns)
{
    double c = cos(tau * turns);
    double s = sin(tau * turns);
    return (sparse_number){x.re * c - x.im * s, x.re * s + x.im * c};
}

static int rank_of(const sparse_signal *signal)
{
    int rank = 0;
    while (rank < FFTC_MAX_RANK && signal->length[rank] != 0) {
        ++rank;
    }
    return rank;
}

sparse_number sparse_spectrum(const sparse_signal *signal, uint64_t batch, uint64_t at,
                              bool inverse)
{
    sparse_number sum = {0.0, 0.0};
    for (int i = 0; i < signal->terms; ++i) {
        sparse_term term = sparse_term_of(signal, batch, i);
        uint64_t from = term.at;
        uint64_t to = at;
        double turns = 0.0;
        for (int axis = rank_of(signal) - 1; axis >= 0; --axis) {
            uint64_t n = signal->length[axis];
            turns += sparse_turn(from % n, to % n, n);
            from /= n;
            to /= n;
        }
        sparse_number part = spin(term.amplitude, inverse ? turns : -turns);
        sum.re += part.re;
        sum.im += part.im;
    }
    return sum;
}

double sparse_dct(const sparse_signal *signal, uint64_t batch, uint64_t k)
{
    double sum = 0.0;
    for (int i = 0; i < signal->terms; ++i) {
        sparse_term term = sparse_term_of(signal, batch, i);
        double turns = sparse_turn(2 * term.at + 1, k, 4 * signal->points);
        sum += 2.0 * term.amplitude.re * cos(tau * turns);
    }
    return sum;
}

void sparse_tones_start(const sparse_signal *signal, uint64_t batch, sparse_tones *tones)
{
    tones->signal = signal;
    tones->batch = batch;
    for (int i = 0; i < signal->terms; ++i) {
        sparse_term term = sparse_term_of(signal, batch, i);
        for (uint64_t k = 0; k < SPARSE_TONES_BLOCK; ++k) {
            sparse_number w =
                spin((sparse_number){1.0, 0.0}, sparse_turn(term.at, k, signal->points));
            tones->turn[i][2 * k] = w.re;
            tones->turn[i][2 * k + 1] = w.im;
        }
    }
}

void sparse_tones_block(const sparse_tones *tones, uint64_t first, uint64_t count,
                        double numbers[2 * SPARSE_TONES_BLOCK])
{
    const sparse_signal *signal = tones->signal;
    for (uint64_t k = 0; k < 2 * count; ++k) {
        numbers[k] = 0.0;
    }
    for (int i = 0; i < signal->terms; ++i) {
        sparse_term term = sparse_term_of(signal, tones->batch, i);
        sparse_number x = spin(term.amplitude, sparse_turn(term.at, first, signal->points));
        const double *w = tones->turn[i];
        for (uint64_t k = 0; k < count; ++k) {
            numbers[2 * k] += x.re * w[2 * k] - x.im * w[2 * k + 1];
            numbers[2 * k + 1] += x.re * w[2 * k + 1] + x.im * w[2 * k];
        }
    }
}
