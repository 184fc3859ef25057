/* SPDX-License-Identifier: MIT
 *
 * kernel/scan_array.h on storage buffers: a complete compute shader but for that header's
 * parameters, those of workgroup.glsl, and
 *
 *   FFTC_PRECISION            64 for doubles, otherwise 32
 *   FFTC_SCAN_IDENTITY(w)     word w of the identity, as an expression
 *   FFTC_SCAN_SHOWN_WORD(w)   word w of what an exclusive scan begins with
 *   FFTC_SCAN_OWN_OPERATION   defined if fftc_scan_combine follows; otherwise FFTC_SCAN_TYPE and
 *                             FFTC_SCAN_OPERATION choose one of kernel/scan_operations.h
 *
 * Bindings 0 to 3 are source, destination, scratch and heads.
 */
#define FFTC_SHARED_ATOMICS
#include "common/workgroup.glsl"
#include "fftcore/kernel/scan_array.h"

layout(push_constant) uniform Numbers
{
    uint numbers[7];
};

/* Items that are loaded and stored at once are vectors as wide as they allow. */
#define FFTC_SCAN_LOADED_WORDS (FFTC_SCAN_ITEM_WORDS << FFTC_SCAN_ITEMS_LOG2)
#if FFTC_SCAN_LOADED_WORDS % 4 == 0
#define FFTC_SCAN_VECTOR uvec4
#define FFTC_SCAN_VECTOR_WORDS 4
#elif FFTC_SCAN_LOADED_WORDS % 2 == 0
#define FFTC_SCAN_VECTOR uvec2
#define FFTC_SCAN_VECTOR_WORDS 2
#else
#define FFTC_SCAN_VECTOR uint
#define FFTC_SCAN_VECTOR_WORDS 1
#endif
#define FFTC_SCAN_VECTORS (FFTC_SCAN_LOADED_WORDS / FFTC_SCAN_VECTOR_WORDS)

layout(std430, binding = 0) readonly buffer Source
{
    uint src_word[];
};
layout(std430, binding = 0) readonly buffer SourceVectors
{
    FFTC_SCAN_VECTOR src_vector[];
};
layout(std430, binding = 1) writeonly buffer Destination
{
    uint dst_word[];
};
layout(std430, binding = 1) writeonly buffer DestinationVectors
{
    FFTC_SCAN_VECTOR dst_vector[];
};
#if FFTC_SCAN_ROLE == 1
layout(std430, binding = 2) coherent buffer Scratch
#else
layout(std430, binding = 2) buffer Scratch
#endif
{
    uint scratch[];
};
#if FFTC_SCAN_SEGMENTED
layout(std430, binding = 3) readonly buffer Heads
{
    uint heads[];
};
#endif

uint fftc_scan_number(uint which)
{
    return numbers[which];
}

fftc_scan_value fftc_scan_identity(void)
{
    fftc_scan_value value;
    [[unroll]] for (uint w = 0; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = FFTC_SCAN_IDENTITY(w);
    }
    return value;
}

fftc_scan_value fftc_scan_shown(void)
{
    fftc_scan_value value;
    [[unroll]] for (uint w = 0; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = FFTC_SCAN_SHOWN_WORD(w);
    }
    return value;
}

fftc_scan_value fftc_scan_src_item(uint index)
{
    fftc_scan_value value;
    value.word[FFTC_SCAN_WORDS - 1u] = 0u;
    [[unroll]] for (uint w = 0; w < FFTC_SCAN_ITEM_WORDS; ++w) {
        value.word[w] = src_word[index * FFTC_SCAN_ITEM_WORDS + w];
    }
    return value;
}

void fftc_scan_dst_item(uint index, fftc_scan_value item)
{
    [[unroll]] for (uint w = 0; w < FFTC_SCAN_ITEM_WORDS; ++w) {
        dst_word[index * FFTC_SCAN_ITEM_WORDS + w] = item.word[w];
    }
}

#if FFTC_SCAN_VECTOR_WORDS == 1
#define FFTC_SCAN_COMPONENT(vector, i) vector
#else
#define FFTC_SCAN_COMPONENT(vector, i) vector[i]
#endif

fftc_scan_items fftc_scan_src_items(uint index)
{
    fftc_scan_items items;
    uint first = (index >> FFTC_SCAN_ITEMS_LOG2) * FFTC_SCAN_VECTORS;
    [[unroll]] for (uint v = 0; v < FFTC_SCAN_VECTORS; ++v) {
        FFTC_SCAN_VECTOR words = src_vector[first + v];
        [[unroll]] for (uint i = 0; i < FFTC_SCAN_VECTOR_WORDS; ++i) {
            uint word = v * FFTC_SCAN_VECTOR_WORDS + i;
            items.item[word / FFTC_SCAN_ITEM_WORDS].word[word % FFTC_SCAN_ITEM_WORDS] =
                FFTC_SCAN_COMPONENT(words, i);
        }
    }
    return items;
}

void fftc_scan_dst_items(uint index, fftc_scan_items items)
{
    uint first = (index >> FFTC_SCAN_ITEMS_LOG2) * FFTC_SCAN_VECTORS;
    [[unroll]] for (uint v = 0; v < FFTC_SCAN_VECTORS; ++v) {
        FFTC_SCAN_VECTOR words;
        [[unroll]] for (uint i = 0; i < FFTC_SCAN_VECTOR_WORDS; ++i) {
            uint word = v * FFTC_SCAN_VECTOR_WORDS + i;
            FFTC_SCAN_COMPONENT(words, i) =
                items.item[word / FFTC_SCAN_ITEM_WORDS].word[word % FFTC_SCAN_ITEM_WORDS];
        }
        dst_vector[first + v] = words;
    }
}

uint fftc_scan_heads_get(uint word)
{
#if FFTC_SCAN_SEGMENTED
    return heads[word];
#else
    return 0u;
#endif
}

uint fftc_scan_scratch_get(uint index)
{
    return scratch[index];
}

void fftc_scan_scratch_set(uint index, uint word)
{
    scratch[index] = word;
}

/* Relaxed, in the scope of the device. */
uint fftc_scan_scratch_atomic_get(uint index)
{
    return atomicLoad(scratch[index], gl_ScopeDevice, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
}

void fftc_scan_scratch_atomic_set(uint index, uint word)
{
    atomicStore(scratch[index], word, gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
}

uint fftc_scan_scratch_atomic_add(uint index, uint word)
{
    return atomicAdd(scratch[index], word);
}

#ifndef FFTC_SCAN_OWN_OPERATION
#include "fftcore/kernel/scan_operations.h"

fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    return fftc_scan_usual(earlier, later);
}
#endif

void main()
{
    fftc_scan_array();
}
