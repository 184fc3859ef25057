/* SPDX-License-Identifier: MIT
 *
 * How contiguous lines pass the caches, if there are more of them than these hold.
 *
 * A row's first pass reads several short streams, which end before the processor notices them. So
 * the next rows are prefetched while one is done. And a row's last pass writes a little here and
 * there. Each of these lines is first read from memory, in vain, and written back later in some
 * order. Where that costs most, rows go to a stage in the first-level cache, and from there to
 * their place by stores that bypass the caches. The engine itself stores short rows so, where it
 * can (fftc_line.nontemporal). Rows that can fetch later ones and their places while they are done
 * (fftc_line_fetches) need neither on some processors, or store past the caches meanwhile
 * (fetch_rows).
 */
#include "cpu/engine/machine.h"
#include "cpu/minimum.h"
#include "cpu/plan/cache.h"
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
    size_t cache = fftc_cache_last_bytes();
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

bool fftc_traffic_fetches(size_t ahead, size_t bytes)
{
    return ahead <= fftc_machine_here()->most_prefetched &&
           bytes >= fftc_machine_here()->least_prefetched_real;
}

size_t fftc_traffic_group(size_t line)
{
    const size_t group = fftc_machine_here()->streamed_group;
    return line < group ? group / line : 1;
}

/* The next group comes to the first-level cache, or a later one to the second-level cache. */
fftc_ahead fftc_traffic_ahead(size_t bytes, size_t pitch)
{
    const size_t least = fftc_machine_here()->prefetch_distance;
    const bool far = least > 0 && pitch > 0;
    const size_t groups = far ? (least + pitch - 1) / pitch : 1;
    return (fftc_ahead){1, 0, groups * pitch, bytes, !far};
}

static bool is_last(const fftc_plan *plan, const fftc_plan_step *s)
{
    return s - plan->step == plan->layout.rank - plan->layout.loops - 1;
}

/* Rows that one call does many of. */
static bool is_short(const fftc_plan_step *s, size_t line)
{
    return s->line.whole != NULL && line < fftc_machine_here()->least_prefetched_row;
}

/* Has the engine store such rows past the caches itself. */
static void go_past(fftc_line *line)
{
    const fftc_engine_rows_run past = line->nontemporal;
    if (past != NULL) {
        line->whole = past;
        line->rows[0].past_at = line->rows[1].past_at = fftc_machine_here()->nontemporal_alignment;
    }
}

/* Streaming gains nothing if the next step reads a slab again at once. */
static bool should_stream(const fftc_plan *plan, const fftc_plan_step *s, size_t line)
{
    bool in_slab = fftc_step_in_slab(plan, s);
    const bool last = is_last(plan, s);
    size_t written = s->units * line;
    return fftc_traffic_streams(plan->move, line, last ? 2 * written : written, last) &&
           is_apart(plan, s) && is_plain(s) && !in_slab && !s->inside && s->loops == 0;
}

bool fftc_traffic_fetches_places(double bytes)
{
    return bytes >= (double)fftc_machine_here()->least_prefetched_results;
}

/* What the second-level cache does not hold comes the faster the more of it is read in order. */
static bool from_afar(const fftc_plan_step *s, size_t line)
{
    size_t bytes = 2 * s->units * line;
    return bytes >= fftc_machine_here()->least_prefetched_array &&
           bytes >= fftc_cache_second_bytes();
}

/* How rows of `line` bytes from afar fetch later ones. `packed`: in two passes. */
static fftc_fetching fetching_of(size_t line, bool packed, bool past)
{
    const fftc_machine *here = fftc_machine_here();
    const bool near = line <= (packed ? here->most_near_packed : here->most_near);
    const size_t rows =
        fftc_minimum((here->fetched_bytes + line - 1) / line, here->most_fetched_rows);
    return (fftc_fetching){near ? 1 : rows, near, past};
}

