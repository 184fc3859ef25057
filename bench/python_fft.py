#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fftcore.fft beside scipy.fft, and pyFFTW and mkl_fft where they are installed: calls from Python, in microseconds.

    bench/python_fft.py [--workers 1 2] [--dtypes F D] [--seconds 0.2]

Each call is repeated for so long, all libraries in turn, in rounds; the least time of a call counts. The last lines
have the geometric mean of the quotients. For each case the results are compared before they are timed.
"""
import argparse
import math
import time

import fftcore.fft
import numpy as np
import scipy.fft

CASES = [
    *(("fft", (n,)) for n in (64, 256, 1000, 1024, 4096, 1 << 14, 1 << 16, 1 << 18, 1 << 20)),
    ("rfft", (1000,)), ("rfft", (1 << 16,)),
    ("fftn", (1080, 1920)), ("fftn", (512, 512)), ("fftn", (64, 64, 64)),
    ("rfftn", (512, 512)), ("irfftn", (512, 512)), ("irfftn", (64, 64, 64)),
    ("dctn", (512, 512)), ("dctn", (64, 64, 64)),
]


def libraries():
    yield "fftcore", fftcore.fft
    yield "scipy", scipy.fft
    try:
        import pyfftw
        pyfftw.interfaces.cache.enable()
        pyfftw.interfaces.cache.set_keepalive_time(60)
        yield "pyfftw", pyfftw.interfaces.scipy_fft
    except ImportError:
        pass
    try:
        import mkl_fft.interfaces.scipy_fft
        yield "mkl_fft", mkl_fft.interfaces.scipy_fft
    except ImportError:
        pass


def source(function, shape, dtype):
    rng = np.random.default_rng(1)
    real = np.dtype(dtype.lower())
    if function == "irfftn":
        return scipy.fft.rfftn(rng.standard_normal(shape).astype(real))
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape)).astype(dtype) if function in ("fft", "fftn") else x.astype(real)


def least(calls, seconds):
    """The least time of one of each of the calls, which take turns."""
    best = {name: math.inf for name in calls}
    counts = {}
    for name, call in calls.items():
        begin = time.perf_counter()
        call()
        counts[name] = max(1, min(2000, int(1e-3 / max(time.perf_counter() - begin, 1e-7))))
    end = time.perf_counter() + seconds * len(calls)
    rounds = 0
    while time.perf_counter() < end or rounds < 3:
        rounds += 1
        for name, call in calls.items():
            repeat = range(counts[name])
            begin = time.perf_counter()
            for _ in repeat:
                call()
            best[name] = min(best[name], (time.perf_counter() - begin) / counts[name])
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--dtypes", nargs="+", choices=["F", "D"], default=["F", "D"])
    parser.add_argument("--seconds", type=float, default=0.2)
    options = parser.parse_args()
    found = dict(libraries())
    quotients = {name: [] for name in found if name != "fftcore"}
    slower = []
    print(f"{'':28}" + "".join(f"{name:>11}" for name in found) + "   scipy / fftcore")
    for workers in options.workers:
        for dtype in options.dtypes:
            for function, shape in CASES:
                x = source(function, shape, dtype)
                calls = {}
                for name, library in found.items():
                    one = getattr(library, function, None)
                    if one is not None:
                        calls[name] = lambda one=one: one(x, workers=workers)
                expected = calls["scipy"]()
                for name, call in list(calls.items()):
                    try:
                        error = np.linalg.norm((call() - expected).ravel()) / np.linalg.norm(expected.ravel())
                    except (TypeError, NotImplementedError, ValueError):
                        del calls[name]  # mkl_fft has no such argument
                        continue
                    assert error < (1e-5 if dtype == "F" else 1e-13), (name, function, shape, error)
                best = least(calls, options.seconds)
                for name in quotients:
                    if name in best:
                        quotients[name].append(best[name] / best["fftcore"])
                label = f"{function} {'x'.join(map(str, shape))} {'float' if dtype == 'F' else 'double'} {workers}"
                slower += [label] if best["scipy"] < best["fftcore"] else []
                times = "".join(f"{best[name] * 1e6:11.2f}" if name in best else f"{'-':>11}" for name in found)
                print(f"{label:28}{times}{best['scipy'] / best['fftcore']:12.2f}", flush=True)
    for name, values in quotients.items():
        if values:
            mean = math.exp(sum(map(math.log, values)) / len(values))
            print(f"{name} takes {mean:.2f} times as long as fftcore: the geometric mean of {len(values)} cases")
    print("slower than scipy: " + (", ".join(slower) or "none"))


main()
