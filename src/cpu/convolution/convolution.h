/* SPDX-License-Identifier: MIT
 *
 * Convolutions of any rank (fftcore/convolution.h), inside.
 *
 *   create.c    making and destroying a plan
 *   measure.c   choosing its periods by measuring; saved.c: plans as text
 *   direct.c    without transforms, for kernels of few taps (direct_sums.c: the sets of functions);
 *               windows.c, for short signals
 *   by_plans.c  small circular ones, by plans of their transforms
 *   levels.c    how the axes are transformed, and where their data lies
 *   edge.c      from the user's memory and to it
 *   arrays.c    what a caller passes, checked
 *   execute.c   carrying a plan out; columns.c and rows.c, its parts
 *   spectrum.c  storing a kernel's spectrum
 *   row.c       a row there and back; columns: engine/pair.c
 *
 * All axes but the last are *levels*. Their columns are transformed, W at a time, from the first
 * level to the last, and back in the opposite order. In between comes the last axis: each row is
 * transformed, multiplied and transformed back in one go. Between the levels the data is in the
 * *middle*, an array of all rows; a level's columns leave it in whatever order its passes produce.
 *
 *     level 0     user's memory -> middle                    middle -> user's memory
 *     level 1     middle -> middle                           middle -> middle
 *     rows        middle -> first-level cache: there, product, back -> middle
 *
 * Everything after level 0 is done depth first, one index of level 0 after the other, so that
 * a slab that fits a cache stays there. A row that is too long for a cache is split in two axes,
 * n = n1 n2: a level of n1, rows of n2, and between them twiddles exp(-2 pi i k1 c / n). A plan of
 * one short axis has no level and no middle.
 *
 * One axis much longer than its kernel goes in blocks (overlap and save). Each block is a row that
 * reads taps - 1 numbers more than it gives sums, and all are multiplied by the same spectrum. For
 * threads they are a longer batch.
 *
 * Real signals are treated as complex ones of half the length, z[i] = x[2i] + i x[2i+1], which is
 * how they lie in memory. Only the product treats them differently (spectrum.c): it needs rows k
 * and -k of all levels at the same time.
 */
#ifndef FFTC_CPU_CONVOLUTION_H
#define FFTC_CPU_CONVOLUTION_H

#include "cpu/convolution/by_plans.h"
#include "cpu/convolution/direct.h"
#include "cpu/convolution/row.h"
#include "cpu/parallel.h"
#include "cpu/plan/slots.h"
#include "cpu/plan/staging.h"
#include "describe/convolution_request.h"
#include "describe/overlap.h"
#include "describe/saved_text.h"
#include "fftcore/convolution.h"
#include "support/error.h"

/* All axes but the last, and one of two that the last may be split into. */
#define FFTC_MAX_LEVELS FFTC_MAX_RANK

/* What planning decides for an axis; everything else follows. */
typedef struct fftc_convolution_period {
    size_t m;    /* the period; of a real last axis in complex numbers. 0: to be chosen */
    bool own;    /* m is the described period. With neither `own` nor `blocks`, it leaves room
                    for all sums */
    bool blocks; /* m leaves room for the sums of one block of several */
    bool direct; /* no period: all axes go without transforms, m is the kernel's taps */
} fftc_convolution_period;

#define FFTC_PERIOD_CANDIDATES 8

/* Source, result or kernel. Strides and offsets are in the user's numbers. */
typedef struct fftc_convolution_side {
    fftc_map map[FFTC_MAX_RANK];
    size_t stride[FFTC_MAX_RANK];
    size_t distance;
    size_t rows[FFTC_MAX_LEVELS]; /* how many rows of each level hold something, or are wanted */
    size_t columns;               /* how many complex numbers of a row in the middle hold
                                     something, or are wanted */
    size_t line;                  /* complex numbers along the last axis */
    bool packed;                  /* neighbouring numbers are neighbours in memory, in working
                                     precision */
    bool contiguous;              /* a line is one piece of memory, from offset `base` on, in
                                     working precision */
    size_t base;
} fftc_convolution_side;

/* The user's memory: numbers, or their real parts and, if split, imaginary parts. */
typedef struct fftc_user {
    char *re;
    char *im;
} fftc_user;

typedef struct fftc_level {
    fftc_unordered_pair pair;
    size_t stride;          /* from row to row in the middle, in complex numbers */
    const uint32_t *mirror; /* the position of -k for each position; NULL for complex signals */
    const uint32_t *halves; /* the positions that are not behind their mirror's, in order */
    size_t half_count;
    const void *by_lane; /* the level that is half of the last axis: its twiddles (unordered.h) */
    const void *by_row;  /* the twiddles of each group of columns */
} fftc_level;

