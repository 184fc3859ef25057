/* SPDX-License-Identifier: MIT
 *
 * NumPy's array file, versions 1 to 3: a magic, a Python dictionary with 'descr', 'fortran_order'
 * and 'shape', the elements.
 */
#include <ctype.h>
#include <string.h>

#include "common/half.h"
#include "signal.h"

typedef struct npy_text {
    const char *at;
    const char *end;
} npy_text;

typedef struct npy_header {
    char type;       /* 'f', 'c', 'i' */
    bool big_endian; /* bytes of a scalar, most significant first */
    size_t scalar_bytes;
    size_t scalars; /* of an element: 2 if complex */
    bool fortran_order;
    uint32_t axes;
    uint64_t shape[2];
    bool has_type, has_order, has_shape;
} npy_header;

static void npy_skip_blanks(npy_text *text)
{
    while (text->at < text->end && isspace((unsigned char)*text->at)) {
        ++text->at;
    }
}

/* Takes `c` after blanks; false if something else is there. */
static bool npy_take(npy_text *text, char c)
{
    npy_skip_blanks(text);
    if (text->at == text->end || *text->at != c) {
        return false;
    }
    ++text->at;
    return true;
}

static bool npy_take_word(npy_text *text, const char *word)
{
    size_t bytes = strlen(word);
    npy_skip_blanks(text);
    if ((size_t)(text->end - text->at) < bytes || memcmp(text->at, word, bytes) != 0) {
        return false;
    }
    text->at += bytes;
    return true;
}

static bool npy_take_string(npy_text *text, char *string, size_t bytes)
{
    npy_skip_blanks(text);
    if (text->at == text->end || (*text->at != '\'' && *text->at != '"')) {
        return false;
    }
    char quote = *text->at++;
    size_t used = 0;
    while (text->at < text->end && *text->at != quote) {
        /* It may be quoted in a message of one line. */
        if (used + 1 == bytes || !isprint((unsigned char)*text->at)) {
            return false;
        }
        string[used++] = *text->at++;
    }
    string[used] = '\0';
    return npy_take(text, quote);
}

static bool npy_take_size(npy_text *text, uint64_t *size)
{
    npy_skip_blanks(text);
    const char *first = text->at;
    *size = 0;
    while (text->at < text->end && isdigit((unsigned char)*text->at)) {
        uint64_t digit = (uint64_t)(*text->at++ - '0');
        if (*size > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *size = *size * 10 + digit;
    }
    return text->at != first;
}

static bool npy_take_shape(npy_text *text, npy_header *header)
{
    uint64_t size;
    if (!npy_take(text, '(')) {
        return false;
    }
    header->axes = 0;
    while (!npy_take(text, ')')) {
        if (!npy_take_size(text, &size)) {
            return false;
        }
        if (header->axes < 2) {
            header->shape[header->axes] = size;
        }
        ++header->axes;
        if (!npy_take(text, ',')) {
            return npy_take(text, ')');
        }
    }
    return true;
}

static bool npy_set_type(npy_header *header, const char *descr)
{
    static const struct {
        const char *name;
        char type;
        size_t scalar_bytes, scalars;
    } types[] = {{"f2", 'f', 2, 1}, {"f4", 'f', 4, 1},  {"f8", 'f', 8, 1},
                 {"c8", 'c', 4, 2}, {"c16", 'c', 8, 2}, {"i2", 'i', 2, 1}};
    if (descr[0] != '<' && descr[0] != '>') {
        return false;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strcmp(descr + 1, types[i].name) == 0) {
            header->type = types[i].type;
            header->scalar_bytes = types[i].scalar_bytes;
            header->scalars = types[i].scalars;
            header->big_endian = descr[0] == '>';
            header->has_type = true;
            return true;
        }
    }
    return false;
}

static fftc_status npy_parse_entry(npy_text *text, npy_header *header, fftc_error *error)
{
    char key[32];
    char descr[32];
    bool good = npy_take_string(text, key, sizeof key) && npy_take(text, ':');
    if (good && strcmp(key, "descr") == 0) {
        if (!npy_take_string(text, descr, sizeof descr)) {
            return tool_fail(error, FFTC_UNSUPPORTED,
                             "holds records, not numbers: save f2, f4, f8, c8, c16 or i2");
        }
        if (!npy_set_type(header, descr)) {
            return tool_fail(error, FFTC_UNSUPPORTED,
                             "holds numbers of type '%s': save f2, f4, f8, c8, c16 or i2", descr);
        }
        return FFTC_SUCCESS;
    }
    if (good && strcmp(key, "fortran_order") == 0) {
        header->fortran_order = npy_take_word(text, "True");
        header->has_order = header->fortran_order || npy_take_word(text, "False");
        good = header->has_order;
    } else if (good && strcmp(key, "shape") == 0) {
        header->has_shape = npy_take_shape(text, header);
        good = header->has_shape;
    } else {
        good = false;
    }
    return good ? FFTC_SUCCESS
                : tool_fail(error, FFTC_INVALID_ARGUMENT,
                            "is a damaged .npy: its header does not read as descr, fortran_order, "
                            "shape");
}

