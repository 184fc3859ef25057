/* SPDX-License-Identifier: MIT */
#include "emulate_testing.h"

fftc_emulator *emulate_create(const fftc_emulation *config)
{
    fftc_emulator *emulator = NULL;
    fftc_error error;
    ck_assert_msg(fftc_emulator_create(config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return emulator;
}

fftc_report emulate_run(fftc_emulator *emulator, void (*kernel)(void *user), void *user)
{
    fftc_report report;
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, user, &report, NULL), FFTC_SUCCESS);
    return report;
}

fftc_report emulate_once(const fftc_emulation *config, void (*kernel)(void *user), void *user)
{
    fftc_emulator *emulator = emulate_create(config);
    fftc_report report = emulate_run(emulator, kernel, user);
    char text[1024] = "";
    if (report.findings_listed > 0) {
        (void)fftc_finding_format(&report.findings[0], text, sizeof text);
    }
    ck_assert_msg(report.finding_count == 0, "%s", text);
    fftc_emulator_destroy(emulator);
    return report;
}
