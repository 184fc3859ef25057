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

Every day each precision with either no option or all of them, and single precision with both. With --all also what takes
too long for that: every precision with both, c with 4 and 16 lanes, every case by clang too, and every case of glsl by
glslangValidator, which otherwise sees single precision with all options (glslc, of the same parser, sees what there is).
"""
import argparse
import array
import functools
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
KERNEL = INCLUDE / "fftcore" / "kernel"
# The C half of the dialect; only dialect.h includes it, after it has set the stage.
NOT_ALONE = {"dialect_c.h"}
# Not for shaders, which have one precision.
C_ONLY = {"fftcore/kernel/precision.h"}
# They branch on varying values: one lane only.
ONE_LANE = {"fftcore/kernel/line_mirror.h", "fftcore/kernel/real_edge.h", "fftcore/kernel/real_pass.h",
            "fftcore/kernel/real_mirror.h", "fftcore/kernel/line.h", "fftcore/kernel/line_cross.h",
            "fftcore/kernel/line_gather.h", "fftcore/kernel/line_held.h", "fftcore/kernel/line_rows.h", "fftcore/kernel/line_fft.h",
            "fftcore/kernel/fft_pass.h", "fftcore/kernel/line_convolution.h", "fftcore/kernel/convolution_pass.h", "fftcore/kernel/mapped_pass.h"}
# Values for what kernel headers demand. A new parameter without a value here fails the test.
PARAMETERS = {
    "FFTC_WORKGROUP_LOG2": "5u",
    "FFTC_ELEMENTS_LOG2": "2u",
    "FFTC_SCAN_WORDS": "2u",
    "FFTC_TILE_COLUMNS_LOG2": "4u",
    "FFTC_TILE_ROWS_LOG2": "3u",
    "FFTC_TILE_REACH_COLUMNS": "2u",
    "FFTC_TILE_REACH_ROWS": "1u",
    "FFTC_TILE_WORDS": "2u",
    "FFTC_SUBGROUP_LOG2": "3u",
    "FFTC_PRECISION": "32",
    "FFTC_SUFFIX": "_one",
    "FFTC_LINE_POINTS": "60u",
    "FFTC_LINE_GATHERS": "",
    "FFTC_LINE_GATHERED": "0u",
    "FFTC_LINE_HELD": "1u",
    "FFTC_LINE_INVOCATIONS": "5u",
    "FFTC_LINE_COUNT": "4u",
    "FFTC_LINE_REGISTERS": "20u",
    "FFTC_LINE_STAGES": "2u",
    "FFTC_LINE_RADIX_0": "10u",
    "FFTC_LINE_RADIX_1": "6u",
    "FFTC_LINE_RADIX_2": "1u",
    "FFTC_LINE_RADIX_3": "1u",
    "FFTC_LINE_RADIX_4": "1u",
    "FFTC_LINE_RADIX_5": "1u",
    "FFTC_LINE_WORDS": "1u",
    "FFTC_LINE_ROUNDS": "1u",
    "FFTC_LINE_STRIDE": "61u",
    "FFTC_LINE_PAD_LOG2": "5u",
    "FFTC_LINE_LOAD_ACROSS": "0u",
    "FFTC_LINE_STORE_ACROSS": "1u",
    "FFTC_LINE_MIRRORS": "",
    "FFTC_LINE_MIRRORED_LOAD": "0u",
    "FFTC_LINE_MIRRORED_STORE": "2u",
    "FFTC_LINE_IN_SUBGROUP": "0u",
    "FFTC_LINE_IN_PLACE": "1u",
    "FFTC_LINE_FACTORED": "1u",
    "FFTC_LINE_INVERSE": "1u",
    "FFTC_LINE_SCALED": "1u",
    "FFTC_LINE_SCALE": "FFTC_REAL(0.5)",
    "FFTC_PASS_LINES": "8u",
    "FFTC_PASS_BEFORE": "8u",
    "FFTC_PASS_EVEN": "0u",
    "FFTC_PASS_DIGITS": "3u",
    "FFTC_PASS_ACROSS": "5u",
    "FFTC_PASS_BESIDE": "3u",
    "FFTC_PASS_BESIDE_ALL": "5u",
    "FFTC_PASS_FINE": "3u",
    "FFTC_PASS_BRICKS": "",
    "FFTC_PASS_SRC_COLUMNS": "4u",
    "FFTC_PASS_SRC_ROWS": "2u",
    "FFTC_PASS_DST_COLUMNS": "1u",
    "FFTC_PASS_DST_ROWS": "1u",
    "FFTC_PASS_SRC_STRIDE": "1u",
    "FFTC_PASS_DST_STRIDE": "2u",
    "FFTC_CONVOLUTION_ROLE": "2u",
    "FFTC_CONVOLUTION_FIRST": "1u",
    "FFTC_CONVOLUTION_LAST": "1u",
    "FFTC_CONVOLUTION_WEIGHTED": "1u",
    "FFTC_CONVOLUTION_CONJUGATE": "1u",
    "FFTC_CONVOLUTION_RIGHT_ANGLE": "1u",
    "FFTC_CONVOLUTION_TABLE": "50u",
    "FFTC_CONVOLUTION_ROWS": "3u",
    "FFTC_CONVOLUTION_WEIGHTS": "100u",
    "FFTC_CONVOLUTION_SPECTRUM": "200u",
    "FFTC_CONVOLUTION_EVEN": "1u",
    "FFTC_MAP_WRAPPED": "1u",
    "FFTC_MAP_AT": "5u",
    "FFTC_MAP_MODULUS": "300u",
    "FFTC_MAP_BEGIN": "2u",
    "FFTC_MAP_END": "290u",
    "FFTC_MAP_MIRRORED": "1u",
    "FFTC_MAP_LAST": "291u",
    "FFTC_MAP_CONJUGATE": "1u",
    "FFTC_MAP_SRC_REAL": "1u",
    "FFTC_MAP_AT_2": "7u",
    "FFTC_MAP_COUNT_2": "200u",
    "FFTC_MAP_SRC_APART": "1000u",
    "FFTC_MAP_DST_REAL": "1u",
    "FFTC_MAP_DST_COUNT_2": "199u",
    "FFTC_MAP_DST_APART": "1000u",
    "FFTC_MAP_SIGNALS": "5u",
    "FFTC_MAP_DIGIT": "1u",
    "FFTC_MAP_BLOCK": "100u",
    "FFTC_MAP_BLOCK_DIGIT": "2u",
    "FFTC_MAP_DST_ALL": "950u",
    "FFTC_MAP_DST_ALL_2": "940u",
    "FFTC_MAP_NEGATED": "1u",
    "FFTC_MAP_NEGATIVE": "200u",
    "FFTC_MAP_NEGATIVE_2": "100u",
    "FFTC_PASS_TABLE": "50u",
    "FFTC_REAL_LOAD": "FFTC_EDGE_ONE",
    "FFTC_REAL_STORE": "FFTC_EDGE_ONE",
    "FFTC_REAL_POINTS": "481u",
    "FFTC_REAL_SINE": "0u",
    "FFTC_REAL_ORTHOGONAL": "1u",
    "FFTC_REAL_ONCE": "1u",
    "FFTC_REAL_SRC_ROW": "0u",
    "FFTC_REAL_DST_ROW": "0u",
    "FFTC_REAL_LOAD_TABLE": "900u",
    "FFTC_REAL_STORE_TABLE": "900u",
    "FFTC_PASS_SRC_BEGIN": "0u",
    "FFTC_PASS_SRC_END": "210u",
    "FFTC_PASS_DST_BEGIN": "0u",
    "FFTC_PASS_DST_END": "420u",
}
# Lines that are planes, which much else does not go with.
PLANES = {
    "FFTC_LINE_PLANE": "8u", "FFTC_LINE_PLANE_STAGE": "1u", "FFTC_LINE_POINTS": "64u", "FFTC_LINE_RADIX_0": "8u",
    "FFTC_LINE_RADIX_1": "8u", "FFTC_LINE_INVOCATIONS": "8u", "FFTC_LINE_REGISTERS": "8u", "FFTC_LINE_STRIDE": "65u",
    "FFTC_LINE_STORE_ACROSS": "0u", "FFTC_LINE_MIRRORED_STORE": "0u", "FFTC_LINE_HELD": "0u", "FFTC_LINE_FACTORED": "0u",
    "FFTC_PASS_LINES": "1u", "FFTC_PASS_BEFORE": "1u", "FFTC_PASS_FINE": "1u", "FFTC_PASS_SRC_ROW": "100u",
    "FFTC_PASS_DST_ROW": "100u", "FFTC_PASS_SRC_END": "64u", "FFTC_PASS_DST_END": "64u", "FFTC_REAL_LOAD": "FFTC_EDGE_NONE",
    "FFTC_REAL_STORE": "FFTC_EDGE_NONE",
}
# What may be defined: nothing, or everything.
OPTIONS = {
    "": {},
    " all options": {**PLANES, "FFTC_TWIDDLE_COMPUTED": 1, "FFTC_OBSERVE_STAGES": 1, "FFTC_PRELOADED": 1, "FFTC_CHANNELS": "3u",
                     "FFTC_FAST": 1},
}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wdouble-promotion", "-Wconversion", "-Wsign-conversion", "-Wshadow",
            "-Wundef", "-Wvla", "-Werror"]
# Passing vectors by value depends on the ISA; inside one inlined unit that does not matter.
LANES_FLAGS = ["-Wno-psabi"]
# With a single line (PLANES) what is for pairs of lines divides by 0 pairs; it is not reached.
ONE_LINE_FLAGS = ["-Wno-div-by-zero"]
PRECISIONS = (16, 32, 64)
ALL = False  # --all
# The second compiler of each language does without what the first has said already.
SECOND = {"clang", "clang++"}
CASES = [(16, " all options"), (32, ""), (32, " all options"), (64, "")]
SECOND_CASES = {(32, " all options"), (64, "")}
EMULATED_CASE = (32, " all options")
NAME = re.compile(r"(fftc|FFTC)_\w+$|FFTCORE_\w+_H$")


INCLUDES = [INCLUDE]  # where headers are looked for; a faulty one stands in a place of its own


def include_flags():
    return [f"-I{directory}" for directory in INCLUDES]


def locate(header):
    return next(directory / header for directory in INCLUDES if (directory / header).exists())


def run(command, text="", cwd=None):
    """Exit status and combined output."""
    done = subprocess.run(command, input=text, cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def unit(header, defines, emulated=False):
    first = ['#include "fftcore/emulate.h"'] if emulated else []
    if header == "fftcore/kernel/precision.h":
        # fft_pass.h leaves to one of the two what that defines.
        mapped = "FFTC_FAST" in defines
        defines = {**defines, "FFTC_PASS_MAPPED" if mapped else "FFTC_PASS_REAL": ""}
    lines = [f"#define {name} {value}" for name, value in defines.items()]
    if header != "fftcore/kernel/precision.h":
        lines += first
    lines.append(f'#include "{header}"')
    if header == "fftcore/kernel/precision.h":
        lines += first
        # Its work is to let the others be read twice.
        real = {"fftcore/kernel/real_pass.h", "fftcore/kernel/real_mirror.h"}
        skipped = ONE_LANE if defines.get("FFTC_LANES", 1) != 1 else (
            real if mapped else {"fftcore/kernel/mapped_pass.h"})
        everything = [f'#include "{other}"' for other in kernel_headers(None) if other != header and other not in skipped]
        other_precision = 32 if defines.get("FFTC_PRECISION") == 64 else 64
        lines += everything
        lines += ["#undef FFTC_PRECISION", f"#define FFTC_PRECISION {other_precision}",
                  "#undef FFTC_SUFFIX", "#define FFTC_SUFFIX _two", f'#include "{header}"'] + everything
    return "\n".join(lines + [""])


def compiler(name, language, extra=()):
    # clang warns before it compiles, gcc while it does; an assembler has nothing to add.
    until = ["-fsyntax-only"] if name.startswith("clang") else ["-O1", "-S", "-o", os.devnull]
    return [name, "-x", language, "-", *until, *include_flags(), "-ffp-contract=off", *WARNINGS, *extra]


def supports_half(name, language, standard):
    status, _ = run([name, "-x", language, standard, "-fsyntax-only", "-"],
                    "__extension__ typedef _Float16 t; t f(t x); t f(t x) { return x + x; }\n")
    return status == 0


def kernel_headers(fault):
    """All of them; or only the faulty one, when the checks are checked."""
    if fault:
        return [fault]
    return [f"fftcore/kernel/{h.name}" for h in sorted(KERNEL.glob("*.h")) if h.name not in NOT_ALONE]


def host_headers(fault):
    if fault:
        return []
    headers = [f"fftcore/{h.name}" for h in sorted((INCLUDE / "fftcore").glob("*.h"))]
    headers += [f"fftcore/vulkan/{h.name}" for h in sorted((INCLUDE / "fftcore/vulkan").glob("*.h"))]
    if shutil.which("pkg-config") is None or run(["pkg-config", "--exists", "vulkan"])[0] != 0:
        headers = [h for h in headers if "vulkan" not in h]
    return headers


def cases():
    """Pairs of a precision and an option."""
    return list(itertools.product(PRECISIONS, OPTIONS)) if ALL else CASES


def c_jobs(fault, language):
    standard, names = ("-std=c11", ("gcc", "clang")) if language == "c" else ("-std=c++17", ("g++", "clang++"))
    for name in names:
        halves = supports_half(name, language, standard)
        if not halves:
            print(f"note: {name} has no _Float16 in {standard[5:]}, so half is left to the others")
        for header in host_headers(fault):
            yield f"{name} {header}", compiler(name, language, [standard]), unit(header, {})
        lane_counts = ((1, 4, 8, 16) if ALL else (1, 8)) if language == "c" else (1,)
        for header, (precision, option), lanes in itertools.product(kernel_headers(fault), cases(), lane_counts):
            if (precision == 16 and not halves) or (lanes > 1 and header in ONE_LANE):
                continue
            if name in SECOND and not ALL and (precision, option) not in SECOND_CASES:
                continue
            defines = {**PARAMETERS, **OPTIONS[option], "FFTC_PRECISION": precision, "FFTC_LANES": lanes}
            flags = [standard] + (LANES_FLAGS if lanes > 1 else []) + (ONE_LINE_FLAGS if option else [])
            title = f"{name} {header} f{precision} x{lanes}{option}"
            yield title, compiler(name, language, flags), unit(header, defines)
            if lanes == 1 and (ALL or (precision, option) == EMULATED_CASE):
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


# --- GLSL: a shader that defines every accessor and calls every function: none is left out ---

def dependencies(path, seen):
    """Text of a header and of what it includes, in order."""
    text = ""
    for line in path.read_text().splitlines():
        include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if include:
            name = include.group(1)
            if name not in seen and not name.endswith("dialect_c.h"):
                seen.add(name)
                text += dependencies(locate(name), seen)
        else:
            text += line + "\n"
    return text


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def split_parameters(text):
    """'fftc_uint x, FFTC_ARRAY(fftc_real, y, 4)' by its outer commas."""
    depth, part, parts = 0, "", []
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    parts.append(part.strip())
    return parts


def values(parameters):
    return [p for p in split_parameters(parameters) if p not in ("", "void")]


def braced(text, start):
    """The text from `start`, which is an open parenthesis, to the one that closes it, without both."""
    depth = 0
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[start + 1:end]
    raise ValueError("unbalanced parentheses")


def glsl_preprocessed(path, defines):
    """The header's declarations as the preprocessor leaves them, language macros kept."""
    lines = [f"#define {k} {v}" for k, v in {**defines, "GL_core_profile": "1"}.items()]
    text = without_comments(dependencies(path, set()))
    # The vocabulary must survive preprocessing, so its definitions are dropped, and what
    # cpp does not know.
    text = re.sub(r"^\s*#\s*(define (FFTC_FN\w*|FFTC_ACCESSOR|FFTC_STRUCT)\b|extension|version).*$", "", text, flags=re.M)
    status, output = run(["gcc", "-E", "-P", "-x", "c", "-"], "\n".join(lines) + "\n" + text)
    if status != 0:
        raise RuntimeError(output)
    return output


