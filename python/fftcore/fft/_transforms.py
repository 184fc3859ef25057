# SPDX-License-Identifier: MIT
"""Fourier transforms of complex, real and Hermitian arrays: `scipy.fft`'s functions, with its arguments and results.

In all of them `n` and `s` are lengths of the signal along `axis` and `axes`: longer input is cut, shorter input is
counted as followed by zeros. N is the product of the lengths. `norm` says where the factor is: "backward" (the
default) 1 forward and 1 / N inverse, "forward" 1 / N forward and 1 inverse, "ortho" 1 / sqrt(N) in both directions.
"""
import numpy as np

from .. import _arguments  # noqa: F401: gives the C part its hooks
from .._core import FFT, HFFT, IFFT, IRFFT, RFFT
from .._core import transform as _transform
from .._core import transform_nd as _transform_nd

def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The discrete Fourier transform along one axis.

    ``X[f] = sum(x[t] * exp(-2j * pi * f * t / n) for t in range(n))``, frequency f at index f, -f at n - f.

    Parameters
    ----------
    x : array_like
        Real or complex. float16 is computed as float32; integers and booleans as float64.
    n : int, optional
        The length; by default that of `x`. Shorter input counts as followed by zeros, without a copy.
    axis : int, optional
        The axis; by default the last one.
    norm : {"backward", "ortho", "forward"}, optional
        The factor: 1, 1 / sqrt(n) or 1 / n.
    overwrite_x : bool, optional
        Whether `x` may be used for the result, which saves memory.
    workers : int, optional
        The number of threads at most; negative ones count from the number of processors, -1 is that number. By
        default what `set_workers` says, otherwise 1. Results do not depend on it.
    plan : fftcore.Plan, optional
        A plan that was made for this call.

    Returns
    -------
    ndarray
        Complex, of the precision of `x` and its shape, with n numbers along the axis.

    Raises
    ------
    IndexError
        `x` has no such axis.
    ValueError
        n < 1, `norm` or `workers` has no such value, or `plan` is for another call.

    Notes
    -----
    The relative error of float and double grows as sqrt(log n); fftcore's docs/cpu-engine.md has the methods.
    Any n takes O(n log n) operations. Plans are kept (`fftcore.cache_info`). The GIL is released for arrays of 2048
    numbers and more. long double is right to its last digits, but slow.
    """
    return _transform(FFT, x, n, axis, norm, overwrite_x, workers, plan, 0, None)


def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `fft`: ``x[t] = sum(X[f] * exp(2j * pi * f * t / n)) / n``.

    Parameters, result and errors are those of `fft`. The factor is 1 / n, 1 / sqrt(n) or 1 with `norm` "backward",
    "ortho" or "forward".
    """
    return _transform(IFFT, x, n, axis, norm, overwrite_x, workers, plan, 0, None)


def rfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The frequencies 0 to n / 2 of the `fft` of real numbers: n // 2 + 1 of them.

    The others follow from ``X[-f] == conj(X[f])``. Parameters and errors are those of `fft`; TypeError if `x` is
    complex. `x` is never written.
    """
    return _transform(RFFT, x, n, axis, norm, overwrite_x, workers, plan, 0, None)


def irfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `rfft`: n real numbers from the frequencies 0 to n / 2.

    Give `n` if it is odd: by default it is ``2 * (x.shape[axis] - 1)``. Imaginary parts of frequency 0, and of n / 2
    if n is even, have no effect. Other parameters and errors are those of `fft`.
    """
    return _transform(IRFFT, x, n, axis, norm, overwrite_x, workers, plan, 0, None)


def hfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The `fft` of a Hermitian signal, which is n real numbers, from the signal's first n // 2 + 1 numbers.

    ``hfft(x, n)`` is ``irfft(conj(x), n) * n``. By default n is ``2 * (x.shape[axis] - 1)``. Other parameters and
    errors are those of `fft`.
    """
    return _transform(HFFT, x, n, axis, norm, overwrite_x, workers, plan, 0, None)


def ihfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `hfft`: the first n // 2 + 1 numbers of the Hermitian signal with a real spectrum.

    ``ihfft(x)`` is ``conj(rfft(x)) / n``. Parameters and errors are those of `rfft`.
    """
    y = _transform(RFFT, x, n, axis, _arguments.swapped(norm), overwrite_x, workers, plan, 0, None)
    return np.conjugate(y, out=y)


def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The discrete Fourier transform along several axes.

    Parameters
    ----------
    x : array_like
        Real or complex. float16 is computed as float32; integers and booleans as float64.
    s : sequence of ints, optional
        The lengths along the axes; -1, and the default, is that of `x`. Without `axes` they are those of the last
        axes.
    axes : sequence of ints, optional
        The axes; by default all, or the last ``len(s)``.
    norm, overwrite_x, workers, plan
        As of `fft`, with N, the product of the lengths, for n.

    Returns
    -------
    ndarray
        Complex, of the precision of `x`.

    Raises
    ------
    ValueError
        A length is less than 1; `s` and `axes` do not match; an axis is given twice or does not exist; `norm` or
        `workers` has no such value; `plan` is for another call.
    """
    return _transform_nd(FFT, x, s, axes, norm, overwrite_x, workers, plan, 0, None)


def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `fftn`. Parameters, result and errors are those of `fftn`."""
    return _transform_nd(IFFT, x, s, axes, norm, overwrite_x, workers, plan, 0, None)


def rfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The half of the `fftn` of real numbers that has the frequencies 0 to n / 2 of the last of `axes`.

    Parameters and errors are those of `fftn`; TypeError if `x` is complex, ValueError without an axis.
    """
    return _transform_nd(RFFT, x, s, axes, norm, overwrite_x, workers, plan, 0, None)


def irfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `rfftn`. `s` has the lengths of the result; the last one is by default
    ``2 * (x.shape[axes[-1]] - 1)``. Other parameters and errors are those of `fftn`."""
    return _transform_nd(IRFFT, x, s, axes, norm, overwrite_x, workers, plan, 0, None)


def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The `fftn` of a signal that is Hermitian along all `axes`, of whose last axis one half is given: real numbers.

    Parameters and errors are those of `irfftn`.
    """
    return _transform_nd(HFFT, x, s, axes, norm, overwrite_x, workers, plan, 0, None)


def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of `hfftn`: one half of a Hermitian signal. Parameters and errors are those of `rfftn`."""
    y = _transform_nd(RFFT, x, s, axes, _arguments.swapped(norm), overwrite_x, workers, plan, 0, None)
    return np.conjugate(y, out=y)


def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`fftn` of the last two axes."""
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`ifftn` of the last two axes."""
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def rfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`rfftn` of the last two axes."""
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def irfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`irfftn` of the last two axes."""
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`hfftn` of the last two axes."""
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """`ihfftn` of the last two axes."""
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)
