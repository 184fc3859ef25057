/* SPDX-License-Identifier: MIT
 *
 * fftcore, host API: bloom of pictures. Each pixel's light is spread as a second picture says, the
 * kernel (the point spread function of a lens, a halo, the shape of an aperture), of any size.
 *
 *     fftc_bloom_description what;
 *     fftc_bloom_describe(1280, 720, 3, 256, 256, &what);       packed pixels of three floats each
 *     what.padding = FFTC_PAD_MIRROR;
 *     fftc_bloom_create(&what, NULL, &plan, NULL);
 *     void *spectrum = malloc(fftc_bloom_spectrum_bytes(plan));
 *     void *work = malloc(fftc_bloom_work_bytes(plan));
 *     fftc_bloom_prepare(plan, kernel, spectrum, NULL);                      once for each kernel
 *     fftc_bloom_execute(plan, src, spectrum, &frame, dst, work, NULL);      for each frame
 *
 * What is computed, in linear light and channel by channel, with x the picture, h the kernel
 * divided by its power, (u, v) the kernel's centre, s = frame.sharpening and e = 2^frame.exposure:
 *
 *     y[j][i] = e ( s x[j][i] + (1 - s) sum over l, k of h[l][k] x[j - l + v][i - k + u] )
 *
 * It is a convolution of fftcore/convolution.h in float for each channel. Sharpening is an
 * interpolation of the kernel with a Dirac impulse: 1 leaves the picture as it is, and the sum of
 * the kernel does not change.
 *
 * Resampled kernels. With `resampling`, the kernel's own spectrum, which knows nothing of the
 * picture, is sampled between its frequencies (fftcore/kernel/resample.h). This is what a kernel
 * does whose taps are repeated, with its own width and height, at all distances, and multiplied by
 * the transform of the filter, which leaves the copy in the middle; what it leaves of the others is
 * seen as ringing, least with FFTC_BLOOM_SINC. It is the look of engines that keep one spectrum for
 * pictures of all sizes, as devices do here (fftcore/vulkan/bloom.h). With FFTC_BLOOM_EXACT the
 * result is that of the taps alone.
 *
 * Copies reach further than the picture is padded, so it meets itself around the corner. Here the
 * padded picture has fftc_convolution_length(n + k - 1) pixels along an axis of n with a kernel of
 * k, all of them padding, half of it before the picture. Devices have other lengths, and differ in
 * what comes around the corner.
 *
 * Light. A kernel whose channels sum to 1 keeps the light of a picture that is repeated
 * (FFTC_PAD_REPEAT), but for rounding; mirrored edges keep it if the kernel is symmetric, and
 * nearly so otherwise; zeros lose what leaves the picture. Resampled kernels on devices lose some
 * more, what copies would bring from beyond the padding.
 *
 * Infinities and NaNs in a picture do not spread: a NaN counts as 0, an infinity as 65504, the
 * greatest half, with its sign, also in the pixel itself. With keep_infinities they count as they
 * are, and spoil pixels of their channel: those that the kernel reaches from there, or all. So do
 * finite numbers whose magnitudes, summed over a channel and its padding and times those of the
 * taps, do not fit a float.
 *
 * Functions return a status and take an optional error as in fftcore.h.
 */
#ifndef FFTCORE_BLOOM_H
#define FFTCORE_BLOOM_H

#include "fftcore/convolution.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FFTC_BLOOM_CHANNELS_MAX 4

/* By what the kernel's taps are divided; their luminance is that of Rec. 709 if the kernel has
 * three channels or more, else the mean of its channels. */
typedef enum fftc_bloom_power {
    FFTC_BLOOM_LUMINANCE = 0, /* all by the luminance of all taps: a coloured halo stays coloured,
                                 and the luminance of white stays what it is */
    FFTC_BLOOM_CHANNEL,       /* each channel by the sum of its own taps: white stays white */
    FFTC_BLOOM_AS_IS          /* by 1 */
} fftc_bloom_power;

typedef enum fftc_bloom_resampling {
    FFTC_BLOOM_EXACT = 0,
    FFTC_BLOOM_TENT,  /* bilinear, as a texture is sampled */
    FFTC_BLOOM_CUBIC, /* Keys' piecewise cubic, a = -1/2 */
    FFTC_BLOOM_SINC   /* sinc windowed by sinc, three lobes (Lanczos) */
} fftc_bloom_resampling;

/* Distances in numbers, from a row, a pixel and a channel to the next. All zero: packed rows of
 * packed pixels, whose channels are neighbours. */
typedef struct fftc_bloom_layout {
    uint64_t row;
    uint64_t pixel;
    uint64_t channel;
} fftc_bloom_layout;

typedef struct fftc_bloom_description {
    uint32_t width;
    uint32_t height;
    uint32_t channels;        /* 1 to FFTC_BLOOM_CHANNELS_MAX */
    fftc_precision precision; /* of the numbers of picture, result and kernel: FFTC_FLOAT32, or
                                 FFTC_FLOAT16 */
    fftc_bloom_layout src;
    fftc_bloom_layout dst;
    uint32_t kernel_width;
    uint32_t kernel_height;
    /* 1: one kernel for all channels. As many as `channels`: a kernel for each. 3 of 4: the last
     * channel, an alpha say, has the luminance of the three. */
    uint32_t kernel_channels;
    fftc_bloom_layout kernel;
    /* The kernel's pixel, from its upper left one, that lies over a pixel of the picture. */
    uint32_t centre_x;
    uint32_t centre_y;
    fftc_padding padding; /* what lies beyond the picture: fftcore/convolution.h */
    /* FFTC_PAD_ZERO: what each channel has there, finite. */
    float beyond[FFTC_BLOOM_CHANNELS_MAX];
    fftc_bloom_power power;
    fftc_bloom_resampling resampling;
    int keep_infinities;
} fftc_bloom_description;

