# SPDX-License-Identifier: MIT
"""fftcore.signal beside sums in NumPy. SciPy's own tests see to the rest."""
import itertools

import fftcore.signal as fs
import numpy as np
import pytest

MODES = ("full", "same", "valid")


def sums(a, b, mode):
    """The sums themselves."""
    full = np.zeros([n + k - 1 for n, k in zip(a.shape, b.shape)], np.result_type(a, b))
    for tap in np.ndindex(b.shape):
        full[tuple(slice(t, t + n) for t, n in zip(tap, a.shape))] += a * b[tap]
    lengths = {"full": full.shape, "same": a.shape, "valid": [abs(n - k) + 1 for n, k in zip(a.shape, b.shape)]}[mode]
    return full[tuple(slice((f - n) // 2, (f - n) // 2 + n) for f, n in zip(full.shape, lengths))]


@pytest.mark.parametrize("dtype", "fdFDgGiH")
@pytest.mark.parametrize("shapes", [
    ((40,), (7,)), ((7,), (40,)), ((900,), (301,)), ((9, 12), (4, 5)), ((50, 40), (20, 12)), ((4, 5, 6), (2, 3, 4)),
    ((3, 4, 5, 6), (2, 2, 3, 3)), ((2, 3, 2, 3, 2), (1, 2, 2, 2, 2))])
def test_all_functions_give_the_sums(shapes, dtype):
    rng = np.random.default_rng(20261128)
    a, b = (np.asarray(rng.integers(0 if dtype == "H" else -9, 9, shape)).astype(dtype) for shape in shapes)
    if np.dtype(dtype).kind == "c":
        a, b = a + 1j * rng.integers(-9, 9, a.shape), (b * 1j + rng.integers(-9, 9, b.shape)).astype(dtype)
        a = a.astype(dtype)
    exact = np.dtype(dtype).kind in "iu"
    tolerance = 0 if exact else 4e-6 if dtype in "fF" else 1e-14
    for mode, method in itertools.product(MODES, ("auto", "direct", "fft")):
        expected = sums(a, b, mode)
        scale = np.linalg.norm(sums(np.abs(a), np.abs(b), "full").ravel().astype("d"))
        got = fs.convolve(a, b, mode, method)
        assert got.dtype == expected.dtype and got.shape == expected.shape
        assert np.abs(got.astype("G") - expected).max() <= tolerance * scale
        got = fs.correlate(a, b, mode, method)
        expected = sums(a, np.flip(b).conj(), mode)
        assert got.shape == expected.shape and np.abs(got.astype("G") - expected).max() <= tolerance * scale
    for mode in MODES:
        for function in (fs.fftconvolve, fs.oaconvolve):
            assert np.abs(function(a, b, mode) - sums(a, b, mode)).max() <= max(tolerance, 1e-14) * scale


def test_axes_are_convolved_and_others_broadcast():
    rng = np.random.default_rng(8)
    a = rng.standard_normal((3, 50, 4))
    for b, kernels in ((rng.standard_normal((1, 9, 1)), "one"), (rng.standard_normal((3, 9, 4)), "each")):
        for mode in MODES:
            expected = np.stack([np.stack([np.convolve(a[i, :, j], b[i % b.shape[0], :, j % b.shape[2]], mode)
                                           for j in range(4)], -1) for i in range(3)])
            assert np.allclose(fs.fftconvolve(a, b, mode, axes=1), expected, atol=1e-12), kernels
            assert np.allclose(fs.fftconvolve(b, a, "full", axes=[-2]),
                               fs.fftconvolve(a, b, "full", axes=1), atol=1e-12)
    assert np.allclose(fs.fftconvolve(a, b, axes=(2, 1)), fs.fftconvolve(a, b, axes=(1, 2)))


def test_infinities_stay_where_they_are_if_sums_are_direct():
    a = np.ones(5000)
    a[100] = np.inf
    y = fs.convolve(a, np.ones(40), method="direct")
    assert np.isinf(y[100:140]).all() and np.isfinite(y[:100]).all() and np.isfinite(y[140:]).all()


def test_errors_are_scipys():
    one, two = np.ones(3), np.ones((3, 3))
    for call in (lambda: fs.convolve(one, two), lambda: fs.convolve(one, one, "other"),
                 lambda: fs.convolve(one, one, method="other"), lambda: fs.convolve(np.ones((2, 5)), two, "valid"),
                 lambda: fs.fftconvolve(two, two, axes=()), lambda: fs.fftconvolve(two, two, axes=2),
                 lambda: fs.fftconvolve(two, two, axes=(0, 0)), lambda: fs.fftconvolve(two, np.ones((3, 2)), axes=0),
                 lambda: fs.convolve([], one), lambda: fs.correlate(one, two)):
        with pytest.raises(ValueError):
            call()
    assert fs.convolve(3, 4) == 12 and fs.fftconvolve([], one).size == 0
