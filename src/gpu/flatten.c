/* SPDX-License-Identifier: MIT
 *
 * Makes one text of a shader and its headers. Debian's glslang 12.0 has no include callback in its
 * C interface. And a shader that is given away should need no other file, and contain nothing that
 * it does not use. So the headers are inserted, and their #ifs evaluated on the way.
 */
#include "gpu/flatten.h"

#include <stdint.h>
#include <string.h>

#include "gpu/condition.h"
#include "gpu/embedded.h"
#include "support/error.h"

#define FILES_MAX 256
#define DEPTH_MAX 32

/* What became of an #if. */
typedef enum branch {
    BRANCH_KEPT,    /* left in the text for the compiler */
    BRANCH_TAKEN,   /* answered: this branch is in, those after it are out */
    BRANCH_PENDING, /* answered: this branch is out, none was in so far */
    BRANCH_DONE     /* answered: this branch is out, one before it was in */
} branch;

typedef struct flattening {
    fftc_text *flat;
    bool included[FILES_MAX]; /* embedded files */
    branch open[DEPTH_MAX];
    unsigned depth;
    unsigned dropped; /* how many of the open ones are out */
    unsigned kept;    /* how many are left to the compiler */
    bool blank;       /* whether the last line was blank */
    fftc_slice guard; /* the name in an #ifndef just answered: its #define goes too */
    fftc_macros macros;
    fftc_error *error;
} flattening;

static fftc_status flatten_text(flattening *f, const char *text, const char *end);

static fftc_status too_much(flattening *f, const char *what, int limit)
{
    return fftc_fail(f->error, FFTC_COMPILE_FAILED, "a shader has more than %d %s", limit, what);
}

/* The directive's name and the rest of its line, or false if the line is no directive. */
static bool directive_split(fftc_slice line, fftc_slice *name, fftc_slice *rest)
{
    const char *end = line.data + line.bytes;
    const char *at = line.data;
    while (at < end && (*at == ' ' || *at == '\t')) {
        ++at;
    }
    if (at == end || *at != '#') {
        return false;
    }
    ++at;
    *name = fftc_slice_word((fftc_slice){at, (size_t)(end - at)});
    at = name->data + name->bytes;
    while (at < end && (*at == ' ' || *at == '\t')) {
        ++at;
    }
    *rest = (fftc_slice){at, (size_t)(end - at)};
    return true;
}

static void put_line(flattening *f, fftc_slice line)
{
    bool blank = line.bytes == 0;
    if (!(blank && f->blank)) {
        fftc_text_append(f->flat, line.data, line.bytes);
        fftc_text_append(f->flat, "\n", 1);
    }
    f->blank = blank;
}

static fftc_status include(flattening *f, fftc_slice rest)
{
    const char *name = rest.data + 1;
    const char *quote = rest.bytes > 1 ? memchr(name, '"', rest.bytes - 1) : NULL;
    if (quote == NULL || rest.data[0] != '"') {
        return fftc_fail(f->error, FFTC_COMPILE_FAILED,
                         "an #include in a shader must name a file of fftcore in quotes");
    }
    fftc_slice wanted = {name, (size_t)(quote - name)};
    for (size_t i = 0; i < fftc_embedded_file_count && i < FILES_MAX; ++i) {
        const fftc_embedded_file *file = &fftc_embedded_files[i];
        if (fftc_slice_is(wanted, file->name)) {
            if (f->included[i]) {
                return FFTC_SUCCESS;
            }
            f->included[i] = true;
            return flatten_text(f, file->text, file->text + file->bytes);
        }
    }
    return fftc_fail(f->error, FFTC_COMPILE_FAILED, "#include \"%.*s\": fftcore has no such file",
                     (int)wanted.bytes, wanted.data);
}

static bool is_out(branch kind)
{
    return kind == BRANCH_PENDING || kind == BRANCH_DONE;
}

static void set_branch(flattening *f, branch kind)
{
    branch *top = &f->open[f->depth - 1];
    f->dropped += (unsigned)is_out(kind) - (unsigned)is_out(*top);
    f->kept += (unsigned)(kind == BRANCH_KEPT) - (unsigned)(*top == BRANCH_KEPT);
    *top = kind;
}

static branch branch_of(fftc_answer answer)
{
    return answer == FFTC_ANSWER_YES  ? BRANCH_TAKEN
           : answer == FFTC_ANSWER_NO ? BRANCH_PENDING
                                      : BRANCH_KEPT;
}

