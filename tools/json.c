/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the UTF-8 character at `text`; 0 if it is not one. */
static size_t utf8_bytes(const unsigned char *text)
{
    size_t bytes = text[0] < 0x80                      ? 1
                   : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                   : (text[0] & 0xf0) == 0xe0          ? 3
                   : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                       : 0;
    for (size_t i = 1; i < bytes; ++i) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return bytes;
}

/* A file name may be any bytes; JSON may not. */
void json_text(cJSON *object, const char *name, const char *text)
{
    const unsigned char *at = (const unsigned char *)(text != NULL ? text : "");
    char *clean = malloc(strlen((const char *)at) + 1);
    size_t used = 0;
    while (clean != NULL && *at != '\0') {
        size_t bytes = utf8_bytes(at);
        if (bytes == 0) {
            clean[used++] = '?';
            ++at;
        }
        for (; bytes > 0; --bytes) {
            clean[used++] = (char)*at++;
        }
    }
    if (clean != NULL) {
        clean[used] = '\0';
        (void)cJSON_AddStringToObject(object, name, clean);
    }
    free(clean);
}

void json_flag(cJSON *object, const char *name, bool flag)
{
    (void)cJSON_AddBoolToObject(object, name, flag);
}

void json_count(cJSON *object, const char *name, uint64_t count)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, count);
    (void)cJSON_AddRawToObject(object, name, digits);
}

void json_number_or_null(cJSON *object, const char *name, double number)
{
    if (isfinite(number)) {
        (void)cJSON_AddNumberToObject(object, name, number);
    } else {
        (void)cJSON_AddNullToObject(object, name);
    }
}

cJSON *json_begin(const char *command)
{
    cJSON *root = cJSON_CreateObject();
    json_text(root, "fftcore", fftc_version());
    json_text(root, "command", command);
    return root;
}

bool json_write(cJSON *root, const char *path)
{
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (text == NULL) {
        (void)tool_refuse("%s: out of memory", path);
        return false;
    }
    FILE *file = tool_file_create(path);
    bool written = file != NULL;
    if (written) {
        (void)fprintf(file, "%s\n", text);
        written = tool_file_close(file, path);
    }
    free(text);
    return written;
}