def glsl_shader(header, defines):
    path = locate(header)
    text = glsl_preprocessed(path, defines)
    bodies, calls = [], []
    # An accessor defined by the header.
    own = r"FFTC_FN\w*\s+FFTC_ACCESSOR\s*\(\s*\w+\s*,\s*(\w+)\s*,\s*\(([^()]*)\)"
    defined = {name for name, _ in re.findall(own, text)}
    for match in re.finditer(r"FFTC_ACCESSOR\s*\(", text):
        kind, name, parameters = split_parameters(braced(text, match.end() - 1))
        if name in defined:
            continue
        defined.add(name)
        body = "" if kind == "void" else f"{kind} z; return z;"
        parameters = ", ".join(values(parameters.strip()[1:-1]))
        bodies.append(f"{kind} {name}({parameters}) {{ {body} }}")
    functions = re.findall(own, text)
    for match in re.finditer(r"FFTC_FN\w*\s+\w+\s+(\w+)\s*\(", text):
        functions.append((match.group(1), braced(text, match.end() - 1)))
    for name, parameters in functions:
        arguments, locals_ = [], []
        for i, parameter in enumerate(values(parameters)):
            words = re.sub(r"\b(const|in|out|inout)\b", "", parameter)
            declared = re.match(r"\s*(\w+)\s+\w+\s*(\[\s*\w+\s*\])?\s*$", words)
            if declared is None:
                raise ValueError(f"{header}: cannot read the parameter '{parameter}' of {name}")
            locals_.append(f"{declared.group(1)} a{i}{declared.group(2) or ''};")
            arguments.append(f"a{i}")
        calls.append(f"    {{ {' '.join(locals_)} {name}({', '.join(arguments)}); }}")
    shader = ["#version 450", "#extension GL_GOOGLE_include_directive : require"]
    shader += [f"#define {k} {v}" for k, v in defines.items()]
    shader += [f'#include "{header}"', *bodies, "layout(local_size_x = 32) in;", "void main()", "{", *calls, "}", ""]
    return "\n".join(shader), len(calls)


