/* SPDX-License-Identifier: MIT
 *
 * fftcore, host API: convolution and correlation on the CPU, by fast transforms, or without them
 * where the kernel has so few taps that the sums themselves are faster.
 *
 *     fftc_convolution_description what;
 *     fftc_convolution_describe_linear(1, (uint64_t[]){48000}, (uint64_t[]){4000}, FFTC_FULL,
 *                                      FFTC_CONVOLVE, FFTC_REAL, &what, NULL);
 *     fftc_convolution *plan;
 *     fftc_convolution_create(&what, NULL, &plan, NULL);
 *     void *spectrum = malloc(fftc_convolution_spectrum_bytes(plan));
 *     fftc_convolution_prepare(plan, kernel, spectrum, NULL);        once for each kernel
 *     fftc_convolution_execute(plan, src, spectrum, dst, NULL);      as often as you like
 *     fftc_convolution_destroy(plan);
 *
 * What is computed, with x the signal, h the kernel, o its origin, N the periods, and all indices
 * of x taken mod N (shown for one axis; more axes have one sum each):
 *
 *     FFTC_CONVOLVE    y[i] = sum over t of       h[t]  x[i - t + o]
 *     FFTC_CORRELATE   y[i] = sum over t of conj(h[t]) x[i + t - o]
 *
 * A linear convolution is a circular one whose period leaves room for both: at least the signal's
 * length plus the kernel's minus 1. The numbers are the sums themselves; no factor N is left over.
 *
 * A long signal with a short kernel, out of place, is done in blocks where that is faster. Each
 * block reads a few numbers more than it gives sums (overlap and save), and all of them are
 * multiplied by the same spectrum.
 *
 * Infinities and NaNs. By transforms, an infinity or NaN in a signal spoils all sums that are
 * transformed with it: those of its block, or of the whole signal, but none of another signal of
 * the batch. Where the plan takes the sums themselves, it spoils the sums that it is part of, and
 * of short signals more. Which way a plan goes, and its blocks, are the planner's choice, so that
 * nothing of this is promised unless direct_sums is set. An infinity or NaN in the kernel may
 * always spoil every sum.
 *
 * A prepared kernel is its spectrum, or its taps if the plan takes no transforms. The order of its
 * numbers is the plan's own, since nothing is reordered on the way, so only
 * fftc_convolution_execute and its split form can use it. A plan may work with another period than
 * the one described, wherever that gives the same sums: this depends on where the signal exists,
 * how long the kernel is and which sums are wanted.
 *
 * Functions return a status and take an optional error as in fftcore.h.
 */
#ifndef FFTCORE_CONVOLUTION_H
#define FFTCORE_CONVOLUTION_H

#include "fftcore/fftcore.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fftc_product { FFTC_CONVOLVE = 0, FFTC_CORRELATE } fftc_product;

/* What a signal has along an axis where src_range leaves a part of the period out. */
typedef enum fftc_padding {
    FFTC_PAD_ZERO = 0,
    FFTC_PAD_MIRROR, /* the signal reflected, its end included: x1 x0 | x0 x1 ..., any number of
                        times */
    FFTC_PAD_REPEAT, /* the signal again */
    FFTC_PAD_CLAMP   /* its first, or its last number */
} fftc_padding;

/* With nothing but signal.length set, it means: a circular convolution of complex numbers with a
 * kernel of the same lengths. */
