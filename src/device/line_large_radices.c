/* SPDX-License-Identifier: MIT
 *
 * Long lines of double, of one workgroup each. Such a workgroup has most of a multiprocessor's
 * registers, and nothing else is at work there while it waits for shared memory. So what counts is
 * how often it waits: three stages instead of four are two crossings instead of three, and
 * invocations that hold 20 to 32 numbers wait for more of them at a time. All times in this file
 * are of 1 GiB on an H200; docs/log/2026-11-23-gpu-workgroups.md has more of them.
 */
#include "device/line_large_radices.h"

#include "device/line_layout.h"

/* Shorter lines leave room for several workgroups. */
#define POINTS_MIN 4096u
#define STAGES 3u
/* These lengths took longer in three stages than in four or more: 4375 points 1058 and 1042 us,
 * 4550 1000 and 928, 5082 891 and 874, 5850 891 and 872, 6075 970 and 868, 6318 868 and 813, 6552
 * 863 and 839, 7290 952 and 823. */
static const uint32_t slower_in_three[] = {4375, 4550, 5082, 5850, 6075, 6318, 6552, 7290};
/* A radix only where no others make three stages: 6600 points took 801 us as 11 24 25, 758 as 15 20
 * 22; 6750 880 as 10 25 27, 772 as 15 15 30. */
#define LAST_RESORT 25u
/* Registers of a multiprocessor; a workgroup's invocations have as many as if there were a multiple
 * of GRANULE of them (NVIDIA 580.159.04, H200: 168 each of 300 to 384, 128 of 392 to 512). */
#define REGISTERS_ALL 65536u
#define GRANULE 128u
#define REGISTERS_MOST 255u
/* Registers of an invocation beside its numbers. (10080 points took 1155 us with 28 numbers in each
 * of 420 invocations, 16 registers beside them, and 703 with 24 in each of 504.) */
#define REGISTERS_BESIDE 32u
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
#define SUBGROUP 32u
#define NEVER 1e30 /* a cost */

typedef struct search {
    const fftc_line_request *request;
    bool last_resort; /* LAST_RESORT is among the radices */
    fftc_line_schedule trial;
    fftc_line_schedule best;
    double least;
} search;

