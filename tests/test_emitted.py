# SPDX-License-Identifier: MIT
"""What `fftcore emit` writes, by its description alone. Command lines of `fftcore emit --plan` are drawn at
random; emitted_plan.py reads what plan.json says, makes arrays of it and computes the sums; what the
dispatches make of these arrays, carried out by examples/run_emitted.c on a device, must agree.

    test_emitted.py COMMAND RUNNER STRANGER [--cases N] [--points N] [--seed S] [--everywhere]
                    [--glslang PROGRAM]

The same for every third case of the reference kernel, which STRANGER (emit_stranger.c) carries out.
With --glslang the GLSL texts are compiled and run in place of the SPIR-V. A failure prints the
command line, and repeats by --seed S --points N --first I --cases 1."""

import argparse
import copy
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback

import emitted_kernel
from emitted_dispatches import Dispatches
from emitted_draw import LOADS, STORES, Line, text_of
from emitted_plan import Task

UNTOUCHED = 0xA5
EXTRA, WORDS, WINDOW = 900, [0] * 8, [1.5, -0.25, 2.0, 0.5, 1.0]
WORDS[3], WORDS[6] = 5, 2
CANNOT = 77
# The validation layer writes to standard output what it finds.
WATCHED = dict(os.environ)
if WATCHED.get("FFTCORE_TEST_VALIDATION") != "off":
    WATCHED["VK_INSTANCE_LAYERS"] = "VK_LAYER_KHRONOS_validation"
    WATCHED["VK_LAYER_ENABLES"] = "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"
# For people; a permission; an upper bound; a part of a buffer that may be larger; and a table that
# the optimised kernel does not read.
HARMLESS = ("generator", "pair_batch", "shared_bytes", "bytes", "binding")
FIXED = ["--length rconv:20x30+4x5*2",  # centred: the kernel's origin tells
         "--length conv:30+5*3 --correlate --split --precision f16",
         "--length r2c:6x9*2 --in-place",
         "--length 5x6*2 --src-stride 0,1 --src-distance 0",
         "--length 72 --direction inverse --limits invocations=4,shared=128"]


