# SPDX-License-Identifier: MIT
"""What the C part leaves to Python because it is rare: types of arrays, many axes, long double."""
import numpy as np

from . import _core, _extended


def as_array(x):
    """A float or complex array in native byte order, aligned: `x` itself if it is one.

    float16 becomes float32, integers and booleans become float64, as in `scipy.fft`. Objects that
    speak DLPack alone are read without a copy.
    """
    if hasattr(x, "__dlpack__") and not hasattr(x, "__array__") and not hasattr(x, "__array_interface__"):
        x = np.from_dlpack(x)
    elif not hasattr(x, "dtype"):
        x = np.asarray(x)
    dtype = np.dtype(x.dtype) if not isinstance(x.dtype, np.dtype) else x.dtype
    if dtype == np.float16:
        return np.asarray(x, np.float32)
    if dtype.kind not in "fc":
        return np.asarray(x, np.float64)
    return np.require(np.asarray(x), dtype.newbyteorder("="), "A")


_OTHER_NORM = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def swapped(norm):
    """The norm by which an inverse transform has the factor of a forward one."""
    return _OTHER_NORM.get(norm, norm) if norm is None or isinstance(norm, str) else norm


def many_axes(kind, x, lengths, axes, norm, overwrite_x, workers, plan, type_, orthogonalize):
    """Transforms more axes than one description has: the last ones first, then the others."""
    if kind == _core.HFFT:
        kind, x, norm = _core.IRFFT, np.conj(x), swapped(norm)
    first, last = slice(0, -_core.MAX_RANK), slice(-_core.MAX_RANK, None)
    # A real axis is the last one: it is transformed first of all, or last of all.
    rest = {_core.RFFT: _core.FFT, _core.IRFFT: _core.IFFT}.get(kind, kind)
    parts = [(kind, last), (rest, first)]
    if kind == _core.IRFFT:
        parts.reverse()
    for number, (part, which) in enumerate(parts):
        x = _core.transform_nd(part, x, lengths[which], axes[which], norm, overwrite_x or number > 0, workers, plan,
                               type_, orthogonalize)
    return x


def extended(kind, x, lengths, axes, norm, overwrite_x, workers, plan, type_, orthogonalize):
    """Transforms long doubles."""
    if kind == _core.HFFT:
        kind, x, norm = _core.IRFFT, np.conj(x), swapped(norm)
    return _extended.transform(kind, x, lengths, axes, norm, type_, orthogonalize)


_core.set_hooks(as_array, many_axes, extended)
