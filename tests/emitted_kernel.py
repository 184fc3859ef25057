# SPDX-License-Identifier: MIT
"""The reference kernel's description (`fftcore emit --description`) against its module, and carried
out by a program that knows the description alone (emit_stranger.c)."""

import json
import os
import subprocess

from emitted_plan import FORMAT, LETTER, Fields
from emitted_spirv import Module

SCALAR = {"f16": 2, "f32": 4, "f64": 8}


def draw(random):
    e, w = random.randint(1, 3), random.randint(0, 7)
    options = ["--elements-log2", str(e), "--workgroup-log2", str(w),
               "--subgroup", str(random.choice([1, 2, 4, 8])),
               "--precision", random.choice(list(LETTER)),
               "--direction", random.choice(["forward", "inverse"])]
    return options + (["--computed-twiddles"] if random.random() < .4 else [])


def check(command, stranger, options, scratch, environment):
    """Exit status of the stranger."""
    spirv, description = os.path.join(scratch, "fft.spv"), os.path.join(scratch, "fft.json")
    done = subprocess.run([command, "emit", "--language", "spirv", "--output", spirv,
                           "--description", description, *options], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    with open(spirv, "rb") as file:
        module = Module(file.read())
    with open(description, encoding="utf-8") as file:
        read(Fields(json.load(file), "description"), module)
    done = subprocess.run([stranger, description, spirv], env=environment, capture_output=True,
                          text=True, check=False)
    assert done.returncode in (0, 77) and "alidation" not in done.stdout, done.stdout + done.stderr
    return done.returncode


def read(d, module):
    assert d.take("format", int) == FORMAT and d.take("kernel", str) == "workgroup_fft"
    assert d.take("generator", str).startswith("fftcore ")
    assert d.take("entry_point", str) == module.entry
    e, w, s = (d.take(f"{name}_log2", int) for name in ("elements", "workgroup", "subgroup"))
    points = d.take("points", int)
    assert points == 1 << (e + w)
    precision = d.choice("precision", *LETTER)
    inverse = d.choice("direction", "forward", "inverse") == "inverse"
    assert 0 < d.take("error_bound", float) < 0.01
    orders = (d.take("input_order", str), d.take("output_order", str))
    assert orders == (("nabla", "natural") if inverse else ("natural", "nabla"))
    assert d.take("transform", str) == (
        f"x[t] = (1 / {points}) * sum over i of in[i] * exp(+2 pi i * frequency(i) * t / {points})"
        if inverse else
        f"out[i] = sum over t of x[t] * exp(-2 pi i * frequency(i) * t / {points})")
    nabla = Fields(d.take("nabla_order", dict), "nabla_order")
    assert nabla.take("fields", str) == \
        f"i = (h | q | b), high to low: h {e - 1} bits, q 1 bit, b {w} bits"
    assert nabla.take("frequency", str) == (
        f"(q | reversed b | reversed h): q << {e + w - 1} | reverse(b, {w}) << {e - 1} | "
        f"reverse(h, {e - 1})")
    nabla.done()
    assert d.take("workgroup_size", list) == module.size == [1 << w, 1, 1]
    assert d.take("dispatch", list) == ["transforms", 1, 1]
    assert module.shared_bytes <= d.take("shared_bytes", int) <= 2 * SCALAR[precision] * points
    assert d.take("push_constant_bytes", int) == module.push_bytes == 0
    assert d.take("aliasing", str) == "in place; each workgroup touches only its own points"
    table = d.choice("twiddles", "table", "computed") == "table"
    bindings(d.take("bindings", list), precision, points, table, module)
    needs = Fields(d.take("requirements", dict), "requirements")
    requirements(needs, module, s, w)
    d.done()
    assert not module.specialised and module.contractible == 0


def bindings(listed, precision, points, table, module):
    assert len(listed) == 1 + table and set(module.bindings) == set(range(1 + table))
    for number, one in enumerate(listed):
        b = Fields(one, f"binding {number}")
        assert (b.take("set", int), b.take("binding", int)) == (0, number)
        assert b.take("type", str) == "storage_buffer"
        assert b.take("access", str).replace("_", " ") == module.bindings[number]
        assert b.take("element", str) == "complex, real part first"
        assert b.take("element_bytes", int) == 2 * SCALAR[precision]
        if number == 0:
            assert b.take("content", str) == "data" and b.take("elements_per_workgroup", int) == points
        else:
            assert b.take("content", str) == "twiddles" and b.take("elements", int) == points
            assert b.take("formula", str) == ("T[2^h + k] = exp(-i pi * k / 2^h), 0 <= k < 2^h, each "
                                              "part rounded to nearest; T[0] is not read")
        b.done()


def requirements(needs, module, subgroup_log2, workgroup_log2):
    assert needs.take("vulkan", str) == "1.1"
    assert needs.take("spirv", str) == ".".join(map(str, module.version))
    operations = set(needs.take("subgroup_operations", list))
    features = {name for name in ("Float16", "Float64") if needs.take("shader" + name, bool)}
    assert module.capabilities == {"Shader"} | operations | features, \
        (module.capabilities, operations, features)
    assert needs.take("full_subgroups", bool) == (subgroup_log2 != 0) == bool(operations)
    least, most = needs.take("subgroup_size_min", int), needs.take("subgroup_size_max", int)
    assert least == 1 << subgroup_log2
    assert most == (1 << workgroup_log2 if subgroup_log2 else 128)
    needs.done()
