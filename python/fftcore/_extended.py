# SPDX-License-Identifier: MIT
"""Transforms in long double, axis by axis, out of complex ones: made to be right, not fast."""
import math

import numpy as np

from . import _core


def _rows(x, axis, length):
    """A new array of complex long doubles with `axis` last and of that length, cut or filled with zeros."""
    x = np.moveaxis(x, axis, -1)
    rows = np.zeros(x.shape[:-1] + (length,), np.clongdouble)
    have = min(length, x.shape[-1])
    rows[..., :have] = x[..., :have]
    return rows


def _transform(rows, inverse):
    if rows.size:
        _core.extended(rows, inverse)
    return rows


def _complex(x, axis, length, inverse):
    return np.moveaxis(_transform(_rows(x, axis, length), inverse), -1, axis)


def _from_half(x, axis, length):
    half = _rows(x, axis, length // 2 + 1)
    whole = np.empty(half.shape[:-1] + (length,), np.clongdouble)
    whole[..., :length // 2 + 1] = half
    whole[..., 0].imag = 0
    if length % 2 == 0:
        whole[..., length // 2].imag = 0
    whole[..., length // 2 + 1:] = np.conj(half[..., (length - 1) // 2:0:-1])
    return np.moveaxis(_transform(whole, True).real, -1, axis)


def _trigonometric(x, axis, n, sine, type_):
    """The sums of fftcore.h. An argument is 2 pi place frequency / period: numbers at those places, continued evenly
    for cosines and oddly for sines, are transformed, and these frequencies are taken."""
    rows = _rows(x, axis, n)
    odd = np.arange(1, 2 * n, 2)
    whole = np.arange(n) + (1 if sine else 0)
    period = {1: 2 * (n + 1 if sine else n - 1), 2: 4 * n, 3: 4 * n, 4: 8 * n}[type_]
    places = odd if type_ in (2, 4) else whole
    frequencies = odd if type_ in (3, 4) else whole
    if type_ in (1, 3) and not sine:
        rows[..., 0] /= 2
    if (type_ == 1 and not sine) or (type_ == 3 and sine):
        rows[..., -1] /= 2
    signal = np.zeros(rows.shape[:-1] + (period,), rows.dtype)
    signal[..., places] += rows
    signal[..., -places % period] += -rows if sine else rows
    results = _transform(signal, False)[..., frequencies]
    return np.moveaxis(1j * results if sine else results, -1, axis)


def points(n, kind, type_):
    """What a transform and its inverse multiply by: n, or the logical length."""
    if kind < _core.DCT:
        return n
    return 2 * n if type_ != 1 else 2 * (n - 1) if kind < _core.DST else 2 * (n + 1)


# The number along the axis, by (type, sine), that an orthogonal matrix takes, or gives, with another weight.
_WEIGHTED_BEFORE = {(1, False): (0, -1), (3, False): (0,), (3, True): (-1,)}
_WEIGHTED_AFTER = {(1, False): (0, -1), (2, False): (0,), (2, True): (-1,)}


def weigh(x, axis, type_, sine, before):
    """Makes the matrix orthogonal, but for its scale: before or after a transform along the axis, in place."""
    factor = np.sqrt(x.real.dtype.type(2))
    for end in (_WEIGHTED_BEFORE if before else _WEIGHTED_AFTER).get((type_, sine), ()):
        np.moveaxis(x, axis, 0)[end] *= factor if before else 1 / factor
    return x


def transform(kind, x, lengths, axes, norm, type_, orthogonalize):
    """`_core.transform_nd` for long doubles; lengths and axes are complete, and there is at least one."""
    weighted = norm == "ortho" if orthogonalize is None else orthogonalize
    inverse = bool(kind & 1)
    real = kind == _core.IRFFT or (kind >= _core.DCT and x.dtype.kind == "f")
    if inverse and kind >= _core.DCT:
        type_ = {2: 3, 3: 2}.get(type_, type_)
    order = list(zip(lengths, axes))
    if kind == _core.RFFT:
        order.reverse()  # the real axis first
    for n, axis in order:
        if kind == _core.IRFFT and axis == axes[-1]:
            x = _from_half(x, axis, n)
        elif kind < _core.DCT:
            x = _complex(x, axis, n, inverse)
        else:
            sine = kind >= _core.DST
            x = np.moveaxis(_rows(x, axis, n), -1, axis)
            x = weigh(x, axis, type_, sine, True) if weighted else x
            x = _trigonometric(x, axis, n, sine, type_)
            x = weigh(x, axis, type_, sine, False) if weighted else x
        if kind == _core.RFFT and axis == axes[-1]:
            x = np.moveaxis(np.moveaxis(x, axis, -1)[..., :n // 2 + 1], -1, axis)
    product = np.longdouble(math.prod(points(n, kind, type_) for n in lengths))
    if norm == "ortho":
        x = x / np.sqrt(product)
    elif inverse != (norm == "forward"):
        x = x / product
    return np.ascontiguousarray(x.real if real else x)
