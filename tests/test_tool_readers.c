/* SPDX-License-Identifier: MIT
 *
 * The readers of NumPy's arrays, and of pictures as signals: values, and refusal of everything that
 * is cut off or absurd. (Sounds: test_tool_sound.)
 */
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "npy_file.h"
#include "reader_testing.h"

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

TESTING_MAIN("tool_readers", npy_every_type_order_and_version_read,
             npy_elements_in_either_order_found_by_index, npy_header_written_reads_back,
             npy_table_gives_the_channels_that_are_asked_for,
             npy_axis_of_time_asked_for_where_it_is_not_clear, npy_absurd_headers_refused,
             npy_not_finite_refused, png_rows_in_order, png_damaged_data_refused,
             png_absurd_size_refused)
