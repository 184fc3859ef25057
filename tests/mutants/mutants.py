#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation tests of the shipped kernels: are the emulator and its checks able to see a mistake?

Every mutant of a kernel header (mutations.py) takes the header's place, and driver.c runs the
kernels with it in the emulator: several shapes, subgroup sizes, schedules and seeds. It is killed if
that gives a finding, another result than the headers as they are (after any stage), or no end. One
that survives must be listed, with the reason why it cannot misbehave, in equivalent.txt; one that is
listed must survive.

    mutants.py barriers --library libfftcore.a    the barriers of every header
    mutants.py indices  --library libfftcore.a    the arithmetic that decides who gets what

Exit status: 0 if all is as said, 1 if not.
"""
import argparse
import concurrent.futures
import pathlib
import signal
import subprocess
import sys
import tempfile
from collections import Counter

sys.dont_write_bytecode = True  # the source tree stays as it is
import mutations  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = HERE.parent.parent / "include" / "fftcore" / "kernel"

# What is not part of a kernel: the languages, and the contract of the environment.
NOT_KERNELS = {"dialect.h", "dialect_c.h", "precision.h", "workgroup.h"}

# Whose arithmetic the driver reaches; the others have exhaustive tests and fuzz targets.
INDEX_HEADERS = {"exchange.h", "workgroup_fft.h", "mirror.h", "butterfly.h", "butterfly_line.h", "butterfly_pass.h", "accessor.h", "real.h"}

# Headers whose barriers the driver reaches through lines alone, with accessors of their own;
# the others do without lines, which take most of the compiler's time.
LINES = {"line_cross.h", "line_gather.h", "line_rows.h", "line_convolution.h", "resample_line.h"}

# The driver is built once for each of these; the first does without accessor.h.
VARIANTS = ([], ["-DDRIVER_REGISTERS"], ["-DDRIVER_CHANNELS"])


def reduced(kind, header):
    """What of the driver a mutant of a header does without. Indices that are wrong are so in any schedule."""
    lines = ["-DDRIVER_ONLY_LINES" if header in LINES else "-DDRIVER_WITHOUT_LINES"]
    return lines + (["-DDRIVER_ONE_SCHEDULE"] if kind == "indices" else [])


def variants(kind, header):
    """Flags of those drivers that have something to say of a header."""
    which = (0,) if header in LINES else (1, 2) if header == "accessor.h" else (0, 1)
    return [tuple(VARIANTS[number] + reduced(kind, header)) for number in which]


class Bench:
    """Compiles and runs the driver with one header replaced."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.expected = {}

    def outcome(self, number, mutant, flags):
        """(exit status or a word, first line of output); `mutant` None: the headers as they are."""
        place = self.folder / f"{number}"
        include = place / "fftcore" / "kernel"
        include.mkdir(parents=True, exist_ok=True)
        if mutant is not None:
            where = include if (KERNEL / mutant.header).exists() else place
            (where / mutant.header).write_text(mutant.text)
        program = place / "driver"
        compiled = subprocess.run(
            [self.arguments.cc, "-std=gnu11", "-O0", "-w", "-ffp-contract=off", "-DFFTC_CALLS", "-fsanitize=bounds",
             "-fsanitize-undefined-trap-on-error", *flags, f"-I{place}", f"-I{KERNEL.parent.parent}", f"-I{HERE}", str(HERE / "driver.c"),
             str(self.arguments.library), "-pthread", "-lm", "-o", str(program)],
            capture_output=True, text=True)
        if compiled.returncode != 0:
            return "compile", compiled.stderr.strip().split("\n")[0]
        ran = subprocess.run([str(program)], capture_output=True, text=True, errors="replace",
                             env={"LD_LIBRARY_PATH": str(self.arguments.library.parent)})
        if ran.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return ran.returncode, "does not end"
        if ran.returncode < 0:
            return ran.returncode, f"is ended by {signal.Signals(-ran.returncode).name}"
        return ran.returncode, ran.stdout.strip().split("\n")[0]

    def prepare(self, mutants):
        """What the headers as they are give; they must be clean."""
        drivers = sorted({flags for m in mutants for flags in variants(self.arguments.kind, m.header)})
        for number, flags in enumerate(drivers):
            status, line = self.outcome(f"original{number}", None, flags)
            if status != 0 or not line.startswith("result "):
                sys.exit(f"mutants: the headers as they are fail: {line}")
            self.expected[flags] = line.split()

    def judge(self, number, mutant):
        """(verdict, why): killed, survived or stillborn."""
        for flags in variants(self.arguments.kind, mutant.header):
            status, line = self.outcome(number, mutant, flags)
            if status == "compile":
                return "stillborn", line
            if status != 0:
                return "killed", line
            words = line.split()
            if words[1] != self.expected[flags][1]:
                return "killed", "another result"
            # Index mutants must not change the documented number of barriers either; of barrier
            # mutants that says nothing, since most of them change it by definition.
            if self.arguments.kind == "indices" and words[2] != self.expected[flags][2]:
                return "killed", "another number of barriers"
        return "survived", ""


