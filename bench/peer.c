/* SPDX-License-Identifier: MIT
 *
 * FFTW by dlopen. Builds of it have the same file names and the same symbols; loaded by their full
 * paths and with symbols of their own (RTLD_LOCAL) they live side by side.
 */
#include "bench.h"

#include <dlfcn.h>
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

static bool find_all(void *library, char precision, bench_peer *peer)
{
    bench_fftw *f = &peer->fftw;
    const char *version = NULL;
    if (!find(library, precision, "version", &version) ||
        !find(library, precision, "plan_guru64_dft", &f->plan) ||
        !find(library, precision, "execute", &f->execute) ||
        !find(library, precision, "destroy_plan", &f->destroy) ||
        !find(library, precision, "set_timelimit", &f->set_timelimit) ||
        !find(library, precision, "import_wisdom_from_filename", &f->import_wisdom) ||
        !find(library, precision, "export_wisdom_to_filename", &f->export_wisdom)) {
        return false;
    }
    (void)snprintf(peer->version, sizeof peer->version, "%s", version);
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

void *bench_peer_plan(const bench_peer *peer, const bench_case *c, void *src, void *dst,
                      bench_effort effort, double limit_seconds)
{
    bench_iodim dims[FFTC_MAX_RANK];
    ptrdiff_t stride = 1;
    for (int i = c->rank - 1; i >= 0; --i) {
        dims[i] = (bench_iodim){(ptrdiff_t)c->length[i], stride, stride};
        stride *= (ptrdiff_t)c->length[i];
    }
    bench_iodim batch = {(ptrdiff_t)c->batch, stride, stride};
    /* FFTW plans with rising effort until the time is up, and keeps the last plan that it
     * finished. */
    peer->fftw.set_timelimit(limit_seconds);
    if (peer->wisdom[0] != '\0') {
        (void)peer->fftw.import_wisdom(peer->wisdom);
    }
    void *plan = peer->fftw.plan(c->rank, dims, c->batch > 1 ? 1 : 0, &batch, src, dst, -1,
                                 effort_flags[effort]);
    if (peer->wisdom[0] != '\0' && plan != NULL) {
        (void)peer->fftw.export_wisdom(peer->wisdom);
    }
    return plan;
}
