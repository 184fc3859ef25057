# SPDX-License-Identifier: MIT
"""Shaders that define every accessor of a kernel header and call every function of it: none is left out."""
import array
import itertools
import pathlib
import re
import tempfile

import header_units
from header_units import (
    C_ONLY, cases, dependencies, include_flags, kernel_headers, locate, OPTIONS, PARAMETERS, run,
    without_comments)


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
        body = "" if kind == "void" else f"{kind} anything; return anything;"
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
    return f"{header} f{precision}{option}", header_units.ALL or (precision == 32 and option != ""), source, calls


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
