/* SPDX-License-Identifier: MIT
 *
 * Long lines, of one workgroup each, which has a large part of a multiprocessor's registers. While
 * it waits for memory or for a crossing, only the few other ones are at work, or none. So what
 * counts is how often it waits, and how many others there are: three stages instead of four are two
 * crossings instead of three, and invocations that hold 20 to 60 numbers wait for more of them at a
 * time. Few invocations with many numbers each also take fewer registers altogether, since each one
 * needs some beside its numbers: so a second or third workgroup has room. All times in this file
 * are of 1 GiB on an H200; docs/log/2026-11-23-gpu-workgroups.md (double) and
 * docs/log/2026-11-28-device-long-lines.md (float) have more of them.
 */
#include "device/line_large_radices.h"

#include "device/line_layout.h"

/* Shorter lines leave room for several workgroups. */
#define POINTS_MIN 4096u
/* Longer lines of float were not tried. */
#define FLOAT_POINTS_MAX 16384u
#define DOUBLE_STAGES 3u
#define FLOAT_STAGES 4u /* or three */
/* These lengths of double took longer in three stages than in four or more: 4375 points 1058 and
 * 1042 us, 4550 1000 and 928, 5082 891 and 874, 5850 891 and 872, 6075 970 and 868, 6318 868 and
 * 813, 6552 863 and 839, 7290 952 and 823. */
static const uint32_t slower_in_three[] = {4375, 4550, 5082, 5850, 6075, 6318, 6552, 7290};
/* A radix for double only where no others make three stages: 6600 points took 801 us as 11 24 25,
 * 758 as 15 20 22; 6750 880 as 10 25 27, 772 as 15 15 30. */
#define LAST_RESORT 25u
/* Prime factors above this one have codelets of many registers, which were not tried for float. */
#define FLOAT_PRIME_MAX 13u
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
#define SUBGROUP 32u
#define SCHEDULERS 4u /* of a multiprocessor: each has a quarter of its registers */
#define FLOAT_ROUNDS_MAX 4u
#define NEVER 1e30 /* a cost */

typedef struct search {
    const fftc_line_request *request;
    bool last_resort; /* LAST_RESORT is among the radices */
    fftc_line_schedule trial;
    fftc_line_schedule best;
    double least;
} search;

/* Powers of two, and powers of three of float, are lines of other kinds: line_plan.c. */
static bool is_power(uint32_t n, uint32_t of)
{
    while (n % of == 0) {
        n /= of;
    }
    return n == 1;
}

static bool of_fives(uint32_t points)
{
    return points % FIVES == 0;
}

static bool is_double(const fftc_line_schedule *s)
{
    return s->complex_words == 4;
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
    uint32_t beside = !is_double(s)              ? FLOAT_BESIDE
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
        f.work += (double)each * round_up(s->invocations, SUBGROUP) / s->points;
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
    uint32_t subgroups = REGISTERS_ALL / SCHEDULERS / SUBGROUP / each; /* of a scheduler */
    return SCHEDULERS * subgroups / fftc_ceil_div(s->invocations, SUBGROUP);
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
    return f.lopsided && !two && !of_fives(s->points) ? NEVER : cost;
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
 * at work at one time on an H200, two of 24 KB were: 7000 points took 1002 us in one round, 756 in
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
        return NEVER;
    }
    uint32_t subgroups = groups * fftc_ceil_div(s->invocations, SUBGROUP);
    filling f = filling_of(s);
    double missing = BUSY_BYTES - 8.0 * groups * s->points;
    double cost = float_cost_least(s->stages, f.largest) - s->stages;
    cost += f.work * round_up(subgroups, SCHEDULERS) / subgroups + 0.01 * s->registers;
    cost += missing > 0.0 ? 2.4 * missing / 32768.0 : 0.0;
    cost += workgroups_of(s, float_registers(s) + REGISTERS_SPREAD) < groups ? 1.0 : 0.0;
    cost += is_uneven(s, s->radix[0]) ? 0.85 : 0.0;
    cost += is_uneven(s, s->radix[s->stages - 1]) ? 0.85 : 0.0;
    return cost;
}

