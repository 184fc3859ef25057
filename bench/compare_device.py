#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One table of `fftcore bench --device` and, where there is one, of cufft_bench, on the same cases one after the other.

  bench/compare_device.py --fftcore build/dev/tools/fftcore --cufft build/dev/bench/cufft_bench -- --lengths 2^10,2^20

What follows `--` goes to both programs, and so must be an option that both have: --lengths, --precision, --mib,
--single, --inverse. Options of fftcore alone: --own="--registers 16 --addresses".
"""
import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile


def measure(command, directory, name):
    """The rows of one program, by case. Its table goes to standard error while it runs."""
    path = pathlib.Path(directory) / name
    done = subprocess.run([*command, "--json", str(path)], stdout=sys.stderr, check=False)
    if not path.exists():
        sys.exit(f"{command[0]} wrote no result (exit status {done.returncode})")
    result = json.loads(path.read_text())
    if done.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)}: exit status {done.returncode}")
    return result, done.returncode


def number(text, value, scale=1.0):
    return "" if value is None else text.format(scale * value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fftcore", required=True, help="the fftcore command")
    parser.add_argument("--device", default="0", help="as `fftcore info` numbers them")
    parser.add_argument("--cufft", help="cufft_bench; left out, or not there: fftcore alone")
    parser.add_argument("--own", default="", help="options of fftcore's alone")
    parser.add_argument("both", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    both = [word for word in given.both if word != "--"]
    with tempfile.TemporaryDirectory() as directory:
        ours, status = measure([given.fftcore, "bench", "--device", given.device, *both, *shlex.split(given.own)],
                               directory, "ours.json")
        theirs = {}
        if given.cufft and os.access(given.cufft, os.X_OK):
            peer, _ = measure([given.cufft, *both], directory, "cufft.json")
            theirs = {row["case"]: row for row in peer["rows"]}
            print(f"cuFFT {peer['cufft']} on {peer['device']}")
    print(f"fftcore on {ours['device']}; a copy of {ours['bytes'] / 2**20:.0f} MiB: {1e6 * ours['copy_seconds']:.0f} us\n")
    print("| case | us | % of the copy | error | cuFFT us | its error | fftcore / cuFFT |")
    print("|---|---|---|---|---|---|---|")
    for row in ours["rows"]:
        peer = theirs.get(row["case"], {})
        ratio = row["seconds"] / peer["seconds"] if peer else None
        print(f"| {row['case']} | {1e6 * row['seconds']:.1f} | {100 * row['part_of_copy']:.1f} | {row['error']:.1e} | "
              f"{number('{:.1f}', peer.get('seconds'), 1e6)} | {number('{:.1e}', peer.get('error'))} | "
              f"{number('{:.2f}', ratio)} |")
    return status


if __name__ == "__main__":
    sys.exit(main())