typedef struct fftc_convolution_description {
    /* Signal and result.
     *
     * length      the period along each axis
     * kind        FFTC_COMPLEX or FFTC_REAL: signal, kernel and result are all complex or all real
     * precision   of signal, kernel and result; FFTC_FLOAT16 is stored so and computed as float
     * format      of complex numbers. FFTC_SPLIT: real and imaginary parts of signal, kernel and
     *             result in arrays of their own; fftc_convolution_prepare_split and
     *             fftc_convolution_execute_split take them. Real numbers have one array in either
     *             format, for fftc_convolution_prepare and fftc_convolution_execute
     * batch       signals that meet the same kernel, one after the other
     * strides and distances: of src and dst, in numbers (complex or real); all zero means packed
     *             rows of the period. Result and signal have the same shape. If one is given, all
     *             are, as for transforms (fftc_transform).
     * src_range   where the signal exists; the rest counts as zero, or as `padding` says, and is
     *             not read
     * dst_range   which sums are wanted; the rest is not written, out of place or in place.
     *             Addresses do not change: element i stays at i strides. Transforms of lines that
     *             hold nothing, or that nobody wants, are not computed.
     * placement   FFTC_IN_PLACE: src == dst, with the same strides; otherwise they do not overlap,
     *             and src is never written. In place, no signal's result may be where another one
     *             of the batch is
     * scaling     FFTC_SCALE_DEFAULT: the sums. FFTC_SCALE_NONE: times the product of the periods,
     *             as if no transform were scaled. FFTC_SCALE_UNITARY: over its square root, as if
     *             all three were unitary.
     *
     * direction and trigonometric stay zero. */
    fftc_transform signal;
    fftc_product product;
    /* The kernel's taps along each axis, at most the period; all zero means the period, and is
     * refused where a stride or an origin is given. */
    uint64_t kernel_length[FFTC_MAX_RANK];
    /* Distance between neighbouring taps, in numbers; all zero means packed rows of kernel_length.
     * If one stride is given, each axis of more than one tap needs its own. FFTC_STRIDE_ZERO means
     * that one tap serves for all along the axis. */
    uint64_t kernel_stride[FFTC_MAX_RANK];
    /* The number of the tap by which x[i] is multiplied for y[i], less than the period. A causal
     * filter has 0; a centred one, as usual for pictures, has (kernel_length - 1) / 2. */
    uint64_t kernel_origin[FFTC_MAX_RANK];
    /* What fills the period along each axis where the signal does not exist, out of place; no copy
     * is made. Of the N - n numbers that a period of N has beside n of a signal, one half lies
     * before the signal and the other half behind it, where the two meet around the corner. If
     * N - n is odd, there is one more before the signal, for FFTC_CORRELATE behind it. So a period
     * of at least n + 2 r, where no wanted sum reaches more than r numbers beyond the signal on
     * either side, gives the sums of a signal that is padded without end; for a centred kernel of k
     * taps n + k - 1 is enough, as fftc_convolution_describe_linear sets it for FFTC_SAME. */
    fftc_padding padding[FFTC_MAX_RANK];
    /* Not 0: the plan takes the sums themselves, however many products that takes, so that an
     * infinity or a NaN of the signal reaches no sum but those that it is part of. It needs one
     * product for each sum and tap, some 0.05 ns of real float and 0.14 ns of complex float or real
     * double on one thread with AVX-512. Direct sums work out of place, and in place along one axis
     * for up to 4096 sums. Otherwise, and on devices, the answer is FFTC_UNSUPPORTED. */
    int direct_sums;
} fftc_convolution_description;

/* Which sums of a linear convolution of n numbers with k taps along an axis; all are counted from
 * 0 in dst. */
typedef enum fftc_part {
    FFTC_FULL = 0, /* n + k - 1: every sum that has a term */
    FFTC_SAME,     /* n: where the kernel's middle tap, number (k - 1) / 2, is over the signal */
    FFTC_VALID     /* n - k + 1, k <= n: where the whole kernel is over the signal */
} fftc_part;

/* Fills *description with a linear convolution in float, out of place: packed src of signal[i]
 * numbers and a packed kernel of kernel[i] taps along each of `rank` axes, and a packed dst of the
 * part. Before you plan, you may change everything in the description, such as precision, batch and
 * strides. (The full correlation begins with lag -(k - 1), where x[0] meets the last tap.)
 *
 * FFTC_INVALID_ARGUMENT: a pointer other than `error` is NULL; rank is not 1 to FFTC_MAX_RANK; part
 * or product has no such value; kind is neither FFTC_COMPLEX nor FFTC_REAL; an axis has no numbers
 * or no taps; or, for FFTC_VALID, it has more taps than numbers. FFTC_TOO_LARGE: an axis has
 * n + k - 1 > 2^31, or the number of items of an array does not fit 64 bits. On failure
 * *description is not written. */
