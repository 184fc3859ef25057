/* SPDX-License-Identifier: MIT */
#include "device/line_layout.h"

#define BANKS 32u

static uint32_t address(const fftc_line_schedule *s, uint32_t line, uint32_t position)
{
    return line * s->stride + position + (position >> s->pad_log2);
}

uint32_t fftc_line_round_points(const fftc_line_schedule *s)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->stages; ++i) { /* the first one too: convolutions go back */
        uint32_t block = fftc_line_block(s, s->radix[i]);
        most = block > most ? block : most;
    }
    return most;
}

uint32_t fftc_line_stride_least(const fftc_line_schedule *s)
{
    return address(s, 0, fftc_line_round_points(s) - 1) + 1;
}

uint32_t fftc_line_shared_words(const fftc_line_schedule *schedule)
{
    return fftc_line_crosses(schedule) ? schedule->words * schedule->count * schedule->stride : 1;
}

uint32_t fftc_line_barriers(const fftc_line_schedule *schedule)
{
    uint32_t each = 2 * (schedule->complex_words / schedule->words);
    uint32_t all = schedule->gathered != 0 ? 2 * each : 0;
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        uint32_t radix = schedule->radix[i];
        all += each * fftc_ceil_div(radix, fftc_line_part(schedule, radix));
    }
    return all == 0 ? 0 : all - 1;
}

/* The conflicts of one access by 32 invocations: the words that the busiest bank has to give, less
 * one. All words are different, because a slot is another position for every invocation of a line,
 * and lines do not overlap. */
static uint32_t request_conflicts(const uint32_t *words, uint32_t count)
{
    uint32_t load[BANKS] = {0};
    uint32_t most = 1;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t rounds = ++load[words[i] % BANKS];
        most = rounds > most ? rounds : most;
    }
    return most - 1;
}

/* Who invocation i is. */
static void place(const fftc_line_schedule *s, bool across, uint32_t i, uint32_t *line, uint32_t *t)
{
    *line = across ? i % s->count : i / s->invocations;
    *t = across ? i / s->count : i % s->invocations;
}

/* Which t of a plane an invocation loads, as the kernel's fftc_line_place_in. */
static uint32_t loaded(const fftc_line_schedule *s, uint32_t t)
{
    uint32_t beside = s->invocations / s->plane;
    return t % beside * s->plane + t / beside;
}

/* What a subgroup of 32 accesses in one crossing, on one side of it, with one butterfly of each
 * invocation. */
typedef struct access {
    uint32_t line[BANKS];
    uint32_t position[BANKS]; /* of element 0 */
    uint32_t there;           /* how many invocations have one */
    uint32_t least;           /* of the positions */
    uint32_t most;
    uint32_t odd;  /* bits that any of the positions has */
    uint32_t step; /* from element to element */
} access;

/* One side of a crossing: of the stage that gives, or of the one that takes. */
typedef struct side {
    uint32_t radix;
    uint32_t before; /* the product of the radices before it, where it gives */
    bool gives;
    bool across;
    uint32_t end; /* of the first round's positions: the only ones that are looked at */
} side;

/* The accesses of a schedule, in the order in which they are looked at. Layouts that are compared
 * have the same ones, and finding one takes as long as counting its conflicts, so the first ones
 * are kept. */
#define KEPT_MAX 64u

typedef struct accesses {
    uint32_t kept;
    uint32_t next;
    access list[KEPT_MAX];
} accesses;

static access find_access(const fftc_line_schedule *s, const side *of, uint32_t first, uint32_t j)
{
    const uint32_t radix = of->radix;
    const uint32_t before = of->before;
    uint32_t all = s->count * s->invocations;
    uint32_t last = first + BANKS < all ? first + BANKS : all;
    access a = {.least = UINT32_MAX, .step = of->gives ? before : s->points / radix};
    for (uint32_t i = first; i < last; ++i) {
        uint32_t t;
        place(s, of->across, i, &a.line[a.there], &t);
        t = of->gives && before == 1 && s->plane != 0 ? loaded(s, t) : t;
        uint32_t b = t + j * s->invocations;
        uint32_t at = of->gives ? b / before * before * radix + b % before : b;
        if (b < s->points / radix) {
            a.position[a.there++] = at;
            a.least = at < a.least ? at : a.least;
            a.most = at > a.most ? at : a.most;
            a.odd |= at;
        }
    }
    return a;
}

/* Whether each element k is at element 0 plus a constant. Such elements are in other banks, but
 * have equal conflicts. */
static bool alike(const fftc_line_schedule *s, const access *a)
{
    uint32_t below = (1u << s->pad_log2) - 1; /* positions between two paddings */
    return s->pad_log2 == 31 || (a->step & below) == 0 || (a->odd & below) == 0;
}

/* The conflicts of the elements that are `ahead` positions behind element 0, as far as they belong
 * to this round. */
static uint32_t element_conflicts(const fftc_line_schedule *s, const access *a, uint32_t ahead,
                                  uint32_t end)
{
    uint32_t words[BANKS];
    uint32_t used = 0;
    for (uint32_t i = 0; i < a->there; ++i) {
        uint32_t at = a->position[i] + ahead;
        words[used] = address(s, a->line[i], at);
        used += at < end;
    }
    return request_conflicts(words, used);
}