class Checker:
    def __init__(self, options):
        self.options, self.skipped, self.ran, self.said = options, 0, 0, ""
        self.turn = 0
        self.devices = self.count_devices()

    def count_devices(self):
        done = subprocess.run([self.options.command, "info", "--json"], capture_output=True,
                              check=True, text=True)
        return len(json.loads(done.stdout)["devices"])

    def emit(self, line, folder, also=()):
        options = list(line.options)
        for name, pieces, chosen in (("load", LOADS, line.load), ("store", STORES, line.store)):
            if chosen is not None:
                path = os.path.join(os.path.dirname(folder), name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text_of(pieces, chosen))
                options += [f"--{name}", path]
        self.said = " ".join(options)
        return subprocess.run([self.options.command, "emit", "--plan", folder, *options, *also],
                              capture_output=True, text=True, check=False)

    def case(self, line, scratch):
        folder = os.path.join(scratch, "plan")
        done = self.emit(line, folder)
        assert done.returncode == 0, done.stderr
        parts = ["prepare", "execute"] if line.convolves else [""]
        self.check(line, [os.path.join(folder, part) for part in parts], scratch)

    def check(self, line, folders, scratch):
        tasks = [Task(one) for one in folders]
        plans = [Dispatches(*one, self.options.glslang) for one in zip(folders, tasks)]
        tasks[0].same_task(tasks[-1])
        for plan in plans:
            for kernel in plan.kernels:
                assert math.prod(kernel.size) <= line.limits.get("invocations", 1024)
                assert kernel.shared_bytes <= line.limits.get("shared", 1 << 20)
                if line.device is None:
                    assert kernel.subgroup_size in (0, line.limits.get("subgroup", 0))
        if line.load == "film":
            return
        self.turn += 1
        for device in range(self.devices):
            if self.options.everywhere or (self.turn + device) % self.devices == 0:
                self.compare(line, tasks[-1], plans, folders, scratch, device)

    def mutants(self, scratch):
        """Whether a plan.json whose members are changed, one by one, is objected to; but for those
        of which a value beside the right one does no harm."""
        count = 0
        for text in FIXED[:3]:
            line, own = Line.of(text), tempfile.mkdtemp(dir=scratch)
            self.case(line, own)
            parts = ["prepare", "execute"] if line.convolves else [""]
            folders = [os.path.join(own, "plan", part) for part in parts]
            for path in [os.path.join(folder, "plan.json") for folder in folders]:
                with open(path, encoding="utf-8") as file:
                    right = json.load(file)
                for where, value in leaves(right):
                    count += 1
                    with open(path, "w", encoding="utf-8") as file:
                        json.dump(with_leaf(right, where, value), file)
                    try:
                        self.check(line, folders, own)
                    except Exception:  # whatever a wrong member makes of the reader
                        continue
                    # Numbers of loops that a dispatch does not have; one workgroup, or a barrier,
                    # too many.
                    assert where[-1] in HARMLESS or {"push_constants", "workgroups"} & set(where) or (
                        where[-1] == "barrier_before" and value), f"{where}: {value} is accepted"
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(right, file)
        print(f"{count} members changed")

    def compare(self, line, task, plans, folders, scratch, device):
        data = os.path.join(scratch, f"data{device}")
        os.makedirs(data, exist_ok=True)
        draw = random.Random(self.options.seed)
        memory = {b.name: bytearray([UNTOUCHED if b.use == "output" else 0xff]) * b.bytes
                  for plan in plans for b in plan.buffers.values()}
        signal = fill(task.src, task.batch, memory, draw)
        kernel = fill(task.kernel, 1, memory, draw) if task.convolves else None
        memory["extra1"] = struct.pack("<5f", *WINDOW)
        memory["extra2"] = bytearray([UNTOUCHED]) * (4 * EXTRA * 4)
        for name, content in memory.items():
            with open(os.path.join(data, name + ".bin"), "wb") as file:
                file.write(content)
        with open(os.path.join(data, "words.bin"), "wb") as file:
            file.write(struct.pack("<8I", *WORDS))
        for one in folders:
            done = subprocess.run([self.options.runner, one, data, str(device)], env=WATCHED,
                                  capture_output=True, text=True, check=False)
            if done.returncode == CANNOT:
                self.skipped += 1
                return
            assert done.returncode == 0, done.stdout + done.stderr
            assert not done.stdout + done.stderr, done.stdout + done.stderr
        self.ran += 1
        loaded = {place: self.loaded(line, task, place, value) for place, value in signal.items()}
        expected, norm = task.expected(loaded, kernel)
        after = {}
        for name in memory:
            with open(os.path.join(data, name + ".bin"), "rb") as file:
                after[name] = file.read()
        self.judge(line, task, expected, norm, memory, after)

    @staticmethod
    def loaded(line, task, place, value):
        (transform, at), index = place, 0
        index = transform * task.src.distance + sum(a * s for a, s in zip(at, task.src.stride))
        if line.load == "double":
            return 2 * value
        if line.load == "window":
            return value * WINDOW[(index + WORDS[6]) % 5]
        return complex(WINDOW[index % 5]) if line.load == "other" else value

    def judge(self, line, task, expected, norm, before, after):
        wrong, most = 0.0, 0.0
        stored = bytearray(after["extra2"])
        for place, index in task.dst.places(task.batch):
            if line.store == "power":
                at = 4 * (index + WORDS[3])
                # Roots of both, so that errors compare.
                got = math.sqrt(struct.unpack_from("<f", stored, at)[0])
                struct.pack_into("<I", stored, at, UNTOUCHED * 0x01010101)
                error = got - abs(expected[place])
            else:
                error = task.dst.get(after, index) - expected[place] * (
                    0.5 if line.store == "half" else 1)
            wrong += abs(error) ** 2
            most = max(most, abs(error))
        error, bound = math.sqrt(wrong), 2 * task.bound * norm
        if task.precision == "f16":
            bound += len(expected) * 2 ** -24  # subnormal ones
        assert error <= bound, f"off by {error:.3g}, at most {bound:.3g} (of {norm:.3g})"
        assert all(byte == UNTOUCHED for byte in stored), "extra2 written elsewhere"
        self.untouched(task, before, after)

    @staticmethod
    def untouched(task, before, after):
        """Out of place, all but the elements of dst; in place, all but those of either side, at
        least."""
        ours = {name: bytearray(before[name]) for name in task.dst.buffers}
        sides = [copy.copy(side) for side in ([task.dst, task.src] if task.in_place else [task.dst])]
        if task.in_place and task.src.real == task.dst.real:
            sides[0].range = [[min(a[0], b[0]), max(a[1], b[1])]
                              for a, b in zip(task.src.range, task.dst.range)]
        for side in sides:
            for name, byte in side.owned(task.batch) if side.buffers == task.dst.buffers else []:
                ours[name][byte] = after[name][byte]
        for name in task.dst.buffers:
            assert ours[name] == after[name], f"{name}: written between its elements"


