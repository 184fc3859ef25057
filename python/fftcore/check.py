# SPDX-License-Identifier: MIT
"""Tests of compute shaders: runs one on the CPU, in the emulator of the `fftcore` command, and fails if it is wrong.

It needs no GPU and no driver. Races, barriers that not all invocations reach, indices out of bounds and endless loops
are found over schedules and subgroup sizes; docs/command-check.md has the whole list. An example for pytest::

    import numpy as np
    from fftcore import check

    def test_double():
        x = np.arange(256, dtype="f")
        report = check.shader("double.comp", groups=4, push=[256],
                              buffers={"0.0": x, "0.1": np.zeros_like(x)}, results=["0.1"])
        np.testing.assert_array_equal(report.results["0.1"], 2 * x)
"""
import dataclasses
import json
import operator
import os
import shutil
import subprocess
import tempfile

import numpy as np

__all__ = ["Fault", "Report", "shader"]


@dataclasses.dataclass(frozen=True)
class Report:
    """What the command says about a shader."""

    text: str
    """As a person reads it: findings with their source lines, and what ran."""
    json: dict
    """The same for programs, as ``fftcore check --json`` writes it."""
    results: dict
    """The buffers that were asked for: each place's array after the first run."""


class Fault(AssertionError):
    """The shader does something wrong, or its results are not the expected ones. `report` says what."""

    def __init__(self, report):
        super().__init__("\n" + report.text)
        self.report = report


def shader(file, *, groups=None, buffers=None, images=None, samplers=None, push=None, spec=None, expect=None,
           tolerance=None, results=(), subgroup=None, schedule=None, seed=None, entry=None, limit=None,
           same_results=False, coherent=False, allow_same_stores=False, defines=None, includes=(), program=None,
           timeout=None):
    """Runs a compute shader, and raises `Fault` if anything is wrong with it.

    Places of buffers and images are written as in the command: "0.1" is set 0, binding 1; "0.2[3]" is element 3 of an
    array of descriptors; "address.1" is a buffer that the shader reaches by its device address.

    Parameters
    ----------
    file : path
        SPIR-V (.spv), or GLSL or HLSL (.comp, .glsl, .hlsl), which `glslangValidator` compiles.
    groups : int or sequence of up to three ints, optional
        Workgroups that run; by default 1.
    buffers : dict, optional
        What buffers hold at first: by place an array, in C order, or the command's words, such as "zeros:4096". By
        default zeros, as long as the shader needs.
    images : dict, optional
        By place the size, "64x48", or the size and an array of the texels in a tuple.
    samplers : dict, optional
        By place the command's words, such as "linear,clamp-to-edge".
    push : sequence of numbers, array or str, optional
        Push constants, each at a multiple of its size. Python's numbers are of 32 bits, NumPy's of their own type.
    spec : dict, optional
        Specialization constants, by their ids.
    expect : dict, optional
        By place an array: what the buffer must begin with after each run, bit by bit.
    tolerance : float or pair of floats, optional
        How far floats may be from the expected ones: an absolute difference, and one relative to the expected number.
    results : sequence of str, or str, optional
        Places of buffers that the report shall hold as they are after the first run. They have the dtype of the array
        in `buffers`, and its shape; otherwise they are uint32, in one axis.
    subgroup, schedule, seed, entry, limit : optional
        Options of the command. By default all schedules run and, if the shader has subgroup operations, all sizes.
    same_results : bool, optional
        Whether results that depend on the run are a fault.
    coherent : bool, optional
        Whether what workgroups hand on to others must be in coherent buffers and images.
    allow_same_stores : bool, optional
        Whether two stores of one value to one place are no race.
    defines : dict, optional
        Macros for the compiler: by name the value, or None.
    includes : sequence of paths, optional
        Folders where ``#include`` looks.
    program : path, optional
        The command. By default what the environment variable FFTCORE_COMMAND says, otherwise `fftcore` in PATH.
    timeout : float, optional
        Seconds after which subprocess.TimeoutExpired is raised.

    Returns
    -------
    Report

    Raises
    ------
    Fault
        The shader is wrong. It is an AssertionError; its message quotes the lines, and its `report` is the Report.
    ValueError
        An argument is wrong, the shader cannot be read or compiled, or it has something that the emulator does not
        know. The message is the command's.
    FileNotFoundError
        There is no such command.
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    with tempfile.TemporaryDirectory(prefix="fftcore-check-") as folder:
        arrays = _Arrays(folder)
        dumps = {place: arrays.path() for place in ([results] if isinstance(results, str) else results)}
        found = os.path.join(folder, "report.json")
        command = [_command(program), "check", os.fspath(file), "--json", found]
        command += _option("groups", _numbers(groups, operator.index))
        command += _each("buffer", {place: arrays.word(what) for place, what in (buffers or {}).items()})
        command += _each("image", {place: _image(arrays, what) for place, what in (images or {}).items()})
        command += _each("sampler", samplers or {})
        command += _option("push", arrays.word(push) if isinstance(push, (str, np.ndarray)) else _comma(push))
        command += _each("spec", {name: _number(value) for name, value in (spec or {}).items()})
        command += _each("expect", {place: arrays.word(what) for place, what in (expect or {}).items()})
        command += _option("tolerance", _numbers(tolerance, float))
        command += _each("dump", dumps)
        for name, value in (("subgroup", subgroup), ("schedule", schedule), ("seed", seed), ("entry", entry),
                            ("limit", limit)):
            command += _option(name, None if value is None else str(value))
        command += ["--same-results"] * bool(same_results) + ["--coherent"] * bool(coherent)
        command += ["--allow-same-stores"] * bool(allow_same_stores)
        command += _each("define", defines or {})
        for include in includes:
            command += ["--include", os.fspath(include)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=timeout,
                              check=False)
        if done.returncode not in (0, 1):
            said = done.stderr.strip() or f"{command[0]} ended with status {done.returncode}"
            raise ValueError(said.removeprefix("fftcore: "))
        with open(found, encoding="utf-8") as opened:
            said = json.load(opened)
        read = {place: _like(np.load(path), (buffers or {}).get(place)) for place, path in dumps.items()}
    report = Report(done.stdout, said, read)
    if done.returncode == 1:
        raise Fault(report)
    return report


class _Arrays:
    """Arrays as files of a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def path(self):
        self.count += 1
        return os.path.join(self.folder, f"{self.count}.npy")

    def word(self, what):
        """`what` in the command's words: a file if it is an array."""
        if isinstance(what, (str, os.PathLike)):
            return os.fspath(what)
        array = np.ascontiguousarray(what)
        if array.dtype.kind not in "biufc":
            raise ValueError(f"an array of {array.dtype} cannot be a buffer: it must hold numbers")
        path = self.path()
        np.save(path, array)
        return path


