/* SPDX-License-Identifier: MIT
 *
 * Arrays of two short axes, as pictures have in blocks: one call does both, of all planes of a loop.
 * As two steps a plane would cost more by what is around them than by its arithmetic.
 */
#include "cpu/engine/abreast.h"
#include "cpu/engine/line_kinds.h"
#include "cpu/plan/order.h"
#include "cpu/plan/plan.h"

/* What is saved of it begins with this, where lines have their kind (line.h). */
enum { KIND = 20 };

/* The first engine that has planes of such rows. */
static const fftc_engine *engine_for(const fftc_plan *plan, size_t points)
{
    for (const fftc_engine *const *e = plan->engines; *e != NULL; ++e) {
        if ((*e)->abreast != NULL && (size_t)(*e)->abreast->numbers <= points) {
            return *e;
        }
    }
    return NULL;
}

static bool is_short_and_whole(const fftc_layout *layout, int i)
{
    size_t n = layout->axis[i].length;
    return n >= 2 && n <= FFTC_PACKED_MAX_RADIX && fftc_range_length(layout->src_range[i]) == n &&
           fftc_range_length(layout->dst_range[i]) == n;
}

/* Unless something else was chosen before. */
static bool was_chosen(const fftc_choices *choices)
{
    if (choices == NULL || choices->count >= choices->given) {
        return true;
    }
    const fftc_choice *next = &choices->choice[choices->count];
    return next->count > 0 && next->word[0] == KIND;
}

/* (Not so reproducible plans: not every instruction set has planes, and halves are rounded between
 * the axes.) */
bool fftc_planes_suit(const fftc_plan *plan)
{
    const fftc_layout *layout = &plan->layout;
    int last = layout->rank - 1;
    return plan->transform.kind == FFTC_COMPLEX && !plan->exact &&
           plan->transform.precision != FFTC_FLOAT16 && layout->rank - layout->loops == 2 &&
           is_short_and_whole(layout, last - 1) && is_short_and_whole(layout, last) &&
           layout->axis[last].src == 1 && layout->axis[last].dst == 1 &&
           engine_for(plan, layout->axis[last].length) != NULL && was_chosen(plan->arena.choices);
}

static fftc_side whole_side(const fftc_layout *layout, fftc_array array, fftc_storage storage)
{
    size_t n = layout->axis[layout->rank - 1].length;
    return (fftc_side){.array = array,
                       .storage = storage,
                       .length = n,
                       .end = n,
                       .staged = !fftc_storage_direct(storage)};
}

static void add_loop(fftc_step *s, fftc_axis loop)
{
    if (loop.length != 1) {
        s->loop[s->loops++] = loop;
    }
    s->units *= loop.length;
}

/* Other numbers are no plane of these. */
static fftc_status keep_choice(fftc_plan *plan, const fftc_engine_rows *rows, fftc_error *error)
{
    bool given;
    fftc_choice *choice = fftc_choices_next(plan->arena.choices, &given);
    fftc_choice mine = {0};
    fftc_choice_put(&mine, KIND);
    fftc_choice_put(&mine, (size_t)rows->first);
    fftc_choice_put(&mine, (size_t)rows->last);
    if (choice != NULL && !given) {
        *choice = mine;
    } else if (choice != NULL && (choice->count != mine.count || choice->word[1] != mine.word[1] ||
                                  choice->word[2] != mine.word[2])) {
        return fftc_choice_refuse(error);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_planes_prepare(fftc_plan *plan, fftc_step *s, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    s->kind = FFTC_STEP_PLANES;
    s->axis_index = layout->rank - 1;
    s->axis = layout->axis[layout->rank - 1];
    s->across = layout->axis[layout->rank - 2];
    s->group = s->across.length;
    s->units = 1;
    add_loop(s, layout->batch);
    for (int i = 0; i < layout->loops; ++i) {
        add_loop(s, layout->axis[i]);
    }
    fftc_step_merge_loops(s);
    s->src = whole_side(layout, FFTC_ARRAY_SRC, layout->src_storage);
    s->dst = whole_side(layout, FFTC_ARRAY_DST, layout->dst_storage);
    s->stage_step = 1;
    s->stage_bytes = s->axis.length * 2 * fftc_precision_bytes(plan->engines[0]->precision);
    s->work_bytes = s->src.staged || s->dst.staged ? s->group * s->stage_bytes : 0;
    fftc_step_share_out(plan, s, s->units * s->group, false);
    s->line.engine = engine_for(plan, s->axis.length);
    s->line.whole = s->line.engine->abreast->planes;
    for (int inverse = 0; inverse < 2; ++inverse) {
        fftc_engine_rows *rows = &s->line.rows[inverse];
        rows->scale = plan->scale;
        rows->inverse = inverse;
        rows->first = (int)s->across.length;
        rows->last = (int)s->axis.length;
        rows->src_line = s->across.src;
        rows->dst_line = s->across.dst;
        rows->count = s->loops > 0 ? s->loop[s->loops - 1].length : 1;
        rows->src_step = s->loops > 0 ? s->loop[s->loops - 1].src : 0;
        rows->dst_step = s->loops > 0 ? s->loop[s->loops - 1].dst : 0;
    }
    return keep_choice(plan, &s->line.rows[0], error);
}
