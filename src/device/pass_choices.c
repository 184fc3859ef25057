/* SPDX-License-Identifier: MIT */
#include "device/pass_choices.h"

#include <inttypes.h>
#include <stdio.h>

#include "device/line_plan.h"
#include "support/error.h"

/* The most numbers behind a letter, with dots between them. */
#define NUMBERS_MAX (1 + FFTC_AXIS_PASSES_MAX)

static void put_numbers(fftc_text_writer *w, char letter, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        char piece[16];
        (void)snprintf(piece, sizeof piece, i == 0 ? " %c%" PRIu32 : "%c%" PRIu32,
                       i == 0 ? letter : '.', numbers[i]);
        fftc_text_put(w, piece);
    }
}

fftc_status fftc_check_registers(uint32_t registers, fftc_error *error)
{
    return registers == 1 || registers > FFTC_LINE_REGISTERS_MAX
               ? fftc_fail(error, FFTC_INVALID_ARGUMENT, "registers is %u: pass 2 to %u, or 0",
                           (unsigned)registers, (unsigned)FFTC_LINE_REGISTERS_MAX)
               : FFTC_SUCCESS;
}

void fftc_pass_choices_put(fftc_text_writer *w, const fftc_pass_choices *choices)
{
    for (uint32_t i = 0; i < FFTC_MAX_RANK; ++i) {
        const fftc_axis_choice *axis = &choices->axis[i];
        uint32_t numbers[NUMBERS_MAX] = {i};
        for (uint32_t k = 0; k < axis->count; ++k) {
            numbers[1 + k] = axis->points[k];
        }
        if (axis->count != 0) {
            put_numbers(w, 'a', numbers, 1 + axis->count);
        }
    }
    for (uint32_t i = 0; i < FFTC_PASSES_MAX; ++i) {
        const fftc_pass_wish *pass = &choices->pass[i];
        if (pass->registers != 0 || pass->invocations != 0) {
            put_numbers(w, 'p', (uint32_t[]){i, pass->registers, pass->invocations}, 3);
        }
    }
}

/* Returns how many numbers there were; 0 if the text is no row of numbers. */
static uint32_t take_numbers(const char **text, uint32_t numbers[NUMBERS_MAX])
{
    for (uint32_t count = 0; count < NUMBERS_MAX; ++*text) {
        if (!fftc_text_take_number(text, &numbers[count++])) {
            return 0;
        }
        if (**text != '.') {
            return count;
        }
    }
    return 0;
}

static bool take_choice(const char **text, fftc_pass_choices *choices)
{
    uint32_t numbers[NUMBERS_MAX];
    char letter = **text;
    if (letter != 'a' && letter != 'p') {
        return false;
    }
    ++*text;
    uint32_t count = take_numbers(text, numbers);
    if (letter == 'a' && count > 1 && numbers[0] < FFTC_MAX_RANK &&
        choices->axis[numbers[0]].count == 0) {
        fftc_axis_choice *axis = &choices->axis[numbers[0]];
        for (axis->count = 0; axis->count + 1 < count; ++axis->count) {
            axis->points[axis->count] = numbers[1 + axis->count];
        }
        return true;
    }
    if (letter == 'p' && count == 3 && numbers[0] < FFTC_PASSES_MAX) {
        choices->pass[numbers[0]] = (fftc_pass_wish){numbers[1], numbers[2]};
        return true;
    }
    return false;
}

bool fftc_pass_choices_take(const char **text, fftc_pass_choices *choices)
{
    *choices = (fftc_pass_choices){.axis = {{0}}};
    while (!fftc_text_at_end(*text)) {
        if (**text != ' ') {
            return false;
        }
        ++*text;
        if (!take_choice(text, choices)) {
            return false;
        }
    }
    return true;
}
