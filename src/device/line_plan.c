/* SPDX-License-Identifier: MIT */
#include "device/line_plan.h"

#include "device/line_large_radices.h"
#include "device/line_layout.h"
#include "device/line_radices.h"

/* Bytes of data that a workgroup works on. Up to the first number nothing is limited. Beyond it,
 * less than a quarter of the data should be in shared memory at a time: NVIDIA's driver gives a
 * multiprocessor of an H200 hardly more shared memory than Vulkan allows one workgroup, 48 KB, and
 * memory is busy when it has 128 KB to move. So 4096 points took 562 us with half of their data in
 * shared memory and 516 with a quarter, 8192 points 672 and 518. Beyond the second number, two
 * workgroups would need more than half of the registers. */
#define MANY_BYTES 32768u
#define MOST_BYTES 65536u
/* A short dispatch should have so many workgroups. */
#define SHORT_GROUPS 64u
/* Shorter lines have little in shared memory. */
#define THIRDS_POINTS 1024u
#define HELD_MAX 8u /* factors of a stage: kernel/line.h */

static uint64_t data_bytes(const fftc_line_schedule *s, uint32_t count)
{
    return (uint64_t)4 * s->complex_words * s->points * count;
}

/* Whether a workgroup has too many lines, so that half as many should be tried. */
static bool too_many(const fftc_line_request *r, const fftc_line_schedule *s, uint32_t count)
{
    bool even = fftc_power_of_two(s->points);
    uint64_t bytes = data_bytes(s, count);
    if (fftc_line_paired(r) && even && r->invocations == 0 && s->stages > 1 && count > 8 &&
        count % 4 == 0) {
        return bytes > (fftc_line_paired_large(r, s) ? 2 * MOST_BYTES : MANY_BYTES);
    }
    if (r->invocations != 0 || s->stages == 1 || count < 2 || r->mirrored != 0) {
        return false;
    }
    /* Lengths that are not powers of two cross without rounds. Their tiles are narrow, so that
     * there is room for two workgroups: 10^6 points took 1516 us in tiles of 4, 1693 in tiles of
     * 8. */
    uint64_t room = r->shared_bytes * 2 / 5;
    return (even && bytes > (r->large ? 2 * MOST_BYTES : MOST_BYTES)) ||
           (!even && 4 * count > r->tile && bytes / 2 > room &&
            data_bytes(s, r->tile) / 8 <= room) ||
           (fftc_line_short_dispatch(r) && r->lines / count < SHORT_GROUPS);
}

/* The usual invocations of a workgroup. For half storage, small workgroups with little shared
 * memory: on an H200 1024 points took 551 us by 64 invocations and 572 by 32, 256 points 543 by 32,
 * 563 by 64 and 588 by 128. */
static uint32_t usual_invocations(const fftc_line_request *r, const fftc_line_schedule *s)
{
    if (r->dense && r->tile == 1 && s->points >= 128) {
        return s->invocations > 16 && r->mirrored == 0 ? 64 : 32;
    }
    return s->gathered != 0                  ? FFTC_LINE_USUAL_INVOCATIONS / 2
           : r->tile > 1 && r->mirrored == 0 ? 2 * FFTC_LINE_USUAL_INVOCATIONS
                                             : FFTC_LINE_USUAL_INVOCATIONS;
}

/* Whether tiles have 256 bytes instead of 128, which they do if a workgroup's data then stay below
 * their limit: 65536 points took 1054 us on an H200 in tiles of 128, 1033 in tiles of 256, 2^24
 * points 1666 and 1605. (128 points in tiles of 512 took longer than in tiles of 256.) */
static bool takes_two_tiles(const fftc_line_request *r, const fftc_line_schedule *s)
{
    uint32_t count = 2 * r->tile;
    return r->wide && r->tile > 1 && r->invocations == 0 && r->mirrored == 0 &&
           fftc_power_of_two(s->points) && count * s->invocations <= r->invocations_max &&
           data_bytes(s, count) <= MOST_BYTES;
}

/* Whether factors are loaded before the first crossing (kernel/line_held.h): only if all
 * invocations are busy in all stages. Beyond 64 workgroups it gained nothing on an H200 (2^20
 * points 14.1 us, both ways), since other workgroups work during the loads, and registers are
 * scarce. */
static bool holds(const fftc_line_request *r, const fftc_line_schedule *s)
{
    bool fits = s->stages > 1 && r->mirrored == 0;
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t radix = s->radix[i];
        uint32_t count = fftc_line_stage_butterflies(s, radix);
        fits = fits && radix * count * s->invocations == s->points &&
               (i == 0 || fftc_line_rows(radix) * count <= HELD_MAX);
    }
    return fits && fftc_line_short_dispatch(r) && r->lines / s->count <= SHORT_GROUPS;
}

