/* SPDX-License-Identifier: MIT
 *
 * What a program of cases says of each, and at the end.
 */
#ifndef FFTC_TESTS_HUGE_REPORT_H
#define FFTC_TESTS_HUGE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#define HUGE_SKIPPED 77 /* what ctest counts as skipped */

typedef struct huge_report {
    const char *name; /* of the case */
    int passed;
    int failed;
    int skipped;
} huge_report;

double huge_seconds(void);
double huge_gib(double bytes);

/* A line for a number that must be at most `bound`. NaN is not. */
void huge_report_error(huge_report *report, const char *what, double error, double bound);
void huge_report_failure(huge_report *report, const char *what, const char *why);
void huge_report_skip(huge_report *report, const char *why);

/* The program's result: 1 if anything failed, HUGE_SKIPPED if anything was left out. */
int huge_report_end(const huge_report *report);

#endif
