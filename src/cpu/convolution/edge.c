/* SPDX-License-Identifier: MIT
 *
 * Lines between the user's memory and the plan's. Numbers that do not exist become zeros, and are
 * not read.
 */
#include <string.h>

#include "cpu/convolution/convolution.h"
#include "cpu/engine/tables/circle.h"

/* A region of the user's numbers, `stride` apart, and one of a line in working precision. */
static fftc_region users(const fftc_convolution *plan, fftc_user user, size_t offset, size_t stride)
{
    user = fftc_user_at(plan, user, offset);
    return (fftc_region){plan->request.storage, user.re, user.im, stride, 1};
}

static fftc_region inside(const fftc_convolution *plan, char *line)
{
    fftc_storage storage = {plan->request.precision, false, plan->request.real};
    return (fftc_region){storage, line, NULL, 1, 1};
}

bool fftc_edge_find_line(const fftc_convolution_side *side, int rank, const size_t *index,
                         size_t *offset)
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

/* Numbers from i on, up to `end`, that all exist and follow each other in the user's memory; or
 * that all do not exist. */
typedef struct stretch {
    size_t count;
    bool exists;
    size_t index; /* the user's index of the first number */
} stretch;

static stretch stretch_at(const fftc_map *map, size_t i, size_t end)
{
    stretch s = {.count = end - i};
    if (i >= map->count) {
        return s;
    }
    size_t u = fftc_map_place(map, i);
    size_t until = end < map->count ? end - i : map->count - i;
    size_t room;
    if (map->padding != FFTC_PADDING_ZERO) {
        room = u >= map->begin && u < map->end ? map->end - u : 1;
        s.exists = fftc_map_find(map, i, &s.index);
    } else if (u < map->begin) {
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

/* Reads numbers backwards, and conjugates them; `offset` is the first number's. */
static void gather_mirrored(const fftc_convolution *plan, fftc_user user, size_t offset,
                            size_t stride, size_t count, char *to)
{
    for (size_t i = 0; i < count; ++i, offset -= stride, to += fftc_number_bytes(plan)) {
        fftc_staging_copy(&plan->staging, users(plan, user, offset, 1), inside(plan, to), 1, 1,
                          true);
        if (!plan->request.real) {
            const fftc_precision precision = plan->request.precision;
            fftc_table_set(precision, to, 1, -fftc_table_get(precision, to, 1));
        }
    }
}

void fftc_edge_clear_line(char *line, size_t bytes, fftc_edge_channels channels)
{
    for (size_t k = 0; k < channels.count; ++k) {
        memset(line + k * channels.apart, 0, bytes);
    }
}

void fftc_edge_copy(const fftc_convolution *plan, const fftc_convolution_side *side, char *numbers,
                    size_t count, char *line, fftc_edge_channels channels, bool in)
{
    const fftc_move *move = plan->staging.move;
    const size_t bytes = fftc_number_bytes(plan);
    const size_t apart = side->stride[plan->request.rank - 1] * bytes;
    if (channels.count == 1) {
        memcpy(in ? line : numbers, in ? numbers : line, count * bytes);
        return;
    }
    const fftc_move_transpose transpose = bytes == 4   ? move->transpose_4
                                          : bytes == 8 ? move->transpose_8
                                                       : move->transpose_16;
    if (in) {
        transpose(numbers, apart, line, channels.apart, count, channels.count);
    } else {
        transpose(line, channels.apart, numbers, apart, channels.count, count);
    }
}

/* Copies numbers of a line to contiguous memory, or from there. */
static void copy_line(const fftc_convolution *plan, const fftc_convolution_side *side,
                      fftc_user user, const size_t *index, size_t first, size_t count, char *line,
                      fftc_edge_channels channels, bool in)
{
    int rank = plan->request.rank;
    size_t bytes = fftc_number_bytes(plan);
    size_t stride = side->stride[rank - 1];
    bool mirrored = side == &plan->kernel && plan->request.wish[0].correlate;
    size_t offset;
    bool there = fftc_edge_find_line(side, rank, index, &offset);
    size_t end = first + count;
    for (size_t i = first; i < end;) {
        stretch s = stretch_at(&side->map[rank - 1], i, end);
        size_t at = offset + s.index * stride;
        if (!there || !s.exists) {
            if (in) {
                fftc_edge_clear_line(line, s.count * bytes, channels);
            }
        } else if (mirrored) {
            gather_mirrored(plan, user, at, stride, s.count, line);
        } else if (side->packed || channels.count > 1) {
            fftc_edge_copy(plan, side, user.re + at * bytes, s.count, line, channels, in);
        } else {
            fftc_staging_copy(&plan->staging, users(plan, user, at, stride), inside(plan, line),
                              s.count, 1, in);
        }
        line += s.count * bytes;
        i += s.count;
    }
}

void fftc_edge_gather(const fftc_convolution *plan, const fftc_convolution_side *side,
                      fftc_user user, const size_t *index, size_t first, size_t count, void *line)
{
    copy_line(plan, side, user, index, first, count, line, (fftc_edge_channels){1, 0}, true);
}

void fftc_edge_scatter(const fftc_convolution *plan, const fftc_convolution_side *side,
                       fftc_user user, const size_t *index, size_t first, size_t count,
                       const void *line)
{
    copy_line(plan, side, user, index, first, count, (char *)(uintptr_t)line,
              (fftc_edge_channels){1, 0}, false);
}

void fftc_edge_gather_channels(const fftc_convolution *plan, const fftc_convolution_side *side,
                               fftc_user user, const size_t *index, size_t first, size_t count,
                               void *line, fftc_edge_channels channels)
{
    copy_line(plan, side, user, index, first, count, line, channels, true);
}

void fftc_edge_scatter_channels(const fftc_convolution *plan, const fftc_convolution_side *side,
                                fftc_user user, const size_t *index, size_t first, size_t count,
                                const void *line, fftc_edge_channels channels)
{
    copy_line(plan, side, user, index, first, count, (char *)(uintptr_t)line, channels, false);
}

void fftc_edge_clear(const fftc_convolution *plan, fftc_user user)
{
    const fftc_request *r = &plan->request;
    size_t bytes = fftc_storage_item(r->storage);
    size_t lines = 1;
    const fftc_axis_wish *last = &r->wish[r->rank - 1];
    size_t stride = r->dst_stride[r->rank - 1];
    for (int i = 0; i + 1 < r->rank; ++i) {
        lines *= r->wish[i].dst_end - r->wish[i].dst_begin;
    }
    for (size_t line = 0; line < lines; ++line) {
        size_t rest = line;
        size_t offset = last->dst_begin * stride;
        for (int i = r->rank - 2; i >= 0; --i) {
            size_t wanted = r->wish[i].dst_end - r->wish[i].dst_begin;
            offset += (r->wish[i].dst_begin + rest % wanted) * r->dst_stride[i];
            rest /= wanted;
        }
        for (size_t i = last->dst_begin; i < last->dst_end; ++i, offset += stride) {
            fftc_user at = fftc_user_at(plan, user, offset);
            memset(at.re, 0, bytes);
            if (at.im != NULL) {
                memset(at.im, 0, bytes);
            }
        }
    }
}
