/* SPDX-License-Identifier: MIT
 *
 * libsndfile plays a file that was cut off as far as it goes, passes over damaged pages of an Ogg,
 * and says nothing. So containers are walked here.
 */
#include <string.h>

#include "source_internal.h"

/* Files made of chunks, each a name, a size and so many bytes. */
typedef struct container {
    const char *magic;
    size_t magic_at; /* a second word of four letters; 0: none */
    const char *second;
    size_t begin; /* of the first chunk */
    size_t name_bytes, size_bytes;
    bool big_endian;
    bool size_is_whole; /* sizes count name and size too */
    size_t alignment;   /* where a chunk begins */
    const char *data;   /* name of the chunk with the sound */
    const char *format;
} container;

static const container containers[] = {
    {"RIFF", 8, "WAVE", 12, 4, 4, false, false, 2, "data", "WAV"},
    {"RIFX", 8, "WAVE", 12, 4, 4, true, false, 2, "data", "WAV"},
    {"RF64", 8, "WAVE", 12, 4, 4, false, false, 2, "data", "RF64"},
    {"FORM", 8, "AIFF", 12, 4, 4, true, false, 2, "SSND", "AIFF"},
    {"FORM", 8, "AIFC", 12, 4, 4, true, false, 2, "SSND", "AIFF"},
    {"FORM", 8, "8SVX", 12, 4, 4, true, false, 2, "BODY", "8SVX"},
    {"FORM", 8, "16SV", 12, 4, 4, true, false, 2, "BODY", "16SV"},
    {"riff", 24, "wave", 40, 16, 8, false, true, 8, "data", "W64"},
    {"caff", 0, NULL, 8, 4, 8, true, false, 1, "data", "CAF"},
};

/* The least of the sizes that programs write which cannot go back: SoX's of an AIFF. */
#define UNSIZED 0x7f000000u

static uint64_t number(const unsigned char *bytes, size_t count, bool big_endian)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value |= (uint64_t)bytes[i] << 8 * (big_endian ? count - 1 - i : i);
    }
    return value;
}

/* RF64's sizes of 64 bits are in a chunk of their own, which stands first. */
static uint64_t rf64_data_size(tool_bytes *bytes)
{
    unsigned char chunk[24];
    return tool_bytes_read(bytes, 12, chunk, sizeof chunk) == sizeof chunk &&
                   memcmp(chunk, "ds64", 4) == 0
               ? number(chunk + 16, 8, false)
               : UINT64_MAX;
}

static fftc_status cut_off(const container *kind, uint64_t size, uint64_t left, bool data,
                           fftc_error *error)
{
    bool unsized = data && kind->size_bytes == 4 && size >= UNSIZED;
    return tool_fail(error, FFTC_INVALID_ARGUMENT,
                     "is cut off: a chunk of %llu bytes begins where %llu are left%s",
                     (unsigned long long)size, (unsigned long long)left,
                     unsized ? " (if it was written through a pipe, read it from one: as -)" : "");
}

static fftc_status walk(tool_bytes *bytes, const container *kind, fftc_error *error)
{
    unsigned char head[24];
    size_t head_bytes = kind->name_bytes + kind->size_bytes;
    uint64_t at = kind->begin;
    while (bytes->count - at >= head_bytes &&
           tool_bytes_read(bytes, at, head, head_bytes) == head_bytes) {
        uint64_t size = number(head + kind->name_bytes, kind->size_bytes, kind->big_endian);
        uint64_t left = bytes->count - at - head_bytes;
        bool data = memcmp(head, kind->data, 4) == 0;
        if (kind->size_is_whole) {
            if (size < head_bytes) {
                break;
            }
            size -= head_bytes;
        }
        if (data && kind->magic[1] == 'F' && size == 0xffffffffu) {
            size = rf64_data_size(bytes);
        }
        if (bytes->piped && data && (size == 0 || size >= UNSIZED)) {
            return FFTC_SUCCESS; /* up to the end, as libsndfile takes it */
        }
        if (data && size == 0) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "is a %s that says it holds no sound (if it was written through a "
                             "pipe, read it from one: as -)",
                             kind->format);
        }
        if (data && kind->size_bytes == 8 && !kind->size_is_whole && size == UINT64_MAX) {
            return FFTC_SUCCESS; /* CAF: up to the end */
        }
        if (size > left) {
            return cut_off(kind, size, left, data, error);
        }
        if (data) {
            return FFTC_SUCCESS;
        }
        uint64_t padding =
            (kind->alignment - (size & (kind->alignment - 1))) & (kind->alignment - 1);
        if (padding > left - size) {
            break;
        }
        at += head_bytes + size + padding;
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged %s: no chunk with sound in it",
                     kind->format);
}

