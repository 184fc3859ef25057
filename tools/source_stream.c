/* SPDX-License-Identifier: MIT
 *
 * WAV (and RF64) from a pipe: nothing can be read twice, and the sizes may not have been known when
 * the header was written. The header is read here, the samples are raw ones to libsndfile.
 */
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "source_internal.h"

typedef struct stream {
    SNDFILE *file;
    uint64_t begin;   /* of the sound, in bytes of the pipe */
    uint64_t claimed; /* bytes of sound; TOOL_BYTES_UNKNOWN: up to the end */
    uint32_t coding;  /* of the header */
    uint32_t channels, rate, frame_bytes, bits;
    bool has_format;
} stream;

static uint64_t little_endian(const unsigned char *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

static size_t take(tool_bytes *bytes, void *to, size_t count)
{
    return tool_bytes_read(bytes, bytes->at, to, count);
}

static bool pass_over(tool_bytes *bytes, uint64_t count)
{
    unsigned char nothing[4096];
    while (count > 0) {
        size_t piece = count < sizeof nothing ? (size_t)count : sizeof nothing;
        if (take(bytes, nothing, piece) != piece) {
            return false;
        }
        count -= piece;
    }
    return true;
}

/* What programs write that cannot go back to fill the size in: 0 (GStreamer), 0xffffffff (FFmpeg),
 * the largest even or aligned number of 31 bits (SoX, ALSA). */
static uint64_t claim(uint64_t size)
{
    bool unknown = size == 0 || (size >= 0x7ffff000u && size <= 0x7fffffffu) ||
                   size == 0xffffffffu || size >= (uint64_t)1 << 62;
    return unknown ? TOOL_BYTES_UNKNOWN : size;
}

/* Reads the header up to the data chunk. */
static fftc_status read_header(tool_bytes *bytes, stream *state, fftc_error *error)
{
    unsigned char chunk[40];
    uint64_t long_size = 0;
    bool good = take(bytes, chunk, 12) == 12 && memcmp(chunk + 8, "WAVE", 4) == 0 &&
                (memcmp(chunk, "RIFF", 4) == 0 || memcmp(chunk, "RF64", 4) == 0);
    bool is_long = good && chunk[1] == 'F';
    while (good && (good = take(bytes, chunk, 8) == 8)) {
        uint64_t size = little_endian(chunk + 4, 4);
        bool format = memcmp(chunk, "fmt ", 4) == 0;
        bool sizes = is_long && memcmp(chunk, "ds64", 4) == 0;
        if (memcmp(chunk, "data", 4) == 0) {
            state->claimed = claim(is_long && size == 0xffffffffu ? long_size : size);
            state->begin = bytes->at;
            return FFTC_SUCCESS;
        }
        size += size & 1;
        size_t known = size < sizeof chunk ? (size_t)size : sizeof chunk;
        good = take(bytes, chunk, known) == known && pass_over(bytes, size - known);
        if (good && sizes && known >= 16) {
            long_size = little_endian(chunk + 8, 8);
        }
        if (good && format && known >= 16) {
            state->has_format = true;
            state->coding = (uint32_t)little_endian(chunk, 2);
            state->channels = (uint32_t)little_endian(chunk + 2, 2);
            state->rate = (uint32_t)little_endian(chunk + 4, 4);
            state->frame_bytes = (uint32_t)little_endian(chunk + 12, 2);
            state->bits = (uint32_t)little_endian(chunk + 14, 2);
            if (state->coding == 0xfffe && known >= 26) {
                state->coding = (uint32_t)little_endian(chunk + 24, 2);
            }
        }
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT,
                     "is a WAV that ends, or is damaged, before its sound begins");
}

/* libsndfile's name; 0 if there is none that can be read without going back. */
static int raw_coding(const stream *state)
{
    static const struct {
        uint32_t coding, bits;
        int name;
    } codings[] = {{1, 8, SF_FORMAT_PCM_U8},  {1, 16, SF_FORMAT_PCM_16}, {1, 24, SF_FORMAT_PCM_24},
                   {1, 32, SF_FORMAT_PCM_32}, {3, 32, SF_FORMAT_FLOAT},  {3, 64, SF_FORMAT_DOUBLE},
                   {6, 8, SF_FORMAT_ALAW},    {7, 8, SF_FORMAT_ULAW}};
    for (size_t i = 0; i < sizeof codings / sizeof codings[0]; ++i) {
        if (codings[i].coding == state->coding && codings[i].bits == state->bits) {
            return codings[i].name;
        }
    }
    return 0;
}

static sf_count_t stream_length(void *user)
{
    const tool_source *source = user;
    uint64_t claimed = ((const stream *)source->state)->claimed;
    return claimed == TOOL_BYTES_UNKNOWN ? (sf_count_t)1 << 61 : (sf_count_t)claimed;
}

static sf_count_t stream_tell(void *user)
{
    const tool_source *source = user;
    return (sf_count_t)(source->bytes.at - ((const stream *)source->state)->begin);
}

/* libsndfile asks to go where it is. */
static sf_count_t stream_seek(sf_count_t offset, int whence, void *user)
{
    sf_count_t here = stream_tell(user);
    sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? here : stream_length(user);
    return base + offset == here ? here : -1;
}

static sf_count_t stream_read(void *target, sf_count_t wanted, void *user)
{
    tool_source *source = user;
    sf_count_t left = stream_length(user) - stream_tell(user);
    sf_count_t most = wanted < left ? wanted : left;
    return most > 0 ? (sf_count_t)take(&source->bytes, target, (size_t)most) : 0;
}

static sf_count_t stream_write(const void *from, sf_count_t wanted, void *user)
{
    (void)from;
    (void)wanted;
    (void)user;
    return 0;
}

static fftc_status read_frames(tool_source *source, bool wide, void *to, uint64_t wanted,
                               uint64_t *got, fftc_error *error)
{
    const stream *state = source->state;
    /* A long array at once would make libsndfile's counts of bytes too large. */
    sf_count_t most = (sf_count_t)(wanted < 1 << 20 ? wanted : 1 << 20);
    sf_count_t more =
        wide ? sf_readf_double(state->file, to, most) : sf_readf_float(state->file, to, most);
    *got = more > 0 ? (uint64_t)more : 0;
    return sf_error(state->file) == SF_ERR_NO_ERROR
               ? FFTC_SUCCESS
               : tool_fail(error, FFTC_INVALID_ARGUMENT, "cannot be read: libsndfile says: %.100s",
                           sf_strerror(state->file));
}

static void close_stream(tool_source *source)
{
    stream *state = source->state;
    if (state != NULL) {
        if (state->file != NULL) {
            (void)sf_close(state->file);
        }
        free(state);
    }
}

static const tool_source_format format = {read_frames, NULL, close_stream};

static fftc_status open_raw(tool_source *source, int coding, fftc_error *error)
{
    stream *state = source->state;
    SF_VIRTUAL_IO io = {stream_length, stream_seek, stream_read, stream_write, stream_tell};
    SF_INFO info = {.samplerate = state->rate > 0 ? (int)state->rate : 1,
                    .channels = (int)state->channels,
                    .format = SF_FORMAT_RAW | coding | SF_ENDIAN_LITTLE};
    state->file = sf_open_virtual(&io, SFM_READ, &info, source);
    if (state->file == NULL) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "cannot be read: libsndfile says: %.100s",
                         sf_strerror(NULL));
    }
    source->delivered = state->channels;
    source->info.count = state->claimed == TOOL_BYTES_UNKNOWN ? TOOL_COUNT_UNKNOWN
                                                              : state->claimed / state->frame_bytes;
    source->info.is_sound = true;
    source->info.sound_format = SF_FORMAT_WAV | coding;
    source->info.sample_rate = state->rate;
    tool_sound_format_text(SF_FORMAT_WAV | coding, (int)state->channels, source->info.format,
                           sizeof source->info.format);
    return source->info.count > 0 ? FFTC_SUCCESS
                                  : tool_fail(error, FFTC_INVALID_ARGUMENT, "holds no samples");
}

fftc_status tool_source_open_stream(tool_source *source, fftc_error *error)
{
    stream *state = calloc(1, sizeof *state);
    source->state = state;
    source->format = &format;
    if (state == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with");
    }
    fftc_status status = read_header(&source->bytes, state, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    int coding = raw_coding(state);
    if (!state->has_format || state->channels < 1 || state->rate > INT32_MAX ||
        (coding != 0 && state->frame_bytes != state->channels * (state->bits / 8))) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a WAV whose header is damaged");
    }
    if (coding == 0) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "is a WAV of coding %u with %u bits, which is not read from a pipe: save "
                         "it as a file first",
                         (unsigned)state->coding, (unsigned)state->bits);
    }
    status = tool_source_check_channels(source, state->channels, error);
    return status == FFTC_SUCCESS ? open_raw(source, coding, error) : status;
}