/* As many lines as make a workgroup of the usual size, or a tile where lines are side by side. */
static uint32_t usual_count(const fftc_line_request *r, const fftc_line_schedule *s)
{
    uint32_t usual = r->invocations != 0 ? r->invocations : usual_invocations(r, s);
    uint32_t most = r->invocations_max / s->invocations;
    uint32_t count = usual / s->invocations;
    count = count < r->tile ? r->tile : count - count % (r->tile > 1 ? r->tile : 1);
    count = count < 2 * r->tile && takes_two_tiles(r, s) ? 2 * r->tile : count;
    count = count == 0 ? 1 : count;
    count = count > most ? most : count;
    while (r->tile > 1 && count < r->tile && count > 2 && r->tile % count != 0) {
        --count;
    }
    while (too_many(r, s, count)) {
        count /= 2;
    }
    return count > r->lines ? (uint32_t)r->lines : count;
}

/* Chooses the rounds of a crossing. Rounds cost barriers, and for lengths that are not powers of
 * two conditions too. */
static void choose_parts(const fftc_line_request *r, fftc_line_schedule *s, uint32_t count)
{
    bool mirrored = r->mirrored != 0 && r->complex_words != 2;
    bool dense = r->dense && r->tile == 1 && r->mirrored == 0 && s->points >= 512;
    bool many =
        (dense || data_bytes(s, count) >= MANY_BYTES) && !fftc_line_short_dispatch(r) && !mirrored;
    bool even = fftc_power_of_two(s->points) && fftc_power_of_two(s->invocations);
    uint64_t whole = (uint64_t)s->complex_words * count *
                     (fftc_line_round_points(s) + fftc_line_round_points(s) / 32);
    bool few = fftc_line_short_dispatch(r) && r->lines / count <= SHORT_GROUPS && r->mirrored == 0;
    s->words = s->complex_words > 1 ? s->complex_words / 2 : 1;
    s->words = many ? 1 : s->words;
    s->rounds = many && even && s->gathered != 2 && 4 * s->words > s->complex_words ? 2 : 1;
    /* Real and imaginary parts at once need half of the barriers: one transform of 1024 points took
     * 2.9 us in this way, 3.0 with all of them; 65536, 6.4 and 6.6. */
    if ((few || r->alone) && 4 * whole <= r->shared_bytes) {
        s->words = s->complex_words;
        s->rounds = 1;
    }
}

/* More rounds of a single line. Those of odd radices are uneven, so that two may not fit where half
 * of the line would; then three do, whatever radices are. */
static uint32_t more_rounds(const fftc_line_schedule *s, uint32_t words_max)
{
    uint32_t half = s->words * fftc_ceil_div(s->points, 2);
    return s->rounds == 2 && half + half / 32 <= words_max ? 3 : 2 * s->rounds;
}

static bool choose_count(const fftc_line_request *r, fftc_line_schedule *s)
{
    uint32_t words_max = r->shared_bytes / 4;
    uint32_t count = usual_count(r, s);
    choose_parts(r, s, count);
    while (fftc_line_crosses(s)) {
        /* A 32nd for padding. */
        uint64_t words = (uint64_t)s->words * count *
                         (fftc_line_round_points(s) + fftc_line_round_points(s) / 32 + s->gathered);
        if (words <= words_max) {
            break;
        }
        uint32_t narrow = r->tile > 1 ? r->tile / 2 : 1;
        if (count > r->tile) {
            count = count / 2 > r->tile ? count / 2 : r->tile;
        } else if (count > narrow) {
            count = narrow;
        } else if (s->rounds < 2 && s->gathered == 0) {
            s->rounds *= 2;
        } else if (s->words > 1) {
            s->words /= 2;
        } else if (count > 1) {
            count /= 2;
            s->rounds = 1;
        } else if (s->rounds < 16 && s->gathered == 0) {
            s->rounds = more_rounds(s, words_max);
        } else {
            return false;
        }
    }
    s->count = count;
    return count != 0 && (r->mirrored != 2 || count % 2 == 0);
}

static bool power_of_three(uint32_t n)
{
    while (n % 3 == 0) {
        n /= 3;
    }
    return n == 1;
}

