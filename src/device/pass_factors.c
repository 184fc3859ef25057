/* SPDX-License-Identifier: MIT */
#include "device/pass_factors.h"

#include <string.h>

#include "device/line_large_radices.h"
#include "device/line_radices.h"

/* Bytes that lines side by side should make: on an H200, columns in tiles of half as much take up
 * to a third longer, in tiles of twice as much hardly less time. */
#define TILE_BYTES 128u
/* In rows of so many bytes or more, pieces of one sector cost more than a workgroup that is alone
 * on its multiprocessor: on an H200 columns of 2048 points, four at a time, took 581 us with rows
 * of 8 KB and some 730 of 32 KB; eight at a time 634 and 690. */
#define FAR_BYTES 16384u
/* The most points of one of several passes: beyond that, a workgroup holds only narrow tiles. */
#define PASS_POINTS_MAX 2048u
/* One line's numbers may take at most five eighths of a multiprocessor's 65536 registers, or there
 * is no room for what is computed beside them: on an H200 16384 points of double, 64 registers in
 * each of 1024 invocations, took 1805 us in one pass and 1046 in two; 20480 of float 1468 and 1101;
 * 20000 of float, with 40 registers in each of 1000, 925 and 1160. */
#define LINE_WORDS_MAX 40960u
/* A little more for lines of double that leave some invocations idle in some stages, since these
 * hold fewer numbers than that counts; but only as long as each invocation gets 80 registers. In
 * one pass and in two on an H200: 8448 points 837 and 1070 us, 8640 828 and 1098, 8820 970 and
 * 1053, 9216 943 and 1033, 9408 939 and 1031; but 10240 1224 and 1060, 10290 1164 and 1051, 10368
 * 1370 and 1119, 9261, in six stages, 1783 and 1202. */
#define DOUBLE_POINTS_MAX 9472u
#define DOUBLE_WORDS_MAX 49152u
#define DOUBLE_INVOCATIONS_MAX 784u
#define DOUBLE_STAGES_MAX 5u
/* Lengths that are one pass of double by measurement: 10800 points took 1057 and 1065 us, 11520
 * 1053 and 1179; but 11264 1631 and 1039, 12000 1698 and 1062. */
static const uint32_t double_in_one_pass[] = {10800, 11520};
/* With so many numbers of float in an invocation, a line takes one pass only if each invocation
 * gets 128 registers: 16384 points, 32 numbers in each of 512, are right in one pass, 614 us;
 * 18000, as many in each of 600, took 1389 us, and 1173 in two passes. */
#define MANY_REGISTERS 30u
#define FEW_INVOCATIONS 512u
/* Ways of several passes that are compared, for rows of half spectra and for few points. */
#define PAIRED_WAYS 8u
/* A last pass of few points, whose workgroups hold fewer numbers than that, waits for memory:
 * columns of 8192 points beside half spectra took 530 and 593 us on an H200 as 256 and 32, back 530
 * and 725; 529 and 539 as 128 and 64, back 528 and 556. 13500 points of double took 1277 us as 225
 * and 60, 1094 as 135 and 100. Worth as much as a better way may cost more. */
#define FEW_POINTS 64u
#define FEW_NUMBERS 1536u
#define FEW_COST 0.03

uint32_t fftc_factors_tile(uint32_t element_bytes)
{
    return TILE_BYTES / element_bytes;
}

fftc_line_request fftc_factors_request(const fftc_pass_limits *limits, uint32_t element_bytes,
                                       uint64_t points, uint64_t lines)
{
    return (fftc_line_request){.points = (uint32_t)points,
                               .complex_words = element_bytes / 4,
                               .lines = lines,
                               .tile = 1,
                               .invocations_max = limits->invocations_max,
                               .shared_bytes = limits->shared_bytes,
                               .subgroup_size = limits->subgroup_size,
                               .subgroups_max = limits->subgroups_max,
                               .registers = limits->passes.registers,
                               .invocations = limits->passes.invocations,
                               .line_invocations = limits->passes.line_invocations};
}