def _command(program):
    program = os.fspath(program or os.environ.get("FFTCORE_COMMAND") or "fftcore")
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(
            f"there is no command {program!r}. Shaders are checked by the command `fftcore`, which the Python package "
            "does not hold: install it (Debian: the package fftcore), or pass `program=`, or set FFTCORE_COMMAND")
    return found


def _option(name, value):
    return [] if value is None else [f"--{name}", value]


def _each(name, values):
    words = []
    for key, value in values.items():
        words += [f"--{name}", str(key) if value is None else f"{key}={value}"]
    return words


def _number(value):
    """A number as the command reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, np.number) and value.dtype.kind in "iuf":
        return f"{value.dtype.kind}{8 * value.dtype.itemsize}:{value!s}"
    if isinstance(value, (int, float, str)):
        return repr(value) if isinstance(value, float) else str(value)
    raise ValueError(f"{value!r} is no number")


def _comma(values):
    if values is None:
        return None
    return ",".join(map(_number, [values] if np.ndim(values) == 0 else values))


def _numbers(values, read):
    """As _comma, without the types: for options of the command that take numbers of one kind."""
    if values is None:
        return None
    return ",".join(repr(read(value)) for value in ([values] if np.ndim(values) == 0 else values))


def _image(arrays, what):
    return what if isinstance(what, str) else f"{what[0]}:{arrays.word(what[1])}"


def _like(array, first):
    """`array` in the shape of what the buffer held at first, if that was an array of as many numbers."""
    if isinstance(first, np.ndarray) and first.size == array.size:
        return array.reshape(first.shape)
    return array
