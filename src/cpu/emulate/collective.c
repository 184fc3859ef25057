/* SPDX-License-Identifier: MIT
 *
 * What the lanes of a tangle get from an operation of their subgroup.
 */
#include <string.h>

#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

/* --- one number */

static uint64_t mask_of(uint32_t bits)
{
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

static int64_t as_signed(uint64_t x, uint32_t bits)
{
    uint32_t shift = 64 - bits;
    return (int64_t)(x << shift) >> shift;
}

static double as_double(uint64_t x, uint32_t bits)
{
    if (bits == 64) {
        double y;
        memcpy(&y, &x, sizeof y);
        return y;
    }
#ifdef __FLT16_MAX__
    if (bits == 16) {
        uint16_t half = (uint16_t)x;
        __extension__ _Float16 y;
        memcpy(&y, &half, sizeof y);
        return (double)y;
    }
#endif
    uint32_t word = (uint32_t)x;
    float y;
    memcpy(&y, &word, sizeof y);
    return (double)y;
}

/* Of two floats or halves, sums and products in double, rounded again, are the correctly rounded
 * ones: double has more than twice their bits, and two more. */
static uint64_t from_double(double x, uint32_t bits)
{
    if (bits == 64) {
        uint64_t word;
        memcpy(&word, &x, sizeof word);
        return word;
    }
#ifdef __FLT16_MAX__
    if (bits == 16) {
        __extension__ _Float16 y = (_Float16)x;
        uint16_t half;
        memcpy(&half, &y, sizeof half);
        return half;
    }
#endif
    float y = (float)x;
    uint32_t word;
    memcpy(&word, &y, sizeof word);
    return word;
}

static uint64_t combine_floats(const fftc_collective *c, uint64_t x, uint64_t y)
{
    double a = as_double(x, c->bits);
    double b = as_double(y, c->bits);
    switch (c->arithmetic) {
    case FFTC_ARITHMETIC_ADD: return from_double(a + b, c->bits);
    case FFTC_ARITHMETIC_MUL: return from_double(a * b, c->bits);
    case FFTC_ARITHMETIC_MIN: return b < a || a != a ? y : x;
    case FFTC_ARITHMETIC_MAX: return b > a || a != a ? y : x;
    default: return 0;
    }
}

static uint64_t combine(const fftc_collective *c, uint64_t x, uint64_t y)
{
    bool is_signed = c->type == FFTC_TYPE_INT;
    bool less = is_signed ? as_signed(y, c->bits) < as_signed(x, c->bits)
                          : (y & mask_of(c->bits)) < (x & mask_of(c->bits));
    if (c->type == FFTC_TYPE_FLOAT) {
        return combine_floats(c, x, y);
    }
    switch (c->arithmetic) {
    case FFTC_ARITHMETIC_ADD: return (x + y) & mask_of(c->bits);
    case FFTC_ARITHMETIC_MUL: return (x * y) & mask_of(c->bits);
    case FFTC_ARITHMETIC_MIN: return less ? y : x;
    case FFTC_ARITHMETIC_MAX: return less ? x : y;
    case FFTC_ARITHMETIC_AND: return x & y;
    case FFTC_ARITHMETIC_OR: return x | y;
    case FFTC_ARITHMETIC_XOR: return x ^ y;
    }
    return 0;
}

/* What changes nothing; of the least and the greatest float, infinities. */
static uint64_t identity(const fftc_collective *c)
{
    uint64_t mask = mask_of(c->bits);
    uint64_t sign = (uint64_t)1 << (c->bits - 1);
    bool is_float = c->type == FFTC_TYPE_FLOAT;
    switch (c->arithmetic) {
    case FFTC_ARITHMETIC_MUL: return is_float ? from_double(1.0, c->bits) : 1;
    case FFTC_ARITHMETIC_MIN:
        return is_float                   ? from_double(__builtin_inf(), c->bits)
               : c->type == FFTC_TYPE_INT ? mask ^ sign
                                          : mask;
    case FFTC_ARITHMETIC_MAX:
        return is_float                   ? from_double(-__builtin_inf(), c->bits)
               : c->type == FFTC_TYPE_INT ? sign
                                          : 0;
    case FFTC_ARITHMETIC_AND: return mask;
    case FFTC_ARITHMETIC_ADD:
    case FFTC_ARITHMETIC_OR:
    case FFTC_ARITHMETIC_XOR: break;
    }
    return 0;
}

static bool equal(const fftc_collective *c, uint64_t x, uint64_t y)
{
    return c->type == FFTC_TYPE_FLOAT ? as_double(x, c->bits) == as_double(y, c->bits)
                                      : ((x ^ y) & mask_of(c->bits)) == 0;
}

/* --- reading another lane */

bool fftc_is_shuffle(const fftc_collective *c)
{
    return c->operation >= FFTC_COLLECTIVE_SHUFFLE && c->operation <= FFTC_COLLECTIVE_SHUFFLE_DOWN;
}

uint32_t fftc_collective_read(const fftc_collective *c, uint32_t lane)
{
    switch (c->operation) {
    case FFTC_COLLECTIVE_SHUFFLE_XOR: return lane ^ c->lane;
    case FFTC_COLLECTIVE_SHUFFLE_UP: return lane - c->lane;
    case FFTC_COLLECTIVE_SHUFFLE_DOWN: return lane + c->lane;
    case FFTC_COLLECTIVE_QUAD_BROADCAST: return (lane & ~3u) | (c->lane & 3u);
    case FFTC_COLLECTIVE_QUAD_SWAP: return lane ^ (c->lane & 3u);
    default: return c->lane;
    }
}

bool fftc_collective_outside(const fftc_collective *c, uint32_t lane, uint32_t size)
{
    return (c->operation == FFTC_COLLECTIVE_SHUFFLE_UP && c->lane > lane) ||
           (c->operation == FFTC_COLLECTIVE_SHUFFLE_DOWN && c->lane >= size - lane);
}

void fftc_find_inactive(fftc_emulator *emulator, const fftc_invocation *reader,
                        const fftc_invocation *source, const fftc_collective *c)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(reader),
                                      fftc_finding_side_of(source != NULL ? source : reader)};
        fftc_find(emulator, FFTC_FINDING_SHUFFLE_INACTIVE, NULL,
                  fftc_collective_read(c, reader->lane), &sides[0],
                  source != NULL ? &sides[1] : NULL);
    }
}

