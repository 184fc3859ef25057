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

static void *plan_case(const bench_fftw *f, const bench_case *c, void *src, void *dst,
                       unsigned flags)
{
    bench_iodim dims[FFTC_MAX_RANK];
    int kinds[FFTC_MAX_RANK];
    bool backward = c->kind == FFTC_REAL && c->direction == FFTC_INVERSE;
    bool forward = c->kind == FFTC_REAL && !backward;
    ptrdiff_t in = 1;
    ptrdiff_t out = 1;
    for (int i = c->rank - 1; i >= 0; --i) {
        ptrdiff_t n = (ptrdiff_t)c->length[i];
        dims[i] = (bench_iodim){n, in, out};
        kinds[i] = r2r_kinds[c->trigonometric];
        in *= backward && i == c->rank - 1 ? n / 2 + 1 : n;
        out *= forward && i == c->rank - 1 ? n / 2 + 1 : n;
    }
    bench_iodim batch = {(ptrdiff_t)c->batch, in, out};
    int batches = c->batch > 1 ? 1 : 0;
    if (forward) {
        return f->plan_r2c(c->rank, dims, batches, &batch, src, dst, flags);
    }
    if (backward) {
        return f->plan_c2r(c->rank, dims, batches, &batch, src, dst, flags | preserve_input);
    }
    if (c->kind == FFTC_REAL_TO_REAL) {
        return f->plan_r2r(c->rank, dims, batches, &batch, src, dst, kinds, flags);
    }
    return f->plan(c->rank, dims, batches, &batch, src, dst, -1, flags);
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

void *bench_peer_plan(const bench_peer *peer, const bench_case *c, void *src, void *dst,
                      bench_effort effort, double limit_seconds)
{
    bench_peer_start(peer, limit_seconds);
    void *plan = plan_case(&peer->fftw, c, src, dst, effort_flags[effort]);
    bench_peer_finish(peer);
    return plan;
}
