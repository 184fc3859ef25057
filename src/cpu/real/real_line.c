/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_line.h"

#include <stdint.h>
#include <string.h>

#include "cpu/engine/packed.h"

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static bool is_sine(fftc_trigonometric t)
{
    return t >= FFTC_DST_I;
}

/* A kind I: line->h is half its logical length. */
static bool is_one(const fftc_real_line *line)
{
    return line->kind == FFTC_REAL_LINE_TRIGONOMETRIC &&
           (line->trigonometric == FFTC_DCT_I || line->trigonometric == FFTC_DST_I);
}

/* --- preparing -------------------------------------------------------------------------------- */

/* Which table of turns the line needs; *factor receives what the inner line multiplies by, in
 * addition to the scale. */
static fftc_real_turn turn_of(const fftc_real_line *line, double *factor)
{
    *factor = 1.0;
    if (line->kind == FFTC_REAL_LINE_FORWARD) {
        *factor = 0.5;
    }
    if (line->kind != FFTC_REAL_LINE_TRIGONOMETRIC) {
        return FFTC_TURN_REAL;
    }
    switch (line->trigonometric) {
    case FFTC_DCT_I:
    case FFTC_DST_I: *factor = 0.5; return FFTC_TURN_REAL; /* not used: odd.h */
    case FFTC_DCT_IV:
    case FFTC_DST_IV: *factor = 2.0; return FFTC_TURN_QUARTER;
    default: return FFTC_TURN_COSINE;
    }
}

static void weigh_ends(fftc_real_line *line)
{
    const double root = 1.41421356237309504880;
    switch (line->trigonometric) {
    case FFTC_DCT_I:
        line->ends_in = root;
        line->ends_out = 1.0 / root;
        break;
    case FFTC_DCT_II:
    case FFTC_DST_II: line->ends_out = 1.0 / root; break;
    case FFTC_DCT_III:
    case FFTC_DST_III: line->ends_in = root; break;
    default: break;
    }
}

/* The longest part of a I that is multiplied by its matrix. */
#define MOST_DENSE (FFTC_ODD_MATRIX_MOST - 1)

/* Shorter ones' errors are more than 1.2 times those of codelets of the whole length, and so are
 * those of 20 numbers. */
bool fftc_real_line_halves_accurately(size_t n)
{
    return n == 2 || n == 4 || n == 8 || n == 18 || n > 20;
}

/* Half the length of the real transform that a line of even length uses; 0 for the odd way. */
static size_t half_length(const fftc_real_line_choice *c)
{
    bool four = c->trigonometric == FFTC_DCT_IV || c->trigonometric == FFTC_DST_IV;
    bool can = c->kind != FFTC_REAL_LINE_TRIGONOMETRIC
                   ? !c->packed
                   : !four && c->trigonometric != FFTC_DCT_I && c->trigonometric != FFTC_DST_I;
    if (can && !fftc_real_line_halves_accurately(c->n)) {
        return 0;
    }
    if (c->kind == FFTC_REAL_LINE_TRIGONOMETRIC && c->trigonometric == FFTC_DCT_I) {
        return c->n - 1;
    }
    if (c->kind == FFTC_REAL_LINE_TRIGONOMETRIC && c->trigonometric == FFTC_DST_I) {
        return c->n + 1;
    }
    return c->n % 2 == 0 ? c->n / 2 : 0;
}

/* It saves what a call takes, and it keeps the pass from waiting for numbers that have just been
 * stored. Longer lines wait for less, and a few of them have no time to gain by it (4 of 480
 * doubles took 1.08 to 1.14 of the time, 256 0.91 to 0.96). */
bool fftc_real_line_may_join(const fftc_real_line_choice *choice, fftc_precision precision)
{
    const size_t most = (size_t)FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_LAST;
    const size_t h = half_length(choice);
    return choice->kind != FFTC_REAL_LINE_TRIGONOMETRIC && choice->together > 1 && h != 0 &&
           h <= most && (2 * h * fftc_precision_bytes(precision) <= 2048 || choice->together >= 64);
}

/* Whether a line of few numbers is a product with its matrix, which no other way is more accurate
 * than. */
