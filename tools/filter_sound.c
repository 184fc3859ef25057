/* SPDX-License-Identifier: MIT
 *
 * A piece is filtered with as many samples before and behind it as the taps reach. Channels lie one
 * behind the other; the parts of complex numbers are channels, since taps are real.
 */
#include "filter_sound.h"

#include <stdlib.h>
#include <string.h>

#include "fftcore/convolution.h"
#include "progress.h"

#define PIECE_LEAST ((uint64_t)1 << 16)
#define CHUNK ((uint64_t)1 << 14)

typedef struct pieces {
    tool_sound_filtering *filtering;
    tool_source *source;
    tool_sink *sink; /* from the first numbers on that are written */
    bool refused;    /* by the sink, which has said why */
    uint64_t lanes;  /* channels, twice as many if they are complex */
    size_t bytes;    /* of a number */
    uint64_t piece, reach;
    unsigned char *mixed; /* CHUNK samples of all channels, as source and sink have them */
    unsigned char *from;  /* of each channel, piece + 2 reach samples */
    unsigned char *to;    /* of each channel, `piece` */
    void *taps;           /* of the precision */
    void *spectrum;       /* of the taps */
    fftc_convolution *plan;
} pieces;

/* count * each * bytes zeros; NULL if there is not so much memory. */
static void *allocate(uint64_t count, uint64_t each, size_t bytes)
{
    uint64_t numbers;
    return __builtin_mul_overflow(count, each, &numbers) || numbers > SIZE_MAX / bytes
               ? NULL
               : calloc((size_t)numbers, bytes);
}

static fftc_status no_memory(fftc_error *error)
{
    return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the filter");
}

/* Copies one number. */
static void copy(unsigned char *to, const unsigned char *from, bool wide)
{
    if (wide) {
        memcpy(to, from, sizeof(double));
    } else {
        memcpy(to, from, sizeof(float));
    }
}

/* Between one lane of p->mixed and adjacent numbers, of which there are `count`. */
static void take_lane(const pieces *p, uint64_t lane, unsigned char *adjacent, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        copy(adjacent + i * p->bytes, p->mixed + (i * p->lanes + lane) * p->bytes,
             p->bytes == sizeof(double));
    }
}

static void give_lane(const pieces *p, uint64_t lane, const unsigned char *adjacent, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        copy(p->mixed + (i * p->lanes + lane) * p->bytes, adjacent + i * p->bytes,
             p->bytes == sizeof(double));
    }
}

