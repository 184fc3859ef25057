/* SPDX-License-Identifier: MIT
 *
 * The benchmark as a program of its own; `fftcore bench` is the same.
 */
#include "bench.h"

int main(int argc, char **argv)
{
    return bench_main(argc, argv);
}
