/* SPDX-License-Identifier: MIT
 *
 * Accessors of the user's: their texts in a shader, and the extras that they read beside src and
 * dst.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/recording.h"
#include "support/error.h"

/* The compiler knows texts by numbers: 0 is fftcore's own. */
enum { LOAD_SOURCE = 1, STORE_SOURCE = 2 };

#define LOAD_NAME "accessors.load"
#define STORE_NAME "accessors.store"

/* Returns what follows a comment, if one begins at `at`; otherwise `at`. */
static const char *behind_comment(const char *at)
{
    const char *end = at;
    if (at[0] == '/' && at[1] == '/') {
        end = at + strcspn(at, "\n");
    } else if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        end = end == NULL ? at + strlen(at) : end + 2;
    }
    return end;
}

static const char *behind_blanks(const char *at)
{
    const char *end = at;
    do {
        at = end;
        end = behind_comment(at + strspn(at, " \t\r\v\f\n"));
    } while (end != at);
    return at;
}

/* The names of a text, outside of comments, one after the other. */
typedef struct names {
    const char *at; /* behind the name */
    const char *name;
    size_t length;
    unsigned line;
} names;

static names names_of(const char *text)
{
    return (names){.at = text != NULL ? text : "", .line = 1};
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool next_name(names *n)
{
    bool found = false;
    while (*n->at != '\0' && !found) {
        const char *end = behind_comment(n->at);
        if (end == n->at) {
            found = in_name(*end) && !isdigit((unsigned char)*end);
            do {
                ++end;
            } while (in_name(end[-1]) && in_name(*end));
        }
        n->name = n->at;
        n->length = (size_t)(end - n->at);
        for (; n->at < end; ++n->at) {
            n->line += *n->at == '\n';
        }
    }
    return found;
}

static bool is_name(const names *n, const char *name)
{
    return n->length == strlen(name) && strncmp(n->name, name, n->length) == 0;
}

bool fftc_pieces_name(const char *text, const char *function)
{
    names n = names_of(text);
    while (next_name(&n)) {
        if (is_name(&n, function)) {
            return true;
        }
    }
    return false;
}

/* What a text has to define, and what is none of its business. */
static fftc_status check_text(const char *text, const char *name, const char *own,
                              const char *const others[2], const char *other_name,
                              fftc_error *error)
{
    if (text != NULL && !fftc_pieces_name(text, own)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s does not define %s", name, own);
    }
    for (int i = 0; i < 2; ++i) {
        if (fftc_pieces_name(text, others[i])) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s has %s, which belongs into %s", name,
                             others[i], other_name);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_texts(const fftc_accessors *a, fftc_error *error)
{
    static const char *const of_loads[] = {"fftc_user_load", "fftc_src_get"};
    static const char *const of_stores[] = {"fftc_user_store", "fftc_dst_set"};
    fftc_status status = check_text(a->load, LOAD_NAME, of_loads[0], of_stores, STORE_NAME, error);
    if (status == FFTC_SUCCESS) {
        status = check_text(a->store, STORE_NAME, of_stores[0], of_loads, LOAD_NAME, error);
    }
    for (int i = 0; i < FFTC_EXTRAS_MAX && status == FFTC_SUCCESS; ++i) {
        if ((unsigned)a->extra[i] > FFTC_EXTRA_FLOAT_PICTURE) {
            status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "accessors.extra[%d] is %d: pass an fftc_extra_kind", i,
                               (int)a->extra[i]);
        } else if (a->extra[i] != FFTC_EXTRA_NONE && a->load == NULL && a->store == NULL) {
            status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "accessors.extra[%d] is given, but neither load nor store: pass the "
                               "text that reads it",
                               i);
        }
    }
    return status;
}

/* The number that is the first argument behind a function's name; -1 if none stands there. (Other
 * constants are not looked at.) */
static long constant_behind(const char *at)
{
    char *end;
    int open = 0;
    for (at = behind_blanks(at); *at == '('; at = behind_blanks(at + 1)) {
        ++open;
    }
    if (open == 0 || !isdigit((unsigned char)*at)) {
        return -1;
    }
    unsigned long number = strtoul(at, &end, 0);
    end += *end == 'u' || *end == 'U' ? 1 : 0;
    for (at = behind_blanks(end); *at == ')' && open > 1; at = behind_blanks(at + 1)) {
        --open;
    }
    bool whole = open == 1 && (*at == ',' || *at == ')');
    return !whole ? -1 : number < LONG_MAX ? (long)number : LONG_MAX;
}

