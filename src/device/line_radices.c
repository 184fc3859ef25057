/* SPDX-License-Identifier: MIT */
#include "device/line_radices.h"

#include <string.h>

#include "device/line_layout.h"

/* Bytes of a dispatch, or less, that are short. */
#define SHORT_BYTES ((uint64_t)8 << 20)
#define SHORT_LINES 16u
/* What a branch costs around butterflies of a product's inner stage, which neither loads nor
 * stores, if it divides no subgroup of 32; beside others. On an H200 a bloom's second dispatch,
 * 1536 lines of 1536 points, took 18.2 us as 16 16 6 by 128 invocations, of which a quarter are
 * idle in two stages, and 17.2 by 96. */
#define BRANCH_WITHIN 0.4
/* Longer lines were not tried by rows. */
#define ROWS_POINTS 32u
#define PAIRED_LARGE_POINTS 1024u

/* The radices of kernel/codelet_coprime.h, and 25, serve here only lines that are one stage: 20
 * points took 515 us on an H200 in this way, gathered, and 604 as 5 4; 18 points 514 and 751, 30
 * points 517 and 591. */
static bool whole_lines_only(uint32_t radix)
{
    return radix > 17 && radix < 31 && radix != 19 && radix != 23 && radix != 27 && radix != 29;
}

/* Whether a radix is not for these lines. 25 points took 513 us in one stage and 603 as 5 5, from
 * 25 real numbers 514 and 933, back 513 and 1537; but with half storage 682 and 619, a DCT II 742
 * and 670 and a DCT III 1104 and 746. */
static bool out_of_place(const fftc_line_request *r, uint32_t radix)
{
    return whole_lines_only(radix) &&
           (radix != r->points || (radix == 25 && (r->dense || r->one_by_one)));
}

/* The registers that a schedule needs; more than the kernel has, if any stage needs that. */
static uint32_t registers_of(const fftc_line_schedule *s)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->stages && most <= FFTC_LINE_REGISTERS_MAX; ++i) {
        uint32_t held = s->radix[i] * fftc_line_stage_butterflies(s, s->radix[i]);
        most = held > most ? held : most;
    }
    return most;
}

typedef struct search {
    const fftc_line_request *request;
    fftc_line_schedule trial;
    fftc_line_schedule best;
    double least;
} search;

bool fftc_line_short_dispatch(const fftc_line_request *r)
{
    return r->lines <= SHORT_BYTES / 4 / r->complex_words / r->points;
}

/* Whether these are so long that each workgroup should fill half of a multiprocessor, with as few
 * invocations as possible, where it writes half spectra. 2^21 real numbers, 1024 points in both
 * passes, took 1900 us on an H200 by 8 lines and 1622 by 16 lines at 16 points an invocation, 1593
 * by 16 lines at 32; on an H100 2090, 1829 and 1824. 2^22, 1024 and 2048 points, took 1867 us by 8
 * lines at 16 points and 1768 at 32. Back, 8 lines at 16 points stay the best, on an H100 1634 to
 * 1708. */
bool fftc_line_paired_large(const fftc_line_request *r, const fftc_line_schedule *s)
{
    return fftc_line_paired(r) && !r->mirrored_load && !fftc_line_short_dispatch(r) &&
           fftc_power_of_two(s->points) && s->points >= PAIRED_LARGE_POINTS;
}

/* Whether lines of one stage should be read side by side (kernel/line_gather.h). If an invocation
 * read its own line, number by number, it would be a line away from its neighbours: on an H200 3
 * points took 742 us and 13 points 2718; gathered, they take 506 and 514. 16 points took 504 as 4
 * 4, 518 as one stage. */
static bool worth_gathering(const fftc_line_request *r, const fftc_line_schedule *s)
{
    bool worth = s->points > 2 && (s->points <= 8 || !fftc_power_of_two(s->points));
    return r->gather && worth && s->stages == 1 && r->mirrored == 0;
}

/* Whether lines with their mirrors should be read and written side by side (kernel/line_rows.h). On
 * an H200 20 real numbers took 2118 us and take 488, 60 of them 698 and 509. But with four or five
 * invocations for a line, 64 numbers back from their spectrum took 681 us in this way, and 506 by
 * lines. */