static bool is_dense(const fftc_real_line_choice *c)
{
    bool one = c->trigonometric == FFTC_DCT_I || c->trigonometric == FFTC_DST_I;
    bool four = c->trigonometric == FFTC_DCT_IV || c->trigonometric == FFTC_DST_IV;
    return c->kind == FFTC_REAL_LINE_TRIGONOMETRIC &&
           (c->n <= 2 || c->dense || (four && c->n == 4) || (one && c->n < MOST_DENSE));
}

bool fftc_real_line_is_odd(const fftc_real_line_choice *choice)
{
    return half_length(choice) == 0 && !is_dense(choice);
}

/* Whether the result goes by way of a copy. If the inner line leaves out some of its results, it
 * does not write their places either, but `merge` writes all of them. And a spectrum that is wanted
 * in part is made from all of the line's results. */
static bool goes_by_copy(const fftc_real_line *line)
{
    return (line->kind == FFTC_REAL_LINE_BACKWARD && line->inner.pruned) ||
           (line->kind == FFTC_REAL_LINE_FORWARD && line->spectrum.end != 0);
}

static void place_memory(fftc_real_line *line)
{
    bool direct = line->h != 0 && line->kind != FFTC_REAL_LINE_TRIGONOMETRIC && !goes_by_copy(line);
    line->shared_offset = fftc_line_thread_bytes(&line->inner) * (size_t)line->threads;
    line->copy_offset = round_up(line->shared_offset + fftc_line_shared_bytes(&line->inner));
    line->bytes = line->copy_offset;
    size_t spare;
    if (!direct && fftc_line_has_spare(&line->inner, &spare)) {
        line->copy_offset = line->shared_offset + spare;
    } else if (!direct) {
        line->bytes += round_up(2 * line->inner.n * fftc_precision_bytes(line->precision));
    }
}

/* Lays out the working memory of a I by parts: two rows of at most h / 2 + 1 numbers, then their
 * work. */
static void place_parts(fftc_real_line *line)
{
    size_t scalar = fftc_precision_bytes(line->precision);
    size_t most = line->part[0] != NULL && line->part[0]->bytes > line->part[1]->bytes
                      ? line->part[0]->bytes
                      : line->part[1]->bytes;
    line->shared_offset = round_up((line->h / 2 + 1) * scalar);
    line->copy_offset = 2 * line->shared_offset;
    line->bytes = line->copy_offset + round_up(most);
}

static fftc_status out_of_memory(const fftc_real_line *line, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the tables of %zu real numbers",
                     line->n);
}

static fftc_status prepare_tables(fftc_real_line *line, fftc_real_turn turn,
                                  const fftc_engine *const *engines, fftc_arena *arena,
                                  fftc_error *error)
{
    bool one = is_one(line);
    if (line->h == 0 || one) {
        line->odd = fftc_odd_of(line->precision);
        if (line->h == 0 && line->kind == FFTC_REAL_LINE_TRIGONOMETRIC) {
            line->table = fftc_odd_table_make(line->trigonometric, line->n, arena);
            return line->table != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
        }
        return FFTC_SUCCESS;
    }
    line->engine = fftc_real_engine_choose(line->precision, engines[0]->name, line->h);
    void *turns = fftc_arena_reserve(arena, fftc_real_turns_count(line->engine, turn, line->h),
                                     2 * fftc_precision_bytes(line->precision));
    if (turns == NULL) {
        return out_of_memory(line, error);
    }
    fftc_real_turns_fill(line->engine, turn, line->h, turns);
    line->turns = turns;
    return FFTC_SUCCESS;
}

/* X[2 k] of a DCT I are a DCT I of the sums of numbers at the same distance from both ends, X[2 k +
 * 1] a DCT III of their differences; for a DST I likewise, the other way round. This is half the
 * work of the continuation, and more accurate. */
static fftc_status prepare_parts(const fftc_real_line_choice *choice,
                                 const fftc_engine *const *engines, fftc_arena *arena,
                                 fftc_real_line *line, fftc_error *error)
{
    bool sine = is_sine(line->trigonometric);
    fftc_real_line *parts = fftc_arena_allocate(arena, 2, sizeof *parts);
    if (parts == NULL) {
        return out_of_memory(line, error);
    }
    line->engine = fftc_real_engine_choose(line->precision, engines[0]->name, line->h);
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < 2 && status == FFTC_SUCCESS; ++i) {
        fftc_real_line_choice half = *choice;
        half.orthogonal = false;
        half.part = true;
        half.n = line->h / 2;
        half.dense = half.n <= MOST_DENSE;
        if (i == 0) {
            half.n = sine ? half.n - 1 : half.n + 1;
        } else {
            half.trigonometric = sine ? FFTC_DST_III : FFTC_DCT_III;
        }
        if (half.n == 0) {
            continue;
        }
        line->part[i] = &parts[i];
        status = fftc_real_line_prepare(&half, engines, arena, &parts[i], error);
    }
    if (status == FFTC_SUCCESS) {
        place_parts(line);
    }
    return status;
}