/* The conflicts of an access, of all elements of the butterflies. */
static uint64_t access_conflicts(const fftc_line_schedule *s, const side *of, const access *a)
{
    bool same = alike(s, a);
    uint32_t of_all = UINT32_MAX; /* of an element that is there in all: not known yet */
    uint64_t conflicts = 0;
    for (uint32_t k = 0; k < of->radix && a->least + k * a->step < of->end; ++k) {
        bool whole = same && a->most + k * a->step < of->end;
        if (!whole || of_all == UINT32_MAX) {
            uint32_t one = element_conflicts(s, a, k * a->step, of->end);
            of_all = whole ? one : of_all;
            conflicts += one;
        } else {
            conflicts += of_all;
        }
    }
    return conflicts;
}

/* Conflicts of one subgroup of 32; stops above `limit`. */
static uint64_t side_conflicts(const fftc_line_schedule *s, const side *of, uint32_t first,
                               uint64_t limit, accesses *known)
{
    uint32_t count = fftc_line_stage_butterflies(s, of->radix);
    uint64_t conflicts = 0;
    for (uint32_t j = 0; j < count && conflicts <= limit; ++j) {
        uint32_t number = known->next++;
        if (number < known->kept) {
            conflicts += access_conflicts(s, of, &known->list[number]);
            continue;
        }
        access a = find_access(s, of, first, j);
        if (number < KEPT_MAX) {
            known->list[known->kept++] = a;
        }
        conflicts += access_conflicts(s, of, &a);
    }
    return conflicts;
}

/* Counts the conflicts of subgroups 0, step, 2 step, ...; stops above `limit`. */
static uint64_t conflicts_sampled(const fftc_line_schedule *s, uint32_t step, uint64_t limit,
                                  accesses *known)
{
    uint64_t conflicts = 0;
    uint32_t before = 1;
    known->next = 0;
    for (uint32_t i = 0; i + 1 < s->stages; ++i) {
        uint32_t end = fftc_line_block(s, s->radix[i + 1]);
        bool stores_across = s->store_across != 0;
        bool across = i == 0 ? s->load_across != 0 : stores_across;
        const side give = {s->radix[i], before, true, across, end};
        const side take = {s->radix[i + 1], 1, false, stores_across, end};
        for (uint32_t first = 0; first < s->count * s->invocations; first += step * BANKS) {
            conflicts += side_conflicts(s, &give, first, limit - conflicts, known);
            if (conflicts <= limit) {
                conflicts += side_conflicts(s, &take, first, limit - conflicts, known);
            }
            if (conflicts > limit) {
                return conflicts;
            }
        }
        before *= s->radix[i];
    }
    return conflicts;
}

/* Conflicts of gathered lines come only from the side where all invocations are side by side. On
 * the other one each has its own line in another bank, since strides are odd. */
static uint64_t gathered_conflicts(const fftc_line_schedule *s)
{
    uint64_t conflicts = 0;
    uint32_t words[BANKS];
    for (uint32_t k = 0; k < s->points; ++k) {
        for (uint32_t first = 0; first < s->count; first += BANKS) {
            uint32_t there = s->count - first < BANKS ? s->count - first : BANKS;
            for (uint32_t i = 0; i < there; ++i) {
                uint32_t e = first + i + k * s->count;
                words[i] = e / s->points * s->stride + e % s->points;
            }
            conflicts += 2 * request_conflicts(words, there); /* once when given, once when taken */
        }
    }
    return conflicts;
}

uint64_t fftc_line_conflicts(const fftc_line_schedule *schedule)
{
    accesses known;
    known.kept = 0;
    return schedule->gathered != 0 ? gathered_conflicts(schedule)
                                   : conflicts_sampled(schedule, 1, UINT64_MAX, &known);
}

void fftc_line_pad(fftc_line_schedule *s, uint32_t words_max)
{
    static const uint32_t pads[] = {31, 5, 4, 3, 2, 6, 7, 8, 9, 10};
    uint32_t some = s->plane != 0 ? 10 : 5; /* of planes neighbours stand further apart */
    uint32_t subgroups = fftc_ceil_div(s->count * s->invocations, BANKS);
    uint32_t step = subgroups > 2 ? subgroups / 2 : 1;
    fftc_line_schedule best = *s;
    uint64_t least = UINT64_MAX;
    accesses known;
    known.kept = 0;
    for (uint32_t p = 0; p < some && least != 0; ++p) {
        s->pad_log2 = pads[p];
        s->stride = 0;
        uint32_t stride = fftc_line_stride_least(s);
        for (uint32_t extra = 0; extra < BANKS && least != 0; ++extra) {
            s->stride = stride + extra;
            bool fits = (uint64_t)s->words * s->count * s->stride <= words_max;
            uint64_t conflicts = fits ? conflicts_sampled(s, step, least, &known) : UINT64_MAX;
            if (conflicts < least) {
                least = conflicts;
                best = *s;
            }
            if (s->count == 1 || !fits) {
                break;
            }
        }
    }
    *s = best;
}
