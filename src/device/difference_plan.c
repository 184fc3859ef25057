/* SPDX-License-Identifier: MIT
 *
 * Which blocks a device goes through an array in. An estimate compares what an invocation does for
 * each point of the array: loads, shuffles, sums and how many registers it holds. What these weigh
 * was chosen by times of an H200 (bench/difference_device, orders 2 and 8 in 512^3 points).
 */
#include "device/difference_plan.h"

#include "support/error.h"

#define COLUMNS_MAX 4u
#define ROWS_MAX 8u

/* By default. A workgroup has a few subgroups, which have nothing to do with each other, since
 * devices limit how many workgroups are resident. */
#define INVOCATIONS 256u
/* Without shuffles; loads of so many invocations are neighbours in memory. */
#define LANES_MAX 32u
/* So many invocations keep a large device busy. */
#define BUSY 4194304.0
/* Beyond so many registers of 32 bits fewer subgroups are resident, and loads are waited for. */
#define REGISTERS 96.0
/* What loads from a cache and shuffles take beside an addition. */
#define LOAD 8.0
#define SHUFFLE 2.0

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

/* Of all invocations of a step. */
static double cost_of(const fftc_difference_scheme *s, const fftc_difference_key *key, size_t bytes)
{
    const double points = (double)key->columns * key->rows; /* of a plane */
    const double reach = key->reach;
    const double planes = key->axes == 1 ? 1 : key->planes + 2 * reach;
    const double sides = key->axes == 3 ? 2 * reach : 0;
    const double across = 2 * reach * key->rows; /* neighbours along x, point by point */
    const double edges = key->columns >= key->reach ? 2.0 * key->rows : across;
    const double words = bytes / 4.0;
    const double loads = planes * key->rows + key->planes * (sides + edges);
    const double shuffles = key->subgroup_log2 == 0 ? 0 : key->planes * across * words;
    const double sums = key->planes * points * key->axes * reach * 3;
    const double held = words * (points * (FFTC_DIFFERENCE_DEEP + 1) + sides * key->columns +
                                 key->columns + 2 * reach);
    const double all = (double)blocks_of(s, key) * (double)(1u << key->lanes_log2);
    const double slow = held > REGISTERS ? held / REGISTERS : 1;
    const double idle = all < BUSY ? BUSY / all : 1;
    return (loads * LOAD * words * key->columns + shuffles * SHUFFLE + sums) * all * slow * idle;
}

/* A number that is not given is tried from 1 on. */
static uint32_t least(uint32_t given)
{
    return given != 0 ? given : 1;
}

static uint32_t most(uint32_t given, uint32_t to_try)
{
    return given != 0 ? given : to_try;
}

static bool fit(const fftc_difference_scheme *s, uint32_t columns)
{
    return (columns & (columns - 1)) == 0 && s->length[0] % columns == 0 &&
           (columns == 1 || columns >= (uint32_t)s->reach);
}

/* Fewer lanes than there may be, where rows are shorter. */
static void set_lanes(const fftc_difference_scheme *s, uint32_t most_log2, bool shuffle,
                      fftc_difference_key *key)
{
    key->lanes_log2 = 0;
    while (key->lanes_log2 < most_log2 && key->columns << key->lanes_log2 < s->length[0]) {
        ++key->lanes_log2;
    }
    key->subgroup_log2 = shuffle ? key->lanes_log2 : 0;
}

/* Of blocks with up to 2^lanes_log2 invocations, which do or do not shuffle. */
static bool choose_block(const fftc_difference_scheme *s, const fftc_difference_blocks *b,
                         size_t bytes, uint32_t lanes_log2, bool shuffle, fftc_difference_key *key)
{
    const uint32_t columns = most(b->columns, COLUMNS_MAX);
    const uint32_t rows = most(b->rows, key->axes == 3 ? ROWS_MAX : 1);
    const uint32_t planes = most(b->planes, 2 * s->length[2] - 1); /* up to one block of all */
    double best = 0;
    bool found = false;
    fftc_difference_key k = *key;
    for (k.columns = least(b->columns); k.columns <= columns; k.columns *= 2) {
        if (!fit(s, k.columns) || (shuffle && k.columns < k.reach)) {
            continue;
        }
        set_lanes(s, lanes_log2, shuffle, &k);
        for (k.rows = least(b->rows); k.rows <= rows; ++k.rows) {
            for (k.planes = least(b->planes); k.planes <= planes; k.planes *= 2) {
                const double cost = cost_of(s, &k, bytes);
                if (!found || cost < best) {
                    *key = k;
                    best = cost;
                    found = true;
                }
            }
        }
    }
    return found;
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
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
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

static uint32_t log2_of(uint32_t n)
{
    uint32_t log2 = 0;
    while (n >> log2 > 1) {
        ++log2;
    }
    return log2;
}

static void choose_key(const fftc_difference_pass *pass, const fftc_difference_blocks *b,
                       const fftc_difference_limits *limits, fftc_difference_key *key)
{
    const fftc_difference_scheme *s = &pass->scheme;
    const size_t bytes = fftc_precision_bytes(pass->precision);
    key->invocations = b->invocations != 0 ? b->invocations : INVOCATIONS;
    while (key->invocations > limits->invocations_max) {
        key->invocations /= 2;
    }
    const uint32_t most = key->invocations < LANES_MAX ? key->invocations : LANES_MAX;
    const bool shuffle = !b->no_subgroups && limits->subgroup_size > 1 &&
                         limits->subgroup_size <= key->invocations;
    if (!shuffle || !choose_block(s, b, bytes, log2_of(limits->subgroup_size), true, key)) {
        (void)choose_block(s, b, bytes, log2_of(most), false, key);
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
