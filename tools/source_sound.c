/* SPDX-License-Identifier: MIT
 *
 * Sound files, through libsndfile.
 */
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "source_internal.h"

typedef struct sound {
    SNDFILE *file;
    sf_count_t at; /* of the file's bytes, for libsndfile */
    bool doubles;  /* as it is stored */
    double *piece; /* if doubles become floats */
} sound;

enum { PIECE_FRAMES = 1024 };

static sf_count_t sound_length(void *user)
{
    return (sf_count_t)((tool_source *)user)->bytes.count;
}

static sf_count_t sound_seek(sf_count_t offset, int whence, void *user)
{
    tool_source *source = user;
    sound *state = source->state;
    sf_count_t length = (sf_count_t)source->bytes.count;
    sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? state->at : length;
    if (offset < -base || offset > length - base) {
        return -1;
    }
    state->at = base + offset;
    return state->at;
}

static sf_count_t sound_read(void *target, sf_count_t wanted, void *user)
{
    tool_source *source = user;
    sound *state = source->state;
    if (wanted <= 0) {
        return 0;
    }
    size_t got = tool_bytes_read(&source->bytes, (uint64_t)state->at, target, (size_t)wanted);
    state->at += (sf_count_t)got;
    return (sf_count_t)got;
}

static sf_count_t sound_write(const void *from, sf_count_t wanted, void *user)
{
    (void)from;
    (void)wanted;
    (void)user;
    return 0;
}

static sf_count_t sound_tell(void *user)
{
    return ((sound *)((tool_source *)user)->state)->at;
}

/* libsndfile gives the samples before the damage, and then fewer or others. */
static fftc_status sound_error(const tool_source *source, uint64_t got, fftc_error *error)
{
    const sound *state = source->state;
    return sf_error(state->file) == SF_ERR_NO_ERROR
               ? FFTC_SUCCESS
               : tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "is damaged near sample %llu: libsndfile says: %.100s",
                           (unsigned long long)(source->at + got), sf_strerror(state->file));
}

/* Reads in pieces, since sf_error tells of the last call alone. */
static fftc_status read_frames(tool_source *source, bool wide, void *to, uint64_t wanted,
                               uint64_t *got, fftc_error *error)
{
    sound *state = source->state;
    uint32_t channels = source->delivered;
    *got = 0;
    while (*got < wanted) {
        sf_count_t piece =
            (sf_count_t)(wanted - *got < PIECE_FRAMES ? wanted - *got : PIECE_FRAMES);
        sf_count_t more;
        float *floats = (float *)to + *got * channels;
        if (wide) {
            more = sf_readf_double(state->file, (double *)to + *got * channels, piece);
        } else if (state->doubles) {
            more = sf_readf_double(state->file, state->piece, piece);
            for (sf_count_t i = 0; i < more * (sf_count_t)channels; ++i) {
                floats[i] = (float)state->piece[i];
            }
        } else {
            more = sf_readf_float(state->file, floats, piece);
        }
        *got += more > 0 ? (uint64_t)more : 0;
        fftc_status status = sound_error(source, *got, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (more <= 0) {
            break;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status skip_frames(tool_source *source, uint64_t count, fftc_error *error)
{
    sound *state = source->state;
    if (sf_seek(state->file, (sf_count_t)(source->at + count), SEEK_SET) < 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is damaged: sample %llu cannot be found: libsndfile says: %.100s",
                         (unsigned long long)(source->at + count), sf_strerror(state->file));
    }
    return FFTC_SUCCESS;
}

static void close_sound(tool_source *source)
{
    sound *state = source->state;
    if (state != NULL) {
        if (state->file != NULL) {
            (void)sf_close(state->file);
        }
        free(state->piece);
        free(state);
    }
}

static const tool_source_format seekable = {read_frames, skip_frames, close_sound};
/* What depends on the samples before gives other ones after a leap. */
static const tool_source_format in_order = {read_frames, NULL, close_sound};

static bool may_leap(const SF_INFO *info)
{
    int kind = info->format & SF_FORMAT_TYPEMASK;
    int coding = info->format & SF_FORMAT_SUBMASK;
    return info->seekable != 0 && (kind == SF_FORMAT_FLAC || coding <= SF_FORMAT_DOUBLE ||
                                   coding == SF_FORMAT_ULAW || coding == SF_FORMAT_ALAW);
}

void tool_sound_format_text(int format, int channels, char *text, size_t bytes)
{
    SF_FORMAT_INFO kind = {.format = format & SF_FORMAT_TYPEMASK};
    SF_FORMAT_INFO coding = {.format = format & SF_FORMAT_SUBMASK};
    bool known = sf_command(NULL, SFC_GET_FORMAT_INFO, &kind, sizeof kind) == 0 &&
                 sf_command(NULL, SFC_GET_FORMAT_INFO, &coding, sizeof coding) == 0;
    (void)snprintf(text, bytes, "%.30s, %.30s, %d channel%s", known ? kind.name : "sound",
                   known ? coding.name : "unknown coding", channels, channels == 1 ? "" : "s");
}

static fftc_status take_info(tool_source *source, const SF_INFO *info, fftc_error *error)
{
    sound *state = source->state;
    if (info->channels < 1 || info->frames < 1) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "has %d channels of %lld samples: nothing to transform", info->channels,
                         (long long)info->frames);
    }
    fftc_status status = tool_source_check_channels(source, (uint64_t)info->channels, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    source->format = may_leap(info) ? &seekable : &in_order;
    source->delivered = (uint32_t)info->channels;
    source->info.count = info->frames == SF_COUNT_MAX ? TOOL_COUNT_UNKNOWN : (uint64_t)info->frames;
    source->info.is_sound = true;
    source->info.sound_format = info->format;
    source->info.sample_rate = info->samplerate > 0 ? info->samplerate : 0.0;
    tool_sound_format_text(info->format, info->channels, source->info.format,
                           sizeof source->info.format);
    state->doubles = (info->format & SF_FORMAT_SUBMASK) == SF_FORMAT_DOUBLE;
    if (state->doubles) {
        state->piece = calloc(PIECE_FRAMES * (size_t)info->channels, sizeof *state->piece);
    }
    return !state->doubles || state->piece != NULL
               ? FFTC_SUCCESS
               : tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %d channels", info->channels);
}

fftc_status tool_source_open_sound(tool_source *source, fftc_error *error)
{
    SF_VIRTUAL_IO io = {sound_length, sound_seek, sound_read, sound_write, sound_tell};
    SF_INFO info;
    memset(&info, 0, sizeof info);
    fftc_status status = source->bytes.count <= INT64_MAX
                             ? tool_sound_check(&source->bytes, error)
                             : tool_fail(error, FFTC_TOO_LARGE, "has too many bytes");
    if (status != FFTC_SUCCESS) {
        return status;
    }
    sound *state = calloc(1, sizeof *state);
    source->state = state;
    source->format = &in_order;
    if (state == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    state->file = sf_open_virtual(&io, SFM_READ, &info, source);
    return state->file != NULL
               ? take_info(source, &info, error)
               : tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "is neither .npy nor .png nor a sound that libsndfile can read (%.150s)",
                           sf_strerror(NULL));
}
