/* SPDX-License-Identifier: MIT
 *
 * What tests of the emulator share.
 */
#ifndef FFTC_EMULATE_TESTING_H
#define FFTC_EMULATE_TESTING_H

#include "fftcore/emulate.h"
#include "testing.h"

fftc_emulator *emulate_create(const fftc_emulation *config);

/* A run that must succeed, whatever it finds. */
fftc_report emulate_run(fftc_emulator *emulator, void (*kernel)(void *user), void *user);

/* One dispatch, by an emulator of its own, of a kernel that must be clean. */
fftc_report emulate_once(const fftc_emulation *config, void (*kernel)(void *user), void *user);

#endif