def without_names(binary):
    """A module that says the same without what its identifiers were called: the hundreds that are called
    alike take spirv-val most of its time (it looks for free names by counting up)."""
    words = array.array("I", binary)
    kept, at = words[:5], 5
    while at < len(words):
        opcode, size = words[at] & 0xffff, words[at] >> 16
        if opcode not in (5, 6):  # OpName, OpMemberName
            kept += words[at:at + size]
        at += max(size, 1)
    return kept.tobytes()


def validated(path):
    path.write_bytes(without_names(path.read_bytes()))
    return run(["spirv-val", "--target-env", "vulkan1.1", str(path)])


def glsl_write(directory, job):
    """A shader of the directory for a header, a precision and an option; (title, whether both compilers see it,
    file, functions)."""
    number, (header, (precision, option)) = job
    shader, calls = glsl_shader(header, {**PARAMETERS, **OPTIONS[option], "FFTC_PRECISION": precision})
    source = directory / f"{number}.comp"
    source.write_text(shader)
    return f"{header} f{precision}{option}", ALL or (precision == 32 and option != ""), source, calls


def glslc_all(directory, sources):
    """One process for all, since a process takes longest to read the language's own functions. It goes on
    after a mistake. Returns the status, and {source: what it said}, None for what names no source."""
    status, output = run(["glslc", "-c", "-Werror", "--target-env=vulkan1.1", *include_flags(), *map(str, sources)],
                         cwd=directory)
    said = {}
    for line in output.splitlines():
        named = re.match(r"(\S+?):", line)
        source = pathlib.Path(named.group(1)) if named else None
        said[source] = said.get(source, "") + line + "\n"
    return status, said


