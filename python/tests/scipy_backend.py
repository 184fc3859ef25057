# SPDX-License-Identifier: MIT
"""A plugin for pytest: SciPy's tests with fftcore as SciPy's back end. `pytest -p scipy_backend --pyargs scipy.fft`"""
import multiprocessing

import fftcore
import scipy.fft

scipy.fft.set_global_backend(fftcore, only=True)
# SciPy's tests make processes by a server, which otherwise had no back end.
multiprocessing.set_forkserver_preload(["scipy_backend"])