static bool power_of_two(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

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

static bool has_room(const fftc_line_schedule *s)
{
    uint32_t beside = s->points == SNUG_POINTS ? SNUG_BESIDE
                      : of_fives(s->points)    ? FIVES_BESIDE
                                               : REGISTERS_BESIDE;
    return s->complex_words * s->registers + beside <= registers_each(s->invocations);
}

/* How a schedule's butterflies fill its invocations. */
typedef struct filling {
    double work;     /* in passes through registers, idle invocations included */
    uint32_t uneven; /* stages of which some invocations make more butterflies than others */
    bool lopsided;   /* more, by a twentieth of all */
    bool full;       /* all invocations are busy in all stages */
} filling;

static filling filling_of(const fftc_line_schedule *s)
{
    filling f = {.full = true};
    for (uint32_t i = 0; i < STAGES; ++i) {
        uint32_t count = fftc_line_stage_butterflies(s, s->radix[i]);
        uint32_t each = s->radix[i] * count;
        uint32_t slots = each * s->invocations;
        f.work += (double)each * round_up(s->invocations, SUBGROUP) / s->points;
        f.uneven += slots != s->points && count > 1;
        f.lopsided = f.lopsided || (count > 1 && 20 * s->points < 19 * slots);
        f.full = f.full && slots == s->points;
    }
    return f;
}

/* Whether a multiprocessor has registers for two workgroups, if its four schedulers share their
 * subgroups evenly. What the driver takes beside the numbers is more where nothing branches around
 * a stage, since it asks for everything as early as it can. */
static bool two_fit(const fftc_line_schedule *s, const filling *f)
{
    uint32_t each = s->complex_words * s->registers + 40 + 24 * f->uneven + (f->full ? 24 : 0);
    uint32_t most = registers_each(s->invocations);
    each = round_up(each < most ? each : most, 8);
    uint32_t subgroups = fftc_ceil_div(2 * fftc_ceil_div(s->invocations, SUBGROUP), 4);
    return subgroups * SUBGROUP * each <= REGISTERS_ALL / 4;
}

/* Fitted to the times of some 350 schedules of 90 lengths on an H200: the one of least cost takes
 * 4% more than the fastest, in the mean. Few numbers in an invocation, radices that are not far
 * apart. Lopsided schedules that have a multiprocessor for themselves are out but for FIVES: 5265
 * points took 1018 us as 13 15 27, 843 in four stages. */
static double cost_of(const fftc_line_schedule *s)
{
    filling f = filling_of(s);
    bool two = two_fit(s, &f);
    double cost = 0.25 * f.work + 0.15 * f.uneven + 0.04 * s->registers +
                  0.02 * (s->radix[0] + s->radix[STAGES - 1]) - (two ? 1.15 : 0.0);
    return f.lopsided && !two && !of_fives(s->points) ? NEVER : cost;
}

static void try_invocations(search *f, uint32_t invocations)
{
    fftc_line_schedule *s = &f->trial;
    s->invocations = invocations;
    s->registers = 0;
    for (uint32_t i = 0; i < STAGES; ++i) {
        uint32_t held = s->radix[i] * fftc_line_stage_butterflies(s, s->radix[i]);
        s->registers = held > s->registers ? held : s->registers;
    }
    if (invocations > f->request->invocations_max || s->registers > FFTC_LINE_REGISTERS_MAX ||
        !has_room(s)) {
        return;
    }
    double cost = cost_of(s);
    if (cost < f->least) {
        f->least = cost;
        f->best = *s;
    }
}

/* Radices in rising order, so that the stage without factors has the most butterflies; but where
 * lines are not padded, a first radix of 8, 16, 24 or 32 writes to few banks: 5120 points took 687
 * us as 20 16 16, 750 as 16 16 20. */
static void order(fftc_line_schedule *s)
{
    uint32_t first = 0;
    while (first < STAGES && s->radix[first] % 8 == 0) {
        ++first;
    }
    if (first == STAGES || power_of_two(s->points)) {
        return;
    }
    uint32_t radix = s->radix[first];
    for (; first > 0; --first) {
        s->radix[first] = s->radix[first - 1];
    }
    s->radix[0] = radix;
}

static bool is_allowed(const search *f, uint32_t radix)
{
    return radix <= FFTC_LINE_RADIX_MAX && (radix != LAST_RESORT || f->last_resort);
}

/* All invocations that come out even in one stage. */
static void try_all_invocations(search *f)
{
    const fftc_line_schedule *s = &f->trial;
    for (uint32_t i = 0; i < STAGES; ++i) {
        uint32_t radix = s->radix[i];
        for (uint32_t held = 1; held * radix <= FFTC_LINE_REGISTERS_MAX; ++held) {
            try_invocations(f, fftc_ceil_div(s->points / radix, held));
        }
    }
}

static void try_radices(search *f)
{
    fftc_line_schedule *s = &f->trial;
    for (uint32_t a = 2; a <= FFTC_LINE_RADIX_MAX; ++a) {
        for (uint32_t b = a; b <= FFTC_LINE_RADIX_MAX; ++b) {
            uint32_t last = s->points / (a * b);
            if (s->points % (a * b) == 0 && last >= b && is_allowed(f, a) && is_allowed(f, b) &&
                is_allowed(f, last)) {
                s->radix[0] = a;
                s->radix[1] = b;
                s->radix[2] = last;
                try_all_invocations(f);
            }
        }
    }
}

static bool is_slower_in_three(uint32_t points)
{
    bool found = false;
    for (size_t i = 0; i < sizeof slower_in_three / sizeof slower_in_three[0]; ++i) {
        found = found || slower_in_three[i] == points;
    }
    return found;
}

bool fftc_line_large_radices(const fftc_line_request *request, fftc_line_schedule *schedule)
{
    bool free =
        request->registers == 0 && request->invocations == 0 && request->line_invocations == 0;
    bool single = request->tile == 1 && !request->load_across && !request->store_across &&
                  request->mirrored == 0 && request->plane == 0;
    if (!request->plain || !free || !single || request->complex_words != 4 ||
        request->points <= POINTS_MIN || is_slower_in_three(request->points)) {
        return false;
    }
    search f = {.request = request, .trial = *schedule, .least = NEVER};
    f.trial.stages = STAGES;
    try_radices(&f);
    if (f.least >= NEVER) {
        f.last_resort = true;
        try_radices(&f);
    }
    if (f.least >= NEVER) {
        return false;
    }
    *schedule = f.best;
    order(schedule);
    return true;
}

bool fftc_line_has_large_radices(const fftc_line_schedule *s)
{
    return s->complex_words == 4 && s->stages == STAGES && s->points > POINTS_MIN &&
           s->registers > FFTC_LINE_REGISTERS_MAX / 2;
}

/* With padding an address is no sum with a constant, unless lines are powers of two, and each takes
 * instructions and a register: worth it where shared memory would take more than three times as
 * long. 9600 points as 20 20 24 took 648 us with twice the accesses' time, 837 padded; 6144 as 16
 * 16 24 702 us with five times that, 678 padded. */
void fftc_line_large_radices_pad(fftc_line_schedule *s, uint32_t words_max)
{
    uint64_t accesses = (uint64_t)2 * (s->stages - 1) * s->points * s->count / SUBGROUP;
    if (power_of_two(s->points) || fftc_line_conflicts(s) > 3 * accesses) {
        fftc_line_pad(s, words_max);
    }
}
