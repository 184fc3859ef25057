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

/* From how many lines on they take less time than products with a matrix; or, of 20 numbers, than
 * complex lines of as many. Products are quicker the more lanes the widest vectors have. (Zen 3,
 * AVX2: twelve doubles to spectra 0.53, 0.40 and 0.30 of the time for 2, 3 and 4 lines, twelve
 * floats 1.10, 0.88 and 0.74. Intel Xeon, AVX-512: twelve doubles 0.58, 0.49 and 0.40, sixteen
 * 1.14, 0.79 and 0.73; eight floats 1.22, 0.78 and 0.72, but 32 lines of 9 to 16 floats 0.6 to 1.5;
 * 20 floats from 5 lines on 0.4 to 0.8.) */
static size_t least_lines(size_t n, size_t widest)
{
    if (widest > 8) {
        return n <= 8 ? 3 : n > 16 ? 5 : SIZE_MAX;
    }
    return widest < 8 ? 2 : 3;
}

/* Whether a single line takes less time by a codelet, by bench/fit_short_real. (Zen 4, others' time
 * over its own: 4 to 16 and 20 numbers 0.93 to 2.1, 1.3 in the mean; 13 back 0.81 to 1.04, 16 back
 * 0.76 to 1.07, 18 back 0.79 to 0.99; 24 and 28 1.02 to 1.35, with AVX2 0.80 to 1.04.) */
static bool is_quick_alone(const fftc_real_line_choice *choice, const char *isa)
{
    const bool back = choice->kind == FFTC_REAL_LINE_BACKWARD;
    switch (choice->n) {
    case 13:
    case 16:
    case 18: return !back;
    case 24:
    case 28: return strcmp(isa, "avx512") == 0;
    default: return true;
    }
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

fftc_beside_run *fftc_beside_alone(const fftc_real_line_choice *choice, fftc_precision precision,
                                   const char *isa)
{
    return run_of(ways_of(precision, isa)->single, choice);
}

fftc_beside_run *fftc_beside_choose(const fftc_real_line_choice *choice, fftc_precision precision,
                                    const char *isa)
{
    const size_t widest = (size_t)fftc_real_engine_choose(precision, isa, SIZE_MAX)->lanes;
    if (choice->lines >= least_lines(choice->n, widest)) {
        return run_of(ways_of(precision, isa)->many, choice);
    }
    return choice->lines == 1 && is_quick_alone(choice, isa)
               ? fftc_beside_alone(choice, precision, isa)
               : NULL;
}