/* Sun's and NeXT's .au: where the sound begins, and how many bytes it has. */
static fftc_status check_au(tool_bytes *bytes, const unsigned char *head, fftc_error *error)
{
    bool big_endian = head[0] == '.';
    uint64_t begin = number(head + 4, 4, big_endian);
    uint64_t size = number(head + 8, 4, big_endian);
    if (size != 0xffffffffu && begin + size > bytes->count) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "is cut off: %llu bytes of sound from byte %llu on, but it has %llu bytes",
                         (unsigned long long)size, (unsigned long long)begin,
                         (unsigned long long)bytes->count);
    }
    return FFTC_SUCCESS;
}

enum { OGG_HEAD = 27, OGG_PAGE = OGG_HEAD + 255 + 255 * 255 };

/* The polynomial 0x04c11db7, from the highest bit, begun with 0 (RFC 3533). */
static uint32_t ogg_checksum(const unsigned char *bytes, size_t count)
{
    static uint32_t table[256];
    uint32_t crc = 0;
    if (table[1] == 0) {
        for (uint32_t i = 0; i < 256; ++i) {
            uint32_t word = i << 24;
            for (int bit = 0; bit < 8; ++bit) {
                word = (word & 0x80000000u) != 0 ? word << 1 ^ 0x04c11db7u : word << 1;
            }
            table[i] = word;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        crc = crc << 8 ^ table[crc >> 24 ^ bytes[i]];
    }
    return crc;
}

/* The page at `at`; 0 if none is there that is whole and has the right checksum. */
static size_t ogg_page(tool_bytes *bytes, uint64_t at, unsigned char *page)
{
    size_t got = tool_bytes_read(bytes, at, page, OGG_HEAD + 255);
    if (got < OGG_HEAD || memcmp(page, "OggS", 4) != 0 || got < OGG_HEAD + (size_t)page[26]) {
        return 0;
    }
    size_t size = OGG_HEAD + (size_t)page[26];
    for (size_t i = 0; i < page[26]; ++i) {
        size += page[OGG_HEAD + i];
    }
    if (size > got) {
        got += tool_bytes_read(bytes, at + got, page + got, size - got);
    }
    uint64_t said = number(page + 22, 4, false);
    memset(page + 22, 0, 4);
    return got >= size && ogg_checksum(page, size) == said ? size : 0;
}

static fftc_status check_ogg(tool_bytes *bytes, fftc_error *error)
{
    unsigned char page[OGG_PAGE];
    uint64_t serial = UINT64_MAX;
    uint64_t expected = 0;
    size_t size;
    bool last = false;
    for (uint64_t at = 0; at < bytes->count; at += size) {
        size = ogg_page(bytes, at, page);
        if (size == 0) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "is a damaged Ogg: the page at byte %llu is cut off, or its checksum "
                             "is wrong",
                             (unsigned long long)at);
        }
        uint64_t sequence = number(page + 18, 4, false);
        if (number(page + 14, 4, false) == serial && sequence != expected) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "is a damaged Ogg: page %llu is missing, before byte %llu",
                             (unsigned long long)expected, (unsigned long long)at);
        }
        serial = number(page + 14, 4, false);
        expected = (sequence + 1) & 0xffffffffu;
        last = (page[5] & 4) != 0;
    }
    return last ? FFTC_SUCCESS
                : tool_fail(error, FFTC_INVALID_ARGUMENT,
                            "is an Ogg that is cut off: its last page is not marked as the last");
}

fftc_status tool_sound_check(tool_bytes *bytes, fftc_error *error)
{
    unsigned char head[32];
    size_t count = tool_bytes_read(bytes, 0, head, sizeof head);
    for (size_t i = 0; i < sizeof containers / sizeof containers[0]; ++i) {
        const container *kind = &containers[i];
        if (count >= kind->magic_at + 4 && memcmp(head, kind->magic, 4) == 0 &&
            (kind->second == NULL || memcmp(head + kind->magic_at, kind->second, 4) == 0)) {
            return bytes->count >= kind->begin ? walk(bytes, kind, error)
                                               : tool_fail(error, FFTC_INVALID_ARGUMENT,
                                                           "is a %s that is cut off", kind->format);
        }
    }
    if (count >= 12 && (memcmp(head, ".snd", 4) == 0 || memcmp(head, "dns.", 4) == 0)) {
        return check_au(bytes, head, error);
    }
    if (count >= 4 && memcmp(head, "OggS", 4) == 0) {
        return check_ogg(bytes, error);
    }
    return FFTC_SUCCESS;
}
