/* SPDX-License-Identifier: MIT */
#include "cpu/engine/machine.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "cpu/cache_line.h"
#include "cpu/engine/cost/cost_tables.h"
#include "cpu/overrides.h"

/* --- which one it is -------------------------------------------------------------------------- */

#if defined(__x86_64__)

static bool is_intel(void)
{
    return __builtin_cpu_is("intel") != 0;
}

/* Zen 3 and Zen 4 are of one family. */
static bool is_zen3_or_4(void)
{
    return __builtin_cpu_is("amdfam19h") != 0;
}

static bool is_zen3(void)
{
    return is_zen3_or_4() && __builtin_cpu_supports("avx512f") == 0;
}

#else

static bool is_intel(void)
{
    return false;
}

#define is_zen3_or_4 is_intel
#define is_zen3 is_intel

#endif

/* --- costs ------------------------------------------------------------------------------------ */

/* Zen 4 carries out vectors of 512 bits as two halves. Rows of three packed passes were fitted to
 * it from what each pass costs elsewhere. The greatest first radices of double and the greatest
 * second one of float cost more; and so do a second radix of 8, and first ones whose numbers are 4
 * KB apart, in one set of the first-level cache, which holds 8 of them. */
#define HALVES                                                                       \
    .middle = fftc_cost_triple_middle, .last = fftc_cost_triple_last, .alone = 20.0, \
    .last_across = 0.1, .first_across = 1.0, .crowd = 1.4
static const fftc_cost_triple_fit triple_halves[2] = {
    {HALVES, .first = fftc_cost_triple_first[0], .second_8 = 0.1, .scale = 0.82, .offset = 15.0,
     .second_16 = 1.03},
    {HALVES, .first = fftc_cost_triple_first[1], .second_8 = 0.2, .beyond = {4.0 / 1024},
     .beyond_at = {16384.0}, .scale = 0.85, .offset = 29.0, .first_16 = 1.1, .first_20 = 1.04}};

/* Intel's processors have as many units for 256 bits, but two of three for 512, and a single one
 * for shuffles of these and across 128 bits. In double, factors for all vectors gained nothing in
 * the mean; nor did they with AVX2. */
static const fftc_cost_fit intel_avx512 = {.butterflies = &fftc_cost_32_registers,
                                           .floats_512 = &fftc_cost_16_floats,
                                           .breadth = {{1.0, 1.37, 1.6}},
                                           .packed = {{1.0, 1.22, 1.6}, {1.0, 1.0, 0.85}},
                                           .packed_beyond = 7.9 / 1024,
                                           .wide = {{1.0, 1.1, 1.0}, {0.75, 0.75, 0.9}},
                                           .dense = 0.8,
                                           .triple_512 = fftc_cost_triple_usual,
                                           .long_radices = true};

/* The last pass of a packed row of floats takes less time than the table says relative to the
 * first: 10 by 16 points take 0.9 of the time of 16 by 10, which would be chosen without this. A
 * last radix of 32 takes longer than three radices. */
static const fftc_cost_fit intel_avx2 = {.butterflies = &fftc_cost_16_registers,
                                         .packed_last = {0.85, 1.05},
                                         .packed_32 = {1.0, 0.89},
                                         .part = {1.8, 4.8, 4.8},
                                         .triple_512 = fftc_cost_triple_usual};

/* Packed rows by the function for any radices whose first pass has one group of columns or little
 * more take up to twice what the tables say. */
static const fftc_cost_fit zen4_avx512 = {
    .butterflies = &fftc_cost_32_registers,
    .breadth = {{1.0, 1.0, 1.87}, {1.0, 1.0, 1.87}},
    .packed = {{1.0, 1.0, 0.88 * 1.87}, {1.0, 1.0, 0.88 * 1.87}},
    .packed_few = 0.4,
    .packed_32 = {0.85, 0.91},
    .triple_256_bytes = 24.0 * 1024 + 1,
    .triple_256 = {1.08, 1.25, 1.25, 1.25},
    .triple_512 = triple_halves};

/* On Zen 3 and Zen 4, 7 of 8 floats take longer to store than 3 of 4 numbers. */
#define ZEN_AVX2                                                                              \
    .butterflies = &fftc_cost_16_registers, .part = {1.8, 4.8, 6.4}, .packed_first_15 = 1.06, \
    .packed_32 = {1.0, 0.97}, .triple_512 = fftc_cost_triple_usual

/* Source and destination of rows of three passes above 24 KB exceed Zen 4's first-level cache. */
static const fftc_cost_fit zen4_avx2 = {ZEN_AVX2, .triple_256_bytes = 24.0 * 1024 + 1,
                                        .triple_256 = {1.08, 1.25, 1.25, 1.25}};

/* On Zen 3, columns whose numbers are a multiple of 1 or 4 KB apart take longer. */
static const fftc_cost_fit zen3_avx2 = {ZEN_AVX2, .triple_256_bytes = 8192.0,
                                        .triple_256 = {1.08, 1.16, 1.22, 1.6}};

/* --- the table -------------------------------------------------------------------------------- */

