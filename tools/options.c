/* SPDX-License-Identifier: MIT
 *
 * Numbers, names and sizes from the command line.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "tool.h"

const char *const tool_direction_names[] = {"forward", "inverse", NULL};

const char *tool_precision_name(fftc_precision precision)
{
    return bench_precision_names[precision];
}

/* Reads "1024" or "2^10", and moves *text behind it. False if that does not fit. */
static bool take_number(const char **text, uint64_t *number)
{
    char *end;
    errno = 0;
    uint64_t base = strtoull(*text, &end, 10);
    bool fits = errno == 0;
    *number = base;
    if (*end == '^' && end[1] >= '0' && end[1] <= '9') {
        uint64_t exponent = strtoull(end + 1, &end, 10);
        *number = exponent == 0 ? 1 : base;
        for (uint64_t i = 1; i < exponent && base > 1 && fits; ++i) {
            fits = !__builtin_mul_overflow(*number, base, number);
        }
    }
    *text = end;
    return fits;
}

bool tool_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number)
{
    const char *end = text;
    uint64_t value = 0;
    /* strtoull accepts signs and blanks, a size has neither. */
    bool plain = text[0] >= '0' && text[0] <= '9';
    bool fits = plain && take_number(&end, &value);
    if (!plain || *end != '\0') {
        (void)tool_refuse("%s %s: is not a whole number, such as 1024 or 2^10", option, text);
        return false;
    }
    if (!fits || value < least || value > most) {
        (void)tool_refuse("%s %s: must be %llu to %llu", option, text, (unsigned long long)least,
                          (unsigned long long)most);
        return false;
    }
    *number = value;
    return true;
}

bool tool_parse_real(const char *option, const char *text, double least, double most,
                     double *number)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        (void)tool_refuse("%s %s: must be a number, %g to %g", option, text, least, most);
        return false;
    }
    *number = value;
    return true;
}

int tool_parse_name(const char *option, const char *text, const char *const *names)
{
    char list[256] = "";
    for (int i = 0; names[i] != NULL; ++i) {
        if (strcmp(names[i], text) == 0) {
            return i;
        }
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    (void)tool_refuse("%s %s: must be one of %s", option, text, list);
    return -1;
}

bool tool_parse_precision(const char *text, fftc_precision *precision)
{
    int index = tool_parse_name("--precision", text, bench_precision_names);
    if (index >= 0) {
        *precision = (fftc_precision)index;
    }
    return index >= 0;
}

int tool_refuse_option(const char *command, int code, char **argv)
{
    const char *word = argv[optind - 1];
    if (code == ':') {
        return tool_refuse("%s: %s needs a value (see: fftcore help %s)", command, word, command);
    }
    return tool_refuse("%s: unknown option %s (see: fftcore help %s)", command, word, command);
}

const char *tool_optional_file(char **argv, const char *taken)
{
    static const char *const recordings[] = {".wav", ".npy", ".png",  ".exr", ".flac",
                                             ".ogg", ".aif", ".aiff", ".au"};
    const char *next = argv[optind];
    if (taken != NULL) {
        return taken;
    }
    if (next == NULL || (next[0] == '-' && next[1] != '\0')) {
        return "-";
    }
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; ++i) {
        if (tool_ends_with(next, recordings[i])) {
            return "-";
        }
    }
    ++optind;
    return next;
}

bool tool_parse_subgroup(const char *text, uint32_t *subgroup_log2)
{
    uint64_t size;
    if (!tool_parse_number("--subgroup", text, 1, 128, &size)) {
        return false;
    }
    if ((size & (size - 1)) != 0) {
        (void)tool_refuse("--subgroup %s: is not a power of two; give 1, 2, 4, ... 128", text);
        return false;
    }
    *subgroup_log2 = (uint32_t)__builtin_ctzll(size);
    return true;
}

static bool shape_length_check(uint64_t length, uint32_t most_log2)
{
    if (length < 2) {
        (void)tool_refuse("--length %llu: the smallest transform has 2 points",
                          (unsigned long long)length);
        return false;
    }
    if (length > (uint64_t)1 << most_log2) {
        (void)tool_refuse("--length %llu: at most %llu", (unsigned long long)length,
                          1ull << most_log2);
        return false;
    }
    if ((length & (length - 1)) != 0) {
        uint64_t below = (uint64_t)1 << (63 - __builtin_clzll(length));
        (void)tool_refuse("--length %llu: is not a power of two, which the reference kernel needs; "
                          "the nearest are %llu and %llu",
                          (unsigned long long)length, (unsigned long long)below,
                          (unsigned long long)(2 * below));
        return false;
    }
    return true;
}

/* Elements and workgroup from the length and whichever of the two is given. */
static bool shape_split(const tool_shape *shape, uint64_t length, fftc_workgroup_fft *fft)
{
    uint64_t total = (uint64_t)__builtin_ctzll(length);
    uint64_t workgroup = total - 1 < TOOL_WORKGROUP_LOG2 ? total - 1 : TOOL_WORKGROUP_LOG2;
    if (shape->has_workgroup) {
        workgroup = shape->workgroup_log2;
    } else if (shape->has_elements) {
        workgroup = shape->elements_log2 < total ? total - shape->elements_log2 : 0;
    }
    if (workgroup + 1 > total ||
        (shape->has_elements && shape->elements_log2 + workgroup != total)) {
        (void)tool_refuse(
            "--length %llu is 2^%llu: --elements-log2 (at least 1) and --workgroup-log2 "
            "must add up to %llu; leave one of them out",
            (unsigned long long)length, (unsigned long long)total, (unsigned long long)total);
        return false;
    }
    if (workgroup > FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2) {
        (void)tool_refuse("--elements-log2 %llu leaves a workgroup of 2^%llu: at most 2^%u; give "
                          "more elements to each invocation",
                          (unsigned long long)shape->elements_log2, (unsigned long long)workgroup,
                          FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2);
        return false;
    }
    fft->workgroup_log2 = (uint32_t)workgroup;
    fft->elements_log2 = (uint32_t)(total - workgroup);
    return true;
}

bool tool_shape_resolve(const tool_shape *shape, uint64_t default_length, uint32_t most_log2,
                        fftc_workgroup_fft *fft)
{
    uint64_t length = shape->has_length ? shape->length : default_length;
    if (!shape->has_length && shape->has_elements != shape->has_workgroup) {
        (void)tool_refuse("%s alone does not say how long the transform is: add %s or --length",
                          shape->has_elements ? "--elements-log2" : "--workgroup-log2",
                          shape->has_elements ? "--workgroup-log2" : "--elements-log2");
        return false;
    }
    if (!shape->has_length && shape->has_elements) {
        uint64_t total = shape->elements_log2 + shape->workgroup_log2; /* each at most 24 */
        if (total > most_log2) {
            (void)tool_refuse("--elements-log2 %llu and --workgroup-log2 %llu make 2^%llu points: "
                              "at most 2^%u",
                              (unsigned long long)shape->elements_log2,
                              (unsigned long long)shape->workgroup_log2, (unsigned long long)total,
                              most_log2);
            return false;
        }
        length = (uint64_t)1 << total;
    }
    return shape_length_check(length, most_log2) && shape_split(shape, length, fft);
}
