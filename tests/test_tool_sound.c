/* SPDX-License-Identifier: MIT
 *
 * The reader of sounds: channels, every container that is cut off, damage, and pipes.
 */
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "reader_testing.h"

/* A WAV of 16 bits, `channels` channels; `claimed` is what its data chunk says it holds. */
static bytes make_wav(const int16_t *samples, size_t count, uint32_t channels, uint32_t claimed)
{
    bytes file = {NULL, 0};
    append(&file, "RIFF", 4);
    append_number(&file, 36 + claimed, 4, false);
    append(&file, "WAVEfmt ", 8);
    append_number(&file, 16, 4, false);
    append_number(&file, 1, 2, false);
    append_number(&file, channels, 2, false);
    append_number(&file, 8000, 4, false);
    append_number(&file, 16000ull * channels, 4, false);
    append_number(&file, 2ull * channels, 2, false);
    append_number(&file, 16, 2, false);
    append(&file, "data", 4);
    append_number(&file, claimed, 4, false);
    for (size_t i = 0; i < count; ++i) {
        append_number(&file, (uint16_t)samples[i], 2, false);
    }
    return file;
}

START_TEST(sound_of_two_channels_gives_the_first)
{
    static const int16_t samples[8] = {-32768, 1, 16384, 2, -1, 3, 32767, 4};
    bytes file = make_wav(samples, 8, 2, 16);
    tool_signal signal;
    ck_assert_int_eq(parse(&file, &signal), FFTC_SUCCESS);
    ck_assert_uint_eq(signal.count, 4);
    ck_assert(signal.sample_rate == 8000.0);
    ck_assert(!signal.is_complex);
    for (size_t i = 0; i < 4; ++i) {
        ck_assert(signal.samples[2 * i] == samples[2 * i] / 32768.0);
        ck_assert(signal.samples[2 * i + 1] == 0.0);
    }
    tool_signal_free(&signal);
    free(file.at);
}
END_TEST

START_TEST(sound_cut_off_anywhere_refused)
{
    static const int16_t samples[6] = {5, -6, 7, -8, 9, -10};
    bytes file = make_wav(samples, 6, 1, 12);
    check_every_prefix_refused(&file);
    free(file.at);
}
END_TEST

START_TEST(sound_absurd_sizes_refused)
{
    static const int16_t samples[2] = {1, 2};
    static const uint32_t claims[] = {6, 1000, 0x7fffffff, 0xffffffff};
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; ++i) {
        bytes file = make_wav(samples, 2, 1, claims[i]);
        check_refused(&file, FFTC_INVALID_ARGUMENT);
        free(file.at);
    }
    bytes empty = make_wav(samples, 0, 1, 0);
    check_refused(&empty, FFTC_INVALID_ARGUMENT);
    free(empty.at);
    bytes noise = {NULL, 0};
    append(&noise, "this is not a sound", 19);
    check_refused(&noise, FFTC_INVALID_ARGUMENT);
    free(noise.at);
}
END_TEST

/* A sound in memory, written by libsndfile. */
typedef struct recording {
    bytes file;
    sf_count_t at;
} recording;

static sf_count_t recording_length(void *user)
{
    return (sf_count_t)((recording *)user)->file.count;
}

static sf_count_t recording_seek(sf_count_t offset, int whence, void *user)
{
    recording *to = user;
    to->at = offset + (whence == SEEK_SET   ? 0
                       : whence == SEEK_CUR ? to->at
                                            : (sf_count_t)to->file.count);
    return to->at;
}

static sf_count_t recording_read(void *target, sf_count_t wanted, void *user)
{
    recording *from = user;
    sf_count_t left = (sf_count_t)from->file.count - from->at;
    sf_count_t got = wanted < left ? wanted : left > 0 ? left : 0;
    memcpy(target, from->file.at + from->at, (size_t)got);
    from->at += got;
    return got;
}

static sf_count_t recording_write(const void *from, sf_count_t count, void *user)
{
    recording *to = user;
    size_t end = (size_t)(to->at + count);
    if (end > to->file.count) {
        size_t before = to->file.count;
        to->file.at = realloc(to->file.at, end);
        ck_assert_ptr_nonnull(to->file.at);
        memset(to->file.at + before, 0, end - before);
        to->file.count = end;
    }
    memcpy(to->file.at + to->at, from, (size_t)count);
    to->at += count;
    return count;
}

static sf_count_t recording_tell(void *user)
{
    return ((recording *)user)->at;
}

enum { RECORDED = 20000 };

/* RECORDED samples of two channels, or of one where a format has no more; nothing if libsndfile
 * lacks it. */
static bytes record(int format)
{
    SF_VIRTUAL_IO io = {recording_length, recording_seek, recording_read, recording_write,
                        recording_tell};
    SF_INFO info = {.samplerate = 48000, .channels = 2, .format = format};
    recording to = {{NULL, 0}, 0};
    double *samples = calloc(2 * RECORDED, sizeof *samples);
    ck_assert_ptr_nonnull(samples);
    info.channels = sf_format_check(&info) ? 2 : 1;
    for (int i = 0; i < RECORDED; ++i) {
        samples[2 * i] = 0.4 * sin(0.05 * i) + 0.1 * sin(1.7 * i * (1 + i / 1e5));
        samples[2 * i + 1] = 0.3 * cos(0.3 * i) + 0.2 * sin(0.001 * i * i);
    }
    SNDFILE *file = sf_open_virtual(&io, SFM_WRITE, &info, &to);
    if (file != NULL) {
        ck_assert_int_eq(sf_writef_double(file, samples, RECORDED), RECORDED);
        ck_assert_int_eq(sf_close(file), 0);
    }
    free(samples);
    return to.file;
}