typedef enum { OF_BUFFERS, OF_PICTURES, OF_WORDS } numbered;

static fftc_status check_number(const fftc_accessors *a, const names *n, numbered what, long number,
                                const char *name, fftc_error *error)
{
    fftc_extra_kind kind = number < FFTC_EXTRAS_MAX ? a->extra[number] : FFTC_EXTRA_NONE;
    if (what == OF_WORDS) {
        return number < FFTC_USER_WORDS_MAX
                   ? FFTC_SUCCESS
                   : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "%s, line %u: fftc_user_word of %ld: there are words 0 to %d", name,
                               n->line, number, FFTC_USER_WORDS_MAX - 1);
    }
    if (what == OF_PICTURES ? kind > FFTC_EXTRA_BUFFER : kind == FFTC_EXTRA_BUFFER) {
        return FFTC_SUCCESS;
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     "%s, line %u: %.*s of extra %ld, which accessors.extra does not say to be a "
                     "%s",
                     name, n->line, (int)n->length, n->name, number,
                     what == OF_PICTURES ? "picture" : "buffer");
}

/* Checks that extras which the text names by number exist and are of the right sort: otherwise a
 * shader would read zeros from them, and store nothing. Words are checked in the same way. */
static fftc_status check_numbers(const fftc_accessors *a, const char *text, const char *name,
                                 fftc_error *error)
{
    static const struct {
        const char *function;
        numbered what;
    } known[] = {{"fftc_extra_get", OF_BUFFERS},
                 {"fftc_extra_set", OF_BUFFERS},
                 {"fftc_picture_get", OF_PICTURES},
                 {"fftc_user_word", OF_WORDS}};
    names n = names_of(text);
    fftc_status status = FFTC_SUCCESS;
    while (status == FFTC_SUCCESS && next_name(&n)) {
        for (size_t i = 0; i < sizeof known / sizeof *known && status == FFTC_SUCCESS; ++i) {
            long number = is_name(&n, known[i].function) ? constant_behind(n.at) : -1;
            if (number >= 0) {
                status = check_number(a, &n, known[i].what, number, name, error);
            }
        }
    }
    return status;
}

/* Refuses lines of the preprocessor: a text could begin an #if, or end one that is not its own. */
static fftc_status check_lines(const char *text, const char *name, fftc_error *error)
{
    unsigned line = 1;
    bool blank = true;
    for (const char *at = text; at != NULL && *at != '\0';) {
        const char *next = behind_comment(at); /* which counts as a blank */
        if (*at == '#' && blank) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s, line %u: a preprocessor line; accessors have none", name, line);
        }
        if (next == at) {
            blank = *at == '\n' || (blank && strchr(" \t\r\v\f", *at) != NULL);
            ++next;
        }
        for (; at < next; ++at) {
            line += *at == '\n';
        }
    }
    return FFTC_SUCCESS;
}

static bool copy(const char *text, const char **to)
{
    *to = text != NULL ? strdup(text) : NULL;
    return text == NULL || *to != NULL;
}

