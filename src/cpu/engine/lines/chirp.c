/* SPDX-License-Identifier: MIT
 *
 * Rows of any length as convolutions of a smooth one (Bluestein 1970): line_kinds.h.
 *
 * Long rows are two convolutions of half the length, one after the other in the same memory. Pad
 * the n numbers to M = 2 h, n <= h. The even ones of their M frequencies are a transform of h
 * points. So are the odd ones, of the numbers times w^j, w = exp(-2 pi i / M). The same holds on
 * the way back: the even frequencies give a part of the n wanted numbers, and the odd ones another
 * part, times w^-j. The factors w^j are in tables of the chirp. That takes half the memory, and
 * log2 h instead of log2 M.
 */
#include <string.h>

#include "cpu/engine/lines/codelet_gain.h"
#include "cpu/engine/lines/cyclic.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/lines/spectrum.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/keep_few.h"
#include "cpu/minimum.h"

typedef struct chirp {
    fftc_cyclic convolution;
    bool halves;          /* two of them */
    bool apart;           /* src is never dst */
    const void *numbers;  /* exp(-pi i k^2 / n), n of them; in halves three times (fill_chirps) */
    const void *spectrum; /* of the conjugate chirp, in the convolution's order, once or twice */
} chirp;

/* How many lengths are costed. A length must hold the linear convolution, and be a product of 2, 3,
 * 5 and 7 (with at least a factor 4), up to a fifth longer than needed; where errors count, up to 3
 * in 10 for parts of real lines, and up to twice for complex ones. The most promising come
 * first. */
#define LENGTHS 6

/* Rows of up to so many bytes are not done in halves: that would be up to a tenth slower; longer
 * ones are as much faster in halves. */
static const size_t most_whole_bytes = (size_t)320 << 10;

static bool in_halves(size_t n, fftc_precision precision)
{
    return n > most_whole_bytes / (2 * fftc_precision_bytes(precision));
}

typedef struct convolution {
    size_t n;
    size_t square; /* of the lanes: shorter rows have to do with fewer */
    size_t step;   /* lengths are multiples of it */
    bool halves;
    bool fused;
    bool slow;    /* the convolution takes one and a half times as long as its passes promise */
    double usual; /* error; 0: errors do not count */
    double excess_cost;
    size_t least;
    size_t most;
    int count;
    size_t length[LENGTHS]; /* cheapest first */
    double promise[LENGTHS];
} convolution;

/* What lines pay for rounding errors above the usual ones, as a factor of the cost. All errors here
 * are squared, in units in the last place. Each transform of the convolution has the sum of its
 * radices' errors, the products have 1.2; but errors spread over all m numbers, of which only some
 * are results. (Fitted to errors of float and double from 60 points up to where other libraries
 * need convolutions too.) */
static double error_penalty(const convolution *c, size_t m)
{
    size_t n = c->n;
    static const struct {
        size_t radix;
        double error[2]; /* without fused products, and with them */
    } radices[] = {{2, {0.4, 0.31}}, {3, {0.9, 0.7}}, {5, {1.41, 1.1}}, {7, {1.95, 1.0}}};
    double error = 0.0;
    size_t left = m;
    if (c->usual == 0.0) {
        return 1.0;
    }
    for (size_t i = 0; i < sizeof radices / sizeof *radices; ++i) {
        for (; left % radices[i].radix == 0; left /= radices[i].radix) {
            error += radices[i].error[c->fused];
        }
    }
    double share = (double)(2 * n - 1) / (double)m;
    double ratio = (share * (2.0 * error + 0.45) + 0.75) / c->usual;
    return ratio > 1.0 ? c->excess_cost * ratio * ratio * ratio : 1.0;
}

/* Estimates a length roughly, since there are hundreds of them, and choosing radices for each would
 * take longer than making the tables. Powers of two are preferred: they fill all lanes of all
 * passes. 256 points of 16 lanes take four fifths of what 168 of 8 do. */
