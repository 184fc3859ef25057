#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/cpu/engine/prime_constants.h to standard output: what a pass of a prime radix needs (prime_tmpl.h)."""
from decimal import Decimal, getcontext

PRIMES = [17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79]
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


def main():
    print("/* SPDX-License-Identifier: MIT")
    print(" *")
    print(" * Made by scripts/prime_constants.py; primes.c includes it. For each prime p, with its")
    print(" * smallest generator g and h = (p - 1) / 2: g^i mod p for i = 0 .. p - 2; then")
    print(" * cos(2 pi g^i / p), and the sines, for i = -h .. h - 1. */")
    print("/* clang-format off */")
    for p in PRIMES:
        g, h = generator(p), (p - 1) // 2
        powers = [pow(g, i, p) for i in range(p - 1)]
        # Angles in (-pi, pi): the residue nearest to 0.
        near = [powers[i] - p if powers[i] > h else powers[i] for i in range(-h, h)]
        angles = [2 * PI * k / p for k in near]
        print(f"FFTC_PRIME({p}, (")
        print(wrapped([str(x) for x in powers]) + "), (")
        print(wrapped([f"R({series(a, 0):.20f})" for a in angles]) + "), (")
        print(wrapped([f"R({series(a, 1):.20f})" for a in angles]) + "))")


main()
