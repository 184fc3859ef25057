/* SPDX-License-Identifier: MIT
 *
 * The readers of recordings: values, and refusal of everything that is cut off or absurd.
 */
#include <math.h>
#include <png.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

#include "npy_file.h"
#include "recording.h"
#include "testing.h"

typedef struct bytes {
    unsigned char *at;
    size_t count;
} bytes;

static void append(bytes *to, const void *data, size_t count)
{
    to->at = realloc(to->at, to->count + count);
    ck_assert_ptr_nonnull(to->at);
    memcpy(to->at + to->count, data, count);
    to->count += count;
}

static void append_number(bytes *to, uint64_t number, size_t count, bool big_endian)
{
    for (size_t i = 0; i < count; ++i) {
        unsigned char byte = (unsigned char)(number >> 8 * (big_endian ? count - 1 - i : i));
        append(to, &byte, 1);
    }
}

/* Each prefix, in memory of exactly its size, so that a sanitizer sees a read beyond it. */
static void check_every_prefix_refused(const bytes *file)
{
    for (size_t count = 0; count < file->count; ++count) {
        tool_signal signal;
        fftc_error error = {.status = FFTC_SUCCESS};
        unsigned char *cut = malloc(count > 0 ? count : 1);
        ck_assert_ptr_nonnull(cut);
        memcpy(cut, file->at, count);
        ck_assert_msg(tool_signal_parse(cut, count, NULL, &signal, &error) != FFTC_SUCCESS,
                      "%zu of %zu bytes were accepted", count, file->count);
        ck_assert_ptr_null(signal.samples);
        ck_assert_uint_gt(strlen(error.message), 0);
        free(cut);
    }
}

static fftc_status parse(const bytes *file, tool_signal *signal)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_signal_parse(file->at, file->count, NULL, signal, &error);
    ck_assert_int_eq(status == FFTC_SUCCESS, error.message[0] == '\0');
    return status;
}

static void check_refused(const bytes *file, fftc_status status)
{
    tool_signal signal;
    ck_assert_int_eq(parse(file, &signal), status);
    ck_assert_ptr_null(signal.samples);
}

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

/* From a pipe: the sizes may not be known. */
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

static bytes make_npy(int version, const char *header)
{
    bytes file = {NULL, 0};
    append(&file, "\x93NUMPY", 6);
    append_number(&file, (uint64_t)version, 1, false);
    append_number(&file, 0, 1, false);
    append_number(&file, strlen(header), version == 1 ? 2 : 4, false);
    append(&file, header, strlen(header));
    return file;
}

