# SPDX-License-Identifier: MIT
"""fftcore.fft beside NumPy: values, layouts in memory, types, errors. SciPy's own tests see to the rest."""
import warnings

import fftcore
import fftcore.fft as ff
import numpy as np
import pytest

SEED = 20261128
EPS = {np.dtype("f"): 1.2e-7, np.dtype("d"): 2.3e-16}


def random(shape, dtype, seed=SEED):
    rng = np.random.default_rng([seed, *np.atleast_1d(shape)])
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def assert_near(got, expected):
    """Within the error of a transform: some roundings of each number, relative to the norm of all."""
    assert got.shape == expected.shape
    scale = np.linalg.norm(expected.ravel())
    assert np.linalg.norm((got - expected).ravel()) <= 12 * EPS[got.real.dtype] * scale


def layouts(x):
    """The numbers of x in other places of memory."""
    yield x
    yield np.asfortranarray(x)
    yield np.repeat(x, 2, axis=-1)[..., ::2]
    yield np.flip(x).copy()[tuple(slice(None, None, -1) for _ in x.shape)]
    yield np.moveaxis(np.moveaxis(x, 0, -1).copy(), -1, 0)
    read_only = x.copy()
    read_only.flags.writeable = False
    yield read_only
    yield x.astype(x.dtype.newbyteorder())
    unaligned = np.empty(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    unaligned[...] = x
    yield unaligned
    record = np.zeros(x.shape, [("a", np.uint8), ("x", x.dtype)])
    record["x"] = x
    yield record["x"]


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(12,), (7, 16), (5, 4, 9), (2, 3, 4, 5), (40, 60)])
def test_any_layout_gives_numpys_numbers(shape, dtype):
    x = random(shape, dtype)
    for y in layouts(x):
        before = y.tobytes()
        for axis in range(x.ndim):
            assert_near(ff.fft(y, axis=axis), np.fft.fft(x.astype("D"), axis=axis).astype(ff.fft(y).dtype))
            assert_near(ff.ifft(y, axis=axis), np.fft.ifft(x.astype("D"), axis=axis))
            assert_near(ff.irfft(y, axis=axis), np.fft.irfft(x.astype("D"), axis=axis))
        assert_near(ff.fftn(y), np.fft.fftn(x.astype("D")))
        if dtype in "fd":
            assert_near(ff.rfftn(y), np.fft.rfftn(x.astype("d")))
            assert_near(ff.idctn(ff.dctn(y, type=3), type=3), x)
        assert y.tobytes() == before


@pytest.mark.parametrize("axes", [(0,), (1, 2), (2, 0), (0, 2, 1), (3, 1), (1, 3, 0, 2)])
@pytest.mark.parametrize("change", [0, -1, 2])
def test_lengths_and_axes_give_numpys_numbers(axes, change):
    x = random((4, 3, 5, 6), "D")
    s = [x.shape[a] + change for a in axes]
    assert_near(ff.fftn(x, s, axes), np.fft.fftn(x, s, axes))
    assert_near(ff.ifftn(x, s, axes, norm="forward"), np.fft.ifftn(x, s, axes, norm="forward"))
    assert_near(ff.rfftn(x.real, s, axes, norm="forward"), np.fft.rfftn(x.real, s, axes, norm="forward"))
    assert_near(ff.irfftn(x, s, axes, norm="ortho"), np.fft.irfftn(x, s, axes, norm="ortho"))
    assert_near(ff.fftn(x.real, s, axes), np.fft.fftn(x.real, s, axes))


def test_more_axes_than_a_description_has_give_numpys_numbers():
    x = random((2, 3, 2, 1, 2, 3, 4), "D")
    assert_near(ff.fftn(x), np.fft.fftn(x))
    assert_near(ff.rfftn(x.real), np.fft.rfftn(x.real))
    assert_near(ff.irfftn(x), np.fft.irfftn(x))
    assert_near(ff.idctn(ff.dctn(x.real)), x.real)
    # Loops that cannot be fused with their neighbours.
    y = random((3,) * 9, "d")[::2, :2, ::2, :2, ::2, :2, ::2, :2]
    assert_near(ff.fft(y, axis=4), np.fft.fft(y, axis=4))
    assert_near(ff.rfftn(y, axes=(2, 7)), np.fft.rfftn(y, axes=(2, 7)))
    same = np.broadcast_to(x, (4,) + x.shape)
    assert_near(ff.fft(same, axis=2), np.fft.fft(same, axis=2))


