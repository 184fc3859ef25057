/* SPDX-License-Identifier: MIT
 *
 * FFTW's interface: random problems beside FFTW, and what its bench (tests/fftw3) does not ask.
 * FFTW's names are this library's here, so that FFTW itself is loaded.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fftw3.h"
#include "testing.h"

void dfftw_plan_dft_r2c_2d_(fftw_plan *p, int *nx, int *ny, double *in, fftw_complex *out,
                            int *flags);
void dfftw_execute_(fftw_plan *p);
void dfftw_execute_dft_r2c_(fftw_plan *p, double *in, fftw_complex *out);
void dfftw_destroy_plan_(fftw_plan *p);
void sfftw_plan_dft_r2c_2d_(fftwf_plan *p, int *nx, int *ny, float *in, fftwf_complex *out,
                            int *flags);
void sfftw_execute_(fftwf_plan *p);
void sfftw_execute_dft_r2c_(fftwf_plan *p, float *in, fftwf_complex *out);
void sfftw_destroy_plan_(fftwf_plan *p);

#define X(name) FFTW_MANGLE_DOUBLE(name)
#define T(name) double_##name
#define R double
#define C fftw_complex
#define F77(name) dfftw_##name##_
#define TOLERANCE 3e-15
#define LIBRARY_NAME(name) "fftw_" name
#define OTHER_WISDOM "(fftcore-wisdom f32\n)\n"
#include "fftw3_tmpl.h"

#define X(name) FFTW_MANGLE_FLOAT(name)
#define T(name) float_##name
#define R float
#define C fftwf_complex
#define F77(name) sfftw_##name##_
#define TOLERANCE 2e-6
#define LIBRARY_NAME(name) "fftwf_" name
#define OTHER_WISDOM "(fftcore-wisdom f64\n)\n"
#include "fftw3_tmpl.h"

START_TEST(random_problems_results_of_fftw)
{
    double_load("libfftw3.so.3");
    float_load("libfftw3f.so.3");
    double_check_random(700);
    float_check_random(700);
}
END_TEST

START_TEST(negative_strides_reversed_arrays)
{
    double_check_negative_strides();
    float_check_negative_strides();
    double_check_loops_down_in_place();
    float_check_loops_down_in_place();
}
END_TEST

START_TEST(refusals_as_in_fftw)
{
    double_check_refusals();
    float_check_refusals();
}
END_TEST

START_TEST(new_arrays_any_alignment_and_placement)
{
    double_check_new_arrays();
    float_check_new_arrays();
}
END_TEST

START_TEST(threads_callback_called)
{
    double_check_threads();
    float_check_threads();
}
END_TEST

START_TEST(wisdom_kept_and_forgotten)
{
    double_check_wisdom();
    float_check_wisdom();
}
END_TEST

START_TEST(children_of_forks_plan)
{
    double_check_forks();
    float_check_forks();
}
END_TEST

START_TEST(fortran_axes_reversed)
{
    double_check_fortran();
    float_check_fortran();
}
END_TEST

TESTING_MAIN("fftw3", random_problems_results_of_fftw, negative_strides_reversed_arrays,
             refusals_as_in_fftw, new_arrays_any_alignment_and_placement, threads_callback_called,
             wisdom_kept_and_forgotten, children_of_forks_plan, fortran_axes_reversed)