static double promise(const convolution *c, size_t m)
{
    double waste = m < c->square  ? 1.6
                   : m % 256 == 0 ? 1.0
                   : m % 64 == 0  ? 1.03
                   : m % 16 == 0  ? 1.07
                                  : 1.3;
    return waste * (double)m * error_penalty(c, m);
}

static void try_length(convolution *c, size_t m)
{
    if (m % c->step != 0) {
        return;
    }
    int at =
        fftc_keep_few(c->promise, c->length, sizeof *c->length, &c->count, LENGTHS, promise(c, m));
    if (at >= 0) {
        c->length[at] = m;
    }
}

/* Tries all products of m and primes from number `next` on that are in the range. */
static void try_multiples(convolution *c, size_t m, int next)
{
    static const size_t primes[] = {7, 5, 3, 2};
    if (next == 4) {
        if (m >= c->least) {
            try_length(c, m);
        }
        return;
    }
    for (; m <= c->most; m *= primes[next]) {
        /* Of the last prime only the first power that is long enough is tried. */
        if (next < 3 || m >= c->least) {
            try_multiples(c, m, next + 1);
        }
    }
}

/* log2 n, linear between powers of two, which has the same bits everywhere. */
static double octaves(size_t n)
{
    double power = 1.0;
    double count = 0.0;
    for (; 2.0 * power <= (double)n; power *= 2.0) {
        count += 1.0;
    }
    return count + (double)n / power - 1.0;
}

/* Whether other libraries have a direct way: they do each prime factor up to 31, and 43, as sums of
 * products, which round less often than convolutions. For other primes they convolve too. */
static bool has_another_kind(size_t n)
{
    static const unsigned char primes[] = {17, 19, 23, 29, 31, 43};
    size_t left = fftc_rough_part(n);
    for (size_t i = 0; i < sizeof primes; ++i) {
        while (left % primes[i] == 0) {
            left /= primes[i];
        }
    }
    return left == 1;
}

/* Longer lines convolve elsewhere too, or their errors hide the convolution's. */
static const size_t most_careful = 2600;

/* Sets which errors count. They are other libraries' and a fifth more: of real numbers, whose
 * transforms need no convolution there, and of complex ones, if they need none. */
static void set_care(convolution *c, fftc_care care)
{
    if (c->n > most_careful) {
        return;
    }
    if (care != FFTC_CARE_NONE) {
        c->usual = 4.5 + 0.25 * (double)(size_t)octaves(c->n);
        c->excess_cost = 1.0;
        c->most = c->least + c->least / 10 * 3 + 16;
    } else if (has_another_kind(c->n)) {
        double growth = octaves(c->n) - 6.7;
        c->usual = 4.38 + (growth > 0.0 ? 0.75 * growth : 0.0);
        c->excess_cost = 4.0;
        c->most = 2 * c->least + 16;
    }
}

static convolution find_lengths(size_t n, fftc_care care, const fftc_engine *const *engines)
{
    bool halves = in_halves(n, engines[0]->precision);
    size_t least = halves ? n : 2 * n - 1;
    size_t lanes = fftc_cyclic_lanes(engines);
    size_t square = lanes * lanes;
    bool exact = fftc_engines_are_exact(engines);
    convolution c = {.n = n,
                     .square = square,
                     .step = halves  ? square
                             : exact ? lanes
                                     : 4,
                     .halves = halves,
                     .fused = engines[0]->fuses,
                     .slow = exact && engines[0]->precision == FFTC_FLOAT32,
                     .least = least,
                     .most = least + least / 5 + 16};
    set_care(&c, care);
    if (square / 2 <= least && c.most < square) {
        c.most = square;
    }
    try_multiples(&c, 4, 0);
    return c;
}

/* The cost of two transforms, with products at both ends. In halves it is twice that, with fewer
 * tables. */
