/* SPDX-License-Identifier: MIT
 *
 * Which format, which of its channels, and what holds for every sample.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "source_internal.h"

enum { PIECE_SCALARS = 1 << 14 };

fftc_status tool_source_check_channels(tool_source *source, uint64_t channels, fftc_error *error)
{
    if (channels > TOOL_CHANNELS_LIMIT) {
        return tool_fail(error, FFTC_TOO_LARGE, "has %llu channels: at most %d are read",
                         (unsigned long long)channels, TOOL_CHANNELS_LIMIT);
    }
    if (source->choice.channels == TOOL_CHANNEL_ONE && source->choice.channel > channels) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "has %llu channel%s: there is no channel %u",
                         (unsigned long long)channels, channels == 1 ? "" : "s",
                         (unsigned)source->choice.channel);
    }
    source->info.file_channels = (uint32_t)channels;
    return FFTC_SUCCESS;
}

/* Adds to what the format has said already, such as an axis. */
static void describe_choice(tool_source *source)
{
    tool_source_info *info = &source->info;
    size_t used = strlen(info->taken);
    char *text = info->taken + used;
    size_t room = sizeof info->taken - used;
    unsigned channels = info->file_channels;
    const char *comma = used > 0 ? ", " : "";
    info->channels = 1;
    if (channels == 1) {
        return;
    }
    if (source->choice.channels == TOOL_CHANNEL_ALL) {
        info->channels = channels;
        (void)snprintf(text, room, "%sall %u channels", comma, channels);
    } else if (source->choice.channels == TOOL_CHANNEL_MIX) {
        (void)snprintf(text, room, "%sthe mean of %u channels", comma, channels);
    } else {
        unsigned one = source->choice.channels == TOOL_CHANNEL_ONE ? source->choice.channel : 1;
        (void)snprintf(text, room, "%schannel %u of %u", comma, one, channels);
    }
}

