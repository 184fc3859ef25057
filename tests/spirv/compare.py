#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random shaders by the ten thousand: what devices make of them must be what the emulator makes of them.

    compare.py PROGRAM FOLDER COUNT GLSLC SPIRV_OPT DEVICE...

PROGRAM is test_vulkan_spirv; a device is a part of its name. The first one gets all shaders, others one in five. It
runs at the lowest priority, and what FOLDER says was compared is not compared again: so it can be stopped at any time
and goes on where it was. Shaders that gave other numbers are kept in FOLDER/different. The exit status is 1 if there
are any."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import generate

BATCH = 100
# Where the loader knows this variable, it leaves out drivers that nobody asks, which take longer than a shader.
DRIVERS = {"llvmpipe": "*lvp*", "SwiftShader": "*swiftshader*"}
TOTALS = re.compile(r"generated: (\d+) equal, (\d+) different, (\d+) not supported, the compiler gave up on (\d+)")


def run(program, batch, device, different):
    """The four numbers of a batch on a device."""
    environment = {**os.environ, "FFTCORE_TEST_GENERATED": str(batch), "FFTCORE_TEST_DEVICE": device,
                   "FFTCORE_TEST_VALIDATION": "off", "CK_RUN_CASE": "generated_same_as_on_devices",
                   "CK_TIMEOUT_MULTIPLIER": "12"}
    if device in DRIVERS:
        environment["VK_LOADER_DRIVERS_SELECT"] = DRIVERS[device]
    done = subprocess.run([program], env=environment, capture_output=True, text=True)
    totals = TOTALS.search(done.stdout)
    if not totals:
        sys.exit(f"{program} on {device} ended {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    for name in re.findall(r"(generated_\d+): different", done.stdout):
        different.mkdir(exist_ok=True)
        for suffix in (".comp", ".spv"):
            shutil.copy(batch / (name + suffix), different)
        print(f"{device}: {name} differs\n{done.stderr}", flush=True)
    return [int(n) for n in totals.groups()]


def read(results):
    """By number of the batch, what was found in it."""
    lines = results.read_text().splitlines() if results.exists() else []
    return {int(line.split()[0]): [int(n) for n in line.split()[1:]] for line in lines}


def main():
    program, folder, count, glslc, spirv_opt, *devices = sys.argv[1:]
    folder = pathlib.Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    os.nice(19)
    files = {device: folder / f"{device}.txt" for device in devices}
    found = {device: read(file) for device, file in files.items()}
    batch, batches = folder / "batch", -(-int(count) // BATCH)
    for k in range(batches):
        waiting = [device for device in devices if k not in found[device] and (device == devices[0] or k % 5 == 0)]
        if waiting:
            shutil.rmtree(batch, ignore_errors=True)
            generate.write(range(k * BATCH, (k + 1) * BATCH), batch, glslc, spirv_opt)
        for device in waiting:
            found[device][k] = run(program, batch, device, folder / "different")
            with files[device].open("a") as file:
                print(k, *found[device][k], file=file)
    totals = {device: [sum(column) for column in zip(*found[device].values())] for device in devices}
    print(f"{'device':<14} {'equal':>8} {'different':>9} {'not supported':>13} {'compiler gave up':>16}")
    for device, (equal, different, unsupported, gave_up) in totals.items():
        print(f"{device:<14} {equal:8} {different:9} {unsupported:13} {gave_up:16}")
    sys.exit(any(total[1] for total in totals.values()))


main()
