#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The windowed sinc that spectra are resampled with, as a polynomial.

    sinc_constants.py kernel    include/fftcore/kernel/resample_sinc.h, for resample.h

Writes that file to standard output; with --check it compares, and exits with 1 if the file is another one.
"""
import math
from fractions import Fraction

from prime_constants import ROOT, write_or_check

TERMS = 8
FACTORS = 4000


def zeros(u):
    """What takes the zeros of sinc(x) sinc(x / 3) up to x = 3, with u = x x."""
    return (1 - u) * (1 - u / 4) * (1 - u / 9) ** 2


def rest(u):
    """sinc(x) sinc(x / 3) over zeros(u), by the product of the other zeros; the last term is the logarithm of those
    beyond FACTORS."""
    logarithm = sum(math.log1p(-u / (n * n)) for n in range(4, FACTORS))
    logarithm += sum(math.log1p(-u / (9 * n * n)) for n in range(2, FACTORS))
    return math.exp(logarithm - (u + u / 9) / (FACTORS - 0.5))


def fit():
    """Coefficients c of rest(u) = 1 + u (c0 + c1 u + ...), through Chebyshev's nodes of 0 .. 9, by Newton."""
    nodes = [Fraction(4.5 + 4.5 * math.cos(math.pi * (2 * k + 1) / (2 * TERMS))) for k in range(TERMS)]
    c = [Fraction((rest(float(u)) - 1) / float(u)) for u in nodes]
    for j in range(1, TERMS):
        for i in range(TERMS - 1, j - 1, -1):
            c[i] = (c[i] - c[i - 1]) / (nodes[i] - nodes[i - j])
    polynomial = [Fraction(0)]
    for i in range(TERMS - 1, -1, -1):
        shifted = [Fraction(0), *polynomial]
        for k, a in enumerate(polynomial):
            shifted[k] -= a * nodes[i]
        shifted[0] += c[i]
        polynomial = shifted
    return [float(a) for a in polynomial[:TERMS]]


def kernel():
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Made by scripts/sinc_constants.py: sinc(x) sinc(x / 3), up to x = 3, for resample.h. With u ="
    yield " * x x it is (1 - u) (1 - u / 4) (1 - u / 9)^2 (1 + u p(u)), where p is what is below: its zeros"
    yield " * are exact, it is 1 at 0, and it is wrong by 3e-8 at most. */"
    yield "#ifndef FFTC_RESAMPLE_SINC_H"
    yield "#define FFTC_RESAMPLE_SINC_H"
    yield ""
    yield '#include "fftcore/kernel/dialect.h"'
    yield ""
    yield "FFTC_FN fftc_wide fftc_resample_sinc_rest(fftc_wide u)"
    yield "{"
    coefficients = fit()
    yield f"    FFTC_PRECISE fftc_wide p = FFTC_WIDE({coefficients[-1]:.10g});"
    for c in reversed(coefficients[:-1]):
        yield f"    p = p * u + FFTC_WIDE({c:.10g});"
    yield "    p = p * u + FFTC_WIDE(1.0);"
    yield "    return p;"
    yield "}"
    yield ""
    yield "#endif"


FILES = {"kernel": (kernel, ROOT / "include" / "fftcore" / "kernel" / "resample_sinc.h")}

if __name__ == "__main__":
    write_or_check(__doc__, FILES)