/* How a plan makes the sums. */
typedef enum fftc_convolution_way {
    FFTC_WAY_CHEAPEST = 0,
    FFTC_WAY_TRANSFORMS,
    FFTC_WAY_DIRECT
} fftc_convolution_way;

struct fftc_convolution {
    fftc_arena arena;
    fftc_request request;
    fftc_crew crew;
    int threads;
    size_t item; /* bytes of a complex number in working precision */
    bool exact;  /* reproducible */
    const char *isa;
    char name[FFTC_CONVOLUTION_NAME_BYTES];
    fftc_saved_effort made_by;
    bool nothing; /* all sums are 0 */
    bool cleared; /* dst is set to 0 first, since some sums have no term */
    fftc_convolution_side src;
    fftc_convolution_side dst;
    fftc_convolution_side kernel;
    fftc_convolution_way way;
    double expected; /* nanoseconds of the transforms, if that was asked */
    fftc_convolution_period chosen[FFTC_MAX_RANK];
    size_t period[FFTC_MAX_RANK]; /* chosen[i].m */
    size_t blocks;                /* of a single axis; 1: the axis is not divided */
    size_t block;                 /* how many sums a block has */
    fftc_direct direct;           /* the sums without transforms; lines is 0 if the plan takes
                                     transforms */
    fftc_by_plans by_plans;       /* transforms by plans; forward is NULL if the plan takes
                                     levels and rows */
    int levels;
    bool split; /* the last level is half of the last axis */
    fftc_level level[FFTC_MAX_LEVELS];
    fftc_row row;
    size_t rows;          /* how many rows the middle has */
    size_t row_spectrum;  /* bytes of the kernel's spectrum for each row */
    fftc_staging staging; /* copies numbers from their storage to working precision, and back */
    const double *delays; /* real: exp(-2 pi i f / period), for each f */
    double scale;         /* the kernel's spectrum is multiplied by it */
    uint64_t signature;   /* a hash that the spectra of this plan have */
    size_t together;      /* how many signals of the batch are done at once: those whose numbers lie
                            side by side, as the channels of pixels do */
    size_t middle_bytes;  /* of one of them */
    size_t panel_offset;  /* in a thread's working memory: a panel for each of them */
    size_t panel_bytes;
    size_t line_offset;
    size_t thread_bytes;
    uintptr_t scalar_mask; /* the bits that are 0 in the address of a scalar */
    fftc_footprint src_footprint;
    fftc_footprint dst_footprint;
    fftc_footprint kernel_footprint;
    fftc_footprint spectrum_footprint;
    bool single;      /* one signal, in one block, by one thread */
    bool inside;      /* threads work inside each signal of the batch */
    fftc_slots slots; /* the only part that an execution changes; none if the stack will do */
};

/* Working memory up to this lies on the stack of the thread that executes. */
#define FFTC_CONVOLUTION_STACK_BYTES ((size_t)16 * 1024)

/* levels.c: chooses the periods that are not given, the levels and the row, and makes their tables.
 * The request is set. */
fftc_status fftc_convolution_plan_levels(fftc_convolution *plan, const fftc_engine *const *engines,
                                         fftc_error *error);
/* Whether no sum has a term. */
bool fftc_convolution_is_nothing(const fftc_request *request);
/* The most promising periods of an axis; returns how many there are. */
int fftc_convolution_periods(const fftc_convolution *plan, const fftc_engine *const *engines,
                             int axis, fftc_convolution_period list[FFTC_PERIOD_CANDIDATES]);

/* All that a plan is made from. */
typedef struct fftc_recipe {
    fftc_request request;
    fftc_plan_options options;
    const fftc_engine *const *engines;
    const char *isa;     /* "any" for reproducible plans */
    const char *machine; /* the instruction set that carries them out */
    char name[FFTC_CONVOLUTION_NAME_BYTES];
    fftc_saved_effort made_by; /* for the saved line */
    fftc_convolution_way way;  /* FFTC_WAY_DIRECT: fails if the request does not suit */
    fftc_convolution_period given[FFTC_MAX_RANK];
} fftc_recipe;

/* create.c: makes a plan. */
fftc_status fftc_convolution_make(const fftc_recipe *recipe, fftc_convolution **plan,
                                  fftc_error *error);
/* measure.c: makes a plan by FFTC_MEASURE. */
fftc_status fftc_convolution_measure(const fftc_recipe *recipe, fftc_convolution **plan,
                                     fftc_error *error);
