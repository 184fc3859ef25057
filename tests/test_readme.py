#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documents tell the truth: test_readme.py EXAMPLE... STAGES, the programs that README.md shows, in its
order, and examples/stages.c.

Each C block of the README is the shipped example, the block after it is what that program prints;
docs/gpu-fft.md shows what examples/stages.c prints; `make` targets that the documents name exist, and so do
the files they link to.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def blocks(text):
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S)


def check_examples(programs):
    found = blocks((ROOT / "README.md").read_text())
    positions = [i for i, (language, _) in enumerate(found) if language == "c"]
    if len(positions) != len(programs):
        yield f"README.md: {len(positions)} C programs, and {len(programs)} to compare them with"
    for position, program in zip(positions, programs):
        source = pathlib.Path(program).name.removeprefix("example_") + ".c"
        if found[position][1] != (ROOT / "examples" / source).read_text():
            yield f"README.md: C program {positions.index(position) + 1} is not examples/{source}"
        printed = subprocess.run([program], capture_output=True, text=True, check=False).stdout
        if found[position + 1][1] != printed:
            yield f"README.md: examples/{source} prints\n{printed}"


def check_stages(program):
    printed = subprocess.run([program], capture_output=True, text=True, check=False).stdout
    if [text for _, text in blocks((ROOT / "docs/gpu-fft.md").read_text())] != [printed]:
        yield f"docs/gpu-fft.md: examples/stages.c prints\n{printed}"


def check_documents():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    for document in [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = document.read_text()
        for target in re.findall(r"\bmake ([a-z-]+)`", text):
            if target not in targets:
                yield f"{document.name}: there is no `make {target}`"
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            if not (document.parent / link).exists():
                yield f"{document.name}: {link} does not exist"


def main():
    faults = [*check_examples(sys.argv[1:-1]), *check_stages(sys.argv[-1]), *check_documents()]
    print("\n".join(faults) or "the documents hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
