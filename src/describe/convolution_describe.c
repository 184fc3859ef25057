/* SPDX-License-Identifier: MIT
 *
 * Help with descriptions.
 */
#include <stdbool.h>

#include "fftcore/convolution.h"
#include "support/check.h"
#include "support/error.h"

fftc_status fftc_convolution_describe_linear(int rank, const uint64_t *signal,
                                             const uint64_t *kernel, fftc_part part,
                                             fftc_product product, fftc_kind kind,
                                             fftc_convolution_description *description,
                                             fftc_error *error)
{
    if (signal == NULL || kernel == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL: pass its length for each axis",
                         signal == NULL ? "signal" : "kernel");
    }
    if (description == NULL) {
        return fftc_fail_no_place(error, "description");
    }
    if (rank < 1 || rank > FFTC_MAX_RANK) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "rank is %d: pass 1 to %d", rank,
                         FFTC_MAX_RANK);
    }
    if (part != FFTC_FULL && part != FFTC_SAME && part != FFTC_VALID) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "part %d: pass FFTC_FULL, FFTC_SAME or FFTC_VALID", (int)part);
    }
    fftc_status status = fftc_check_product(product, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_check_signal_kind(kind, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_convolution_description d = {.signal = {.kind = kind, .batch = 1}, .product = product};
    uint64_t src_next = 1;
    uint64_t dst_next = 1;
    uint64_t taps = 1;
    for (int i = rank - 1; i >= 0; --i) {
        uint64_t n = signal[i];
        uint64_t k = kernel[i];
        if (n == 0 || k == 0 || (part == FFTC_VALID && k > n)) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "axis %d has %llu numbers and %llu taps: both must be 1 or more, and "
                             "for FFTC_VALID the taps not more than the numbers",
                             i, (unsigned long long)n, (unsigned long long)k);
        }
        uint64_t period;
        if (__builtin_add_overflow(n, k - 1, &period) || period > FFTC_AXIS_POINTS_MAX) {
            return fftc_fail(error, FFTC_TOO_LARGE,
                             "axis %d: an axis has at most 2^31 points, numbers and taps together",
                             i);
        }
        uint64_t wanted = part == FFTC_FULL ? period : part == FFTC_SAME ? n : n - k + 1;
        d.signal.length[i] = period;
        d.signal.src_range[i] = (fftc_range){0, n};
        d.signal.dst_range[i] = (fftc_range){0, wanted};
        d.signal.src_stride[i] = src_next;
        d.signal.dst_stride[i] = dst_next;
        d.kernel_length[i] = k;
        bool first = (part == FFTC_FULL) == (product == FFTC_CONVOLVE);
        d.kernel_origin[i] = part == FFTC_SAME ? (k - 1) / 2 : first ? 0 : k - 1;
        if (__builtin_mul_overflow(taps, k, &taps) ||
            __builtin_mul_overflow(src_next, n, &src_next) ||
            __builtin_mul_overflow(dst_next, wanted, &dst_next)) {
            return fftc_fail(error, FFTC_TOO_LARGE, "an array does not fit the address space");
        }
    }
    d.signal.src_distance = src_next;
    d.signal.dst_distance = dst_next;
    *description = d;
    return fftc_succeed(error);
}

uint64_t fftc_convolution_length(uint64_t least)
{
    const uint64_t most = (uint64_t)1 << 63;
    uint64_t best = most;
    if (least > most) {
        return 0;
    }
    for (uint64_t seven = 1;; seven *= 7) {
        for (uint64_t five = seven;; five *= 5) {
            for (uint64_t three = five;; three *= 3) {
                uint64_t x = three;
                while (x < least && x <= most / 2) {
                    x *= 2;
                }
                best = x >= least && x < best ? x : best;
                if (three > best / 3) {
                    break;
                }
            }
            if (five > best / 5) {
                break;
            }
        }
        if (seven > best / 7) {
            break;
        }
    }
    return best;
}
