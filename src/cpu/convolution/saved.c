/* SPDX-License-Identifier: MIT
 *
 * Plans of convolutions as lines of text:
 *
 *     fftcore 0.1.0 avx512 convolution f32:real:forward:51999 9d1c... 02fe... measured p26244.
 *
 * These are version, instruction set, the signal in words, two hashes of everything that the
 * description means, the effort, and a letter with the period of each axis: o, the described one;
 * p, one that leaves room for all sums; b, one of blocks. d, for all axes: no transforms, and the
 * number is that of the taps. A period ends with a dot, so that a line that was cut does not seem
 * to have one more.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cpu/convolution/convolution.h"

static void write_plan(const void *saved, fftc_text_writer *w)
{
    const fftc_convolution *plan = (const fftc_convolution *)saved;
    fftc_saved_put_head(w, plan->isa, plan->name, plan->made_by);
    for (int i = 0; i < plan->request.rank && !plan->nothing; ++i) {
        char period[32];
        const fftc_convolution_period *c = &plan->chosen[i];
        char letter = c->direct ? 'd' : c->own ? 'o' : c->blocks ? 'b' : 'p';
        (void)snprintf(period, sizeof period, " %c%zu.", letter, c->m);
        fftc_text_put(w, period);
    }
    fftc_text_put(w, "\n");
}

fftc_status fftc_convolution_save(const fftc_convolution *plan, char *text, size_t capacity,
                                  size_t *bytes, fftc_error *error)
{
    return fftc_text_save(write_plan, plan, text, capacity, bytes, error);
}

/* Where all sums are 0 there are no periods. */
static int periods(const fftc_request *request)
{
    return fftc_convolution_is_nothing(request) ? 0 : request->rank;
}

/* Reads what stands behind the effort: a blank, a letter, a number and a dot for each axis. */
static bool take_periods(const char *text, fftc_recipe *recipe)
{
    int axis = 0;
    for (; *text == ' '; ++axis) {
        uint32_t m;
        char letter = text[1];
        bool direct = letter == 'd';
        if (axis == recipe->request.rank || letter == '\0' || strchr("opbd", letter) == NULL ||
            (axis > 0 && direct != recipe->given[0].direct)) {
            return false;
        }
        text += 2;
        if (!fftc_text_take_number(&text, &m) || m == 0 || *text != '.') {
            return false;
        }
        ++text;
        recipe->given[axis] = (fftc_convolution_period){m, letter == 'o', letter == 'b', direct};
    }
    return fftc_text_at_end(text) && axis == periods(&recipe->request);
}

fftc_status fftc_convolution_read_saved(fftc_recipe *recipe, bool *found, fftc_error *error)
{
    const fftc_plan_options *options = &recipe->options;
    const char *rest;
    fftc_status status = fftc_saved_line(options->saved, recipe->isa, recipe->name, options->effort,
                                         &rest, &recipe->made_by, error);
    *found = status == FFTC_SUCCESS && rest != NULL;
    if (!*found) {
        return status;
    }
    if (!take_periods(rest, recipe)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved is damaged behind the convolution's name: save the plan again");
    }
    if (recipe->request.direct_sums && periods(&recipe->request) > 0 && !recipe->given[0].direct) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "what was saved has transforms in spite of direct_sums: save the plan "
                         "again");
    }
    recipe->way = recipe->given[0].direct ? FFTC_WAY_DIRECT : FFTC_WAY_TRANSFORMS;
    return FFTC_SUCCESS;
}
