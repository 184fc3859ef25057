/* SPDX-License-Identifier: MIT
 *
 * The kernel headers alone, nothing linked: C11 here, C++17 in use_headers.cpp. */
#include <stdio.h>

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/order.h"

int main(void)
{
    unsigned failures = 0u;
    for (unsigned slot = 0u; slot < 512u; ++slot) {
        unsigned frequency = fftc_get_dft_index(slot, 3u, 6u);
        failures += fftc_get_nabla_index(frequency, 3u, 6u) != slot;
        failures += fftc_get_nabla_mirror_index(slot, 3u, 6u) !=
                    fftc_get_nabla_index(fftc_get_dft_mirror_index(frequency, 3u, 6u), 3u, 6u);
    }
    fftc_complex square =
        fftc_complex_mul(fftc_complex_make(1.0f, 2.0f), fftc_complex_make(1.0f, 2.0f));
    failures += square.re != -3.0f || square.im != 4.0f;
    printf("%u failures\n", failures);
    return failures != 0u;
}