static double convolution_cost(const convolution *c, const fftc_cyclic *around)
{
    double numbers = (double)(c->n + around->n);
    if (c->halves) {
        return 4.0 * around->cost + 0.2 * numbers;
    }
    double cost = 2.0 * around->cost + 40.0 + 0.2 * numbers;
    return cost * error_penalty(c, around->n) * (c->slow ? 1.5 : 1.0);
}

/* Beyond the caches the shortest length is best, and choosing its radices takes longest. */
static int lengths_to_try(const fftc_line_task *task)
{
    return task->measure ? LENGTHS : fftc_task_bytes(task) <= 256 * 1024 ? 3 : 1;
}

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    if (!fftc_task_may_convolve(task)) {
        return;
    }
    const convolution c = find_lengths(task->n, task->wish.care, task->engines);
    const int tried = lengths_to_try(task);
    bool found = false;
    for (int i = 0; i < c.count && (i < tried || !found); ++i) {
        fftc_cyclic around;
        fftc_cyclic_choose(c.length[i], task->engines, &around);
        if (around.cost >= 1e300) {
            continue;
        }
        found = true;
        fftc_choice *way = fftc_line_offer(list, FFTC_LINE_CHIRP, convolution_cost(&c, &around));
        if (way != NULL) {
            fftc_choice_put(way, around.n);
            fftc_cyclic_write(&around, way);
        }
    }
}

/* A convolution much longer than twice what is needed makes no sense, nor does one of one point. */
static bool read(const fftc_line_task *task, fftc_choice *choice, chirp *own)
{
    size_t lanes = fftc_cyclic_lanes(task->engines);
    size_t least = own->halves ? task->n : 2 * task->n - 1;
    size_t m;
    return task->n > 1 && fftc_choice_get(choice, least, 2 * least + 16 + lanes * lanes, &m) &&
           (!own->halves || m % (lanes * lanes) == 0) &&
           fftc_cyclic_read(choice, m, task->engines, &own->convolution);
}

/* Tables of the chirp are filled in steps of so many numbers. */
#define STEP FFTC_CIRCLE_ROW

typedef struct chirp_fill {
    fftc_precision precision;
    bool halves;
    size_t n; /* numbers of the chirp */
    size_t m;
    uint32_t *angle;
    char *chirp;
} chirp_fill;

/* k^2 mod 2n; k < 2^32. */
static size_t square_of(size_t k, size_t n)
{
    return (size_t)((uint64_t)k * k % (2 * (uint64_t)n));
}

static size_t next_square(size_t square, size_t k, size_t n)
{
    square += 2 * k + 1; /* k < n */
    square -= square >= 2 * n ? 2 * n : 0;
    return square;
}

/* Fills the angles of the conjugate chirp exp(pi i k^2 / n), forwards and backwards from 0. */
static void share_angles(void *context, int thread, size_t begin, size_t end)
{
    const chirp_fill *f = context;
    const size_t n = f->n;
    (void)thread;
    const size_t last = fftc_minimum(end * STEP, n);
    size_t square = square_of(begin * STEP, n);
    for (size_t k = begin * STEP; k < last; ++k) {
        /* (For 2^31 + 1 points, of a DST I, two taps are wrong by 2^-32 turns.) */
        f->angle[k] = (uint32_t)(square > 0 ? 2 * n - square : 0);
        f->angle[k > 0 ? f->m - k : 0] = f->angle[k];
        square = next_square(square, k, n);
    }
}

static void fill_angles(const fftc_team *team, size_t n, size_t m, uint32_t *angle)
{
    chirp_fill f = {.n = n, .m = m, .angle = angle};
    for (size_t k = n; k <= m - n; ++k) {
        angle[k] = FFTC_FILTER_NONE;
    }
    fftc_parallel_fill(team, n, STEP, share_angles, &f);
}

