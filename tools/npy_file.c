/* SPDX-License-Identifier: MIT
 *
 * The elements of NumPy's array file, and writing one.
 */
#include "npy_file.h"

#include <inttypes.h>
#include <string.h>

#include "support/half.h"

fftc_status tool_npy_open(const unsigned char *bytes, size_t count, tool_npy *npy,
                          fftc_error *error)
{
    uint64_t begin = 0;
    fftc_status status = tool_npy_parse_header(bytes, count, count, npy, &begin, error);
    if (status == FFTC_SUCCESS) {
        npy->elements = bytes + begin;
    }
    return status;
}

static uint64_t npy_word(const tool_npy *npy, const unsigned char *bytes)
{
    uint64_t word = 0;
    for (size_t i = 0; i < npy->scalar_bytes; ++i) {
        size_t place = npy->big_endian ? npy->scalar_bytes - 1 - i : i;
        word |= (uint64_t)bytes[i] << (8 * place);
    }
    return word;
}

static double npy_scalar(const tool_npy *npy, const unsigned char *bytes)
{
    uint64_t word = npy_word(npy, bytes);
    if (npy->type == 'b') {
        return word != 0 ? 1.0 : 0.0;
    }
    if (npy->type == 'u') {
        return (double)word / npy->full_scale;
    }
    if (npy->type == 'i') {
        uint64_t sign = (uint64_t)1 << (8 * npy->scalar_bytes - 1);
        /* Two's complement: the sign bit counts negative. */
        int64_t value =
            (word & sign) != 0 ? -(int64_t)(sign - (word & (sign - 1)) - 1) - 1 : (int64_t)word;
        return (double)value / npy->full_scale;
    }
    if (npy->scalar_bytes == 2) {
        return fftc_double_from_half((uint16_t)word);
    }
    if (npy->scalar_bytes == 4) {
        return (double)fftc_float_of_bits((uint32_t)word);
    }
    double wide;
    memcpy(&wide, &word, sizeof wide);
    return wide;
}

void tool_npy_value(const tool_npy *npy, uint64_t index, double value[2])
{
    uint64_t element = index;
    if (npy->fortran_order) {
        element = 0;
        for (uint32_t axis = npy->axes; axis-- > 0; index /= npy->shape[axis]) {
            element += index % npy->shape[axis] * npy->stride[axis];
        }
    }
    const unsigned char *bytes = npy->elements + element * npy->element_bytes;
    value[0] = npy_scalar(npy, bytes);
    value[1] = npy->type == 'c' ? npy_scalar(npy, bytes + npy->scalar_bytes) : 0.0;
}

/* Bytes that are this machine's floats or doubles already. */
static bool npy_is_host(const tool_npy *npy, size_t scalar_bytes)
{
    return (npy->type == 'f' || npy->type == 'c') && npy->scalar_bytes == scalar_bytes &&
           npy->big_endian == (TOOL_NPY_HOST[0] == '>');
}

void tool_npy_doubles(const tool_npy *npy, const unsigned char *bytes, size_t count, double *to)
{
    if (npy_is_host(npy, sizeof *to)) {
        memcpy(to, bytes, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        to[i] = npy_scalar(npy, bytes + i * npy->scalar_bytes);
    }
}

void tool_npy_floats(const tool_npy *npy, const unsigned char *bytes, size_t count, float *to)
{
    if (npy_is_host(npy, sizeof *to)) {
        memcpy(to, bytes, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        to[i] = (float)npy_scalar(npy, bytes + i * npy->scalar_bytes);
    }
}

void tool_npy_shape_text(uint32_t axes, const uint64_t *shape, char *text, size_t bytes)
{
    size_t used = (size_t)snprintf(text, bytes, "(");
    for (uint32_t i = 0; i < axes && used < bytes; ++i) {
        used += (size_t)snprintf(text + used, bytes - used, "%" PRIu64 "%s", shape[i],
                                 axes == 1       ? ","
                                 : i + 1 == axes ? ""
                                                 : ", ");
    }
    if (used < bytes) {
        (void)snprintf(text + used, bytes - used, ")");
    }
}

bool tool_npy_write_header(FILE *file, const char *descr, uint32_t axes, const uint64_t *shape)
{
    unsigned char header[512];
    char shape_text[TOOL_NPY_AXES * 24];
    tool_npy_shape_text(axes, shape, shape_text, sizeof shape_text);
    int used =
        snprintf((char *)header + 10, sizeof header - 10,
                 "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape_text);
    /* NumPy wants a multiple of 64, so that the elements can be mapped, and at its end a "\n". */
    size_t whole = (10 + (size_t)used + 1 + 63) / 64 * 64;
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (unsigned char)((whole - 10) & 0xff);
    header[9] = (unsigned char)((whole - 10) >> 8);
    memset(header + 10 + used, ' ', whole - 10 - (size_t)used);
    header[whole - 1] = '\n';
    return fwrite(header, 1, whole, file) == whole;
}
