/* SPDX-License-Identifier: MIT */
#include "cpu/plan/staging.h"

#include <string.h>

#include "support/half.h"

#define FORCE static inline __attribute__((always_inline))

/* How one item is converted. */
typedef enum conversion {
    COPY_4,
    COPY_8,
    COPY_16,
    SPLIT_4, /* bytes of a scalar */
    SPLIT_8,
    HALF_REAL,
    HALF_COMPLEX,
    HALF_SPLIT
} conversion;

static conversion conversion_of(fftc_storage s)
{
    if (s.precision == FFTC_FLOAT16) {
        return s.real ? HALF_REAL : s.split ? HALF_SPLIT : HALF_COMPLEX;
    }
    if (s.precision == FFTC_FLOAT64) {
        return s.real ? COPY_8 : s.split ? SPLIT_8 : COPY_16;
    }
    return s.real ? COPY_4 : s.split ? SPLIT_4 : COPY_8;
}

/* Copies a scalar from an array to the stage, or back. */
FORCE void scalar(char *array, char *z, size_t bytes, const bool in)
{
    memcpy(in ? z : array, in ? array : z, bytes);
}

FORCE void half_scalar(char *half, char *z, const bool in)
{
    uint16_t bits;
    float value;
    if (in) {
        memcpy(&bits, half, sizeof bits);
        value = fftc_float_from_half(bits);
        memcpy(z, &value, sizeof value);
    } else {
        memcpy(&value, z, sizeof value);
        bits = fftc_half_from_float(value);
        memcpy(half, &bits, sizeof bits);
    }
}

/* Converts one item, at byte offset `at` of the array, z in the stage. */
FORCE void item(const conversion c, const fftc_region *array, size_t at, char *z, const bool in)
{
    char *re = array->re + at;
    switch (c) {
    case COPY_4: scalar(re, z, 4, in); break;
    case COPY_8: scalar(re, z, 8, in); break;
    case COPY_16: scalar(re, z, 16, in); break;
    case SPLIT_4:
        scalar(re, z, 4, in);
        scalar(array->im + at, z + 4, 4, in);
        break;
    case SPLIT_8:
        scalar(re, z, 8, in);
        scalar(array->im + at, z + 8, 8, in);
        break;
    case HALF_REAL: half_scalar(re, z, in); break;
    case HALF_COMPLEX:
        half_scalar(re, z, in);
        half_scalar(re + 2, z + 4, in);
        break;
    case HALF_SPLIT:
        half_scalar(re, z, in);
        half_scalar(array->im + at, z + 4, in);
        break;
    }
}

/* A loop over two indices: strides in bytes, outer and inner, of the array and of the stage. */
typedef struct walk {
    size_t outer;
    size_t inner;
    size_t array[2];
    size_t stage[2];
} walk;

FORCE void items_any(const conversion c, const fftc_region *array, char *stage, const walk *w,
                     const bool in)
{
    for (size_t o = 0; o < w->outer; ++o) {
        size_t at = o * w->array[0];
        char *z = stage + o * w->stage[0];
        for (size_t i = 0; i < w->inner; ++i, at += w->array[1], z += w->stage[1]) {
            item(c, array, at, z, in);
        }
    }
}

#define EACH_CONVERSION(in)                                                 \
    switch (conversion_of(array->storage)) {                                \
    case COPY_4: items_any(COPY_4, array, stage, w, in); break;             \
    case COPY_8: items_any(COPY_8, array, stage, w, in); break;             \
    case COPY_16: items_any(COPY_16, array, stage, w, in); break;           \
    case SPLIT_4: items_any(SPLIT_4, array, stage, w, in); break;           \
    case SPLIT_8: items_any(SPLIT_8, array, stage, w, in); break;           \
    case HALF_REAL: items_any(HALF_REAL, array, stage, w, in); break;       \
    case HALF_COMPLEX: items_any(HALF_COMPLEX, array, stage, w, in); break; \
    case HALF_SPLIT: items_any(HALF_SPLIT, array, stage, w, in); break;     \
    }

static void items_in(const fftc_region *array, char *stage, const walk *w)
{
    EACH_CONVERSION(true)
}

static void items_out(const fftc_region *array, char *stage, const walk *w)
{
    EACH_CONVERSION(false)
}