/* Fills exp(-pi i k^2 / n), and for a convolution in halves that times w^k, and times w^-k. */
static void share_chirps(void *context, int thread, size_t begin, size_t end)
{
    const chirp_fill *f = context;
    const size_t n = f->n;
    const size_t m = f->m;
    char *numbers = f->chirp;
    double w[2 * FFTC_CIRCLE_ROW];
    (void)thread;
    const size_t last = fftc_minimum(end * STEP, n);
    size_t square = square_of(begin * STEP, n);
    for (size_t k = begin * STEP; k < last; ++k) {
        double c[2];
        fftc_circle(square, 2 * n, c);
        square = next_square(square, k, n);
        fftc_table_put(f->precision, numbers, k, c[0], c[1]);
        if (!f->halves) {
            continue;
        }
        const double *v = w + 2 * (k % FFTC_CIRCLE_ROW);
        if (k % FFTC_CIRCLE_ROW == 0) {
            size_t left = n - k;
            fftc_circle_run(k, 1, m, left < FFTC_CIRCLE_ROW ? left : FFTC_CIRCLE_ROW, w);
        }
        fftc_table_put(f->precision, numbers, n + k, c[0] * v[0] - c[1] * v[1],
                       c[0] * v[1] + c[1] * v[0]);
        fftc_table_put(f->precision, numbers, 2 * n + k, c[0] * v[0] + c[1] * v[1],
                       c[1] * v[0] - c[0] * v[1]);
    }
}

static void fill_chirps(const fftc_team *team, const fftc_line *line, const chirp *own,
                        void *numbers)
{
    chirp_fill f = {.precision = line->precision,
                    .halves = own->halves,
                    .n = line->n,
                    .m = 2 * own->convolution.n,
                    .chirp = numbers};
    fftc_parallel_fill(team, line->n, STEP, share_chirps, &f);
}

/* Arranges the spectrum; for a convolution in halves, its even frequencies and then its odd
 * ones. */
