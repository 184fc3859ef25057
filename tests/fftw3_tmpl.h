/* SPDX-License-Identifier: MIT
 *
 * Tests of FFTW's interface in one precision. Parameters: X(name) makes FFTW's names, T(name) those
 * of this file, R is the scalar, C the complex number, TOLERANCE what results may differ by,
 * relative to the largest.
 */

/* FFTW's own. Only these: others would call what is linked here instead. */
static struct {
    X(plan) (*dft)(int, const X(iodim64) *, int, const X(iodim64) *, R *, R *, R *, R *, unsigned);
    X(plan) (*r2c)(int, const X(iodim64) *, int, const X(iodim64) *, R *, R *, R *, unsigned);
    X(plan) (*c2r)(int, const X(iodim64) *, int, const X(iodim64) *, R *, R *, R *, unsigned);
    X(plan)
    (*r2r)(int, const X(iodim64) *, int, const X(iodim64) *, R *, R *, const X(r2r_kind) *,
           unsigned);
    void (*execute)(const X(plan));
    void (*destroy)(X(plan));
} T(fftw);

static void T(load)(const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(handle != NULL, "%s", dlerror());
#define LOAD(member, name)                           \
    *(void **)&T(fftw).member = dlsym(handle, name); \
    ck_assert(T(fftw).member != NULL)
    LOAD(dft, LIBRARY_NAME("plan_guru64_split_dft"));
    LOAD(r2c, LIBRARY_NAME("plan_guru64_split_dft_r2c"));
    LOAD(c2r, LIBRARY_NAME("plan_guru64_split_dft_c2r"));
    LOAD(r2r, LIBRARY_NAME("plan_guru64_r2r"));
    LOAD(execute, LIBRARY_NAME("execute"));
    LOAD(destroy, LIBRARY_NAME("destroy_plan"));
#undef LOAD
    ck_assert(T(fftw).execute != X(execute));
}

#define SCALARS 60000 /* of an array of the random problems */

static R *T(random_array)(testing_random *random)
{
    R *array = malloc(SCALARS * sizeof *array);
    ck_assert(array != NULL);
    for (size_t i = 0; i < SCALARS; ++i) {
        array[i] = (R)testing_random_real(random);
    }
    return array;
}

/* A NaN is as large as can be, and stays. */
static double T(larger)(double error, double difference)
{
    return isnan(difference) ? (double)INFINITY : fmax(error, fabs(difference));
}

static void T(compare)(const R *ours, const R *theirs, const char *what)
{
    double largest = 0;
    double error = 0;
    for (size_t i = 0; i < SCALARS; ++i) {
        largest = fmax(largest, fabs((double)theirs[i]));
        error = T(larger)(error, (double)ours[i] - (double)theirs[i]);
    }
    ck_assert_msg(error <= TOLERANCE * largest, "%s: differs by %g of %g", what, error, largest);
}

/* A problem of random axes, in strides that put every number into a place of its own. */
typedef struct T(draw) {
    int kind; /* 0 complex, 1 real to spectrum, 2 back, 3 real to real */
    bool interleaved, in_place;
    int rank, loops;
    X(iodim64) axes[8]; /* dims, then loops */
    X(r2r_kind) kinds[8];
} T(draw);

/* Strides of one side, in a random order, with gaps. (None are negative: FFTW 3.3.10's planner may
 * recurse without an end then, and its plans may read elsewhere.) */
static void T(draw_strides)(testing_random *random, T(draw) * d, bool out)
{
    int order[8];
    int axes = d->rank + d->loops;
    bool complex = d->kind == 0 || d->kind == (out ? 1 : 2);
    ptrdiff_t stride = complex && d->interleaved ? 2 : 1;
    for (int i = 0; i < axes; ++i) {
        order[i] = axes - 1 - i;
    }
    for (int i = 0; i < axes && testing_random_below(random, 2) == 0; ++i) {
        int j = (int)testing_random_below(random, (uint64_t)axes);
        int axis = order[j];
        order[j] = order[i];
        order[i] = axis;
    }
    for (int i = 0; i < axes; ++i) {
        X(iodim64) *a = &d->axes[order[i]];
        bool halved = order[i] == d->rank - 1 && (d->kind == 1 || d->kind == 2);
        ptrdiff_t n = halved ? 2 * (a->n / 2 + 1) : a->n;
        *(out ? &a->os : &a->is) = stride;
        stride *= n;
        stride += stride > 16 && testing_random_below(random, 4) == 0 ? 2 : 0;
    }
    ck_assert_int_le(stride, SCALARS / 2);
}