fftc_line_request fftc_factors_request_pass(const fftc_pass_limits *limits, uint32_t element_bytes,
                                            const fftc_factors_pass *pass)
{
    bool whole = pass->points == pass->all;
    const fftc_loops *l = pass->beside;
    fftc_line_request request =
        fftc_factors_request(limits, element_bytes, pass->points, pass->lines);
    request.load_across = whole ? l->digits > 0 && l->src[0] < pass->src_stride : true;
    request.store_across = whole ? l->digits > 0 && l->dst[0] < pass->dst_stride
                                 : pass->before > 1 || pass->across != 0;
    if (request.load_across || request.store_across) {
        uint64_t beside = whole               ? l->count[0]
                          : pass->across != 0 ? pass->lines
                                              : pass->all / pass->points;
        uint32_t tile = fftc_factors_tile(element_bytes);
        request.tile = beside < tile ? (uint32_t)beside : tile;
        request.wide = pass->wide && beside >= 2 * (uint64_t)tile;
        request.large = pass->large;
    }
    return request;
}

/* With pixels an invocation holds its points in all channels, and little more than 32 complex
 * numbers fit its registers: of three channels ten points of each. Tiles then have eight lines,
 * which are whole sectors of halves, or four if workgroups would be fewer than the multiprocessors
 * of a large device, by half as many again. On an H200 the first dispatch of three channels took,
 * 1280 x 720 pixels by 512 points: with 16 points in an invocation 32 us by 16 lines, with 8 points
 * 15 by 8 lines and 14 by 4; 1920 x 1080 by 810 points 31 by 8 lines and 41 by 4. */
#define PIXEL_NUMBERS 32u
#define PIXEL_LINES 24u /* channels times lines */
#define PIXEL_LINES_FEW 4u
#define PIXEL_GROUPS 192u

void fftc_factors_fit_pixels(const fftc_pass_limits *limits, fftc_line_request *request)
{
    if (limits->channels == 0) {
        return;
    }
    uint32_t most = PIXEL_NUMBERS / limits->channels;
    uint64_t lines = request->lines / limits->channels;
    uint32_t tile = request->tile;
    while (tile > PIXEL_LINES_FEW &&
           (tile * limits->channels > PIXEL_LINES || lines / tile < PIXEL_GROUPS)) {
        tile /= 2;
    }
    request->tile = tile;
    request->alone = true;
    request->registers =
        request->registers != 0 && request->registers < most ? request->registers : most;
    request->invocations =
        request->invocations != 0 ? request->invocations : FFTC_LINE_USUAL_INVOCATIONS;
}

/* The search for an axis's passes. */
typedef struct search {
    const fftc_pass_limits *limits;
    uint32_t element_bytes;
    fftc_factors trial;
    fftc_factors *list; /* the best so far, in rising order of cost */
    uint32_t most;      /* the most entries of the list */
    uint32_t count;
    double cost[PASS_POINTS_MAX + 1]; /* of a pass of so many points; 0: not known yet */
    uint32_t divisors;                /* of all points, rising, from 2 on */
    uint32_t divisor[PASS_POINTS_MAX];
} search;

/* What one of several passes costs; the unit is a pass over memory. It is 1, and more where tiles
 * are narrow or stages many. The batch counts as long, whatever it is. Negative if there is no
 * way. */
static double pass_cost(const search *f, uint64_t points)
{
    fftc_line_request request =
        fftc_factors_request(f->limits, f->element_bytes, points, UINT32_MAX);
    fftc_line_schedule s;
    request.tile = fftc_factors_tile(f->element_bytes);
    request.load_across = true;
    request.draft = true;
    if (points > PASS_POINTS_MAX || !fftc_line_plan(&request, &s)) {
        return -1.0;
    }
    double width = (double)s.count / request.tile;
    double cost = 1.0 + 0.02 * s.stages + 0.001 * s.registers;
    /* On an H200 a pass of 1024 points in tiles of 64 bytes takes a tenth longer than one in tiles
     * of 128; one of 2048 in tiles of 32 takes 1.4 times as long. */
    cost += width < 1.0 ? 0.03 * (1.0 / width / width - 1.0) : 0.0;
    /* With that much shared memory, a multiprocessor of an H200 has room for one workgroup: see
     * line_plan.c. */
    cost += fftc_line_shared_words(&s) > f->limits->shared_bytes / 10 ? 0.35 : 0.0;
    cost += s.rounds > 2 ? 0.3 * (s.rounds - 2) : 0.0;
    return cost;
}

static void find_divisors(search *s, uint64_t points)
{
    for (uint32_t d = 2; d <= PASS_POINTS_MAX && d <= points; ++d) {
        if (points % d == 0) {
            s->divisor[s->divisors++] = d;
        }
    }
}

/* Moves a factor to an earlier place, and those from there on behind it. */
static void bring_forward(uint64_t *points, uint32_t from, uint32_t to)
{
    const uint64_t moved = points[from];
    memmove(points + to + 1, points + to, (from - to) * sizeof *points);
    points[to] = moved;
}

