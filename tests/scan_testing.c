/* SPDX-License-Identifier: MIT */
#include "scan_testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] = {"uint32", "int32", "float", "uint64", "int64", "double"};
static const char *const operation_names[] = {"sum", "product", "min", "max",
                                              "and", "or",      "xor", "own"};
static const char *const kind_names[] = {"inclusive", "exclusive", "reduction"};

static void combine_maps(void *user, const void *earlier, const void *later, void *result)
{
    const uint32_t *a = earlier;
    const uint32_t *b = later;
    uint32_t *r = result;
    (void)user;
    r[0] = b[0] * a[0];
    r[1] = b[0] * a[1] + b[1];
}

/* Nobody reads the identity's words beyond the second one. */
const fftc_scan_operator scan_maps = {
    .words = 2, .combine = combine_maps, .identity = {1, 0, 5, 6}, .text = SCAN_MAPS_TEXT};

bool scan_is_usual(fftc_scan_type type, fftc_scan_operation operation)
{
    return operation <= FFTC_SCAN_MAX || (type != FFTC_SCAN_FLOAT32 && type != FFTC_SCAN_FLOAT64);
}

size_t scan_item_bytes(const fftc_scan_description *d)
{
    return d->operation == FFTC_SCAN_OWN ? 4 * d->own.words : d->type >= FFTC_SCAN_UINT64 ? 8 : 4;
}

void scan_name(const fftc_scan_description *d, char *name, size_t bytes)
{
    (void)snprintf(name, bytes, "%s%s %s of %s, %llu items%s", kind_names[d->kind],
                   d->segmented ? " by segments" : "", operation_names[d->operation],
                   d->operation == FFTC_SCAN_OWN ? "words" : type_names[d->type],
                   (unsigned long long)d->length, d->placement == FFTC_IN_PLACE ? " in place" : "");
}

/* --- items: `there` is false for what has no operand --- */

typedef struct operand {
    _Alignas(16) unsigned char bytes[16];
    bool headed;
    bool there;
} operand;

#define PICK(type, better)                       \
    do {                                         \
        type x, y;                               \
        memcpy(&x, a, sizeof x);                 \
        memcpy(&y, b, sizeof y);                 \
        memcpy(r, (better) ? &x : &y, sizeof x); \
    } while (0)
#define EVALUATE(type, expression) \
    do {                           \
        type x, y, z;              \
        memcpy(&x, a, sizeof x);   \
        memcpy(&y, b, sizeof y);   \
        z = (type)(expression);    \
        memcpy(r, &z, sizeof z);   \
    } while (0)
#define BY_TYPE(type, what)                                           \
    switch (type) {                                                   \
    case FFTC_SCAN_UINT32: PICK(uint32_t, x what y); break;           \
    case FFTC_SCAN_INT32: PICK(int32_t, x what y); break;             \
    case FFTC_SCAN_FLOAT32: PICK(float, x what y || isnan(x)); break; \
    case FFTC_SCAN_UINT64: PICK(uint64_t, x what y); break;           \
    case FFTC_SCAN_INT64: PICK(int64_t, x what y); break;             \
    default: PICK(double, x what y || isnan(x)); break;               \
    }
#define ARITHMETIC(type, what)                                 \
    switch (type) {                                            \
    case FFTC_SCAN_FLOAT32: EVALUATE(float, x what y); break;  \
    case FFTC_SCAN_FLOAT64: EVALUATE(double, x what y); break; \
    case FFTC_SCAN_UINT64:                                     \
    case FFTC_SCAN_INT64: EVALUATE(uint64_t, x what y); break; \
    default: EVALUATE(uint32_t, x what y); break;              \
    }

static void combine(const fftc_scan_description *d, const void *a, const void *b, void *r)
{
    switch (d->operation) {
    case FFTC_SCAN_SUM: ARITHMETIC(d->type, +) break;
    case FFTC_SCAN_PRODUCT: ARITHMETIC(d->type, *) break;
    case FFTC_SCAN_MIN: BY_TYPE(d->type, <) break;
    case FFTC_SCAN_MAX: BY_TYPE(d->type, >) break;
    case FFTC_SCAN_AND: EVALUATE(uint64_t, x & y); break;
    case FFTC_SCAN_OR: EVALUATE(uint64_t, x | y); break;
    case FFTC_SCAN_XOR: EVALUATE(uint64_t, x ^ y); break;
    default: d->own.combine(d->own.user, a, b, r); break;
    }
}

