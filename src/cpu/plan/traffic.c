/* SPDX-License-Identifier: MIT
 *
 * How contiguous lines pass the caches, if there are more of them than these hold.
 *
 * A row's first pass reads several short streams, which end before the processor notices them. So
 * the next rows are prefetched while one is done. And a row's last pass writes a little here and
 * there. Each of these lines is first read from memory, in vain, and written back later in some
 * order. Where that costs most, rows go to a stage in the first-level cache, and from there to
 * their place by stores that bypass the caches. The engine itself stores short rows so, where it
 * can (fftc_line_past). Rows that can fetch later ones and their places while they are done
 * (fftc_line_fetches) need neither on some processors, or store past the caches meanwhile
 * (fetch_rows).
 */
#include "common/minimum.h"
#include "cpu/plan/cache.h"
#include "cpu/plan/plan.h"
#include "cpu/processor.h"

/* Arrays are in a cache already if they are shorter. Rows much longer than FFTC_TRAFFIC_AHEAD_BYTES
 * give the processor's own prefetching enough time, and the first-level cache has no room for a
 * row, the next one, and their results. */
static const size_t least_array_bytes = 1024 * 1024;

/* Shorter rows that one call does many of follow each other so quickly that they are one stream. */
static const size_t least_row_bytes = 1024;

/* See prefers_streaming. */
static const size_t least_streamed_short_bytes = 1536;
static const size_t most_streamed_short_bytes = 2048;

/* See fetching_of. */
static const size_t most_near_packed_bytes = 4096;
static const size_t most_near_bytes = 8192;
static const size_t fetched_bytes = (size_t)24 * 1024;
static const size_t most_fetched_lines = 8;

/* See fftc_traffic_fetches_places. */
static const size_t least_places_bytes = (size_t)12 * 1024 * 1024;

/* See fftc_traffic_ahead. */
static const size_t least_far_bytes = 8192;

/* The bytes of source and destination together from which on streaming is faster: below, what is
 * written would still be in the third-level cache when it is read. Measured: 24 MiB with 32 MiB of
 * that cache, which is also assumed for a processor that does not tell, and 64 MiB with 480 MiB,
 * which many cores share. */
static const size_t usual_cache_bytes = (size_t)32 * 1024 * 1024;
static const size_t least_stream_bytes = (size_t)24 * 1024 * 1024;
const size_t fftc_traffic_most_unstreamed_bytes = (size_t)64 * 1024 * 1024;

/* On Zen 4 batches of longer rows take 0.5 to 0.9 of the time if they are streamed from so many
 * bytes on, and 0.5 to 1.1 where results are read again at once; those of 4 KB 1.1 to 2 then. */
static const size_t least_long_row_bytes = 8192;
static const size_t least_long_stream_bytes = (size_t)12 * 1024 * 1024;

/* From so many bytes on, lines of real numbers are prefetched, because they are often in memory
 * only: 8 MiB on both sides stay in a third-level cache of 32 MiB whatever else is in it, 16 MiB do
 * not. */
static const size_t least_real_bytes = (size_t)12 * 1024 * 1024;

/* The stage of a longer row would evict its working memory from the second-level cache. */
static const size_t most_stream_row_bytes = 512 * 1024;

/* A longer stage would mean a longer time, while it is written out, in which nothing is read. */
static const size_t stream_group_bytes = 2048;

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
    size_t cache = fftc_cache_last_bytes();
    return within(least_stream_bytes, (cache != 0 ? cache : usual_cache_bytes) / 4 * 3,
                  fftc_traffic_most_unstreamed_bytes);
}

/* The processor is asked only where it matters. */
static bool beyond_caches(size_t bytes)
{
    return bytes >= least_stream_bytes && bytes >= fftc_traffic_least_bytes();
}

static bool is_long_row(size_t line)
{
    return line >= least_long_row_bytes && fftc_processor_is_zen3_or_4();
}

bool fftc_traffic_streams(const fftc_move *move, size_t line, size_t bytes, bool last)
{
    return move->stream != NULL && line <= most_stream_row_bytes &&
           (beyond_caches(bytes) ||
            (last && bytes >= least_long_stream_bytes && is_long_row(line)));
}

bool fftc_traffic_fetches(size_t ahead, size_t bytes)
{
    return ahead <= FFTC_TRAFFIC_AHEAD_BYTES && bytes >= least_real_bytes;
}

size_t fftc_traffic_group(size_t line)
{
    return line < stream_group_bytes ? stream_group_bytes / line : 1;
}

