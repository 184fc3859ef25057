/* SPDX-License-Identifier: MIT
 *
 * A set of parameters of kernel/difference_block.h (difference_testing.h), given from outside.
 */
#include <string.h>

#include "difference_testing.h"

#define FFTC_DIFFERENCE_PLANES (now->planes)
#define FFTC_DIFFERENCE_LANES_LOG2 (now->lanes_log2)
#define FFTC_SUBGROUP_LOG2 (now->shuffle ? now->lanes_log2 : 0u)
static const difference_case *now;

/* Each unit has accessors of its own. */
#include "fftcore/kernel/finite_difference.h"
typedef struct fftc_difference_row fftc_difference_row;
static fftc_uniform fftc_difference_length(fftc_uniform axis);
static fftc_uniform fftc_difference_boundary(fftc_uniform axis);
static fftc_difference_row fftc_difference_points_get(fftc_uint vector);
static fftc_real fftc_difference_weight(fftc_uniform axis, fftc_uniform distance);
static fftc_difference_row fftc_difference_besides(fftc_uint vector);
static void fftc_difference_take(fftc_uint vector, fftc_difference_row points,
                                 fftc_difference_row laplacians, fftc_difference_row besides);
/* What lanes do not load is selected away. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "fftcore/kernel/difference_block.h"

#include "testing.h"

enum { POINTS, RESULT };

static fftc_real weight_of(uint32_t axis, uint32_t distance)
{
    return ((const fftc_real *)now->weight)[axis * (FFTC_DIFFERENCE_REACH + 1u) + distance];
}

/* The value at a position with a margin. */
static fftc_real value_at(const fftc_real *points, const uint32_t at[3], uint32_t margin)
{
    fftc_difference_place place[3];
    uint32_t index = 0;
    for (int axis = 2; axis >= 0; --axis) {
        place[axis] = fftc_difference_at(at[axis], margin, now->length[axis], now->boundary[axis]);
        index = index * now->length[axis] + place[axis].index;
    }
    fftc_real value = points[index];
    for (int axis = 0; axis < 3; ++axis) {
        value = fftc_difference_value(place[axis], value);
    }
    return value;
}

static fftc_uniform fftc_difference_length(fftc_uniform axis)
{
    return now->length[axis];
}

static fftc_uniform fftc_difference_boundary(fftc_uniform axis)
{
    return now->boundary[axis];
}

static fftc_difference_row fftc_difference_points_get(fftc_uint vector)
{
    fftc_difference_row row;
    fftc_memory_load(POINTS, vector, &row);
    return row;
}

static fftc_real fftc_difference_weight(fftc_uniform axis, fftc_uniform distance)
{
    return weight_of(axis, distance);
}

static fftc_difference_row fftc_difference_besides(fftc_uint vector)
{
    fftc_difference_row row;
    for (uint32_t j = 0; j < FFTC_DIFFERENCE_COLUMNS; ++j) {
        row.point[j] = (fftc_real)((vector * FFTC_DIFFERENCE_COLUMNS + j) % 1021u);
    }
    return row;
}

static void fftc_difference_take(fftc_uint vector, fftc_difference_row points,
                                 fftc_difference_row laplacians, fftc_difference_row besides)
{
    const fftc_difference_row own = fftc_difference_points_get(vector);
    const fftc_difference_row beside = fftc_difference_besides(vector);
    if (memcmp(&own, &points, sizeof own) != 0 || memcmp(&beside, &besides, sizeof beside) != 0) {
        laplacians.point[0] = (fftc_real)NAN; /* of other points */
    }
    fftc_memory_store(RESULT, vector, &laplacians);
}

static uint32_t blocks_along(uint32_t length, uint32_t block)
{
    return (length + block - 1) / block;
}

static uint32_t block_count(void)
{
    return blocks_along(now->length[0], FFTC_DIFFERENCE_WIDTH) *
           blocks_along(now->length[1], FFTC_DIFFERENCE_ROWS) *
           blocks_along(now->length[2], FFTC_DIFFERENCE_PLANES);
}