@pytest.mark.parametrize("n", [1, 2, 3, 8, 17, 34, 37, 74, 100])
def test_long_double_has_its_digits(n):
    x = random((2, n), "D").astype(np.clongdouble)
    t = np.arange(n)
    angle = 2 * np.longdouble("3.14159265358979323846264338327950288") * (t * t[:, None] % n) / np.longdouble(n)
    matrix = np.cos(angle) - 1j * np.sin(angle)
    expected = x @ matrix
    got = ff.fft(x)
    assert got.dtype == np.clongdouble
    bound = 40 * n * np.finfo(np.longdouble).eps
    assert np.abs(got - expected).max() <= bound
    assert np.abs(ff.ifft(got) - x).max() <= bound
    assert np.abs(ff.irfft(ff.rfft(x.real), n) - x.real).max() <= bound
    for function, inverse in ((ff.dct, ff.idct), (ff.dst, ff.idst)):
        for type_ in range(2 if n == 1 and function is ff.dct else 1, 5):
            for norm in ("backward", "ortho", "forward"):
                y = function(x.real, type_, norm=norm)
                assert y.dtype == np.longdouble
                assert np.abs(inverse(y, type_, norm=norm) - x.real).max() <= bound
                assert_near(y.astype("d"), function(x.real.astype("d"), type_, norm=norm))


def test_types_follow_scipys_rules():
    for given, result in (("e", "F"), ("f", "F"), ("d", "D"), ("F", "F"), ("D", "D"), ("i", "D"), ("?", "D"),
                          ("u2", "D"), ("g", "G"), (">f4", "F"), (">c16", "D")):
        x = np.ones((2, 4), given)
        assert ff.fft(x).dtype == np.dtype(result)
        assert ff.dct(x).dtype == (np.dtype(result) if np.dtype(given).kind == "c" else ff.rfft(x).real.dtype)
    assert ff.fft([1, 2, 3]).dtype == np.dtype("D")
    assert isinstance(ff.fft(np.ma.masked_array([1.0, 2.0])), np.ndarray)


def test_dlpack_and_buffers_are_arrays():
    class Dlpack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **arguments):
            return self.array.__dlpack__(**arguments)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    x = random(30, "d")
    assert_near(ff.rfft(Dlpack(x)), np.fft.rfft(x))
    assert_near(ff.rfft(memoryview(x)), np.fft.rfft(x))


def test_errors_are_scipys():
    x = np.ones((3, 4))
    for call, error in (
        (lambda: ff.fft(x, axis=2), IndexError), (lambda: ff.fft(1.0), IndexError), (lambda: ff.fft(x, 0), ValueError),
        (lambda: ff.fft(x, -3), ValueError), (lambda: ff.fft(np.ones((3, 0))), ValueError),
        (lambda: ff.irfft(np.ones(1)), ValueError), (lambda: ff.fft(x, norm="other"), ValueError),
        (lambda: ff.fft(x, norm=3), ValueError), (lambda: ff.rfft(x + 1j), TypeError),
        (lambda: ff.fft(x, 2.5), TypeError),
        (lambda: ff.fftn(x, axes=(0, 0)), ValueError), (lambda: ff.fftn(x, axes=(0, 2)), ValueError),
        (lambda: ff.fftn(x, s=(1, 2, 3)), ValueError), (lambda: ff.fftn(x, s=(1,), axes=(0, 1)), ValueError),
        (lambda: ff.fftn(x, axes="ab"), ValueError), (lambda: ff.rfftn(x, axes=()), ValueError),
        (lambda: ff.dct(x, type=5), ValueError), (lambda: ff.dct(x, type=1, n=1), ValueError),
        (lambda: ff.fft(x, workers=0), ValueError), (lambda: ff.fft(x, workers=-10**9), ValueError),
        (lambda: ff.fft(x, workers=1.5), TypeError), (lambda: ff.fft(object()), TypeError),
        (lambda: ff.fft(x, 2**40), (ValueError, MemoryError)), (lambda: ff.fft(["a"]), ValueError),
        (lambda: ff.fft(x, plan=3), NotImplementedError),
        (lambda: ff.dct(x, axis=2, orthogonalize=True), IndexError),
        (lambda: ff.dct(x, n=-1, orthogonalize=True), ValueError),
        (lambda: ff.dct(x, norm="other", orthogonalize=True), ValueError),
        (lambda: ff.dctn(x, s=(3,), axes=(0, 1), orthogonalize=True), ValueError),
        (lambda: ff.fht([], 0.1, 0.5), ValueError), (lambda: ff.ifht([], 0.1, 0.5, bias=1), ValueError),
    ):
        with pytest.raises(error):
            call()


