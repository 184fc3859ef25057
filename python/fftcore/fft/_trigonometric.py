# SPDX-License-Identifier: MIT
"""Discrete cosine and sine transforms: `scipy.fft`'s functions, with its arguments and results."""
from .. import _arguments  # noqa: F401: gives the C part its hooks
from .._core import DCT, DST, IDCT, IDST
from .._core import transform as _transform
from .._core import transform_nd as _transform_nd


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The discrete cosine transform along one axis.

    With N the length, the types are (Wang 1984; FFTW's REDFT)

    ====  =====================================================================================
    I     ``x[0] + (-1)**k * x[N-1] + 2 * sum(x[n] * cos(pi*n*k/(N-1)) for n in range(1, N-1))``
    II    ``2 * sum(x[n] * cos(pi*(n+1/2)*k/N))``
    III   ``x[0] + 2 * sum(x[n] * cos(pi*n*(k+1/2)/N) for n in range(1, N))``
    IV    ``2 * sum(x[n] * cos(pi*(n+1/2)*(k+1/2)/N))``
    ====  =====================================================================================

    Parameters
    ----------
    x : array_like
        Real; of complex numbers the real and the imaginary parts are transformed.
    type : {1, 2, 3, 4}, optional
        The type.
    n : int, optional
        The length; by default that of `x`. Shorter input counts as followed by zeros.
    axis : int, optional
        The axis; by default the last one.
    norm : {"backward", "ortho", "forward"}, optional
        The factor: 1, 1 / sqrt(L) or 1 / L, where L is 2 (N - 1) for type I and 2 N for the others.
    overwrite_x, workers, plan
        As of `fft`.
    orthogonalize : bool, optional
        Whether the first and last numbers are weighted so that the matrix is orthogonal, with `norm` "ortho", or a
        multiple of such a matrix. By default it is so with `norm` "ortho" alone.

    Returns
    -------
    ndarray
        Of the dtype and shape of `x`, with n numbers along the axis.

    Raises
    ------
    ValueError
        `type` has no such value, n < 1 or, for type I, n < 2, or as of `fft`.
    IndexError
        `x` has no such axis.
    """
    return _transform(DCT, x, n, axis, norm, overwrite_x, workers, plan, type, orthogonalize)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The inverse of `dct` of the same type and norm. Parameters, result and errors are those of `dct`."""
    return _transform(IDCT, x, n, axis, norm, overwrite_x, workers, plan, type, orthogonalize)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The discrete sine transform along one axis.

    With N the length, the types are (Wang 1984; FFTW's RODFT)

    ====  =============================================================================================
    I     ``2 * sum(x[n] * sin(pi*(n+1)*(k+1)/(N+1)))``
    II    ``2 * sum(x[n] * sin(pi*(n+1/2)*(k+1)/N))``
    III   ``(-1)**k * x[N-1] + 2 * sum(x[n] * sin(pi*(n+1)*(k+1/2)/N) for n in range(N-1))``
    IV    ``2 * sum(x[n] * sin(pi*(n+1/2)*(k+1/2)/N))``
    ====  =============================================================================================

    Parameters, result and errors are those of `dct`; L is 2 (N + 1) for type I, which takes 1 point, too.
    """
    return _transform(DST, x, n, axis, norm, overwrite_x, workers, plan, type, orthogonalize)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The inverse of `dst` of the same type and norm. Parameters, result and errors are those of `dst`."""
    return _transform(IDST, x, n, axis, norm, overwrite_x, workers, plan, type, orthogonalize)


def dctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """`dct` along several axes; `s` and `axes` are those of `fftn`."""
    return _transform_nd(DCT, x, s, axes, norm, overwrite_x, workers, plan, type, orthogonalize)


def idctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The inverse of `dctn` of the same type and norm."""
    return _transform_nd(IDCT, x, s, axes, norm, overwrite_x, workers, plan, type, orthogonalize)


def dstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """`dst` along several axes; `s` and `axes` are those of `fftn`."""
    return _transform_nd(DST, x, s, axes, norm, overwrite_x, workers, plan, type, orthogonalize)


def idstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *, plan=None):
    """The inverse of `dstn` of the same type and norm."""
    return _transform_nd(IDST, x, s, axes, norm, overwrite_x, workers, plan, type, orthogonalize)