static operand join(const fftc_scan_description *d, operand earlier, operand later)
{
    if (!earlier.there || !later.there) {
        return earlier.there ? earlier : later;
    }
    if (!later.headed) {
        operand both = later;
        combine(d, earlier.bytes, later.bytes, both.bytes);
        both.headed = earlier.headed;
        return both;
    }
    return later;
}

/* The identity, as an exclusive scan shows it. */
static operand identity_of(const fftc_scan_description *d)
{
    static const uint64_t ones = ~(uint64_t)0;
    operand e = {.there = true};
    uint64_t word = d->operation == FFTC_SCAN_PRODUCT ? 1 : 0;
    float f = d->operation == FFTC_SCAN_PRODUCT ? 1.0f
              : d->operation == FFTC_SCAN_SUM   ? 0.0f
              : d->operation == FFTC_SCAN_MIN   ? INFINITY
                                                : -INFINITY;
    double g = (double)f;
    bool min = d->operation == FFTC_SCAN_MIN;
    if (d->operation == FFTC_SCAN_OWN) {
        memcpy(e.bytes, d->own.identity, sizeof e.bytes);
    } else if (d->type == FFTC_SCAN_FLOAT32) {
        memcpy(e.bytes, &f, sizeof f);
    } else if (d->type == FFTC_SCAN_FLOAT64) {
        memcpy(e.bytes, &g, sizeof g);
    } else if (d->operation == FFTC_SCAN_MIN || d->operation == FFTC_SCAN_MAX) {
        uint64_t extreme = d->type == FFTC_SCAN_INT32   ? (min ? INT32_MAX : 1u << 31)
                           : d->type == FFTC_SCAN_INT64 ? (min ? INT64_MAX : (uint64_t)1 << 63)
                                                        : (min ? ones : 0);
        memcpy(e.bytes, &extreme, sizeof extreme);
    } else {
        word = d->operation == FFTC_SCAN_AND ? ones : word;
        memcpy(e.bytes, &word, sizeof word);
    }
    return e;
}

static bool is_head(const uint32_t *heads, uint64_t i)
{
    return i == 0 || (heads[i / 32] >> i % 32 & 1) != 0;
}

static operand load(const fftc_scan_description *d, const void *src, const uint32_t *heads,
                    uint64_t i)
{
    operand x = {.there = i < d->length};
    size_t bytes = scan_item_bytes(d);
    if (x.there) {
        memcpy(x.bytes, (const char *)src + i * bytes, bytes);
        x.headed = d->segmented && is_head(heads, i);
    }
    return x;
}

/* --- by the documented grouping --- */

/* The tree of the first `count` of `size` operands. */
static operand tree(const fftc_scan_description *d, const operand *x, size_t size, size_t count)
{
    size_t half = size / 2;
    if (count == 0) {
        return (operand){.there = false};
    }
    if (size == 1) {
        return *x;
    }
    return count <= half ? tree(d, x, half, count)
                         : join(d, tree(d, x, half, half), tree(d, x + half, half, count - half));
}

static void put(const fftc_scan_description *d, void *dst, uint64_t i, operand x)
{
    size_t bytes = scan_item_bytes(d);
    x = x.there ? x : identity_of(d);
    memcpy((char *)dst + i * bytes, x.bytes, bytes);
}

static void put_result(const fftc_scan_description *d, const uint32_t *heads, void *dst, uint64_t i,
                       operand through, operand before, uint64_t *segment)
{
    if (d->kind == FFTC_INCLUSIVE_SCAN) {
        put(d, dst, i, through);
    } else if (d->kind == FFTC_EXCLUSIVE_SCAN) {
        put(d, dst, i, d->segmented && is_head(heads, i) ? (operand){.there = false} : before);
    } else if (d->segmented && (i + 1 == d->length || is_head(heads, i + 1))) {
        if (*segment < d->segments) {
            put(d, dst, *segment, through);
        }
        ++*segment;
    }
}

enum { ROW = 16 };

