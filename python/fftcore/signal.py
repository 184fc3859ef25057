# SPDX-License-Identifier: MIT
"""Convolution and correlation: `scipy.signal`'s functions, with its arguments and results.

The library's convolutions do the work: direct sums for few taps, blocks for long signals, transforms otherwise,
whichever its cost model finds the fastest. They use as many threads as `fftcore.fft.set_workers` says.
"""
import math
import operator
import warnings

import numpy as np

from . import _core
from .fft import fftn, ifftn, irfftn, next_fast_len, rfftn

__all__ = ["convolve", "correlate", "fftconvolve", "oaconvolve"]

_PARTS = {"full": 0, "same": 1, "valid": 2}
_DIRECT = 1 << 16  # fewer products are added as they are, whatever could be faster: a few microseconds


def convolve(in1, in2, mode="full", method="auto"):
    """The linear convolution of two arrays along all axes.

    ``y[i] = sum(in1[i - t] * in2[t])``, where what lies outside the arrays is 0.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with the same number of dimensions.
    mode : {"full", "same", "valid"}, optional
        Which sums: all n + k - 1 with a term; the n in their middle, from number (k - 1) // 2 on, n being the lengths
        of `in1`; or those that are without zeros from outside, for which one array must be at least as long as the
        other along each axis.
    method : {"auto", "direct", "fft"}, optional
        "direct" adds the products themselves, so that an infinity or a NaN reaches only sums that it is part of.
        "fft" takes what the library finds fastest. "auto" is "direct" for fewer than 65536 products, and for integers
        whose sums might not be exact otherwise.

    Returns
    -------
    ndarray
        Of the common type of both: integers remain integers.

    Raises
    ------
    ValueError
        The numbers of dimensions differ, `mode` or `method` has no such value, or the shapes do not suit "valid".

    Notes
    -----
    Errors are those of transforms: relative to the norm of all sums, not to each (fftcore's docs/convolution.md).
    """
    a, b = np.asarray(in1), np.asarray(in2)
    if a.ndim == b.ndim == 0:
        return a * b
    if a.ndim != b.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    _check_mode(mode)
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    if _must_swap(a, b, mode, range(a.ndim)):
        a, b = b, a
    dtype = np.result_type(a, b)
    if dtype.kind in "fc" and dtype.itemsize <= np.dtype(dtype.kind + ("16" if dtype.kind == "c" else "8")).itemsize:
        direct = method == "direct" or (method == "auto" and a.size * b.size < _DIRECT)
        out = _convolve(a, b, mode, tuple(range(a.ndim)), direct)
    elif method == "direct" or dtype.kind not in "iufc" or (method == "auto" and not _exact(a, b)):
        return _add_products(a, b, mode, dtype)
    else:
        out = fftconvolve(a, b, mode)
        out = np.around(out) if dtype.kind in "iu" else out
    if method != "direct" and out.size and not np.isfinite(out.flat[0]):
        warnings.warn("Use of fft convolution on input with NAN or inf results in NAN or inf output. Consider using "
                      "method='direct' instead.", category=RuntimeWarning, stacklevel=2)
    return out.astype(dtype, copy=False)


def correlate(in1, in2, mode="full", method="auto"):
    """The cross-correlation of two arrays along all axes.

    ``z[i] = sum(in1[t + i - (k - 1)] * conj(in2[t]))``, with k the lengths of `in2`: the first sum of "full" has lag
    -(k - 1). It is the convolution with the reversed conjugate of `in2`. Parameters, result and errors are those of
    `convolve`.
    """
    a, b = np.asarray(in1), np.asarray(in2)
    if a.ndim == b.ndim == 0:
        return a * b.conj()
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    return convolve(a, _reversed_conjugate(b), mode, method)


def fftconvolve(in1, in2, mode="full", axes=None):
    """The linear convolution of two arrays along some axes, in floating point.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with the same number of dimensions. Along other axes than `axes` they are broadcast: lengths must be
        the same, or 1.
    mode : {"full", "same", "valid"}, optional
        Which sums, as for `convolve`.
    axes : int or sequence of ints, optional
        The axes; by default all.

    Returns
    -------
    ndarray
        Integers become float64. Empty if an array is empty.

    Raises
    ------
    ValueError
        The numbers of dimensions differ; `mode` has no such value; there is no such axis, none or one twice; or the
        shapes do not suit each other.
    """
    a, b = np.asarray(in1), np.asarray(in2)
    if a.ndim == b.ndim == 0:
        return a * b
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if a.size == 0 or b.size == 0:
        return np.array([])
    axes = _which(axes, a.ndim)
    _check_mode(mode)
    axes = tuple(sorted(axis for axis in axes if a.shape[axis] != 1 and b.shape[axis] != 1))
    for axis in range(a.ndim):
        if axis not in axes and a.shape[axis] != b.shape[axis] and 1 not in (a.shape[axis], b.shape[axis]):
            raise ValueError(f"incompatible shapes for in1 and in2: {a.shape} and {b.shape}")
    if _must_swap(a, b, mode, axes):
        a, b = b, a
    if not axes:
        return _cut(a * b, a.shape, b.shape, mode, axes)
    return _convolve(a, b, mode, axes, False)


