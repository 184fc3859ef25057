/* SPDX-License-Identifier: MIT
 *
 * Files of `fftcore check`: arrays that are read, and what --dump writes.
 */
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"
#include "npy_file.h"
#include "output.h"

size_t check_element_bytes(const char *type, size_t bytes)
{
    return type[0] != '\0' ? (size_t)strtoul(type + 1, NULL, 10) : bytes % 4 == 0 ? 4 : 1;
}

/* --- read ------------------------------------------------------------------------------------- */

/* The elements of a .npy in C order, with the bytes of each in this machine's order. */
static void copy_elements(const tool_npy *npy, unsigned char *to)
{
    bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    uint64_t index[TOOL_NPY_AXES] = {0};
    for (uint64_t i = 0; i < npy->count; ++i) {
        uint64_t at = 0;
        for (uint32_t axis = 0; axis < npy->axes; ++axis) {
            at += index[axis] * npy->stride[axis];
        }
        const unsigned char *from = npy->elements + at * npy->element_bytes;
        for (size_t k = 0; k < npy->element_bytes; ++k) {
            size_t part = k / npy->scalar_bytes * npy->scalar_bytes;
            size_t in_part = k - part;
            *to++ = from[npy->big_endian != big ? part + npy->scalar_bytes - 1 - in_part : k];
        }
        for (uint32_t axis = npy->axes; axis > 0 && ++index[axis - 1] == npy->shape[axis - 1];) {
            index[--axis] = 0;
        }
    }
}

bool check_read_array(const char *path, unsigned char **bytes, size_t *count, char type[4])
{
    unsigned char *file;
    tool_npy npy;
    fftc_error error;
    type[0] = '\0';
    if (tool_file_read(path, CHECK_BYTES_LIMIT, &file, count, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s", error.message) == TOOL_GOOD;
    }
    *bytes = file;
    if (!tool_ends_with(path, ".npy")) {
        return true;
    }
    if (tool_npy_open(file, *count, &npy, &error) != FFTC_SUCCESS) {
        free(file);
        (void)tool_refuse("%s: %s", path, error.message);
        return false;
    }
    *count = (size_t)npy.count * npy.element_bytes;
    *bytes = malloc(*count);
    if (*bytes == NULL) {
        free(file);
        return tool_refuse("%s: out of memory", path) == TOOL_GOOD;
    }
    copy_elements(&npy, *bytes);
    (void)snprintf(type, 4, "%c%zu", npy.type, npy.element_bytes);
    free(file);
    return true;
}

/* --- written ---------------------------------------------------------------------------------- */

static bool dump(const check_array *a, const check_place *place)
{
    char descr[8];
    const char *path = place->what;
    size_t bytes = a->buffer.bytes;
    size_t element = check_element_bytes(a->type, bytes);
    uint64_t count = bytes / element;
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    (void)snprintf(descr, sizeof descr, "%s%c%zu", element > 1 ? TOOL_NPY_HOST : "|",
                   a->type[0] != '\0' ? a->type[0] : 'u', element);
    if (tool_ends_with(path, ".npy")) {
        (void)tool_npy_write_header(file, descr, 1, &count);
    }
    (void)fwrite(a->result, 1, bytes, file);
    return tool_file_close(file, path);
}

static bool would_overwrite(const char *path, const char *text)
{
    const char *colon = text != NULL ? strrchr(text, ':') : NULL;
    return text != NULL && (tool_output_is_same(path, text) ||
                            (colon != NULL && tool_output_is_same(path, colon + 1)));
}

bool check_dumps_spare_inputs(const check_options *options)
{
    const check_places *inputs[] = {&options->buffers, &options->images, &options->expected};
    for (uint32_t i = 0; i < options->dumps.count; ++i) {
        const char *path = options->dumps.place[i].what;
        bool read = would_overwrite(path, options->file) || would_overwrite(path, options->push) ||
                    would_overwrite(path, options->description);
        for (size_t k = 0; k < sizeof inputs / sizeof *inputs; ++k) {
            for (uint32_t n = 0; n < inputs[k]->count; ++n) {
                read = read || would_overwrite(path, inputs[k]->place[n].what);
            }
        }
        if (read) {
            (void)tool_refuse("check: --dump would overwrite %s, which is read: name another file",
                              path);
            return false;
        }
    }
    return true;
}

bool check_write_dumps(const check_run *run)
{
    for (uint32_t i = 0; i < run->arrays; ++i) {
        const check_place *place = check_find_place(&run->options->dumps, &run->array[i].buffer);
        if (place != NULL && !dump(&run->array[i], place)) {
            return false;
        }
    }
    return true;
}
