/* SPDX-License-Identifier: MIT
 *
 * What schedules of long lines cost. Such a line's workgroup has a large part of a multiprocessor's
 * registers. While it waits for memory or for a crossing, only the few other ones are at work, or
 * none. So what counts is how often it waits, and how many others there are: three stages instead
 * of four are two crossings instead of three, and invocations that hold 20 to 60 numbers wait for
 * more of them at a time. Few invocations with many numbers each also take fewer registers
 * altogether, since each one needs some beside its numbers: so a second or third workgroup has
 * room. All times in this file are of 1 GiB on an H200; docs/log/2026-11-23-gpu-workgroups.md
 * (double) and docs/log/2026-11-28-device-long-lines.md (float) have more of them.
 */
#include "device/line_large_cost.h"

#include "device/line_layout.h"

/* Registers of a multiprocessor; a workgroup's invocations have as many as if there were a multiple
 * of GRANULE of them (NVIDIA 580.159.04, H200: 168 each of 300 to 384, 128 of 392 to 512). */
#define REGISTERS_ALL 65536u
#define GRANULE 128u
#define REGISTERS_MOST 255u
/* Registers of an invocation beside its numbers. (10080 points took 1155 us with 28 numbers in each
 * of 420 invocations, 16 registers beside them, and 703 with 24 in each of 504.) */
#define REGISTERS_BESIDE 32u
#define FLOAT_BESIDE 28u
/* An exception is 9408 points, which took 832 us as 12 28 28 with 16 beside 28 numbers, and 940 in
 * four stages. */
#define SNUG_POINTS 9408u
#define SNUG_BESIDE 16u
/* Multiples of this have no three stages without that radix, and four or five are so much slower
 * that fewer registers and lopsided stages do: 10000 points took 709 us as 20 20 25 with 28 beside
 * 25 numbers, 849 in four stages; 9375 799 as 15 25 25 by 375 invocations, and 1009; 8750 786 and
 * 1086. */
#define FIVES 625u
#define FIVES_BESIDE 28u
#define SCHEDULERS 4u /* of a multiprocessor: each has a quarter of its registers */
#define FLOAT_ROUNDS_MAX 4u

static bool of_fives(uint32_t points)
{
    return points % FIVES == 0;
}

static uint32_t round_up(uint32_t n, uint32_t step)
{
    return fftc_ceil_div(n, step) * step;
}

static uint32_t registers_each(uint32_t invocations)
{
    uint32_t each = REGISTERS_ALL / round_up(invocations, GRANULE);
    return each > REGISTERS_MOST ? REGISTERS_MOST : each / 8 * 8;
}

bool fftc_line_large_has_room(const fftc_line_schedule *s)
{
    uint32_t beside = !fftc_line_is_double(s)    ? FLOAT_BESIDE
                      : s->points == SNUG_POINTS ? SNUG_BESIDE
                      : of_fives(s->points)      ? FIVES_BESIDE
                                                 : REGISTERS_BESIDE;
    return s->complex_words * s->registers + beside <= registers_each(s->invocations);
}

/* How a schedule's butterflies fill its invocations. */
typedef struct filling {
    double work;       /* in passes through registers, idle invocations included */
    uint32_t uneven;   /* stages of which some invocations make more butterflies than others */
    bool lopsided;     /* more, by a twentieth of all */
    bool full;         /* all invocations are busy in all stages */
    uint32_t smallest; /* radix */
    uint32_t largest;
} filling;

static filling filling_of(const fftc_line_schedule *s)
{
    filling f = {.full = true, .smallest = FFTC_LINE_RADIX_MAX};
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t count = fftc_line_stage_butterflies(s, s->radix[i]);
        uint32_t each = s->radix[i] * count;
        uint32_t slots = each * s->invocations;
        f.work += (double)each * round_up(s->invocations, FFTC_LINE_LARGE_SUBGROUP) / s->points;
        f.uneven += slots != s->points && count > 1;
        f.lopsided = f.lopsided || (count > 1 && 20 * s->points < 19 * slots);
        f.full = f.full && slots == s->points;
        f.smallest = s->radix[i] < f.smallest ? s->radix[i] : f.smallest;
        f.largest = s->radix[i] > f.largest ? s->radix[i] : f.largest;
    }
    return f;
}

/* How many workgroups a multiprocessor has registers for, if its schedulers share their subgroups
 * evenly and each invocation takes `each`, or what there is. */
static uint32_t workgroups_of(const fftc_line_schedule *s, uint32_t each)
{
    uint32_t most = registers_each(s->invocations);
    each = round_up(each < most ? each : most, 8);
    uint32_t subgroups =
        REGISTERS_ALL / SCHEDULERS / FFTC_LINE_LARGE_SUBGROUP / each; /* of a scheduler */
    return SCHEDULERS * subgroups / fftc_ceil_div(s->invocations, FFTC_LINE_LARGE_SUBGROUP);
}

/* Double, fitted to the times of some 350 schedules of 90 lengths on an H200: the one of least cost
 * takes 4% more than the fastest, in the mean. Few numbers in an invocation, radices that are not
 * far apart. What the driver takes beside the numbers is more where nothing branches around a
 * stage, since it asks for everything as early as it can. Lopsided schedules that have a
 * multiprocessor for themselves are out but for FIVES: 5265 points took 1018 us as 13 15 27, 843 in
 * four stages. */