static fftc_status open_conditional(flattening *f, fftc_slice name, fftc_slice rest,
                                    fftc_slice line)
{
    fftc_answer answer = FFTC_ANSWER_UNKNOWN;
    if (f->depth == DEPTH_MAX) {
        return too_much(f, "#if inside each other", DEPTH_MAX);
    }
    if (f->dropped != 0) {
        answer = FFTC_ANSWER_YES; /* the branch is out, as what surrounds it */
    } else if (fftc_slice_is(name, "if")) {
        answer = fftc_condition_evaluate(&f->macros, rest);
    } else {
        answer = fftc_macros_defined(&f->macros, fftc_slice_word(rest));
        if (fftc_slice_is(name, "ifndef") && answer != FFTC_ANSWER_UNKNOWN) {
            answer = answer == FFTC_ANSWER_YES ? FFTC_ANSWER_NO : FFTC_ANSWER_YES;
            f->guard = fftc_slice_word(rest);
        }
    }
    f->open[f->depth++] = BRANCH_TAKEN; /* counts as neither */
    set_branch(f, branch_of(answer));
    if (answer == FFTC_ANSWER_UNKNOWN) {
        put_line(f, line);
    }
    return FFTC_SUCCESS;
}

/* If an #elif cannot be evaluated, but everything before it in its chain was, it becomes an #if. */
static void next_branch(flattening *f, fftc_slice name, fftc_slice rest, fftc_slice line)
{
    branch kind = f->open[f->depth - 1];
    if (kind == BRANCH_KEPT) {
        put_line(f, line);
    } else if (kind != BRANCH_PENDING) {
        set_branch(f, BRANCH_DONE);
    } else if (fftc_slice_is(name, "else")) {
        set_branch(f, BRANCH_TAKEN);
    } else {
        fftc_answer answer = fftc_condition_evaluate(&f->macros, rest);
        set_branch(f, branch_of(answer));
        if (answer == FFTC_ANSWER_UNKNOWN) {
            fftc_text_format(f->flat, "#if %.*s\n", (int)rest.bytes, rest.data);
        }
    }
}

static fftc_status go_on_or_close(flattening *f, fftc_slice name, fftc_slice rest, fftc_slice line)
{
    if (f->depth == 0) {
        return fftc_fail(f->error, FFTC_COMPILE_FAILED, "a shader has an #%.*s without an #if",
                         (int)name.bytes, name.data);
    }
    bool surrounded = f->dropped > is_out(f->open[f->depth - 1]);
    if (fftc_slice_is(name, "endif")) {
        if (f->open[f->depth - 1] == BRANCH_KEPT) {
            put_line(f, line);
        }
        set_branch(f, BRANCH_TAKEN);
        --f->depth;
    } else if (!surrounded) {
        next_branch(f, name, rest, line);
    }
    return FFTC_SUCCESS;
}

static fftc_status define(flattening *f, fftc_slice rest, fftc_slice line)
{
    fftc_slice name = fftc_slice_word(rest);
    bool guards = name.data + name.bytes == rest.data + rest.bytes &&
                  name.bytes == f->guard.bytes && name.bytes > 0 &&
                  memcmp(name.data, f->guard.data, name.bytes) == 0;
    if (!guards) {
        put_line(f, line);
    }
    return fftc_macros_define(&f->macros, rest, f->kept == 0)
               ? FFTC_SUCCESS
               : too_much(f, "macros", FFTC_MACROS_MAX);
}

static fftc_status flatten_line(flattening *f, fftc_slice line)
{
    fftc_slice name;
    fftc_slice rest;
    if (directive_split(line, &name, &rest)) {
        if (fftc_slice_is(name, "if") || fftc_slice_is(name, "ifdef") ||
            fftc_slice_is(name, "ifndef")) {
            return open_conditional(f, name, rest, line);
        }
        if (fftc_slice_is(name, "elif") || fftc_slice_is(name, "else") ||
            fftc_slice_is(name, "endif")) {
            return go_on_or_close(f, name, rest, line);
        }
        if (f->dropped == 0 && fftc_slice_is(name, "include")) {
            return include(f, rest);
        }
        if (f->dropped == 0 && fftc_slice_is(name, "define")) {
            return define(f, rest, line);
        }
    }
    if (f->dropped == 0) {
        put_line(f, line);
    }
    return FFTC_SUCCESS;
}

static fftc_status flatten_text(flattening *f, const char *text, const char *end)
{
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = newline != NULL ? newline : end;
        fftc_status status = flatten_line(f, (fftc_slice){text, (size_t)(line_end - text)});
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