static T(draw) T(draw_problem)(testing_random *random)
{
    T(draw)
    d = {.kind = (int)testing_random_below(random, 4),
         .interleaved = testing_random_below(random, 2) == 0,
         .in_place = testing_random_below(random, 3) == 0,
         .rank = (int)testing_random_below(random, 6),
         .loops = (int)testing_random_below(random, 4)};
    d.rank = d.rank == 0 && d.kind != 0 && d.kind != 3 ? 1 : d.rank;
    ptrdiff_t budget = 4000;
    for (int i = 0; i < d.rank + d.loops; ++i) {
        uint64_t most = d.rank == 1 ? 200 : 12;
        ptrdiff_t n = 1 + (ptrdiff_t)testing_random_below(random, most);
        n = n > budget ? 1 : n;
        budget /= n;
        d.axes[i].n = n;
        d.kinds[i] = (X(r2r_kind))testing_random_below(random, 11);
    }
    d.in_place = d.in_place && (d.kind == 0 || d.kind == 3);
    T(draw_strides)(random, &d, false);
    T(draw_strides)(random, &d, true);
    for (int i = 0; d.in_place && i < d.rank + d.loops; ++i) {
        d.axes[i].os = d.axes[i].is;
    }
    return d;
}

static const char *T(words)(const T(draw) * d)
{
    static char text[512];
    int at = snprintf(text, sizeof text, "kind %d%s%s, %d axes and %d loops:", d->kind,
                      d->interleaved ? " interleaved" : " split", d->in_place ? " in place" : "",
                      d->rank, d->loops);
    for (int i = 0; i < d->rank + d->loops; ++i) {
        at += snprintf(text + at, sizeof text - (size_t)at, " %td:%td:%td(%d)", d->axes[i].n,
                       d->axes[i].is, d->axes[i].os, (int)d->kinds[i]);
    }
    return text;
}

/* By both libraries, from the same numbers; `flags` are ours, FFTW estimates. False if FFTW
 * has no plan. */
static bool T(run_both)(testing_random *random, T(draw) * d, unsigned flags)
{
    X(iodim64) *loops = d->axes + d->rank;
    R *arrays[2][2]; /* ours, theirs; in, out */
    arrays[0][0] = T(random_array)(random);
    arrays[0][1] = d->in_place ? arrays[0][0] : T(random_array)(random);
    for (int side = 0; side < 2; ++side) {
        arrays[1][side] = side == 1 && d->in_place ? arrays[1][0] : malloc(SCALARS * sizeof(R));
        ck_assert(arrays[1][side] != NULL);
        memcpy(arrays[1][side], arrays[0][side], SCALARS * sizeof(R));
    }
    X(plan) plans[2];
    ptrdiff_t apart = d->interleaved ? 1 : SCALARS / 2;
    for (int who = 0; who < 2; ++who) {
        R *in = arrays[who][0];
        R *out = arrays[who][1];
        unsigned f = who == 0 ? flags : FFTW_ESTIMATE;
        switch (d->kind) {
        case 0:
            plans[who] = (who == 0 ? X(plan_guru64_split_dft) : T(fftw).dft)(
                d->rank, d->axes, d->loops, loops, in, in + apart, out, out + apart, f);
            break;
        case 1:
            plans[who] = (who == 0 ? X(plan_guru64_split_dft_r2c) : T(fftw).r2c)(
                d->rank, d->axes, d->loops, loops, in, out, out + apart, f);
            break;
        case 2:
            plans[who] = (who == 0 ? X(plan_guru64_split_dft_c2r) : T(fftw).c2r)(
                d->rank, d->axes, d->loops, loops, in, in + apart, out, f);
            break;
        default:
            plans[who] = (who == 0 ? X(plan_guru64_r2r) : T(fftw).r2r)(d->rank, d->axes, d->loops,
                                                                       loops, in, out, d->kinds, f);
        }
    }
    bool planned = plans[1] != NULL;
    ck_assert_msg(!planned || plans[0] != NULL, "%s: FFTW plans it", T(words)(d));
    /* Planning leaves arrays alone; FFTW does so with estimates. */
    ck_assert(memcmp(arrays[0][0], arrays[1][0], SCALARS * sizeof(R)) == 0);
    ck_assert(memcmp(arrays[0][1], arrays[1][1], SCALARS * sizeof(R)) == 0);
    if (planned) {
        X(execute)(plans[0]);
        T(fftw).execute(plans[1]);
        T(compare)(arrays[0][1], arrays[1][1], T(words)(d));
        T(fftw).destroy(plans[1]);
    }
    X(destroy_plan)(plans[0]);
    for (int who = 0; who < 2; ++who) {
        free(arrays[who][0]);
        if (!d->in_place) {
            free(arrays[who][1]);
        }
    }
    return planned;
}

