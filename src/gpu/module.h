/* SPDX-License-Identifier: MIT
 *
 * A compiled shader as it is stored in files: its name, the compiler's identity, the SPIR-V, and a
 * checksum over all of that, in a byte order that does not depend on the machine.
 */
#ifndef FFTC_GPU_MODULE_H
#define FFTC_GPU_MODULE_H

#include <stdbool.h>

#include "gpu/digest.h"

typedef struct fftc_module {
    fftc_digest name;  /* of the shader, see shader.h */
    uint64_t compiler; /* see fftc_compiler_id */
    uint32_t *words;   /* malloc'ed */
    size_t word_count;
} fftc_module;

/* The first word tells what the others are: SPIR-V begins with this one, a pipeline's data (kept.h)
 * with the other one and the number of bytes. */
#define FFTC_MODULE_SPIRV 0x07230203u
#define FFTC_MODULE_PIPELINE 0x65706970u

/* The longest SPIR-V; what claims to be longer is no module. */
#define FFTC_MODULE_WORDS_MAX ((size_t)16 << 20)

size_t fftc_module_bytes(size_t word_count);
void fftc_module_write(const fftc_module *module, uint8_t *data);

/* Reads the module at the beginning of `data`, whose first word is `kind`; *used receives its
 * bytes. False, with *module zeroed, if there is no whole module (*used is 0 then), or no
 * memory. */
bool fftc_module_read(const uint8_t *data, size_t bytes, uint32_t kind, fftc_module *module,
                      size_t *used);

#endif
