/* SPDX-License-Identifier: MIT
 *
 * The kinds of lines (line.h), one file each: how one is chosen, prepared and carried out.
 */
#ifndef FFTC_CPU_LINE_KINDS_H
#define FFTC_CPU_LINE_KINDS_H

#include <string.h>

#include "cpu/engine/lines/line.h"
#include "support/smooth.h"

/* Bytes of a complex number. */
static inline size_t fftc_line_item(const fftc_line *line)
{
    return 2 * fftc_precision_bytes(line->precision);
}

/* Whether n has no factor that a row's first pass can take. Then only the scalar engine can run it
 * as a row, and a convolution may be better. */
static inline bool fftc_line_is_narrow(size_t n)
{
    return n % 2 != 0 && n % 3 != 0 && n % 5 != 0 && n % 7 != 0 && n % 11 != 0 && n % 13 != 0;
}

/* Whether to consider a convolution although passes can do the whole row. Short rows with a large
 * prime factor fill few lanes; but they are more accurate. */
static inline bool fftc_line_may_convolve(size_t n, fftc_care care)
{
    return fftc_line_is_narrow(n) || (care == FFTC_CARE_NONE && n <= 512 && fftc_rough_part(n) > 1);
}

/* Which ways have so large errors that a line of this care goes them only where there is no other,
 * however fast they are: dense rows; rows with a convolution in the lanes (vector_prime.h); Rader's
 * convolutions of lengths that passes can do. */
bool fftc_line_dense_is_rough(size_t n, fftc_care care);
bool fftc_line_row_is_rough(size_t n, fftc_care care, const fftc_engine *const *engines);
static inline bool fftc_line_rader_is_rough(size_t n, fftc_care care)
{
    return care != FFTC_CARE_NONE && fftc_vector_has_radices(n);
}

/* The engine of as many lanes as the choice says; NULL if there is none. */
static inline const fftc_engine *fftc_engine_read(fftc_choice *choice,
                                                  const fftc_engine *const *engines)
{
    size_t lanes;
    const fftc_engine *found = NULL;
    if (fftc_choice_get(choice, 1, 64, &lanes)) {
        for (; *engines != NULL && found == NULL; ++engines) {
            found = (size_t)(*engines)->lanes == lanes ? *engines : NULL;
        }
    }
    return found;
}

/* `best` is a line. It becomes the other one if that is cheaper, but keeps what was wished. */
void fftc_line_keep_cheaper(void *best, const fftc_line *line);

/* By estimate, for line->n points; sets the kind, what it needs, and the cost. */
void fftc_line_choose(fftc_line *line, const fftc_engine *const *engines);

/* Like fftc_line_prepare, but what is decided is read from `given`, if that is not NULL. */
fftc_status fftc_line_prepare_as(size_t n, const fftc_engine *const *engines, fftc_choice *given,
                                 fftc_line_wish wish, fftc_arena *arena, fftc_line *line,
                                 fftc_error *error);

/* A kind: its row stands at the end of its file. NULL: nothing, 0, or false. */
typedef struct fftc_line_ops {
    /* What was decided, as numbers; reading, line->n is set. False: they do not suit. */
    bool (*read)(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line);
    void (*write)(const fftc_line *line, fftc_choice *choice);
    /* Makes the tables. given: numbers of a line inside, or NULL. */
    fftc_status (*prepare)(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error);
    size_t (*thread_bytes)(const fftc_line *line);
    size_t (*shared_bytes)(const fftc_line *line);
    bool (*divides)(const fftc_line *line); /* among a team's threads */
    void (*execute)(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse);
    /* In place of `execute`, if the line can fetch a later one (NULL: none) meanwhile; there is no
     * team. */
    void (*execute_before)(const fftc_line *line, void *work, const void *src, void *dst,
                           int inverse, const fftc_upcoming *next);
    /* Whether results can go past the caches meanwhile. */
    bool (*fetches_past)(const fftc_line *line);
} fftc_line_ops;

