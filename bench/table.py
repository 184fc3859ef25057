#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The results of `fftcore bench --json` as tables, such as those of docs/log/2026-11-22-cpu-zen5.md.

  table.py FILE.json...            one table of all rows: GFLOPS, planning, error, FFTW, ratio, share of the ceiling
  table.py --ratios FILE.json...   lengths down, files across: ratios only

The ceiling of a row is the lesser of what the core computes (196 GFLOPS in float, 98 in double: AVX-512, fused
multiply-add) and of the copy of its arrays that was measured in turns with it.
"""
import argparse
import json
import math
import pathlib
import re
import sys

PEAK = {"f32": 196.0, "f64": 98.0}
BYTES = {"f32": 4, "f64": 8}


def short(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return "0"


def ceiling(row, run):
    """Of GFLOPS: nobody computes faster than the units, nor sees every element once in less time than a copy."""
    return min(PEAK[run["precision"]], row["gflops"] * row["seconds"] / row["copy_seconds"])


def title(peer):
    return "MKL" if peer == "mkl" else f"FFTW {peer}"


def speed(peer):
    return "-" if peer["gflops"] is None else f"{peer['gflops']:.1f}"


def sizes(row):
    name = row["case"]
    match = re.fullmatch(r"(\d+)\*(\d+)", name)
    return f"{match[2]} of {match[1]}" if match else name


def kind(row):
    name = row["case"]
    if ":" in name:
        return "real numbers"
    if not name.isdigit():
        return "batches and arrays"
    return "powers of two" if int(name) & (int(name) - 1) == 0 else "other lengths"


def means(rows):
    """One clause for each kind of row."""
    kinds = {}
    for row in rows:
        kinds.setdefault(kind(row), []).append(row["ratio"])
    return "; ".join(f"{what}: geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, "
                     f"least {min(ratios):.2f}" for what, ratios in kinds.items())


def full(runs):
    peers = [peer["name"] for peer in runs[0]["peers"]]
    print("| N | fftcore | of ceiling | plan | error | " + " | ".join(map(title, peers)) + " | ratio |")
    print("|---" * (6 + len(peers)) + "|")
    rows = []
    for run in runs:
        for row in run["rows"]:
            if row["wrong"]:
                sys.exit(f"{row['case']}: wrong result")
            rows.append(row)
            share = 100 * row["gflops"] / ceiling(row, run)
            cells = [sizes(row), f"{row['gflops']:.1f}", f"{share:.0f} %", short(row["plan_seconds"]), f"{row['error']:.1e}"]
            cells += [speed(peer) for peer in row["peers"]] + [f"{row['ratio']:.2f}"]
            print("| " + " | ".join(cells) + " |")
    print("\nRatios of " + means(rows) + ".")


def ratios(runs):
    names = list(dict.fromkeys(row["case"] for run in runs for row in run["rows"]))
    table = [{row["case"]: row["ratio"] for row in run["rows"]} for run in runs]
    print("| N | " + " | ".join(f"{run['isa']} {run['precision']}" for run in runs) + " |")
    print("|---" * (1 + len(runs)) + "|")
    for name in names:
        print(f"| {name} | " + " | ".join(f"{t[name]:.2f}" if name in t else "" for t in table) + " |")
    for run in runs:
        print(f"\n{run['isa']} {run['precision']}, {means(run['rows'])}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--ratios", action="store_true")
    arguments = parser.parse_args()
    runs = [json.loads(path.read_text()) for path in arguments.files]
    ratios(runs) if arguments.ratios else full(runs)


if __name__ == "__main__":
    main()
