#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every public header compiles alone, in every language it promises, and defines prefixed names only.

  test_headers.py c         C11 by gcc and clang, without a warning of many; kernel headers in each precision and lane
                            count, and as the emulator's
  test_headers.py cpp       C++17 by g++ and clang++
  test_headers.py glsl      GLSL 450 by glslangValidator and glslc, every function called, then spirv-val
  test_headers.py names     no unprefixed function, type, variable, constant or macro
  test_headers.py required  a parameter that is left out gives the #error that names it
  test_headers.py agree    parameters that do not agree, or are out of range, give an error that names them
  test_headers.py faults    the checks above find a fault of each kind that they are there for

Every day each precision with either no option or all of them, and single precision with both. With --all what takes too
long for that: every precision with both, c with 4 and 16 lanes, every case by clang too (c and cpp without what is
compiled every day), and every case of glsl by glslangValidator, which otherwise sees single precision with all options
(glslc, of the same parser, sees what there is).
"""
import argparse
import functools
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is
import header_units  # noqa: E402
from header_agreements import agree  # noqa: E402
from header_shaders import glsl  # noqa: E402
from header_units import (
    c_flags, CASES, compiler, dependencies, EMULATED_CASE, every_case, host_headers, include_flags, INCLUDES, kernel_headers,
    LANES_FLAGS, locate, NAME, ONE_LANE, ONE_LINE_FLAGS, OPTIONS, PARAMETERS, PLANES, run, SECOND,
    SECOND_CASES, supports_half, unit, without_comments)  # noqa: E402


def c_jobs(fault, language):
    standard, names = ("-std=c11", ("gcc", "clang")) if language == "c" else ("-std=c++17", ("g++", "clang++"))
    for name in names:
        halves = supports_half(name, language, standard)
        if not halves:
            print(f"note: {name} has no _Float16 in {standard[5:]}, so half is left to the others")
        for header in [] if header_units.ALL else host_headers(fault):
            yield f"{name} {header}", compiler(name, language, [standard]), unit(header, {})
        lane_counts = (1, 4, 8, 16) if language == "c" else (1,)
        for header, case, lanes in itertools.product(kernel_headers(fault), every_case(), lane_counts):
            precision, option = case
            if (precision == 16 and not halves) or (lanes > 1 and header in ONE_LANE):
                continue
            daily = case in (SECOND_CASES if name in SECOND else CASES) and lanes in (1, 8)
            defines = {**PARAMETERS, **OPTIONS[option], "FFTC_PRECISION": precision, "FFTC_LANES": lanes}
            flags = [standard] + (LANES_FLAGS if lanes > 1 else []) + (ONE_LINE_FLAGS if option else [])
            title = f"{name} {header} f{precision} x{lanes}{option}"
            if daily != header_units.ALL:
                yield title, compiler(name, language, flags), unit(header, defines)
            if lanes == 1 and (daily and case == EMULATED_CASE) != header_units.ALL:
                yield f"{title} emulated", compiler(name, language, flags), unit(header, defines, emulated=True)


def report(results):
    total, failed = 0, 0
    for title, status, output in results:
        total += 1
        if status != 0:
            failed += 1
            print(f"FAILED {title}\n{output.strip()}\n")
    print(f"{total - failed} of {total} passed")
    return 1 if failed or total == 0 else 0


def compile_all(jobs):
    yield from ((title, *run(command, text)) for title, command, text in jobs)


# --- names ---

@functools.lru_cache(maxsize=4)
def declared(text):
    """Names that a C unit declares at file scope, by clang: one line of its dump for each declaration there,
    and for each constant of an enumeration, which ends in the name, or the name and its type."""
    done = subprocess.run(["clang", "-x", "c", "-std=c11", "-fsyntax-only", *c_flags(),
                           "-Xclang", "-ast-dump", "-"], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    names = set()
    for kind, line in re.findall(r"^(?:[|`]-|[| ] [|`]-(?=EnumConstant))(\w+)Decl (0x[^'\n]*)", done.stdout, flags=re.M):
        words = line.removesuffix(" definition").split()
        # Where the last word is not a name, there is none: a place, or what is without a name. What is the
        # compiler's own it declares where it is called.
        if re.fullmatch(r"(?!__builtin_)[A-Za-z_]\w*", words[-1]) and words[-1] not in ("struct", "union"):
            names.add(words[-1])
    return names


def macros(text):
    status, output = run(["gcc", "-x", "c", "-std=c11", *c_flags(), "-dM", "-E", "-"], text)
    if status != 0:
        raise RuntimeError(output)
    return set(re.findall(r"^#define (\w+)", output, flags=re.M))


def names(fault):
    system = "".join(f"#include <{h}.h>\n" for h in ("stdint", "stddef", "stdbool", "string", "math"))
    for header in kernel_headers(fault) + host_headers(fault):
        vulkan = "#include <vulkan/vulkan.h>\n" if "fftcore/vulkan" in header else ""
        bad = set()
        for precision, lanes in ((32, 1), (64, 1 if header in ONE_LANE else 8)):
            defines = {**PARAMETERS, "FFTC_PRECISION": precision, "FFTC_LANES": lanes}
            before = system + vulkan
            after = before + unit(header, defines)
            bad |= declared(after) - declared(before)
            bad |= macros(after) - macros(before)
        # Whatever a branch of the preprocessor hides from C.
        path = locate(header)
        text = without_comments(path.read_text())
        bad |= set(re.findall(r"^\s*#\s*define\s+(\w+)", text, flags=re.M))
        bad |= set(re.findall(r"^[a-z]\w*\s+(\w+)\s*\([^;{]*\)\s*\{", text, flags=re.M))
        bad |= set(re.findall(r"^\s*struct\s+(\w+)\s*\{", text, flags=re.M))
        bad = sorted(name for name in bad if name and not NAME.match(name) and name not in PARAMETERS)
        yield header, len(bad), "unprefixed: " + ", ".join(bad)


# --- required parameters ---

def required(fault):
    for header in kernel_headers(fault):
        path = locate(header)
        text = dependencies(path, set())
        demanded = set(re.findall(r'#ifndef (\w+)\s*\n#\s*error', text))
        every = {**PARAMETERS, **PLANES}
        unknown = demanded - set(every)
        if unknown:
            yield header, 1, f"tests/header_units.py has no value for {', '.join(sorted(unknown))}"
        for name in sorted(demanded & set(every)):
            defines = {k: v for k, v in every.items() if k != name}
            status, output = run(["gcc", "-x", "c", "-std=c11", "-E", "-o", os.devnull, *include_flags(), "-"],
                                 unit(header, defines))
            errors = [line for line in output.splitlines() if "#error" in line]
            named = status != 0 and any(name in line for line in errors)
            yield f"{header} without {name}", 0 if named else 1, output or "compiled"
    # The emulator's names must be those of a precision.
    status, output = run(["gcc", "-x", "c", "-E", "-o", os.devnull, *include_flags(), "-"],
                         '#include "fftcore/emulate.h"\n' + unit("fftcore/kernel/precision.h", PARAMETERS))
    named = status != 0 and "#error" in output and "emulate.h" in output
    yield "precision.h after emulate.h", 0 if named else 1, output or "compiled"
    # A precision that does not exist is refused too.
    status, output = run(["gcc", "-x", "c", "-E", "-o", os.devnull, *include_flags(), "-"],
                         unit("fftcore/kernel/dialect.h", {"FFTC_PRECISION": 24}))
    yield "FFTC_PRECISION 24", 0 if status != 0 and "#error" in output else 1, output


# --- the checks, checked ---

FAULTS = [
    # check, what the report must say, header
    ("c", "double-promotion", "FFTC_FN double fftc_f(float x) { return x * 2.0; }"),
    ("c", "sign-conversion", "FFTC_FN fftc_uint fftc_f(int x) { return x; }"),
    ("c", "emulated", "#ifdef FFTCORE_EMULATE_H\n#error emulated\n#endif"),
    ("c", "unknown type name", "FFTC_FN fftc_pair fftc_f(fftc_pair x) { return x; }"),
    ("cpp", "expected", "FFTC_FN fftc_uint fftc_f(fftc_uint template) { return template; }"),
    ("glsl", "Reserved word", "FFTC_FN fftc_uint fftc_f(fftc_uint active) { return active; }"),
    ("glsl", "boolean expression", "FFTC_FN fftc_uint fftc_f(fftc_uint x) { if (x) { return x; } return 1; }"),
    ("glsl", "no matching", "FFTC_FN fftc_real fftc_f(fftc_real x) { return fftc_select(1, x, x); }"),
    ("names", "LEAKED", "#define LEAKED 1"),
    ("names", "leaked", "FFTC_FN fftc_uint leaked(fftc_uint x) { return x; }"),
    ("names", "leaked", "FFTC_STRUCT(leaked) { fftc_uint x; };"),
    ("names", "leaked", "#ifdef GL_core_profile\nuint leaked(uint x)\n{\n    return x;\n}\n#endif"),
    ("required", "compiled", "#if 0\n#ifndef FFTC_SUBGROUP_LOG2\n#error define FFTC_SUBGROUP_LOG2\n#endif\n#endif"),
    ("required", "no value", "#ifndef FFTC_NOVEL\n#error define FFTC_NOVEL\n#endif"),
]


def faults():
    for check, phrase, text in FAULTS:
        with tempfile.TemporaryDirectory() as directory:
            INCLUDES[1:] = [pathlib.Path(directory)]
            declared.cache_clear()
            (INCLUDES[1] / "fault.h").write_text('#include "fftcore/kernel/dialect.h"\n' + text + "\n")
            found = "\n".join(output for _, status, output in results_of(check, "fault.h") if status != 0)
        yield f"{check}: {text}", 0 if phrase in found else 1, f"'{phrase}' is not in what was found: {found}"


def results_of(what, fault=None):
    if what in ("c", "cpp"):
        return compile_all(c_jobs(fault, "c" if what == "c" else "c++"))
    return {"glsl": glsl, "names": names, "required": required, "agree": agree}[what](fault)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["c", "cpp", "glsl", "names", "required", "agree", "faults"])
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    what = arguments.what
    header_units.ALL = arguments.all
    return report(faults() if what == "faults" else results_of(what))


if __name__ == "__main__":
    sys.exit(main())
