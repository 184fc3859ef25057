/* SPDX-License-Identifier: MIT
 *
 * NumPy's arrays as signals: one axis is time, at most one other the channels.
 */
#include <stdlib.h>
#include <string.h>

#include "npy_file.h"
#include "source_internal.h"

enum { PIECE_BYTES = 1 << 16 };

typedef struct array {
    tool_npy npy;
    uint64_t begin;                       /* of the elements, in bytes */
    uint64_t time_stride, channel_stride; /* in elements */
    uint64_t first; /* element of the first channel that is delivered, at time 0 */
    size_t scalars;
    unsigned char *piece;
} array;

/* Which axis is time. The axes of one element but for it say nothing. */
static fftc_status choose_axes(const tool_source *source, const tool_npy *npy, uint32_t *time,
                               uint32_t *channels, fftc_error *error)
{
    char shape[TOOL_NPY_AXES * 24];
    uint32_t found = 0;
    uint32_t axes[2] = {0, 0};
    bool asked = source->choice.has_axis;
    uint32_t axis_asked = source->choice.axis;
    tool_npy_shape_text(npy->axes, npy->shape, shape, sizeof shape);
    if (asked && axis_asked >= npy->axes) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "has the shape %s: there is no axis %u",
                         shape, (unsigned)axis_asked);
    }
    for (uint32_t axis = 0; axis < npy->axes; ++axis) {
        if (npy->shape[axis] > 1 && !(asked && axis == axis_asked)) {
            if (found < 2) {
                axes[found] = axis;
            }
            ++found;
        }
    }
    if (found > (asked ? 1u : 2u)) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "has the shape %s: at most two axes, time and channels, can be read as "
                         "signals",
                         shape);
    }
    if (asked) {
        *time = axis_asked;
        *channels = found == 1 ? axes[0] : *time;
        return FFTC_SUCCESS;
    }
    if (found == 2 && npy->shape[axes[0]] == npy->shape[axes[1]]) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "has the shape %s: say by --axis along which axis time runs, %u or %u",
                         shape, (unsigned)axes[0], (unsigned)axes[1]);
    }
    bool second = found == 2 && npy->shape[axes[1]] > npy->shape[axes[0]];
    *time = axes[second ? 1 : 0];
    *channels = found == 2 ? axes[second ? 0 : 1] : *time;
    return FFTC_SUCCESS;
}

static void load(const array *state, bool wide, const unsigned char *from, size_t elements,
                 void *to)
{
    if (wide) {
        tool_npy_doubles(&state->npy, from, elements * state->scalars, to);
    } else {
        tool_npy_floats(&state->npy, from, elements * state->scalars, to);
    }
}

/* Elements that follow one another in the file, and that all are wanted. */
static uint64_t read_packed(tool_source *source, bool wide, void *to, uint64_t elements,
                            uint64_t from)
{
    array *state = source->state;
    size_t each = state->npy.element_bytes;
    size_t made = (wide ? sizeof(double) : sizeof(float)) * state->scalars;
    uint64_t done = 0;
    while (done < elements) {
        uint64_t most = PIECE_BYTES / each;
        uint64_t piece = elements - done < most ? elements - done : most;
        size_t got = tool_bytes_read(&source->bytes, state->begin + (from + done) * each,
                                     state->piece, (size_t)piece * each) /
                     each;
        load(state, wide, state->piece, got, (unsigned char *)to + done * made);
        done += got;
        if (got < piece) {
            break;
        }
    }
    return done;
}

/* One channel of several that stand side by side. */
static uint64_t read_beside(tool_source *source, bool wide, void *to, uint64_t samples)
{
    array *state = source->state;
    size_t each = state->npy.element_bytes;
    size_t row = each * state->time_stride;
    size_t made = (wide ? sizeof(double) : sizeof(float)) * state->scalars;
    uint64_t done = 0;
    while (done < samples) {
        uint64_t most = PIECE_BYTES / row;
        uint64_t piece = samples - done < most ? samples - done : most;
        uint64_t from = state->begin + (source->at + done) * row;
        size_t got = tool_bytes_read(&source->bytes, from, state->piece, (size_t)piece * row) / row;
        for (size_t i = 0; i < got; ++i) {
            load(state, wide, state->piece + i * row + state->first * each, 1,
                 (unsigned char *)to + (done + i) * made);
        }
        done += got;
        if (got < piece) {
            break;
        }
    }
    return done;
}

