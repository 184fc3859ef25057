/* SPDX-License-Identifier: MIT
 *
 * Memory, versions, and what plans tell of themselves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fftw3/planner.h"

/* Programs look for FFTW's version at the beginning. No longer than in FFTW's binaries, whose
 * programs may have copies of the arrays. */
#if FFTC_FFTW3_FLOAT
P_API const char X(version)[] = "fftwf-3.3.10-fftcore";
#else
P_API const char X(version)[] = "fftw-3.3.10-fftcore";
#endif
P_API const char X(cc)[] = "cc";
P_API const char X(codelet_optim)[] = "";

P_API void *X(malloc)(size_t bytes)
{
    const size_t line = 64;
    if (bytes > SIZE_MAX - line) {
        return NULL;
    }
    return aligned_alloc(line, bytes == 0 ? line : (bytes + line - 1) / line * line);
}

P_API R *X(alloc_real)(size_t count)
{
    return count > SIZE_MAX / sizeof(R) ? NULL : X(malloc)(count * sizeof(R));
}

P_API C *X(alloc_complex)(size_t count)
{
    return count > SIZE_MAX / sizeof(C) ? NULL : X(malloc)(count * sizeof(C));
}

P_API void X(free)(void *memory)
{
    free(memory);
}

/* Plans take arrays of any alignment, so that all are as good as any. */
P_API int X(alignment_of)(R *memory)
{
    (void)memory;
    return 0;
}

/* 5 n log2 n for each complex transform of n points, half as many for real ones: what a radix-2
 * FFT takes, three fifths of it additions. */
P_API void X(flops)(const X(plan) plan, double *add, double *mul, double *fmas)
{
    const problem *p = &plan->problem;
    double points = 1;
    double loops = 1;
    for (int i = 0; i < p->rank; ++i) {
        points *= (double)p->dims[i].n;
    }
    for (int i = 0; i < p->loops; ++i) {
        loops *= (double)p->loop[i].n;
    }
    double butterflies = loops * points * log2(points) * (p->kind == PROBLEM_COMPLEX ? 0.5 : 0.25);
    *add = 6 * butterflies;
    *mul = 4 * butterflies;
    *fmas = 0;
}

P_API double X(estimate_cost)(const X(plan) plan)
{
    double add, mul, fmas;
    X(flops)(plan, &add, &mul, &fmas);
    return add + mul + 2 * fmas;
}

P_API double X(cost)(const X(plan) plan)
{
    return X(estimate_cost)(plan);
}

/* The lines of its saved plans, between parentheses. */
P_API char *X(sprint_plan)(const X(plan) plan)
{
    const fftc_plan *plans[AXES_MAX];
    int count = 0;
    if (plan->direct != NULL) {
        plans[count++] = plan->direct;
    } else if (plan->staged != NULL) {
        count = P(staged_plans)(plan->staged, plans, AXES_MAX);
    }
    size_t room = 64;
    for (int i = 0; i < count; ++i) {
        size_t bytes = 0;
        room += fftc_plan_save(plans[i], NULL, 0, &bytes, NULL) == FFTC_SUCCESS ? bytes : 0;
    }
    char *text = malloc(room);
    if (text == NULL) {
        return NULL;
    }
    size_t at = (size_t)snprintf(text, room, "(%s",
                                 count == 0             ? "copy"
                                 : plan->direct != NULL ? ""
                                                        : "gather, scatter:\n");
    for (int i = 0; i < count; ++i) {
        size_t bytes = 0;
        if (fftc_plan_save(plans[i], text + at, room - at, &bytes, NULL) == FFTC_SUCCESS) {
            at += bytes - 1;
        }
    }
    at -= at > 0 && text[at - 1] == '\n';
    snprintf(text + at, room - at, ")");
    return text;
}

P_API void X(fprint_plan)(const X(plan) plan, FILE *file)
{
    char *text = X(sprint_plan)(plan);
    if (text != NULL) {
        fputs(text, file);
    }
    free(text);
}

P_API void X(print_plan)(const X(plan) plan)
{
    X(fprint_plan)(plan, stdout);
}
