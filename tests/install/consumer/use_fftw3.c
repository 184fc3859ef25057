/* SPDX-License-Identifier: MIT
 *
 * A program for FFTW. It fails if it runs on another library than fftcore.
 */
#include <fftw3.h>
#include <string.h>

#ifdef SINGLE
#define FFTW(name) fftwf_##name
#else
#define FFTW(name) fftw_##name
#endif

int main(void)
{
    FFTW(complex) *x = FFTW(alloc_complex)(8);
    if (x == NULL || !FFTW(init_threads)()) {
        return 2;
    }
    FFTW(plan_with_nthreads)(2);
    FFTW(plan) plan = FFTW(plan_dft_1d)(8, x, x, FFTW_FORWARD, FFTW_MEASURE);
    if (plan == NULL) {
        return 2;
    }
    for (int i = 0; i < 8; ++i) {
        x[i][0] = 1;
        x[i][1] = 0;
    }
    FFTW(execute)(plan);
    int right = x[0][0] == 8 && x[0][1] == 0;
    for (int i = 1; i < 8; ++i) {
        right = right && x[i][0] == 0 && x[i][1] == 0;
    }
    FFTW(destroy_plan)(plan);
    FFTW(free)(x);
    FFTW(cleanup_threads)();
    puts(FFTW(version));
    return right && strstr(FFTW(version), "fftcore") != NULL ? 0 : 1;
}
