/* SPDX-License-Identifier: MIT
 *
 * `fftcore bench`: the benchmark of bench/.
 */
#include "bench.h"

#include "tool.h"

static const char bench_help[] =
    "fftcore bench [--lengths LIST] [--precision f32|f64|f16] [--threads N]\n"
    "              [--effort estimate|measure|patient] [--own-effort estimate|measure]\n"
    "              [--limit SECONDS] [--seconds SECONDS]\n"
    "              [--fftw NAME[=FOLDER]]... [--wisdom FOLDER] [--json FILE] [--plot FILE.svg]\n"
    "\n"
    "This library against FFTW, on this machine: in one process and in turns on the same arrays,\n"
    "so that whatever the machine does, it does to all; medians; every result checked. GFLOPS are\n"
    "5 N log2 N / time; the ratio is the time of the best FFTW over this library's.\n"
    "\n"
    "  --lengths LIST    48 or 2^10; 1080x1920, an array; 16*65536, a batch of 65536 transforms "
    "of\n"
    "                    16 points; r2c:, c2r:, dct1: to dct4:, dst1: to dst4: before any of "
    "them;\n"
    "                    conv:4096, a circular convolution with a kernel as long; "
    "rconv:48000+4000,\n"
    "                    as many sums of real numbers, of 4000 taps each: FFTW's transforms, the\n"
    "                    product, and back, against one call, the kernel's spectrum made before;\n"
    "                    small, powers (default), mixed, primes, batches, ranks, all,\n"
    "                    convolutions: sets\n"
    "  --precision P     f32 (default), f64, or f16: halves, computed in float, without FFTW, "
    "which\n"
    "                    has none\n"
    "  --effort WORD     FFTW's planning (default: measure)\n"
    "  --own-effort WORD this library's: estimate (default) or measure, a second for each plan\n"
    "  --limit SECONDS   of FFTW's planning for each plan (default: 60); it keeps what it has "
    "then\n"
    "  --seconds SECONDS to measure each library in each case (default: 0.2)\n"
    "  --present N/D     so much of each row is not 0, from its beginning: a range, zeros for "
    "FFTW\n"
    "  --wanted N/D      so much of each row is wanted: complex transforms, as --present\n"
    "  --fftw NAME       a build of FFTW, as often as you like: system; avx512 or avx2, which\n"
    "                    bench/build_fftw.sh makes; mkl of bench/fetch_mkl.sh, which has\n"
    "                    FFTW's interface; NAME=FOLDER, its libraries; none\n"
    "                    (default: system, and avx512 if it has been built)\n"
    "  --wisdom FOLDER   keeps FFTW's plans for the next time\n"
    "  --json [FILE]     the results; without FILE on standard output, in place of the table\n"
    "  --plot FILE.svg   a picture of them\n"
    "\n"
    "FFTCORE_FORCE_ISA=avx2 in the environment holds this library to an instruction set.\n"
    "\n"
    "Example: fftcore bench --lengths powers,mixed --plot speed.svg\n"
    "         fftcore bench --device 0 --lengths 2^10,r2c:2^12,1024x1024\n";

static int bench_run(int argc, char **argv)
{
    static char name[] = "fftcore: bench"; /* as refusals start */
    argv[0] = name;
    return bench_main(argc, argv);
}

const tool_command tool_command_bench = {
    "bench", "this library against FFTW, or on a Vulkan device: speed, errors, a picture",
    bench_help, bench_run, bench_device_help};
