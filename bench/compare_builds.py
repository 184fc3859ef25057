#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the speed of two builds of this library on this machine.

    bench/compare_builds.py BASE NEW [--families LIST] [--precision f32,f64] [--isa avx2] [--rounds N]

BASE and NEW are `fftcore` commands of two builds, made with the same options. Both measure the
cases of a family in turns, as `fftcore bench --fftw none` does (which also checks every result),
once in each round. A case counts with its fastest round: what the machine does besides only
adds time. A ratio is BASE's time over NEW's, so above 1 the new build is faster.

Prints the geometric mean of each family, every case more than 4% slower, and what planning by
estimate takes. Exits with 1 if a result is wrong, with 0 otherwise: speed is for people to judge.
"""
import argparse
import json
import math
import os
import subprocess
import sys

FAMILIES = ("powers", "mixed", "primes", "batches", "ranks", "real", "cosine", "small", "convolutions")
SLOWER = 0.96


def measure(command, family, precision, isa, seconds):
    """Seconds of execution and of planning by case, and the names of wrong cases."""
    environment = dict(os.environ)
    if isa:
        environment["FFTCORE_FORCE_ISA"] = isa
    run = subprocess.run(
        [command, "bench", "--fftw", "none", "--lengths", family, "--precision", precision,
         "--seconds", str(seconds), "--json=-"],
        env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{command}: bench ended with {run.returncode}")
    rows = json.loads(run.stdout)["rows"]
    times = {row["case"]: (row["seconds_first_quartile"], row["plan_seconds"]) for row in rows}
    return times, [row["case"] for row in rows if row["wrong"]]


def geometric_mean(numbers):
    return math.exp(sum(math.log(x) for x in numbers) / len(numbers))


def compare_family(options, family, precision):
    best = {}
    wrong = set()
    for turn in range(2 * options.rounds):
        # ABBA: neither build is always the first after a pause.
        which = (turn + turn // 2) % 2
        times, bad = measure((options.base, options.new)[which], family, precision, options.isa,
                             options.seconds)
        wrong.update(bad)
        for case, pair in times.items():
            slot = best.setdefault(case, [(math.inf, math.inf)] * 2)
            slot[which] = tuple(min(a, b) for a, b in zip(slot[which], pair))
    both = {case: pair for case, pair in best.items() if all(math.isfinite(p[0]) for p in pair)}
    return {case: pair[0][0] / pair[1][0] for case, pair in both.items()}, both, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("new")
    parser.add_argument("--families", default=",".join(FAMILIES),
                        help="as `fftcore bench --lengths` has them, such as random:columns:1:50; "
                             "default: the nine sets")
    parser.add_argument("--precision", default="f32,f64")
    parser.add_argument("--isa", help="hold both builds to an instruction set, say avx2")
    parser.add_argument("--rounds", type=int, default=3, help="of each build (default: 3)")
    parser.add_argument("--seconds", type=float, default=0.03, help="for each case of a round")
    options = parser.parse_args()
    failed = False
    slower = []
    families = options.families.split(",")
    width = max(14, *map(len, families))
    print(f"{'family':<{width}} {'':4} {'cases':>5} {'mean':>6} {'least':>6}  {'planning':>8}")
    for family in families:
        for precision in options.precision.split(","):
            ratios, times, wrong = compare_family(options, family, precision)
            planning = geometric_mean([pair[0][1] / pair[1][1] for pair in times.values()])
            print(f"{family:<{width}} {precision:4} {len(ratios):5} {geometric_mean(ratios.values()):6.3f} "
                  f"{min(ratios.values()):6.3f}  {planning:8.3f}", flush=True)
            slower += [(ratio, precision, case, times[case]) for case, ratio in ratios.items()
                       if ratio < SLOWER]
            for case in sorted(wrong):
                failed = True
                print(f"  WRONG: {precision} {case}")
    print(f"\n{len(slower)} case{'' if len(slower) == 1 else 's'} more than 4% slower")
    for ratio, precision, case, (base, new) in sorted(slower):
        print(f"  {ratio:5.3f}  {precision} {case}: {base[0] * 1e6:.4g} us, now {new[0] * 1e6:.4g} us")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
