/* SPDX-License-Identifier: MIT
 *
 * Judges fftc_beside_choose (src/cpu/real/beside.c): times a single line of 4 to 28 real numbers,
 * to its half spectrum and back, by a codelet of single numbers and by what there is besides.
 *   fit_short_real f32|f64 [ISA]     the instruction set: avx2 or avx512
 * Each length and direction is a line of both times in ns, the least of many turns, and of their
 * ratio, above 1 where the codelet is faster; "chosen" where the library takes it.
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

enum { TURNS = 60, CALLS = 400, MOST = FFTC_BESIDE_MOST };

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

typedef struct way {
    fftc_arena arena;
    fftc_real_line line;
    void *work;
    double ns;
} way;

static void prepare(way *w, fftc_real_line_choice choice, const fftc_engine *const *engines)
{
    fftc_error error;
    if (fftc_real_line_prepare(&choice, engines, &w->arena, &w->line, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "fit_short_real: %s\n", error.message);
        exit(1);
    }
    w->work = aligned_alloc(64, fftc_cache_lines(w->line.bytes + 64));
    w->ns = INFINITY;
    if (w->work == NULL) {
        fputs("fit_short_real: out of memory\n", stderr);
        exit(1);
    }
}

static void turn(way *w, const void *src, void *dst)
{
    static const fftc_team team = {.threads = 1};
    const double start = now_ns();
    for (int i = 0; i < CALLS; ++i) {
        fftc_real_line_execute_one(&w->line, &team, w->work, src, dst);
    }
    const double ns = (now_ns() - start) / CALLS;
    w->ns = ns < w->ns ? ns : w->ns;
}

static void judge(size_t n, fftc_real_line_kind kind, const fftc_engine *const *engines,
                  const void *src, void *dst)
{
    way ways[2] = {0};
    fftc_real_line_choice choice = {.kind = kind, .n = n, .scale = 1.0, .threads = 1, .lines = 1};
    prepare(&ways[0], choice, engines);
    const bool chosen = ways[0].line.beside != NULL;
    if (!chosen) {
        ways[0].line.beside = fftc_beside_alone(&choice, engines[0]->precision, engines[0]->name);
    }
    choice.lines = 0; /* not known: never by a codelet */
    prepare(&ways[1], choice, engines);
    for (int i = 0; i < TURNS && ways[0].line.beside != NULL; ++i) {
        turn(&ways[i % 2], src, dst);
        turn(&ways[1 - i % 2], src, dst);
    }
    if (ways[0].line.beside != NULL) {
        printf("%s %2zu  %6.1f %6.1f  %.2f%s\n", kind == FFTC_REAL_LINE_FORWARD ? "r2c" : "c2r", n,
               ways[0].ns, ways[1].ns, ways[1].ns / ways[0].ns, chosen ? "  chosen" : "");
    }
    for (int i = 0; i < 2; ++i) {
        fftc_arena_release(&ways[i].arena);
        free(ways[i].work);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || (strcmp(argv[1], "f32") != 0 && strcmp(argv[1], "f64") != 0)) {
        fputs("usage: fit_short_real f32|f64 [avx2|avx512]\n", stderr);
        return 2;
    }
    const fftc_precision precision = strcmp(argv[1], "f64") == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
    const fftc_engine *const *engines = fftc_engines(precision, argc > 2 ? argv[2] : "avx2");
    static double src[MOST + 2];
    static double dst[MOST + 2];
    for (size_t n = 4; n <= MOST; ++n) {
        judge(n, FFTC_REAL_LINE_FORWARD, engines, src, dst);
        judge(n, FFTC_REAL_LINE_BACKWARD, engines, src, dst);
    }
    return 0;
}
