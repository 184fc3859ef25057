/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdio.h>
#include <time.h>

double huge_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double huge_gib(double bytes)
{
    return bytes / 1073741824.0;
}

void huge_report_error(huge_report *report, const char *what, double error, double bound)
{
    bool good = error <= bound;
    *(good ? &report->passed : &report->failed) += 1;
    printf("%-26s %-26s error %.3g, bound %.3g%s\n", report->name, what, error, bound,
           good ? "" : "  FAILED");
    (void)fflush(stdout);
}

void huge_report_failure(huge_report *report, const char *what, const char *why)
{
    ++report->failed;
    printf("%-26s %-26s FAILED: %s\n", report->name, what, why);
    (void)fflush(stdout);
}

void huge_report_skip(huge_report *report, const char *why)
{
    ++report->skipped;
    printf("%-26s skipped: %s\n", report->name, why);
    (void)fflush(stdout);
}

int huge_report_end(const huge_report *report)
{
    printf("%d checks passed, %d failed, %d cases skipped\n", report->passed, report->failed,
           report->skipped);
    return report->failed != 0 ? 1 : report->skipped != 0 ? HUGE_SKIPPED : 0;
}