static void sort(uint64_t *points, uint32_t count, bool longest_first)
{
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t to = i;
        while (to > 0 &&
               (longest_first ? points[to - 1] < points[i] : points[to - 1] > points[i])) {
            --to;
        }
        bring_forward(points, i, to);
    }
}

/* What a way must cost less than. */
static double bar(const search *s)
{
    return s->count == s->most ? s->list[s->count - 1].cost : 1e30;
}

/* Inserts a set of factors, sorted with the longest first, unless it is there already. 2^21 points
 * took 1297 us on an H200 as 2048 1024, 1347 as 1024 2048. */
static void insert(search *s)
{
    fftc_factors f = s->trial;
    sort(f.points, f.count, true);
    for (uint32_t i = 0; i < s->count; ++i) {
        if (f.count == s->list[i].count &&
            memcmp(f.points, s->list[i].points, f.count * sizeof f.points[0]) == 0) {
            return;
        }
    }
    s->count += s->count < s->most;
    uint32_t at = s->count - 1;
    for (; at > 0 && f.cost < s->list[at - 1].cost; --at) {
        s->list[at] = s->list[at - 1];
    }
    s->list[at] = f;
}

static void split(search *s, uint64_t left)
{
    fftc_factors *trial = &s->trial;
    if (trial->count == FFTC_AXIS_PASSES_MAX || trial->cost + 1.0 >= bar(s)) {
        return;
    }
    for (uint32_t i = 0; i < s->divisors && s->divisor[i] <= left; ++i) {
        uint64_t points = s->divisor[i];
        if (left % points != 0) {
            continue;
        }
        if (s->cost[points] == 0.0) {
            s->cost[points] = pass_cost(s, points);
        }
        double cost = s->cost[points];
        if (cost < 0.0 || trial->cost + cost >= bar(s)) {
            continue;
        }
        trial->points[trial->count++] = points;
        trial->cost += cost;
        if (points == left) {
            insert(s);
        } else {
            split(s, left / points);
        }
        trial->cost -= cost;
        --trial->count;
    }
}

bool fftc_factors_wished(const fftc_pass_limits *limits, int axis, uint64_t points,
                         fftc_factors *factors)
{
    uint64_t product = 1;
    if (limits->choices == NULL || limits->choices->axis[axis].count == 0) {
        return false;
    }
    const fftc_axis_choice *wish = &limits->choices->axis[axis];
    const uint64_t least = wish->count > 1 ? 2 : 1; /* several passes all do something */
    *factors = (fftc_factors){.count = wish->count};
    for (uint32_t i = 0; i < wish->count; ++i) {
        bool fits = wish->points[i] >= least && product <= points / wish->points[i];
        product *= fits ? wish->points[i] : 0;
        factors->points[i] = wish->points[i];
    }
    if (product == points && limits->used != NULL) {
        *limits->used |= 1U << axis;
    }
    return product == points;
}

uint32_t fftc_factors_list(const fftc_pass_limits *limits, uint32_t element_bytes, uint64_t points,
                           fftc_factors *list, uint32_t most)
{
    search whole = {.limits = limits, .element_bytes = element_bytes, .list = list, .most = most};
    find_divisors(&whole, points);
    split(&whole, points);
    return whole.count;
}

static bool measured_in_one_pass(const fftc_line_schedule *s)
{
    bool found = false;
    for (size_t i = 0; i < sizeof double_in_one_pass / sizeof double_in_one_pass[0]; ++i) {
        found = found || (s->complex_words == 4 && s->points == double_in_one_pass[i]);
    }
    return found;
}

/* Whether a multiprocessor has registers for one line. */
static bool registers_suffice(const fftc_line_schedule *s)
{
    bool crowded =
        s->complex_words == 2 && s->registers >= MANY_REGISTERS && s->invocations > FEW_INVOCATIONS;
    uint64_t words = (uint64_t)s->invocations * s->registers * s->complex_words;
    bool idle = s->complex_words == 4 && s->points <= DOUBLE_POINTS_MAX &&
                s->invocations <= DOUBLE_INVOCATIONS_MAX && s->stages <= DOUBLE_STAGES_MAX;
    return measured_in_one_pass(s) || fftc_line_has_large_radices(s) ||
           (!crowded && words <= (idle ? DOUBLE_WORDS_MAX : LINE_WORDS_MAX));
}

