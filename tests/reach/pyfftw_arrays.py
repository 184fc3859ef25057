#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pyFFTW's objects, interfaces and wisdom on the library, with results of numpy.fft."""
import itertools
import sys

import numpy
import pyfftw

random = numpy.random.default_rng(5)
count = 0


def same(actual, expected, dtype):
    global count
    count += 1
    bound = 1e-5 if numpy.dtype(dtype).itemsize in (4, 8) and numpy.dtype(dtype) != numpy.float64 else 1e-13
    error = numpy.linalg.norm(actual - expected) / numpy.linalg.norm(expected)
    assert error < bound, (error, dtype)


assert any("libfftcore-fftw3" in line for line in open("/proc/self/maps")), "FFTW is what runs"
for shape, kind, threads in itertools.product(((7,), (64,), (12, 9), (3, 4, 5), (2, 3, 4, 5, 6)),
                                              ("complex128", "complex64"), (1, 2)):
    x = (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(kind)
    for axes in [(-1,), (0,), tuple(range(len(shape)))]:
        for flags in (("FFTW_ESTIMATE",), ("FFTW_MEASURE", "FFTW_DESTROY_INPUT")):
            a, b = pyfftw.empty_aligned(shape, kind), pyfftw.empty_aligned(shape, kind)
            plan = pyfftw.FFTW(a, b, axes=axes, flags=flags, threads=threads)
            same(plan(x), numpy.fft.fftn(x, axes=axes), kind)
            inverse = pyfftw.FFTW(b, a, axes=axes, direction="FFTW_BACKWARD", flags=flags, threads=threads)
            same(inverse(x), numpy.fft.ifftn(x, axes=axes), kind)
        real = x.real.copy()
        same(pyfftw.interfaces.numpy_fft.rfftn(real, axes=axes), numpy.fft.rfftn(real, axes=axes), kind)
        spectrum = numpy.fft.rfftn(real, axes=axes).astype(kind)
        size = [shape[a] for a in axes]
        same(pyfftw.interfaces.numpy_fft.irfftn(spectrum, s=size, axes=axes), real, kind)
wisdom = pyfftw.export_wisdom()
pyfftw.forget_wisdom()
assert pyfftw.import_wisdom(wisdom)[:2] == (True, True)
print(f"{count} comparisons")
sys.exit(0 if count > 100 else 1)
