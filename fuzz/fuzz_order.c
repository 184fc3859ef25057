/* SPDX-License-Identifier: MIT
 *
 * The index permutations and the mirror trade against the algorithm's movement of data: the
 * frequency of a slot is found by following the element that ends there back through every
 * exchange to its load, and noting at each butterfly which half of the frequencies it went to. That
 * takes nothing from the closed forms of order.h and mirror.h.
 */
#include "fftcore/kernel/order.h"

/* The trade itself is run by the emulator's tests; only the infos of mirror.h are judged here. */
#define FFTC_WORKGROUP_LOG2 0u
#include "fftcore/kernel/mirror.h"

#include "input.h"

/* Frequency of what the forward transform leaves in `slot`. */
static uint64_t trace_frequency(uint64_t slot, unsigned elements_log2, unsigned workgroup_log2)
{
    uint64_t workgroup = (uint64_t)1 << workgroup_log2;
    unsigned stages = elements_log2 + workgroup_log2;
    uint64_t invocation = slot % workgroup;
    uint64_t block = slot / (2 * workgroup);
    int high = slot / workgroup % 2 != 0;
    uint64_t frequency = 0;

    /* The small transform, backwards. A butterfly sends the even of the remaining frequencies to
     * its low output and the odd ones to its high output; stage s decides bit s. */
    for (unsigned stride_log2 = 0; stride_log2 < workgroup_log2; ++stride_log2) {
        uint64_t stride = (uint64_t)1 << stride_log2;
        frequency |= (uint64_t)high << (stages - 1 - stride_log2);
        /* Before the trade: the invocation with that bit clear kept its low element, and both
         * elements it now has were low ones of the pair; the other two were high ones. */
        high = (invocation & stride) != 0;
        /* Either parent will do, since both are in the same half; follow the partner's, to test
         * that too. */
        invocation ^= stride;
    }
    frequency |= (uint64_t)high << (stages - 1 - workgroup_log2);

    /* The accessor stages: the slot says it all. */
    for (unsigned stride_log2 = workgroup_log2 + 1; stride_log2 < stages; ++stride_log2) {
        uint64_t bit = (block * 2 * workgroup >> stride_log2) & 1;
        frequency |= bit << (stages - 1 - stride_log2);
    }
    return frequency;
}

static void check_slot(uint32_t slot, unsigned e, unsigned w)
{
    uint64_t n = (uint64_t)1 << (e + w);
    uint32_t low_mask = ((uint32_t)1 << w) - 1;
    uint64_t frequency = trace_frequency(slot, e, w);
    fuzz_check(fftc_get_dft_index(slot, e, w) == frequency, "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(fftc_get_nabla_index((uint32_t)frequency, e, w) == slot, "slot %u, E %u, W %u", slot,
               e, w);
    fuzz_check(fftc_get_inverse_input_frequency(slot, e, w) == frequency, "slot %u, E %u, W %u",
               slot, e, w);
    fuzz_check(fftc_get_inverse_input_slot((uint32_t)frequency, e, w) == slot,
               "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(fftc_get_inverse_output_time(slot, e, w) == slot, "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(fftc_get_inverse_output_slot(slot, e, w) == slot, "slot %u, E %u, W %u", slot, e, w);

    uint64_t negative = (n - frequency) % n;
    uint32_t mirror = fftc_get_nabla_mirror_index(slot, e, w);
    fuzz_check(fftc_get_dft_mirror_index((uint32_t)frequency, e, w) == negative,
               "frequency %llu, E %u, W %u", (unsigned long long)frequency, e, w);
    fuzz_check(mirror < n && trace_frequency(mirror, e, w) == negative, "slot %u, E %u, W %u", slot,
               e, w);

    /* The trade: for one local index, what this invocation is told to send is what its partner
     * needs, and the partner is told the same about it. */
    fftc_mirror_local_info local = fftc_get_nabla_mirror_local_info(slot, e, w);
    fftc_mirror_global_info global = fftc_get_nabla_mirror_global_info(slot, e, w);
    uint32_t partner_slot = (slot & ~low_mask) | global.other_invocation;
    fuzz_check(local.other_invocation == (mirror & low_mask), "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(local.mirror_local_index == mirror >> w, "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(global.other_invocation == local.other_invocation, "slot %u, E %u, W %u", slot, e,
               w);
    fuzz_check((global.mirror_global_index & low_mask) == (slot & low_mask), "slot %u, E %u, W %u",
               slot, e, w);
    fuzz_check(trace_frequency(global.mirror_global_index, e, w) ==
                   (n - trace_frequency(partner_slot, e, w)) % n,
               "slot %u, E %u, W %u", slot, e, w);
    fuzz_check(fftc_get_nabla_mirror_global_info(partner_slot, e, w).other_invocation ==
                   (slot & low_mask),
               "slot %u, E %u, W %u", slot, e, w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    unsigned e = 1 + fuzz_take_below(&input, 31);
    unsigned w = fuzz_take_below(&input, 32 - e);
    do {
        uint64_t slot = fuzz_take(&input, 4) & (((uint64_t)1 << (e + w)) - 1);
        check_slot((uint32_t)slot, e, w);
    } while (input.size > 0);
    return 0;
}
