# SPDX-License-Identifier: MIT
"""`scipy.fft`'s helper functions."""
import bisect
import contextlib
import functools
import operator

import numpy as np

from .. import _core


def _placed(numbers, xp, device):
    """`numbers` as an array of another library; NumPy's own has no devices but "cpu"."""
    if xp is None or xp is np:
        if device not in (None, "cpu"):
            raise ValueError(f"device must be \"cpu\" or None, not {device!r}")
        return numbers
    return xp.asarray(numbers) if device is None else xp.asarray(numbers, device=device)


def fftfreq(n, d=1.0, *, xp=None, device=None):
    """The frequencies of `fft`'s results, in cycles per unit of the spacing `d`: 0, 1, ..., -2, -1 over ``n * d``.

    `xp` and `device` say in which array library, and where, the result lies; by default it is NumPy's.
    """
    return _placed(np.fft.fftfreq(n, d), xp, device)


def rfftfreq(n, d=1.0, *, xp=None, device=None):
    """The frequencies of `rfft`'s results, in cycles per unit of the spacing `d`: 0, 1, ..., n // 2 over ``n * d``."""
    return _placed(np.fft.rfftfreq(n, d), xp, device)


def fftshift(x, axes=None):
    """Moves frequency 0 to the middle, index n // 2, of each of `axes`, by default all."""
    return np.fft.fftshift(x, axes)


def ifftshift(x, axes=None):
    """The inverse of `fftshift`, which differs from it for odd lengths."""
    return np.fft.ifftshift(x, axes)


@functools.lru_cache(maxsize=8)
def _products(limit, primes):
    """All products of the primes up to a limit, sorted."""
    found = [1]
    for prime in primes:
        for number in found:  # grows while it is read
            if number * prime <= limit:
                found.append(number * prime)
    return sorted(found)


def _lengths(target, real):
    """The fast lengths up to at least twice the target."""
    return _products(2 << target.bit_length(), (2, 3, 5) if real else (2, 3, 5, 7, 11))


@functools.lru_cache(maxsize=128)
def next_fast_len(target, real=False):
    """The smallest length of at least `target` points without a prime factor above 11, or above 5 for real signals.

    For programs that pad anyway. Every length is planned well, and products of 13 and of other small primes are fast,
    too; these are the lengths that `scipy.fft.next_fast_len` returns. ValueError if `target` is negative.
    """
    target = operator.index(target)
    if target < 0:
        raise ValueError("target cannot be negative")
    lengths = _lengths(target, real)
    return lengths[bisect.bisect_left(lengths, target)] if target else 0


@functools.lru_cache(maxsize=128)
def prev_fast_len(target, real=False):
    """The largest length of at most `target` points without a prime factor above 11, or above 5 for real signals."""
    target = operator.index(target)
    if target < 0:
        raise ValueError("target cannot be negative")
    lengths = _lengths(target, real)
    return lengths[bisect.bisect_right(lengths, target) - 1] if target else 0


@contextlib.contextmanager
def set_workers(workers):
    """A context in which `workers` is the number of threads of calls that give none, in the calling thread.

    Negative numbers count from the number of processors: -1 is that number. ValueError for 0 and below that range.
    """
    before = _core.get_workers()
    _core.set_workers(operator.index(workers))
    try:
        yield
    finally:
        _core.set_workers(before)


def get_workers():
    """The number of threads of calls that give none, in the calling thread. It is 1 unless `set_workers` set it."""
    return _core.get_workers()
