/* SPDX-License-Identifier: MIT
 *
 * FFTW by dlopen, and the identity of oracle.h.
 */
#include "oracle.h"

#include <dlfcn.h>
#include <math.h>

#include "fftcore/kernel/order.h"
#include "scalar.h"

/* fftw3.h's types and constants, restated: the header is not needed to build. */
typedef double fftw_pair[2];
typedef void *(*fftw_plan_many)(int rank, const int *n, int howmany, fftw_pair *in,
                                const int *inembed, int istride, int idist, fftw_pair *out,
                                const int *onembed, int ostride, int odist, int sign,
                                unsigned flags);
typedef void (*fftw_use)(void *plan);
#define FFTW_ESTIMATE_FLAG 64u

static struct {
    void *library;
    fftw_plan_many plan_many;
    fftw_use execute, destroy;
} fftw;

/* ISO C has no conversion from an object pointer to a function pointer; POSIX promises that the
 * bits carry over. */
static bool fftw_symbol(const char *name, void *function)
{
    void *symbol = dlsym(fftw.library, name);
    *(void **)function = symbol;
    return symbol != NULL;
}

bool oracle_open(char *reason, size_t bytes)
{
    if (fftw.library != NULL) {
        return true;
    }
    fftw.library = dlopen("libfftw3.so.3", RTLD_NOW | RTLD_LOCAL);
    if (fftw.library == NULL) {
        (void)snprintf(reason, bytes,
                       "FFTW is not installed (libfftw3.so.3; Debian: libfftw3-double3)");
        return false;
    }
    if (!fftw_symbol("fftw_plan_many_dft", &fftw.plan_many) ||
        !fftw_symbol("fftw_execute", &fftw.execute) ||
        !fftw_symbol("fftw_destroy_plan", &fftw.destroy)) {
        (void)dlclose(fftw.library);
        fftw.library = NULL;
        (void)snprintf(reason, bytes, "libfftw3.so.3 lacks functions of FFTW 3");
        return false;
    }
    return true;
}

bool oracle_dft(double *data, uint64_t length, uint64_t count, int sign)
{
    int n = (int)length; /* at most 2^24 */
    void *plan = fftw.plan_many(1, &n, (int)count, (fftw_pair *)data, NULL, 1, n, (fftw_pair *)data,
                                NULL, 1, n, sign, FFTW_ESTIMATE_FLAG);
    if (plan == NULL) {
        return false;
    }
    fftw.execute(plan);
    fftw.destroy(plan);
    return true;
}

oracle_stage oracle_stage_of(const fftc_workgroup_fft *fft, uint32_t stage, const double *spectrum)
{
    oracle_stage result = {.length_log2 = fftc_workgroup_fft_stage_count(fft),
                           .blocks_log2 = fft->direction == FFTC_INVERSE ? stage : stage + 1,
                           .spectrum = spectrum};
    return result;
}

/* Where element f of block b stands in the spectrum. */
static uint64_t stage_frequency(const oracle_stage *stage, uint64_t block, uint64_t f)
{
    return fftc_reverse_bits((uint32_t)block, stage->blocks_log2) + (f << stage->blocks_log2);
}

double oracle_stage_error(const oracle_stage *stage, double *array)
{
    uint64_t blocks = (uint64_t)1 << stage->blocks_log2;
    uint64_t length = (uint64_t)1 << (stage->length_log2 - stage->blocks_log2);
    double scale = tool_scale_for_squares(stage->spectrum, 2 * (blocks * length));
    double difference = 0.0;
    double norm = 0.0;
    if (!oracle_dft(array, length, blocks, -1)) {
        return -1.0;
    }
    for (uint64_t block = 0; block < blocks; ++block) {
        for (uint64_t f = 0; f < length; ++f) {
            const double *got = array + 2 * (block * length + f);
            const double *want = stage->spectrum + 2 * stage_frequency(stage, block, f);
            double re = got[0] * scale - want[0] * scale;
            double im = got[1] * scale - want[1] * scale;
            difference += re * re + im * im;
            norm += scale * want[0] * (scale * want[0]) + scale * want[1] * (scale * want[1]);
        }
    }
    return difference == 0.0 ? 0.0 : sqrt(difference / norm);
}

bool oracle_stage_ideal(const oracle_stage *stage, double *ideal)
{
    uint64_t blocks = (uint64_t)1 << stage->blocks_log2;
    uint64_t length = (uint64_t)1 << (stage->length_log2 - stage->blocks_log2);
    for (uint64_t block = 0; block < blocks; ++block) {
        for (uint64_t f = 0; f < length; ++f) {
            const double *want = stage->spectrum + 2 * stage_frequency(stage, block, f);
            ideal[2 * (block * length + f)] = want[0] / (double)length;
            ideal[2 * (block * length + f) + 1] = want[1] / (double)length;
        }
    }
    return oracle_dft(ideal, length, blocks, 1);
}