/* All channels, each of which stands by itself. */
static uint64_t read_rows(tool_source *source, bool wide, void *to, uint64_t samples)
{
    array *state = source->state;
    size_t made = (wide ? sizeof(double) : sizeof(float)) * state->scalars;
    double row[2 * 512];
    uint64_t piece = samples < 512 ? samples : 512;
    uint64_t fewest = piece;
    for (uint32_t channel = 0; channel < source->delivered; ++channel) {
        uint64_t got =
            read_packed(source, wide, row, piece, channel * state->channel_stride + source->at);
        fewest = got < fewest ? got : fewest;
        for (uint64_t i = 0; i < got; ++i) {
            memcpy((unsigned char *)to + (i * source->delivered + channel) * made,
                   (unsigned char *)row + i * made, made);
        }
    }
    return fewest;
}

static fftc_status read_elements(tool_source *source, bool wide, void *to, uint64_t wanted,
                                 uint64_t *got, fftc_error *error)
{
    const array *state = source->state;
    uint64_t left = source->info.count - source->at;
    uint64_t samples = wanted < left ? wanted : left;
    (void)error;
    if (source->delivered > 1 && state->time_stride == 1) {
        *got = read_rows(source, wide, to, samples);
    } else if (source->delivered == 1 && state->time_stride > 1) {
        *got = read_beside(source, wide, to, samples);
    } else {
        *got = read_packed(source, wide, to, samples * source->delivered,
                           state->first + source->at * state->time_stride) /
               source->delivered;
    }
    return FFTC_SUCCESS;
}

static fftc_status skip_elements(tool_source *source, uint64_t count, fftc_error *error)
{
    (void)source;
    (void)count;
    (void)error;
    return FFTC_SUCCESS; /* places are counted from source->at */
}

static void close_array(tool_source *source)
{
    array *state = source->state;
    if (state != NULL) {
        free(state->piece);
        free(state);
    }
}

static const tool_source_format format = {read_elements, skip_elements, close_array};

static fftc_status parse(tool_source *source, array *state, fftc_error *error)
{
    unsigned char *head = malloc(TOOL_NPY_HEADER_BYTES);
    if (head == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    size_t count = tool_bytes_read(&source->bytes, 0, head, TOOL_NPY_HEADER_BYTES);
    fftc_status status =
        tool_npy_parse_header(head, count, source->bytes.count, &state->npy, &state->begin, error);
    free(head);
    return status;
}

static void describe(tool_source *source, const tool_npy *npy, uint32_t time)
{
    char shape[TOOL_NPY_AXES * 24];
    tool_npy_shape_text(npy->axes, npy->shape, shape, sizeof shape);
    (void)snprintf(source->info.format, sizeof source->info.format, "%s", npy->format);
    if (npy->axes > 1) {
        (void)snprintf(source->info.taken, sizeof source->info.taken, "axis %u of %.50s as time",
                       (unsigned)time, shape);
    }
}

fftc_status tool_source_open_npy(tool_source *source, fftc_error *error)
{
    array *state = calloc(1, sizeof *state);
    uint32_t time = 0;
    uint32_t channel_axis = 0;
    source->state = state;
    source->format = &format;
    if (state == NULL || (state->piece = malloc(PIECE_BYTES)) == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    const tool_npy *npy = &state->npy;
    fftc_status status = parse(source, state, error);
    if (status == FFTC_SUCCESS) {
        status = choose_axes(source, npy, &time, &channel_axis, error);
    }
    if (status == FFTC_SUCCESS) {
        uint64_t channels = channel_axis == time ? 1 : npy->shape[channel_axis];
        status = tool_source_check_channels(source, channels, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    bool one = source->choice.channels == TOOL_CHANNEL_ONE;
    bool every =
        source->choice.channels == TOOL_CHANNEL_MIX || source->choice.channels == TOOL_CHANNEL_ALL;
    /* The two axes are packed: strides of 1 and of the other's length. */
    bool several = source->info.file_channels > 1;
    bool side_by_side = several && npy->stride[channel_axis] < npy->stride[time];
    state->time_stride = side_by_side ? source->info.file_channels : 1;
    state->channel_stride = side_by_side ? 1 : npy->shape[time];
    state->first = one ? (source->choice.channel - 1) * state->channel_stride : 0;
    state->scalars = npy->type == 'c' ? 2 : 1;
    source->delivered = every ? source->info.file_channels : 1;
    source->info.count = npy->shape[time];
    source->info.is_complex = npy->type == 'c';
    describe(source, npy, time);
    return FFTC_SUCCESS;
}
