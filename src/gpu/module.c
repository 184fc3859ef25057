/* SPDX-License-Identifier: MIT */
#include "gpu/module.h"

#include <stdlib.h>
#include <string.h>

/* magic, digest of all that follows it, name, compiler, words; all numbers low byte first. */
#define MAGIC "fftcspv1"
#define AT_DIGEST 8u
#define AT_NAME (AT_DIGEST + sizeof(fftc_digest))
#define AT_COMPILER (AT_NAME + sizeof(fftc_digest))
#define AT_COUNT (AT_COMPILER + 8u)
#define AT_WORDS (AT_COUNT + 8u)

static void put(uint8_t *data, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; ++i) {
        data[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint64_t get(const uint8_t *data, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;) {
        value = value << 8 | data[i];
    }
    return value;
}

static fftc_digest digest_of(const uint8_t *data, size_t bytes)
{
    fftc_digester d;
    fftc_digest_begin(&d);
    fftc_digest_add(&d, data + AT_NAME, bytes - AT_NAME);
    return fftc_digest_end(&d);
}

size_t fftc_module_bytes(size_t word_count)
{
    return AT_WORDS + 4 * word_count;
}

void fftc_module_write(const fftc_module *module, uint8_t *data)
{
    size_t bytes = fftc_module_bytes(module->word_count);
    memcpy(data, MAGIC, AT_DIGEST);
    memcpy(data + AT_NAME, &module->name, sizeof module->name);
    put(data + AT_COMPILER, module->compiler, 8);
    put(data + AT_COUNT, module->word_count, 8);
    for (size_t i = 0; i < module->word_count; ++i) {
        put(data + AT_WORDS + 4 * i, module->words[i], 4);
    }
    fftc_digest digest = digest_of(data, bytes);
    memcpy(data + AT_DIGEST, &digest, sizeof digest);
}

bool fftc_module_read(const uint8_t *data, size_t bytes, uint32_t kind, fftc_module *module,
                      size_t *used)
{
    *module = (fftc_module){.words = NULL};
    *used = 0;
    if (bytes < AT_WORDS || memcmp(data, MAGIC, AT_DIGEST) != 0) {
        return false;
    }
    uint64_t count = get(data + AT_COUNT, 8);
    if (count == 0 || count > FFTC_MODULE_WORDS_MAX || count > (bytes - AT_WORDS) / 4) {
        return false;
    }
    size_t whole = fftc_module_bytes((size_t)count);
    fftc_digest digest = digest_of(data, whole);
    if (memcmp(&digest, data + AT_DIGEST, sizeof digest) != 0 || get(data + AT_WORDS, 4) != kind) {
        return false;
    }
    *used = whole;
    module->words = malloc((size_t)count * sizeof *module->words);
    if (module->words == NULL) {
        return false;
    }
    memcpy(&module->name, data + AT_NAME, sizeof module->name);
    module->compiler = get(data + AT_COMPILER, 8);
    module->word_count = (size_t)count;
    for (size_t i = 0; i < module->word_count; ++i) {
        module->words[i] = (uint32_t)get(data + AT_WORDS + 4 * i, 4);
    }
    return true;
}
