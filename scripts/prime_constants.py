#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cosines and sines that transforms of a prime number of points need.

    prime_constants.py engine    src/cpu/engine/prime_constants.h, for a pass of a prime radix (prime_tmpl.h)
    prime_constants.py kernel    include/fftcore/kernel/codelet_odd_roots.h, for the codelets of codelet_odd.h

Writes that file to standard output; with --check it compares, and exits with 1 if the file is another one.
"""
import argparse
import pathlib
import sys
from decimal import Decimal, getcontext

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODELETS = [17, 19, 23, 29, 31]
PASSES = CODELETS + [37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79]
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
getcontext().prec = 50


def series(angle, first):
    """Cosine (first = 0) or sine (1) of -pi < angle < pi: Taylor's series, whose terms stay below 10."""
    total, term, k = Decimal(0), (angle if first else Decimal(1)), first
    while abs(term) > Decimal("1e-40"):
        total += term
        term *= -angle * angle / ((k + 1) * (k + 2))
        k += 2
    return total


def generator(p):
    return next(g for g in range(2, p) if len({pow(g, i, p) for i in range(p - 1)}) == p - 1)


def wrapped(items):
    lines, line = [], "    "
    for item in items:
        if len(line) + len(item) + 2 > 99:
            lines.append(line.rstrip())
            line = "    "
        line += item + ", "
    return "\n".join([*lines, line.rstrip(", ")])


def engine():
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Made by scripts/prime_constants.py; primes.c includes it. For each prime p, with its"
    yield " * smallest generator g and h = (p - 1) / 2: g^i mod p for i = 0 .. p - 2; then"
    yield " * cos(2 pi g^i / p), and the sines, for i = -h .. h - 1. */"
    yield "/* clang-format off */"
    for p in PASSES:
        g, h = generator(p), (p - 1) // 2
        powers = [pow(g, i, p) for i in range(p - 1)]
        # Angles in (-pi, pi): the residue nearest to 0.
        near = [powers[i] - p if powers[i] > h else powers[i] for i in range(-h, h)]
        angles = [2 * PI * k / p for k in near]
        yield f"FFTC_PRIME({p}, ("
        yield wrapped([str(x) for x in powers]) + "), ("
        yield wrapped([f"R({series(a, 0):.20f})" for a in angles]) + "), ("
        yield wrapped([f"R({series(a, 1):.20f})" for a in angles]) + "))"


def significant(x, digits=24):
    return f"{x:.{digits - 1 - x.adjusted()}f}"


def kernel():
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Made by scripts/prime_constants.py: the roots of unity that codelet_odd.h takes."
    yield " */"
    yield "#ifndef FFTC_CODELET_ODD_ROOTS_H"
    yield "#define FFTC_CODELET_ODD_ROOTS_H"
    yield ""
    yield '#include "fftcore/kernel/dialect.h"'
    yield ""
    yield "/* cos and sin of 2 pi (j + 1) / p, j < (p - 1) / 2. */"
    yield "FFTC_STRUCT(fftc_odd_roots)"
    yield "{"
    yield f"    fftc_real cosine[{CODELETS[-1] // 2}];"
    yield f"    fftc_real sine[{CODELETS[-1] // 2}];"
    yield "};"
    for p in CODELETS:
        yield ""
        yield f"FFTC_FN fftc_odd_roots fftc_odd_roots_{p}(void)"
        yield "{"
        yield "    fftc_odd_roots w;"
        for j in range(p // 2):
            angle = 2 * PI * (j + 1) / p
            yield f"    w.cosine[{j}] = FFTC_REAL({significant(series(angle, 0))});"
            yield f"    w.sine[{j}] = FFTC_REAL({significant(series(angle, 1))});"
        yield "    return w;"
        yield "}"
    yield ""
    yield "#endif"


FILES = {"engine": (engine, ROOT / "src" / "cpu" / "engine" / "prime_constants.h"),
         "kernel": (kernel, ROOT / "include" / "fftcore" / "kernel" / "codelet_odd_roots.h")}


def write_or_check(description, files):
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("file", choices=files)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    write, path = files[arguments.file]
    text = "\n".join(write()) + "\n"
    if not arguments.check:
        sys.stdout.write(text)
    elif path.read_text() != text:
        sys.exit(f"{path.relative_to(ROOT)} is not what {parser.prog} {arguments.file} writes")


if __name__ == "__main__":
    write_or_check(__doc__, FILES)
