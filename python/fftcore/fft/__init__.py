# SPDX-License-Identifier: MIT
"""Fourier, cosine, sine and Hankel transforms: the functions of `scipy.fft`, and a back end for it::

    import fftcore.fft
    y = fftcore.fft.rfft(x, workers=2)

or, for programs that call `scipy.fft`, ::

    scipy.fft.set_global_backend(fftcore)
"""
from ._hankel import fht, fhtoffset, ifht
from ._helper import (fftfreq, fftshift, get_workers, ifftshift, next_fast_len, prev_fast_len, rfftfreq, set_workers)
from ._transforms import (fft, fft2, fftn, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft, irfft2,
                          irfftn, rfft, rfft2, rfftn)
from ._trigonometric import dct, dctn, dst, dstn, idct, idctn, idst, idstn

__all__ = [
    "fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn", "hfft",
    "ihfft", "hfft2", "ihfft2", "hfftn", "ihfftn", "fftfreq", "rfftfreq", "fftshift", "ifftshift", "next_fast_len",
    "prev_fast_len", "dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn", "fht", "ifht", "fhtoffset",
    "get_workers", "set_workers",
]

__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method, args, kwargs):
    """What SciPy calls in place of its own `method`; see uarray's protocol for back ends."""
    function = globals().get(method.__name__)
    if function is None or method.__name__ not in __all__:
        return NotImplemented
    names = function.__code__.co_varnames
    if kwargs.get("workers") is None and "workers" in names[len(args):]:
        from scipy.fft import get_workers as scipy_workers

        threads = scipy_workers()
        if threads != 1:
            kwargs = {**kwargs, "workers": threads}
    return function(*args, **kwargs)