/* Powers of three, whose radices are powers of three in rising order, cross in three rounds: a
 * third of the shared memory, and so more workgroups at a time. Which elements an invocation takes
 * in a round is known when the kernel is compiled, and a butterfly gives all of its own in one
 * (kernel/line_cross.h). On an H200 2187 points took 563 us as 9 27 9 at once and 540 as 9 9 27 so,
 * 6561 817 as 27 27 9 and 567 as 9 27 27. */
static bool choose_thirds(const fftc_line_request *r, fftc_line_schedule *s)
{
    bool usual = r->plain && s->complex_words == 2 && !r->dense && r->mirrored == 0 &&
                 !fftc_line_short_dispatch(r);
    bool single = s->count == 1 && s->stages == 3 && !r->load_across && !r->store_across;
    bool even = s->points > THIRDS_POINTS && power_of_three(s->points) && s->rounds <= 2;
    for (uint32_t i = 0; i < s->stages; ++i) {
        even = even && s->points % (s->invocations * s->radix[i]) == 0;
    }
    if (usual && single && even) {
        uint32_t largest = s->radix[0]; /* radices fall */
        s->radix[0] = s->radix[2];
        s->radix[2] = largest;
        s->rounds = 3;
    }
    return usual && single && even;
}

static void swap_radices(fftc_line_schedule *s, uint32_t a, uint32_t b)
{
    uint32_t radix = s->radix[a];
    s->radix[a] = s->radix[b];
    s->radix[b] = radix;
}

/* Orders the radices. This matters little, with one exception. An odd radix in the first stage
 * spreads what it writes over all banks, so that lines of lengths that are not powers of two need
 * no padding, and their addresses are a sum with a constant (1920 points took 520 us as 15 16 8,
 * 582 as 16 15 8). Also, 32 16 32 took 638 us where 32 32 16 took 670, and 9 27 9 took 547 us with
 * 80 registers where 27 9 9 took 553 with 90. */
static void order_radices(fftc_line_schedule *s)
{
    uint32_t odd = 0;
    while (odd < s->stages && s->radix[odd] % 2 == 0) {
        ++odd;
    }
    if (odd < s->stages) {
        for (; odd > 0; --odd) {
            swap_radices(s, odd, odd - 1);
        }
        if (s->stages == 3 && s->radix[0] == 27 && s->radix[1] == 9) {
            swap_radices(s, 0, 1);
        }
    } else if (s->stages == 3 && s->radix[1] == 32 && s->radix[2] < 32) {
        swap_radices(s, 1, 2);
    }
}

bool fftc_line_plan(const fftc_line_request *request, fftc_line_schedule *schedule)
{
    fftc_line_schedule chosen = {.points = request->points,
                                 .complex_words = request->complex_words,
                                 .rounds = 1,
                                 .pad_log2 = 31};
    fftc_line_schedule *s = &chosen;
    for (uint32_t i = 0; i < FFTC_LINE_STAGES_MAX; ++i) {
        s->radix[i] = 1;
    }
    if (request->points == 0 || request->points > 1u << 16) {
        return false;
    }
    bool large = !fftc_line_short_dispatch(request) && fftc_line_large_radices(request, s);
    if (!large && !fftc_line_radices(request, s)) {
        return false;
    }
    s->gathered = fftc_line_gathered(request, s);
    if (s->count == 0 && !choose_count(request, s)) {
        return false;
    }
    s->plane = request->plane;
    bool thirds = choose_thirds(request, s);
    if (s->plane != 0) {
        fftc_line_order_plane(s);
    } else if (request->mirrored == 0 && !large && !thirds) {
        order_radices(s);
    }
    s->held = s->plane == 0 && holds(request, s);
    s->load_across = request->load_across;
    s->store_across = s->stages == 1 ? request->load_across : request->store_across;
    s->in_subgroup = !s->load_across && !s->store_across && s->gathered == 0 &&
                     request->subgroup_size != 0 && request->subgroup_size % s->invocations == 0 &&
                     s->count * s->invocations % request->subgroup_size == 0 &&
                     (request->subgroups_max == 0 ||
                      s->count * s->invocations / request->subgroup_size <= request->subgroups_max);
    /* With an odd stride neighbouring lines begin in different banks. */
    s->stride = s->gathered == 2 ? (s->points + 1) | 1 : fftc_line_stride_least(s) | s->gathered;
    if (large && !request->draft) {
        fftc_line_large_radices_pad(s, request->shared_bytes / 4);
    } else if (s->stages > 1 && s->gathered == 0 && !request->draft) {
        fftc_line_pad(s, request->shared_bytes / 4);
    }
    *schedule = *s;
    return true;
}
