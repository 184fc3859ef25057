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
#define INVOCATIONS 128u
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
#define FFTC_SUBGROUP_LOG2 (key->subgroup_log2)
#include "fftcore/kernel/difference_size.h"

static bool possible(const fftc_difference_scheme *s, const fftc_difference_key *key)
{
    return FFTC_DIFFERENCE_FITS_LANES && s->length[0] % key->columns == 0;
}

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
    const double sides = key->axes == 3 ? 2 * reach * key->columns : 0;
    const double across = 2 * reach * key->rows;
    const double words = bytes / 4.0;
    const double loads =
        planes * points + key->planes * (sides + (key->subgroup_log2 == 0 ? across : 0));
    const double shuffles = key->subgroup_log2 == 0 ? 0 : key->planes * across * words;
    const double sums = key->planes * points * key->axes * reach * 3;
    const double held =
        words * (points * FFTC_DIFFERENCE_DEEP + points + sides + key->columns + 2 * reach);
    const double all = (double)blocks_of(s, key) * (double)(1u << key->subgroup_log2);
    const double slow = held > REGISTERS ? held / REGISTERS : 1;
    const double idle = all < BUSY ? BUSY / all : 1;
    return (loads * LOAD + shuffles * SHUFFLE + sums) * all * slow * idle;
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

static bool choose_block(const fftc_difference_scheme *s, const fftc_difference_blocks *b,
                         size_t bytes, fftc_difference_key *key)
{
    const uint32_t columns = most(b->columns, COLUMNS_MAX);
    const uint32_t rows = most(b->rows, key->axes == 3 ? ROWS_MAX : 1);
    const uint32_t planes = most(b->planes, 2 * s->length[2] - 1); /* up to one block of all */
    double best = 0;
    bool found = false;
    fftc_difference_key k = *key;
    for (k.columns = least(b->columns); k.columns <= columns; k.columns *= 2) {
        for (k.rows = least(b->rows); k.rows <= rows; ++k.rows) {
            for (k.planes = least(b->planes); k.planes <= planes; k.planes *= 2) {
                const double cost = possible(s, &k) ? cost_of(s, &k, bytes) : 0;
                if (possible(s, &k) && (!found || cost < best)) {
                    *key = k;
                    best = cost;
                    found = true;
                }
            }
        }
    }
    return found;
}

static fftc_status check_blocks(const fftc_difference_blocks *b, uint32_t axes, fftc_error *error)
{
    if (b->columns > COLUMNS_MAX || b->rows > (axes == 3 ? ROWS_MAX : 1) ||
        (axes == 1 && b->planes > 1) || b->planes > 1u << 28) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "blocks of %u columns, %u rows and %u planes: pass at most %u columns, %u "
                         "rows and %u planes for %u axes, or 0",
                         (unsigned)b->columns, (unsigned)b->rows, (unsigned)b->planes, COLUMNS_MAX,
                         axes == 3 ? ROWS_MAX : 1u, axes == 1 ? 1u : 1u << 28, (unsigned)axes);
    }
    if (b->invocations > 1024 || (b->invocations & (b->invocations - 1)) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "invocations is %u: pass a power of two up to 1024, or 0",
                         (unsigned)b->invocations);
    }
    return FFTC_SUCCESS;
}

static fftc_status choose_key(const fftc_difference_pass *pass, const fftc_difference_blocks *b,
                              const fftc_difference_limits *limits, fftc_difference_key *key,
                              fftc_error *error)
{
    const fftc_difference_scheme *s = &pass->scheme;
    fftc_status status = check_blocks(b, key->axes, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (b->invocations > limits->invocations_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "invocations is %u: this device has at most %u in a workgroup",
                         (unsigned)b->invocations, (unsigned)limits->invocations_max);
    }
    key->invocations = b->invocations != 0 ? b->invocations : INVOCATIONS;
    while (key->invocations > limits->invocations_max) {
        key->invocations /= 2;
    }
    while (!b->no_subgroups && 2u << key->subgroup_log2 <= limits->subgroup_size &&
           2u << key->subgroup_log2 <= key->invocations) {
        ++key->subgroup_log2;
    }
    /* Subgroups that are not full, or have nobody but those who serve others, are of no use. */
    if (1u << key->subgroup_log2 != limits->subgroup_size) {
        key->subgroup_log2 = 0;
    }
    const size_t bytes = fftc_precision_bytes(pass->precision);
    if (!choose_block(s, b, bytes, key)) {
        key->subgroup_log2 = 0;
        (void)choose_block(s, b, bytes, key);
    }
    return FFTC_SUCCESS;
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
    status = choose_key(pass, blocks != NULL ? blocks : &none, limits, &pass->key, error);
    if (status == FFTC_SUCCESS) {
        const uint64_t all = blocks_of(s, &pass->key) << pass->key.subgroup_log2;
        if (all > UINT32_MAX - pass->key.invocations) { /* the kernel numbers them in 32 bits */
            return fftc_fail(error, FFTC_TOO_LARGE,
                             "blocks of %u columns, %u rows and %u planes take %llu invocations, "
                             "more than 2^32: pass larger blocks, or 0",
                             (unsigned)pass->key.columns, (unsigned)pass->key.rows,
                             (unsigned)pass->key.planes, (unsigned long long)all);
        }
        pass->workgroups = (uint32_t)along(all, pass->key.invocations);
        status = fftc_difference_parameters(difference, pass->parameters, error);
    }
    return status;
}
