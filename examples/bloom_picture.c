/* SPDX-License-Identifier: MIT
 *
 * Bloom: a night sky of a few bright stars, spread by a halo, with three kinds of edges. Prints how
 * much light is left, and how bright the middle of a star is that stands near the border.
 *
 *     example_bloom_picture            exit status 1 if something fails
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fftcore/bloom.h"

enum { WIDTH = 320, HEIGHT = 180, KERNEL = 101, CHANNELS = 3 };

static float picture[HEIGHT][WIDTH][CHANNELS];
static float result[HEIGHT][WIDTH][CHANNELS];
static float halo[KERNEL][KERNEL]; /* one kernel for all channels */

static double light(float (*of)[WIDTH][CHANNELS])
{
    double sum = 0.0;
    for (int i = 0; i < HEIGHT * WIDTH; ++i) {
        sum += (double)of[i / WIDTH][i % WIDTH][1];
    }
    return sum;
}

static fftc_status bloom(fftc_padding padding, fftc_error *error)
{
    fftc_bloom_description what;
    fftc_bloom *plan;
    fftc_bloom_describe(WIDTH, HEIGHT, CHANNELS, KERNEL, KERNEL, &what);
    what.kernel_channels = 1;
    what.padding = padding;
    fftc_status status = fftc_bloom_create(&what, NULL, &plan, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    void *spectrum = malloc(fftc_bloom_spectrum_bytes(plan));
    void *work = malloc(fftc_bloom_work_bytes(plan));
    const fftc_bloom_frame frame = {.sharpening = 0.25F};
    if (spectrum == NULL || work == NULL) {
        status = FFTC_OUT_OF_MEMORY;
    } else {
        status = fftc_bloom_prepare(plan, halo, spectrum, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_execute(plan, picture, spectrum, &frame, result, work, error);
    }
    free(spectrum);
    free(work);
    fftc_bloom_destroy(plan);
    return status;
}

int main(void)
{
    static const struct {
        fftc_padding padding;
        const char *name;
    } edges[] = {
        {FFTC_PAD_ZERO, "zeros"}, {FFTC_PAD_REPEAT, "repeated"}, {FFTC_PAD_MIRROR, "mirrored"}};
    for (int i = 0; i < 5; ++i) {
        for (int c = 0; c < CHANNELS; ++c) {
            picture[90 - 20 * i][6 + 70 * i][c] = 100.0F;
        }
    }
    for (int i = 0; i < KERNEL * KERNEL; ++i) {
        double r = hypot(i % KERNEL - KERNEL / 2, i / KERNEL - KERNEL / 2);
        halo[i / KERNEL][i % KERNEL] = (float)exp(-r / 8.0);
    }
    for (size_t i = 0; i < sizeof edges / sizeof *edges; ++i) {
        fftc_error error = {.status = FFTC_SUCCESS};
        if (bloom(edges[i].padding, &error) != FFTC_SUCCESS) {
            (void)printf("%s\n", error.message);
            return 1;
        }
        (void)printf("%s: light %.4f of what it was, the star at the border %.2f\n", edges[i].name,
                     light(result) / light(picture), (double)result[90][6][1]);
    }
    return 0;
}
