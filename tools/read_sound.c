/* SPDX-License-Identifier: MIT
 *
 * Sound files, through libsndfile on memory.
 */
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "signal.h"

typedef struct sound_memory {
    const unsigned char *bytes;
    sf_count_t count;
    sf_count_t at;
} sound_memory;

static sf_count_t sound_length(void *user)
{
    return ((sound_memory *)user)->count;
}

static sf_count_t sound_seek(sf_count_t offset, int whence, void *user)
{
    sound_memory *memory = user;
    sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory->at : memory->count;
    if (offset < -base || offset > memory->count - base) {
        return -1;
    }
    memory->at = base + offset;
    return memory->at;
}

static sf_count_t sound_read(void *target, sf_count_t wanted, void *user)
{
    sound_memory *memory = user;
    sf_count_t left = memory->count - memory->at;
    sf_count_t got = wanted < left ? wanted : left;
    if (got <= 0) {
        return 0;
    }
    memcpy(target, memory->bytes + memory->at, (size_t)got);
    memory->at += got;
    return got;
}

static sf_count_t sound_write(const void *source, sf_count_t wanted, void *user)
{
    (void)source;
    (void)wanted;
    (void)user;
    return 0;
}

static sf_count_t sound_tell(void *user)
{
    return ((sound_memory *)user)->at;
}

static uint32_t little_endian_32(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* libsndfile plays a WAV that was cut off as far as it goes and says nothing. So the chunks are
 * walked here: each must lie inside the file. */
static fftc_status riff_check(const unsigned char *bytes, size_t count, fftc_error *error)
{
    if (count < 12 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WAVE", 4) != 0) {
        return FFTC_SUCCESS;
    }
    for (size_t at = 12; count - at >= 8;) {
        uint64_t size = little_endian_32(bytes + at + 4);
        uint64_t left = count - at - 8;
        bool data = memcmp(bytes + at, "data", 4) == 0;
        if (size > left) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "is cut off: a chunk of %llu bytes begins where %llu are left",
                             (unsigned long long)size, (unsigned long long)left);
        }
        if (data) {
            return FFTC_SUCCESS;
        }
        size += size & 1; /* chunks are padded to even lengths */
        if (size > left) {
            break;
        }
        at += 8 + (size_t)size;
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a WAV without sound: no data chunk");
}

static fftc_status sound_copy(SNDFILE *file, int channels, sf_count_t frames, tool_signal *signal,
                              fftc_error *error)
{
    enum { CHUNK = 4096 };
    double *chunk = malloc((size_t)channels * CHUNK * sizeof(double));
    sf_count_t done = 0;
    if (chunk == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %d channels", channels);
    }
    while (done < frames) {
        sf_count_t wanted = frames - done < CHUNK ? frames - done : CHUNK;
        sf_count_t got = sf_readf_double(file, chunk, wanted);
        if (got <= 0) {
            break;
        }
        for (sf_count_t i = 0; i < got; ++i) {
            signal->samples[2 * (done + i)] = chunk[i * channels];
        }
        done += got;
    }
    free(chunk);
    if (done < frames) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is cut off: %lld of its %lld samples can be read", (long long)done,
                         (long long)frames);
    }
    return FFTC_SUCCESS;
}

static void sound_describe(SNDFILE *file, const SF_INFO *info, tool_signal *signal)
{
    SF_FORMAT_INFO format = {.format = info->format & SF_FORMAT_TYPEMASK};
    SF_FORMAT_INFO coding = {.format = info->format & SF_FORMAT_SUBMASK};
    bool known = sf_command(file, SFC_GET_FORMAT_INFO, &format, sizeof format) == 0 &&
                 sf_command(file, SFC_GET_FORMAT_INFO, &coding, sizeof coding) == 0;
    (void)snprintf(signal->format, sizeof signal->format, "%.20s, %.24s, %d channel%s",
                   known ? format.name : "sound", known ? coding.name : "unknown coding",
                   info->channels, info->channels == 1 ? "" : "s");
}

fftc_status tool_read_sound(const unsigned char *bytes, size_t count, tool_signal *signal,
                            fftc_error *error)
{
    sound_memory memory = {.bytes = bytes, .count = (sf_count_t)count};
    SF_VIRTUAL_IO io = {sound_length, sound_seek, sound_read, sound_write, sound_tell};
    SF_INFO info;
    memset(signal, 0, sizeof *signal);
    memset(&info, 0, sizeof info);
    fftc_status status = riff_check(bytes, count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    SNDFILE *file = sf_open_virtual(&io, SFM_READ, &info, &memory);
    if (file == NULL) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is neither .npy nor .png nor a sound that libsndfile can read (%.200s)",
                         sf_strerror(NULL));
    }
    if (info.channels < 1 || info.channels > 1024 || info.frames < 1) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT,
                           "has %d channels of %lld samples: nothing to transform", info.channels,
                           (long long)info.frames);
    } else {
        status = tool_signal_allocate((uint64_t)info.frames, signal, error);
    }
    if (status == FFTC_SUCCESS) {
        status = sound_copy(file, info.channels, info.frames, signal, error);
        signal->sample_rate = info.samplerate > 0 ? info.samplerate : 0.0;
        sound_describe(file, &info, signal);
    }
    (void)sf_close(file);
    if (status != FFTC_SUCCESS) {
        tool_signal_free(signal);
    }
    return status;
}
