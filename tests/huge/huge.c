/* SPDX-License-Identifier: MIT
 *
 * Carries out transforms of up to 2^31 points, 24 GiB of arrays and more, and checks them: impulses
 * by the formula of their spectrum at 10^5 places, tones and the way back by all numbers.
 *
 *     huge [--memory GIB] [--threads N] [--shift S] [--list] [CASE ...]
 *
 * A case for which there is not enough memory is left out, with a sentence; the program's result
 * is 77 then, which ctest counts as skipped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "huge.h"

typedef struct arguments {
    double memory_gib; /* 0: what there is */
    int threads;
    int shift; /* lengths over 2^shift, for smaller machines */
    bool list;
    char **names; /* of the cases; none: all */
    int count;
} arguments;

static int usage(void)
{
    (void)fprintf(stderr,
                  "usage: huge [--memory GIB] [--threads N] [--shift 0..20] [--list] [CASE ...]\n");
    return 2;
}

static bool read_arguments(int argc, char **argv, arguments *a)
{
    int i = 1;
    *a = (arguments){.threads = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            a->list = true;
            continue;
        }
        if (i + 1 == argc) {
            return false;
        }
        double number = strtod(argv[i + 1], NULL);
        if (strcmp(argv[i], "--memory") == 0) {
            a->memory_gib = number;
        } else if (strcmp(argv[i], "--threads") == 0) {
            a->threads = (int)number;
        } else if (strcmp(argv[i], "--shift") == 0) {
            a->shift = (int)number;
        } else {
            return false;
        }
        ++i;
    }
    a->names = argv + i;
    a->count = argc - i;
    return a->memory_gib >= 0.0 && a->threads >= 1 && a->shift >= 0 && a->shift <= 20;
}

static bool is_wanted(const arguments *a, const char *name)
{
    for (int i = 0; i < a->count; ++i) {
        if (strcmp(a->names[i], name) == 0) {
            return true;
        }
    }
    return a->count == 0;
}

static void run_case(huge_run *run, const huge_case *c)
{
    double needed = huge_case_bytes(c);
    char why[128];
    run->report.name = c->name;
    if (needed > (double)run->memory.bytes) {
        (void)snprintf(why, sizeof why, "needs %.1f GiB of memory, there are %.1f",
                       huge_gib(needed), huge_gib((double)run->memory.bytes));
        huge_report_skip(&run->report, why);
        return;
    }
    double start = huge_seconds();
    run->memory.most = 0;
    (c->convolution ? huge_convolution_run : huge_transform_run)(run, c);
    printf("%-26s %.1f s, %.2f GiB of the %.2f foreseen\n\n", c->name, huge_seconds() - start,
           huge_gib((double)run->memory.most), huge_gib(needed));
    if ((double)run->memory.most > needed) {
        huge_report_failure(&run->report, "memory", "more than was foreseen");
    }
}

int main(int argc, char **argv)
{
    arguments a;
    huge_run run = {.threads = 0};
    huge_case c;
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (!read_arguments(argc, argv, &a)) {
        return usage();
    }
    size_t bytes =
        a.memory_gib > 0.0 ? (size_t)(a.memory_gib * 1073741824.0) : huge_memory_available();
    for (int i = 0; a.list && huge_case_get(i, a.shift, &c); ++i) {
        printf("%-26s %7.2f GiB\n", c.name, huge_gib(huge_case_bytes(&c)));
    }
    if (a.list) {
        return 0;
    }
    if (bytes == 0 || !huge_memory_open(&run.memory, bytes)) {
        run.report.name = "all";
        huge_report_skip(&run.report, "no memory can be reserved: pass --memory");
        return huge_report_end(&run.report);
    }
    run.threads = a.threads;
    for (int i = 0; huge_case_get(i, a.shift, &c); ++i) {
        if (is_wanted(&a, c.name)) {
            run_case(&run, &c);
        }
    }
    huge_memory_close(&run.memory);
    return huge_report_end(&run.report);
}