def glsl_one(directory, said, title, both, source, calls):
    modules = [directory / f"{source.name}{suffix}" for suffix in (".glslang.spv", ".spv")]
    steps = [("glslangValidator", lambda: run(["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.1",
                                               *include_flags(), str(source), "-o", str(modules[0])])),
             ("spirv-val", lambda: validated(modules[0])),
             ("glslc", lambda: (0 if modules[1].exists() and source not in said else 1, said.get(source, ""))),
             ("spirv-val", lambda: validated(modules[1]))]
    if not both:
        steps = steps[2:]
    for name, step in steps:
        status, output = step()
        if status != 0 or "warning" in output.lower():
            return f"{name} {title}", status or 1, output + source.read_text()
    return f"glsl {title} ({calls} functions)", 0, ""


def glsl(fault):
    headers = [header for header in kernel_headers(fault) if header not in C_ONLY]
    jobs = itertools.product(headers, cases())
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        written = [glsl_write(directory, job) for job in enumerate(jobs)]
        sources = {source for _, _, source, _ in written}
        status, said = glslc_all(directory, [source for _, _, source, _ in written])
        if status != 0 and not sources & set(said):
            yield "glslc", status, "\n".join(said.values())
        yield from (glsl_one(directory, said, *shader) for shader in written)


# --- names ---