static uint64_t bits_of_float(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static uint64_t bits_of_double(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

/* Two numbers of each type: as NumPy stores them, and what they are taken for. */
static const struct {
    const char *name;
    size_t bytes, scalars; /* of a scalar; scalars of an element */
    uint64_t bits[2];
    double expected[2];
} npy_types[] = {
    {"f2", 2, 1, {0x3e00, 0xb400}, {1.5, -0.25}},
    {"f4", 4, 1, {0x3fc00000, 0xbe800000}, {1.5, -0.25}},
    {"f8", 8, 1, {0x3ff8000000000000, 0xbfd0000000000000}, {1.5, -0.25}},
    {"c8", 4, 2, {0x3fc00000, 0xbe800000}, {1.5, -0.25}},
    {"c16", 8, 2, {0x3ff8000000000000, 0xbfd0000000000000}, {1.5, -0.25}},
    {"i1", 1, 1, {0x60, 0x80}, {0.75, -1.0}},
    {"i2", 2, 1, {24576, 0xf000}, {0.75, -0.125}},
    {"i4", 4, 1, {0x60000000, 0x80000001}, {0.75, -2147483647 / 2147483648.0}},
    {"i8", 8, 1, {5, 0xfffffffffffffffd}, {5.0, -3.0}},
    {"u1", 1, 1, {255, 51}, {1.0, 51 / 255.0}},
    {"u2", 2, 1, {0xffff, 0x0102}, {1.0, 0x0102 / 65535.0}},
    {"u4", 4, 1, {0xffffffff, 0x01020304}, {1.0, 0x01020304 / 4294967295.0}},
    {"u8", 8, 1, {0x8000000000000000, 7}, {9223372036854775808.0, 7.0}},
    {"b1", 1, 1, {1, 0}, {1.0, 0.0}},
};
enum { NPY_TYPES = sizeof npy_types / sizeof npy_types[0] };

START_TEST(npy_every_type_order_and_version_read)
{
    static const char orders[] = "<>=|";
    for (size_t i = 0; i < NPY_TYPES * 3 * 4; ++i) {
        size_t type = i % NPY_TYPES;
        size_t scalars = npy_types[type].scalars;
        char order = orders[i / NPY_TYPES % 4];
        bool big_endian = order == '>' || (order == '=' && TOOL_NPY_HOST[0] == '>');
        char header[128];
        tool_signal signal;
        (void)snprintf(header, sizeof header,
                       "{'descr': '%c%s', 'fortran_order': False, 'shape': (%d,), }  \n", order,
                       npy_types[type].name, scalars == 2 ? 1 : 2);
        bytes file = make_npy((int)(i / NPY_TYPES / 4) + 1, header);
        append_number(&file, npy_types[type].bits[0], npy_types[type].bytes, big_endian);
        append_number(&file, npy_types[type].bits[1], npy_types[type].bytes, big_endian);
        if (order == '|' && npy_types[type].bytes > 1) {
            check_refused(&file, FFTC_UNSUPPORTED);
            free(file.at);
            continue;
        }
        ck_assert_msg(parse(&file, &signal) == FFTC_SUCCESS, "%s", header);
        ck_assert_uint_eq(signal.count, 2 / scalars);
        ck_assert_int_eq(signal.is_complex, scalars == 2);
        ck_assert_msg(signal.samples[0] == npy_types[type].expected[0], "%s", header);
        ck_assert(signal.samples[scalars == 2 ? 1 : 2] == npy_types[type].expected[1]);
        tool_signal_free(&signal);
        check_every_prefix_refused(&file);
        append(&file, "x", 1);
        check_refused(&file, FFTC_INVALID_ARGUMENT);
        free(file.at);
    }
}
END_TEST

/* Element {a, b, c} of an array of 2 x 3 x 4 is 100 a + 10 b + c, in either order of storage. */
START_TEST(npy_elements_in_either_order_found_by_index)
{
    for (int fortran = 0; fortran < 2; ++fortran) {
        char header[128];
        tool_npy npy;
        (void)snprintf(header, sizeof header,
                       "{'descr': '>i2', 'fortran_order': %s, 'shape': (2, 3, 4), }\n",
                       fortran ? "True" : "False");
        bytes file = make_npy(1, header);
        for (unsigned i = 0; i < 24; ++i) {
            unsigned a = fortran ? i % 2 : i / 12;
            unsigned b = fortran ? i / 2 % 3 : i / 4 % 3;
            unsigned c = fortran ? i / 6 : i % 4;
            append_number(&file, 100 * a + 10 * b + c, 2, true);
        }
        ck_assert_int_eq(tool_npy_open(file.at, file.count, &npy, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(npy.count, 24);
        for (unsigned i = 0; i < 24; ++i) {
            double value[2];
            tool_npy_value(&npy, i, value);
            ck_assert(value[0] * 32768.0 == 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4);
            ck_assert(value[1] == 0.0);
        }
        free(file.at);
    }
}
END_TEST

START_TEST(npy_header_written_reads_back)
{
    static const uint64_t shape[TOOL_NPY_AXES] = {1, 2, 1, 3, 1, 1, 1, 1};
    for (uint32_t axes = 1; axes <= TOOL_NPY_AXES; ++axes) {
        char *text = NULL;
        size_t count = 0;
        size_t elements = axes >= 4 ? 6 : axes >= 2 ? 2 : 1;
        static const unsigned char zeros[48];
        tool_npy npy;
        FILE *file = open_memstream(&text, &count);
        ck_assert_ptr_nonnull(file);
        ck_assert(tool_npy_write_header(file, TOOL_NPY_HOST "c8", axes, shape));
        ck_assert_int_eq(fflush(file), 0);
        ck_assert_uint_eq(count % 64, 0);
        ck_assert_uint_eq(fwrite(zeros, 8, elements, file), elements);
        ck_assert_int_eq(fclose(file), 0);
        ck_assert_int_eq(tool_npy_open((unsigned char *)text, count, &npy, NULL), FFTC_SUCCESS);
        ck_assert_uint_eq(npy.axes, axes);
        ck_assert_int_eq(memcmp(npy.shape, shape, axes * sizeof *shape), 0);
        free(text);
    }
}
END_TEST

/* Sample t of channel c is 10 c + t, as i8: of `channels` channels if channels' axis is the second,
 * else transposed. */
static bytes make_table(const char *shape, bool fortran, bool time_first, unsigned samples,
                        unsigned channels)
{
    char header[128];
    (void)snprintf(header, sizeof header, "{'descr': '<i8', 'fortran_order': %s, 'shape': %s, }\n",
                   fortran ? "True" : "False", shape);
    bytes file = make_npy(1, header);
    bool side_by_side = time_first != fortran;
    for (unsigned i = 0; i < samples * channels; ++i) {
        unsigned t = side_by_side ? i / channels : i % samples;
        unsigned c = side_by_side ? i % channels : i / samples;
        append_number(&file, 10 * c + t, 8, false);
    }
    return file;
}

/* Reads piece by piece, skips, and compares; `first` is the value of sample 0, and `step` what each
 * further channel adds. */
static void check_samples(const bytes *file, const tool_source_choice *choice, unsigned channels,
                          double first, const char *taken)
{
    for (int wide = 0; wide < 2; ++wide) {
        for (unsigned skip = 0; skip < 3; ++skip) {
            tool_source *source;
            double doubles[16];
            float floats[16];
            uint64_t got = 0;
            ck_assert_int_eq(
                tool_source_open_memory(file->at, file->count, false, choice, &source, NULL),
                FFTC_SUCCESS);
            const tool_source_info *about = tool_source_about(source);
            ck_assert_uint_eq(about->count, 5);
            ck_assert_uint_eq(about->channels, channels);
            ck_assert_str_eq(about->taken, taken);
            ck_assert_int_eq(tool_source_skip(source, skip, NULL), FFTC_SUCCESS);
            for (unsigned t = skip; t < 5; t += (unsigned)got) {
                ck_assert_int_eq(
                    tool_source_read(source, wide, wide ? (void *)doubles : floats, 2, &got, NULL),
                    FFTC_SUCCESS);
                ck_assert_uint_eq(got, t + 2 <= 5 ? 2 : 1);
                for (unsigned i = 0; i < got * channels; ++i) {
                    double value = wide ? doubles[i] : (double)floats[i];
                    ck_assert(value == first + 10 * (i % channels) + t + i / channels);
                }
            }
            ck_assert_int_eq(tool_source_read(source, false, floats, 1, &got, NULL), FFTC_SUCCESS);
            ck_assert_uint_eq(got, 0);
            ck_assert_int_eq(tool_source_skip(source, 1, NULL), FFTC_INVALID_ARGUMENT);
            tool_source_close(source);
        }
    }
}

START_TEST(npy_table_gives_the_channels_that_are_asked_for)
{
    static const struct {
        const char *shape;
        bool fortran, time_first;
        unsigned axis; /* of time */
    } tables[] = {{"(5, 3)", false, true, 0},
                  {"(3, 5)", false, false, 1},
                  {"(5, 3)", true, true, 0},
                  {"(3, 5)", true, false, 1},
                  {"(1, 5, 1, 3)", false, true, 1}};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
        bytes file = make_table(tables[i].shape, tables[i].fortran, tables[i].time_first, 5, 3);
        tool_source_choice two = {.channels = TOOL_CHANNEL_ONE, .channel = 2};
        tool_source_choice mix = {.channels = TOOL_CHANNEL_MIX};
        tool_source_choice all = {.channels = TOOL_CHANNEL_ALL};
        tool_source_choice four = {.channels = TOOL_CHANNEL_ONE, .channel = 4};
        tool_source *source;
        char start[64];
        char taken[128];
        (void)snprintf(start, sizeof start, "axis %u of %s as time, ", tables[i].axis,
                       tables[i].shape);
        (void)snprintf(taken, sizeof taken, "%schannel 1 of 3", start);
        check_samples(&file, NULL, 1, 0, taken);
        (void)snprintf(taken, sizeof taken, "%schannel 2 of 3", start);
        check_samples(&file, &two, 1, 10, taken);
        (void)snprintf(taken, sizeof taken, "%sthe mean of 3 channels", start);
        check_samples(&file, &mix, 1, 10, taken);
        (void)snprintf(taken, sizeof taken, "%sall 3 channels", start);
        check_samples(&file, &all, 3, 0, taken);
        ck_assert_int_eq(tool_source_open_memory(file.at, file.count, false, &four, &source, NULL),
                         FFTC_INVALID_ARGUMENT);
        free(file.at);
    }
}
END_TEST

START_TEST(npy_axis_of_time_asked_for_where_it_is_not_clear)
{
    tool_source_choice first = {.has_axis = true, .axis = 0};
    tool_source_choice third = {.has_axis = true, .axis = 2};
    tool_source *source;
    fftc_error error;
    bytes square = make_table("(5, 5)", false, true, 5, 5);
    ck_assert_int_eq(tool_source_open_memory(square.at, square.count, false, NULL, &source, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "--axis"));
    check_samples(&square, &first, 1, 0, "axis 0 of (5, 5) as time, channel 1 of 5");
    ck_assert_int_eq(
        tool_source_open_memory(square.at, square.count, false, &third, &source, &error),
        FFTC_INVALID_ARGUMENT);
    free(square.at);
    bytes column = make_table("(5, 1)", false, true, 5, 1);
    check_samples(&column, NULL, 1, 0, "axis 0 of (5, 1) as time");
    free(column.at);
    bytes cube = make_table("(2, 2, 3)", false, true, 4, 3);
    ck_assert_int_eq(tool_source_open_memory(cube.at, cube.count, false, NULL, &source, &error),
                     FFTC_UNSUPPORTED);
    free(cube.at);
}
END_TEST

START_TEST(npy_absurd_headers_refused)
{
    static const struct {
        const char *header;
        fftc_status status;
    } cases[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551615,), }\n",
         FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,), }\n",
         FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }\n",
         FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4), }\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 1, 1, 1), }\n",
         FFTC_UNSUPPORTED},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }\n", FFTC_UNSUPPORTED},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }\n", FFTC_UNSUPPORTED},
        {"{'descr': '<f4', 'fortran_order': False}\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,), }\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }\n", FFTC_INVALID_ARGUMENT},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), } more\n", FFTC_INVALID_ARGUMENT},
        {"{{{{{{{{", FFTC_INVALID_ARGUMENT},
        {"", FFTC_INVALID_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        bytes file = make_npy(1, cases[i].header);
        tool_signal signal;
        bool empty = strstr(cases[i].header, "(0") != NULL;
        if (!empty && strstr(cases[i].header, "()") == NULL) {
            append_number(&file, bits_of_float(1.0F), 4, false);
        }
        ck_assert_msg(parse(&file, &signal) != FFTC_SUCCESS, "%s", cases[i].header);
        if (strstr(cases[i].header, "()") == NULL) {
            check_refused(&file, cases[i].status);
        }
        free(file.at);
    }
    bytes version = make_npy(4, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n");
    append_number(&version, 0, 4, false);
    check_refused(&version, FFTC_UNSUPPORTED);
    free(version.at);
}
END_TEST

