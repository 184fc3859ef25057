/* SPDX-License-Identifier: MIT
 *
 * Puts NoContraction decorations back. SPIRV-Tools' loop unroller (2023.1) does not decorate the
 * copies that it makes: in an unrolled loop one iteration keeps the decoration, and the simplifier
 * makes fused operations of the others. Exact mode allows no contraction at all, so every operation
 * that could be contracted is decorated here.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/optimize.h"
#include "gpu/spirv.h"

static bool is_contractible(uint32_t opcode)
{
    return opcode == FFTC_SPIRV_FADD || opcode == FFTC_SPIRV_FSUB || opcode == FFTC_SPIRV_FMUL ||
           opcode == FFTC_SPIRV_FDIV || opcode == FFTC_SPIRV_FREM || opcode == FFTC_SPIRV_FMOD ||
           (opcode >= FFTC_SPIRV_VECTOR_TIMES_SCALAR && opcode <= FFTC_SPIRV_DOT);
}

/* Words of the instruction at `at`; 0 if it does not end within the module. */
static size_t length_of(const uint32_t *words, size_t count, size_t at)
{
    size_t length = words[at] >> 16;
    return length != 0 && length <= count - at ? length : 0;
}

/* Finds where the module's decorations begin, and how many more are needed; `decorated` has a byte
 * for each identifier. False if this is no module. */
static bool survey(const uint32_t *words, size_t count, unsigned char *decorated, size_t *first,
                   size_t *missing)
{
    size_t length;
    *first = 0;
    *missing = 0;
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < count; at += length) {
        uint32_t opcode = words[at] & 0xffffu;
        length = length_of(words, count, at);
        if (length == 0) {
            return false;
        }
        if (opcode == FFTC_SPIRV_DECORATE && length >= 3) {
            *first = *first == 0 ? at : *first;
            if (words[at + 2] == FFTC_SPIRV_NO_CONTRACTION && words[at + 1] < words[3]) {
                decorated[words[at + 1]] = 1;
            }
        } else if (is_contractible(opcode) && length >= 3) {
            if (words[at + 2] >= words[3]) {
                return false;
            }
            *missing += decorated[words[at + 2]] == 0;
        }
    }
    return *first != 0 || *missing == 0;
}

bool fftc_spirv_keep_roundings(uint32_t **words, size_t *word_count)
{
    const uint32_t *old = *words;
    size_t first;
    size_t missing;
    if (*word_count < FFTC_SPIRV_HEADER_WORDS) {
        return false;
    }
    unsigned char *decorated = calloc(old[3], 1);
    if (decorated == NULL || !survey(old, *word_count, decorated, &first, &missing)) {
        free(decorated);
        return false;
    }
    uint32_t *made = malloc((*word_count + 3 * missing) * sizeof *made);
    if (made == NULL) {
        free(decorated);
        return false;
    }
    uint32_t *to = made + first;
    memcpy(made, old, first * sizeof *made);
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < *word_count;
         at += length_of(old, *word_count, at)) {
        if (is_contractible(old[at] & 0xffffu) && decorated[old[at + 2]] == 0) {
            *to++ = 3u << 16 | FFTC_SPIRV_DECORATE;
            *to++ = old[at + 2];
            *to++ = FFTC_SPIRV_NO_CONTRACTION;
        }
    }
    memcpy(to, old + first, (*word_count - first) * sizeof *made);
    free(decorated);
    free(*words);
    *words = made;
    *word_count += 3 * missing;
    return true;
}