static void T(check_random)(int count)
{
    testing_random random = testing_random_start(LIBRARY_NAME("random"));
    int planned = 0;
    for (int i = 0; i < count; ++i) {
        T(draw) d = T(draw_problem)(&random);
        planned += T(run_both)(&random, &d, FFTW_ESTIMATE);
    }
    ck_assert_int_gt(planned, count / 2);
}

static void T(fill)(R *array, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        array[i] = (R)((double)(i * 2654435761u % 1000) / 500 - 1);
    }
}

/* Strides that run down, along a transformed axis and a loop, on one side and on both. */
static void T(check_negative_strides)(void)
{
    enum { N = 12, LOOPS = 5, ALL = N * LOOPS };
    R in[2 * ALL];
    R expected[2 * ALL];
    T(fill)(in, 2 * ALL);
    X(iodim) dim = {N, LOOPS, LOOPS};
    X(iodim) loop = {LOOPS, 1, 1};
    X(plan)
    plan = X(plan_guru_dft)(1, &dim, 1, &loop, (C *)in, (C *)expected, FFTW_FORWARD, FFTW_ESTIMATE);
    X(execute)(plan);
    X(destroy_plan)(plan);
    for (int which = 1; which < 16; ++which) {
        R source[2 * ALL];
        R result[2 * ALL];
        ptrdiff_t at[2] = {0, 0};
        int strides[4] = {LOOPS, LOOPS, 1, 1}; /* of dim, of loop; in, out */
        for (int i = 0; i < 4; ++i) {
            if ((which >> i & 1) != 0) {
                at[i % 2] += strides[i] * ((i < 2 ? N : LOOPS) - 1);
                strides[i] = -strides[i];
            }
        }
        for (int i = 0; i < ALL; ++i) {
            ptrdiff_t to = at[0] + i / LOOPS * strides[0] + i % LOOPS * strides[2];
            memcpy(source + 2 * to, in + 2 * i, 2 * sizeof(R));
        }
        X(iodim) dims[2] = {{N, strides[0], strides[1]}, {LOOPS, strides[2], strides[3]}};
        plan = X(plan_guru_dft)(1, dims, 1, dims + 1, (C *)(source + 2 * at[0]),
                                (C *)(result + 2 * at[1]), FFTW_FORWARD, FFTW_ESTIMATE);
        ck_assert(plan != NULL);
        X(execute)(plan);
        X(destroy_plan)(plan);
        for (int i = 0; i < ALL; ++i) {
            ptrdiff_t from = at[1] + i / LOOPS * strides[1] + i % LOOPS * strides[3];
            for (int part = 0; part < 2; ++part) {
                double e = fabs((double)result[2 * from + part] - (double)expected[2 * i + part]);
                ck_assert_msg(e <= TOLERANCE * N, "strides %d: differs by %g", which, e);
            }
        }
    }
}

/* In place, down by 2 on one side and by 1 on the other. */
static void T(check_loops_down_in_place)(void)
{
    R numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    X(iodim) loop = {4, -2, -1};
    X(plan)
    plan = X(plan_guru_r2r)(0, NULL, 1, &loop, numbers + 7, numbers + 7, NULL, FFTW_ESTIMATE);
    ck_assert(plan != NULL);
    X(execute)(plan);
    X(destroy_plan)(plan);
    for (int i = 0; i < 4; ++i) {
        ck_assert_double_eq((double)numbers[4 + i], 2 * i + 1);
    }
}

