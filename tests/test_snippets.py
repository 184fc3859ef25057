#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The C on the pages of docs compiles: test_snippets.py COMPILER INCLUDE...

Blocks of a page follow each other in one function, each in a scope of its own inside of the one before. What they use
and do not declare is in PRELUDE. Pages of kernels, whose blocks are parts of headers, are left to their examples.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = ("scan-barrier.md", "writing-kernels.md")
HEADERS = ("bloom", "convolution", "emulate_bloom", "finite_difference", "fftcore", "scan", "vulkan",
           "vulkan/butterfly", "vulkan/finite_difference", "vulkan/scan")
PRELUDE = "#include <stdio.h>\n#include <stdlib.h>\n" + "".join(f"#include <fftcore/{name}.h>\n" for name in HEADERS) + """
extern float src[], dst[], recording[], filter[], result[];
extern uint64_t picture[2], kernel[2];
extern void *now, *before, *medium;
extern VkBuffer a, b, factors;
extern VkCommandBuffer commands;
extern fftc_vulkan *context;
extern fftc_vulkan_convolution_buffers buffers;
extern fftc_error error;
"""


def program(page, text):
    """A function for the page; messages of the compiler name the page and the line."""
    out, depth = f"void page_{re.sub(r'[^a-z]', '_', page)}(void)\n", 0
    for block in re.finditer(r"^```c\n(.*?)^```$", text, flags=re.M | re.S):
        line = text[:block.start(1)].count("\n") + 1
        out += f'{{\n#line {line} "docs/{page}"\n{block[1]}'
        depth += 1
    return out + "}\n" * depth if depth else ""


def compiled(arguments, text):
    command = [arguments[0], "-std=c11", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-xc", "-",
               *(f"-I{folder}" for folder in arguments[1:])]
    return subprocess.run(command, input=PRELUDE + text, capture_output=True, text=True, check=False)


def main():
    pages = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in KERNELS}
    programs = [program(*page) for page in pages.items()]
    planted = program("planted.md", "```c\nfftc_plan *plan;\n```\n\n```c\nfftc_plan_destroy(plan, 1);\n```\n")
    answer = compiled(sys.argv[1:], planted).stderr
    if "docs/planted.md:6" not in answer:
        print(f"test_snippets.py: a fault is not noticed\n{answer}")
        return 1
    done = compiled(sys.argv[1:], "".join(programs))
    print(done.stderr or f"{sum(map(bool, programs))} pages compile")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