def read_equivalents(path, kind):
    """{mutant: reason} of one section: paragraphs that say why, each with indented names below."""
    reasons, section, reason, last_was_name = {}, None, "", True
    for line in path.read_text().split("\n"):
        if line.startswith("["):
            section = line.strip("[]")
        elif section != kind or not line.strip() or line.startswith("#"):
            continue
        elif line.startswith("    "):
            assert reason, f"no reason is given for {line.strip()}"
            reasons[line.strip()] = reason
            last_was_name = True
        else:
            reason = line if last_was_name else reason + " " + line
            last_was_name = False
    return reasons


def collect(kind):
    texts = {path.name: path.read_text() for path in sorted(KERNEL.glob("*.h"))
             if path.name not in NOT_KERNELS}
    if kind == "indices":
        return [m for header, text in texts.items() if header in INDEX_HEADERS
                for m in mutations.index_mutants(header, text)]
    waiting = set(mutations.BARRIERS)
    for text in texts.values():
        waiting |= mutations.wrappers(text)
    return [m for header, text in texts.items()
            for m in mutations.barrier_mutants(header, text, waiting)]


def kind_of_finding(why):
    """The finding's kind out of the driver's line, for the summary."""
    word = why.split(": ")[1].split(" ")[0] if why.count(": ") >= 2 else why
    return word if "-" in word else why.rsplit(": ", 1)[-1]


def report(mutants, verdicts, equivalents, names, verbose):
    """Prints; returns the number of things that are not as they should be. `names` are all mutants'."""
    wrong = []
    killers = Counter()
    for mutant, (verdict, why) in zip(mutants, verdicts):
        listed = mutant.name in equivalents
        if verbose:
            print(f"{verdict:9} {mutant.name} (line {mutant.line}): {why}")
        if verdict == "killed":
            killers[kind_of_finding(why)] += 1
            if listed:
                wrong.append(f"listed as equivalent, but killed: {mutant.name} ({why})")
        elif verdict == "survived" and not listed:
            wrong.append(f"survived: {mutant.name} (line {mutant.line}) {why}")
    for name in sorted(set(equivalents) - names):
        wrong.append(f"listed as equivalent, but there is no such mutant: {name}")

    count = Counter(verdict for verdict, _ in verdicts)
    equivalent = sum(m.name in equivalents and v[0] == "survived"
                     for m, v in zip(mutants, verdicts))
    able = len(mutants) - count["stillborn"] - equivalent
    print(f"mutants: {len(mutants)}, of which {count['stillborn']} do not compile "
          f"and {equivalent} are equivalent")
    print(f"killed: {count['killed']} of {able} that can misbehave")
    for kind, times in killers.most_common():
        print(f"    {times:4} by {kind}")
    for line in wrong:
        print(line)
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=["barriers", "indices"])
    parser.add_argument("--library", required=True, type=pathlib.Path, help="libfftcore.a")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="judge one mutant of so many that follow each other")
    parser.add_argument("--others", action="store_true", help="those that --every leaves out")
    parser.add_argument("--header", help="judge the mutants of this header alone")
    parser.add_argument("--verbose", action="store_true", help="one line for each mutant")
    arguments = parser.parse_args()
    equivalents = read_equivalents(HERE / "equivalent.txt", arguments.kind)
    every_one = collect(arguments.kind)
    names = Counter(mutant.name for mutant in every_one)
    assert names.most_common(1)[0][1] == 1, names.most_common(3)
    mutants = [m for m in every_one if arguments.header in (None, m.header)]
    mutants = [m for i, m in enumerate(mutants) if (i % arguments.every != 0) == arguments.others]
    with tempfile.TemporaryDirectory(prefix="fftcore-mutants-") as folder:
        bench = Bench(arguments, pathlib.Path(folder))
        bench.prepare(mutants)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            verdicts = list(pool.map(bench.judge, range(len(mutants)), mutants))
    return 1 if report(mutants, verdicts, equivalents, set(names), arguments.verbose) != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
