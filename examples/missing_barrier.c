#include <stdio.h>

#include "fftcore/emulate.h"

static void shift(void *result) /* every invocation takes its neighbour's word */
{
    uint32_t i = fftc_invocation_index();
    fftc_shared_set(i, i * i); /* a barrier is missing below this line */
    ((uint32_t *)result)[i] = fftc_shared_get((i + 1) % 64);
}

int main(void)
{
    fftc_emulation config = {.workgroup_size = 64, .shared_words = 64};
    fftc_emulator *emulator;
    fftc_report report = {0};
    uint32_t result[64];
    if (fftc_emulator_create(&config, &emulator, NULL) != FFTC_SUCCESS) {
        return 2;
    }
    fftc_emulator_run(emulator, shift, result, &report, NULL);
    for (size_t i = 0; i < report.findings_listed; ++i) {
        char text[512];
        fftc_finding_format(&report.findings[i], text, sizeof text);
        puts(text);
    }
    fftc_emulator_destroy(emulator);
    return report.finding_count != 0;
}
