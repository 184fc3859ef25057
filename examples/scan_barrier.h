/* SPDX-License-Identifier: MIT
 *
 * An inclusive scan of a subgroup, after Kogge and Stone, in two versions: without a barrier before
 * its shuffles (SCAN_SYNC is nothing), and with one. A kernel in the dialect; FFTC_SUBGROUP_LOG2 is
 * log2 of the lanes. Define SCAN_NAME, the function's name.
 */
static uint32_t SCAN_NAME(uint32_t value)
{
    uint32_t lane = fftc_subgroup_lane();
    for (uint32_t reach = 1; reach < fftc_subgroup_size(); reach *= 2) {
        SCAN_SYNC;
        uint32_t earlier = fftc_subgroup_shuffle_up(value, reach);
        value += lane >= reach ? earlier : 0;
    }
    return value;
}