static void kernel(void *user)
{
    (void)user;
    uint32_t invocation = fftc_workgroup_index() * now->workgroup_size + fftc_invocation_index();
    uint32_t block = invocation >> now->lanes_log2;
    uint32_t along_x = blocks_along(now->length[0], FFTC_DIFFERENCE_WIDTH);
    uint32_t along_y = blocks_along(now->length[1], FFTC_DIFFERENCE_ROWS);
    fftc_difference_block(block % along_x * FFTC_DIFFERENCE_WIDTH,
                          block / along_x % along_y * FFTC_DIFFERENCE_ROWS,
                          block / along_x / along_y * FFTC_DIFFERENCE_PLANES,
                          invocation & ((1u << now->lanes_log2) - 1u));
}

static void run(const difference_case *c, const void *points, void *result)
{
    now = c;
    const uint64_t count =
        (uint64_t)c->length[0] * c->length[1] * c->length[2] / FFTC_DIFFERENCE_COLUMNS;
    const uint32_t invocations = block_count() << c->lanes_log2;
    const fftc_memory memories[] = {{.name = "points",
                                     .data = (void *)(uintptr_t)points,
                                     .element_bytes = sizeof(fftc_difference_row),
                                     .element_count = count,
                                     .read_only = true},
                                    {.name = "result",
                                     .data = result,
                                     .element_bytes = sizeof(fftc_difference_row),
                                     .element_count = count}};
    const fftc_emulation config = {.workgroup_size = c->workgroup_size,
                                   .workgroup_count = blocks_along(invocations, c->workgroup_size),
                                   .subgroup_size = 1u << c->subgroup_size_log2,
                                   .schedule = c->schedule,
                                   .seed = 3,
                                   .memories = memories,
                                   .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    ck_assert_int_eq(fftc_emulator_create(&config, &emulator, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, NULL, &report, NULL), FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("axes %u, reach %u: %s", FFTC_DIFFERENCE_AXES, FFTC_DIFFERENCE_REACH, text);
    }
    fftc_emulator_destroy(emulator);
}

static fftc_real value(const fftc_real *points, const uint32_t at[3], int axis, int distance)
{
    uint32_t place[3] = {at[0] + 8, at[1] + 8, at[2] + 8};
    place[axis] = (uint32_t)((int)place[axis] + distance);
    return value_at(points, place, 8);
}

/* In the header's order of sums. */
static void expect(const difference_case *c, const void *points, void *result)
{
    static const int axes[3][3] = {{0}, {0, 2}, {0, 1, 2}};
    fftc_real *to = result;
    now = c;
    for (uint32_t z = 0; z < c->length[2]; ++z) {
        for (uint32_t y = 0; y < c->length[1]; ++y) {
            for (uint32_t x = 0; x < c->length[0]; ++x) {
                const uint32_t at[3] = {x, y, z};
                fftc_real sum = weight_of(0, 0) * value(points, at, 0, 0);
                for (uint32_t i = 0; i < FFTC_DIFFERENCE_AXES; ++i) {
                    const int axis = axes[FFTC_DIFFERENCE_AXES - 1][i];
                    for (int k = 1; k <= (int)FFTC_DIFFERENCE_REACH; ++k) {
                        sum += weight_of((uint32_t)axis, (uint32_t)k) *
                               (value(points, at, axis, -k) + value(points, at, axis, k));
                    }
                }
                *to++ = sum;
            }
        }
    }
}

extern const difference_unit DIFFERENCE_UNIT;
const difference_unit DIFFERENCE_UNIT = {.axes = FFTC_DIFFERENCE_AXES,
                                         .reach = FFTC_DIFFERENCE_REACH,
                                         .columns = FFTC_DIFFERENCE_COLUMNS,
                                         .real_bytes = sizeof(fftc_real),
                                         .run = run,
                                         .expect = expect};
