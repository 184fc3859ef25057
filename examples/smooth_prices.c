/* SPDX-License-Identifier: MIT
 *
 * Three scans: running maxima, sums by segments, and a recurrence, which no usual operation does.
 *
 * The exponential moving average y[i] = a y[i-1] + (1 - a) x[i] seems to need y[i-1] before y[i].
 * But each step is a map y -> a y + b, maps can be carried out one after the other, and that is
 * associative: a scan of the maps gives all averages at once.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fftcore/scan.h"

enum { DAYS = 5000, YEAR = 250 };

typedef struct map { /* y -> a y + b */
    float a;
    float b;
} map;

static void then(void *user, const void *earlier, const void *later, void *result)
{
    const map *first = earlier;
    const map *second = later;
    (void)user;
    *(map *)result = (map){second->a * first->a, second->a * first->b + second->b};
}

static void run(const fftc_scan_description *description, const void *src, const uint32_t *heads,
                void *dst)
{
    fftc_scan *scan;
    fftc_error error;
    if (fftc_scan_create(description, NULL, &scan, &error) != FFTC_SUCCESS ||
        fftc_scan_execute(scan, src, heads, dst, &error) != FFTC_SUCCESS) {
        puts(error.message);
        exit(1);
    }
    fftc_scan_destroy(scan);
}

int main(void)
{
    static float price[DAYS];
    static float highest[DAYS]; /* so far */
    static float total[DAYS / YEAR];
    static uint32_t new_year[DAYS / 32 + 1];
    static map step[DAYS];
    static map average[DAYS];
    for (int i = 0; i < DAYS; ++i) {
        price[i] = 100.0f + 10.0f * sinf(0.01f * (float)i) + (float)(i * 7919 % 13);
        step[i] = (map){0.9f, 0.1f * price[i]};
        new_year[i / 32] |= i % YEAR == 0 ? 1u << i % 32 : 0;
    }
    run(&(fftc_scan_description){.length = DAYS,
                                 .type = FFTC_SCAN_FLOAT32,
                                 .operation = FFTC_SCAN_MAX},
        price, NULL, highest);
    run(&(fftc_scan_description){.length = DAYS,
                                 .type = FFTC_SCAN_FLOAT32,
                                 .kind = FFTC_REDUCTION,
                                 .segmented = true,
                                 .segments = DAYS / YEAR},
        price, new_year, total);
    run(
        &(fftc_scan_description){
            .length = DAYS,
            .operation = FFTC_SCAN_OWN,
            .own = {.words = 2, .combine = then, .identity = {0x3f800000, 0}}}, /* y -> 1 y + 0 */
        step, NULL, average);

    float one_by_one = 0.0f; /* the average before the first day */
    float distance = 0.0f;
    for (int i = 0; i < DAYS; ++i) {
        one_by_one = 0.9f * one_by_one + 0.1f * price[i];
        distance = fmaxf(distance, fabsf(one_by_one - average[i].b));
    }
    printf("highest price %.0f, mean of the first year %.0f, average at the end %.0f\n",
           (double)highest[DAYS - 1], (double)(total[0] / YEAR), (double)average[DAYS - 1].b);
    printf("averages one by one differ by rounding errors: %s\n", distance < 1e-3f ? "yes" : "no");
    return 0;
}
