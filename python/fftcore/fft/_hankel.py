# SPDX-License-Identifier: MIT
"""The fast Hankel transform on a logarithmic grid (FFTLog: A. J. S. Hamilton, MNRAS 312, 2000, p. 257)."""
import math
import warnings

import numpy as np

from ._transforms import irfft, rfft

# B(2 k) / (2 k (2 k - 1)), the coefficients of Stirling's series (Abramowitz and Stegun, 6.1.40).
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400)


def _log_gamma(z):
    """A logarithm of the gamma function of complex numbers; its imaginary part is right modulo 2 pi."""
    z = np.asarray(z, complex)
    reflected = z.real < 0.5
    w = np.where(reflected, 1 - z, z)
    factor = np.ones_like(w)
    for _ in range(12):  # gamma(w) = gamma(w + 1) / w, until the series converges
        small = w.real < 12
        factor = np.where(small, factor * w, factor)
        w = np.where(small, w + 1, w)
    result = (w - 0.5) * np.log(w) - w + 0.5 * math.log(2 * math.pi)
    power = 1 / w
    for coefficient in _STIRLING:
        result = result + coefficient * power
        power = power / (w * w)
    result = result - np.log(factor)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(reflected, math.log(math.pi) - _log_sine(z) - result, result)


def _log_sine(z):
    """A logarithm of sin(pi z), without overflow far from the real axis."""
    upper = np.where(z.imag >= 0, z, np.conj(z))
    # sin(pi z) = (i / 2) exp(-i pi z) (1 - exp(2 i pi z)); the last exponential is small.
    value = np.log(0.5j) - 1j * np.pi * upper + np.log(1 - np.exp(2j * np.pi * upper))
    return np.where(z.imag >= 0, value, np.conj(value))


def _gamma_ratio(a, b):
    """gamma(a) / gamma(b) of real numbers, also where both have poles."""
    a_pole = a <= 0 and a == math.floor(a)
    b_pole = b <= 0 and b == math.floor(b)
    if a_pole and b_pole:
        return (-1.0) ** (a - b) * math.exp(math.lgamma(1 - b) - math.lgamma(1 - a))
    if a_pole or b_pole:
        return math.inf if a_pole else 0.0
    sign = math.copysign(1, math.sin(math.pi * a)) if a < 0 else 1.0
    sign *= math.copysign(1, math.sin(math.pi * b)) if b < 0 else 1.0
    return sign * math.exp(math.lgamma(a) - math.lgamma(b))


def _coefficients(n, dln, mu, offset, bias, inverse):
    """The factors of the frequencies: (k r)**(-2i pi m / (n dln)) U(bias + 2i pi m / (n dln)), where
    U(x) = 2**x gamma((mu + 1 + x) / 2) / gamma((mu + 1 - x) / 2)."""
    plus = (mu + 1 + bias) / 2
    minus = (mu + 1 - bias) / 2
    y = np.linspace(0, np.pi * (n // 2) / (n * dln), n // 2 + 1)
    exponent = _log_gamma(plus + 1j * y) - np.conj(_log_gamma(minus + 1j * y))
    with np.errstate(invalid="ignore", over="ignore"):
        u = np.exp(exponent + math.log(2) * bias + 2j * y * (math.log(2) - offset))
    if n % 2 == 0:
        u.imag[-1] = 0
    u[0] = 2.0 ** bias * _gamma_ratio(plus, minus)
    if np.isinf(u[0]) and not inverse:
        warnings.warn("singular transform; consider changing the bias", stacklevel=4)
        u[0] = 0
    elif u[0] == 0 and inverse:
        warnings.warn("singular inverse transform; consider changing the bias", stacklevel=4)
        u[0] = np.inf
    return u


def fht(a, dln, mu, offset=0.0, bias=0.0):
    """The Hankel transform of a function that is sampled at equal steps of the logarithm.

    ``A(k) = integral(a(r) * J_mu(k r) * k dr, 0, inf)``, with J_mu the Bessel function.

    Parameters
    ----------
    a : array_like (..., n)
        Samples of a periodic real function, along the last axis.
    dln : float
        The distance of two samples in ln r.
    mu : float
        The order of the Bessel function.
    offset : float, optional
        ln(k_c r_c), of the middles of both grids. `fhtoffset` finds one that rings little.
    bias : float, optional
        The exponent q of a power law (r / r_c)**-q by which the function is multiplied first.

    Returns
    -------
    ndarray (..., n)
        The samples of the transform, real.

    Warns
    -----
    UserWarning
        The transform, or its inverse, is singular; another bias helps.
    """
    return _hankel(a, dln, mu, offset, bias, False)


def ifht(A, dln, mu, offset=0.0, bias=0.0):
    """The inverse of `fht`, with the same parameters."""
    return _hankel(A, dln, mu, offset, bias, True)


def _hankel(a, dln, mu, offset, bias, inverse):
    a = np.asarray(a)
    n = a.shape[-1]
    ln_r = (np.arange(n, dtype=np.float64) - (n - 1) / 2) * dln
    if bias != 0:
        a = a * np.exp(bias * (ln_r + offset) if inverse else -bias * ln_r)
    spectrum = rfft(a)
    u = _coefficients(n, dln, mu, offset, bias, inverse)
    spectrum = spectrum / np.conj(u) if inverse else spectrum * u
    result = np.flip(irfft(spectrum, n), -1)
    if bias != 0:
        result = result * np.exp(bias * ln_r if inverse else -bias * (ln_r + offset))
    return result


def fhtoffset(dln, mu, initial=0.0, bias=0.0):
    """The offset nearest to `initial` for which `fht` with these parameters rings little (Hamilton 2000, eq. 186)."""
    y = np.pi / (2 * dln)
    plus = _log_gamma((mu + 1 + bias) / 2 + 1j * y)
    minus = _log_gamma((mu + 1 - bias) / 2 + 1j * y)
    turns = (math.log(2) - initial) / dln + (plus.imag + minus.imag) / np.pi
    return initial + (turns - np.round(turns)) * dln