extern const fftc_line_ops fftc_row_line;
extern const fftc_line_ops fftc_long_line;
extern const fftc_line_ops fftc_chirp_line;
extern const fftc_line_ops fftc_dense_line;
extern const fftc_line_ops fftc_rader_line;
extern const fftc_line_ops fftc_packed_line;
extern const fftc_line_ops fftc_wide_line;
extern const fftc_line_ops fftc_grid_line;
extern const fftc_line_ops fftc_short_rader_line;
extern const fftc_line_ops fftc_triple_line;
extern const fftc_line_ops fftc_square_line;

/* Bytes of what a row's first pass leaves to the vector FFT. */
size_t fftc_line_rest_bytes(const fftc_line *line);

/* Whether the results of packed rows with this first radix are stored in whole cache lines. */
bool fftc_packed_stores_lines(const fftc_line *line, int radix);

/* Executes lines that one call does (line->whole). */
void fftc_line_call(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse);

void fftc_line_write(const fftc_line *line, fftc_choice *choice);

/* The engine that is estimated to suit so many columns best. */
const fftc_engine *fftc_columns_engine(const fftc_engine *const *engines, size_t columns);

void fftc_columns_write(const fftc_engine *engine, const fftc_vector_plan *plan,
                        fftc_choice *choice);

/* Whether n is a packed row's length. If so, chooses the cheapest way over all engines. */
bool fftc_packed_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Twiddles for a first pass of radix r1 on packed numbers, of r1 * m points, times scale; NULL
 * without memory. */
void *fftc_packed_twiddles(const fftc_line *line, size_t r1, size_t m, double scale,
                           fftc_arena *arena, fftc_error *error);

/* The same as numbers, which takes half the memory. One more number behind them is memory too,
 * because the last twiddle is also loaded from its middle on. */
void *fftc_packed_turns(const fftc_line *line, size_t r1, size_t m, double scale, fftc_arena *arena,
                        fftc_error *error);

/* Replaces the line if there is a cheaper wide row. */
void fftc_wide_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Replaces the line if there is a cheaper one of three passes on packed numbers. */
void fftc_triple_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* The same for 32 * 32 and 64 * 64 points. */
void fftc_square_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Replaces the line if there is a cheaper grid; n without factors above 13 has none. */
void fftc_grid_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* The cheapest way over all engines and first radices; n smooth. */
void fftc_row_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Up to so many bytes, a row whose first radix fills no more than half of the lanes is a short one
 * of narrower vectors. FFTCORE_FORCE_NARROW_BYTES sets another limit, so that tests reach long rows
 * of narrower vectors with few points. */
size_t fftc_long_narrow_bytes(void);
/* n smooth. line->cost stays 1e300 if n has no factor that suits. work: shared_bytes. */
void fftc_long_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Which long rows go through memory twice only, and how: sets line->far. */
void fftc_far_choose(fftc_line *line);
size_t fftc_far_thread_bytes(const fftc_line *line);
void fftc_far_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                      const void *src, void *dst, int inverse);

/* Lengths up to FFTC_DENSE_MOST. line->cost stays 1e300 if the engines have nothing for n. */
void fftc_dense_choose(size_t n, const fftc_engine *const *engines, fftc_line *line);

/* Primes n with n - 1 smooth; of others, line->cost stays 1e300. */
bool fftc_rader_suits(size_t n);
void fftc_rader_choose(fftc_line *line, const fftc_engine *const *engines);

/* The same for n - 1 = r1 r2, both from FFTC_RADER_LEAST to 16, where the engine has that. */
void fftc_short_rader_choose(fftc_line *line, const fftc_engine *const *engines);

/* Any n. */
void fftc_chirp_choose(fftc_line *line, const fftc_engine *const *engines);

/* product.c: z = x * y (fftc_engine.multiply), by the team. */
typedef struct fftc_spectra_product {
    const void *x;
    const void *y;
    void *z;
    int swap_x;
    int swap_z;
    size_t n;
} fftc_spectra_product;
void fftc_line_multiply(const fftc_engine *engine, const fftc_team *team,
                        fftc_spectra_product product);

/* The array that is convolved, up to the alignment of what follows it. */
static inline size_t fftc_line_convolved_bytes(const fftc_line *line)
{
    return fftc_cache_lines(line->inner->n * fftc_line_item(line));
}

#endif