/* Formats with checksums: a byte that is not what it was is found, or does not matter. */
START_TEST(sound_with_a_flipped_byte_refused_or_the_same)
{
    static const int formats[] = {SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
                                  SF_FORMAT_FLAC | SF_FORMAT_PCM_24,
                                  SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
        bytes file = record(formats[i]);
        tool_signal right;
        tool_signal wrong;
        int refused = 0;
        if (file.count == 0) {
            continue;
        }
        ck_assert_int_eq(parse(&file, &right), FFTC_SUCCESS);
        ck_assert_uint_eq(right.count, RECORDED);
        for (size_t at = 1; at < file.count; at += file.count / 60) {
            file.at[at] ^= 0x10;
            if (parse(&file, &wrong) != FFTC_SUCCESS) {
                ++refused;
            } else {
                ck_assert_uint_eq(wrong.count, right.count);
                ck_assert_msg(memcmp(wrong.samples, right.samples, 16 * right.count) == 0,
                              "byte %zu of %#x flipped, and other samples read", at, formats[i]);
                tool_signal_free(&wrong);
            }
            file.at[at] ^= 0x10;
        }
        ck_assert_int_gt(refused, 40);
        tool_signal_free(&right);
        free(file.at);
    }
}
END_TEST

START_TEST(sound_of_any_container_cut_off_refused)
{
    static const int formats[] = {SF_FORMAT_WAV | SF_FORMAT_PCM_16,
                                  SF_FORMAT_WAVEX | SF_FORMAT_FLOAT,
                                  SF_FORMAT_RF64 | SF_FORMAT_PCM_24,
                                  SF_FORMAT_W64 | SF_FORMAT_PCM_16,
                                  SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
                                  SF_FORMAT_AU | SF_FORMAT_PCM_16,
                                  SF_FORMAT_CAF | SF_FORMAT_PCM_16,
                                  SF_FORMAT_SVX | SF_FORMAT_PCM_16,
                                  SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG,
                                  SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
                                  SF_FORMAT_OGG | SF_FORMAT_VORBIS};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
        bytes file = record(formats[i]);
        size_t whole = file.count;
        tool_signal signal;
        if (file.count == 0) {
            continue;
        }
        ck_assert_msg(parse(&file, &signal) == FFTC_SUCCESS, "%#x", formats[i]);
        ck_assert_uint_eq(signal.count, RECORDED);
        tool_signal_free(&signal);
        for (size_t part = 1; part < 12; ++part) {
            file.count = part == 11 ? whole - 200 : whole * part / 11;
            ck_assert_msg(parse(&file, &signal) != FFTC_SUCCESS, "%zu of %zu bytes of %#x read",
                          file.count, whole, formats[i]);
        }
        free(file.at);
    }
}
END_TEST

/* The sizes of a sound from a pipe may not be known. */
START_TEST(sound_from_a_pipe_read_whatever_size_it_claims)
{
    static const int16_t samples[8] = {-32768, 1, 16384, 2, -1, 3, 32767, 4};
    static const uint32_t claims[] = {0, 0xffffffff, 0x7ffff000, 0x7fffffff, 16, 18};
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; ++i) {
        bytes file = make_wav(samples, 8, 2, claims[i]);
        tool_source_choice all = {.channels = TOOL_CHANNEL_ALL};
        tool_source *source;
        float read[20];
        uint64_t got = 0;
        ck_assert_int_eq(tool_source_open_memory(file.at, file.count, true, &all, &source, NULL),
                         FFTC_SUCCESS);
        ck_assert(tool_source_about(source)->sample_rate == 8000.0);
        ck_assert_uint_eq(tool_source_about(source)->count, claims[i] == 16   ? 4
                                                            : claims[i] == 18 ? 4
                                                                              : TOOL_COUNT_UNKNOWN);
        ck_assert_int_eq(tool_source_read(source, false, read, 10, &got, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(got, 4);
        for (size_t k = 0; k < 8; ++k) {
            ck_assert(read[k] == samples[k] / 32768.0F);
        }
        tool_source_close(source);
        free(file.at);
    }
    bytes file = make_wav(samples, 8, 2, 20);
    tool_source *source;
    float read[20];
    uint64_t got;
    ck_assert_int_eq(tool_source_open_memory(file.at, file.count, true, NULL, &source, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(tool_source_read(source, false, read, 20, &got, NULL), FFTC_INVALID_ARGUMENT);
    tool_source_close(source);
    free(file.at);
}
END_TEST

TESTING_MAIN("tool_sound", sound_of_two_channels_gives_the_first, sound_cut_off_anywhere_refused,
             sound_absurd_sizes_refused, sound_with_a_flipped_byte_refused_or_the_same,
             sound_of_any_container_cut_off_refused, sound_from_a_pipe_read_whatever_size_it_claims)