/* Replaces each of n operands by what its exclusive scan has there: rows of rows. */
static void scan_totals(const fftc_scan_description *d, operand *x, size_t n)
{
    size_t rows = (n + ROW - 1) / ROW;
    operand *totals = malloc((rows + 1) * sizeof *totals);
    for (size_t r = 0; r < rows; ++r) {
        totals[r] = tree(d, x + r * ROW, ROW, n - r * ROW < ROW ? n - r * ROW : ROW);
    }
    if (rows > 1) {
        scan_totals(d, totals, rows);
    } else {
        totals[0] = (operand){.there = false};
    }
    for (size_t r = 0; r < rows; ++r) {
        operand row[ROW];
        size_t items = n - r * ROW < ROW ? n - r * ROW : ROW;
        memcpy(row, x + r * ROW, items * sizeof *row);
        for (size_t i = 0; i < items; ++i) {
            x[r * ROW + i] = join(d, totals[r], tree(d, row, ROW, i));
        }
    }
    free(totals);
}

void scan_reference(const fftc_scan_description *d, const void *src, const uint32_t *heads,
                    void *dst)
{
    size_t rows = (size_t)(d->length + ROW - 1) / ROW;
    size_t size = 1;
    while (size < d->length) {
        size *= 2;
    }
    operand *x = calloc(rows * ROW + 1, sizeof *x);
    operand *before = malloc((rows + 1) * sizeof *before);
    uint64_t segment = 0;
    for (size_t r = 0; r < rows; ++r) {
        size_t items = d->length - r * ROW < ROW ? (size_t)(d->length - r * ROW) : ROW;
        for (size_t i = 0; i < items; ++i) {
            x[r * ROW + i] = load(d, src, heads, r * ROW + i);
        }
        before[r] = tree(d, x + r * ROW, ROW, items);
    }
    scan_totals(d, before, rows);
    for (size_t i = 0; i < d->length && (d->kind != FFTC_REDUCTION || d->segmented); ++i) {
        size_t within = d->kind == FFTC_EXCLUSIVE_SCAN ? i % ROW : i % ROW + 1;
        operand through = join(d, before[i / ROW], tree(d, x + i / ROW * ROW, ROW, within));
        put_result(d, heads, dst, i, through, through, &segment);
    }
    if (d->kind == FFTC_REDUCTION && !d->segmented) {
        put(d, dst, 0, tree(d, x, size, (size_t)d->length));
    }
    free(x);
    free(before);
}

void scan_sequential(const fftc_scan_description *d, const void *src, const uint32_t *heads,
                     void *dst)
{
    operand before = {.there = false};
    uint64_t segment = 0;
    for (uint64_t i = 0; i < d->length; ++i) {
        operand through = join(d, before, load(d, src, heads, i));
        put_result(d, heads, dst, i, through, before, &segment);
        before = through;
    }
    if (d->kind == FFTC_REDUCTION && !d->segmented) {
        put(d, dst, 0, before);
    }
}

/* --- data --- */

void scan_fill(const fftc_scan_description *d, void *src, uint32_t *heads,
               uint32_t length_of_segment, testing_random *random)
{
    bool wide = scan_item_bytes(d) == 8;
    for (uint64_t i = 0; i < d->length; ++i) {
        double x = testing_random_real(random);
        uint64_t word = testing_random_next(random);
        x = d->operation == FFTC_SCAN_PRODUCT ? 1.0 + x * 0x1p-18 : ldexp(x, (int)(word % 16));
        if (d->operation != FFTC_SCAN_OWN && d->type == FFTC_SCAN_FLOAT32) {
            ((float *)src)[i] = (float)x;
        } else if (d->operation != FFTC_SCAN_OWN && d->type == FFTC_SCAN_FLOAT64) {
            ((double *)src)[i] = x;
        } else {
            word |= d->operation == FFTC_SCAN_PRODUCT ? 1 : 0; /* else soon all are 0 */
            memcpy((char *)src + i * scan_item_bytes(d), &word, wide ? 8 : 4);
        }
    }
    for (uint64_t i = 0; d->segmented && i < (d->length + 31) / 32; ++i) {
        heads[i] = 0;
        for (int bit = 0; bit < 32 && length_of_segment != 0; ++bit) {
            heads[i] |= testing_random_below(random, length_of_segment) == 0 ? 1u << bit : 0;
        }
    }
}
