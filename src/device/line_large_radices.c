/* SPDX-License-Identifier: MIT
 *
 * The radices of long lines, and the invocations that share one. All times in this file are of 1
 * GiB on an H200.
 */
#include "device/line_large_radices.h"

#include "device/line_large_cost.h"
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

/* Radices in rising order, so that the stage without factors has the most butterflies; but where
 * lines are not padded, a first radix of 8, 16, 24 or 32 writes to few banks: 5120 points of double
 * took 687 us as 20 16 16, 750 as 16 16 20; 6400 of float 525 as 20 16 20, 567 as 16 20 20. If
 * there are only such, 24 is better than 16: 9216 points of float took 603 us as 24 16 24, 640 as
 * 16 24 24. */
static void order(fftc_line_schedule *s, uint32_t count)
{
    uint32_t *radix = s->radix;
    uint32_t first = 0;
    for (uint32_t few = 8; few <= (fftc_line_is_double(s) ? 8 : 16); few *= 2) {
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
        s.registers * s.complex_words > FFTC_LINE_WORDS_MAX || !fftc_line_large_has_room(&s)) {
        return;
    }
    if (!arrange(f->request, &s)) {
        return;
    }
    double cost = fftc_line_large_cost(f->request, &s);
    if (cost < f->least) {
        f->least = cost;
        f->best = s;
    }
}

static bool is_allowed(const search *f, uint32_t radix)
{
    if (fftc_line_is_double(&f->trial)) {
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
    if (fftc_line_large_cost_least(s, s->radix[s->stages - 1]) >= f->least) {
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
    search f = {.request = request, .trial = *schedule, .least = FFTC_LINE_LARGE_NEVER};
    if (fftc_line_is_double(schedule)) {
        try_stages(&f, DOUBLE_STAGES);
        f.last_resort = f.least >= FFTC_LINE_LARGE_NEVER;
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
    if (f.least >= FFTC_LINE_LARGE_NEVER) {
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
    return fftc_line_is_double(s)
               ? s->stages == DOUBLE_STAGES && s->registers > FFTC_LINE_REGISTERS_MAX / 2
               : s->points <= FLOAT_POINTS_MAX && fftc_line_large_has_room(s);
}

/* With padding an address is no sum with a constant, unless lines are powers of two, and each takes
 * instructions and a register: worth it where shared memory would take more than three times as
 * long. 9600 points of double as 20 20 24 took 648 us with twice the accesses' time, 837 padded;
 * 6144 as 16 16 24 702 us with five times that, 678 padded. Lines of float have less at a time in
 * shared memory, and take longer padded: 8000 points as 20 20 20 by 200 invocations 727 us and 746
 * padded (an H100). */
void fftc_line_large_radices_pad(fftc_line_schedule *s, uint32_t words_max)
{
    uint64_t accesses =
        (uint64_t)2 * (s->stages - 1) * s->points * s->count / FFTC_LINE_LARGE_SUBGROUP;
    bool worth = is_power(s->points, 2) || fftc_line_conflicts(s) > 3 * accesses;
    if (fftc_line_is_double(s) && worth) {
        fftc_line_pad(s, words_max);
    }
}