/* The matrix includes the weights of orthogonal ends. */
static fftc_status prepare_dense(const fftc_real_line_choice *choice, fftc_arena *arena,
                                 fftc_real_line *line, fftc_error *error)
{
    size_t n = line->n;
    line->odd = fftc_odd_of(line->precision);
    line->matrix = fftc_odd_matrix_make(line->trigonometric, n, choice->scale, line->ends_in,
                                        line->ends_out, arena);
    line->ends_out = 1.0;
    return line->matrix != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
}

fftc_status fftc_real_line_prepare(const fftc_real_line_choice *choice,
                                   const fftc_engine *const *engines, fftc_arena *arena,
                                   fftc_real_line *line, fftc_error *error)
{
    double factor;
    memset(line, 0, sizeof *line);
    line->kind = choice->kind;
    line->trigonometric = choice->trigonometric;
    line->n = choice->n;
    line->h = half_length(choice);
    line->packed = choice->packed;
    line->precision = engines[0]->precision;
    line->threads = choice->threads;
    line->ends_in = 1.0;
    line->ends_out = 1.0;
    if (choice->kind == FFTC_REAL_LINE_TRIGONOMETRIC && choice->orthogonal) {
        weigh_ends(line);
    }
    if (fftc_real_matrix_suits(choice, line->precision, engines[0]->name)) {
        const double ends[2] = {line->ends_in, line->ends_out};
        line->product =
            fftc_real_matrix_make(choice, ends, line->precision, engines[0]->name, arena);
        line->ends_out = 1.0;
        return line->product != NULL ? FFTC_SUCCESS : out_of_memory(line, error);
    }
    if (is_dense(choice)) {
        return prepare_dense(choice, arena, line, error);
    }
    if (is_one(line) && line->h % 2 == 0) {
        return prepare_parts(choice, engines, arena, line, error);
    }
    fftc_real_turn turn = turn_of(line, &factor);
    size_t inner = line->h;
    if (line->h == 0) {
        inner = line->n;
        factor = turn == FFTC_TURN_QUARTER ? 1.41421356237309504880 : 1.0;
    }
    fftc_line_wish wish = {.scale = choice->scale * factor,
                           .care = is_one(line) ? FFTC_CARE_SUMS : FFTC_CARE_CONVOLUTIONS};
    if (line->h != 0 && line->kind != FFTC_REAL_LINE_TRIGONOMETRIC) {
        fftc_range half = {choice->range.begin / 2, choice->range.end / 2};
        wish.inverse = line->kind == FFTC_REAL_LINE_BACKWARD;
        bool several = fftc_real_line_may_join(choice, line->precision);
        wish.calls = !several;
        wish.together = several ? choice->together : 0;
        *(wish.inverse ? &wish.dst_range : &wish.src_range) = half;
        line->spectrum = choice->spectrum;
    }
    fftc_status status = fftc_line_prepare(inner, engines, wish, arena, &line->inner, error);
    if (status == FFTC_SUCCESS) {
        place_memory(line);
        line->joined = wish.together > 1 && line->inner.whole != NULL && line->threads <= 1 &&
                       line->spectrum.end == 0 && !line->inner.pruned;
        status = prepare_tables(line, turn, engines, arena, error);
    }
    return status;
}

/* --- running ---------------------------------------------------------------------------------- */

typedef struct work {
    const fftc_real_line *line;
    const fftc_team *team;
    char *memory;
    char *copy;
} work;

static void inner(const work *w, const void *src, void *dst, int inverse)
{
    fftc_line_execute(&w->line->inner, w->team, w->memory, w->memory + w->line->shared_offset, src,
                      dst, inverse);
}

/* --- passes beside the inner line, by parts for threads --------------------------------------- */