static bool worth_rows(const fftc_line_request *r, const fftc_line_schedule *s)
{
    return r->gather && r->mirrored == 1 && s->points > 1 && s->points <= ROWS_POINTS &&
           s->invocations <= 2;
}

uint32_t fftc_line_gathered(const fftc_line_request *r, const fftc_line_schedule *s)
{
    bool across = r->load_across || r->store_across;
    return across ? 0 : worth_rows(r, s) ? 2 : worth_gathering(r, s);
}

/* Whether idle invocations cost nothing, because a line has a multiprocessor to itself, whose four
 * schedulers have one subgroup each. Then invocations without a butterfly in the first stage delay
 * nobody, and only the longest sequence of work in one invocation counts. One transform of 1024
 * points took 2.59 us on an H200 as 16 8 8 by 64 invocations, 2.46 by 128; but 2.64 as 8 8 16. */
static bool idle_for_nothing(const fftc_line_request *r, const fftc_line_schedule *s)
{
    bool later = true; /* all are busy behind the first stage */
    for (uint32_t i = 1; i < s->stages; ++i) {
        later = later && s->invocations * s->radix[i] == s->points;
    }
    return later && r->lines < SHORT_LINES && r->tile == 1 && r->mirrored == 0 && s->stages > 2 &&
           s->invocations == FFTC_LINE_USUAL_INVOCATIONS &&
           2 * s->points == s->radix[0] * s->invocations;
}

/* What a schedule costs; the unit is a pass through registers. The number of stages counts most.
 * Then there are extra costs for invocations that have nothing to do in a stage, for branches
 * around each of several butterflies, and for lines so short that their pieces are less than a
 * sector. */
static double cost_of(const fftc_line_request *r, const fftc_line_schedule *s)
{
    bool across = r->load_across || r->store_across;
    double work = 0.0;
    double uneven = 0.0;
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t count = fftc_line_stage_butterflies(s, s->radix[i]);
        uint32_t slots = s->radix[i] * count * s->invocations;
        work += (double)slots / s->points;
        bool within = r->product && i > 0 && (s->points / s->radix[i] | s->invocations) % 32 == 0;
        uneven += slots == s->points || count == 1 ? 0.0 : within ? BRANCH_WITHIN * count : count;
    }
    bool idle = idle_for_nothing(r, s);
    work -= idle ? 1.0 : 0.0;
    double cost = 2.0 * s->stages + 1.5 * (work - s->stages);
    cost += (r->mirrored != 0 ? 0.5 : 0.35) * uneven;
    cost += 0.01 * s->registers;
    /* Registers above 16. The weights are such that one stage less does not pay for them where
     * lines are tiles, and hardly elsewhere: 512 points in tiles took 1138 us as 32 16, 1052 as 16
     * 8 4; 8192 points 518 us as 32 16 16, 574 as 16 8 8 8. */
    bool dense = r->dense && s->points >= 1024;
    bool light = fftc_line_short_dispatch(r) || r->mirrored != 0 || dense || r->large;
    double weight = light ? 0.35 : across ? 2.0 : 1.7;
    cost += s->registers > 16 ? weight * (s->registers - 16) / 16.0 : 0.0;
    cost += s->registers < 16 && s->points > 256 && across ? 0.02 * (16 - s->registers) : 0.0;
    /* With few lines, nothing else hides what an invocation does one after the other. */
    cost += r->lines < SHORT_LINES ? 0.1 * (idle ? s->registers / 2 : s->registers) : 0.0;
    cost += dense && !across && s->registers < 32 && s->points > 1024 ? 0.6 : 0.0;
    /* Alone on its multiprocessor: 4 lines of 4096 points in 1024 invocations of 16 took 1430 us
     * with the pass before them, 1388 in 512 of 32. */
    cost += (r->large || fftc_line_paired_large(r, s)) && s->registers < 32 ? 1.0 : 0.0;
    cost += dense ? 0.0 : 0.02 * (fftc_line_stage_butterflies(s, s->radix[0]) - 1);
    for (uint32_t i = 0; i < s->stages; ++i) {
        cost += 0.001 * s->radix[i] + (s->radix[i] < 5 ? 0.012 : 0.0);
        /* 243 points took 681 us as 27 9, 543 as 9 9 3. */
        cost += s->radix[i] == 27 && s->points < 512 ? 1.0 : 0.0;
    }
    if (!worth_gathering(r, s) && !worth_rows(r, s)) {
        cost += s->invocations < 8 ? 0.4 * (8 - s->invocations) : 0.0;
        /* Each invocation of a subgroup would read a line of its own: 32 points took five times as
         * long. */
        cost += s->stages == 1 && s->points > 8 ? 2.0 : 0.0;
    }
    cost += s->registers < 8 && s->points > 64 ? 0.2 * (8 - s->registers) : 0.0;
    return cost;
}

