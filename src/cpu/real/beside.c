/* SPDX-License-Identifier: MIT */
#include "cpu/real/beside.h"

#include <stdint.h>
#include <string.h>

#include "cpu/engine/isas.h"
#include "cpu/real/real_line.h"
#define DECLARE(isa, bits, lanes) extern const fftc_beside fftc_beside_##isa##_f##bits##x##lanes;
#define BESIDE(isa, bits, lanes) &fftc_beside_##isa##_f##bits##x##lanes

#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, 32, 8)
DECLARE(avx2, 64, 4)
DECLARE(avx2, 32, 1)
DECLARE(avx2, 64, 1)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, 32, 8)
DECLARE(avx512, 64, 4)
DECLARE(avx512, 32, 1)
DECLARE(avx512, 64, 1)
#endif

/* Lines in the lanes of a vector; and one by one. Reproducible plans, whose engines have the base's
 * names, have none: compilers fuse what is left of the codelets. */
typedef struct ways {
    const fftc_beside *many;
    const fftc_beside *single;
} ways;

static const ways lists[][2] = {
#ifdef FFTC_ENGINE_AVX512
    {{BESIDE(avx512, 32, 8), BESIDE(avx512, 32, 1)},
     {BESIDE(avx512, 64, 4), BESIDE(avx512, 64, 1)}},
#endif
#ifdef FFTC_ENGINE_AVX2
    {{BESIDE(avx2, 32, 8), BESIDE(avx2, 32, 1)}, {BESIDE(avx2, 64, 4), BESIDE(avx2, 64, 1)}},
#endif
    {{NULL, NULL}},
    {{NULL, NULL}},
};

/* By bench/fit_short_real on Zen 4 with AVX-512, in ns for 1, 2, 4 and 8 lines to spectra:
 *
 *                   line by line        in lanes          otherwise
 *     4 doubles     5.2 6.1 10 14       8.4 8.8 8 11      11 15 16 21
 *     12 doubles    8.2 12.6 25 47      13 14 13 25       21 29 48 87
 *     12 floats     8.2 12.3 21 40      21 25 24 20       15 22 22 33
 *
 * With the bounds that follow, 1 to 32 lines of 2 to 20 numbers take 1.02 times as long as in the
 * best of the three ways in the mean, on Zen 4 and on an Intel Xeon. */

/* Up to how many lines they are done line by line. (Back, products are as fast for 13 and 18
 * numbers; so are complex lines of half the length for 18 to 28 with 16 registers.) */
static size_t most_line_by_line(const fftc_real_line_choice *choice, fftc_precision precision,
                                const char *isa)
{
    const bool back = choice->kind == FFTC_REAL_LINE_BACKWARD;
    const bool wide = strcmp(isa, "avx512") == 0;
    const bool single = precision == FFTC_FLOAT32; /* eight lines in lanes, not four */
    switch (choice->n) {
    case 2:
    case 3: return wide && single ? 16 : wide || single ? 32 : SIZE_MAX;
    case 4:
    case 5:
    case 6: return single ? 5 : 3;
    case 8: return single ? 5 : 2;
    case 13: return !single ? 2 : back ? 0 : 3;
    case 18: return back ? 0 : 1;
    case 24: return wide ? 5 : 0;
    case 28: return !wide ? 0 : !single ? 3 : back ? 0 : 1;
    default: return single ? 3 : 2;
    }
}

/* From how many lines on they are done in lanes. */
static size_t least_in_lanes(const fftc_real_line_choice *choice, fftc_precision precision,
                             const char *isa)
{
    const size_t alone = most_line_by_line(choice, precision, isa);
    if (precision == FFTC_FLOAT64 || alone > 3) {
        return alone + 1;
    }
    return strcmp(isa, "avx512") == 0 && choice->n <= 16 ? 5 : 4; /* four together: products */
}

static fftc_beside_run *run_of(const fftc_beside *beside, const fftc_real_line_choice *choice)
{
    const bool suits =
        beside != NULL && choice->n <= FFTC_BESIDE_MOST && !choice->packed && !choice->part;
    if (suits && choice->kind == FFTC_REAL_LINE_FORWARD) {
        return beside->forward[choice->n];
    }
    return suits && choice->kind == FFTC_REAL_LINE_BACKWARD ? beside->backward[choice->n] : NULL;
}

static const ways *ways_of(fftc_precision precision, const char *isa)
{
    return &lists[fftc_isa_place(isa)][precision == FFTC_FLOAT64 ? 1 : 0];
}

fftc_beside_run *fftc_beside_line_by_line(const fftc_real_line_choice *choice,
                                          fftc_precision precision, const char *isa)
{
    return run_of(ways_of(precision, isa)->single, choice);
}

fftc_beside_run *fftc_beside_in_lanes(const fftc_real_line_choice *choice, fftc_precision precision,
                                      const char *isa)
{
    return run_of(ways_of(precision, isa)->many, choice);
}

fftc_beside_run *fftc_beside_choose(const fftc_real_line_choice *choice, fftc_precision precision,
                                    const char *isa)
{
    fftc_beside_run *lanes = fftc_beside_in_lanes(choice, precision, isa);
    if (lanes != NULL && choice->lines >= least_in_lanes(choice, precision, isa)) {
        return lanes;
    }
    return choice->lines > 0 && choice->lines <= most_line_by_line(choice, precision, isa)
               ? fftc_beside_line_by_line(choice, precision, isa)
               : NULL;
}