def oaconvolve(in1, in2, mode="full", axes=None):
    """The same as `fftconvolve`: the library convolves in blocks wherever that is faster."""
    return fftconvolve(in1, in2, mode, axes)


def _check_mode(mode):
    if mode not in _PARTS:
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")


def _which(axes, ndim):
    """The axes, counted from 0."""
    if axes is None:
        return tuple(range(ndim))
    try:
        found = [operator.index(axis) for axis in np.atleast_1d(axes)]
    except TypeError:
        raise ValueError("axes must be a scalar or iterable of integers") from None
    found = [axis + ndim if axis < 0 else axis for axis in found]
    if not found:
        raise ValueError("when provided, axes cannot be empty")
    if any(axis < 0 or axis >= ndim for axis in found):
        raise ValueError("axes exceeds dimensionality of input")
    if len(set(found)) != len(found):
        raise ValueError("all axes must be unique")
    return tuple(found)


def _must_swap(a, b, mode, axes):
    """Whether "valid" asks for the second array as the signal."""
    if mode != "valid" or not axes:
        return False
    first = all(a.shape[axis] >= b.shape[axis] for axis in axes)
    if not first and not all(b.shape[axis] >= a.shape[axis] for axis in axes):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    return not first


def _reversed_conjugate(b):
    return np.flip(b).conj() if b.dtype.kind == "c" else np.flip(b)


def _exact(a, b):
    """Whether double holds all sums of products of two arrays of integers exactly, with room for rounding errors."""
    if a.dtype.kind in "fc" or b.dtype.kind in "fc":
        return False  # long double
    products = min(a.size, b.size)
    if a.size * b.size < _DIRECT:
        return False
    largest = math.prod(max(abs(int(x.max())), abs(int(x.min()))) for x in (a, b)) * products
    return largest < 2**50 // max(products.bit_length(), 1)


def _cut(full, shape1, shape2, mode, axes):
    """The part of all sums that a mode asks for, a copy."""
    index = [slice(None)] * full.ndim
    for axis in range(full.ndim):
        if mode == "same":
            length = shape1[axis]
        else:
            length = shape1[axis] - shape2[axis] + 1 if mode == "valid" and axis in axes else full.shape[axis]
        begin = (full.shape[axis] - length) // 2
        index[axis] = slice(begin, begin + length)
    return full[tuple(index)].copy() if mode != "full" else full


def _convolve(a, b, mode, axes, direct):
    """Floating-point sums along `axes`; along the others the arrays are broadcast."""
    dtype = np.result_type(*(x if x.dtype.kind in "fc" else np.float64 for x in (a, b)), np.float32)
    loops = [axis for axis in range(a.ndim) if axis not in axes]
    if any(b.shape[axis] != 1 for axis in loops) and all(a.shape[axis] == 1 for axis in loops):
        return _cut(_convolve(b, a, "full", axes, direct), a.shape, b.shape, mode, axes)
    if dtype.char not in "fdFD" or len(axes) > _core.MAX_RANK or any(b.shape[axis] != 1 for axis in loops):
        return _by_transforms(a, b, mode, axes)
    if mode == "full" and not loops and b.size > a.size:
        a, b = b, a
    if a.size == 0 or b.size == 0:
        raise ValueError("the arrays must not be empty")
    order = (*loops, *axes)
    signals = np.ascontiguousarray(a.transpose(order), dtype)
    shape = signals.shape[:len(loops)]
    signals = signals.reshape((-1,) + signals.shape[len(loops):])
    kernel = np.ascontiguousarray(b.transpose(order).reshape([b.shape[axis] for axis in axes]), dtype)
    sums = _core.convolve(signals, kernel, _PARTS[mode], direct)
    sums = sums.reshape(shape + sums.shape[1:])
    return sums.transpose(np.argsort(order)) if loops else sums


def _by_transforms(a, b, mode, axes):
    """Where each signal has a kernel of its own."""
    whole = [a.shape[axis] + b.shape[axis] - 1 for axis in axes]
    is_complex = a.dtype.kind == "c" or b.dtype.kind == "c"
    lengths = [next_fast_len(n, not is_complex) for n in whole]
    forward, backward = (fftn, ifftn) if is_complex else (rfftn, irfftn)
    full = backward(forward(a, lengths, axes) * forward(b, lengths, axes), lengths, axes)
    index = [slice(None)] * full.ndim
    for axis, n in zip(axes, whole):
        index[axis] = slice(n)
    return _cut(full[tuple(index)], a.shape, b.shape, mode, axes)


def _add_products(a, b, mode, dtype):
    """The sums themselves, of any type of numbers."""
    if a.size == 0 or b.size == 0:
        raise ValueError("the arrays must not be empty")
    if a.ndim == 1 and dtype.kind in "iufc":
        full = np.convolve(a, b)
    else:
        signal, kernel = (a, b) if b.size <= a.size else (b, a)
        full = np.zeros([n + k - 1 for n, k in zip(a.shape, b.shape)], dtype)
        for tap in np.ndindex(kernel.shape):
            part = tuple(slice(t, t + n) for t, n in zip(tap, signal.shape))
            full[part] += signal * kernel[tap]
    return _cut(full, a.shape, b.shape, mode, range(a.ndim))