/* What FFTW refuses, and what it does not. */
static void T(check_refusals)(void)
{
    R a[64] = {0};
    R b[64] = {0};
    C *x = (C *)a;
    C *y = (C *)b;
    X(iodim) dim = {4, 1, 1};
    X(iodim) none = {0, 1, 1};
    X(iodim) negative = {-1, 1, 1};
    int zero = 0;
    ck_assert(X(plan_dft_1d)(0, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_dft_1d)(-4, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_dft)(-1, &zero, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_dft_r2c_2d)(4, 0, a, y, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_r2r_1d)(1, a, b, FFTW_REDFT00, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_guru_dft)(1, &none, 0, NULL, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_guru_dft)(1, &dim, 1, &negative, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_guru_dft)(1, &dim, -1, NULL, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    /* More axes than a description has, and 2^64 + 1 rounds of loops, which was taken for 1. */
    X(iodim64) huge[7] = {{274177, 2, 2}, {(ptrdiff_t)67280421310721, 4, 4}};
    for (int i = 2; i < 7; ++i) {
        huge[i] = (X(iodim64)){2, 1, 1};
    }
    ck_assert(X(plan_guru64_dft)(5, huge + 2, 2, huge, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    /* Strides and products of lengths beyond the address space; those of one point do not count. */
    X(iodim64) far = {8, PTRDIFF_MAX / 2 + 1, 1};
    X(iodim64) apart = {8, 1, PTRDIFF_MIN};
    X(iodim64) near = {8, 1, 1};
    const int sides[] = {8, 8, 8};
    const int embed[] = {8, INT_MAX, INT_MAX};
    ck_assert(X(plan_guru64_dft)(1, &far, 0, NULL, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_guru64_dft)(1, &near, 1, &apart, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_dft_3d)(1 << 21, 1 << 21, 1 << 22, x, y, FFTW_FORWARD, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_many_dft)(3, sides, 1, x, embed, INT_MAX, 1, y, NULL, 1, 1, FFTW_FORWARD,
                               FFTW_ESTIMATE) == NULL);
    far.n = 1;
    X(plan) point = X(plan_guru64_dft)(1, &near, 1, &far, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert(point != NULL);
    X(destroy_plan)(point);
    ck_assert(X(plan_r2r_1d)(8, a, b, (X(r2r_kind))99, FFTW_ESTIMATE) == NULL);
    ck_assert(X(plan_r2r_1d)(8, a, b, (X(r2r_kind))(-1), FFTW_ESTIMATE) == NULL);
    /* Loops of none are done at once, and rank 0 copies. */
    a[0] = 3;
    X(plan) plan = X(plan_guru_dft)(1, &dim, 1, &none, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert(plan != NULL);
    X(execute)(plan);
    ck_assert(b[0] == 0);
    X(destroy_plan)(plan);
    plan = X(plan_dft)(0, NULL, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    ck_assert(plan != NULL);
    X(execute)(plan);
    ck_assert(b[0] == 3);
    X(destroy_plan)(plan);
    X(destroy_plan)(NULL);
}

/* Other arrays than those of planning: of other alignment; in place with a plan that is not. */
static void T(check_new_arrays)(void)
{
    enum { N = 360 };
    R *memory = X(alloc_real)(6 * N + 2);
    ck_assert(memory != NULL && X(alignment_of)(memory) == 0);
    ck_assert_uint_eq((uintptr_t)memory % 64, 0);
    R *first = memory;
    R *expected = memory + 2 * N;
    R *other = memory + 4 * N + 1;
    T(fill)(first, 2 * N);
    memcpy(other, first, 2 * N * sizeof(R));
    X(plan)
    plan = X(plan_dft_2d)(18, 20, (C *)first, (C *)expected, FFTW_BACKWARD,
                          FFTW_ESTIMATE | FFTW_UNALIGNED);
    X(execute)(plan);
    X(execute_dft)(plan, (C *)other, (C *)other);
    double error = 0;
    for (int i = 0; i < 2 * N; ++i) {
        error = T(larger)(error, (double)other[i] - (double)expected[i]);
    }
    ck_assert_msg(error <= TOLERANCE * N, "differs by %g", error);
    X(destroy_plan)(plan);
    /* A copy in place, which does nothing, of two arrays. */
    X(iodim) loop = {N, 1, 1};
    plan = X(plan_guru_dft)(0, NULL, 1, &loop, (C *)first, (C *)first, FFTW_FORWARD, FFTW_ESTIMATE);
    X(execute)(plan);
    X(execute_dft)(plan, (C *)first, (C *)other);
    ck_assert_mem_eq(first, other, 2 * N * sizeof(R));
    X(destroy_plan)(plan);
    X(free)(memory);
}

static void T(count_calls)(void *(*work)(char *), char *jobs, size_t size, int count, void *data)
{
    *(int *)data += 1;
    for (int i = 0; i < count; ++i) {
        work(jobs + (size_t)i * size);
    }
}

static void T(check_threads)(void)
{
    enum { N = 1 << 16 };
    R *in = X(alloc_real)(2 * N);
    R *out[2] = {X(alloc_real)(2 * N), X(alloc_real)(2 * N)};
    ck_assert(in != NULL && out[0] != NULL && out[1] != NULL);
    T(fill)(in, 2 * N);
    int calls = 0;
    ck_assert_int_ne(X(init_threads)(), 0);
    X(make_planner_thread_safe)();
    X(threads_set_callback)(T(count_calls), &calls);
    for (int i = 0; i < 2; ++i) {
        X(plan_with_nthreads)(1 + 2 * i);
        ck_assert_int_eq(X(planner_nthreads)(), 1 + 2 * i);
        X(plan)
        plan = X(plan_dft_2d)(256, 256, (C *)in, (C *)out[i], FFTW_FORWARD, FFTW_ESTIMATE);
        ck_assert(plan != NULL);
        calls = 0;
        X(execute)(plan);
        ck_assert_msg(i == 0 ? calls == 0 : calls > 0, "%d calls", calls);
        X(destroy_plan)(plan);
    }
    ck_assert(memcmp(out[0], out[1], 2 * N * sizeof(R)) == 0);
    X(cleanup_threads)();
    ck_assert_int_eq(X(planner_nthreads)(), 1);
    X(free)(in);
    X(free)(out[0]);
    X(free)(out[1]);
}

static X(plan) T(plan_60)(unsigned flags)
{
    static R in[120];
    static R out[120];
    return X(plan_dft_1d)(60, (C *)in, (C *)out, FFTW_FORWARD, flags);
}

static void T(check_wisdom)(void)
{
    X(forget_wisdom)();
    ck_assert(T(plan_60)(FFTW_ESTIMATE | FFTW_WISDOM_ONLY) == NULL);
    X(destroy_plan)(T(plan_60)(FFTW_ESTIMATE));
    X(plan) plan = T(plan_60)(FFTW_ESTIMATE | FFTW_WISDOM_ONLY);
    ck_assert(plan != NULL);
    X(destroy_plan)(plan);
    char *estimated = X(export_wisdom_to_string)();
    ck_assert(estimated != NULL && strstr(estimated, " estimated ") != NULL);
    ck_assert(T(plan_60)(FFTW_MEASURE | FFTW_WISDOM_ONLY) == NULL);
    plan = T(plan_60)(FFTW_MEASURE);
    ck_assert(plan != NULL);
    char *measured = X(sprint_plan)(plan);
    double add = 0;
    double mul = 0;
    double fmas = -1;
    X(flops)(plan, &add, &mul, &fmas);
    ck_assert(add > 60 && mul > 0 && fmas >= 0 && X(cost)(plan) > 0 && X(estimate_cost)(plan) > 0);
    X(destroy_plan)(plan);
    /* A measured line stays, whatever comes later. */
    X(destroy_plan)(T(plan_60)(FFTW_ESTIMATE));
    ck_assert_int_eq(X(import_wisdom_from_string)(estimated), 1);
    free(estimated);
    char *wisdom = X(export_wisdom_to_string)();
    ck_assert(measured != NULL && wisdom != NULL);
    ck_assert(strstr(wisdom, " estimated ") == NULL && strstr(wisdom, " measured ") != NULL);
    X(forget_wisdom)();
    ck_assert(T(plan_60)(FFTW_PATIENT | FFTW_WISDOM_ONLY) == NULL);
    static const char *const wrong[] = {
        "", "(", "()", "(fftw-3.3.10 fftw_wisdom #x0 #x0 #x0 #x0)", OTHER_WISDOM, "nonsense"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ck_assert_msg(X(import_wisdom_from_string)(wrong[i]) == 0, "%s", wrong[i]);
    }
    ck_assert_int_eq(X(import_wisdom_from_filename)("/nonexistent/wisdom"), 0);
    ck_assert(T(plan_60)(FFTW_WISDOM_ONLY) == NULL);
    ck_assert_int_eq(X(import_wisdom_from_string)(wisdom), 1);
    plan = T(plan_60)(FFTW_ESTIMATE | FFTW_WISDOM_ONLY);
    ck_assert(plan != NULL);
    char *again = X(sprint_plan)(plan);
    ck_assert_str_eq(measured, again);
    X(destroy_plan)(plan);
    /* A stream of several, each read to its end. */
    FILE *file = tmpfile();
    ck_assert(file != NULL);
    fputs(OTHER_WISDOM, file);
    X(export_wisdom_to_file)(file);
    rewind(file);
    X(forget_wisdom)();
    ck_assert_int_eq(X(import_wisdom_from_file)(file), 0);
    ck_assert_int_eq(X(import_wisdom_from_file)(file), 1);
    ck_assert_int_eq(X(import_wisdom_from_file)(file), 0);
    (void)fclose(file);
    plan = T(plan_60)(FFTW_WISDOM_ONLY);
    ck_assert(plan != NULL);
    X(destroy_plan)(plan);
    X(set_timelimit)(0);
    plan = X(plan_dft_1d)(61, NULL, NULL, FFTW_FORWARD, FFTW_EXHAUSTIVE);
    ck_assert(plan != NULL);
    X(destroy_plan)(plan);
    X(cleanup)();
    ck_assert(T(plan_60)(FFTW_WISDOM_ONLY) == NULL);
    free(measured);
    free(again);
    free(wisdom);
}

/* Takes the planner's lock again and again. (Allocating would hang AddressSanitizer's children.) */
static void *T(use_planner)(void *stop)
{
    while (!atomic_load((atomic_bool *)stop)) {
        X(plan_with_nthreads)(1);
        X(set_timelimit)(FFTW_NO_TIMELIMIT);
    }
    return NULL;
}

/* Forks while threads use the planner: the child plans. */
static void T(check_forks)(void)
{
    atomic_bool stop = false;
    pthread_t threads[2];
    X(make_planner_thread_safe)();
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, T(use_planner), &stop), 0);
    }
    for (int i = 0; i < 50; ++i) {
        const pid_t child = fork();
        ck_assert_int_ne(child, -1);
        if (child == 0) {
            (void)alarm(60); /* hangs */
            X(plan) plan = T(plan_60)(FFTW_ESTIMATE);
            X(forget_wisdom)();
            _exit(plan == NULL);
        }
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(status == 0, "fork %d: child's status %d", i, status);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
}

/* Fortran lists axes from the fastest; its guru interface does not. */
static void T(check_fortran)(void)
{
    R in[24];
    R out[2][6 * 3 * 2];
    T(fill)(in, 24);
    int nx = 4;
    int ny = 6;
    int flags = FFTW_ESTIMATE;
    X(plan) plan = NULL;
    F77(plan_dft_r2c_2d)(&plan, &nx, &ny, in, (C *)out[0], &flags);
    ck_assert(plan != NULL);
    F77(execute)(&plan);
    X(plan) straight = X(plan_dft_r2c_2d)(6, 4, in, (C *)out[1], FFTW_ESTIMATE);
    X(execute)(straight);
    const size_t bytes = sizeof out[0];
    ck_assert(memcmp(out[0], out[1], bytes) == 0);
    memset(out[0], 0, sizeof out[0]);
    F77(execute_dft_r2c)(&plan, in, (C *)out[0]);
    ck_assert(memcmp(out[0], out[1], bytes) == 0);
    F77(destroy_plan)(&plan);
    X(destroy_plan)(straight);
}

#undef X
#undef T
#undef R
#undef C
#undef F77
#undef TOLERANCE
#undef LIBRARY_NAME
#undef OTHER_WISDOM
#undef SCALARS