#define KB *(size_t)1024
#define MB *(size_t)1024 * 1024

/* Members in which no processor has differed so far. 8 MB on both sides of real lines stay in a
 * third-level cache of 32 MB whatever else is in it, 16 MB do not. Streaming was faster from 24 MB
 * on with 32 MB of that cache, and from 64 MB on with 480 MB, which many cores share: of a shorter
 * array, what is written would still be in the cache when it is read. */
#define EVERYWHERE                                                                        \
    .assumed_cache = 32 MB, .least_prefetched_array = 1 MB, .least_prefetched_row = 1 KB, \
    .most_prefetched = 16 KB, .least_prefetched_real = 12 MB, .least_streamed = 24 MB,    \
    .most_unstreamed = 64 MB, .most_streamed_row = 512 KB, .streamed_group = 2 KB,        \
    .prefetched_bytes = 24 KB, .most_prefetched_rows = 8, .most_cube = 256 KB,            \
    .most_transposed = 8 KB, .most_transposed_streamed = 4 KB, .most_transposed_prefetched = 4 KB

/* Zen 3 and Zen 4. Many requests of the first-level cache delay everything else, so that
 * prefetching goes to the second-level one. Batches of long rows take 0.5 to 0.9 of the time if
 * they are streamed, and 0.5 to 1.1 where results are read again at once; rows of 4 KB take 1.1 to
 * 2 then. Non-temporal stores to parts of cache lines take hardly longer. Planes of 1152 bytes that
 * prefetch the next one take 1.07 to 1.09 of the time; 4096 planes of 20 x 20 floats take 0.72 of
 * it if results' places are prefetched. */
#define ZEN                                                                           \
    EVERYWHERE, .knows_fixed = true, .knows_triple = true, .knows_prefetching = true, \
                .prefetch_distance = 8 KB, .least_prefetched_results = 12 MB,         \
                .least_streamed_long_row = 8 KB, .least_streamed_long = 12 MB,        \
                .nontemporal_alignment = 16, .nontemporal_triples = true,             \
                .least_streamed_short = 1536, .most_streamed_short = 2 KB,            \
                .least_fetched_plane = 2 KB

/* The first row whose question is answered yes is the one. */
const fftc_machine fftc_machines[FFTC_MACHINES] = {
    {.name = "intel",
     .is_here = is_intel,
     EVERYWHERE,
     .avx512 = &intel_avx512,
     .avx2 = &intel_avx2,
     .knows_triple = true,
     .knows_long_triple = true,
     .least_prefetched_results = SIZE_MAX,
     .least_streamed_long_row = SIZE_MAX,
     /* A Xeon takes up to 1.4 times as long for rows that are no whole cache lines. */
     .nontemporal_alignment = FFTC_CACHE_LINE,
     .knows_prefetching = true,
     .most_near_packed = 4 KB,
     .most_near = 8 KB,
     /* A core gets no more of the third-level cache than it requests early enough. Smaller planes
      * follow each other so quickly that they are one stream. */
     .least_fetched_plane = 1 KB + 1,
     /* From there on a second thread pays (parallel.h), but not here, where each thread would read
      * what the other one has just written (by two threads 224 x 224 floats take 1.1 times as long
      * so, otherwise 0.94). */
     .most_transposed_points = 181 * 181},
    {.name = "zen3", .is_here = is_zen3, ZEN, .avx512 = &zen4_avx512, .avx2 = &zen3_avx2},
    {.name = "zen4", .is_here = is_zen3_or_4, ZEN, .avx512 = &zen4_avx512, .avx2 = &zen4_avx2},
    /* Zen 5 is the processor of the tables, and one of these. */
    {.name = "other",
     EVERYWHERE,
     .avx512 = &fftc_cost_usual_avx512,
     .avx2 = &fftc_cost_usual,
     .least_prefetched_results = SIZE_MAX,
     .least_streamed_long_row = SIZE_MAX,
     .nontemporal_alignment = 16,
     .most_near_packed = 4 KB,
     .most_near = 8 KB,
     .least_fetched_plane = SIZE_MAX}};

static const fftc_machine *ask(void)
{
    const char *forced = fftc_override_text("FFTCORE_FORCE_MACHINE");
    const fftc_machine *machine = fftc_machines;
    for (int i = 0; forced != NULL && i < FFTC_MACHINES; ++i) {
        if (strcmp(fftc_machines[i].name, forced) == 0) {
            return &fftc_machines[i];
        }
    }
    while (machine->is_here != NULL && !machine->is_here()) {
        ++machine;
    }
    return machine;
}

/* Threads that ask at the same time get the same answer. */
static _Atomic(const fftc_machine *) here;

const fftc_machine *fftc_machine_here(void)
{
    const fftc_machine *machine = atomic_load_explicit(&here, memory_order_relaxed);
    if (machine == NULL) {
        machine = ask();
        atomic_store_explicit(&here, machine, memory_order_relaxed);
    }
    return machine;
}

void fftc_machine_forget(void)
{
    atomic_store_explicit(&here, NULL, memory_order_relaxed);
}