static fftc_status npy_parse_header(npy_text text, npy_header *header, fftc_error *error)
{
    bool good = npy_take(&text, '{');
    bool more = good;
    while (more && !npy_take(&text, '}')) {
        fftc_status status = npy_parse_entry(&text, header, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (!npy_take(&text, ',')) {
            good = npy_take(&text, '}');
            more = false;
        }
    }
    npy_skip_blanks(&text);
    if (!good || text.at != text.end || !header->has_type || !header->has_order ||
        !header->has_shape) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is a damaged .npy: its header is not complete");
    }
    if (header->axes < 1 || header->axes > 2) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "has %u axes: save one row of numbers, or a table of rows",
                         (unsigned)header->axes);
    }
    if (header->axes == 2 && header->fortran_order) {
        return tool_fail(error, FFTC_UNSUPPORTED,
                         "is stored by columns: save numpy.ascontiguousarray of it");
    }
    return FFTC_SUCCESS;
}

static double npy_scalar(const npy_header *header, const unsigned char *bytes)
{
    uint64_t word = 0;
    for (size_t i = 0; i < header->scalar_bytes; ++i) {
        size_t place = header->big_endian ? header->scalar_bytes - 1 - i : i;
        word |= (uint64_t)bytes[i] << (8 * place);
    }
    if (header->type == 'i') {
        return (double)(int16_t)(uint16_t)word / 32768.0; /* full scale is 1, as for sound */
    }
    if (header->scalar_bytes == 2) {
        return fftc_double_from_half((uint16_t)word);
    }
    if (header->scalar_bytes == 4) {
        uint32_t narrow = (uint32_t)word;
        float single;
        memcpy(&single, &narrow, sizeof single);
        return (double)single;
    }
    double wide;
    memcpy(&wide, &word, sizeof wide);
    return wide;
}

/* Locates the header's text and the elements. */
static fftc_status npy_open(const unsigned char *bytes, size_t count, npy_text *text,
                            const unsigned char **elements, fftc_error *error)
{
    size_t prefix = count > 6 && bytes[6] == 1 ? 10 : 12;
    if (count < prefix) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a .npy cut off in its header");
    }
    if (bytes[6] < 1 || bytes[6] > 3) {
        return tool_fail(error, FFTC_UNSUPPORTED, "is .npy version %u: 1 to 3 are read", bytes[6]);
    }
    uint64_t size = (uint64_t)bytes[8] | (uint64_t)bytes[9] << 8;
    if (prefix == 12) {
        size |= (uint64_t)bytes[10] << 16 | (uint64_t)bytes[11] << 24;
    }
    if (size > count - prefix) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a .npy cut off in its header");
    }
    text->at = (const char *)bytes + prefix;
    text->end = text->at + size;
    *elements = bytes + prefix + size;
    return FFTC_SUCCESS;
}

fftc_status tool_read_npy(const unsigned char *bytes, size_t count, tool_signal *signal,
                          fftc_error *error)
{
    npy_header header;
    npy_text text;
    const unsigned char *elements = NULL;
    uint64_t total;
    memset(signal, 0, sizeof *signal);
    memset(&header, 0, sizeof header);
    fftc_status status = npy_open(bytes, count, &text, &elements, error);
    if (status == FFTC_SUCCESS) {
        status = npy_parse_header(text, &header, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    uint64_t left = count - (size_t)(elements - bytes);
    uint64_t rows = header.axes == 2 ? header.shape[0] : 1;
    uint64_t length = header.axes == 2 ? header.shape[1] : header.shape[0];
    size_t element_bytes = header.scalar_bytes * header.scalars;
    if (__builtin_mul_overflow(rows, length, &total) ||
        __builtin_mul_overflow(total, element_bytes, &total) || total != left) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "says %llu x %llu elements of %zu bytes, but %llu bytes follow: cut off, "
                         "or not what it says",
                         (unsigned long long)rows, (unsigned long long)length, element_bytes,
                         (unsigned long long)left);
    }
    status = tool_signal_allocate(rows > 0 ? length : 0, signal, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (uint64_t i = 0; i < length; ++i) {
        for (size_t part = 0; part < header.scalars; ++part) {
            signal->samples[2 * i + part] =
                npy_scalar(&header, elements + i * element_bytes + part * header.scalar_bytes);
        }
    }
    signal->is_complex = header.scalars == 2;
    (void)snprintf(signal->format, sizeof signal->format, "NumPy, %c%zu", header.type,
                   element_bytes);
    return FFTC_SUCCESS;
}
