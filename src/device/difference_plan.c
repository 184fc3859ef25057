/* SPDX-License-Identifier: MIT
 *
 * Which blocks a device goes through an array in. The rules are those that were fastest on an H200
 * in 512^3 floats (bench/difference_device; docs/log/2026-11-28-device-arrays.md): wide vectors,
 * one row, and planes as long as there is work for the whole device.
 */
#include "device/difference_plan.h"

#include "support/error.h"

#define COLUMNS_MAX 4u
#define ROWS_MAX 8u
/* By default. More planes save little, since the first ones of a block are loaded twice. */
#define PLANES_MOST 32u
/* So many invocations keep a large device busy. */
#define BUSY (1u << 20)
/* Without shuffles; loads of so many invocations are neighbours in memory. */
#define LANES_MAX 32u

/* Of a workgroup by default, by half of the order: compilers choose other numbers of registers for
 * other sizes, and some are up to a quarter slower. */
static const uint32_t invocations_of[1 + FFTC_DIFFERENCE_MOST_REACH] = {0, 512, 256, 256, 512};

/* Doubles take twice as many registers. */
#define INVOCATIONS_WIDE 128u

static uint64_t along(uint64_t length, uint64_t size)
{
    return (length + size - 1) / size;
}

/* The kernel's own formulas, of these values. */
#define FFTC_DIFFERENCE_AXES (key->axes)
#define FFTC_DIFFERENCE_REACH (key->reach)
#define FFTC_DIFFERENCE_COLUMNS (key->columns)
#define FFTC_DIFFERENCE_ROWS (key->rows)
#define FFTC_DIFFERENCE_PLANES (key->planes)
#define FFTC_DIFFERENCE_LANES_LOG2 (key->lanes_log2)
#include "fftcore/kernel/difference_size.h"

static uint64_t blocks_of(const fftc_difference_scheme *s, const fftc_difference_key *key)
{
    return along(s->length[0], FFTC_DIFFERENCE_WIDTH) * along(s->length[1], key->rows) *
           along(s->length[2], key->planes);
}

/* Vectors fill rows, and a lane has all that the lane beside it needs, or a single point. */
static bool fit(const fftc_difference_scheme *s, uint32_t columns)
{
    return (columns & (columns - 1)) == 0 && s->length[0] % columns == 0 &&
           (columns == 1 || columns >= (uint32_t)s->reach);
}

static fftc_status check_blocks(const fftc_difference_scheme *s, const fftc_difference_blocks *b,
                                const fftc_difference_limits *limits, fftc_error *error)
{
    const uint32_t rows = s->axes == 3 ? ROWS_MAX : 1;
    const uint32_t planes = s->axes == 1 ? 1 : 1u << 28;
    if (b->columns > COLUMNS_MAX || b->rows > rows || b->planes > planes) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "blocks of %u columns, %u rows and %u planes: pass at most %u columns, %u "
                         "rows and %u planes for %d axes, or 0",
                         (unsigned)b->columns, (unsigned)b->rows, (unsigned)b->planes, COLUMNS_MAX,
                         (unsigned)rows, (unsigned)planes, s->axes);
    }
    if (b->columns != 0 && !fit(s, b->columns)) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "blocks of %u columns, rows of %u points, order %d: pass 1 or 0, or 2 or 4 "
            "if it divides the row and is at least half of the order",
            (unsigned)b->columns, (unsigned)s->length[0], 2 * s->reach);
    }
    if (b->invocations > 1024 || (b->invocations & (b->invocations - 1)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "invocations is %u: pass a power of two up to 1024, or 0",
                         (unsigned)b->invocations);
    }
    if (b->invocations > limits->invocations_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "invocations is %u: this device has at most %u in a workgroup",
                         (unsigned)b->invocations, (unsigned)limits->invocations_max);
    }
    return FFTC_SUCCESS;
}

/* At most `most`, and fewer where rows are shorter. */
static void set_lanes(const fftc_difference_scheme *s, uint32_t most, fftc_difference_key *key)
{
    key->lanes_log2 = 0;
    while (2u << key->lanes_log2 <= most && key->columns << key->lanes_log2 < s->length[0]) {
        ++key->lanes_log2;
    }
}

static void choose_key(const fftc_difference_pass *pass, const fftc_difference_blocks *b,
                       const fftc_difference_limits *limits, fftc_difference_key *key)
{
    const fftc_difference_scheme *s = &pass->scheme;
    const bool wide = pass->precision == FFTC_FLOAT64;
    const uint32_t usual = wide ? INVOCATIONS_WIDE : invocations_of[key->reach];
    const uint64_t shuffling = limits->subgroups_max == 0
                                   ? limits->invocations_max
                                   : (uint64_t)limits->subgroup_size * limits->subgroups_max;
    const bool may_shuffle = !b->no_subgroups && limits->subgroup_size != 0;
    key->invocations = b->invocations != 0 ? b->invocations : usual;
    while (key->invocations > limits->invocations_max ||
           (b->invocations == 0 && may_shuffle && key->invocations > shuffling)) {
        key->invocations /= 2;
    }
    key->columns = b->columns != 0 ? b->columns : wide && key->reach <= 2 ? 2 : COLUMNS_MAX;
    while (!fit(s, key->columns)) {
        key->columns /= 2;
    }
    key->rows = b->rows != 0 ? b->rows : key->axes == 3 && key->columns == 1 ? 2 : 1;
    const bool shuffle = may_shuffle && key->columns >= key->reach &&
                         limits->subgroup_size <= key->invocations && key->invocations <= shuffling;
    const uint32_t lanes = shuffle ? limits->subgroup_size : LANES_MAX;
    set_lanes(s, lanes < key->invocations ? lanes : key->invocations, key);
    key->subgroup_log2 = shuffle ? key->lanes_log2 : 0;
    key->planes = b->planes == 0 ? 1 : b->planes < s->length[2] ? b->planes : s->length[2];
    while (b->planes == 0 && 2 * key->planes <= PLANES_MOST && key->planes < s->length[2] &&
           blocks_of(s, key) << key->lanes_log2 >= 2 * BUSY) {
        key->planes *= 2;
    }
}

fftc_status fftc_difference_pass_make(const fftc_difference *difference, bool medium,
                                      const fftc_difference_blocks *blocks,
                                      const fftc_difference_limits *limits,
                                      fftc_difference_pass *pass, fftc_error *error)
{
    static const fftc_difference_blocks none;
    *pass = (fftc_difference_pass){.workgroups = 0};
    fftc_status status = fftc_difference_read(difference, &pass->scheme, NULL, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_difference_scheme *s = &pass->scheme;
    pass->precision = difference->precision;
    pass->key = (fftc_difference_key){.axes = (uint32_t)s->axes,
                                      .reach = (uint32_t)s->reach,
                                      .wave = difference->equation == FFTC_WAVE,
                                      .medium = medium};
    if (s->points > (uint64_t)1 << 31) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "an array has %llu points: a device takes at most 2^31",
                         (unsigned long long)s->points);
    }
    blocks = blocks != NULL ? blocks : &none;
    status = check_blocks(s, blocks, limits, error);
    if (status == FFTC_SUCCESS) {
        choose_key(pass, blocks, limits, &pass->key);
        /* Fewer than 2^32 even with one point each, since rows are rounded up to less than twice
         * as many; the kernel numbers them in 32 bits. */
        const uint64_t all = blocks_of(s, &pass->key) << pass->key.lanes_log2;
        pass->workgroups = (uint32_t)along(all, pass->key.invocations);
        status = fftc_difference_parameters(difference, pass->parameters, error);
    }
    return status;
}