static fftc_status arrange(const fftc_line *line, chirp *own, const uint32_t *position,
                           const char *natural, fftc_arena *arena, fftc_error *error)
{
    size_t item = fftc_line_item(line);
    size_t h = own->convolution.n;
    size_t parts = own->halves ? 2 : 1;
    char *spectrum = fftc_line_table(line, parts * h, item, arena, error);
    for (size_t part = 0; part < parts && spectrum != NULL; ++part) {
        fftc_cyclic_arrange(&own->convolution, fftc_choices_team(arena->choices), position,
                            natural + part * item, parts, spectrum + part * h * item);
    }
    own->spectrum = spectrum;
    return spectrum != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

static fftc_status prepare_spectrum(const fftc_line *line, chirp *own, fftc_arena *arena,
                                    fftc_error *error)
{
    const fftc_cyclic *around = &own->convolution;
    size_t m = own->halves ? 2 * around->n : around->n;
    const fftc_team *team = fftc_choices_team(arena->choices);
    fftc_arena scratch = {.allocator = arena->allocator};
    uint32_t *angle = fftc_line_table(line, m, sizeof *angle, &scratch, error);
    uint32_t *position = fftc_line_table(line, around->pair.m, sizeof *position, &scratch, error);
    const void *natural = NULL;
    double excess = 0.0;
    fftc_status status = FFTC_OUT_OF_MEMORY;
    if (angle != NULL && position != NULL) {
        fftc_cyclic_positions(around, position);
        status = fftc_gain_of_around(around, position, &arena->allocator, &excess, error);
    }
    if (status == FFTC_SUCCESS) {
        const fftc_filter filter = {m, 2 * line->n, angle};
        fill_angles(team, line->n, m, angle);
        status = fftc_spectrum_make(line->engine, team, &filter, line->scale, excess, &scratch,
                                    &natural, error);
    }
    if (status == FFTC_SUCCESS) {
        status = arrange(line, own, position, natural, arena, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

static size_t row_bytes(const chirp *own)
{
    return fftc_cache_lines(fftc_cyclic_bytes(&own->convolution));
}

/* The results of the first half cannot wait in dst while that is still the source. */
static size_t shared_bytes(const fftc_line *line)
{
    const chirp *own = line->own;
    return row_bytes(own) + (own->halves && !own->apart ? line->n * fftc_line_item(line) : 0);
}

/* Tables of fewer bytes are quick. */
static const uint64_t least_asked_bytes = (uint64_t)64 << 20;

/* Whether there is memory for the tables, for what making them takes, and for an execution: asked
 * for before work of seconds begins. */
static bool memory_is_there(const fftc_line *line, const fftc_arena *arena)
{
    const chirp *own = line->own;
    const uint64_t item = fftc_line_item(line);
    const uint64_t m = (uint64_t)(own->halves ? 2 : 1) * own->convolution.n;
    const uint64_t numbers = (uint64_t)(own->halves ? 3 : 1) * line->n + 2 * m;
    const uint64_t work = shared_bytes(line);
    const uint64_t bytes =
        numbers * item + 2 * m * sizeof(uint32_t) + (work > m * item ? work : m * item);
    if (bytes < least_asked_bytes) {
        return true;
    }
    fftc_arena asked = {.allocator = arena->allocator};
    const bool there = bytes <= SIZE_MAX && fftc_arena_reserve(&asked, (size_t)bytes, 1) != NULL;
    fftc_arena_release(&asked);
    return there;
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    chirp *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    own->halves = in_halves(line->n, line->precision);
    own->apart = task->wish.apart;
    if (!read(task, choice, own)) {
        return fftc_choice_refuse(error);
    }
    line->engine = own->convolution.pair.engine;
    line->writes_early = own->halves;
    if (!memory_is_there(line, arena)) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the chirp of %zu points",
                         line->n);
    }
    void *numbers =
        fftc_line_table(line, (own->halves ? 3 : 1) * line->n, fftc_line_item(line), arena, error);
    if (numbers == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    own->numbers = numbers;
    fill_chirps(fftc_choices_team(arena->choices), line, own, numbers);
    fftc_status status = fftc_cyclic_prepare(&own->convolution, own->halves, arena, error);
    return status == FFTC_SUCCESS ? prepare_spectrum(line, own, arena, error) : status;
}

/* --- running ---------------------------------------------------------------------------------- */

/* dst <- src, convolved, + addend. */
static void convolve(const fftc_line *line, const fftc_line_job *job, int odd, const void *addend,
                     void *dst)
{
    const chirp *own = line->own;
    const fftc_cyclic *around = &own->convolution;
    size_t item = fftc_line_item(line);
    const char *numbers = own->numbers;
    fftc_unordered_ends ends = {.src = job->src, .dst = dst, .addend = addend, .count = line->n};
    ends.swap = job->inverse;
    ends.factors = numbers + (odd ? line->n * item : 0);
    fftc_cyclic_in(around, job->team, ends, job->shared);
    fftc_cyclic_convolve(around, job->team, job->shared,
                         (const char *)own->spectrum + (odd ? around->n * item : 0));
    ends.factors = numbers + (odd ? 2 * line->n * item : 0);
    fftc_cyclic_out(around, job->team, job->shared, ends);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const chirp *own = line->own;
    if (own->halves) {
        void *even = own->apart ? job->dst : (char *)job->shared + row_bytes(own);
        convolve(line, job, 0, NULL, even);
        convolve(line, job, 1, even, job->dst);
    } else {
        convolve(line, job, 0, NULL, job->dst);
    }
}

/* Convolutions of rows of more bytes are shared by a team. */
static const size_t least_shared_bytes = 64 * 1024;

static bool divides(const fftc_line *line)
{
    return line->n * fftc_line_item(line) > least_shared_bytes;
}

const fftc_line_ops fftc_chirp_line = {
    .offer = offer,
    .prepare = prepare,
    .shared_bytes = shared_bytes,
    .divides = divides,
    .execute = execute,
    .convolves = true,
};
