# SPDX-License-Identifier: MIT
"""Fast Fourier transforms of NumPy arrays by the C library fftcore.

fftcore.fft
    The functions of `scipy.fft`, with the same names, arguments and results.
fftcore.signal
    Convolution and correlation: functions of `scipy.signal`.
fftcore.check
    Tests of compute shaders, by the command `fftcore`; imported by its name alone.
fftcore.Plan
    A call that was prepared, possibly by measuring.

``scipy.fft.set_global_backend(fftcore)`` makes `scipy.fft`, and what uses it, call `fftcore.fft`.
"""
from . import fft, signal
from ._core import version as _version
from ._plan import Plan, cache_clear, cache_info
from .fft import __ua_domain__, __ua_function__

__version__ = _version()
__all__ = ["Plan", "cache_clear", "cache_info", "fft", "signal"]