/* Sets up to `wanted` samples of every channel from place `at` on, and zeros behind the end. */
static fftc_status fill(pieces *p, uint64_t at, uint64_t wanted, uint64_t *got, fftc_error *error)
{
    uint64_t row = p->piece + 2 * p->reach;
    bool wide = p->filtering->precision == FFTC_FLOAT64;
    *got = 0;
    while (*got < wanted) {
        uint64_t more = 0;
        uint64_t most = wanted - *got < CHUNK ? wanted - *got : CHUNK;
        fftc_status status = tool_source_read(p->source, wide, p->mixed, most, &more, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        for (uint64_t lane = 0; lane < p->lanes; ++lane) {
            take_lane(p, lane, p->from + (lane * row + at + *got) * p->bytes, more);
        }
        *got += more;
        if (more < most) {
            break;
        }
    }
    for (uint64_t lane = 0; lane < p->lanes; ++lane) {
        memset(p->from + (lane * row + at + *got) * p->bytes, 0,
               (size_t)(wanted - *got) * p->bytes);
    }
    p->filtering->count += *got;
    return FFTC_SUCCESS;
}

static bool open_sink(pieces *p)
{
    const tool_source_info *info = tool_source_about(p->source);
    const tool_sink_signal signal = {.channels = info->channels,
                                     .is_complex = info->is_complex,
                                     .wide = p->filtering->precision == FFTC_FLOAT64,
                                     .sample_rate = info->sample_rate,
                                     .sound_format = info->sound_format};
    p->sink = p->sink != NULL ? p->sink : tool_sink_create(p->filtering->output, &signal);
    return p->sink != NULL;
}

/* Writes `count` numbers of each of the rows. */
static fftc_status put(pieces *p, const unsigned char *rows, uint64_t row, uint64_t count,
                       fftc_error *error)
{
    p->refused = !open_sink(p);
    for (uint64_t at = 0; at < count && !p->refused; at += CHUNK) {
        uint64_t more = count - at < CHUNK ? count - at : CHUNK;
        for (uint64_t lane = 0; lane < p->lanes; ++lane) {
            give_lane(p, lane, rows + (lane * row + at) * p->bytes, more);
        }
        p->refused = !tool_sink_write(p->sink, p->mixed, more);
    }
    return p->refused ? tool_fail(error, FFTC_INVALID_ARGUMENT, "cannot be written") : FFTC_SUCCESS;
}

/* --- convolutions ----------------------------------------------------------------------------- */

static fftc_status plan_convolution(pieces *p, fftc_error *error)
{
    fftc_convolution_description description;
    const uint64_t signal = p->piece + 2 * p->reach;
    const uint64_t kernel = 2 * p->reach + 1;
    const fftc_plan_options options = {.threads = p->filtering->threads, .executions = 1};
    fftc_status status = fftc_convolution_describe_linear(
        1, &signal, &kernel, FFTC_VALID, FFTC_CONVOLVE, FFTC_REAL, &description, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    description.signal.precision = p->filtering->precision;
    description.signal.batch = p->lanes;
    description.signal.src_distance = signal;
    description.signal.dst_distance = p->piece;
    return fftc_convolution_create(&description, &options, &p->plan, error);
}

static fftc_status prepare(pieces *p, const tool_taps *taps, fftc_error *error)
{
    fftc_status status = plan_convolution(p, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    p->taps = allocate(2 * taps->reach + 1, 1, p->bytes);
    p->spectrum = malloc(fftc_convolution_spectrum_bytes(p->plan));
    if (p->taps == NULL || p->spectrum == NULL) {
        return no_memory(error);
    }
    for (uint64_t i = 0; i <= 2 * taps->reach; ++i) {
        if (p->filtering->precision == FFTC_FLOAT64) {
            ((double *)p->taps)[i] = taps->tap[i];
        } else {
            ((float *)p->taps)[i] = (float)taps->tap[i];
        }
    }
    return fftc_convolution_prepare(p->plan, p->taps, p->spectrum, error);
}

static fftc_status run_pieces(pieces *p, fftc_error *error)
{
    const uint64_t row = p->piece + 2 * p->reach;
    const uint64_t all = tool_source_about(p->source)->count;
    const bool known = all != TOOL_COUNT_UNKNOWN;
    uint64_t written = 0;
    uint64_t got;
    fftc_status status = fill(p, p->reach, p->piece + p->reach, &got, error);
    while (status == FFTC_SUCCESS && written < p->filtering->count) {
        uint64_t left = p->filtering->count - written;
        uint64_t count = left < p->piece ? left : p->piece;
        tool_progress_set(known ? (double)written / (double)all : -1.0, "sample %llu",
                          (unsigned long long)written);
        status = fftc_convolution_execute(p->plan, p->from, p->spectrum, p->to, error);
        if (status == FFTC_SUCCESS) {
            status = put(p, p->to, p->piece, count, error);
        }
        written += count;
        for (uint64_t lane = 0; lane < p->lanes; ++lane) {
            unsigned char *begin = p->from + lane * row * p->bytes;
            memmove(begin, begin + p->piece * p->bytes, (size_t)(2 * p->reach) * p->bytes);
        }
        if (status == FFTC_SUCCESS) {
            status = fill(p, 2 * p->reach, p->piece, &got, error);
        }
    }
    return status;
}

static fftc_status by_taps(pieces *p, fftc_error *error)
{
    tool_taps taps;
    uint64_t count = tool_source_about(p->source)->count;
    fftc_status status = tool_taps_create(p->filtering->filter, &taps, error);
    p->reach = taps.reach;
    p->piece = 4 * taps.reach > PIECE_LEAST ? 4 * taps.reach : PIECE_LEAST;
    p->piece = count > 0 && count < p->piece ? count : p->piece;
    p->filtering->reach = taps.reach;
    p->filtering->left_out = taps.left_out;
    if (status == FFTC_SUCCESS) {
        status = prepare(p, &taps, error);
    }
    tool_taps_free(&taps);
    if (status == FFTC_SUCCESS) {
        p->from = allocate(p->lanes, p->piece + 2 * p->reach, p->bytes);
        p->to = allocate(p->lanes, p->piece, p->bytes);
        status = p->from != NULL && p->to != NULL ? run_pieces(p, error) : no_memory(error);
    }
    return status;
}

/* --- the whole signal at once ----------------------------------------------------------------- */

typedef struct whole {
    uint64_t count, period;
    fftc_plan *forward, *inverse;
    void *spectrum;
} whole;

static fftc_status plan_whole(const pieces *p, whole *w, fftc_error *error)
{
    w->period = fftc_convolution_length(2 * w->count);
    fftc_transform transform = {.length = {w->period},
                                .precision = p->filtering->precision,
                                .kind = FFTC_REAL,
                                .src_range = {{0, w->count}}};
    const fftc_plan_options options = {.threads = p->filtering->threads, .executions = 1};
    fftc_status status = fftc_plan_create(&transform, &options, &w->forward, error);
    transform.direction = FFTC_INVERSE;
    transform.src_range[0] = (fftc_range){0, 0};
    transform.dst_range[0] = (fftc_range){0, w->count};
    return status == FFTC_SUCCESS ? fftc_plan_create(&transform, &options, &w->inverse, error)
                                  : status;
}

static fftc_status filter_lane(const pieces *p, const whole *w, void *lane, fftc_error *error)
{
    fftc_status status = fftc_plan_execute(w->forward, lane, w->spectrum, error);
    for (uint64_t i = 0; i < 2 * (w->period / 2 + 1) && status == FFTC_SUCCESS; ++i) {
        double frequency = (double)(i / 2) / (double)w->period;
        double gain = tool_filter_gain(p->filtering->filter, frequency * frequency);
        if (p->filtering->precision == FFTC_FLOAT64) {
            ((double *)w->spectrum)[i] *= gain;
        } else {
            ((float *)w->spectrum)[i] *= (float)gain;
        }
    }
    return status == FFTC_SUCCESS ? fftc_plan_execute(w->inverse, w->spectrum, lane, error)
                                  : status;
}

static fftc_status all_at_once(pieces *p, fftc_error *error)
{
    whole w = {.count = tool_source_about(p->source)->count};
    uint64_t most = TOOL_FILTER_SAMPLES / p->lanes;
    if (w.count == TOOL_COUNT_UNKNOWN || w.count > most) {
        return tool_fail(
            error, FFTC_UNSUPPORTED,
            "--shape ideal takes the whole sound at once, and this one has %s; --shape butterworth "
            "and gaussian take it piece by piece",
            w.count == TOOL_COUNT_UNKNOWN ? "no known length" : "more than 2^28 samples");
    }
    p->piece = w.count;
    p->from = allocate(p->lanes, w.count, p->bytes);
    fftc_status status = p->from != NULL ? plan_whole(p, &w, error) : no_memory(error);
    if (status == FFTC_SUCCESS) {
        w.spectrum = allocate(w.period / 2 + 1, 2, p->bytes);
        uint64_t got;
        status = w.spectrum != NULL ? fill(p, 0, w.count, &got, error) : no_memory(error);
    }
    for (uint64_t lane = 0; lane < p->lanes && status == FFTC_SUCCESS; ++lane) {
        tool_progress_set((double)lane / (double)p->lanes, "channel %llu",
                          (unsigned long long)(lane + 1));
        status = filter_lane(p, &w, p->from + lane * w.count * p->bytes, error);
    }
    if (status == FFTC_SUCCESS) {
        status = put(p, p->from, w.count, p->filtering->count, error);
    }
    fftc_plan_destroy(w.forward);
    fftc_plan_destroy(w.inverse);
    free(w.spectrum);
    return status;
}

static bool finish(pieces *p)
{
    p->filtering->clipped = tool_sink_clipped(p->sink);
    (void)snprintf(p->filtering->format, sizeof p->filtering->format, "%s",
                   tool_sink_format(p->sink));
    return tool_sink_close(p->sink);
}

int tool_filter_sound(tool_sound_filtering *filtering, tool_source *source)
{
    const tool_source_info *info = tool_source_about(source);
    fftc_error error = {.status = FFTC_SUCCESS};
    pieces p = {.filtering = filtering,
                .source = source,
                .lanes = (uint64_t)info->channels * (info->is_complex ? 2 : 1),
                .bytes = filtering->precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float)};
    filtering->count = 0;
    filtering->reach = 0;
    filtering->left_out = 0.0;
    p.mixed = allocate(p.lanes, CHUNK, p.bytes);
    fftc_status status = p.mixed == NULL                          ? no_memory(&error)
                         : filtering->filter->shape == TOOL_IDEAL ? all_at_once(&p, &error)
                                                                  : by_taps(&p, &error);
    if (status == FFTC_SUCCESS && p.sink == NULL) { /* from a pipe, of no known length */
        status = tool_fail(&error, FFTC_INVALID_ARGUMENT, "there are no samples");
    }
    fftc_convolution_destroy(p.plan);
    free(p.spectrum);
    free(p.taps);
    free(p.mixed);
    free(p.from);
    free(p.to);
    if (status == FFTC_SUCCESS) {
        return finish(&p) ? TOOL_GOOD : TOOL_REFUSED;
    }
    tool_sink_abandon(p.sink);
    return p.refused ? TOOL_REFUSED : tool_refuse("filter: %s", error.message);
}