@functools.lru_cache(maxsize=4)
def declared(text):
    """Names that a C unit declares at file scope, by clang: one line of its dump for each declaration there,
    and for each constant of an enumeration, which ends in the name, or the name and its type."""
    done = subprocess.run(["clang", "-x", "c", "-std=c11", "-fsyntax-only", *include_flags(),
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
    status, output = run(["gcc", "-x", "c", "-std=c11", *include_flags(), "-dM", "-E", "-"], text)
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
            yield header, 1, f"tests/test_headers.py has no value for {', '.join(sorted(unknown))}"
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


# --- parameters that must agree with each other, or lie in a range ---

# What a shader of one's own that includes a kernel header has beside PARAMETERS.
SHADER = {"FFTC_SUBGROUPS": "", "FFTC_SHARED_WORDS": "1024u", "FFTC_LINE_ONLY": "", "FFTC_LINE_WITH_6": "",
          "FFTC_LINE_WITH_10": ""}
# Of lines the number of invocations, and fft_pass.h without what comes on top of it.
LINES = {"FFTC_WORKGROUP_LOG2": None, "FFTC_GROUP": "FFTC_LINE_COUNT * FFTC_LINE_INVOCATIONS"}
ALONE = {"FFTC_CONVOLUTION_ROLE": None}
# The kernel header (of fftcore/kernel), what is defined otherwise (None: not at all), and what the compiler says.
AGREEMENTS = [
    ("exchange.h", {"FFTC_WORKGROUP_LOG2": "17u"}, "FFTC_WORKGROUP_LOG2_must_be_at_most_16"),
    ("exchange.h", {"FFTC_SHARED_WORDS": "63u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("mirror.h", {"FFTC_SHARED_WORDS": "63u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("workgroup_fft.h", {"FFTC_SHARED_WORDS": "127u", "FFTC_PRECISION": "64"},
     "FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "0u"}, "FFTC_ELEMENTS_LOG2_must_be_1_to_30"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "-1"}, "FFTC_ELEMENTS_LOG2_must_be_1_to_30"),
    ("workgroup_fft.h", {"FFTC_ELEMENTS_LOG2": "26u"}, "FFTC_ELEMENTS_LOG2_and_FFTC_WORKGROUP_LOG2_must_sum_to_30_at_most"),
    ("workgroup_fft.h", {"FFTC_SUBGROUP_LOG2": "8u"}, "FFTC_SUBGROUP_LOG2_must_be_at_most_7"),
    ("workgroup_fft.h", {"FFTC_TWIDDLE_COMPUTED": "", "FFTC_TWIDDLE_STAGED": ""}, "FFTC_TWIDDLE_STAGED, not both"),
    ("accessor.h", {"FFTC_CHANNELS": "0u"}, "FFTC_CHANNELS_must_be_at_least_1"),
    ("accessor.h", {"FFTC_ELEMENTS": "3u"}, "FFTC_ELEMENTS_must_be_at_least_1_shifted_by_FFTC_ELEMENTS_LOG2"),
    ("scan.h", {"FFTC_SUBGROUP_LOG2": "8u"}, "FFTC_SUBGROUP_LOG2_must_be_at_most_7"),
    ("scan.h", {"FFTC_SCAN_WORDS": "0u"}, "FFTC_SCAN_WORDS_must_be_at_least_1"),
    ("scan.h", {"FFTC_SHARED_WORDS": "79u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_SCAN_SHARED_WORDS"),
    ("scan.h", {"FFTC_SHARED_WORDS": "127u", "FFTC_SUBGROUP_LOG2": "0u"},
     "FFTC_SHARED_WORDS_must_be_at_least_FFTC_SCAN_SHARED_WORDS"),
    ("stencil.h", {"FFTC_TILE_WORDS": "0u"}, "FFTC_TILE_WORDS_must_be_at_least_1"),
    ("stencil.h", {"FFTC_TILE_COLUMNS_LOG2": "13u"}, "FFTC_TILE_COLUMNS_LOG2_must_be_at_most_12"),
    ("stencil.h", {"FFTC_TILE_ROWS_LOG2": "13u"}, "FFTC_TILE_ROWS_LOG2_must_be_at_most_12"),
    ("stencil.h", {"FFTC_TILE_REACH_COLUMNS": "4097u"}, "FFTC_TILE_REACH_COLUMNS_must_be_at_most_4096"),
    ("stencil.h", {"FFTC_TILE_REACH_ROWS": "4097u"}, "FFTC_TILE_REACH_ROWS_must_be_at_most_4096"),
    ("stencil.h", {"FFTC_TILE_ROWS_LOG2": "0u"}, "FFTC_TILE_COLUMNS_LOG2_and_FFTC_TILE_ROWS_LOG2_must_sum_to_FFTC_WORKGROUP"),
    ("stencil.h", {"FFTC_SHARED_WORDS": "447u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_TILE_SHARED_WORDS"),
    # Lines and passes. Of the parameters that are 0 or 1 some stand for all.
    ("line_fft.h", {"FFTC_LINE_STAGES": "7u"}, "FFTC_LINE_STAGES_must_be_1_to_6"),
    ("line_fft.h", {"FFTC_LINE_RADIX_0": "33u"}, "FFTC_LINE_RADIX_0_must_be_1_to_32"),
    ("line_fft.h", {"FFTC_LINE_RADIX_1": "1u"}, "FFTC_LINE_RADIX_1_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_2": "2u"}, "FFTC_LINE_RADIX_2_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_3": "2u"}, "FFTC_LINE_RADIX_3_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_4": "2u"}, "FFTC_LINE_RADIX_4_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_5": "2u"}, "FFTC_LINE_RADIX_5_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES"),
    ("line_fft.h", {"FFTC_LINE_RADIX_1": "5u"}, "FFTC_LINE_RADIX_0_to_5_must_multiply_to_FFTC_LINE_POINTS"),
    ("line_fft.h", {"FFTC_LINE_INVOCATIONS": "0u"}, "FFTC_LINE_INVOCATIONS_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_COUNT": "0u"}, "FFTC_LINE_COUNT_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_REGISTERS": "19u"},
     "FFTC_LINE_REGISTERS_must_be_at_least_the_points_that_an_invocation_holds"),
    ("line_fft.h", {"FFTC_LINE_WORDS": "3u"}, "FFTC_LINE_WORDS_must_be_1_2_or_4_and_at_most_FFTC_COMPLEX_WORDS"),
    ("line_fft.h", {"FFTC_LINE_ROUNDS": "0u"}, "FFTC_LINE_ROUNDS_must_be_at_least_1"),
    ("line_fft.h", {"FFTC_LINE_PAD_LOG2": "32u"}, "FFTC_LINE_PAD_LOG2_must_be_at_most_31"),
    ("line_fft.h", {"FFTC_LINE_STRIDE": "60u"}, "FFTC_LINE_STRIDE_must_be_at_least_a_round_with_its_padding"),
    ("line_fft.h", {"FFTC_LINE_LOAD_ACROSS": "2u"}, "FFTC_LINE_LOAD_ACROSS_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_STORE_ACROSS": "2u"}, "FFTC_LINE_STORE_ACROSS_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_IN_SUBGROUP": "2u"}, "FFTC_LINE_IN_SUBGROUP_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_HELD": "2u"}, "FFTC_LINE_HELD_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_IN_PLACE": "2u"}, "FFTC_LINE_IN_PLACE_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_FACTORED": "2u"}, "FFTC_LINE_FACTORED_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_INVERSE": "2u"}, "FFTC_LINE_INVERSE_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_SCALED": "2u"}, "FFTC_LINE_SCALED_must_be_0_or_1"),
    ("line_fft.h", {"FFTC_LINE_STAGES": "1u"},
     "FFTC_LINE_LOAD_ACROSS_and_FFTC_LINE_STORE_ACROSS_must_be_the_same_with_one_stage"),
    ("line_fft.h", {"FFTC_LINE_IN_SUBGROUP": "1u"},
     "FFTC_LINE_IN_SUBGROUP_needs_a_power_of_two_as_FFTC_LINE_INVOCATIONS_and_no_ACROSS"),
    ("line_fft.h", {"FFTC_LINE_INVOCATIONS": "2u", "FFTC_LINE_REGISTERS": "30u"},
     "FFTC_LINE_HELD_needs_at_most_8_factors_in_each_stage"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "3u"}, "FFTC_LINE_GATHERED_must_be_0_1_or_2"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "1u"}, "FFTC_LINE_GATHERED_needs_lines_that_are_neither_across_nor_factored"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "1u"},
     "FFTC_LINE_GATHERED_1_needs_one_stage_of_one_invocation_and_no_mirrors"),
    ("line_fft.h", {"FFTC_LINE_GATHERED": "2u"},
     "FFTC_LINE_GATHERED_2_needs_mirrors_within_lines_one_round_no_padding_and_registers"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_PLANE": "3u"},
     "FFTC_LINE_PLANE_needs_powers_of_two_and_FFTC_LINE_PLANE_to_divide_the_invocations"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_HELD": "1u"},
     "FFTC_LINE_PLANE_needs_lines_not_across_mirrored_gathered_held_or_factored"),
    ("line_fft.h", {**PLANES, "FFTC_LINE_PLANE": "4u"}, "FFTC_LINE_PLANE_STAGE_must_have_the_radices_of_a_row_before_it"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "1u"},
     "FFTC_LINE_MIRRORED_LOAD_or_FFTC_LINE_MIRRORED_STORE_must_be_0_the_other_at_most_2"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "2u", "FFTC_LINE_MIRRORED_STORE": "0u"},
     "FFTC_LINE_MIRRORED_LOAD_2_needs_FFTC_LINE_LOAD_ACROSS"),
    ("line_mirror.h", {"FFTC_LINE_STORE_ACROSS": "0u"}, "FFTC_LINE_MIRRORED_STORE_2_needs_FFTC_LINE_STORE_ACROSS"),
    ("line_mirror.h", {"FFTC_LINE_COUNT": "5u"}, "FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_LINE_COUNT"),
    ("line_mirror.h", {"FFTC_LINE_MIRRORED_LOAD": "1u", "FFTC_LINE_MIRRORED_STORE": "0u", "FFTC_LINE_INVOCATIONS": "2u"},
     "FFTC_LINE_MIRRORED_LOAD_needs_an_even_number_of_butterflies_of_FFTC_LINE_RADIX_0"),
    ("line_mirror.h", {"FFTC_LINE_INVOCATIONS": "10u"},
     "FFTC_LINE_MIRRORED_STORE_needs_an_even_number_of_butterflies_of_the_last_radix"),
    ("line_fft.h", {"FFTC_SHARED_WORDS": "243u"}, "FFTC_SHARED_WORDS_must_be_at_least_FFTC_LINE_SHARED_WORDS"),
    ("fft_pass.h", {"FFTC_PASS_LINES": "0u"}, "FFTC_PASS_LINES_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_BEFORE": "3u"}, "FFTC_PASS_BEFORE_must_divide_FFTC_PASS_LINES"),
    ("fft_pass.h", {"FFTC_PASS_EVEN": "2u"}, "FFTC_PASS_EVEN_must_be_0_or_1"),
    ("fft_pass.h", {"FFTC_PASS_DIGITS": "5u"}, "FFTC_PASS_DIGITS_must_be_at_most_4"),
    ("fft_pass.h", {"FFTC_PASS_BEFORE": "1u", "FFTC_PASS_FINE": "1u"},
     "FFTC_LINE_FACTORED_needs_FFTC_PASS_BEFORE_above_1"),
    ("fft_pass.h", {**ALONE, "FFTC_LINE_FACTORED": "0u"}, "FFTC_PASS_BEFORE_above_1_needs_FFTC_LINE_FACTORED"),
    ("fft_pass.h", {"FFTC_PASS_SRC_BEGIN": "211u"}, "FFTC_PASS_SRC_BEGIN_must_be_at_most_FFTC_PASS_SRC_END"),
    ("fft_pass.h", {"FFTC_PASS_DST_BEGIN": "421u"}, "FFTC_PASS_DST_BEGIN_must_be_at_most_FFTC_PASS_DST_END"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_SRC_END": "481u"},
     "FFTC_PASS_SRC_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_DST_END": "481u"},
     "FFTC_PASS_DST_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS"),
    ("fft_pass.h", {**ALONE, "FFTC_PASS_BEFORE": "4u"},
     "FFTC_PASS_DST_BEGIN_and_FFTC_PASS_DST_END_must_be_all_but_in_the_last_pass"),
    ("fft_pass.h", {"FFTC_PASS_BESIDE": "6u"}, "FFTC_PASS_BESIDE_must_be_at_most_FFTC_PASS_BESIDE_ALL"),
    ("fft_pass.h", {"FFTC_PASS_FINE": "9u"}, "FFTC_PASS_FINE_must_be_1_to_FFTC_PASS_BEFORE"),
    ("fft_pass.h", {**PLANES, "FFTC_PASS_LINES": "2u"}, "FFTC_LINE_PLANE_needs_FFTC_PASS_LINES_to_be_1"),
    ("fft_pass.h", {"FFTC_PASS_SRC_ROWS": "0u"}, "FFTC_PASS_SRC_COLUMNS_and_FFTC_PASS_SRC_ROWS_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_DST_COLUMNS": "0u"}, "FFTC_PASS_DST_COLUMNS_and_FFTC_PASS_DST_ROWS_must_be_at_least_1"),
    ("fft_pass.h", {"FFTC_PASS_SRC_STRIDE": "2u"}, "FFTC_PASS_SRC_STRIDE_must_be_1_with_bricks"),
    ("fft_pass.h", {"FFTC_PASS_DST_ROWS": "4u"}, "FFTC_PASS_DST_STRIDE_must_be_1_with_bricks"),
    ("real_pass.h", {"FFTC_REAL_LOAD": "14u"}, "FFTC_REAL_LOAD_must_be_one_of_FFTC_EDGE"),
    ("real_pass.h", {"FFTC_REAL_STORE": "14u"}, "FFTC_REAL_STORE_must_be_one_of_FFTC_EDGE"),
    ("real_pass.h", {"FFTC_REAL_SINE": "2u"}, "FFTC_REAL_SINE_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_ORTHOGONAL": "2u"}, "FFTC_REAL_ORTHOGONAL_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_ONCE": "2u"}, "FFTC_REAL_ONCE_must_be_0_or_1"),
    ("real_pass.h", {"FFTC_REAL_POINTS": "480u"},
     "FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_LOAD_says"),
    ("real_pass.h", {"FFTC_REAL_STORE": "FFTC_EDGE_REALS"},
     "FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_STORE_says"),
    ("real_pass.h", {"FFTC_REAL_LOAD": "FFTC_EDGE_SPECTRUM"},
     "FFTC_REAL_LOAD_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_LOAD"),
    ("real_pass.h", {"FFTC_LINE_MIRRORED_STORE": "0u"},
     "FFTC_REAL_STORE_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_STORE"),
    ("real_pass.h", {"FFTC_PASS_LINES": "7u"}, "FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_PASS_LINES"),
    ("mapped_pass.h", {"FFTC_MAP_WRAPPED": "3u"}, "FFTC_MAP_WRAPPED_must_be_0_1_or_2"),
    ("mapped_pass.h", {"FFTC_MAP_MODULUS": "0u"}, "FFTC_MAP_WRAPPED_1_needs_FFTC_MAP_MODULUS_above_0"),
    ("mapped_pass.h", {"FFTC_MAP_MIRRORED": "2u"}, "FFTC_MAP_MIRRORED_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_CONJUGATE": "2u"}, "FFTC_MAP_CONJUGATE_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_SRC_REAL": "2u"}, "FFTC_MAP_SRC_REAL_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_DST_REAL": "2u"}, "FFTC_MAP_DST_REAL_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_NEGATED": "2u"}, "FFTC_MAP_NEGATED_must_be_0_or_1"),
    ("mapped_pass.h", {"FFTC_MAP_BEGIN": "291u"}, "FFTC_MAP_BEGIN_must_be_at_most_FFTC_MAP_END"),
    ("mapped_pass.h", {"FFTC_PASS_SRC_BEGIN": "3u"}, "FFTC_PASS_SRC_BEGIN_must_be_0_with_maps"),
    ("mapped_pass.h", {"FFTC_PASS_DST_BEGIN": "3u"}, "FFTC_PASS_DST_BEGIN_must_be_0_with_maps"),
    ("mapped_pass.h", {"FFTC_MAP_DIGIT": "3u"}, "FFTC_MAP_DIGIT_must_be_below_FFTC_PASS_DIGITS"),
    ("mapped_pass.h", {"FFTC_MAP_BLOCK_DIGIT": "3u"}, "FFTC_MAP_BLOCK_DIGIT_must_be_below_FFTC_PASS_DIGITS"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_ROLE": "4u"}, "FFTC_CONVOLUTION_ROLE_must_be_1_2_or_3"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_FIRST": "2u"}, "FFTC_CONVOLUTION_FIRST_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_LAST": "2u"}, "FFTC_CONVOLUTION_LAST_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_WEIGHTED": "2u"}, "FFTC_CONVOLUTION_WEIGHTED_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_RIGHT_ANGLE": "2u"}, "FFTC_CONVOLUTION_RIGHT_ANGLE_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_CONJUGATE": "2u"}, "FFTC_CONVOLUTION_CONJUGATE_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_EVEN": "2u"}, "FFTC_CONVOLUTION_EVEN_must_be_0_or_1"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_WEIGHTED": "0u"},
     "FFTC_CONVOLUTION_RIGHT_ANGLE_needs_FFTC_CONVOLUTION_WEIGHTED"),
    ("convolution_pass.h", {"FFTC_CONVOLUTION_ROWS": "0u"}, "FFTC_CONVOLUTION_ROWS_must_be_at_least_1"),
]
ON_LINES = {"line_fft.h", "line_mirror.h", "fft_pass.h", "real_pass.h", "mapped_pass.h", "convolution_pass.h"}
# The same for shaders alone: the last word is what follows the headers.
SHADER_AGREEMENTS = [
    ("workgroup_fft.h", {"FFTC_SUBGROUPS": None}, "FFTC_SUBGROUP_LOG2_above_0_needs_FFTC_SUBGROUPS", ""),
    ("scan.h", {"FFTC_SUBGROUPS": None}, "FFTC_SUBGROUP_LOG2_above_0_needs_FFTC_SUBGROUPS", ""),
    ("workgroup_fft.h", {}, "local_size", "layout(local_size_x = 64) in;"),
    ("workgroup_fft.h", {}, "local_size", "layout(local_size_x = 32, local_size_y = 2) in;"),
    ("workgroup_fft.h", {"FFTC_LOCAL_SIZE": "local_size_x = 8, local_size_y = 8"},
     "FFTC_LOCAL_SIZE_must_have_FFTC_GROUP_invocations", ""),
    ("workgroup_fft.h", {"FFTC_GROUP": "64"}, "FFTC_GROUP_must_be_1_shifted_by_FFTC_WORKGROUP_LOG2", ""),
    ("scan.h", {"FFTC_WORKGROUP_LOG2": None}, "define FFTC_WORKGROUP_LOG2 before common/workgroup.glsl",
     "#define FFTC_WORKGROUP_LOG2 5u\n#include \"fftcore/kernel/scan.h\""),
    ("workgroup.h", {"FFTC_SHARED_WORDS": None}, "define FFTC_SHARED_WORDS", ""),
    ("line_fft.h", {"FFTC_GROUP": "25"}, "FFTC_GROUP_must_be_FFTC_LINE_COUNT_times_FFTC_LINE_INVOCATIONS", ""),
    ("line_fft.h", {"FFTC_SUBGROUPS": None, "FFTC_LINE_IN_SUBGROUP": "1u"}, "FFTC_LINE_IN_SUBGROUP_needs_FFTC_SUBGROUPS", ""),
    ("workgroup.h", {"FFTC_SHARED_WORDS": "0"}, "FFTC_SHARED_WORDS_must_be_at_least_1", ""),
]
# And what is right, or not to be known while compiling.
RIGHT_SHADERS = [
    ("workgroup_fft.h", {"FFTC_SHARED_WORDS": "FFTC_EXCHANGE_SHARED_WORDS"}, "layout(local_size_x = 32) in;"),
    ("workgroup_fft.h", {"FFTC_SUBGROUPS": None, "FFTC_SUBGROUP_LOG2": "0u"}, ""),
    ("workgroup_fft.h", {"FFTC_LOCAL_SIZE": "local_size_x = 8, local_size_y = 4"}, ""),
    ("workgroup_fft.h", {"FFTC_GROUP": "32u"}, ""),
    ("scan.h", {"FFTC_SHARED_WORDS": "FFTC_SCAN_SHARED_WORDS"}, ""),
    ("stencil.h", {"FFTC_SHARED_WORDS": "FFTC_TILE_SHARED_WORDS"}, ""),
    ("workgroup.h", {"FFTC_WORKGROUP_LOG2": None}, "layout(local_size_x = 100) in;"),
    ("workgroup_fft.h", {"FFTC_UNCHECKED": "layout(constant_id = 0) const uint elements_log2 = 2u;",
                         "FFTC_ELEMENTS_LOG2": "elements_log2"}, "layout(local_size_x = 32) in;"),
]


