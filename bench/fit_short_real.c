/* SPDX-License-Identifier: MIT
 *
 * Judges fftc_codelet_lines_choose (src/cpu/real/codelet_lines.c): times lines of 2 to 45 real
 * numbers, to their half spectra and back: by codelets of single numbers, line by line; by lines in
 * lanes; and by what there is besides.
 *   fit_short_real f32|f64 [ISA [LINES]]     the instruction set: avx2 or avx512; 1 line
 * Each length and direction is a row with the three times in ns, the least of many turns, and the
 * name of what the library takes.
 *
 * Linked to the static library, since the engines are not exported.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/engine/engine.h"
#include "cpu/real/real_line.h"

enum { TURNS = 60, MOST = FFTC_CODELET_LINES_MOST, WAYS = 3 };

static const char *const names[WAYS] = {"single", "lanes", "other"};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

typedef struct place {
    const void *src;
    size_t src_step;
    void *dst;
    size_t dst_step;
    size_t lines;
} place;

static void prepare(fftc_real_line *line, fftc_real_line_choice choice,
                    const fftc_engine *const *engines, fftc_arena *arena)
{
    fftc_error error;
    if (fftc_real_line_prepare(&choice, engines, arena, line, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "fit_short_real: %s\n", error.message);
        exit(1);
    }
}

static double turn(const fftc_real_line *line, void *work, const place *at)
{
    static const fftc_team team = {.threads = 1};
    const int calls = 1 + (int)(400 / at->lines);
    const double start = now_ns();
    for (int i = 0; i < calls; ++i) {
        fftc_real_line_execute_several(line, &team, work, at->lines, at->src, at->src_step, at->dst,
                                       at->dst_step);
    }
    return (now_ns() - start) / calls;
}

static void judge(fftc_real_line_choice choice, const fftc_engine *const *engines, void *work,
                  const place *at)
{
    const fftc_precision precision = engines[0]->precision;
    fftc_arena arena = {0};
    fftc_real_line way[WAYS];
    double least[WAYS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    prepare(&way[0], choice, engines, &arena);
    fftc_codelet_lines_run *chosen = way[0].by_codelets;
    way[1] = way[0];
    way[0].by_codelets = fftc_codelet_lines_of(&choice, precision, engines[0]->name, false);
    way[1].by_codelets = fftc_codelet_lines_of(&choice, precision, engines[0]->name, true);
    choice.lines = 0; /* not known: never by a codelet */
    prepare(&way[2], choice, engines, &arena);
    for (int i = 0; i < TURNS; ++i) {
        for (int w = 0; w < WAYS; ++w) {
            if (w == 2 || way[w].by_codelets != NULL) {
                const double ns = turn(&way[w], work, at);
                least[w] = ns < least[w] ? ns : least[w];
            }
        }
    }
    const int taken = chosen == NULL ? 2 : chosen == way[0].by_codelets ? 0 : 1;
    printf("%s %2zu ", choice.kind == FFTC_REAL_LINE_FORWARD ? "r2c" : "c2r", choice.n);
    for (int w = 0; w < WAYS; ++w) {
        printf(" %7.1f", least[w]);
    }
    printf("  %s\n", names[taken]);
    fftc_arena_release(&arena);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4 || (strcmp(argv[1], "f32") != 0 && strcmp(argv[1], "f64") != 0)) {
        fputs("usage: fit_short_real f32|f64 [avx2|avx512 [LINES]]\n", stderr);
        return 2;
    }
    const fftc_precision precision = strcmp(argv[1], "f64") == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
    const fftc_engine *const *engines = fftc_engines(precision, argc > 2 ? argv[2] : "avx2");
    const int lines = argc > 3 ? atoi(argv[3]) : 1;
    const size_t scalar = fftc_precision_bytes(precision);
    if (lines < 1 || lines > 1000) {
        fputs("fit_short_real: LINES is 1 to 1000\n", stderr);
        return 2;
    }
    char *memory = aligned_alloc(64, (size_t)lines * 1024 + 65536);
    if (memory == NULL) {
        fputs("fit_short_real: out of memory\n", stderr);
        return 1;
    }
    memset(memory, 0, (size_t)lines * 1024 + 65536);
    for (size_t n = 2; n <= MOST; ++n) {
        const size_t real = n * scalar;
        const size_t spectrum = 2 * (n / 2 + 1) * scalar;
        char *work = memory + (size_t)lines * 1024;
        fftc_real_line_choice choice = {.n = n, .scale = 1.0, .threads = 1};
        choice.lines = (size_t)lines;
        choice.joinable = (size_t)lines;
        choice.kind = FFTC_REAL_LINE_FORWARD;
        place at = {memory, real, memory + (size_t)lines * 512, spectrum, (size_t)lines};
        judge(choice, engines, work, &at);
        choice.kind = FFTC_REAL_LINE_BACKWARD;
        at = (place){memory, spectrum, memory + (size_t)lines * 512, real, (size_t)lines};
        judge(choice, engines, work, &at);
    }
    free(memory);
    return 0;
}