static fftc_status open_format(tool_source *source, fftc_error *error)
{
    static const unsigned char png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char npy[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    unsigned char head[8];
    if (source->bytes.sequential) {
        return tool_source_open_stream(source, error);
    }
    size_t count = tool_bytes_read(&source->bytes, 0, head, sizeof head);
    if (count == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is empty");
    }
    if (count == sizeof png && memcmp(head, png, sizeof png) == 0) {
        return tool_source_open_png(source, error);
    }
    if (count >= sizeof npy && memcmp(head, npy, sizeof npy) == 0) {
        return tool_source_open_npy(source, error);
    }
    return tool_source_open_sound(source, error);
}

fftc_status tool_source_fail(const tool_source *source, const fftc_error *inner, fftc_error *error)
{
    return source->name != NULL
               ? tool_fail(error, inner->status, "%.300s: %.200s", source->name, inner->message)
               : tool_fail(error, inner->status, "%s", inner->message);
}

static fftc_status open_bytes(const tool_bytes *bytes, const char *name,
                              const tool_source_choice *choice, tool_source **source,
                              fftc_error *error)
{
    fftc_error inner = {.status = FFTC_SUCCESS};
    tool_source *made = calloc(1, sizeof *made);
    *source = NULL;
    if (made != NULL) {
        made->bytes = *bytes;
        made->choice = choice != NULL ? *choice : (tool_source_choice){.axis = 0};
        made->name = name != NULL ? strdup(name) : NULL;
        made->piece = malloc(PIECE_SCALARS * sizeof(double));
    }
    if (made == NULL || made->piece == NULL || (name != NULL && made->name == NULL)) {
        tool_source_close(made);
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    inner.status = open_format(made, &inner);
    if (inner.status != FFTC_SUCCESS) {
        (void)tool_source_fail(made, &inner, error);
        tool_source_close(made);
        return inner.status;
    }
    describe_choice(made);
    *source = made;
    return FFTC_SUCCESS;
}

fftc_status tool_source_open(const char *path, const tool_source_choice *choice,
                             tool_source **source, fftc_error *error)
{
    tool_bytes bytes;
    fftc_status status = tool_bytes_open(path, &bytes, error);
    *source = NULL;
    return status == FFTC_SUCCESS
               ? open_bytes(&bytes, strcmp(path, "-") == 0 ? "standard input" : path, choice,
                            source, error)
               : status;
}

fftc_status tool_source_open_memory(const unsigned char *bytes, size_t count, bool sequential,
                                    const tool_source_choice *choice, tool_source **source,
                                    fftc_error *error)
{
    tool_bytes memory = {.memory = bytes, .count = count, .sequential = sequential};
    return open_bytes(&memory, NULL, choice, source, error);
}

void tool_source_close(tool_source *source)
{
    if (source != NULL) {
        if (source->format != NULL) {
            source->format->close(source);
        }
        tool_bytes_close(&source->bytes);
        free(source->name);
        free(source->piece);
        free(source);
    }
}

const tool_source_info *tool_source_about(const tool_source *source)
{
    return &source->info;
}

/* The channel that is wanted, or the mean, of samples of all channels. */
static void choose_channel(const tool_source *source, const double *from, bool wide, void *to,
                           uint64_t count)
{
    size_t parts = source->info.is_complex ? 2 : 1;
    size_t all = parts * source->delivered;
    bool mix = source->choice.channels == TOOL_CHANNEL_MIX;
    bool one = source->choice.channels == TOOL_CHANNEL_ONE;
    uint32_t channels = mix ? source->delivered : 1;
    const double *at = from + (one ? (source->choice.channel - 1) * parts : 0);
    for (uint64_t i = 0; i < count; ++i, at += all) {
        for (size_t part = 0; part < parts; ++part) {
            double sum = 0.0;
            for (uint32_t channel = 0; channel < channels; ++channel) {
                /* Divided before: the sum of finite numbers stays finite. */
                sum += at[channel * parts + part] / channels;
            }
            if (wide) {
                ((double *)to)[i * parts + part] = sum;
            } else {
                ((float *)to)[i * parts + part] = (float)sum;
            }
        }
    }
}

static bool all_finite(bool wide, const void *numbers, uint64_t count)
{
    /* All bits of the exponent are set if a number is not finite. Integers: a compiler makes vector
     * instructions of it. */
    uint64_t found = 0;
    if (wide) {
        for (uint64_t i = 0; i < count; ++i) {
            uint64_t bits;
            memcpy(&bits, (const double *)numbers + i, sizeof bits);
            found |= ((bits & 0x7ff0000000000000u) + 0x0010000000000000u) & 0x8000000000000000u;
        }
        return found == 0;
    }
    uint32_t found_narrow = 0;
    for (uint64_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, (const float *)numbers + i, sizeof bits);
        found_narrow |= ((bits & 0x7f800000u) + 0x00800000u) & 0x80000000u;
    }
    return found_narrow == 0;
}

static fftc_status check_finite(const tool_source *source, bool wide, const void *numbers,
                                uint64_t samples, uint32_t channels, fftc_error *error)
{
    uint64_t each = (uint64_t)channels * (source->info.is_complex ? 2 : 1);
    if (all_finite(wide, numbers, samples * each)) {
        return FFTC_SUCCESS;
    }
    uint64_t i = 0;
    while (i < samples * each && (wide ? isfinite(((const double *)numbers)[i]) != 0
                                       : isfinite(((const float *)numbers)[i]) != 0)) {
        ++i;
    }
    bool too_large = !wide && isinf(((const float *)numbers)[i]) != 0; /* or infinite in the file */
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "sample %llu is not a finite number%s",
                     (unsigned long long)(source->at + i / each),
                     too_large ? " of 32 bits: scale the recording down, or take --precision f64 "
                                 "(unless the file has an infinity there)"
                               : "");
}