static double double_cost(const fftc_line_schedule *s)
{
    filling f = filling_of(s);
    uint32_t each = s->complex_words * s->registers + 40 + 24 * f.uneven + (f.full ? 24 : 0);
    bool two = workgroups_of(s, each) >= 2;
    double cost = 0.25 * f.work + 0.15 * f.uneven + 0.04 * s->registers +
                  0.02 * (f.smallest + f.largest) - (two ? 1.15 : 0.0);
    return f.lopsided && !two && !of_fives(s->points) ? FFTC_LINE_LARGE_NEVER : cost;
}

/* Registers of an invocation of float, as the driver takes them in the mean of 534 schedules. In a
 * quarter of these it takes more than so many above that. */
#define REGISTERS_SPREAD 4u
static uint32_t float_registers(const fftc_line_schedule *s)
{
    uint32_t few = (5 * s->registers + 40) / 2;
    uint32_t many = 2 * s->registers + 40;
    return few < many ? few : many;
}

/* How many workgroups a multiprocessor holds, and the fewest rounds that leave each of them shared
 * memory: altogether there is hardly more than Vulkan allows one. Two workgroups of 28 KB were not
 * at work at one time on an H200, two of 24 KB were: 7000 points took 957 us in one round, 756 in
 * two (an H100). */
static uint32_t choose_rounds(const fftc_line_request *r, fftc_line_schedule *s)
{
    for (uint32_t groups = workgroups_of(s, float_registers(s)); groups > 0; --groups) {
        for (s->rounds = 1; s->rounds <= FLOAT_ROUNDS_MAX; ++s->rounds) {
            if (4 * groups * fftc_line_round_points(s) <= r->shared_bytes) {
                return groups;
            }
        }
    }
    return 0;
}

/* Whether some invocations make fewer butterflies of a stage than others. */
static bool is_uneven(const fftc_line_schedule *s, uint32_t radix)
{
    uint32_t count = fftc_line_stage_butterflies(s, radix);
    return count > 1 && radix * count * s->invocations != s->points;
}

/* What stages with that largest radix cost float where no invocation is idle. */
static double float_cost_least(uint32_t stages, uint32_t largest)
{
    return 3.0 * stages + 0.07 * largest;
}

/* What mirrored lines cost in addition: the place of each pair is computed, and a pair needs
 * registers for two butterflies at once. Back from half spectra 4500 points took 766 us on an H200
 * as 25 10 18 by 90 invocations, 577 as 15 10 30 by 150. */
static double mirror_cost(const fftc_line_request *r, const fftc_line_schedule *s)
{
    uint32_t radix = s->radix[r->mirrored_load ? 0 : s->stages - 1];
    double cost = 0.2 * fftc_line_stage_butterflies(s, radix);
    return cost + (s->registers > 32 ? 0.05 * (s->registers - 32) : 0.0);
}

/* What a multiprocessor needs on its way, in bytes, to keep memory busy. */
#define BUSY_BYTES 90112.0
/* Float, fitted to the times of some 300 schedules of 35 lengths on an H200: the one of least cost
 * takes 2% more than the fastest that was tried, in the mean. The unit is a pass through registers,
 * a tenth of the time. Idle invocations, those of the busiest scheduler, are work. Where some
 * invocations load or store a butterfly less, a branch is around it: 7290 points took 711 us as
 * 10 27 27 by 270 invocations, 615 as 9 27 30. */
static double float_cost(const fftc_line_request *r, fftc_line_schedule *s)
{
    uint32_t groups = choose_rounds(r, s);
    if (groups == 0) {
        return FFTC_LINE_LARGE_NEVER;
    }
    uint32_t subgroups = groups * fftc_ceil_div(s->invocations, FFTC_LINE_LARGE_SUBGROUP);
    filling f = filling_of(s);
    double missing = BUSY_BYTES - 8.0 * groups * s->points;
    double cost = float_cost_least(s->stages, f.largest) - s->stages;
    cost += f.work * round_up(subgroups, SCHEDULERS) / subgroups + 0.01 * s->registers;
    cost += missing > 0.0 ? 2.4 * missing / 32768.0 : 0.0;
    cost += workgroups_of(s, float_registers(s) + REGISTERS_SPREAD) < groups ? 1.0 : 0.0;
    cost += is_uneven(s, s->radix[0]) ? 0.85 : 0.0;
    cost += is_uneven(s, s->radix[s->stages - 1]) ? 0.85 : 0.0;
    return r->mirrored != 0 ? cost + mirror_cost(r, s) : cost;
}

double fftc_line_large_cost(const fftc_line_request *request, fftc_line_schedule *schedule)
{
    return fftc_line_is_double(schedule) ? double_cost(schedule) : float_cost(request, schedule);
}

double fftc_line_large_cost_least(const fftc_line_schedule *schedule, uint32_t largest)
{
    return fftc_line_is_double(schedule) ? 0.0 : float_cost_least(schedule->stages, largest);
}