START_TEST(npy_not_finite_refused)
{
    bytes file = make_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n");
    append_number(&file, bits_of_double((double)NAN), 8, false);
    check_refused(&file, FFTC_INVALID_ARGUMENT);
    free(file.at);
}
END_TEST

/* Grey, 8 bits. */
static bytes make_png(unsigned width, unsigned height, const unsigned char *pixels)
{
    png_image image;
    png_alloc_size_t count = 0;
    bytes file;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_GRAY;
    ck_assert(png_image_write_to_memory(&image, NULL, &count, 0, pixels, 0, NULL) != 0);
    file.at = malloc(count);
    ck_assert(png_image_write_to_memory(&image, file.at, &count, 0, pixels, 0, NULL) != 0);
    file.count = count;
    return file;
}

START_TEST(png_rows_in_order)
{
    static const unsigned char pixels[6] = {0, 51, 255, 102, 204, 153};
    bytes file = make_png(3, 2, pixels);
    tool_signal signal;
    ck_assert_int_eq(parse(&file, &signal), FFTC_SUCCESS);
    ck_assert_uint_eq(signal.count, 6);
    for (size_t i = 0; i < 6; ++i) {
        ck_assert(signal.samples[2 * i] == pixels[i] / 255.0);
    }
    tool_signal_free(&signal);
    check_every_prefix_refused(&file);
    free(file.at);
}
END_TEST