static fftc_status read_chosen(tool_source *source, bool wide, void *to, uint64_t wanted,
                               uint64_t *got, fftc_error *error)
{
    size_t parts = source->info.is_complex ? 2 : 1;
    uint64_t most = PIECE_SCALARS / (parts * source->delivered);
    uint64_t piece = wanted < most ? wanted : most;
    fftc_status status = source->format->read(source, true, source->piece, piece, got, error);
    if (status == FFTC_SUCCESS) {
        status = check_finite(source, true, source->piece, *got, source->delivered, error);
    }
    if (status == FFTC_SUCCESS) {
        choose_channel(source, (const double *)(const void *)source->piece, wide, to, *got);
    }
    return status;
}

fftc_status tool_source_read(tool_source *source, bool wide, void *to, uint64_t wanted,
                             uint64_t *got, fftc_error *error)
{
    const tool_source_info *info = &source->info;
    size_t bytes =
        (wide ? sizeof(double) : sizeof(float)) * (info->is_complex ? 2 : 1) * info->channels;
    fftc_error inner = {.status = FFTC_SUCCESS};
    *got = 0;
    while (*got < wanted && inner.status == FFTC_SUCCESS) {
        unsigned char *here = (unsigned char *)to + *got * bytes;
        uint64_t more = 0;
        if (source->delivered == info->channels) {
            inner.status = source->format->read(source, wide, here, wanted - *got, &more, &inner);
        } else {
            inner.status = read_chosen(source, wide, here, wanted - *got, &more, &inner);
        }
        if (inner.status == FFTC_SUCCESS) {
            inner.status = check_finite(source, wide, here, more, info->channels, &inner);
        }
        *got += more;
        source->at += more;
        if (more == 0) {
            break;
        }
    }
    if (inner.status == FFTC_SUCCESS && *got < wanted && info->count != TOOL_COUNT_UNKNOWN &&
        source->at < info->count) {
        inner.status = tool_fail(&inner, FFTC_INVALID_ARGUMENT,
                                 "is cut off: %llu of its %llu samples can be read",
                                 (unsigned long long)source->at, (unsigned long long)info->count);
    }
    return inner.status == FFTC_SUCCESS ? FFTC_SUCCESS : tool_source_fail(source, &inner, error);
}

static fftc_status skip_by_reading(tool_source *source, uint64_t count, fftc_error *error)
{
    double nothing[1024];
    uint64_t each = (uint64_t)source->info.channels * (source->info.is_complex ? 2 : 1);
    double *piece = each <= 1024 ? nothing : malloc(each * sizeof *piece);
    uint64_t most = each <= 1024 ? 1024 / each : 1;
    fftc_status status = FFTC_SUCCESS;
    if (piece == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    while (count > 0 && status == FFTC_SUCCESS) {
        uint64_t wanted = count < most ? count : most;
        uint64_t got = 0;
        status = tool_source_read(source, true, piece, wanted, &got, error);
        count -= got;
        if (status == FFTC_SUCCESS && got < wanted) {
            fftc_error inner;
            (void)tool_fail(&inner, FFTC_INVALID_ARGUMENT, "ends after %llu samples",
                            (unsigned long long)source->at);
            status = tool_source_fail(source, &inner, error);
        }
    }
    if (piece != nothing) {
        free(piece);
    }
    return status;
}

fftc_status tool_source_skip(tool_source *source, uint64_t count, fftc_error *error)
{
    fftc_error inner = {.status = FFTC_SUCCESS};
    if (source->info.count != TOOL_COUNT_UNKNOWN && count > source->info.count - source->at) {
        (void)tool_fail(&inner, FFTC_INVALID_ARGUMENT, "has %llu samples, no more",
                        (unsigned long long)source->info.count);
        return tool_source_fail(source, &inner, error);
    }
    if (source->format->skip == NULL) {
        return skip_by_reading(source, count, error);
    }
    inner.status = source->format->skip(source, count, &inner);
    if (inner.status != FFTC_SUCCESS) {
        return tool_source_fail(source, &inner, error);
    }
    source->at += count;
    return FFTC_SUCCESS;
}
