/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/line_kinds.h"

#define ENTRY(NAME, name, number) [number] = &fftc_##name##_line,
const fftc_line_ops *const fftc_line_kinds[] = {FFTC_LINE_KINDS(ENTRY)};
#undef ENTRY

static const size_t kinds = sizeof fftc_line_kinds / sizeof *fftc_line_kinds;

fftc_status fftc_line_prepare_as(const fftc_line_task *task, fftc_choice *choice, fftc_arena *arena,
                                 fftc_line *line, fftc_error *error)
{
    size_t kind;
    memset(line, 0, sizeof *line);
    line->n = task->n;
    line->precision = task->engines[0]->precision;
    line->scale = task->wish.scale;
    if (!fftc_choice_get(choice, 0, kinds - 1, &kind)) {
        return fftc_choice_refuse(error);
    }
    line->kind = (fftc_line_kind)kind;
    return fftc_line_kinds[kind]->prepare(line, task, choice, arena, error);
}

fftc_status fftc_line_prepare(size_t n, const fftc_engine *const *engines, fftc_line_wish wish,
                              fftc_arena *arena, fftc_line *line, fftc_error *error)
{
    const fftc_line_task task = fftc_line_task_of(n, engines, wish);
    bool given;
    fftc_choice unkept;
    fftc_choice *kept = fftc_choices_next(arena->choices, &given);
    fftc_choice *choice = kept != NULL ? kept : &unkept;
    if (!given) {
        (void)fftc_line_choose(&task, choice);
        choice->n = n;
        choice->columns = 0;
        choice->care = wish.care;
    }
    fftc_status status = fftc_line_prepare_as(&task, choice, arena, line, error);
    return status == FFTC_SUCCESS && choice->next != choice->count ? fftc_choice_refuse(error)
                                                                   : status;
}

void *fftc_line_table(const fftc_line *line, size_t count, size_t bytes, fftc_arena *arena,
                      fftc_error *error)
{
    void *table = fftc_arena_reserve(arena, count, bytes);
    if (table == NULL) {
        (void)fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", line->n);
    }
    return table;
}

void *fftc_line_own(fftc_line *line, size_t bytes, fftc_arena *arena, fftc_error *error)
{
    void *own = fftc_line_table(line, 1, bytes, arena, error);
    line->own = own;
    return own != NULL ? memset(own, 0, bytes) : NULL;
}

void fftc_columns_write(const fftc_engine *engine, const fftc_vector_plan *plan,
                        fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)engine->lanes);
    fftc_vector_write(plan, choice);
}

/* The widest engine whose vectors the columns fill, or nearly. One with fused products is faster
 * than a narrower one without, also where lanes are empty. (Zen 5, 17 points: 3 columns of float
 * take 110 ns in 8 lanes and 281 in 4, 2 of double 100 in 4 lanes and 350 in 2.) So is one with
 * masks, unless the columns fill the narrower one's vectors. (Zen 5, 50 points: 5 columns of float
 * take 0.6 of the time.) */
const fftc_engine *fftc_columns_engine(const fftc_engine *const *engines, size_t columns)
{
    while (engines[1] != NULL && (size_t)engines[1]->lanes >= columns &&
           engines[1]->fuses == (*engines)->fuses &&
           (engines[1]->masks || !(*engines)->masks || (size_t)engines[1]->lanes == columns)) {
        ++engines;
    }
    return *engines;
}

fftc_status fftc_columns_prepare(size_t m, size_t columns, const fftc_engine *const *engines,
                                 double scale, fftc_arena *arena, const fftc_engine **engine,
                                 fftc_vector_plan *plan, fftc_error *error)
{
    bool given;
    fftc_choice unkept = {.count = 0};
    fftc_choice *kept = fftc_choices_next(arena->choices, &given);
    fftc_choice *choice = kept != NULL ? kept : &unkept;
    const fftc_engine *wide = fftc_engine_exact_wide(engines);
    if (!given) {
        *engine = fftc_columns_engine(engines, columns);
        (void)fftc_vector_choose(*engine, m, true, plan);
        fftc_columns_write(*engine, plan, choice);
        choice->n = m;
        choice->columns = columns;
    }
    *engine = fftc_engine_read(choice, engines);
    if (*engine == NULL || !fftc_vector_read(choice, *engine, m, plan) || plan->passes == 0 ||
        choice->next != choice->count) {
        return fftc_choice_refuse(error);
    }
    if (wide != NULL && columns > (size_t)(*engine)->lanes) {
        int radix[FFTC_ENGINE_MAX_PASSES];
        memcpy(radix, plan->radix, sizeof radix);
        *engine = wide;
        (void)fftc_vector_take(wide, m, radix, plan->passes, plan);
    }
    return fftc_vector_prepare(plan, (*engine)->precision, scale, arena, error);
}

size_t fftc_line_thread_bytes(const fftc_line *line)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    return ops->thread_bytes != NULL ? fftc_cache_lines(ops->thread_bytes(line)) : 0;
}

size_t fftc_line_shared_bytes(const fftc_line *line)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    return ops->shared_bytes != NULL ? ops->shared_bytes(line) : 0;
}

bool fftc_line_has_spare(const fftc_line *line, size_t *offset)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    return ops->has_spare != NULL && ops->has_spare(line, offset);
}

bool fftc_line_divides(const fftc_line *line)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    return ops->divides != NULL && ops->divides(line);
}

bool fftc_line_prefetches(const fftc_line *line)
{
    return line->prefetches || fftc_line_kinds[line->kind]->prefetches;
}

bool fftc_line_prefetches_nontemporal(const fftc_line *line)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    return fftc_line_prefetches(line) && ops->prefetches_nontemporal != NULL &&
           ops->prefetches_nontemporal(line);
}

void fftc_line_execute_before(const fftc_line *line, const fftc_team *team, void *work,
                              void *shared, const void *src, void *dst, int inverse,
                              const fftc_prefetch_row *next)
{
    const fftc_line_ops *ops = fftc_line_kinds[line->kind];
    if (ops->execute == NULL) {
        line->run_rows(&line->rows[inverse], src, dst);
        return;
    }
    const fftc_line_job job = {team, work, shared, src, dst, inverse, next};
    ops->execute(line, &job);
}
