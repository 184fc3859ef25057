/* SPDX-License-Identifier: MIT */
#include "cpu/plan/saved.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "describe/saved_text.h"
#include "support/error.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void write_plan(const void *saved, fftc_text_writer *w)
{
    const fftc_plan *plan = (const fftc_plan *)saved;
    char name[FFTC_TRANSFORM_NAME_BYTES];
    fftc_transform_name(&plan->transform, name);
    fftc_saved_put_head(w, plan->isa, name, plan->made_by);
    if (plan->choices.most_threads > 0) {
        char most[16];
        (void)snprintf(most, sizeof most, " t%d", plan->choices.most_threads);
        fftc_text_put(w, most);
    }
    for (int i = 0; i < plan->choices.count; ++i) {
        const fftc_choice *choice = &plan->choices.choice[i];
        for (int k = 0; k < choice->count; ++k) {
            char number[16];
            (void)snprintf(number, sizeof number, "%c%" PRIu32, k == 0 ? ' ' : '.',
                           choice->word[k]);
            fftc_text_put(w, number);
        }
    }
    fftc_text_put(w, "\n");
}

fftc_status fftc_plan_save(const fftc_plan *plan, char *text, size_t capacity, size_t *bytes,
                           fftc_error *error)
{
    for (int i = 0; plan != NULL && bytes != NULL && i < plan->choices.count; ++i) {
        if (plan->choices.choice[i].cut) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "the plan decided more than a line can say: plan anew each time");
        }
    }
    return fftc_text_save(write_plan, plan, text, capacity, bytes, error);
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool take_choice(const char **text, fftc_choice *choice)
{
    choice->count = 0;
    choice->cut = false;
    for (;;) {
        uint32_t word;
        if (!fftc_text_take_number(text, &word)) {
            return false;
        }
        fftc_choice_put(choice, word);
        if (choice->cut) {
            return false;
        }
        if (**text != '.') {
            return fftc_text_at_end(*text) || **text == ' ';
        }
        ++*text;
    }
}

/* Reads what stands behind the effort: a blank, a t and a number if more threads were slower; then
 * a blank and numbers for each choice. */
static bool take_choices(const char *text, fftc_choices *choices)
{
    choices->given = 0;
    choices->most_threads = 0;
    if (text[0] == ' ' && text[1] == 't') {
        uint32_t most;
        text += 2;
        if (!fftc_text_take_number(&text, &most) || most == 0 || most > INT_MAX) {
            return false;
        }
        choices->most_threads = (int)most;
    }
    while (!fftc_text_at_end(text)) {
        if (*text++ != ' ' || choices->given == FFTC_CHOICES ||
            !take_choice(&text, &choices->choice[choices->given])) {
            return false;
        }
        ++choices->given;
    }
    return true;
}

fftc_status fftc_saved_read(fftc_plan_request *request, fftc_choices *choices, bool *found,
                            fftc_error *error)
{
    const fftc_plan_options *options = &request->options;
    char name[FFTC_TRANSFORM_NAME_BYTES];
    const char *text;
    fftc_transform_name(&request->transform, name);
    fftc_status status = fftc_saved_line(options->saved, request->isa, name, options->effort, &text,
                                         &request->made_by, error);
    *found = status == FFTC_SUCCESS && text != NULL;
    if (!*found) {
        return status;
    }
    if (!take_choices(text, choices)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved is damaged after the transform's name: save the plan again");
    }
    return FFTC_SUCCESS;
}
