/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): the unordered pair (unordered.h).
 */
#include <string.h>

#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/vector_tmpl.h"
#include "cpu/engine/unordered.h"

/* Reproducible plans take vectors of more than 128 bits for the two ends alone, and for what comes
 * between them. */
#if defined(ENGINE_EXACT) && FFTC_LANES * FFTC_PRECISION > 128
#define ENGINE_ENDS_ALONE
#endif

/* conj(w) x */
FORCE fftc_complex rotate_back(fftc_complex x, const fftc_scalar *w)
{
    return fftc_complex_make(x.re * w[0] + x.im * w[1], x.im * w[0] - x.re * w[1]);
}

/* x conj(y) */
FORCE fftc_complex multiply_conjugate(fftc_complex x, fftc_complex y)
{
    return fftc_complex_make(x.re * y.re + x.im * y.im, x.im * y.re - x.re * y.im);
}

/* Loads from tables in the caller's memory, which have a scalar's alignment. */
FORCE fftc_complex from_table(const fftc_scalar *p)
{
#if LANES == 1
    return fftc_complex_make(p[0], p[1]);
#else
    return fftc_complex_make(*(const unaligned_real *)p, *(const unaligned_real *)(p + LANES));
#endif
}

FORCE fftc_complex twiddled(fftc_complex x, const fftc_complex *by_lane, const fftc_scalar *by_row,
                            size_t p)
{
    return fftc_complex_mul(x, rotate(by_lane[p], by_row + 2 * p));
}

FORCE fftc_complex twiddled_back(fftc_complex x, const fftc_complex *by_lane,
                                 const fftc_scalar *by_row, size_t p)
{
    return multiply_conjugate(x, rotate(by_lane[p], by_row + 2 * p));
}

#ifndef ENGINE_ENDS_ALONE
/* --- the product of real signals -------------------------------------------------------------- */

/* Lane k1 of the result is the mirror image of lane k1 among `radix` of them: -k1, where 0 comes
 * from `next` and the others from `same`; or, the complement, radix - 1 - k1, all from `same`. */
#if LANES == 1
typedef int mirror;
#define MIRROR(radix, complement) (complement)
#else
typedef index_vector mirror;
#define MIRROR_LANE(p, radix, complement)                                \
    (LANE_COLUMN(p) >= (radix) ? 0                                       \
     : complement              ? COLUMN_LANE((radix)-1 - LANE_COLUMN(p)) \
     : LANE_COLUMN(p) == 0     ? LANES                                   \
                               : COLUMN_LANE((radix)-LANE_COLUMN(p)))
#define MIRROR(radix, complement) ((mirror){EACH_LANE(MIRROR_LANE, radix, complement)})
#endif

FORCE fftc_complex mirrored(fftc_complex same, fftc_complex next, mirror lanes)
{
#if LANES == 1
    return lanes ? same : next;
#else
    return fftc_complex_make(shuffle(same.re, next.re, lanes), shuffle(same.im, next.im, lanes));
#endif
}

/* A x + B conj(image) */
FORCE fftc_complex combined(fftc_complex x, fftc_complex image, const fftc_scalar *spectrum)
{
    fftc_complex a = from_table(spectrum);
    fftc_complex b = from_table(spectrum + 2 * LANES);
    return fftc_complex_make(a.re * x.re - a.im * x.im + b.re * image.re + b.im * image.im,
                             a.re * x.im + a.im * x.re + b.im * image.re - b.re * image.im);
}

/* Step k does a's vector k and b's vector m - 1 - k, each the other's image but for lane 0
 * (k1 = 0), whose images are in a's vector k + 1, not yet changed, and b's vector m - k, changed
 * one step ago and so kept in `before`. */
FORCE void real_product_any(fftc_unordered_real_product f, mirror lanes)
{
    const size_t step = 4 * LANES;
    fftc_complex *a = (fftc_complex *)f.a;
    fftc_complex *b = (fftc_complex *)f.b;
    const fftc_scalar *spectrum_a = (const fftc_scalar *)f.spectrum_a;
    const fftc_scalar *spectrum_b = (const fftc_scalar *)f.spectrum_b;
    const fftc_complex *edges = (const fftc_complex *)f.edges;
    size_t m = f.m;
    fftc_complex before = edges[0];
    for (size_t k = f.begin; k < f.end; ++k) {
        fftc_complex *at = a + f.position[k];
        fftc_complex *opposite = b + f.position[m - 1 - k];
        fftc_complex x = *at;
        fftc_complex y = *opposite;
        fftc_complex after = k + 1 < f.end ? a[f.position[k + 1]] : edges[1];
        *at = combined(x, mirrored(y, before, lanes), spectrum_a + k * step);
        *opposite = combined(y, mirrored(x, after, lanes), spectrum_b + (m - 1 - k) * step);
        before = y;
    }
    if (a == b && 2 * f.end + 1 == m) {
        fftc_complex x = a[f.position[f.end]];
        a[f.position[f.end]] = combined(x, mirrored(x, before, lanes), spectrum_a + f.end * step);
    }
}

