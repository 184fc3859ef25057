/* SPDX-License-Identifier: MIT
 *
 * How contiguous lines pass the caches, if there are more of them than these hold.
 *
 * A row's first pass reads several short streams, which end before the processor notices them. So
 * the next rows are prefetched while one is done. And a row's last pass writes a little here and
 * there. Each of these lines is first read from memory, in vain, and written back later in some
 * order. Where that costs most, rows go to a stage in the first-level cache, and from there to
 * their place by stores that bypass the caches. The engine itself stores short rows so, where it
 * can (fftc_line.nontemporal). Rows that can prefetch later ones and the memory of their results
 * while they are done (fftc_line_prefetches) need neither on some processors, or store past the
 * caches meanwhile (prefetch_rows).
 */
#include "cpu/engine/machine.h"
#include "cpu/minimum.h"
#include "cpu/plan/plan.h"

/* Whether the lines of both sides are one after the other, in a form that the engine reads and
 * writes. */
static bool is_plain(const fftc_plan_step *s)
{
    return !s->src.staged && !s->dst.staged && s->across.src == s->axis.length &&
           s->across.dst == s->axis.length;
}

static bool is_apart(const fftc_plan *plan, const fftc_plan_step *s)
{
    return s->src.array == FFTC_ARRAY_SRC && s->dst.array == FFTC_ARRAY_DST &&
           plan->transform.placement != FFTC_IN_PLACE;
}

static size_t within(size_t low, size_t x, size_t high)
{
    return x < low ? low : x > high ? high : x;
}

size_t fftc_traffic_least_bytes(void)
{
    const fftc_machine *here = fftc_machine_here();
    size_t cache = fftc_cache_bytes(3);
    return within(here->least_streamed, (cache != 0 ? cache : here->assumed_cache) / 4 * 3,
                  here->most_unstreamed);
}

/* The processor is asked only where it matters. */
static bool beyond_caches(size_t bytes)
{
    return bytes >= fftc_machine_here()->least_streamed && bytes >= fftc_traffic_least_bytes();
}

bool fftc_traffic_streams(const fftc_move *move, size_t line, size_t bytes, bool last)
{
    const fftc_machine *here = fftc_machine_here();
    return move->stream != NULL && line <= here->most_streamed_row &&
           (beyond_caches(bytes) ||
            (last && bytes >= here->least_streamed_long && line >= here->least_streamed_long_row));
}

bool fftc_traffic_prefetches(size_t prefetch, size_t bytes)
{
    return prefetch <= fftc_machine_here()->most_prefetched &&
           bytes >= fftc_machine_here()->least_prefetched_real;
}

size_t fftc_traffic_group(size_t line)
{
    const size_t group = fftc_machine_here()->streamed_group;
    return line < group ? group / line : 1;
}

/* The next group comes to the first-level cache, or a later one to the second-level cache. */
fftc_prefetch fftc_traffic_prefetch(size_t bytes, size_t pitch)
{
    const size_t least = fftc_machine_here()->prefetch_distance;
    const bool far = least > 0 && pitch > 0;
    const size_t groups = far ? (least + pitch - 1) / pitch : 1;
    return (fftc_prefetch){1, 0, groups * pitch, bytes, !far};
}

static bool is_last(const fftc_plan *plan, const fftc_plan_step *s)
{
    return s - plan->step == plan->layout.rank - plan->layout.loops - 1;
}

/* Rows that one call does many of. */
static bool is_short(const fftc_plan_step *s, size_t line)
{
    return s->line.run_rows != NULL && line < fftc_machine_here()->least_prefetched_row;
}

/* Has the engine itself store such rows by non-temporal stores. */
static void make_nontemporal(fftc_line *line)
{
    const fftc_engine_rows_run nontemporal = line->nontemporal;
    if (nontemporal != NULL) {
        line->run_rows = nontemporal;
        line->rows[0].nontemporal_alignment = line->rows[1].nontemporal_alignment =
            fftc_machine_here()->nontemporal_alignment;
    }
}

/* Streaming gains nothing if the next step reads a slab again at once. */
static bool should_stream(const fftc_plan *plan, const fftc_plan_step *s, size_t line)
{
    bool in_slab = fftc_step_in_slab(plan, s);
    const bool last = is_last(plan, s);
    size_t written = s->tasks * line;
    return fftc_traffic_streams(plan->move, line, last ? 2 * written : written, last) &&
           is_apart(plan, s) && is_plain(s) && !in_slab && !s->inside && s->loops == 0;
}

bool fftc_traffic_prefetches_places(double bytes)
{
    return bytes >= (double)fftc_machine_here()->least_prefetched_results;
}

/* What the second-level cache does not hold comes the faster the more of it is read in order. */
static bool from_afar(const fftc_plan_step *s, size_t line)
{
    size_t bytes = 2 * s->tasks * line;
    return bytes >= fftc_machine_here()->least_prefetched_array && bytes >= fftc_cache_bytes(2);
}

/* How rows of `line` bytes from afar prefetch later ones. `packed`: in two passes. */
static fftc_prefetching prefetching_of(size_t line, bool packed, bool nontemporal)
{
    const fftc_machine *here = fftc_machine_here();
    const bool near = line <= (packed ? here->most_near_packed : here->most_near);
    const size_t rows =
        fftc_minimum((here->prefetched_bytes + line - 1) / line, here->most_prefetched_rows);
    return (fftc_prefetching){near ? 1 : rows, near, nontemporal};
}