static uint32_t registers_limit(const fftc_line_request *r)
{
    uint32_t most = r->complex_words > 2 ? FFTC_LINE_REGISTERS_MAX / 2 : FFTC_LINE_REGISTERS_MAX;
    return r->registers != 0 && r->registers < most ? r->registers : most;
}

/* Whether the mirrored stage's butterflies come in pairs: kernel/line.h. */
static bool mirrors(const fftc_line_request *r, const fftc_line_schedule *s)
{
    uint32_t radix = s->radix[r->mirrored_load ? 0 : s->stages - 1];
    if (r->mirrored == 0 || (r->mirrored == 1 && radix == s->points)) {
        return true;
    }
    return fftc_line_stage_butterflies(s, radix) % 2 == 0 &&
           (r->mirrored == 1 || s->points / radix % 2 == 0);
}

/* What mirrored lines cost in addition.
 *
 * - Pairs need registers for two butterflies at once: 512 points at 32 an invocation took 165
 *   registers, and a sixth longer than a copy. Long lines are worth it: 4096 points took 670 us as
 *   8 8 8 8, 546 as 16 16 16, and pairs of lines of 256 points 1440 us, with the pass before, as
 *   8 8 4, 1229 as 16 16.
 * - Few butterflies of a large radix are better than many of a small one, since the place of each
 *   pair is computed.
 * - Half spectra, whose rows begin anywhere, should be read in runs of 16 numbers: 128 points took
 *   585 us with 8 invocations, 526 with 16. Of shorter lines, 40 points took 736 us with 5 and 600
 *   with 10, 48 points 636 with 6 and 587 with 12, 63 points 749 with 7 and 633 with 11. */
static double mirror_cost(const fftc_line_request *r, const fftc_line_schedule *s)
{
    uint32_t pairs =
        fftc_line_stage_butterflies(s, s->radix[r->mirrored_load ? 0 : s->stages - 1]) / 2;
    uint32_t run = s->points >= 128 ? 16 : s->points > ROWS_POINTS && s->complex_words == 2 ? 9 : 0;
    bool narrow = r->mirrored == 1 && !r->mirrored_load && s->invocations < run;
    bool crowded =
        s->registers > 16 && s->points < (r->mirrored == 1 ? 4096 : 256) && !worth_rows(r, s);
    return r->mirrored == 0 ? 0.0 : 0.1 * pairs + (crowded ? 2.5 : 0.0) + (narrow ? 2.5 : 0.0);
}

/* What neighbouring invocations load of a plane should be at least a sector. */
#define SECTOR_BYTES 32u

/* Puts the stages of a plane's rows first, in falling order, then those of its columns, whose
 * radices are marked in `mask`. */
static void order_plane(fftc_line_schedule *s, uint32_t mask)
{
    uint32_t sorted[FFTC_LINE_STAGES_MAX];
    uint32_t count = 0;
    for (uint32_t columns = 0; columns < 2; ++columns) {
        s->plane_stage = count;
        for (uint32_t i = 0; i < s->stages; ++i) {
            if ((mask >> i & 1) == columns) {
                sorted[count++] = s->radix[i];
            }
        }
    }
    memcpy(s->radix, sorted, count * sizeof sorted[0]);
}

static uint32_t bits(uint32_t mask)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1) {
        ++count;
    }
    return count;
}