/* Radices in rising order, so that the stage without factors has the most butterflies; but where
 * lines are not padded, a first radix of 8, 16, 24 or 32 writes to few banks: 5120 points of double
 * took 687 us as 20 16 16, 750 as 16 16 20; 6400 of float 525 as 20 16 20, 567 as 16 20 20. If
 * there are only such, 24 is better than 16: 9216 points of float took 603 us as 24 16 24, 640 as
 * 16 24 24. */
static void order(fftc_line_schedule *s, uint32_t count)
{
    uint32_t *radix = s->radix;
    uint32_t first = 0;
    for (uint32_t few = 8; few <= (is_double(s) ? 8 : 16); few *= 2) {
        for (first = 0; first < count && radix[first] % few == 0; ++first) {
        }
        if (first < count) {
            break;
        }
    }
    if (first == count || is_power(s->points, 2)) {
        return;
    }
    uint32_t moved = radix[first];
    for (; first > 0; --first) {
        radix[first] = radix[first - 1];
    }
    radix[0] = moved;
}

/* Orders the radices, which rise. A stage of mirrors needs an even number of butterflies in each
 * invocation: it gets the smallest such radix. False if there is none. */
static bool arrange(const fftc_line_request *r, fftc_line_schedule *s)
{
    uint32_t at = 0;
    if (r->mirrored == 0) {
        order(s, s->stages);
        return true;
    }
    while (at < s->stages && fftc_line_stage_butterflies(s, s->radix[at]) % 2 != 0) {
        ++at;
    }
    if (at == s->stages) {
        return false;
    }
    uint32_t radix = s->radix[at];
    if (r->mirrored_load) {
        for (; at > 0; --at) {
            s->radix[at] = s->radix[at - 1];
        }
    } else {
        for (; at + 1 < s->stages; ++at) {
            s->radix[at] = s->radix[at + 1];
        }
        order(s, s->stages - 1);
    }
    s->radix[at] = radix;
    return true;
}

static void try_invocations(search *f, uint32_t invocations)
{
    fftc_line_schedule s = f->trial;
    s.invocations = invocations;
    s.registers = 0;
    for (uint32_t i = 0; i < s.stages; ++i) {
        uint32_t held = s.radix[i] * fftc_line_stage_butterflies(&s, s.radix[i]);
        s.registers = held > s.registers ? held : s.registers;
    }
    if (invocations > f->request->invocations_max ||
        s.registers * s.complex_words > FFTC_LINE_WORDS_MAX || !has_room(&s)) {
        return;
    }
    if (!arrange(f->request, &s)) {
        return;
    }
    double cost = is_double(&s) ? double_cost(&s) : float_cost(f->request, &s);
    if (cost < f->least) {
        f->least = cost;
        f->best = s;
    }
}

static bool is_allowed(const search *f, uint32_t radix)
{
    if (is_double(&f->trial)) {
        return radix != LAST_RESORT || f->last_resort;
    }
    for (uint32_t p = FLOAT_PRIME_MAX + 1; p <= radix; ++p) {
        bool prime = p % 2 != 0 && p % 3 != 0 && p % 5 != 0; /* below 49 */
        if (prime && radix % p == 0) {
            return false;
        }
    }
    return true;
}

/* All invocations that come out even in one stage. */
static void try_all_invocations(search *f)
{
    const fftc_line_schedule *s = &f->trial;
    if (!is_double(s) && float_cost_least(s->stages, s->radix[s->stages - 1]) >= f->least) {
        return;
    }
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t radix = s->radix[i];
        for (uint32_t held = 1; held * radix * s->complex_words <= FFTC_LINE_WORDS_MAX; ++held) {
            try_invocations(f, fftc_ceil_div(s->points / radix, held));
        }
    }
}