FFTC_API fftc_status fftc_convolution_describe_linear(int rank, const uint64_t *signal,
                                                      const uint64_t *kernel, fftc_part part,
                                                      fftc_product product, fftc_kind kind,
                                                      fftc_convolution_description *description,
                                                      fftc_error *error);

/* How many bytes each array must have, src and dst for the whole batch: from the first number to
 * the end of the last one. With FFTC_SPLIT, each of an array's two parts has so many bytes. With
 * ranges, an array ends with the last number inside. In place src and dst are the same. Any of the
 * three pointers may be NULL. For the spectrum ask the plan: fftc_convolution_spectrum_bytes.
 * Statuses are those that fftc_convolution_create has for the description, except where direct_sums
 * has no room in place: only fftc_convolution_create finds that out. */
FFTC_API fftc_status fftc_convolution_bytes(const fftc_convolution_description *description,
                                            size_t *src, size_t *dst, size_t *kernel,
                                            fftc_error *error);

/* The smallest number >= `least` without a prime factor above 7; 0 if that is more than 2^63. For
 * programs that pad by themselves; plans do not need it, whatever period they are given. */
FFTC_API uint64_t fftc_convolution_length(uint64_t least);

/* An immutable plan: any number of threads may use one at the same time, with different results.
 *
 * It holds tables, and working memory for 8 executions or as many as options.executions says; for
 * fewer if 8 took more than 1 GiB, or if there is not so much memory. (Pages that no execution has
 * used are not touched.) When all of it is in use, another execution waits. If an execution needs
 * no more than 16 KiB, these lie on the caller's stack instead, and nobody waits. All in all an
 * execution or preparation takes less than 128 KiB of stack, as an execution of a transform does:
 * up to some 98 KB where it runs whole transforms of real numbers, otherwise some 32 KB (gcc 12,
 * optimised).
 *
 * Working memory of one execution:
 *
 *   - one axis of up to 64 MiB of complex numbers: three rows, or with several threads and a batch
 *     or blocks three rows for each thread (with blocks, a row is a block);
 *   - without transforms: some 256 KiB for each thread, or less;
 *   - otherwise: the padded signal once (with several threads and a batch of short signals once for
 *     each thread), and a few columns and rows for each thread. */
typedef struct fftc_convolution fftc_convolution;

/* Plans a convolution. The options mean what they mean for transforms. FFTC_MEASURE tries the most
 * promising periods along each axis, and the sums without transforms, within options.seconds
 * (radices stay the model's). options.executions says for how many executions there is working
 * memory, but may not be -1. With options.reproducible, bits and spectra are the same on every
 * instruction set, and nothing is measured. On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `description` or `plan` is NULL; a value is out of its range (a
 * kernel_length must not exceed the period, nor be 0 where another axis has one, or a stride or an
 * origin is given; a kernel_origin must be less than the period); signal.kind is FFTC_REAL_TO_REAL;
 * direction or trigonometric is not zero; a stride or distance is missing, or dst's strides do not
 * nest (fftcore/fftcore.h); in place, strides or distances of src and dst differ, where steps are
 * taken; `padding` has no such value; something is given for an axis that does not exist; or what
 * options.saved says. FFTC_UNSUPPORTED: signal.loop is given; `padding` in place; direct_sums has
 * no room in place; options.executions is -1; what options.saved says; or the environment variable
 * FFTCORE_FORCE_ISA names an instruction set that this processor does not have or this build does
 * not know (fftc_plan_create tells what happens where only its engine was left out).
 * FFTC_TOO_LARGE: an axis has more than 2^31 points, or needs a period of 2^32; or an array, the
 * padded signal or the working memory would not fit the address space. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_convolution_create(const fftc_convolution_description *description,
                                             const fftc_plan_options *options,
                                             fftc_convolution **plan, fftc_error *error);
/* Releases the plan. Nobody may be executing it. NULL is allowed. */
FFTC_API void fftc_convolution_destroy(fftc_convolution *plan);