/* Whether rows that would be streamed should rather have non-temporal stores of their own, if they
 * can. */
static bool should_be_nontemporal(const fftc_line *line)
{
    return fftc_line_prefetches_nontemporal(line) &&
           (fftc_machine_here()->nontemporal_triples || line->kind != FFTC_LINE_TRIPLE);
}

/* Whether rows without non-temporal stores of their own are streamed rather than that they prefetch
 * later ones, where both sides have `bytes`. */
static bool prefers_streaming(size_t line, size_t bytes)
{
    const fftc_machine *here = fftc_machine_here();
    return line <= here->most_streamed_short &&
           (line >= here->least_streamed_short || bytes > here->most_unstreamed);
}

/* Has rows prefetch later ones and the memory of their results, if they can and should. False: what
 * does without is to be chosen as well, for all rows, or for those whose results do not begin at
 * cache lines. */
static bool prefetch_rows(const fftc_plan *plan, fftc_plan_step *s, size_t line)
{
    const bool known = fftc_machine_here()->knows_prefetching;
    const bool packed = s->line.run_rows != NULL;
    const bool first = plan->slab_threads == 0 || s == plan->step;
    const bool streams = should_stream(plan, s, line);
    if (!fftc_line_prefetches(&s->line) || s->src.staged || s->dst.staged || s->loops != 0 ||
        s->inside || !first || !from_afar(s, line) || (!known && (packed || streams))) {
        return false;
    }
    const bool nontemporal = streams && should_be_nontemporal(&s->line);
    const bool otherwise = streams && prefers_streaming(line, 2 * s->tasks * line);
    if (nontemporal || !otherwise) {
        s->prefetching = prefetching_of(line, packed, nontemporal);
    }
    return !otherwise;
}

/* What the next group, or of streamed ones a later one, reads or writes; of a side not staged. */
static fftc_prefetch next_group(const fftc_plan_step *s, const fftc_plan_side *side, size_t across)
{
    size_t item = fftc_storage_item(side->storage);
    size_t bytes = (side->end - side->begin) * item;
    size_t pitch = s->group * across * item;
    fftc_prefetch prefetch = s->streamed ? fftc_traffic_prefetch(bytes, pitch)
                                         : (fftc_prefetch){.from = pitch, .bytes = bytes};
    prefetch.lines = s->group;
    prefetch.step = across * item;
    prefetch.from += side->begin * item;
    return prefetch;
}

/* Makes the choices for lines of real numbers, by the numbers of either side. */
static void choose_for_real(const fftc_plan *plan, fftc_plan_step *s)
{
    bool in_slab = fftc_step_in_slab(plan, s);
    size_t lines = s->tasks;
    if (s->src.staged || s->dst.staged || s->inside) {
        return;
    }
    fftc_prefetch from = next_group(s, &s->src, s->across.src);
    fftc_prefetch to = next_group(s, &s->dst, s->across.dst);
    size_t bytes = lines * (from.bytes + to.bytes);
    const bool last = is_last(plan, s);
    if (fftc_traffic_streams(plan->move, to.bytes, last ? bytes : lines * to.bytes, last) &&
        is_apart(plan, s) && !in_slab) {
        s->streamed = true;
        s->dst.staged = true;
        s->group = fftc_minimum(s->group, fftc_traffic_group(to.bytes));
        from = next_group(s, &s->src, s->across.src);
    }
    size_t longer = from.bytes > to.bytes ? from.bytes : to.bytes;
    if (fftc_traffic_prefetches(s->group * longer, bytes)) {
        s->prefetch_src = from;
        s->prefetch_dst = !s->streamed ? to : (fftc_prefetch){0};
    }
}

void fftc_traffic_choose(const fftc_plan *plan, fftc_plan_step *s)
{
    const fftc_machine *here = fftc_machine_here();
    size_t line = s->axis.length * fftc_storage_item(s->src.storage);
    s->line.rows[0].in_order = s->line.rows[1].in_order = from_afar(s, line);
    bool many = s->tasks > here->least_prefetched_array / line;
    /* Rows of which one call does many are one stream; for longer ones from memory that is not
     * enough. */
    bool calm = s->line.run_rows != NULL &&
                (line < here->least_prefetched_row || !beyond_caches(2 * s->tasks * line));
    if (s->kind == FFTC_STEP_REAL) {
        choose_for_real(plan, s);
        return;
    }
    if (prefetch_rows(plan, s, line) || s->src.staged || s->across.src != s->axis.length) {
        return;
    }
    const bool streams = should_stream(plan, s, line);
    if (streams && is_short(s, line)) {
        make_nontemporal(&s->line);
        return;
    }
    if (streams) {
        s->streamed = true;
        s->dst.staged = true;
        s->group = fftc_minimum(s->group, fftc_traffic_group(line));
    } else if (!many || calm || s->group * line > here->most_prefetched) {
        return;
    }
    const size_t bytes = s->group * line;
    /* Rows that are streamed leave room in the first-level cache. */
    s->prefetch_src = s->streamed ? fftc_traffic_prefetch(bytes, bytes)
                                  : (fftc_prefetch){.lines = 1, .from = bytes, .bytes = bytes};
}