def changed(defines, changes):
    return {name: value for name, value in {**defines, **changes}.items() if value is not None}


def stranger(header, changes, tail):
    """A shader as somebody writes it who has the header of a kernel."""
    lines = LINES if header in ON_LINES else {}
    defines = changed({**PARAMETERS, **SHADER, **lines}, changes)
    head = defines.get("FFTC_UNCHECKED", "")
    return "\n".join(["#version 450", "#extension GL_GOOGLE_include_directive : require",
                      *(f"#define {name} {value}" for name, value in defines.items() if name != "FFTC_UNCHECKED"),
                      *(["#define FFTC_UNCHECKED", head] if head else []),
                      '#include "common/workgroup.glsl"', f'#include "fftcore/kernel/{header}"', tail, "void main() {}", ""])


def agree(fault):
    """A faulty shader, or C unit, is refused by an error that says what is required; the right one is not."""
    INCLUDES[1:] = [ROOT / "shaders"]
    headers = sorted({header for header, *_ in AGREEMENTS + SHADER_AGREEMENTS})
    # Both languages read the same conditions: of them GLSL sees every fourth every day, gcc every second.
    shaders = [(*case, "") for case in AGREEMENTS[::1 if ALL else 4]] + SHADER_AGREEMENTS
    shaders += [(header, changes, None, tail) for header, changes, tail in RIGHT_SHADERS]
    shaders += [(header, {}, None, "") for header in headers]
    for header, changes, phrase, tail in shaders:
        done = subprocess.run(["glslc", "--target-env=vulkan1.1", "-fshader-stage=comp", "-Werror", *include_flags(), "-",
                               "-o", "-"], input=stranger(header, changes, tail).encode(), capture_output=True, check=False)
        output = done.stderr.decode()
        good = phrase in output if phrase else done.returncode == 0
        yield f"glslc {header} {changes} {tail}", 0 if good else 1, output or "compiled"
    # And so does what the documents show.
    for text in re.findall(r"^```glsl\n(.*?)^```$", (ROOT / "docs/shader-fft.md").read_text(), flags=re.M | re.S):
        status, output = run(["glslc", "--target-env=vulkan1.1", "-fshader-stage=comp", "-Werror", *include_flags(), "-", "-o",
                              os.devnull], text)
        yield "docs/shader-fft.md", status, output
    # The other compiler, of the same parser, says it too.
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name) / "faulty.comp"
        source.write_text(stranger("exchange.h", AGREEMENTS[1][1], ""))
        status, output = run(["glslangValidator", "-V", "--target-env", "vulkan1.1", *include_flags(), str(source), "-o",
                              str(source.with_suffix(".spv"))])
        yield "glslangValidator", 0 if status != 0 and AGREEMENTS[1][2] in output else 1, output
    units = AGREEMENTS[::1 if ALL else 2] + [(header, {}, None) for header in headers]
    for (header, changes, phrase), name in itertools.product(units, ("gcc", "clang")):
        if name in SECOND and not ALL and (phrase is None or header != "exchange.h"):
            continue
        text = unit(f"fftcore/kernel/{header}", changed({**PARAMETERS, **SHADER}, changes))
        status, output = run([name, "-x", "c", "-std=c11", "-Wall", "-Wpedantic", "-fsyntax-only", *include_flags(), "-"], text)
        good = status != 0 and phrase in output if phrase else (status, output) == (0, "")
        yield f"{name} {header} {changes}", 0 if good else 1, output or "compiled"
    status, output = run(["gcc", "-x", "c", "-fsyntax-only", *include_flags(), "-"],
                         unit("fftcore/kernel/dialect.h", {"FFTC_LANES": 3}))
    yield "FFTC_LANES 3", 0 if status != 0 and "FFTC_LANES must be" in output else 1, output
    # A variable cannot be judged while compiling, so it is let through.
    variable = unit("fftcore/kernel/workgroup_fft.h", {**PARAMETERS, "FFTC_ELEMENTS_LOG2": "elements_log2"})
    for name, language in (("gcc", "c"), ("clang", "c"), ("g++", "c++"), ("clang++", "c++")):
        status, output = run([name, "-x", language, "-fsyntax-only", *include_flags(), "-"],
                             "static unsigned elements_log2;\n" + variable)
        yield f"{name} with a variable", status, output


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
    global ALL
    ALL = arguments.all
    return report(faults() if what == "faults" else results_of(what))


if __name__ == "__main__":
    sys.exit(main())