/* Whether rows that would be streamed should go past the caches by themselves, if they can. */
static bool should_go_past(const fftc_line *line)
{
    return fftc_line_fetches_past(line) &&
           (fftc_machine_here()->nontemporal_triples || line->kind != FFTC_LINE_TRIPLE);
}

/* Whether rows whose results do not go past the caches are streamed rather than that they fetch
 * later ones, where both sides have `bytes`. */
static bool prefers_streaming(size_t line, size_t bytes)
{
    const fftc_machine *here = fftc_machine_here();
    return line <= here->most_streamed_short &&
           (line >= here->least_streamed_short || bytes > here->most_unstreamed);
}

/* Has rows fetch later ones and their places, if they can and should. False: what does without is
 * to be chosen as well, for all rows, or for those whose results do not begin at cache lines. */
static bool fetch_rows(const fftc_plan *plan, fftc_plan_step *s, size_t line)
{
    const bool known = fftc_machine_here()->knows_fetching;
    const bool packed = s->line.whole != NULL;
    const bool first = plan->slab_threads == 0 || s == plan->step;
    const bool streams = should_stream(plan, s, line);
    if (!fftc_line_fetches(&s->line) || s->src.staged || s->dst.staged || s->loops != 0 ||
        s->inside || !first || !from_afar(s, line) || (!known && (packed || streams))) {
        return false;
    }
    const bool past = streams && should_go_past(&s->line);
    const bool otherwise = streams && prefers_streaming(line, 2 * s->units * line);
    if (past || !otherwise) {
        s->fetching = fetching_of(line, packed, past);
    }
    return !otherwise;
}

/* What the next group, or of streamed ones a later one, reads or writes; of a side not staged. */
static fftc_ahead next_group(const fftc_plan_step *s, const fftc_plan_side *side, size_t across)
{
    size_t item = fftc_storage_item(side->storage);
    size_t bytes = (side->end - side->begin) * item;
    size_t pitch = s->group * across * item;
    fftc_ahead ahead = s->streamed ? fftc_traffic_ahead(bytes, pitch)
                                   : (fftc_ahead){.from = pitch, .bytes = bytes};
    ahead.lines = s->group;
    ahead.step = across * item;
    ahead.from += side->begin * item;
    return ahead;
}

/* The same choices for lines of real numbers, by the numbers of either side. */
static void choose_for_real(const fftc_plan *plan, fftc_plan_step *s)
{
    bool in_slab = fftc_step_in_slab(plan, s);
    size_t lines = s->units;
    if (s->src.staged || s->dst.staged || s->inside) {
        return;
    }
    fftc_ahead from = next_group(s, &s->src, s->across.src);
    fftc_ahead to = next_group(s, &s->dst, s->across.dst);
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
    if (fftc_traffic_fetches(s->group * longer, bytes)) {
        s->ahead = from;
        s->ahead_to = !s->streamed ? to : (fftc_ahead){0};
    }
}

void fftc_traffic_choose(const fftc_plan *plan, fftc_plan_step *s)
{
    const fftc_machine *here = fftc_machine_here();
    size_t line = s->axis.length * fftc_storage_item(s->src.storage);
    s->line.rows[0].in_order = s->line.rows[1].in_order = from_afar(s, line);
    bool many = s->units > here->least_prefetched_array / line;
    /* Rows of which one call does many are one stream; for longer ones from memory that is not
     * enough. */
    bool calm = s->line.whole != NULL &&
                (line < here->least_prefetched_row || !beyond_caches(2 * s->units * line));
    if (s->kind == FFTC_STEP_REAL) {
        choose_for_real(plan, s);
        return;
    }
    if (fetch_rows(plan, s, line) || s->src.staged || s->across.src != s->axis.length) {
        return;
    }
    const bool streams = should_stream(plan, s, line);
    if (streams && is_short(s, line)) {
        go_past(&s->line);
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
    s->ahead = s->streamed ? fftc_traffic_ahead(bytes, bytes)
                           : (fftc_ahead){.lines = 1, .from = bytes, .bytes = bytes};
}
