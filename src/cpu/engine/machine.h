/* SPDX-License-Identifier: MIT
 *
 * What differs between processors: a row of a table for each family on which this library was
 * measured, and one for all others. Only machine.c names processors; elsewhere members are read.
 *
 * A new processor is a new row. Begin with a copy of the last one. bench/fit_cost, run there,
 * prints its costs (fftc_cost_fit) as C; bench/fit_rows says how far the choices by them are from
 * the best. Thresholds in bytes are where the times of batches cross: `fftcore bench` with
 * FFTCORE_FORCE_MACHINE, which takes the row of that name.
 */
#ifndef FFTC_CPU_MACHINE_H
#define FFTC_CPU_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

struct fftc_cost_fit;

typedef struct fftc_machine {
    const char *name;
    bool (*is_here)(void); /* whether the processor belongs to the row; NULL: any that is left */

    /* Costs of the engines of AVX-512 and of AVX2 (engine/cost/cost_tables.h). */
    const struct fftc_cost_fit *avx512;
    const struct fftc_cost_fit *avx2;
    /* The estimate takes a kind of row whose costs were fitted to the processor: packed rows in one
     * piece in narrower vectors than the widest; rows of three packed passes; rows
     * of three packed passes with a radix above FFTC_PACKED_MAX_RADIX. Measuring finds others. */
    bool knows_fixed;
    bool knows_triple;
    bool knows_long_triple;

    /* Contiguous lines (plan/traffic.c). Each size_t below is a number of bytes unless its comment
     * names another unit; "array" stands for source and destination together. */
    size_t least_prefetched_array;   /* a shorter array is in a cache already */
    size_t least_prefetched_row;     /* shorter rows of one call are one stream to the processor */
    size_t most_prefetched;          /* the first-level cache has no room for more at a time */
    size_t prefetch_distance;        /* how far ahead groups are prefetched to the second-level
                                        cache; 0: the next group, to the first-level cache */
    size_t least_prefetched_real;    /* real lines of a shorter array are not prefetched */
    size_t least_prefetched_results; /* where a shorter array's results go is not; SIZE_MAX: none */

    /* Rows that go to a stage, and from there to their place by non-temporal stores. An array is
     * streamed if it has three quarters of the third-level cache, or most_unstreamed. */
    size_t assumed_cache;       /* the third-level cache of a processor that does not tell */
    size_t least_streamed;      /* a shorter array is not streamed, whatever the cache is */
    size_t most_unstreamed;     /* a longer array is streamed, whatever the cache is */
    size_t least_streamed_long; /* long rows that nothing reads again at once: from this array on */
    size_t least_streamed_long_row; /* the shortest of these long rows; SIZE_MAX: none */
    size_t most_streamed_row;       /* a longer row's stage would fill the second-level cache */
    size_t streamed_group;          /* while a longer stage is written out, nothing is read */
    size_t nontemporal_alignment;   /* of each row where an engine itself has non-temporal stores */

    /* Rows that prefetch later rows and the places of their results while they are done. */
    bool knows_prefetching;   /* prefetching pays for rows of one call and for streamed ones,
                                 too */
    bool nontemporal_triples; /* rows of three packed passes have non-temporal stores then */
    size_t most_near_packed;  /* the longest row of two packed passes that prefetches the next row,
                                 to the first-level cache; 0: none */
    size_t most_near;         /* the longest other row that does so; 0: none */
    size_t prefetched_bytes;  /* how far ahead longer rows prefetch, to the second-level cache */
    size_t most_prefetched_rows; /* rows: how far ahead these are at most */
    /* Rows from the first to the second of these are streamed instead, and shorter ones in arrays
     * above most_unstreamed. 0: none. */
    size_t least_streamed_short;
    size_t most_streamed_short;

    /* Planes (plan/planes.c, transposed_planes.c). */
    size_t least_fetched_plane; /* a shorter plane does not prefetch the next one; SIZE_MAX: none */
    size_t most_cube;           /* a longer cube is done in steps, which threads can share */
    size_t most_transposed_points;   /* points of a transposed plane; 0: the estimate takes none */
    size_t most_transposed;          /* a transposed plane in an array beyond the second-level
                                        cache */
    size_t most_transposed_streamed; /* a transposed plane in an array that would be streamed */
    size_t most_transposed_prefetched; /* a longer transposed plane does not prefetch the next
                                          one */
} fftc_machine;

enum { FFTC_MACHINES = 4 };
extern const fftc_machine fftc_machines[FFTC_MACHINES];

/* The row for this processor. Asks once for each process. */
const fftc_machine *fftc_machine_here(void);

/* Has the next question asked again, for tests that set FFTCORE_FORCE_MACHINE. */
void fftc_machine_forget(void);

#endif
