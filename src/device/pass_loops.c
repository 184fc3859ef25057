/* SPDX-License-Identifier: MIT */
#include "device/pass_loops.h"

#include "fftcore/kernel/sizes.h"

void fftc_loops_add(fftc_loops *l, uint64_t count, uint64_t src, uint64_t dst)
{
    uint32_t at = l->digits;
    if (count == 1) {
        return;
    }
    while (at > 0 && l->src[at - 1] > src) {
        l->count[at] = l->count[at - 1];
        l->src[at] = l->src[at - 1];
        l->dst[at] = l->dst[at - 1];
        --at;
    }
    l->count[at] = count;
    l->src[at] = src;
    l->dst[at] = dst;
    ++l->digits;
}

void fftc_loops_merge(fftc_loops *l)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < l->digits; ++i) {
        if (l->src[i] == l->src[kept] * l->count[kept] &&
            l->dst[i] == l->dst[kept] * l->count[kept]) {
            l->count[kept] *= l->count[i];
        } else {
            ++kept;
            l->count[kept] = l->count[i];
            l->src[kept] = l->src[i];
            l->dst[kept] = l->dst[i];
        }
    }
    l->digits = l->digits == 0 ? 0 : kept + 1;
}

bool fftc_loops_split(fftc_loops *l, uint64_t part)
{
    if (l->digits == 0 || l->digits == FFTC_LOOPS_MAX || l->count[0] % part != 0 ||
        l->count[0] == part) {
        return false;
    }
    for (uint32_t i = l->digits; i > 0; --i) {
        l->count[i] = l->count[i - 1];
        l->src[i] = l->src[i - 1];
        l->dst[i] = l->dst[i - 1];
    }
    ++l->digits;
    l->count[0] = part;
    l->count[1] /= part;
    l->src[1] *= part;
    l->dst[1] *= part;
    return true;
}

uint64_t fftc_loops_product(const fftc_loops *l)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < l->digits; ++i) {
        product = fftc_size_multiply(product, l->count[i]);
    }
    return product;
}

uint64_t fftc_loops_across(const fftc_loops *l, uint64_t src_stride, uint64_t dst_stride)
{
    return l->digits > 0 && l->src[0] < src_stride && l->dst[0] < dst_stride ? l->count[0] : 0;
}

/* At most this part of the lines may be padding. */
#define VAIN_PART 8u

uint64_t fftc_loops_fill(fftc_loops *l, uint64_t dst_stride, uint64_t lines, uint32_t group,
                         uint32_t piece)
{
    uint64_t count = l->count[0];
    uint64_t vain = (group - count % group) % group;
    bool pieces = l->digits > 0 && l->dst[0] == 1 && dst_stride % piece == 0;
    for (uint32_t i = 1; i < l->digits; ++i) {
        pieces = pieces && l->dst[i] % piece == 0;
    }
    if (!pieces || vain == 0 || vain > count / VAIN_PART || l->digits + lines <= 2) {
        return 0;
    }
    l->count[0] += vain;
    return count;
}