def test_empty_arrays_and_no_axes():
    assert ff.fft(np.ones((0, 5))).shape == (0, 5)
    assert ff.rfft(np.ones((0, 5))).shape == (0, 3)
    assert ff.dctn(np.ones((4, 0, 5)), axes=(0, 2)).shape == (4, 0, 5)
    assert ff.fft(np.ones((0, 5), np.longdouble)).shape == (0, 5)
    assert ff.fftn(3.5) == 3.5
    x = np.ones(3)
    assert ff.fftn(x, axes=()) is x


def test_overwrite_uses_the_memory_of_the_source():
    x = random((8, 16), "D")
    expected = np.fft.fft(x)
    y = ff.fft(x, overwrite_x=True)
    assert_near(y, expected)
    assert np.shares_memory(x, y)


def test_hermitian_transforms_are_irfft_of_the_conjugate():
    """In float, double and long double, of few and of many axes, and of arrays that are no rows."""
    for dtype in ("F", "D", "G"):
        x = random((3, 2, 2, 3, 4), "D").astype(dtype)
        for norm in (None, "ortho", "forward"):
            other = {None: "forward", "forward": None}.get(norm, norm)
            for axes in ((4,), (1, 3), (0, 1, 2, 3, 4)):
                for y in (x, x.transpose(4, 3, 2, 1, 0)):
                    got, expected = ff.hfftn(y, None, axes, norm), ff.irfftn(y.conj(), None, axes, other)
                    assert got.dtype == expected.dtype
                    np.testing.assert_allclose(got, expected, rtol=0, atol=200 * np.finfo(got.dtype).eps)
    np.testing.assert_allclose(ff.hfft([1, 2j, 3], 5), np.fft.hfft([1, 2j, 3], 5), atol=1e-14)
    np.testing.assert_allclose(ff.hfft([1.0, 2, 3]), np.fft.hfft([1.0, 2, 3]), atol=1e-14)


def test_weights_without_their_norm():
    """orthogonalize with another norm, and "ortho" without it, as SciPy has them since 1.14: DST II was another."""
    pytest.importorskip("scipy", minversion="1.14")
    import scipy.fft as scipy_fft

    x = random((5, 6), "d")
    for name in ("dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn"):
        for type_ in range(1, 5):
            for norm in (None, "backward", "ortho", "forward"):
                for orthogonalize in (None, True, False):
                    for size in (None, 4, 7):
                        keyword = "s" if name.endswith("n") else "n"
                        arguments = {"type": type_, "norm": norm, "orthogonalize": orthogonalize}
                        arguments[keyword] = (size, 5) if keyword == "s" and size else size
                        assert_near(getattr(ff, name)(x, **arguments), getattr(scipy_fft, name)(x, **arguments))


def test_hankel_transforms_are_scipys():
    """As they are since SciPy 1.14: odd lengths had a wrong last coefficient."""
    pytest.importorskip("scipy", minversion="1.14")
    import scipy.fft as scipy_fft

    a = np.exp(-np.linspace(-3, 3, 33) ** 2)
    for n in (32, 33):
        for mu, bias in ((0.3, 0), (1.7, 0.4), (-0.6, -0.2), (0, 1), (3, -2.5)):
            offset = scipy_fft.fhtoffset(0.1, mu, 0.2, bias)
            assert abs(ff.fhtoffset(0.1, mu, 0.2, bias) - offset) < 1e-11
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = scipy_fft.fht(a[:n], 0.1, mu, offset, bias)
                np.testing.assert_allclose(ff.fht(a[:n], 0.1, mu, offset, bias), expected, rtol=1e-9, atol=1e-12)
                back = ff.ifht(expected, 0.1, mu, offset, bias)
                np.testing.assert_allclose(back, scipy_fft.ifht(expected, 0.1, mu, offset, bias), rtol=1e-9, atol=1e-12)


def test_fast_lengths_are_scipys():
    scipy_fft = pytest.importorskip("scipy.fft")
    for target in [*range(1, 300), 93059, 10**9 + 7]:
        for real in (False, True):
            assert ff.next_fast_len(target, real) == scipy_fft.next_fast_len(target, real)
            if hasattr(scipy_fft, "prev_fast_len"):
                assert ff.prev_fast_len(target, real) == scipy_fft.prev_fast_len(target, real)


def test_everything_of_scipy_is_here():
    scipy_fft = pytest.importorskip("scipy.fft")
    back_ends = {"set_backend", "skip_backend", "set_global_backend", "register_backend"}
    assert set(scipy_fft.__all__) - back_ends <= set(ff.__all__)
    with scipy_fft.set_backend(fftcore, only=True):
        before = fftcore.cache_info()
        x = random(64, "D")
        assert_near(scipy_fft.fft(x), np.fft.fft(x))
        after = fftcore.cache_info()
        assert after.hits + after.misses == before.hits + before.misses + 1
