/* SPDX-License-Identifier: MIT
 *
 * Whole numbers are made here and not by libsndfile, which divides by 2^(bits - 1) when it reads
 * and multiplies by 2^(bits - 1) - 1 when it writes: a sound that nothing was done to would change.
 */
#include "sink.h"

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "npy_file.h"

#define PIECE ((uint64_t)1 << 12)

struct tool_sink {
    char *path;
    tool_sink_signal signal;
    uint64_t written, clipped;
    unsigned bits;  /* of whole numbers; 0: numbers are written as they are */
    bool bounded;   /* full scale is the most that can be written */
    SNDFILE *sound; /* NULL: .npy */
    FILE *file;
    int *whole; /* PIECE samples */
    char format[TOOL_SINK_FORMAT_BYTES];
};

/* Where a container is chosen by several endings, or a coding by the ending too. The second coding
 * is taken if the container cannot have that of the input. */
static const struct container {
    const char *ending;
    int kind, coding;
} containers[] = {
    {".wav", SF_FORMAT_WAV, SF_FORMAT_PCM_24},   {".flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24},
    {".aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_24}, {".aif", SF_FORMAT_AIFF, SF_FORMAT_PCM_24},
    {".au", SF_FORMAT_AU, SF_FORMAT_PCM_24},     {".caf", SF_FORMAT_CAF, SF_FORMAT_PCM_24},
    {".w64", SF_FORMAT_W64, SF_FORMAT_PCM_24},   {".rf64", SF_FORMAT_RF64, SF_FORMAT_PCM_24},
    {".ogg", SF_FORMAT_OGG, SF_FORMAT_VORBIS},   {".opus", SF_FORMAT_OGG, SF_FORMAT_OPUS}};
#define CONTAINERS (sizeof containers / sizeof *containers)

const char tool_sink_endings[] = ".wav .flac .aiff .aif .au .caf .w64 .rf64 .ogg .opus .npy";

static const struct container *container_of(const char *path)
{
    for (size_t i = 0; i < CONTAINERS; ++i) {
        if (tool_ends_with(path, containers[i].ending)) {
            return &containers[i];
        }
    }
    return NULL;
}

bool tool_sink_can_write(const char *path)
{
    return tool_ends_with(path, ".npy") || container_of(path) != NULL;
}

static unsigned bits_of(int coding)
{
    switch (coding) {
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8: return 8;
    case SF_FORMAT_PCM_16:
    case SF_FORMAT_ALAC_16: return 16;
    case SF_FORMAT_ALAC_20: return 20;
    case SF_FORMAT_PCM_24:
    case SF_FORMAT_ALAC_24: return 24;
    case SF_FORMAT_PCM_32:
    case SF_FORMAT_ALAC_32: return 32;
    default: return 0;
    }
}

static void name_format(int format, char *text, size_t bytes)
{
    SF_FORMAT_INFO kind = {.format = format & SF_FORMAT_TYPEMASK};
    SF_FORMAT_INFO coding = {.format = format & SF_FORMAT_SUBMASK};
    bool known = sf_command(NULL, SFC_GET_FORMAT_INFO, &kind, sizeof kind) == 0 &&
                 sf_command(NULL, SFC_GET_FORMAT_INFO, &coding, sizeof coding) == 0;
    (void)snprintf(text, bytes, "%.40s, %.40s", known ? kind.name : "sound",
                   known ? coding.name : "unknown coding");
}

/* Losses of the input's coding need not be repeated: of Vorbis, say, a .caf becomes 24 bits. */
static bool open_sound(tool_sink *sink)
{
    const struct container *container = container_of(sink->path);
    int coding = sink->signal.sound_format & SF_FORMAT_SUBMASK;
    SF_INFO info = {.channels = (int)sink->signal.channels,
                    .samplerate = (int)lrint(sink->signal.sample_rate),
                    .format = container->kind | coding};
    if (container->kind == SF_FORMAT_AIFF && coding == SF_FORMAT_PCM_U8) {
        coding = SF_FORMAT_PCM_S8; /* AIFF's own 8 bits: the others are AIFF-C's, which few read */
        info.format = container->kind | coding;
    }
    if (container->coding == SF_FORMAT_VORBIS || container->coding == SF_FORMAT_OPUS ||
        (bits_of(coding) == 0 && coding != SF_FORMAT_FLOAT && coding != SF_FORMAT_DOUBLE) ||
        sf_format_check(&info) == 0) {
        coding = container->coding;
        info.format = container->kind | coding;
    }
    sink->bits = bits_of(coding);
    sink->bounded = coding != SF_FORMAT_FLOAT && coding != SF_FORMAT_DOUBLE;
    name_format(info.format, sink->format, sizeof sink->format);
    sink->sound = sf_open_fd(fileno(sink->file), SFM_WRITE, &info, SF_FALSE);
    if (sink->sound == NULL) {
        (void)tool_refuse("%s: cannot be written as %s of %u channels and %d Hz: libsndfile says: "
                          "%s",
                          sink->path, sink->format, sink->signal.channels, info.samplerate,
                          sf_strerror(NULL));
        return false;
    }
    (void)sf_command(sink->sound, SFC_SET_CLIPPING, NULL, SF_TRUE);
    return true;
}

static bool write_header(tool_sink *sink)
{
    const uint64_t shape[] = {sink->written, sink->signal.channels};
    const char *descr = sink->signal.is_complex
                            ? (sink->signal.wide ? TOOL_NPY_HOST "c16" : TOOL_NPY_HOST "c8")
                            : (sink->signal.wide ? TOOL_NPY_HOST "f8" : TOOL_NPY_HOST "f4");
    return tool_npy_write_header(sink->file, descr, sink->signal.channels == 1 ? 1 : 2, shape);
}

/* The header gets its count at the end; it has as many bytes then. */
static bool open_npy(tool_sink *sink)
{
    (void)snprintf(sink->format, sizeof sink->format, "NumPy");
    return write_header(sink);
}

static void release(tool_sink *sink)
{
    if (sink->file != NULL) {
        tool_file_discard(sink->file);
    }
    free(sink->whole);
    free(sink->path);
    free(sink);
}

tool_sink *tool_sink_create(const char *path, const tool_sink_signal *signal)
{
    bool npy = tool_ends_with(path, ".npy");
    if (!npy && signal->is_complex) {
        (void)tool_refuse("%s: a sound has no complex numbers: write .npy", path);
        return NULL;
    }
    if (!npy && !(signal->sample_rate >= 1.0 && signal->sample_rate <= (double)INT32_MAX)) {
        (void)tool_refuse("%s: a sound has a sample rate, which the input does not say: write .npy",
                          path);
        return NULL;
    }
    tool_sink *sink = calloc(1, sizeof *sink);
    if (sink == NULL || (sink->path = strdup(path)) == NULL ||
        (sink->whole = calloc(PIECE * signal->channels, sizeof *sink->whole)) == NULL) {
        (void)tool_refuse("%s: out of memory", path);
        if (sink != NULL) {
            release(sink);
        }
        return NULL;
    }
    sink->signal = *signal;
    sink->file = tool_file_create(path);
    if (sink->file == NULL || !(npy ? open_npy(sink) : open_sound(sink))) {
        release(sink);
        return NULL;
    }
    return sink;
}

static double number_at(const tool_sink *sink, const void *samples, uint64_t index)
{
    return sink->signal.wide ? ((const double *)samples)[index]
                             : (double)((const float *)samples)[index];
}

/* Beyond full scale by more than rounding. */
static void count_clipped(tool_sink *sink, const void *samples, uint64_t numbers)
{
    for (uint64_t i = 0; i < numbers && sink->bounded; ++i) {
        sink->clipped += fabs(number_at(sink, samples, i)) > 1.0 + 1e-6;
    }
}

static bool write_whole(tool_sink *sink, const void *samples, uint64_t count)
{
    const double scale = exp2(sink->bits - 1.0);
    const double step = exp2(32.0 - sink->bits); /* libsndfile takes the upper bits */
    for (uint64_t i = 0; i < count * sink->signal.channels; ++i) {
        double number = rint(number_at(sink, samples, i) * scale);
        number = fmin(fmax(number, -scale), scale - 1.0);
        sink->whole[i] = (int)(number * step);
    }
    return sf_writef_int(sink->sound, sink->whole, (sf_count_t)count) == (sf_count_t)count;
}

static bool write_sound(tool_sink *sink, const void *samples, uint64_t count)
{
    size_t bytes = (sink->signal.wide ? sizeof(double) : sizeof(float)) * sink->signal.channels;
    bool good = true;
    for (uint64_t at = 0; at < count && good; at += PIECE) {
        uint64_t more = count - at < PIECE ? count - at : PIECE;
        const void *from = (const unsigned char *)samples + at * bytes;
        good = sink->bits > 0 ? write_whole(sink, from, more)
               : sink->signal.wide
                   ? sf_writef_double(sink->sound, from, (sf_count_t)more) == (sf_count_t)more
                   : sf_writef_float(sink->sound, from, (sf_count_t)more) == (sf_count_t)more;
    }
    if (!good) {
        (void)tool_refuse("%s: could not be written to its end: libsndfile says: %s", sink->path,
                          sf_strerror(sink->sound));
    }
    return good;
}

bool tool_sink_write(tool_sink *sink, const void *samples, uint64_t count)
{
    uint64_t numbers = count * sink->signal.channels * (sink->signal.is_complex ? 2 : 1);
    sink->written += count;
    count_clipped(sink, samples, numbers);
    if (sink->sound != NULL) {
        return write_sound(sink, samples, count);
    }
    (void)fwrite(samples, sink->signal.wide ? sizeof(double) : sizeof(float), (size_t)numbers,
                 sink->file);
    if (ferror(sink->file)) {
        (void)tool_refuse("%s: could not be written to its end", sink->path);
        return false;
    }
    return true;
}

const char *tool_sink_format(const tool_sink *sink)
{
    return sink->format;
}

uint64_t tool_sink_clipped(const tool_sink *sink)
{
    return sink->clipped;
}

/* What has been written is not what the ending says until this has gone well. */
static bool finish(tool_sink *sink)
{
    if (sink->sound != NULL) {
        int status = sf_close(sink->sound);
        sink->sound = NULL;
        return status == 0;
    }
    return fseek(sink->file, 0, SEEK_SET) == 0 && write_header(sink);
}

bool tool_sink_close(tool_sink *sink)
{
    bool good = finish(sink);
    if (good) {
        FILE *file = sink->file;
        sink->file = NULL;
        good = tool_file_close(file, sink->path);
    } else {
        (void)tool_refuse("%s: could not be written to its end", sink->path);
    }
    release(sink);
    return good;
}

void tool_sink_abandon(tool_sink *sink)
{
    if (sink != NULL) {
        if (sink->sound != NULL) {
            (void)sf_close(sink->sound);
        }
        release(sink);
    }
}
