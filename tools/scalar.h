/* SPDX-License-Identifier: MIT
 *
 * Arrays of complex numbers in any precision: conversion, and comparison by bits.
 */
#ifndef TOOL_SCALAR_H
#define TOOL_SCALAR_H

#include "tool.h"

/* count scalars (a complex number is two), rounded to nearest even. */
void tool_scalars_from_double(fftc_precision precision, const double *from, void *to,
                              uint64_t count);
void tool_scalars_to_double(fftc_precision precision, const void *from, double *to, uint64_t count);

/* How two arrays differ. Numbers are compared by their bits, so that -0 differs from 0. The
 * distance in units of the last place counts the representable numbers from one to the other,
 * across zero too (-0 and 0 being neighbours); UINT64_MAX if one of them is not a number. */
typedef struct tool_comparison {
    uint64_t differing; /* scalars whose bits differ */
    uint64_t largest_ulp;
    uint64_t first; /* index of the first scalar that differs */
} tool_comparison;

tool_comparison tool_compare(fftc_precision precision, const void *x, const void *y,
                             uint64_t count);

/* Scalars that are not zero and smaller than the least normal number. */
uint64_t tool_count_subnormal(fftc_precision precision, const void *x, uint64_t count);

/* A power of two that brings the largest of count scalars, which are finite, near 1: squares then
 * neither overflow nor vanish. */
double tool_scale_for_squares(const double *x, uint64_t count);

/* sqrt(sum |x - y|^2 / sum |y|^2) over count complex numbers of any magnitude; 0 if the arrays are
 * the same, infinite if only y is zero. */
double tool_relative_error(const double *x, const double *y, uint64_t count);

#endif
