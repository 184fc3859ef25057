#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cosines and sines that points of the circle are computed from.

    circle_constants.py cells    src/cpu/engine/tables/circle_cells.h, for circle.c

Writes that file to standard output; with --check it compares, and exits with 1 if the file is another one.
"""
from decimal import Decimal

from prime_constants import PI, ROOT, series, write_or_check

CELLS = 64 # in an eighth of the circle


def two_doubles(x):
    """The nearest double, and the double nearest to what that leaves out."""
    high = float(x)
    return f"{high!r}, {float(x - Decimal(high))!r}"


def cells():
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Made by scripts/circle_constants.py; circle.c includes it. Cosine and sine of"
    yield f" * pi i / {4 * CELLS}, i = 0 .. {CELLS}, each rounded to double, and what that left out. */"
    yield "/* clang-format off */"
    for i in range(CELLS + 1):
        angle = PI * i / (4 * CELLS)
        yield f"{{{two_doubles(series(angle, 0))},"
        yield f" {two_doubles(series(angle, 1))}}},"


FILES = {"cells": (cells, ROOT / "src" / "cpu" / "engine" / "tables" / "circle_cells.h")}

if __name__ == "__main__":
    write_or_check(__doc__, FILES)