/* A mask of radices that can be those of the columns, as few as possible; 0 if there are none. */
static uint32_t columns_of(const fftc_line_schedule *s, uint32_t rows)
{
    uint32_t best = 0;
    for (uint32_t mask = 1; mask + 1 < 1u << s->stages; ++mask) {
        uint32_t product = 1;
        for (uint32_t i = 0; i < s->stages; ++i) {
            product *= (mask >> i & 1) != 0 ? s->radix[i] : 1;
        }
        bool fewer = best == 0 || bits(mask) < bits(best);
        best = product == rows && fewer ? mask : best;
    }
    return best;
}

void fftc_line_order_plane(fftc_line_schedule *s)
{
    order_plane(s, columns_of(s, s->plane));
}

/* Whether the schedule can be that of a plane, if one is asked for. */
static bool makes_plane(const fftc_line_request *r, const fftc_line_schedule *s)
{
    return r->plane == 0 || (fftc_power_of_two(s->points) && fftc_power_of_two(s->invocations) &&
                             s->invocations / r->plane * r->complex_words * 4 >= SECTOR_BYTES &&
                             columns_of(s, r->plane) != 0);
}

static void try_invocations(search *f, uint32_t invocations)
{
    fftc_line_schedule *s = &f->trial;
    if (invocations > f->request->invocations_max) {
        return;
    }
    s->invocations = invocations;
    if (whole_lines_only(s->radix[0]) && !worth_gathering(f->request, s) &&
        !worth_rows(f->request, s)) {
        return;
    }
    s->registers = registers_of(s);
    if (worth_rows(f->request, s)) {
        uint32_t items = fftc_ceil_div(s->points + 1, invocations);
        s->registers = items > s->registers ? items : s->registers;
    }
    if (s->registers > registers_limit(f->request) || (s->stages == 1 && invocations != 1) ||
        !mirrors(f->request, s) || !makes_plane(f->request, s) ||
        (f->request->line_invocations != 0 && f->request->line_invocations != invocations)) {
        return;
    }
    double cost = cost_of(f->request, s) + mirror_cost(f->request, s);
    if (cost < f->least) {
        f->least = cost;
        f->best = *s;
    }
}

/* Whether more stages could cost less than what there is: cost_of is at least 2 for each. */
static bool hopeless(const search *f, uint32_t stages)
{
    return 2.0 * stages >= f->least;
}

/* The radices in the order in which they are tried: `i` from 2 to FFTC_LINE_RADIX_MAX. */
static uint32_t radix_of(const fftc_line_request *r, uint32_t i)
{
    return r->mirrored_load ? i : FFTC_LINE_RADIX_MAX + 2 - i;
}

/* All radix lists in falling order (in rising order where loads are mirrored) whose
 * product is the points. */
static void try_radices(search *f, uint32_t from, uint32_t left)
{
    fftc_line_schedule *s = &f->trial;
    if (left == 1) {
        for (uint32_t i = 0; i < s->stages && !hopeless(f, s->stages); ++i) {
            uint32_t total = s->points / s->radix[i];
            if (i != 0 && s->radix[i] == s->radix[i - 1]) {
                continue; /* a permutation of radices that were tried */
            }
            for (uint32_t held = 1; held * s->radix[i] <= FFTC_LINE_REGISTERS_MAX; ++held) {
                try_invocations(f, fftc_ceil_div(total, held));
            }
        }
        return;
    }
    if (s->stages == FFTC_LINE_STAGES_MAX || hopeless(f, s->stages + 1)) {
        return;
    }
    for (uint32_t i = from; i <= FFTC_LINE_RADIX_MAX; ++i) {
        /* A mirrored stage holds two butterflies: it gets the smallest radix. */
        uint32_t radix = radix_of(f->request, i);
        if (left % radix == 0 && !out_of_place(f->request, radix)) {
            s->radix[s->stages++] = radix;
            try_radices(f, i, left / radix);
            s->radix[--s->stages] = 1;
        }
    }
}

bool fftc_line_radices(const fftc_line_request *request, fftc_line_schedule *schedule)
{
    search f = {.request = request, .trial = *schedule, .least = 1e30};
    if (request->points == 1) {
        f.trial.stages = 1;
        try_invocations(&f, 1);
    } else {
        try_radices(&f, 2, request->points);
    }
    if (f.least >= 1e30) {
        return false;
    }
    *schedule = f.best;
    return true;
}
