/* SPDX-License-Identifier: MIT
 *
 * Wisdom: lines of saved plans between parentheses, so that their end is found in any stream:
 *
 *     (fftcore-wisdom f64
 *     fftcore 0.1.0 avx2 f64:complex:forward:64 0a14d89e2ea23678 measured 6.8.8
 *     )
 */
#include <stdlib.h>
#include <string.h>

#include "fftw3/known.h"
#include "fftw3/planner.h"

#if FFTC_FFTW3_FLOAT
#define HEAD "(fftcore-wisdom f32\n"
#define SYSTEM_FILE "/etc/fftw/wisdomf"
#else
#define HEAD "(fftcore-wisdom f64\n"
#define SYSTEM_FILE "/etc/fftw/wisdom"
#endif
#define TAIL ")\n"
#define BYTES_MAX ((size_t)1 << 28) /* of wisdom that is read */

P_API char *X(export_wisdom_to_string)(void)
{
    char *lines = P(wisdom_text)();
    const char *known = lines == NULL ? "" : lines;
    size_t bytes = strlen(HEAD) + strlen(known) + strlen(TAIL) + 1;
    char *text = malloc(bytes);
    if (text != NULL) {
        snprintf(text, bytes, "%s%s%s", HEAD, known, TAIL);
    }
    free(lines);
    return text;
}

P_API void X(export_wisdom)(X(write_char_func) write_char, void *data)
{
    char *text = X(export_wisdom_to_string)();
    for (const char *c = text; c != NULL && *c != 0; ++c) {
        write_char(*c, data);
    }
    free(text);
}

static void write_to_file(char c, void *file)
{
    putc(c, file);
}

P_API void X(export_wisdom_to_file)(FILE *file)
{
    X(export_wisdom)(write_to_file, file);
}

P_API int X(export_wisdom_to_filename)(const char *name)
{
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        return 0;
    }
    X(export_wisdom_to_file)(file);
    bool failed = ferror(file) != 0;
    return fclose(file) == 0 && !failed;
}

/* Reads to the closing parenthesis, and no further. NULL: there is none, or no memory. */
static char *read_all(X(read_char_func) read_char, void *data)
{
    size_t capacity = 4096;
    size_t bytes = 0;
    char *text = malloc(capacity);
    for (int c = 0; text != NULL && c != ')';) {
        c = read_char(data);
        bool blank = bytes == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
        if (blank || c == '\r') {
            continue;
        }
        if (c < 0 || c == 0 || bytes >= BYTES_MAX || (bytes == 0 && c != '(')) {
            free(text);
            return NULL;
        }
        if (bytes + 1 == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (more == NULL) {
                free(text);
                return NULL;
            }
            text = more;
        }
        text[bytes++] = (char)c;
    }
    if (text != NULL) {
        text[bytes - 1] = 0;
    }
    return text;
}

P_API int X(import_wisdom)(X(read_char_func) read_char, void *data)
{
    char *text = read_all(read_char, data);
    const size_t head = strlen(HEAD);
    bool ours = text != NULL && strncmp(text, HEAD, head) == 0 && P(known_can_add)(text + head);
    if (ours && text[head] != 0) {
        P(wisdom_add)(text + head);
    }
    free(text);
    return ours;
}

static int read_from_file(void *file)
{
    return getc(file);
}

P_API int X(import_wisdom_from_file)(FILE *file)
{
    return X(import_wisdom)(read_from_file, file);
}

P_API int X(import_wisdom_from_filename)(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return 0;
    }
    int read = X(import_wisdom_from_file)(file);
    return fclose(file) == 0 && read;
}

static int read_from_string(void *data)
{
    const char **at = data;
    return **at == 0 ? EOF : (unsigned char)*(*at)++;
}

P_API int X(import_wisdom_from_string)(const char *text)
{
    return X(import_wisdom)(read_from_string, &text);
}

P_API int X(import_system_wisdom)(void)
{
    return X(import_wisdom_from_filename)(SYSTEM_FILE);
}