/* Whether a workgroup would hold only a narrow tile of columns that are side by side: on an H200
 * 4096 columns of 4096 points took 1490 us two at a time, where a pass in tiles of 128 bytes takes
 * 530. */
static bool too_narrow(fftc_line_request request, uint32_t element_bytes, uint64_t across)
{
    fftc_line_schedule s;
    uint32_t tile = fftc_factors_tile(element_bytes);
    request.tile = across < tile ? (uint32_t)across : tile;
    request.load_across = true;
    return request.points > PASS_POINTS_MAX && request.tile > 1 &&
           !(fftc_line_plan(&request, &s) && s.count >= request.tile);
}

uint32_t fftc_factors_columns(const fftc_pass_limits *limits, uint32_t element_bytes,
                              uint64_t points, uint32_t item_bytes, uint64_t row_bytes, bool *large)
{
    uint32_t tile = fftc_factors_tile(element_bytes);
    fftc_line_request request = fftc_factors_request(limits, element_bytes, points, UINT32_MAX);
    fftc_line_schedule s;
    request.tile = tile;
    request.load_across = true;
    request.draft = true;
    if (points > UINT32_MAX || !fftc_line_plan(&request, &s)) {
        return 0;
    }
    uint64_t sectors = row_bytes >= FAR_BYTES ? 2 : 1; /* how many sectors a piece should have */
    fftc_line_schedule other;
    request.large = true;
    *large = s.count * item_bytes < sectors * FFTC_FACTORS_SECTOR_BYTES &&
             fftc_line_plan(&request, &other) && other.count > s.count;
    if (*large) {
        s = other;
    }
    return s.rounds <= 2 && s.count * item_bytes >= FFTC_FACTORS_SECTOR_BYTES && s.count < tile &&
                   tile % s.count == 0
               ? s.count
               : 0;
}

/* The lines of a last pass. */
static bool plan_last(const fftc_pass_limits *limits, uint32_t element_bytes, uint64_t points,
                      fftc_line_schedule *s)
{
    fftc_line_request request = fftc_factors_request(limits, element_bytes, points, UINT32_MAX);
    request.tile = fftc_factors_tile(element_bytes);
    request.load_across = true;
    request.store_across = true;
    request.draft = true;
    return fftc_line_plan(&request, s);
}

/* In place of two passes of which the second has few points, two of which it has more, in
 * invocations that all have as many. */
static void avoid_few(const fftc_pass_limits *limits, uint32_t element_bytes, uint64_t points,
                      fftc_factors *best)
{
    fftc_factors list[PAIRED_WAYS];
    fftc_line_schedule s;
    if (best->count != 2 || best->points[1] >= FEW_POINTS ||
        !plan_last(limits, element_bytes, best->points[1], &s) ||
        s.count * s.points >= FEW_NUMBERS) {
        return;
    }
    uint32_t ways = fftc_factors_list(limits, element_bytes, points, list, PAIRED_WAYS);
    for (uint32_t i = 0; i < ways; ++i) {
        if (list[i].count == 2 && list[i].points[1] >= FEW_POINTS &&
            list[i].cost < best->cost + FEW_COST &&
            plan_last(limits, element_bytes, list[i].points[1], &s) &&
            s.invocations * s.registers == s.points && s.count * s.points >= FEW_NUMBERS) {
            *best = list[i];
            return;
        }
    }
}

bool fftc_factors_choose(const fftc_pass_limits *limits, uint32_t element_bytes, uint64_t points,
                         uint64_t lines, uint64_t across, bool plain, fftc_factors *best)
{
    fftc_line_schedule s;
    bool one = false;
    bool narrow = false;
    if (points <= UINT32_MAX) {
        fftc_line_request request = fftc_factors_request(limits, element_bytes, points, lines);
        request.draft = true;
        request.plain = plain && across == 0;
        one = fftc_line_plan(&request, &s) && s.rounds <= 3;
        narrow = one && too_narrow(request, element_bytes, across);
    }
    bool fits = one && !narrow && registers_suffice(&s);
    uint32_t ways = fits ? 0 : fftc_factors_list(limits, element_bytes, points, best, 1);
    if (ways == 0 && one) {
        *best = (fftc_factors){1, {points}, 1.0};
    }
    if (ways != 0) {
        avoid_few(limits, element_bytes, points, best);
    }
    return ways != 0 || one;
}

