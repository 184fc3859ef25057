#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Includes point downwards, as docs/architecture.md says: a part of src/ includes itself, public headers, and the
parts listed here; a kernel header includes kernel headers alone. A planted include that points up is found."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BELOW = {
    "src/support": [],
    "src/describe": ["src/support"],
    "src/device": ["src/support", "src/describe"],
    "src/cpu": ["src/support"],
    "src/cpu/engine": ["src/support", "src/cpu"],
    "src/cpu/real": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/plan"],
    "src/cpu/plan": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/real"],
    "src/cpu/convolution": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/plan"],
    "src/cpu/scan": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/plan"],
    "src/cpu/difference": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/plan"],
    "src/cpu/bloom": ["src/support", "src/describe", "src/cpu", "src/cpu/engine", "src/cpu/plan", "src/cpu/convolution"],
    "src/cpu/simd": ["src/support", "src/cpu"],
    "src/cpu/emulate": ["src/support", "src/describe", "src/device", "src/cpu"],
    "src/spirv": ["src/support", "src/cpu", "src/cpu/emulate"],
    "src/fftw3": [],
    "src/gpu": ["src/support", "src/describe", "src/device"],
    "include/fftcore": ["include/fftcore/kernel", "include/fftcore/vulkan"],
    "include/fftcore/vulkan": ["include/fftcore"],
    "include/fftcore/kernel": [],
}


def part(path):
    """The longest name above that the path is in."""
    return max((name for name in BELOW if path.startswith(name + "/")), key=len, default=None)


def faults(texts):
    for path, text in sorted(texts.items()):
        own = part(path)
        for name in re.findall(r'^\s*#\s*include "([^"]+)"', text, flags=re.M):
            target = "include/" + name if name.startswith("fftcore/") else "src/" + name
            other = part(target)
            public = other is not None and other.startswith("include/") and own.startswith("src/")
            if other is None and "/" not in name:
                continue  # a file beside it, or of another library
            if other is None or (other != own and not public and other not in BELOW[own]):
                yield f"{path}: includes {name}, which {own} may not"


def main():
    paths = [p for top in ("src", "include/fftcore") for p in (ROOT / top).rglob("*") if p.suffix in (".c", ".h", ".cpp")]
    texts = {str(p.relative_to(ROOT)): p.read_text() for p in paths}
    found = list(faults(texts))
    for path, name in (("src/support/planted.h", "describe/layout.h"), ("src/device/planted.c", "cpu/plan/plan.h"),
                       ("src/cpu/engine/planted.c", "cpu/plan/plan.h"), ("src/gpu/planted.c", "cpu/parallel.h"),
                       ("include/fftcore/kernel/planted.h", "fftcore/fftcore.h")):
        if not list(faults({path: f'#include "{name}"\n'})):
            found.append(f"this test does not find {name} in {path}")
    print("\n".join(found) or f"{len(texts)} files include downwards")
    return 1 if found or len(texts) < 300 else 0


sys.exit(main())
