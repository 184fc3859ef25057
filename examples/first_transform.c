#include <stdio.h>

#include "fftcore/fftcore.h"

int main(void) /* a square wave: a frequency and its odd multiples */
{
    enum { SAMPLES = 1000 };
    float wave[SAMPLES];
    float spectrum[2 * (SAMPLES / 2 + 1)]; /* pairs re, im */
    fftc_transform transform = {.length = {SAMPLES}, .kind = FFTC_REAL};
    fftc_plan *plan;
    fftc_error error;
    for (int i = 0; i < SAMPLES; ++i) {
        wave[i] = i / 10 % 2 == 0 ? 1.0f : -1.0f;
    }
    if (fftc_plan_create(&transform, NULL, &plan, &error) != FFTC_SUCCESS) {
        puts(error.message);
        return 1;
    }
    fftc_plan_execute(plan, wave, spectrum, NULL); /* as often as you like, from any thread */
    for (int k = 0; k <= SAMPLES / 2; ++k) {
        float re = spectrum[2 * k] / SAMPLES;
        float im = spectrum[2 * k + 1] / SAMPLES;
        if (re * re + im * im > 0.01f) {
            printf("frequency %d: power %.3f\n", k, (double)(re * re + im * im));
        }
    }
    fftc_plan_destroy(plan);
    return 0;
}