/* The next group comes to the first-level cache. But on Zen 4 so many requests of that cache delay
 * everything else: there a later group comes to the second-level cache. */
fftc_ahead fftc_traffic_ahead(size_t bytes, size_t pitch)
{
    const bool far = fftc_processor_is_zen3_or_4() && pitch > 0;
    const size_t groups = far ? (least_far_bytes + pitch - 1) / pitch : 1;
    return (fftc_ahead){1, 0, groups * pitch, bytes, !far};
}

static bool is_last(const fftc_plan *plan, const fftc_plan_step *s)
{
    return s - plan->step == plan->layout.rank - plan->layout.loops - 1;
}

/* Rows that one call does many of. */
static bool is_short(const fftc_plan_step *s, size_t line)
{
    return s->line.whole != NULL && line < least_row_bytes;
}

/* Has the engine store such rows past the caches itself. Where rows are no whole cache lines, an
 * Intel Xeon takes up to 1.4 times as long for it, Zen 4 hardly longer. */
static void go_past(fftc_line *line)
{
    const fftc_engine_rows_run past = fftc_line_past(line);
    if (past != NULL) {
        line->whole = past;
        line->rows[0].past_at = line->rows[1].past_at =
            fftc_processor_is_intel() ? FFTC_CACHE_LINE : 16;
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
    return bytes >= (double)least_places_bytes && fftc_processor_is_zen3_or_4();
}

/* What the second-level cache does not hold comes the faster the more of it is read in order. */
static bool from_afar(const fftc_plan_step *s, size_t line)
{
    size_t bytes = 2 * s->units * line;
    return bytes >= least_array_bytes && bytes >= fftc_cache_second_bytes();
}

/* How rows of `line` bytes from afar fetch later ones. On Intel's processors short rows leave room
 * for the next one in the first-level cache. `packed`: in two passes. */
static fftc_fetching fetching_of(size_t line, bool packed, bool past)
{
    if (!fftc_processor_is_zen3_or_4() &&
        line <= (packed ? most_near_packed_bytes : most_near_bytes)) {
        return (fftc_fetching){1, true, past};
    }
    return (fftc_fetching){fftc_minimum((fetched_bytes + line - 1) / line, most_fetched_lines),
                           false, past};
}

/* Whether rows that would be streamed should go past the caches by themselves, if they can. On
 * Intel's processors those of three passes are faster by way of the caches. */
static bool should_go_past(const fftc_line *line)
{
    return fftc_line_fetches_past(line) &&
           (fftc_processor_is_zen3_or_4() || line->kind != FFTC_LINE_TRIPLE);
}

/* Whether rows whose results do not go past the caches are streamed rather than that they fetch
 * later ones, where both sides have `bytes`. */
static bool prefers_streaming(size_t line, size_t bytes)
{
    return fftc_processor_is_zen3_or_4() && line <= most_streamed_short_bytes &&
           (line >= least_streamed_short_bytes || bytes > fftc_traffic_most_unstreamed_bytes);
}

/* Has rows fetch later ones and their places, if they can and should. False: what does without is
 * to be chosen as well, for all rows, or for those whose results do not begin at cache lines. */
static bool fetch_rows(const fftc_plan *plan, fftc_plan_step *s, size_t line)
{
    const bool known = fftc_processor_is_zen3_or_4() || fftc_processor_is_intel();
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
    if (bytes >= least_real_bytes && s->group * longer <= FFTC_TRAFFIC_AHEAD_BYTES) {
        s->ahead = from;
        s->ahead_to = !s->streamed ? to : (fftc_ahead){0};
    }
}

void fftc_traffic_choose(const fftc_plan *plan, fftc_plan_step *s)
{
    size_t line = s->axis.length * fftc_storage_item(s->src.storage);
    s->line.rows[0].in_order = s->line.rows[1].in_order = from_afar(s, line);
    bool many = s->units > least_array_bytes / line;
    /* Rows of which one call does many are one stream; for longer ones from memory that is not
     * enough. */
    bool calm =
        s->line.whole != NULL && (line < least_row_bytes || !beyond_caches(2 * s->units * line));
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
    } else if (!many || calm || s->group * line > FFTC_TRAFFIC_AHEAD_BYTES) {
        return;
    }
    const size_t bytes = s->group * line;
    /* Rows that are streamed leave room in the first-level cache. */
    s->ahead = s->streamed ? fftc_traffic_ahead(bytes, bytes)
                           : (fftc_ahead){.lines = 1, .from = bytes, .bytes = bytes};
}