START_TEST(png_damaged_data_refused)
{
    static const unsigned char pixels[64] = {1, 2, 3};
    bytes file = make_png(8, 8, pixels);
    for (size_t at = 16; at + 12 < file.count; ++at) {
        tool_signal signal;
        file.at[at] ^= 0x5a;
        if (parse(&file, &signal) == FFTC_SUCCESS) { /* an ancillary chunk */
            ck_assert_uint_eq(signal.count, 64);
            tool_signal_free(&signal);
        }
        file.at[at] ^= 0x5a;
    }
    free(file.at);
}
END_TEST

static uint32_t png_checksum(const unsigned char *data, size_t count)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < count; ++i) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        }
    }
    return ~crc;
}

START_TEST(png_absurd_size_refused)
{
    static const unsigned char pixels[1] = {7};
    bytes file = make_png(1, 1, pixels);
    for (int byte = 0; byte < 8; ++byte) { /* width and height: 16 .. 23 */
        file.at[16 + byte] = byte % 4 == 1 ? 0x0f : 0;
    }
    uint32_t crc = png_checksum(file.at + 12, 17);
    for (int byte = 0; byte < 4; ++byte) {
        file.at[29 + byte] = (unsigned char)(crc >> (24 - 8 * byte));
    }
    tool_signal signal;
    ck_assert_msg(parse(&file, &signal) != FFTC_SUCCESS, "983040 x 983040 pixels of 1 were read");
    free(file.at);
}
END_TEST

TESTING_MAIN("tool_readers", sound_of_two_channels_gives_the_first, sound_cut_off_anywhere_refused,
             sound_absurd_sizes_refused, sound_with_a_flipped_byte_refused_or_the_same,
             sound_of_any_container_cut_off_refused, sound_from_a_pipe_read_whatever_size_it_claims,
             npy_every_type_order_and_version_read, npy_elements_in_either_order_found_by_index,
             npy_header_written_reads_back, npy_table_gives_the_channels_that_are_asked_for,
             npy_axis_of_time_asked_for_where_it_is_not_clear, npy_absurd_headers_refused,
             npy_not_finite_refused, png_rows_in_order, png_damaged_data_refused,
             png_absurd_size_refused)