def leaves(value, where=()):
    """Of each number, flag, text or null, the way to it, and another one in its place."""
    if isinstance(value, (dict, list)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(one, where + (key,))
    else:
        yield where, (not value if isinstance(value, bool) else
                      value * 1e-9 if isinstance(value, float) else
                      value + 1 if isinstance(value, int) else f"{value}_")


def with_leaf(whole, where, value):
    changed = copy.deepcopy(whole)
    inside = changed
    for key in where[:-1]:
        inside = inside[key]
    inside[where[-1]] = value
    return changed


def fill(array, batch, memory, draw):
    """Puts a number at each of the array's places; the numbers as they are stored."""
    values = {}
    for place, index in array.places(batch):
        value = array.rounded(complex(draw.uniform(-1, 1), draw.uniform(-1, 1)))
        if array.real:
            value = complex(value.real)
        values[place] = value
        if array.buffers:
            array.put(memory, index, value)
    # With a stride of 0 one element is several numbers.
    return {place: array.get(memory, index) if array.buffers else values[place]
            for place, index in array.places(batch)}


def lines(options):
    """(name, line) of each case; a line of None is for the reference kernel."""
    if options.line is not None:
        yield "the line given", Line.of(options.line)
        return
    for text in FIXED if options.first == 0 else []:
        yield "a fixed line", Line.of(text)
    for i in range(options.first, options.first + options.cases):
        draw = random.Random(f"{options.seed}/{i}")
        name = f"case {i} of seed {options.seed}"
        yield name, Line(draw, options.points)
        if i % 3 == 0:
            yield name, emitted_kernel.draw(draw)


def one(checker, line, scratch):
    options = checker.options
    if isinstance(line, Line):
        checker.case(line, scratch)
    else:
        checker.said = " ".join(line)
        done = emitted_kernel.check(options.command, options.stranger, line, scratch, WATCHED)
        checker.ran += done == 0
        checker.skipped += done == CANNOT


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("runner")
    parser.add_argument("stranger")
    parser.add_argument("--cases", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=20261127)
    parser.add_argument("--glslang")
    parser.add_argument("--mutants", action="store_true", help="descriptions that lie, instead")
    parser.add_argument("--line", help="options of emit, in place of all cases")
    parser.add_argument("--points", type=int, default=100, help="of a transform, at most")
    parser.add_argument("--everywhere", action="store_true", help="each case on every device")
    parser.add_argument("--go-on", action="store_true", help="after failures")
    options = parser.parse_args()
    checker, wrong = Checker(options), 0
    if checker.devices == 0:
        print("there is no Vulkan device")
        return CANNOT
    print(f"seed {options.seed}, {checker.devices} devices")
    if options.mutants:
        with tempfile.TemporaryDirectory(prefix="fftcore-emitted-") as scratch:
            checker.mutants(scratch)
        return 0
    for name, line in lines(options):
        scratch = tempfile.mkdtemp(prefix="fftcore-emitted-")
        print(f"{name}: emit {' '.join(line.options if isinstance(line, Line) else line)}", flush=True)
        try:
            one(checker, line, scratch)
        except (AssertionError, LookupError, struct.error):
            wrong += 1
            print(f"FAILED, {name}: emit {checker.said}\nIts files are in {scratch}\n"
                  f"{traceback.format_exc(limit=-1)}", flush=True)
            if not options.go_on:
                return 1
        else:
            shutil.rmtree(scratch)
    print(f"{checker.ran} runs, {checker.skipped} that a device cannot do, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
