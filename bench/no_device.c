/* SPDX-License-Identifier: MIT
 *
 * In place of device.c where the Vulkan library is not built.
 */
#include "bench.h"

const char *bench_device_help(void)
{
    return "";
}

bool bench_device_has(const char *option)
{
    (void)option;
    return false;
}

int bench_device_main(int argc, char **argv)
{
    (void)argc;
    (void)fprintf(stderr, "%s: --device: this program was built without Vulkan\n", argv[0]);
    return 2;
}