/* Converts n items that are contiguous on both sides. */
static void items_along(const fftc_engine_storage *e, const fftc_region *array, size_t at, char *z,
                        size_t n, bool in)
{
    char *re = array->re + at;
    switch (conversion_of(array->storage)) {
    case COPY_4: scalar(re, z, 4 * n, in); break;
    case COPY_8: scalar(re, z, 8 * n, in); break;
    case COPY_16: scalar(re, z, 16 * n, in); break;
    case SPLIT_4:
    case SPLIT_8:
        in ? e->interleave(re, array->im + at, z, n) : e->deinterleave(z, re, array->im + at, n);
        break;
    case HALF_REAL: in ? e->widen(re, z, n) : e->narrow(z, re, n); break;
    case HALF_COMPLEX: in ? e->widen(re, z, 2 * n) : e->narrow(z, re, 2 * n); break;
    case HALF_SPLIT:
        in ? e->interleave_half(re, array->im + at, z, n)
           : e->deinterleave_half(z, re, array->im + at, n);
        break;
    }
}

/* Transposes lines that are contiguous on one side and lie side by side on the other, if items need
 * not be converted. False if lines lie otherwise, or items need to be converted. */
static bool transpose(const fftc_move *move, const fftc_region *array, const fftc_region *stage,
                      const fftc_staging_groups *groups, bool in)
{
    const size_t item = fftc_storage_item(stage->storage);
    const fftc_region *from = in ? array : stage;
    const fftc_region *to = in ? stage : array;
    const bool one = groups->lines == 1;
    const bool rows = from->step == 1 && (to->pitch == 1 || one); /* from lines to columns */
    const size_t from_apart = (in ? groups->array_apart : groups->stage_apart) * item;
    const size_t to_apart = (in ? groups->stage_apart : groups->array_apart) * item;
    const size_t from_pitch = (rows ? from->pitch : from->step) * item;
    const size_t to_pitch = (rows ? to->step : to->pitch) * item;
    fftc_move_transpose run;
    switch (conversion_of(array->storage)) {
    case COPY_4: run = move->transpose_4; break;
    case COPY_8: run = move->transpose_8; break;
    case COPY_16: run = move->transpose_16; break;
    default: return false;
    }
    if (!rows && !((from->pitch == 1 || one) && to->step == 1)) {
        return false;
    }
    for (size_t i = 0; i < groups->count; ++i) {
        run(from->re + i * from_apart, from_pitch, to->re + i * to_apart, to_pitch,
            rows ? groups->lines : groups->numbers, rows ? groups->numbers : groups->lines);
    }
    return true;
}

static void copy_group(const fftc_staging *staging, fftc_region array, fftc_region stage,
                       size_t count, size_t lines, bool in)
{
    size_t item = fftc_storage_item(array.storage);
    size_t z_item = fftc_storage_item(stage.storage);
    bool along = count > 1 && array.step == 1 && stage.step == 1;
    bool across = lines > 1 && array.pitch == 1 && stage.pitch == 1;
    /* The inner index is the one that is contiguous on both sides; if there is none, the one that
     * is contiguous in the array. */
    bool lines_inside = across ? !along || lines > count : !along && array.pitch < array.step;
    walk w = {count,
              lines,
              {array.step * item, array.pitch * item},
              {stage.step * z_item, stage.pitch * z_item}};
    if (!lines_inside) {
        w = (walk){lines,
                   count,
                   {array.pitch * item, array.step * item},
                   {stage.pitch * z_item, stage.step * z_item}};
    }
    if (!along && !across) {
        if (in) {
            items_in(&array, stage.re, &w);
        } else {
            items_out(&array, stage.re, &w);
        }
        return;
    }
    for (size_t o = 0; o < w.outer; ++o) {
        char *z = stage.re + o * w.stage[0];
        items_along(staging->storage, &array, o * w.array[0], z, w.inner, in);
    }
}

void fftc_staging_copy_groups(const fftc_staging *staging, const fftc_region *array,
                              const fftc_region *stage, const fftc_staging_groups *groups, bool in)
{
    const bool along = groups->numbers > 1 && array->step == 1 && stage->step == 1;
    const bool across = groups->lines > 1 && array->pitch == 1 && stage->pitch == 1;
    if (!along && !across && transpose(staging->move, array, stage, groups, in)) {
        return;
    }
    for (size_t i = 0; i < groups->count; ++i) {
        copy_group(staging, fftc_region_at(*array, i * groups->array_apart),
                   fftc_region_at(*stage, i * groups->stage_apart), groups->numbers, groups->lines,
                   in);
    }
}

void fftc_staging_copy(const fftc_staging *staging, fftc_region array, fftc_region stage,
                       size_t count, size_t lines, bool in)
{
    const fftc_staging_groups one = {1, lines, count, 0, 0};
    fftc_staging_copy_groups(staging, &array, &stage, &one, in);
}