/* Of three passes, the one that writes half spectra should not have fewer points: its workgroups
 * hold too few numbers at a time. On an H200 2^21 real numbers took 1900 us as 256, 64 and 64, 1799
 * as 64, 64 and 256, and 1750 as 128, 64 and 128. (3000000 as 100, 100 and 150 2198, as 150, 100
 * and 100 1955.) 6000000 of double took 2865 us as 200, 150 and 100, 2960 as 240, 125 and 100, 2419
 * as 100, 150 and 200, 2056 as 120, 100 and 250 and 2124 as 100, 100 and 300. */
#define PAIRED_POINTS 96u
#define PAIRED_POINTS_DOUBLE 128u
/* Beyond so many points pieces are shorter again: 1784 us for 2^23 as 256, 128 and 128, 1864 as
 * 128, 128 and 256. */
#define PAIRED_POINTS_MOST 128u
#define PAIRED_COST 0.02
/* A pass between others writes short pieces: 2^22 took 1942 us as 64, 256 and 128, 1761 as 256, 64
 * and 128; 2^24 1910 as 256, 256 and 128, 1741 as 512, 128 and 128. */
#define BETWEEN_POINTS 256u
#define BETWEEN_COST 0.03
/* The pass of the pairs writes pieces shorter than a tile: 6000000 of double took 2381 us as 100,
 * 125 and 240, 8 lines at a time, 2119 as 100, 120 and 250, 16 lines at a time. */
#define NARROW_COST 0.015

/* The fewest points that the pass of the pairs should have. */
static uint64_t paired_points(uint32_t element_bytes)
{
    return element_bytes > sizeof(float[2]) ? PAIRED_POINTS_DOUBLE : PAIRED_POINTS;
}

void fftc_factors_arrange_pairs(uint64_t *points, uint32_t count, uint32_t element_bytes,
                                fftc_pass_pairs pairs)
{
    sort(points, count, false);
    uint32_t enough = 0;
    while (enough < count && points[enough] < paired_points(element_bytes)) {
        ++enough;
    }
    if (pairs == FFTC_PASS_PAIRS_STORED && count > 2 && enough < count) {
        bring_forward(points, enough, 0);
    }
}

/* What pairs of lines cost the pass that has them, beside what all passes cost without.
 *
 * Short pieces of half spectra: a workgroup that pairs lines has as many from either end, and rows
 * of half spectra begin anywhere. So a piece shorter than two sectors need not contain a whole one,
 * and sectors that are written in part are read first. On an H200 2^20 real numbers took 1634 us as
 * 1024 and 512, in pieces of 32 bytes, and 1427 as 2048 and 256, in pieces of 64, although the
 * first pass is the slower one. Workgroups that fill half of a multiprocessor
 * (fftc_line_paired_large) don't pay as much for them: 2^23 took 1861 us as 2048 and 2048, 1780 in
 * three passes, but on an H100, whose memory is slower, 2040 and 2385.
 *
 * Few registers: 2^23 of double took 3109 us as 2048 and 2048, back 2782, where each of 1024
 * invocations holds 16 numbers; in three passes 1633, and back 1531. 2000000 of double took 4063 us
 * as 1000 and 1000, where each of 800 holds 10 numbers, 1989 as 2000 and 500. */
#define PIECE_BYTES 64u
#define HALF_BYTES 4u /* of a complex number */
#define PIECE_COST 1.0
#define LARGE_BYTES ((uint64_t)128 << 10)
#define CROWDED_COST 2.5
/* Without pairs the lines are complex ones of twice the points. On an H200 45000 numbers took 2124
 * us so, 1303 in pairs as 150 and 150, which costs more than 250 and 90; 3000000, back, 2911 and
 * 1922. */
#define IMPOSSIBLE_COST 100.0
/* A multiprocessor's registers, and about how many an invocation has beside its numbers, in units
 * of a number's words. */
#define REGISTERS 65536u
#define REGISTERS_BESIDE 12u

/* Whether the invocations of a pair of tiles have too few registers. */
static bool pairs_crowd(const fftc_line_schedule *s)
{
    uint64_t invocations = (uint64_t)s->count * s->invocations;
    return invocations * (s->registers + REGISTERS_BESIDE) * s->complex_words > REGISTERS;
}

/* Whether the last pass writes halves in pieces of less than a sector. On an H200 2^23 real numbers
 * took 3737 us as 2048 and 2048, in pieces of 16 bytes, and 3001 in three passes; 2^21, in pieces
 * of 32 bytes, 2744 and 2913. Back, 2^21 took 2290 us as 1024 and 1024, and 2819 in three passes;
 * 2^22, whose last pass of 2048 points has pieces of 16 bytes, 3113 and 2834. */
