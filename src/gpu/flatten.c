/* SPDX-License-Identifier: MIT
 *
 * Debian's glslang 12.0 has no include callback in its C interface, and a shader that is given away
 * should need no other file: both are served by putting the headers into the text.
 */
#include "gpu/flatten.h"

#include <stdint.h>
#include <string.h>

#include "common/error.h"
#include "gpu/embedded.h"

#define FILES_MAX 64
#define DEPTH_MAX 32

/* What became of an #if: left in the text for the compiler, or answered here. */
typedef enum branch { BRANCH_KEPT, BRANCH_TAKEN, BRANCH_DROPPED } branch;

typedef struct flattening {
    fftc_text *flat;
    uint64_t included; /* one bit for each embedded file */
    branch open[DEPTH_MAX];
    unsigned depth;
    unsigned dropped; /* how many of the open ones are dropped */
    fftc_error *error;
} flattening;

static fftc_status flatten_text(flattening *f, const char *text, const char *end);

/* The directive's name and the rest of its line, or false if the line is no directive. */
static bool directive_split(const char *line, const char *end, const char **name,
                            size_t *name_bytes, const char **rest)
{
    while (line < end && (*line == ' ' || *line == '\t')) {
        ++line;
    }
    if (line == end || *line != '#') {
        return false;
    }
    ++line;
    while (line < end && (*line == ' ' || *line == '\t')) {
        ++line;
    }
    *name = line;
    while (line < end && *line >= 'a' && *line <= 'z') {
        ++line;
    }
    *name_bytes = (size_t)(line - *name);
    while (line < end && (*line == ' ' || *line == '\t')) {
        ++line;
    }
    *rest = line;
    return true;
}

static bool same(const char *text, size_t bytes, const char *word)
{
    return bytes == strlen(word) && memcmp(text, word, bytes) == 0;
}

static fftc_status include(flattening *f, const char *rest, const char *end)
{
    const char *name = rest + 1;
    const char *quote = name < end ? memchr(name, '"', (size_t)(end - name)) : NULL;
    if (rest == end || *rest != '"' || quote == NULL) {
        return fftc_fail(f->error, FFTC_COMPILE_FAILED,
                         "an #include in a shader must name a file of fftcore in quotes");
    }
    for (size_t i = 0; i < fftc_embedded_file_count && i < FILES_MAX; ++i) {
        const fftc_embedded_file *file = &fftc_embedded_files[i];
        if (same(name, (size_t)(quote - name), file->name)) {
            if ((f->included >> i & 1) != 0) {
                return FFTC_SUCCESS;
            }
            f->included |= (uint64_t)1 << i;
            return flatten_text(f, file->text, file->text + file->bytes);
        }
    }
    return fftc_fail(f->error, FFTC_COMPILE_FAILED, "#include \"%.*s\": fftcore has no such file",
                     (int)(quote - name), name);
}

static fftc_status open_conditional(flattening *f, branch kind)
{
    if (f->depth == DEPTH_MAX) {
        return fftc_fail(f->error, FFTC_COMPILE_FAILED, "a shader nests more than %d #if",
                         DEPTH_MAX);
    }
    f->open[f->depth++] = kind;
    f->dropped += kind == BRANCH_DROPPED;
    return FFTC_SUCCESS;
}

/* Follows #if, #else and #endif; sets *keep to whether the line itself stays in the text. Only
 * #ifdef GL_core_profile is answered, and it has no #elif. */
static fftc_status conditional(flattening *f, const char *name, size_t name_bytes, const char *rest,
                               const char *end, bool *keep)
{
    static const char language[] = "GL_core_profile";
    bool ours =
        (size_t)(end - rest) == strlen(language) && memcmp(rest, language, strlen(language)) == 0;
    *keep = f->dropped == 0;
    if (same(name, name_bytes, "ifdef") && ours && f->dropped == 0) {
        *keep = false;
        return open_conditional(f, BRANCH_TAKEN);
    }
    if (name_bytes >= 2 && memcmp(name, "if", 2) == 0) {
        return open_conditional(f, BRANCH_KEPT);
    }
    bool is_else = same(name, name_bytes, "else");
    bool is_endif = same(name, name_bytes, "endif");
    if (!is_else && !is_endif) {
        return FFTC_SUCCESS;
    }
    if (f->depth == 0) {
        return fftc_fail(f->error, FFTC_COMPILE_FAILED, "a shader has an #else or #endif too many");
    }
    branch kind = f->open[f->depth - 1];
    *keep = *keep && kind == BRANCH_KEPT;
    if (is_endif) {
        --f->depth;
        f->dropped -= kind == BRANCH_DROPPED;
    } else if (kind == BRANCH_TAKEN) {
        f->open[f->depth - 1] = BRANCH_DROPPED;
        ++f->dropped;
    }
    return FFTC_SUCCESS;
}

static fftc_status flatten_line(flattening *f, const char *line, const char *end)
{
    const char *name;
    const char *rest;
    size_t name_bytes;
    bool keep = f->dropped == 0;
    if (directive_split(line, end, &name, &name_bytes, &rest)) {
        if (same(name, name_bytes, "include")) {
            return keep ? include(f, rest, end) : FFTC_SUCCESS;
        }
        fftc_status status = conditional(f, name, name_bytes, rest, end, &keep);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    if (keep) {
        fftc_text_append(f->flat, line, (size_t)(end - line));
        fftc_text_append(f->flat, "\n", 1);
    }
    return FFTC_SUCCESS;
}

static fftc_status flatten_text(flattening *f, const char *text, const char *end)
{
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = newline != NULL ? newline : end;
        fftc_status status = flatten_line(f, text, line_end);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        text = newline != NULL ? newline + 1 : end;
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_flatten(const char *source, fftc_text *flat, fftc_error *error)
{
    flattening f = {.flat = flat, .error = error};
    fftc_status status = flatten_text(&f, source, source + strlen(source));
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (flat->failed) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader");
    }
    return fftc_succeed(error);
}
