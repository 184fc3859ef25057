/* SPDX-License-Identifier: MIT
 *
 * Where things are in memory. A place is a type and how matrices in it are laid out, which only the
 * struct around them says. std140, std430 and scalar layout need no word here: a module carries
 * every offset and stride.
 */
#ifndef FFTC_SPIRV_LAYOUT_H
#define FFTC_SPIRV_LAYOUT_H

#include "spirv/module.h"

typedef struct fftc_spirv_place {
    const fftc_spirv_type *type;
    uint32_t matrix_stride; /* 0: columns are packed */
    uint32_t vector_stride; /* from component to component of a row-major column; 0: packed */
    bool row_major;
    bool is_explicit; /* offsets are the module's; else packed */
} fftc_spirv_place;

/* The place that a pointer of this storage class points to. */
fftc_spirv_place fftc_spirv_pointee(const fftc_spirv_type *type, uint32_t storage);

/* The part of it with a given index; the bytes from its beginning to that part are
 * *offset + index * *stride. The index matters for members of structs only. */
fftc_spirv_place fftc_spirv_part(fftc_spirv *m, const fftc_spirv_place *place, uint32_t index,
                                 uint64_t *offset, uint64_t *stride);

/* The bytes from its beginning to the end of its last scalar, without a runtime array. Saturated.*/
uint64_t fftc_spirv_place_bytes(fftc_spirv *m, const fftc_spirv_place *place);

#endif