#endif

/* Whole butterflies are functions of their own: beside others gcc allocates their registers
 * differently, which costs convolutions 3 to 6 %. */
#define ALONE __attribute__((noinline))

/* --- passes, one set for each radix ----------------------------------------------------------- */

#define RADICES FFTC_RADICES
#define EACH_RADIX "cpu/engine/units/pass_unordered_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

/* --- rows times factors ----------------------------------------------------------------------- */

/* Of as many points as there are lanes; but reproducible plans have the bits of vectors of 64
 * bytes, and on x86-64 the base serves both. */
#if FFTC_PRECISION == 64
#define EXACT_RADIX 8
#else
#define EXACT_RADIX 16
#endif
#if LANES > 1 && !defined(ENGINE_EXACT)
#define RADIX LANES
#include "cpu/engine/units/ends_tmpl.h"
#endif
#if LANES > 1 && (defined(ENGINE_EXACT) || defined(ENGINE_BASE))
#define RADIX EXACT_RADIX
#include "cpu/engine/units/ends_tmpl.h"
#endif

#ifndef ENGINE_ENDS_ALONE
/* --- without a pass --------------------------------------------------------------------------- */

static void fetch(fftc_panel src, void *work, size_t count, fftc_pair_twiddle twiddle)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    fftc_complex *y = (fftc_complex *)work;
    edge_mode mode = edge_mode_make(src.lanes);
    for (size_t i = 0; i < count; ++i) {
        fftc_complex x = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
        if (i < src.rows) {
            x = edge_load(p + i * src.stride, mode, 0);
        }
        y[i] = twiddle.by_lane == NULL ? x
                                       : twiddled_back(x, (const fftc_complex *)twiddle.by_lane,
                                                       (const fftc_scalar *)twiddle.by_row, i);
    }
}

static void put(const void *work, size_t count, fftc_panel dst, fftc_pair_twiddle twiddle)
{
    const fftc_complex *y = (const fftc_complex *)work;
    fftc_scalar *p = (fftc_scalar *)dst.data;
    for (size_t i = 0; i < count; ++i) {
        fftc_complex x = y[i];
        if (twiddle.by_lane != NULL) {
            x = twiddled(x, (const fftc_complex *)twiddle.by_lane,
                         (const fftc_scalar *)twiddle.by_row, i);
        }
        full_store(p + i * dst.stride, x, 0);
    }
}

static void multiply(void *work, size_t count, const void *spectrum)
{
    const fftc_scalar *k = (const fftc_scalar *)spectrum;
    fftc_complex *y = (fftc_complex *)work;
    for (size_t i = 0; i < count; ++i) {
        y[i] = fftc_complex_mul(y[i], from_table(k + 2 * LANES * i));
    }
}

#if LANES == 1
static void real_product(const fftc_unordered_real_product *f)
{
    if (f->complement) {
        real_product_any(*f, MIRROR(1, 1));
    } else {
        real_product_any(*f, MIRROR(1, 0));
    }
}
#define REAL_PRODUCT real_product
#else
#define REAL_PRODUCT NULL
#endif

#endif

#define ENDS_OF_(x)        \
    {                      \
        x, in_##x, out_##x \
    }
#define ENDS_OF(x) ENDS_OF_(x)
#if LANES == 1
#define ENDS          \
    {                 \
        0, NULL, NULL \
    }
#elif defined(ENGINE_EXACT)
#define ENDS ENDS_OF(EXACT_RADIX)
#elif defined(ENGINE_BASE)
#define ENDS ENDS_OF(LANES), ENDS_OF(EXACT_RADIX)
#else
#define ENDS ENDS_OF(LANES)
#endif

#define OBJECT__(isa, bits, lanes) fftc_unordered_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_unordered OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_unordered OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .radix = {FFTC_RADICES(FFTC_OBJECT_OF, passes_of)},
    .ends = {ENDS},
#ifndef ENGINE_ENDS_ALONE
    .fetch = fetch,
    .put = put,
    .multiply = multiply,
    .real_product = REAL_PRODUCT,
#endif
};
