/* SPDX-License-Identifier: MIT */
#include "bench.h"

int bench_device_main(int argc, char **argv)
{
    (void)argc;
    (void)fprintf(stderr, "%s: --device: this program was built without Vulkan\n", argv[0]);
    return 2;
}