typedef struct pass {
    const fftc_real_line *line;
    void (*run)(const struct pass *p, size_t begin, size_t end);
    const void *src;
    void *dst;
} pass;

static void share_pass(void *context, int thread, size_t begin, size_t end)
{
    const pass *p = context;
    (void)thread;
    p->run(p, begin, end);
}

/* Runs a pass over groups of lanes, for `count` numbers. */
static void run_pass(const work *w, void (*run)(const pass *p, size_t begin, size_t end),
                     size_t count, const void *src, void *dst)
{
    pass p = {w->line, run, src, dst};
    if (w->team->threads == 1) {
        run(&p, 0, SIZE_MAX);
    } else {
        size_t groups = count / (size_t)w->line->engine->lanes;
        fftc_parallel(w->team, groups > 0 ? groups : 1, share_pass, &p);
    }
}

static void separate(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    if (line->spectrum.end != 0) {
        line->engine->separate_some(p->src, p->dst, line->h, line->turns, line->spectrum, begin,
                                    end);
        return;
    }
    line->engine->separate(p->src, p->dst, line->h, line->turns, line->packed, begin, end);
}

static void merge(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    if (line->spectrum.end != 0) {
        line->engine->merge_some(p->src, p->dst, line->h, line->turns, line->spectrum, begin, end);
        return;
    }
    line->engine->merge(p->src, p->dst, line->h, line->turns, line->packed, begin, end);
}

static double sign_of(const fftc_real_line *line)
{
    return is_sine(line->trigonometric) ? -1.0 : 1.0;
}

static void fold(const pass *p, size_t begin, size_t end)
{
    p->line->engine->fold(p->src, p->dst, p->line->n, sign_of(p->line), begin, end);
}

static void unfold(const pass *p, size_t begin, size_t end)
{
    p->line->engine->unfold(p->src, p->dst, p->line->n, sign_of(p->line), begin, end);
}

static void dct2(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    line->engine->dct2(p->src, p->dst, line->h, line->turns, is_sine(line->trigonometric), begin,
                       end);
}

static void dct3(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    line->engine->dct3(p->src, p->dst, line->h, line->turns, line->ends_in,
                       is_sine(line->trigonometric), begin, end);
}

static void dct4_load(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    line->engine->dct4_load(p->src, p->dst, line->h, line->turns, is_sine(line->trigonometric),
                            begin, end);
}

static void dct4_store(const pass *p, size_t begin, size_t end)
{
    const fftc_real_line *line = p->line;
    line->engine->dct4_store(p->src, p->dst, line->h, line->turns, is_sine(line->trigonometric),
                             begin, end);
}

/* Each of its groups has two groups' numbers, and the two groups in the middle go together. */
static size_t dct4_numbers(const fftc_real_line *line)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t groups = (line->h + lanes - 1) / lanes;
    return ((groups + 1) / 2 - 1) * lanes;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Runs the inner line on the copy, which it returns. */
static void *inner_on_copy(const work *w, int inverse)
{
    inner(w, w->copy, w->copy, inverse);
    return w->copy;
}