/* The lane of the tangle that `reader` reads; NULL if there is none: that is a finding, unless the
 * operation allows it. */
static const fftc_invocation *source_of(fftc_emulator *emulator, const fftc_tangle *tangle,
                                        const fftc_invocation *reader)
{
    const fftc_collective *c = reader->collective;
    uint32_t number = fftc_collective_read(c, reader->lane);
    if (fftc_collective_outside(c, reader->lane, emulator->config.subgroup_size)) {
        return NULL;
    }
    if (number >= tangle->subgroup->size) {
        fftc_find_inactive(emulator, reader, NULL, c);
        return NULL;
    }
    if (tangle->by_number[number] == NULL) {
        fftc_find_inactive(emulator, reader, &tangle->subgroup->lanes[number], c);
    }
    return tangle->by_number[number];
}

/* --- all lanes; results of one component, by their number in the tangle */

static void read_others(fftc_emulator *emulator, const fftc_tangle *tangle, uint32_t component,
                        uint64_t *results)
{
    for (uint32_t i = 0; i < tangle->count; ++i) {
        const fftc_invocation *reader = tangle->lane[i];
        const fftc_invocation *source =
            reader->collective->operation == FFTC_COLLECTIVE_BROADCAST_FIRST
                ? tangle->lane[0]
                : source_of(emulator, tangle, reader);
        uint64_t poison = (uint64_t)FFTC_EMULATE_POISON << 32 | FFTC_EMULATE_POISON;
        results[i] =
            source != NULL ? source->value[component] : poison & mask_of(reader->collective->bits);
    }
}