/* Writes what the plan decided as a line for fftc_plan_options.saved, as fftc_plan_save does, with
 * the same statuses except FFTC_UNSUPPORTED. A plan made from it takes the spectra of the one that
 * was saved. (With FFTC_SAVED it is made from it or not at all.) */
FFTC_API fftc_status fftc_convolution_save(const fftc_convolution *plan, char *text,
                                           size_t capacity, size_t *bytes, fftc_error *error);

/* The bytes of a kernel's spectrum; 0 for NULL. */
FFTC_API size_t fftc_convolution_spectrum_bytes(const fftc_convolution *plan);

/* Transforms a kernel. `spectrum` is the caller's memory, aligned for a uint64_t (64 bytes are
 * best), and apart from the kernel. It may be copied and kept; it serves this plan, plans made
 * from what it saved, and plans made by estimate as this one was, on the same instruction set
 * with the same library.
 *
 * FFTC_INVALID_ARGUMENT: a pointer is NULL; the plan is complex and of FFTC_SPLIT
 * (fftc_convolution_prepare_split takes those); the kernel is not aligned to its scalars, or the
 * spectrum not to 8 bytes; or the two share memory. Nothing has been written then. There is no
 * other failure. */
FFTC_API fftc_status fftc_convolution_prepare(const fftc_convolution *plan, const void *kernel,
                                              void *spectrum, fftc_error *error);

/* Transforms a kernel for a complex plan of FFTC_SPLIT, as fftc_convolution_prepare does. All other
 * plans, real ones too, are refused: FFTC_INVALID_ARGUMENT. */
FFTC_API fftc_status fftc_convolution_prepare_split(const fftc_convolution *plan,
                                                    const void *kernel_re, const void *kernel_im,
                                                    void *spectrum, fftc_error *error);

/* Carries the plan out, and allocates nothing. src and dst are aligned as their scalars are; in
 * place src == dst.
 *
 * FFTC_INVALID_ARGUMENT: a pointer is NULL; the plan is complex and of FFTC_SPLIT
 * (fftc_convolution_execute_split takes those); src == dst out of place, or src != dst in place; an
 * array is not aligned; dst shares memory with the spectrum or, out of place, with src; or the
 * spectrum is another plan's. Nothing has been written then. There is no other failure. */
FFTC_API fftc_status fftc_convolution_execute(const fftc_convolution *plan, const void *src,
                                              const void *spectrum, void *dst, fftc_error *error);

/* Carries a complex plan of FFTC_SPLIT out, as fftc_convolution_execute does.
 * FFTC_INVALID_ARGUMENT: the plan is another one, real plans too, or the real and the imaginary
 * part of dst share memory. In place, both sides have the same pointers. */
FFTC_API fftc_status fftc_convolution_execute_split(const fftc_convolution *plan,
                                                    const void *src_re, const void *src_im,
                                                    const void *spectrum, void *dst_re,
                                                    void *dst_im, fftc_error *error);

/* A number b with |error| <= b * sum|h| * |x| for random numbers, where |.| is the root of the sum
 * of squares over all of a result, or of the signal, and sum|h| adds the taps' magnitudes. Where
 * many products are alike, so are their rounding errors, and sums without transforms exceed b: of
 * 204 float taps, all nearly the same, and a constant signal by a sixth. For FFTC_FLOAT16 the bound
 * holds as long as no result is beyond 65504, with an error of up to 2^-25 for each number in
 * addition. The answer is 0 for NULL. */
FFTC_API double fftc_convolution_error_bound(const fftc_convolution *plan);

#ifdef __cplusplus
}
#endif
#endif