static double get(fftc_precision precision, const void *x, size_t i)
{
    return precision == FFTC_FLOAT64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

static void set(fftc_precision precision, void *x, size_t i, double value)
{
    if (precision == FFTC_FLOAT64) {
        ((double *)x)[i] = value;
    } else {
        ((float *)x)[i] = (float)value;
    }
}

/* By its matrix; the ends are weighted as in the other ways. */
static void trigonometric_dense(const work *w, const fftc_real_job *job)
{
    const fftc_real_line *line = w->line;
    line->odd->multiply(line->matrix, job->src, job->dst);
}

static void trigonometric_even(const work *w, const fftc_real_job *job)
{
    const fftc_real_line *line = w->line;
    size_t pairs = (line->h - 1) / 2;
    int sine = is_sine(line->trigonometric);
    switch (line->trigonometric) {
    case FFTC_DCT_II:
    case FFTC_DST_II:
        run_pass(w, fold, line->h, job->src, w->copy);
        run_pass(w, dct2, pairs, inner_on_copy(w, 0), job->dst);
        break;
    case FFTC_DCT_III:
    case FFTC_DST_III:
        run_pass(w, dct3, pairs, job->src, w->copy);
        run_pass(w, unfold, line->h, inner_on_copy(w, 1), job->dst);
        break;
    case FFTC_DCT_IV:
    case FFTC_DST_IV:
        run_pass(w, dct4_load, dct4_numbers(line), job->src, w->copy);
        run_pass(w, dct4_store, dct4_numbers(line), inner_on_copy(w, 0), job->dst);
        break;
    default:
        line->odd->gather_one(job->src, line->ends_in, w->copy, line->h, sine);
        line->odd->analyse_one(inner_on_copy(w, 0), job->dst, line->h, sine);
        break;
    }
}

/* See prepare_parts. Both rows are in the order of the distance from the ends; for a DST from 1
 * on. */
static void trigonometric_parts(const work *w, const fftc_real_job *job)
{
    const fftc_real_line *line = w->line;
    size_t scalar = fftc_precision_bytes(line->precision);
    size_t half = line->h / 2;
    int sine = is_sine(line->trigonometric);
    const char *x = job->src;
    char *first = w->memory;
    char *third = first + line->shared_offset;
    char *room = first + line->copy_offset;
    double middle = 2.0 * get(line->precision, x, sine ? half - 1 : half);
    if (sine) {
        line->engine->butterfly(x, x + (line->n - 1) * scalar, third, first, half - 1);
        set(line->precision, third, half - 1, middle);
    } else {
        line->engine->butterfly(x, x + (line->n - 1) * scalar, first, third, half);
        set(line->precision, first, half, middle);
        if (line->ends_in != 1.0) {
            double low = get(line->precision, x, 0);
            double high = get(line->precision, x, line->n - 1);
            set(line->precision, first, 0, (low + high) * line->ends_in);
            set(line->precision, third, 0, (low - high) * line->ends_in);
        }
    }
    const fftc_real_job jobs[2] = {{first, NULL, first}, {third, NULL, third}};
    for (int i = 0; i < 2; ++i) {
        if (line->part[i] != NULL) {
            fftc_real_line_execute(line->part[i], w->team, room, &jobs[i], NULL);
        }
    }
    char *dst = job->dst;
    char *last = dst + (line->n - 1) * scalar;
    line->engine->interleave(sine ? third : first, sine ? first : third, dst,
                             sine ? half - 1 : half);
    memcpy(last, (sine ? third + (half - 1) * scalar : first + half * scalar), scalar);
}

static void odd(const work *w, const fftc_real_job *a, const fftc_real_job *b)
{
    const fftc_real_line *line = w->line;
    size_t n = line->n;
    const fftc_real_job none = {NULL, NULL, NULL};
    b = b != NULL ? b : &none;
    if (line->kind == FFTC_REAL_LINE_FORWARD) {
        line->odd->join(a->src, b->src, w->copy, n);
        line->odd->separate(inner_on_copy(w, 0), a->dst, b->dst, n);
    } else if (line->kind == FFTC_REAL_LINE_BACKWARD) {
        line->odd->merge(a->dc, a->src, b->dc, b->src, w->copy, n);
        line->odd->part(inner_on_copy(w, 1), a->dst, b->dst, n);
    } else if (line->trigonometric == FFTC_DCT_III || line->trigonometric == FFTC_DST_III) {
        line->odd->synthesise(line->table, a->src, b->src, line->ends_in, w->copy, n);
        line->odd->scatter(line->table, inner_on_copy(w, 1), a->dst, b->dst, n);
    } else {
        line->odd->gather(line->table, a->src, b->src, w->copy, n);
        line->odd->analyse(line->table, inner_on_copy(w, 0), a->dst, b->dst, n);
    }
}

static void weigh_results(const fftc_real_line *line, void *dst)
{
    size_t first = line->trigonometric == FFTC_DST_II ? line->n - 1 : 0;
    set(line->precision, dst, first, get(line->precision, dst, first) * line->ends_out);
    if (line->trigonometric == FFTC_DCT_I) {
        size_t last = line->n - 1;
        set(line->precision, dst, last, get(line->precision, dst, last) * line->ends_out);
    }
}

static void multiply_one(const fftc_real_matrix *m, const fftc_real_line *line,
                         const fftc_real_job *job)
{
    bool backward = line->kind == FFTC_REAL_LINE_BACKWARD;
    m->engine->multiply_row(m, backward ? job->dc : job->src, job->dst);
}

void fftc_real_line_execute(const fftc_real_line *line, const fftc_team *team, void *memory,
                            const fftc_real_job *first, const fftc_real_job *second)
{
    work w = {line, team, memory, (char *)memory + line->copy_offset};
    if (line->product != NULL) {
        multiply_one(line->product, line, first);
        if (second != NULL) {
            multiply_one(line->product, line, second);
        }
    } else if (line->matrix != NULL) {
        trigonometric_dense(&w, first);
    } else if (line->h == 0) {
        odd(&w, first, second);
    } else if (line->part[1] != NULL) {
        trigonometric_parts(&w, first);
    } else if (line->kind == FFTC_REAL_LINE_FORWARD) {
        void *whole = goes_by_copy(line) ? w.copy : first->dst;
        inner(&w, first->src, whole, 0);
        run_pass(&w, separate, (line->h - 1) / 2, whole, first->dst);
    } else if (line->kind == FFTC_REAL_LINE_BACKWARD) {
        void *merged = goes_by_copy(line) ? w.copy : first->dst;
        run_pass(&w, merge, (line->h - 1) / 2, first->src, merged);
        inner(&w, merged, first->dst, 1);
    } else {
        trigonometric_even(&w, first);
    }
    if (line->ends_out != 1.0) {
        weigh_results(line, first->dst);
        if (second != NULL) {
            weigh_results(line, second->dst);
        }
    }
}

/* From spectra, the odd way takes frequency 0 by itself. */
void fftc_real_line_execute_one(const fftc_real_line *line, const fftc_team *team, void *memory,
                                const void *src, void *dst)
{
    bool apart = line->kind == FFTC_REAL_LINE_BACKWARD && line->h == 0;
    size_t first = apart ? 2 * fftc_precision_bytes(line->precision) : 0;
    const fftc_real_job job = {(const char *)src + first, src, dst};
    fftc_real_line_execute(line, team, memory, &job, NULL);
}

/* --- several lines ---------------------------------------------------------------------------- */

/* Lines of one group: what the inner call leaves is in the first-level cache still, but no longer
 * on its way there: a vector cannot be loaded before both of those are that it was stored in. */
#define GROUP_BYTES ((size_t)16 * 1024)

static size_t lines_of_group(const fftc_real_line *line)
{
    size_t bytes = 4 * line->h * fftc_precision_bytes(line->precision);
    return bytes < GROUP_BYTES ? GROUP_BYTES / bytes : 1;
}

static void run_joined(const fftc_real_line *line, size_t lines, const char *src, size_t src_step,
                       char *dst, size_t dst_step)
{
    const size_t number = 2 * fftc_precision_bytes(line->precision);
    if (line->kind == FFTC_REAL_LINE_FORWARD) {
        fftc_line_execute_whole(&line->inner, lines, src_step / number, dst_step / number, src, dst,
                                0);
        for (size_t i = 0; i < lines; ++i, dst += dst_step) {
            line->engine->separate(dst, dst, line->h, line->turns, line->packed, 0, SIZE_MAX);
        }
        return;
    }
    for (size_t i = 0; i < lines; ++i) {
        line->engine->merge(src + i * src_step, dst + i * dst_step, line->h, line->turns,
                            line->packed, 0, SIZE_MAX);
    }
    fftc_line_execute_whole(&line->inner, lines, dst_step / number, dst_step / number, dst, dst, 1);
}

void fftc_real_line_execute_several(const fftc_real_line *line, const fftc_team *team, void *memory,
                                    size_t lines, const void *src, size_t src_step, void *dst,
                                    size_t dst_step)
{
    const size_t scalar = fftc_precision_bytes(line->precision);
    const char *from = src;
    char *to = dst;
    if (line->product != NULL) {
        line->product->engine->multiply_rows(line->product, src, src_step / scalar, dst,
                                             dst_step / scalar, lines);
        return;
    }
    const bool whole = src_step % (2 * scalar) == 0 && dst_step % (2 * scalar) == 0;
    const size_t group = line->joined && whole ? lines_of_group(line) : 1;
    while (lines > 0) {
        size_t some = lines < group ? lines : group;
        if (some > 1) {
            run_joined(line, some, from, src_step, to, dst_step);
        } else {
            fftc_real_line_execute_one(line, team, memory, from, to);
        }
        from += some * src_step;
        to += some * dst_step;
        lines -= some;
    }
}
