#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/pictures/gpu-engine.svg to standard output: a line in a workgroup, and a transform of two passes.

With --check it compares, and exits with 1 if the file is another one.
"""
import pathlib
import sys

COLOURS = ["#54aeff", "#4ac26b", "#d4a72c", "#ff8182"]  # of invocations, or of lines in a tile
EMPTY = "#eaeef2"
CELL = 24

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 520" width="960" height="520" role="img" aria-label="{title}">
  <title>{title}</title>
  <style>
    text {{ font: 14px system-ui, sans-serif; fill: #1f2328 }}
    .head {{ font-weight: 600 }}
    .small {{ font-size: 12px; fill: #57606a }}
    .number {{ font-size: 10px; text-anchor: middle }}
    .line {{ stroke: #57606a; fill: none; marker-end: url(#arrow) }}
  </style>
  <defs>
    <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
      <path d="M0 0 L8 4 L0 8 Z" fill="#57606a"/>
    </marker>
  </defs>
  <rect width="960" height="520" fill="#ffffff"/>"""


def text(x, y, words, kind):
    return f'  <text x="{x}" y="{y}" class="{kind}">{words}</text>'


def cell(x, y, colour, number):
    yield f'  <rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}" stroke="#ffffff"/>'
    yield text(x + CELL // 2, y + 16, number, "number")


def arrow(*points):
    path = " L".join(f"{x} {y}" for x, y in points)
    return f'  <path class="line" d="M{path}"/>'


def line(x, y):
    """16 points by 4 invocations: whose each number is, before and behind each of two stages."""
    yield text(x, y, "A line of N = 16 points: 4 invocations, one colour each, two stages of radix 4", "head")
    rows = [("memory: neighbours read neighbours", lambda i: i % 4),
            ("shared memory: stored by butterflies, real parts first, then imaginary ones", lambda i: i // 4),
            ("shared memory: taken N / 4 apart", lambda i: i % 4),
            ("memory: in order, neighbours write neighbours", lambda i: i % 4)]
    between = ["butterfly of 4 in registers", "barrier", "factors, butterfly of 4 in registers"]
    for n, (label, owner) in enumerate(rows):
        top = y + 18 + 56 * n
        for i in range(16):
            yield from cell(x + CELL * i, top, COLOURS[owner(i)], i)
        yield text(x + CELL * 16 + 16, top + 16, label, "small")
        if n < 3:
            yield arrow((x + 12, top + CELL + 4), (x + 12, top + 52))
            yield text(x + 26, top + CELL + 20, between[n], "small")


def matrix(x, y, columns, rows, colour, label):
    for row in range(rows):
        for column in range(columns):
            yield from cell(x + CELL * column, y + CELL * row, colour(row, column), row * columns + column)
    for n, words in enumerate(label):
        yield text(x, y + CELL * rows + 18 + 16 * n, words, "small")


def passes(x, y):
    """24 points as 4 x 6: a tile of two lines, before and behind the first pass, and in the last one."""
    yield text(x, y, "A transform of n = N1 N2 points in two passes (here 4 and 6): one workgroup's tile of two lines", "head")
    top = y + 18
    first = lambda row, column: COLOURS[column] if column < 2 else EMPTY
    yield from matrix(x, top, 6, 4, first, ["the source: pass 1 reads columns of",
                                            "N1, n / N1 apart, neighbours together"])
    yield arrow((x + CELL * 6 + 14, top + 48), (x + CELL * 6 + 110, top + 48))
    yield text(x + CELL * 6 + 16, top + 40, "transform of N1", "small")
    middle = x + 300
    yield from matrix(middle, top, 4, 6, lambda row, column: COLOURS[row] if row < 2 else EMPTY,
                      ["and writes them as rows"])
    yield arrow((middle + CELL * 4 + 14, top + 48), (middle + CELL * 4 + 160, top + 48))
    yield text(middle + CELL * 4 + 16, top + 40, "factors, transform of N2", "small")
    last = middle + 300
    yield from matrix(last, top, 4, 6, lambda row, column: COLOURS[column + 2] if column < 2 else EMPTY,
                      ["pass 2 reads columns of N2, N1 apart, and writes", "its results in their places: they are in order"])


def main():
    title = "A line in a workgroup, and a transform of two passes"
    lines = [HEAD.format(title=title), *line(20, 28), *passes(20, 300), "</svg>"]
    text = "\n".join(lines) + "\n"
    if sys.argv[1:] != ["--check"]:
        sys.stdout.write(text)
    elif pathlib.Path(__file__).with_suffix(".svg").read_text() != text:
        sys.exit("gpu-engine.svg is not what gpu-engine.py writes")


main()