/* All radices from `least` on, in rising order, whose product is `left`, for the stages from
 * `stage` on. */
static void try_radices(search *f, uint32_t stage, uint32_t least, uint32_t left)
{
    fftc_line_schedule *s = &f->trial;
    bool last = stage + 1 == s->stages;
    for (uint32_t radix = last ? left : least; radix <= FFTC_LINE_RADIX_MAX; ++radix) {
        if (radix >= least && left % radix == 0 && is_allowed(f, radix)) {
            s->radix[stage] = radix;
            if (last) {
                try_all_invocations(f);
            } else {
                try_radices(f, stage + 1, radix, left / radix);
            }
        }
        if (last) {
            break;
        }
    }
}

static void try_stages(search *f, uint32_t stages)
{
    f->trial.stages = stages;
    for (uint32_t i = stages; i < FFTC_LINE_STAGES_MAX; ++i) {
        f->trial.radix[i] = 1;
    }
    try_radices(f, 0, 2, f->trial.points);
}

static bool is_slower_in_three(uint32_t points)
{
    bool found = false;
    for (size_t i = 0; i < sizeof slower_in_three / sizeof slower_in_three[0]; ++i) {
        found = found || slower_in_three[i] == points;
    }
    return found;
}

static bool serves(const fftc_line_request *r)
{
    bool free = r->registers == 0 && r->invocations == 0 && r->line_invocations == 0;
    bool single = r->tile == 1 && !r->load_across && !r->store_across && r->plane == 0;
    bool wide = r->complex_words == 4 && r->mirrored == 0 && !is_slower_in_three(r->points);
    bool narrow = r->complex_words == 2 && r->mirrored <= 1 && r->points <= FLOAT_POINTS_MAX &&
                  !is_power(r->points, 2) && !is_power(r->points, 3);
    return r->plain && free && single && r->points > POINTS_MIN && (wide || narrow);
}

bool fftc_line_large_radices(const fftc_line_request *request, fftc_line_schedule *schedule)
{
    if (!serves(request)) {
        return false;
    }
    search f = {.request = request, .trial = *schedule, .least = NEVER};
    if (is_double(schedule)) {
        try_stages(&f, DOUBLE_STAGES);
        f.last_resort = f.least >= NEVER;
        if (f.last_resort) {
            try_stages(&f, DOUBLE_STAGES);
        }
    } else {
        f.trial.words = 1;
        f.trial.count = 1;
        for (uint32_t stages = DOUBLE_STAGES; stages <= FLOAT_STAGES; ++stages) {
            try_stages(&f, stages);
        }
    }
    if (f.least >= NEVER) {
        return false;
    }
    *schedule = f.best;
    return true;
}

bool fftc_line_has_large_radices(const fftc_line_schedule *s)
{
    if (s->points <= POINTS_MIN) {
        return false;
    }
    return is_double(s) ? s->stages == DOUBLE_STAGES && s->registers > FFTC_LINE_REGISTERS_MAX / 2
                        : s->points <= FLOAT_POINTS_MAX && has_room(s);
}

/* With padding an address is no sum with a constant, unless lines are powers of two, and each takes
 * instructions and a register: worth it where shared memory would take more than three times as
 * long. 9600 points of double as 20 20 24 took 648 us with twice the accesses' time, 837 padded;
 * 6144 as 16 16 24 702 us with five times that, 678 padded. Lines of float have less at a time in
 * shared memory, and take longer padded: 8000 points as 20 20 20 by 200 invocations 727 us and 746
 * padded (an H100). */
void fftc_line_large_radices_pad(fftc_line_schedule *s, uint32_t words_max)
{
    uint64_t accesses = (uint64_t)2 * (s->stages - 1) * s->points * s->count / SUBGROUP;
    bool worth = is_power(s->points, 2) || fftc_line_conflicts(s) > 3 * accesses;
    if (is_double(s) && worth) {
        fftc_line_pad(s, words_max);
    }
}