static void vote(const fftc_tangle *tangle, uint32_t component, uint64_t *results)
{
    const fftc_collective *c = tangle->lane[0]->collective;
    uint64_t first = tangle->lane[0]->value != NULL ? tangle->lane[0]->value[component] : 0;
    bool all = true;
    bool any = false;
    bool same = true;
    for (uint32_t i = 0; i < tangle->count; ++i) {
        uint64_t value = tangle->lane[i]->value != NULL ? tangle->lane[i]->value[component] : 0;
        all = all && value != 0;
        any = any || value != 0;
        same = same && equal(c, first, value);
    }
    for (uint32_t i = 0; i < tangle->count; ++i) {
        results[i] = c->operation == FFTC_COLLECTIVE_ALL     ? all
                     : c->operation == FFTC_COLLECTIVE_ANY   ? any
                     : c->operation == FFTC_COLLECTIVE_ELECT ? i == 0
                                                             : same;
    }
}

static void scan(const fftc_tangle *tangle, uint32_t component, uint64_t *results)
{
    const fftc_collective *c = tangle->lane[0]->collective;
    uint32_t cluster =
        c->operation == FFTC_COLLECTIVE_REDUCE && c->cluster != 0 ? c->cluster : FFTC_MAX_LANES;
    uint32_t begin = 0; /* of the cluster */
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tangle->count; ++i) {
        bool first =
            i == 0 || tangle->lane[i]->lane / cluster != tangle->lane[i - 1]->lane / cluster;
        uint64_t value = tangle->lane[i]->value[component];
        begin = first ? i : begin;
        if (c->operation == FFTC_COLLECTIVE_EXCLUSIVE) {
            results[i] = first ? identity(c) : sum;
        }
        sum = first ? value & mask_of(c->bits) : combine(c, sum, value);
        if (c->operation == FFTC_COLLECTIVE_INCLUSIVE) {
            results[i] = sum;
        }
        bool last = i + 1 == tangle->count ||
                    tangle->lane[i]->lane / cluster != tangle->lane[i + 1]->lane / cluster;
        for (uint32_t j = begin; c->operation == FFTC_COLLECTIVE_REDUCE && last && j <= i; ++j) {
            results[j] = sum;
        }
    }
}

static void ballot(const fftc_tangle *tangle)
{
    uint64_t bits[2] = {0, 0};
    for (uint32_t i = 0; i < tangle->count; ++i) {
        uint32_t lane = tangle->lane[i]->lane;
        bits[lane / 64] |= (uint64_t)(tangle->lane[i]->value[0] != 0) << lane % 64;
    }
    for (uint32_t i = 0; i < tangle->count; ++i) {
        memcpy(tangle->lane[i]->result, bits, sizeof bits);
    }
}

static void collect_component(fftc_emulator *emulator, const fftc_tangle *tangle,
                              uint32_t component, uint64_t *results)
{
    switch (tangle->lane[0]->collective->operation) {
    case FFTC_COLLECTIVE_ELECT:
    case FFTC_COLLECTIVE_ALL:
    case FFTC_COLLECTIVE_ANY:
    case FFTC_COLLECTIVE_ALL_EQUAL: vote(tangle, component, results); break;
    case FFTC_COLLECTIVE_REDUCE:
    case FFTC_COLLECTIVE_INCLUSIVE:
    case FFTC_COLLECTIVE_EXCLUSIVE: scan(tangle, component, results); break;
    default: read_others(emulator, tangle, component, results);
    }
}

void fftc_collect(fftc_emulator *emulator, const fftc_tangle *tangle)
{
    const fftc_collective *c = tangle->lane[0]->collective;
    uint64_t results[FFTC_MAX_LANES];
    if (fftc_is_shuffle(c)) {
        fftc_observe_shuffle(emulator, tangle->lane[0]->stage);
    } else {
        fftc_observe_collective(emulator, tangle->lane[0]->stage);
    }
    if (c->operation == FFTC_COLLECTIVE_BALLOT) {
        ballot(tangle);
        return;
    }
    /* Operands and results may be one array, so all of a component are read before any is
     * written. */
    for (uint32_t component = 0; component < c->components; ++component) {
        collect_component(emulator, tangle, component, results);
        for (uint32_t i = 0; i < tangle->count; ++i) {
            tangle->lane[i]->result[component] = results[i];
        }
    }
}
