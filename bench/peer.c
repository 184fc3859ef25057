/* SPDX-License-Identifier: MIT
 *
 * FFTW by dlopen, and what has its interface. Builds of it have the same file names and the same
 * symbols; loaded by their full paths and with symbols of their own (RTLD_LOCAL) they live side by
 * side.
 */
#include "bench.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Flags of fftw3.h, restated: the header is not needed to build. */
static const unsigned effort_flags[] = {1u << 6, 0u, 1u << 5};

/* "f", "" or "l", as FFTW names its libraries and functions. */
static const char *suffix_of(char precision)
{
    return precision == 'f' ? "f" : precision == 'l' ? "l" : "";
}

/* ISO C has no conversion from an object pointer to a function pointer; POSIX promises that the
 * bits carry over. */
static bool find(void *library, char precision, const char *what, void *function)
{
    char name[64];
    (void)snprintf(name, sizeof name, "fftw%s_%s", suffix_of(precision), what);
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* MKL's version. As FFTW, it only says that it is a wrapper. */
static void ask_mkl(void *library, char *version, size_t bytes)
{
    void (*ask)(char *text, int bytes);
    void *symbol = dlsym(library, "MKL_Get_Version_String");
    if (symbol != NULL) {
        memcpy(&ask, &symbol, sizeof ask);
        ask(version, (int)bytes);
        version[bytes - 1] = '\0';
        for (size_t end = strlen(version); end > 0 && version[end - 1] == ' '; --end) {
            version[end - 1] = '\0';
        }
    }
}

static bool find_all(void *library, char precision, bench_peer *peer)
{
    bench_fftw *f = &peer->fftw;
    const char *version = NULL;
    if (!find(library, precision, "version", &version) ||
        !find(library, precision, "plan_guru64_dft", &f->plan) ||
        !find(library, precision, "plan_guru64_dft_r2c", &f->plan_r2c) ||
        !find(library, precision, "plan_guru64_dft_c2r", &f->plan_c2r) ||
        !find(library, precision, "plan_guru64_r2r", &f->plan_r2r) ||
        !find(library, precision, "execute", &f->execute) ||
        !find(library, precision, "destroy_plan", &f->destroy) ||
        !find(library, precision, "set_timelimit", &f->set_timelimit) ||
        !find(library, precision, "import_wisdom_from_filename", &f->import_wisdom) ||
        !find(library, precision, "export_wisdom_to_filename", &f->export_wisdom)) {
        return false;
    }
    (void)find(library, precision, "plan_guru64_split_dft", &f->plan_split);
    (void)find(library, precision, "plan_guru64_split_dft_r2c", &f->plan_split_r2c);
    (void)find(library, precision, "plan_guru64_split_dft_c2r", &f->plan_split_c2r);
    (void)snprintf(peer->version, sizeof peer->version, "%s", version);
    ask_mkl(library, peer->version, sizeof peer->version);
    return true;
}

static bool find_threads(void *library, char precision, bench_fftw *f)
{
    return library != NULL && find(library, precision, "init_threads", &f->init_threads) &&
           find(library, precision, "plan_with_nthreads", &f->plan_with_nthreads);
}

static void *open_library(const char *folder, char precision, const char *part)
{
    char path[600];
    (void)snprintf(path, sizeof path, "%s%slibfftw3%s%s.so.3", folder != NULL ? folder : "",
                   folder != NULL ? "/" : "", suffix_of(precision), part);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

bool bench_peer_open(const char *name, const char *folder, char precision, int threads,
                     bench_peer *peer, char *why, size_t why_bytes)
{
    memset(peer, 0, sizeof *peer);
    (void)snprintf(peer->name, sizeof peer->name, "%s", name);
    /* Of MKL's ways to have threads, what comes with the compiler. */
    (void)setenv("MKL_THREADING_LAYER", threads > 1 ? "GNU" : "SEQUENTIAL", 0);
    void *library = open_library(folder, precision, "");
    if (library == NULL) {
        (void)snprintf(why, why_bytes, "%s", dlerror());
        return false;
    }
    if (!find_all(library, precision, peer)) {
        (void)snprintf(why, why_bytes, "the library lacks functions of FFTW 3.3");
        return false;
    }
    if (threads > 1) {
        /* The separate library of threads asks for its FFTW by the common name: it may serve the
         * system's only. */
        if (!find_threads(library, precision, &peer->fftw) &&
            (folder != NULL ||
             !find_threads(open_library(NULL, precision, "_threads"), precision, &peer->fftw))) {
            (void)snprintf(why, why_bytes, "it was built without threads");
            return false;
        }
        if (peer->fftw.init_threads() == 0) {
            (void)snprintf(why, why_bytes, "its threads do not start");
            return false;
        }
        peer->fftw.plan_with_nthreads(threads);
    }
    return true;
}

/* Flags and kinds as fftw3.h has them. */
static const unsigned preserve_input = 1u << 4;
static const int r2r_kinds[] = {
    [FFTC_DCT_I] = 3, [FFTC_DCT_III] = 4, [FFTC_DCT_II] = 5, [FFTC_DCT_IV] = 6,
    [FFTC_DST_I] = 7, [FFTC_DST_III] = 8, [FFTC_DST_II] = 9, [FFTC_DST_IV] = 10};

typedef struct guru {
    int rank;
    bench_iodim dims[FFTC_MAX_RANK];
    int kinds[FFTC_MAX_RANK];
    int loops;
    bench_iodim loop[FFTC_MAX_RANK + 1];
} guru;

static guru guru_of(const bench_case *c)
{
    const fftc_transform t = bench_case_describe(c);
    guru g = {.rank = 0};
    if (t.batch > 1) {
        g.loop[g.loops++] =
            (bench_iodim){(ptrdiff_t)t.batch, (ptrdiff_t)t.src_distance, (ptrdiff_t)t.dst_distance};
    }
    for (int i = 0; i < FFTC_MAX_RANK && t.length[i] != 0; ++i) {
        bench_iodim dim = {(ptrdiff_t)t.length[i], (ptrdiff_t)t.src_stride[i],
                           (ptrdiff_t)t.dst_stride[i]};
        if (t.loop[i] != 0) {
            g.loop[g.loops++] = dim;
        } else {
            g.kinds[g.rank] = r2r_kinds[t.trigonometric[i]];
            g.dims[g.rank++] = dim;
        }
    }
    return g;
}

bool bench_peer_spoils(const bench_case *c)
{
    return c->kind == FFTC_REAL && c->direction == FFTC_INVERSE && bench_case_axes(c) > 1;
}

static void *plan_split(const bench_fftw *f, const bench_case *c, const guru *g,
                        const bench_arrays *a, unsigned flags)
{
    if (f->plan_split == NULL || f->plan_split_r2c == NULL || f->plan_split_c2r == NULL) {
        return NULL;
    }
    if (c->kind == FFTC_COMPLEX) {
        return f->plan_split(g->rank, g->dims, g->loops, g->loop, a->src, a->src_im, a->dst,
                             a->dst_im, flags);
    }
    return c->direction == FFTC_FORWARD ? f->plan_split_r2c(g->rank, g->dims, g->loops, g->loop,
                                                            a->src, a->dst, a->dst_im, flags)
                                        : f->plan_split_c2r(g->rank, g->dims, g->loops, g->loop,
                                                            a->src, a->src_im, a->dst, flags);
}

static void *plan_case(const bench_fftw *f, const bench_case *c, const bench_arrays *a,
                       unsigned flags)
{
    const guru g = guru_of(c);
    bool backward = c->kind == FFTC_REAL && c->direction == FFTC_INVERSE;
    if (backward && a->src != a->dst && !bench_peer_spoils(c)) {
        flags |= preserve_input;
    }
    if (c->format == FFTC_SPLIT) {
        return plan_split(f, c, &g, a, flags);
    }
    if (c->kind == FFTC_REAL) {
        return (backward ? f->plan_c2r : f->plan_r2c)(g.rank, g.dims, g.loops, g.loop, a->src,
                                                      a->dst, flags);
    }
    if (c->kind == FFTC_REAL_TO_REAL) {
        return f->plan_r2r(g.rank, g.dims, g.loops, g.loop, a->src, a->dst, g.kinds, flags);
    }
    return f->plan(g.rank, g.dims, g.loops, g.loop, a->src, a->dst, -1, flags);
}

unsigned bench_peer_flags(bench_effort effort)
{
    return effort_flags[effort];
}

void bench_peer_start(const bench_peer *peer, double limit_seconds)
{
    /* FFTW plans with rising effort until the time is up, and keeps the last plan that it
     * finished. */
    peer->fftw.set_timelimit(limit_seconds);
    if (peer->wisdom[0] != '\0') {
        (void)peer->fftw.import_wisdom(peer->wisdom);
    }
}

void bench_peer_finish(const bench_peer *peer)
{
    if (peer->wisdom[0] != '\0') {
        (void)peer->fftw.export_wisdom(peer->wisdom);
    }
}

void *bench_peer_plan(const bench_peer *peer, const bench_case *c, const bench_arrays *arrays,
                      bench_effort effort, double limit_seconds)
{
    bench_peer_start(peer, limit_seconds);
    void *plan = plan_case(&peer->fftw, c, arrays, effort_flags[effort]);
    bench_peer_finish(peer);
    return plan;
}
