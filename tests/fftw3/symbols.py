#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""symbols.py LIBRARY: the names that LIBRARY shows are those of FFTW's libraries on this system, less FFTW's inside.
What FFTW's libraries show of their inside has no declaration in fftw3.h and is no Fortran name."""
import re
import subprocess
import sys


def names(library):
    text = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[2] for line in text.splitlines() if len(line.split()) == 3}


def find(library):
    """Where the dynamic linker finds a library."""
    text = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"^\s*{re.escape(library)} .*=> (\S+)$", text, flags=re.M)
    return found and found.group(1)


def main():
    ours = names(sys.argv[1])
    theirs = set()
    for library in ("libfftw3.so.3", "libfftw3f.so.3", "libfftw3_threads.so.3", "libfftw3f_threads.so.3",
                    "libfftw3_omp.so.3", "libfftw3f_omp.so.3"):
        path = find(library)
        if path is None:
            print(f"{library} is not installed")
            return 77
        theirs |= names(path)
    header = open("/usr/include/fftw3.h", encoding="utf-8").read()
    declared = {prefix + name for prefix in ("fftw_", "fftwf_") for name in re.findall(r"\bX\((\w+)\)", header)}
    interface = {name for name in theirs if name in declared or re.match(r"[ds]fftw_", name)}
    print(*(f"{name} is missing" for name in sorted(interface - ours)),
          *(f"{name} is none of FFTW's" for name in sorted(ours - interface)), sep="\n")
    print(f"{len(ours)} names, {len(interface)} of FFTW's interface")
    return 0 if ours == interface and len(ours) > 300 else 1


sys.exit(main())