/* Fills a description: packed floats, a kernel with as many channels as the picture, its centre in
 * pixel ((width - 1) / 2, (height - 1) / 2), zeros beyond the picture, exact, by luminance. Nothing
 * is checked; `description` may not be NULL. */
FFTC_API void fftc_bloom_describe(uint32_t width, uint32_t height, uint32_t channels,
                                  uint32_t kernel_width, uint32_t kernel_height,
                                  fftc_bloom_description *description);

/* How many bytes each array must have. Any of the three pointers may be NULL. Statuses as
 * fftc_bloom_create has them for the description. */
FFTC_API fftc_status fftc_bloom_bytes(const fftc_bloom_description *description, size_t *src,
                                      size_t *dst, size_t *kernel, fftc_error *error);

/* An immutable plan; any number of threads may use it at the same time, with work of their own. */
typedef struct fftc_bloom fftc_bloom;

/* Plans. The options mean what they mean for fftc_convolution_create, except that `saved` must be
 * NULL and `effort` not FFTC_SAVED. On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `description` or `plan` is NULL; a size is 0; channels, kernel_channels or
 * an enumeration is out of its range; the centre is outside of the kernel; `beyond` is not finite;
 * of a layout some distances are 0 and some not, or those of dst put two numbers in one place.
 * FFTC_UNSUPPORTED: precision is FFTC_FLOAT64; a saved plan is given; or what
 * fftc_convolution_create refuses in this way. FFTC_TOO_LARGE: an array does not fit the address
 * space; an axis has more than 2^31 pixels, padded, with a resampled kernel more than 65536.
 * FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_bloom_create(const fftc_bloom_description *description,
                                       const fftc_plan_options *options, fftc_bloom **plan,
                                       fftc_error *error);
/* Releases the plan. Nobody may be executing it. NULL is allowed. */
FFTC_API void fftc_bloom_destroy(fftc_bloom *plan);

/* The bytes of a kernel's spectra, and of the working memory of one execution: planes of floats for
 * each channel, of a tile of the picture for each thread, or of the whole picture with its padding
 * (of zeros none is stored). 0 for NULL. Both are aligned for a uint64_t; 64 bytes are best. */
FFTC_API size_t fftc_bloom_spectrum_bytes(const fftc_bloom *plan);
FFTC_API size_t fftc_bloom_work_bytes(const fftc_bloom *plan);

/* Transforms a kernel, with memory of its own: the taps as floats, for a resampled kernel about 24
 * bytes for each pixel of the padded picture. The spectrum may be copied and kept, as one of
 * fftc_convolution_prepare.
 *
 * FFTC_INVALID_ARGUMENT: a pointer is NULL or not aligned; a tap is not finite; the power that taps
 * are to be divided by is not above 0; or the magnitudes of a channel's taps, divided by it, have a
 * sum that does not fit a float.
 * FFTC_OUT_OF_MEMORY. Nothing is promised of the spectrum then. */
FFTC_API fftc_status fftc_bloom_prepare(const fftc_bloom *plan, const void *kernel, void *spectrum,
                                        fftc_error *error);

/* By what the taps of a channel were divided, of a prepared spectrum. */
FFTC_API double fftc_bloom_power_of(const void *spectrum, uint32_t channel);

/* A kernel as the taps that it comes to, for devices (fftcore/vulkan/bloom.h): a plane of packed
 * rows of floats for each kernel channel that the description has, and for the alpha that takes the
 * luminance of three; one plane if one kernel serves all channels. Taps are divided by their power,
 * and by a power of two, so that the magnitudes of the plane with the greatest sum add up to 1/2 to
 * 1 (for the cubic filter and the sinc, whose negative lobes add something, times 1.03 and 1.05).
 * They are in their places, or of a resampled kernel moved around its corner, so that the centre's
 * is the first. Nothing of them depends on the picture.
 * `planes` has fftc_bloom_taps_bytes; `allocator`, NULL or as in fftc_plan_options, gives memory
 * for the time of the call. Statuses: those of fftc_bloom_create for the description, and those of
 * fftc_bloom_prepare. */
typedef struct fftc_bloom_light {
    double power[FFTC_BLOOM_CHANNELS_MAX]; /* by what a channel's taps were divided */
    double sum[FFTC_BLOOM_CHANNELS_MAX];   /* of the taps divided by their power */
    int exponent;                          /* they were divided by 2^exponent, too */
} fftc_bloom_light;

FFTC_API fftc_status fftc_bloom_taps_bytes(const fftc_bloom_description *description, size_t *bytes,
                                           fftc_error *error);
FFTC_API fftc_status fftc_bloom_taps(const fftc_bloom_description *description,
                                     const fftc_allocator *allocator, const void *kernel,
                                     float *planes, fftc_bloom_light *light, fftc_error *error);

/* What may change from frame to frame. NULL means zeros. */
typedef struct fftc_bloom_frame {
    float sharpening; /* s: 0 to 1, the part of the picture itself */
    float exposure;   /* stops: the result times 2^exposure; -100 to 100 */
} fftc_bloom_frame;

/* Blooms a picture. Allocates nothing. dst may be src if both have the same layout; otherwise they
 * do not overlap, nor does any array with `work`, whose contents afterwards mean nothing.
 *
 * FFTC_INVALID_ARGUMENT: a pointer other than `frame` or `error` is NULL or not aligned; arrays
 * share memory that must not; a number of the frame is out of its range; or the spectrum is another
 * plan's. Nothing has been written then. */
FFTC_API fftc_status fftc_bloom_execute(const fftc_bloom *plan, const void *src,
                                        const void *spectrum, const fftc_bloom_frame *frame,
                                        void *dst, void *work, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
