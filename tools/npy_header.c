/* SPDX-License-Identifier: MIT
 *
 * The header of NumPy's array file, versions 1 to 3: a magic, and a Python dictionary with 'descr',
 * 'fortran_order' and 'shape'.
 */
#include <ctype.h>
#include <string.h>

#include "npy_file.h"

typedef struct npy_text {
    const char *at;
    const char *end;
} npy_text;

typedef struct npy_header {
    tool_npy *npy;
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
        /* The text may be quoted in a message of one line. */
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

/* Axes beyond those that are kept are counted, no more. */
static bool npy_take_shape(npy_text *text, tool_npy *npy)
{
    uint64_t size;
    if (!npy_take(text, '(')) {
        return false;
    }
    npy->axes = 0;
    while (!npy_take(text, ')')) {
        if (!npy_take_size(text, &size)) {
            return false;
        }
        if (npy->axes < TOOL_NPY_AXES) {
            npy->shape[npy->axes] = size;
        }
        ++npy->axes;
        if (!npy_take(text, ',')) {
            return npy_take(text, ')');
        }
    }
    return true;
}

static bool npy_set_type(tool_npy *npy, const char *descr)
{
    static const struct {
        const char *name;
        size_t scalar_bytes;
        double full_scale;
    } types[] = {{"f2", 2, 1.0},   {"f4", 4, 1.0},     {"f8", 8, 1.0},
                 {"c8", 4, 1.0},   {"c16", 8, 1.0},    {"b1", 1, 1.0},
                 {"i1", 1, 128.0}, {"i2", 2, 32768.0}, {"i4", 4, 2147483648.0},
                 {"u1", 1, 255.0}, {"u2", 2, 65535.0}, {"u4", 4, 4294967295.0},
                 {"i8", 8, 1.0},   {"u8", 8, 1.0}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        const size_t bytes = types[i].scalar_bytes;
        const char *orders = bytes == 1 ? "|<>=" : "<>=";
        if (descr[0] != '\0' && strchr(orders, descr[0]) != NULL &&
            strcmp(descr + 1, types[i].name) == 0) {
            npy->type = types[i].name[0];
            npy->scalar_bytes = bytes;
            npy->element_bytes = npy->type == 'c' ? 2 * bytes : bytes;
            npy->full_scale = types[i].full_scale;
            npy->big_endian = descr[0] == '>' || (descr[0] == '=' && TOOL_NPY_HOST[0] == '>');
            (void)snprintf(npy->format, sizeof npy->format,
                           types[i].full_scale > 1.0 ? "NumPy, %s of full scale %.0f" : "NumPy, %s",
                           npy->type == 'b' ? "bool" : types[i].name, types[i].full_scale);
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
                             "holds records, not numbers: save one field of them");
        }
        header->has_type = npy_set_type(header->npy, descr);
        return header->has_type
                   ? FFTC_SUCCESS
                   : tool_fail(error, FFTC_UNSUPPORTED,
                               "holds elements of type '%s': save floats (f2, f4, f8), complex "
                               "numbers (c8, c16), integers (i1 to i8, u1 to u8) or bool",
                               descr);
    }
    if (good && strcmp(key, "fortran_order") == 0) {
        header->npy->fortran_order = npy_take_word(text, "True");
        header->has_order = header->npy->fortran_order || npy_take_word(text, "False");
        good = header->has_order;
    } else if (good && strcmp(key, "shape") == 0) {
        header->has_shape = npy_take_shape(text, header->npy);
        good = header->has_shape;
    } else {
        good = false;
    }
    return good ? FFTC_SUCCESS
                : tool_fail(error, FFTC_INVALID_ARGUMENT,
                            "is a damaged .npy: its header does not read as descr, fortran_order, "
                            "shape");
}

static fftc_status npy_parse_text(npy_text text, npy_header *header, fftc_error *error)
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
    return FFTC_SUCCESS;
}

/* Locates the header's text in the first `count` bytes. */
static fftc_status npy_find_text(const unsigned char *bytes, size_t count, npy_text *text,
                                 fftc_error *error)
{
    static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is no .npy");
    }
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
    if (size > TOOL_NPY_HEADER_BYTES - prefix) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is a damaged .npy: it says that its header has %llu bytes",
                         (unsigned long long)size);
    }
    if (size > count - prefix) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a .npy cut off in its header");
    }
    text->at = (const char *)bytes + prefix;
    text->end = text->at + size;
    return FFTC_SUCCESS;
}

/* False if the numbers of elements and bytes do not fit 64 bits. */
static bool npy_count(tool_npy *npy, uint64_t *bytes)
{
    npy->count = 1;
    for (uint32_t i = 0; i < npy->axes; ++i) {
        if (npy->shape[i] == 0) {
            npy->count = 0;
            *bytes = 0;
            return true;
        }
    }
    for (uint32_t i = 0; i < npy->axes; ++i) {
        uint32_t axis = npy->fortran_order ? i : npy->axes - 1 - i;
        npy->stride[axis] = npy->count;
        if (__builtin_mul_overflow(npy->count, npy->shape[axis], &npy->count)) {
            return false;
        }
    }
    return !__builtin_mul_overflow(npy->count, npy->element_bytes, bytes);
}

fftc_status tool_npy_parse_header(const unsigned char *bytes, size_t count, uint64_t file_bytes,
                                  tool_npy *npy, uint64_t *begin, fftc_error *error)
{
    npy_header header = {.npy = npy};
    npy_text text;
    uint64_t total = 0;
    char shape[TOOL_NPY_AXES * 24];
    memset(npy, 0, sizeof *npy);
    fftc_status status = npy_find_text(bytes, count, &text, error);
    if (status == FFTC_SUCCESS) {
        status = npy_parse_text(text, &header, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (npy->axes < 1 || npy->axes > TOOL_NPY_AXES) {
        return tool_fail(error, FFTC_UNSUPPORTED, "has %u axes: 1 to %d are read",
                         (unsigned)npy->axes, TOOL_NPY_AXES);
    }
    *begin = (uint64_t)(text.end - (const char *)bytes);
    uint64_t left = file_bytes - *begin;
    tool_npy_shape_text(npy->axes, npy->shape, shape, sizeof shape);
    if (!npy_count(npy, &total) || total != left) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "says %s elements of %zu bytes, but %llu bytes follow: cut off, or not "
                         "what it says",
                         shape, npy->element_bytes, (unsigned long long)left);
    }
    if (npy->count == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "holds no numbers: its shape is %s", shape);
    }
    return FFTC_SUCCESS;
}