static bool short_halves(const fftc_pass_limits *limits, uint32_t element_bytes,
                         const fftc_factors *f, const fftc_line_schedule *paired,
                         fftc_pass_pairs pairs)
{
    uint32_t lines = paired->count / 2;
    fftc_line_schedule last;
    if (pairs == FFTC_PASS_PAIRS_LOADED &&
        plan_last(limits, element_bytes, f->points[f->count - 1], &last)) {
        lines = last.count;
    }
    return lines * HALF_BYTES < FFTC_FACTORS_SECTOR_BYTES;
}

/* Plans the pass of the pairs, which the first factor gets that can, to the first place of the
 * sorted ones: beside an even number of other points, since each line is paired with another. */
static bool plan_pairs(const fftc_pass_limits *limits, uint32_t element_bytes, fftc_factors *f,
                       fftc_pass_pairs pairs, fftc_line_schedule *s)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < f->count; ++i) {
        all *= f->points[i];
    }
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint64_t points = f->points[i];
        fftc_line_request request = fftc_factors_request(limits, element_bytes, points, UINT32_MAX);
        request.tile = 2 * fftc_factors_tile(element_bytes);
        request.load_across = true;
        request.store_across = true;
        request.mirrored = 2;
        request.mirrored_load = pairs == FFTC_PASS_PAIRS_LOADED;
        request.draft = true;
        if (all / points % 2 == 0 && fftc_line_plan(&request, s)) {
            f->points[i] = f->points[0];
            f->points[0] = points;
            return true;
        }
    }
    return false;
}

static double pairs_cost(const fftc_pass_limits *limits, uint32_t element_bytes,
                         const fftc_factors *way, fftc_pass_pairs pairs, bool halves)
{
    fftc_factors f = *way;
    fftc_line_schedule s;
    bool stored = pairs == FFTC_PASS_PAIRS_STORED;
    double cost = 0.0;
    fftc_factors_arrange_pairs(f.points, f.count, element_bytes, pairs);
    if (!plan_pairs(limits, element_bytes, &f, pairs, &s)) {
        return IMPOSSIBLE_COST;
    }
    uint64_t bytes = (uint64_t)s.count * s.points * element_bytes;
    if (pairs_crowd(&s)) {
        cost += CROWDED_COST;
    }
    if (stored && s.count / 2 * element_bytes < PIECE_BYTES && bytes < LARGE_BYTES) {
        cost += PIECE_COST;
    }
    if (halves && short_halves(limits, element_bytes, &f, &s, pairs)) {
        cost += PIECE_COST;
    }
    if (stored && f.count > 2) {
        bool good =
            f.points[0] >= paired_points(element_bytes) && f.points[0] <= PAIRED_POINTS_MOST;
        cost += good ? 0.0 : PAIRED_COST;
        cost += s.count / 2 * element_bytes < TILE_BYTES ? NARROW_COST : 0.0;
        cost += f.points[1] >= BETWEEN_POINTS ? BETWEEN_COST : 0.0;
    }
    return cost;
}

bool fftc_factors_choose_pairs(const fftc_pass_limits *limits, uint32_t element_bytes,
                               uint64_t points, uint64_t lines, uint64_t across,
                               fftc_pass_pairs pairs, bool halves, fftc_factors *best)
{
    fftc_factors list[PAIRED_WAYS];
    if (!fftc_factors_choose(limits, element_bytes, points, lines, across, false, best)) {
        return false;
    }
    if (best->count == 1 || pairs == FFTC_PASS_PAIRS_NONE) {
        return true;
    }
    const uint32_t count = best->count;
    /* What a cache holds takes no longer in short pieces. */
    const bool much =
        fftc_factors_much(limits, points * lines * element_bytes, FFTC_FACTORS_MUCH_TIMES);
    uint32_t ways = fftc_factors_list(limits, element_bytes, points, list, PAIRED_WAYS);
    double least = best->cost + pairs_cost(limits, element_bytes, best, pairs, halves);
    for (uint32_t i = 0; i < ways; ++i) {
        double cost = list[i].cost + pairs_cost(limits, element_bytes, &list[i], pairs, halves);
        const bool may = list[i].count == count || much || least >= IMPOSSIBLE_COST;
        if (may && cost < 0.999 * least) {
            least = cost;
            *best = list[i];
        }
    }
    return true;
}
