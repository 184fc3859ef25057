/* SPDX-License-Identifier: MIT
 *
 * Blocks of 8 x 8 pixels by their cosines, as JPEG has them: one plan transforms all blocks of
 * three colours, from rows that are padded to blocks one behind the other. Small coefficients are
 * dropped, and another plan makes a picture of what is left.
 *
 *     example_compress_picture          exit status 1 if a number is off
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fftcore/fftcore.h"

enum { COLOURS = 3, HEIGHT = 72, WIDTH = 120, PITCH = 128, SIDE = 8 };
enum { DOWN = HEIGHT / SIDE, ACROSS = WIDTH / SIDE, NUMBERS = COLOURS * HEIGHT * WIDTH };

typedef float picture[COLOURS][HEIGHT][PITCH];
typedef float blocks[COLOURS][DOWN][ACROSS][SIDE][SIDE];

static void draw(picture p)
{
    for (int i = 0; i < COLOURS * HEIGHT * PITCH; ++i) {
        int x = i % PITCH;
        int y = i / PITCH % HEIGHT;
        int colour = i / PITCH / HEIGHT;
        bool disc = (x - 60) * (x - 60) + (y - 36) * (y - 36) < 900;
        float brightness = disc ? (float)(220 - 40 * colour) : (float)(x + y + 20 * colour);
        p[colour][y][x] = x < WIDTH ? brightness : NAN; /* the padding is not read */
    }
}

/* Four axes: the blocks below each other and the rows of one, the blocks beside each other and
 * the columns of one. Along the first and the third nothing is transformed. The orthogonal matrix
 * keeps sums of squares. */
static fftc_plan *make_plan(fftc_direction direction)
{
    const fftc_transform there = {.length = {DOWN, SIDE, ACROSS, SIDE},
                                  .loop = {1, 0, 1, 0},
                                  .kind = FFTC_REAL_TO_REAL,
                                  .trigonometric = {0, FFTC_DCT_II, 0, FFTC_DCT_II},
                                  .scaling = FFTC_SCALE_UNITARY,
                                  .batch = COLOURS,
                                  .src_stride = {SIDE * PITCH, PITCH, SIDE, 1},
                                  .src_distance = HEIGHT * PITCH,
                                  .dst_stride = {SIDE * WIDTH, SIDE, SIDE * SIDE, 1},
                                  .dst_distance = HEIGHT * WIDTH};
    fftc_transform transform = there;
    fftc_plan *plan;
    fftc_error error;
    if (direction == FFTC_INVERSE) { /* of DCT II it is DCT III; one says II */
        transform.direction = FFTC_INVERSE;
        for (int axis = 0; axis < FFTC_MAX_RANK; ++axis) {
            transform.src_stride[axis] = there.dst_stride[axis];
            transform.dst_stride[axis] = there.src_stride[axis];
        }
        transform.src_distance = there.dst_distance;
        transform.dst_distance = there.src_distance;
    }
    if (fftc_plan_create(&transform, NULL, &plan, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return plan;
}

static void execute(const fftc_plan *plan, const void *src, void *dst)
{
    fftc_error error;
    if (fftc_plan_execute(plan, src, dst, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

/* A block's first coefficient is 8 times its mean. */
static bool means_right(picture p, blocks b)
{
    for (int i = 0; i < COLOURS * DOWN * ACROSS; ++i) {
        int across = i % ACROSS;
        int down = i / ACROSS % DOWN;
        int colour = i / ACROSS / DOWN;
        double sum = 0.0;
        for (int k = 0; k < SIDE * SIDE; ++k) {
            sum += (double)p[colour][down * SIDE + k / SIDE][across * SIDE + k % SIDE];
        }
        if (!(fabs((double)b[colour][down][across][0][0] - sum / SIDE) < 1e-2)) {
            return false;
        }
    }
    return true;
}

/* Sets coefficients below the threshold to 0, and returns the sum of their squares. */
static double drop(float *coefficients, double threshold, int *kept)
{
    double dropped = 0.0;
    *kept = 0;
    for (int i = 0; i < NUMBERS; ++i) {
        double x = (double)coefficients[i];
        if (fabs(x) < threshold) {
            dropped += x * x;
            coefficients[i] = 0.0F;
        } else {
            ++*kept;
        }
    }
    return dropped;
}

/* The sum of squares of the difference; negative if the padding was written. */
static double difference(picture p, picture from)
{
    double sum = 0.0;
    for (int i = 0; i < COLOURS * HEIGHT * PITCH; ++i) {
        int x = i % PITCH;
        int y = i / PITCH % HEIGHT;
        int colour = i / PITCH / HEIGHT;
        double d = (double)p[colour][y][x] - (double)from[colour][y][x];
        if (x < WIDTH) {
            sum += d * d;
        } else if (p[colour][y][x] != -1.0F) {
            return -1.0;
        }
    }
    return sum;
}

int main(void)
{
    static const double thresholds[] = {0.0, 4.0, 16.0, 64.0};
    static picture original;
    static picture back;
    static blocks coefficients;
    bool good = true;
    fftc_plan *there = make_plan(FFTC_FORWARD);
    fftc_plan *again = make_plan(FFTC_INVERSE);
    draw(original);
    for (int i = 0; i < COLOURS * HEIGHT * PITCH; ++i) {
        (&back[0][0][0])[i] = -1.0F;
    }
    for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; ++i) {
        int kept;
        execute(there, original, coefficients);
        good = means_right(original, coefficients) && good;
        double dropped = drop(&coefficients[0][0][0][0][0], thresholds[i], &kept);
        execute(again, coefficients, back);
        double error = difference(back, original);
        (void)printf("threshold %2.0f: %5.1f %% of the coefficients, %.4f off (rms of 0 to 255)\n",
                     thresholds[i], 100.0 * kept / NUMBERS, sqrt(fabs(error) / NUMBERS));
        /* What is off is what was dropped, but for roundings. */
        good = error >= 0.0 && fabs(sqrt(error) - sqrt(dropped)) < 1e-4 * sqrt(NUMBERS) && good;
    }
    (void)puts(good ? "all is right" : "something is wrong");
    fftc_plan_destroy(there);
    fftc_plan_destroy(again);
    return good ? 0 : 1;
}