/* arrays.c: fftc_convolution_find_arrays finds which bytes the caller's arrays occupy, when the
 * plan is otherwise made. The other functions check arrays before a kernel is prepared, and before
 * an execution. No pointer is NULL. */
void fftc_convolution_find_arrays(fftc_convolution *plan);
fftc_status fftc_convolution_check_kernel(const fftc_convolution *plan, fftc_user kernel,
                                          const void *spectrum, fftc_error *error);
fftc_status fftc_convolution_check_signal(const fftc_convolution *plan, fftc_user src,
                                          const void *spectrum, fftc_user dst, fftc_error *error);
/* Checks that a spectrum is of this plan. */
fftc_status fftc_convolution_check_spectrum(const fftc_convolution *plan, const void *spectrum,
                                            fftc_error *error);
/* saved.c: reads the periods and `made_by` from options.saved, which is not NULL, if they are
 * there. */
fftc_status fftc_convolution_read_saved(fftc_recipe *recipe, bool *found, fftc_error *error);

/* edge.c: reads or writes up to `count` numbers of a line, from number `first` on. `index` says
 * where the line is, inside, on the axes before the last one. Numbers that the user does not have
 * are 0 when read, and left out when written. */
void fftc_edge_gather(const fftc_convolution *plan, const fftc_convolution_side *side,
                      fftc_user user, const size_t *index, size_t first, size_t count, void *line);
void fftc_edge_scatter(const fftc_convolution *plan, const fftc_convolution_side *side,
                       fftc_user user, const size_t *index, size_t first, size_t count,
                       const void *line);
/* The same of `count` lines whose numbers lie side by side, in as many signals; inside, they are
 * `apart` bytes apart. */
typedef struct fftc_edge_channels {
    size_t count;
    size_t apart;
} fftc_edge_channels;

/* edge.c: copies numbers that exist from the user's memory to lines, or from there: a line's are
 * packed, or there are several channels; and sets the beginnings of lines to 0. */
void fftc_edge_copy(const fftc_convolution *plan, const fftc_convolution_side *side, char *numbers,
                    size_t count, char *line, fftc_edge_channels channels, bool in);
void fftc_edge_clear_line(char *line, size_t bytes, fftc_edge_channels channels);

void fftc_edge_gather_channels(const fftc_convolution *plan, const fftc_convolution_side *side,
                               fftc_user user, const size_t *index, size_t first, size_t count,
                               void *line, fftc_edge_channels channels);
void fftc_edge_scatter_channels(const fftc_convolution *plan, const fftc_convolution_side *side,
                                fftc_user user, const size_t *index, size_t first, size_t count,
                                const void *line, fftc_edge_channels channels);
/* edge.c: the offset of a line by its indices on the axes before the last; false if the user has no
 * such line. */
bool fftc_edge_find_line(const fftc_convolution_side *side, int rank, const size_t *index,
                         size_t *offset);
/* edge.c: sets the wanted part of a result to 0. */
void fftc_edge_clear(const fftc_convolution *plan, fftc_user user);
/* How many numbers make a complex one: real signals are treated as pairs. */
static inline size_t fftc_numbers_of_complex(const fftc_convolution *plan)
{
    return plan->request.real ? 2 : 1;
}

/* How many times `together` signals, or blocks of one, there are. */
static inline size_t fftc_convolution_turns(const fftc_convolution *plan)
{
    return (plan->request.batch + plan->together - 1) / plan->together * plan->blocks;
}

/* Working memory of a thread that does signals by itself. */
static inline size_t fftc_convolution_work_bytes(const fftc_convolution *plan)
{
    return plan->thread_bytes + plan->together * plan->middle_bytes;
}

/* Bytes of a number in working precision. */
static inline size_t fftc_number_bytes(const fftc_convolution *plan)
{
    return plan->request.real ? plan->item / 2 : plan->item;
}

/* The user's memory `numbers` numbers further on. */
static inline fftc_user fftc_user_at(const fftc_convolution *plan, fftc_user user, size_t numbers)
{
    size_t bytes = numbers * fftc_storage_item(plan->request.storage);
    return (fftc_user){user.re + bytes, user.im != NULL ? user.im + bytes : NULL};
}

/* spectrum.c: stores the spectrum of row a from the transformed row a and, for real signals,
 * its mirror image b, both as vectors. `first` is the row's frequency on the split level. */
void fftc_spectrum_write(const fftc_convolution *plan, const void *a, const void *b, size_t first,
                         void *spectrum);

/* The spectrum's first bytes. */
typedef struct fftc_spectrum_head {
    uint64_t signature;
    uint64_t reserved[7];
} fftc_spectrum_head;

#endif
