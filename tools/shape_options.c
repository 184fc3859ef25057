/* SPDX-License-Identifier: MIT */
#include "shape_options.h"

static bool is_given(uint64_t number)
{
    return number != TOOL_NOT_GIVEN;
}

bool tool_take_subgroup(const tool_option *option, char *text, void *field)
{
    uint64_t size;
    (void)option;
    if (!tool_parse_number("--subgroup", text, 1, 128, &size)) {
        return false;
    }
    if ((size & (size - 1)) != 0) {
        (void)tool_refuse("--subgroup %s: is not a power of two; give 1, 2, 4, ... 128", text);
        return false;
    }
    *(uint32_t *)field = (uint32_t)__builtin_ctzll(size);
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
    if (is_given(shape->workgroup_log2)) {
        workgroup = shape->workgroup_log2;
    } else if (is_given(shape->elements_log2)) {
        workgroup = shape->elements_log2 < total ? total - shape->elements_log2 : 0;
    }
    if (workgroup + 1 > total ||
        (is_given(shape->elements_log2) && shape->elements_log2 + workgroup != total)) {
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
    uint64_t length = is_given(shape->length) ? shape->length : default_length;
    if (!is_given(shape->length) &&
        is_given(shape->elements_log2) != is_given(shape->workgroup_log2)) {
        (void)tool_refuse("%s alone does not say how long the transform is: add %s or --length",
                          is_given(shape->elements_log2) ? "--elements-log2" : "--workgroup-log2",
                          is_given(shape->elements_log2) ? "--workgroup-log2" : "--elements-log2");
        return false;
    }
    if (!is_given(shape->length) && is_given(shape->elements_log2)) {
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
