/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cpu/convolution/convolution.h"

/* Bytes of one of the user's numbers. */
static size_t number_bytes(const fftc_convolution *plan)
{
    return plan->request.real ? plan->item / 2 : plan->item;
}

/* Offset of a line on the axes before the last; false if the user has none there. */
static bool find_line(const fftc_side *side, int rank, const size_t *index, size_t *offset)
{
    *offset = 0;
    for (int i = 0; i + 1 < rank; ++i) {
        size_t u;
        if (!fftc_map_find(&side->map[i], index[i], &u)) {
            return false;
        }
        *offset += u * side->stride[i];
    }
    return true;
}

/* Numbers from i on, up to `end`, that exist in a row and follow each other in the user's memory; or
 * that do not exist. */
typedef struct stretch {
    size_t count;
    bool exists;
    size_t index; /* the user's, of the first */
} stretch;

static stretch stretch_at(const fftc_map *map, size_t i, size_t end)
{
    stretch s = {.count = end - i};
    if (i >= map->count) {
        return s;
    }
    size_t u = (i + map->at) % map->modulus;
    size_t until = end < map->count ? end - i : map->count - i;
    size_t room;
    if (u < map->begin) {
        room = map->begin - u;
    } else if (u < map->end) {
        room = map->end - u;
        s.exists = true;
        s.index = map->last != 0 ? map->last - u : u;
    } else {
        room = map->modulus - u;
    }
    s.count = until < room ? until : room;
    return s;
}

static void copy_numbers(char *to, size_t to_step, const char *from, size_t from_step, size_t count,
                         size_t bytes)
{
    if (to_step == bytes && from_step == bytes) {
        memcpy(to, from, count * bytes);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        memcpy(to, from, bytes);
        to += to_step;
        from += from_step;
    }
}

/* Backwards, and conjugated. */
static void copy_mirrored(const fftc_convolution *plan, char *to, const char *from, size_t step,
                          size_t count, size_t bytes)
{
    for (size_t i = 0; i < count; ++i) {
        memcpy(to, from, bytes);
        if (plan->request.precision == FFTC_FLOAT64 && !plan->request.real) {
            ((double *)(void *)to)[1] *= -1.0;
        } else if (!plan->request.real) {
            ((float *)(void *)to)[1] *= -1.0F;
        }
        to += bytes;
        from -= step;
    }
}

void fftc_edge_gather(const fftc_convolution *plan, const fftc_side *side, const void *user,
                      const size_t *index, size_t first, size_t count, void *line)
{
    int rank = plan->request.rank;
    size_t bytes = number_bytes(plan);
    size_t numbers = plan->item / bytes; /* a complex one holds */
    const fftc_map *map = &side->map[rank - 1];
    size_t step = side->stride[rank - 1] * bytes;
    size_t offset;
    char *to = line;
    if (!find_line(side, rank, index, &offset)) {
        memset(line, 0, count * plan->item);
        return;
    }
    const char *from = (const char *)user + offset * bytes;
    size_t end = (first + count) * numbers;
    for (size_t i = first * numbers; i < end;) {
        stretch s = stretch_at(map, i, end);
        if (!s.exists) {
            memset(to, 0, s.count * bytes);
        } else if (side == &plan->kernel && plan->request.wish[0].correlate) {
            copy_mirrored(plan, to, from + s.index * step, step, s.count, bytes);
        } else {
            copy_numbers(to, bytes, from + s.index * step, step, s.count, bytes);
        }
        to += s.count * bytes;
        i += s.count;
    }
}

void fftc_edge_scatter(const fftc_convolution *plan, const fftc_side *side, void *user,
                       const size_t *index, size_t first, size_t count, const void *line)
{
    int rank = plan->request.rank;
    size_t bytes = number_bytes(plan);
    size_t numbers = plan->item / bytes;
    size_t step = side->stride[rank - 1] * bytes;
    size_t offset;
    const char *from = line;
    if (!find_line(side, rank, index, &offset)) {
        return;
    }
    size_t end = (first + count) * numbers;
    for (size_t i = first * numbers; i < end;) {
        stretch s = stretch_at(&side->map[rank - 1], i, end);
        if (s.exists) {
            copy_numbers((char *)user + (offset + s.index * side->stride[rank - 1]) * bytes, step,
                         from, bytes, s.count, bytes);
        }
        from += s.count * bytes;
        i += s.count;
    }
}

void fftc_edge_clear(const fftc_convolution *plan, void *user)
{
    const fftc_request *r = &plan->request;
    size_t bytes = number_bytes(plan);
    size_t lines = 1;
    const fftc_axis_wish *last = &r->wish[r->rank - 1];
    size_t step = r->dst_stride[r->rank - 1] * bytes;
    for (int i = 0; i + 1 < r->rank; ++i) {
        lines *= r->wish[i].dst_end - r->wish[i].dst_begin;
    }
    for (size_t line = 0; line < lines; ++line) {
        size_t rest = line;
        char *to = (char *)user + last->dst_begin * step;
        for (int i = r->rank - 2; i >= 0; --i) {
            size_t wanted = r->wish[i].dst_end - r->wish[i].dst_begin;
            to += (r->wish[i].dst_begin + rest % wanted) * r->dst_stride[i] * bytes;
            rest /= wanted;
        }
        for (size_t i = last->dst_begin; i < last->dst_end; ++i) {
            memset(to, 0, bytes);
            to += step;
        }
    }
}