static fftc_status check(const fftc_accessors *accessors, fftc_error *error)
{
    fftc_status status = check_texts(accessors, error);
    if (status == FFTC_SUCCESS) {
        status = check_lines(accessors->load, LOAD_NAME, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_lines(accessors->store, STORE_NAME, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_numbers(accessors, accessors->load, LOAD_NAME, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_numbers(accessors, accessors->store, STORE_NAME, error);
    }
    return status;
}

fftc_status fftc_pieces_create(const fftc_accessors *accessors, bool own, fftc_pieces *pieces,
                               fftc_error *error)
{
    fftc_status status = own ? FFTC_SUCCESS : check(accessors, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    pieces->given = *accessors;
    bool copied = copy(accessors->load, &pieces->given.load);
    copied = copy(accessors->store, &pieces->given.store) && copied;
    return copied ? FFTC_SUCCESS
                  : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the texts of accessors");
}

void fftc_pieces_destroy(fftc_pieces *pieces)
{
    free((char *)(uintptr_t)pieces->given.load);
    free((char *)(uintptr_t)pieces->given.store);
}

bool fftc_accessors_have_pictures(const fftc_accessors *accessors)
{
    bool pictures = false;
    if (accessors == NULL || (accessors->load == NULL && accessors->store == NULL)) {
        return false;
    }
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        pictures = pictures || accessors->extra[i] > FFTC_EXTRA_BUFFER;
    }
    return pictures;
}

/* ----------------------------------------------------------------------------------- the shader */

void fftc_pieces_define(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *source)
{
    static const char *const textures[] = {"", "", "utexture2D", "texture2D"};
    bool users = pass->bloom.channels == 0;
    static const char *const stored[] = {"rgba8", "rgba8", "rgba16f", "rgba32f"};
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        fftc_extra_kind kind = pieces->given.extra[i];
        if (kind == FFTC_EXTRA_BUFFER) {
            fftc_text_format(source, "#define FFTC_EXTRA_BUFFER_%d\n", i);
        } else if (fftc_extra_is_stored(kind)) {
            fftc_text_format(source, "#define FFTC_STORED_PICTURE_%d %s\n", i,
                             stored[kind - FFTC_EXTRA_STORED_UNORM]);
            if ((uint32_t)kind == FFTC_EXTRA_STORED_SRGB) {
                fftc_text_format(source, "#define FFTC_STORED_SRGB_%d\n", i);
            }
        } else if (kind != FFTC_EXTRA_NONE) {
            fftc_text_format(source, "#define FFTC_PICTURE_%d %s\n", i, textures[kind]);
        }
    }
    fftc_text_format(source, "#define FFTC_WITH_WORDS\n%s%s%s",
                     fftc_accessors_have_pictures(&pieces->given) ? "#define FFTC_PICTURES\n" : "",
                     pass->load != 0 && users ? "#define FFTC_USER_LOAD\n" : "",
                     pass->store != 0 && users ? "#define FFTC_USER_STORE\n" : "");
}

/* Appends the user's texts unchanged, after everything else: so their line numbers cannot be taken
 * for those of fftcore's own text. (Two ends of a line, of which a backslash could join one.) */
void fftc_pieces_append(const fftc_pieces *pieces, const fftc_pass_key *pass, fftc_text *glsl)
{
    if (pass->load != 0) {
        fftc_text_format(glsl, "#line 1 %d\n%s\n\n", LOAD_SOURCE, pieces->given.load);
    }
    if (pass->store != 0) {
        fftc_text_format(glsl, "#line 1 %d\n%s\n", STORE_SOURCE, pieces->given.store);
    }
}

/* "ERROR: 1:3: ..." becomes "accessors.load, line 3: ...". */
void fftc_pieces_explain(fftc_error *error)
{
    static const char *const texts[] = {LOAD_NAME, STORE_NAME};
    static const char *const functions[] = {"fftc_user_load", "fftc_user_store"};
    char text[FFTC_MESSAGE_BYTES];
    int source;
    int line;
    int used = 0;
    if (error == NULL || error->status != FFTC_COMPILE_FAILED) {
        return;
    }
    const char *at = strstr(error->message, "No function definition (body) found");
    for (int i = 0; at != NULL && i < 2; ++i) { /* the name may stand in a declaration or a call
                                                   only */
        if (strstr(at, functions[i]) != NULL) {
            fftc_fail(error, FFTC_COMPILE_FAILED, "%s does not define %s", texts[i], functions[i]);
            return;
        }
    }
    at = strstr(error->message, "ERROR: ");
    if (at != NULL && sscanf(at, "ERROR: %d:%d: %n", &source, &line, &used) == 2 && used > 0 &&
        (source == LOAD_SOURCE || source == STORE_SOURCE)) {
        const char *end = at + used + strcspn(at + used, "\n");
        snprintf(text, sizeof text, "%s, line %d: %.*s", texts[source - 1], line,
                 (int)(end - at) - used, at + used);
        fftc_fail(error, FFTC_COMPILE_FAILED, "%s", text);
    }
}

/* ------------------------------------------------------------------------------------ recording */

/* The bytes that a descriptor of a buffer has; where none are stated, those of its memory from the
 * offset on, which may be a few more than Vulkan would bind. */
static uint64_t bytes_bound(const fftc_vulkan *context, const fftc_vulkan_span *span)
{
    if (span->bytes != 0 || span->buffer == VK_NULL_HANDLE) {
        return span->bytes;
    }
    uint64_t room = fftc_span_room(context, span);
    return span->offset < room ? room - span->offset : 0;
}

static fftc_status check_extra(const fftc_vulkan_plan *plan, const fftc_vulkan_extra *extra, int i,
                               fftc_extra_kind kind, fftc_error *error)
{
    bool buffer = kind == FFTC_EXTRA_BUFFER;
    bool picture = kind > FFTC_EXTRA_BUFFER;
    if ((!fftc_span_is_none(&extra->span) && !buffer) ||
        (extra->picture != VK_NULL_HANDLE && !picture)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "extra[%d] is given a %s, but the plan's accessors have none there: leave "
                         "it zeroed, or say so in accessors.extra[%d]",
                         i, extra->picture != VK_NULL_HANDLE && !picture ? "picture" : "buffer", i);
    }
    if (picture && extra->picture == VK_NULL_HANDLE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "extra[%d] has no picture: the accessors say that it is one", i);
    }
    if (picture && (extra->layout == VK_IMAGE_LAYOUT_UNDEFINED ||
                    extra->layout == VK_IMAGE_LAYOUT_PREINITIALIZED)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "extra[%d].layout is not one in which a shader reads: pass the picture's, "
                         "such as VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL",
                         i);
    }
    uint64_t bytes = buffer && !plan->addresses ? bytes_bound(plan->context, &extra->span) : 0;
    if (bytes > plan->context->info.buffer_bytes_max) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "extra[%d].span has %llu bytes, and %s binds at most %llu: state fewer in "
                         "span.bytes, or make the plan with options.addresses",
                         i, (unsigned long long)bytes, plan->context->info.name,
                         (unsigned long long)plan->context->info.buffer_bytes_max);
    }
    char name[16];
    (void)snprintf(name, sizeof name, "extra[%d]", i);
    uint64_t unit = plan->addresses ? 4 : plan->context->offset_alignment;
    return buffer ? fftc_span_check(plan, &extra->span, name, 4, unit, error) : FFTC_SUCCESS;
}

