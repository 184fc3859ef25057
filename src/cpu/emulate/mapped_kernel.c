/* SPDX-License-Identifier: MIT
 *
 * pass_kernel_tmpl.h for passes of convolutions.
 */
#define FFTC_CALLS
#define FFTC_PRECISION 32
#define FFTC_SUFFIX _mapped_f32
#include "fftcore/kernel/precision.h"

#include "cpu/emulate/pass_kernel.h"

#include <string.h>

#define FFTC_PASS_MAPS
#define FFTC_PASS_EDGE static

#define FFTC_PASS_KERNEL fftc_mapped_kernel_f32
#define FFTC_PASS_SRC_GET mapped_src_get_f32
#define FFTC_PASS_DST_SET mapped_dst_set_f32
#include "cpu/emulate/pass_kernel_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _mapped_f64
#include "fftcore/kernel/precision.h"
#define FFTC_PASS_KERNEL fftc_mapped_kernel_f64
#define FFTC_PASS_SRC_GET mapped_src_get_f64
#define FFTC_PASS_DST_SET mapped_dst_set_f64
#include "cpu/emulate/pass_kernel_tmpl.h"