fftc_status fftc_pieces_check(const fftc_vulkan_plan *plan, const fftc_vulkan_buffers *buffers,
                              fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < FFTC_EXTRAS_MAX && status == FFTC_SUCCESS; ++i) {
        fftc_extra_kind kind =
            plan->pieces != NULL ? plan->pieces->given.extra[i] : FFTC_EXTRA_NONE;
        status = check_extra(plan, &buffers->extra[i], i, kind, error);
    }
    return status;
}

uint32_t fftc_pieces_describe(const fftc_pieces *pieces, const fftc_vulkan_buffers *buffers,
                              fftc_extra_infos *infos, VkWriteDescriptorSet *writes)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        const fftc_vulkan_extra *extra = &buffers->extra[i];
        fftc_extra_kind kind = pieces->given.extra[i];
        bool buffer = kind == FFTC_EXTRA_BUFFER;
        if (kind == FFTC_EXTRA_NONE) {
            continue;
        }
        infos->buffer[i] =
            (VkDescriptorBufferInfo){extra->span.buffer, extra->span.offset,
                                     extra->span.bytes != 0 ? extra->span.bytes : VK_WHOLE_SIZE};
        infos->image[i] = (VkDescriptorImageInfo){VK_NULL_HANDLE, extra->picture, extra->layout};
        writes[count++] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstBinding = FFTC_KERNEL_BINDINGS + i + (buffer ? 0 : FFTC_EXTRAS_MAX),
            .descriptorCount = 1,
            .descriptorType = buffer                       ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                              : fftc_extra_is_stored(kind) ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                                                           : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
            .pBufferInfo = &infos->buffer[i],
            .pImageInfo = &infos->image[i]};
    }
    return count;
}
