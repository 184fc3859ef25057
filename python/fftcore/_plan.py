# SPDX-License-Identifier: MIT
"""Plans as objects, and the cache of those that calls make by themselves."""
import inspect
from typing import NamedTuple

import numpy as np

from . import _core


class CacheInfo(NamedTuple):
    """What `cache_info` tells."""

    hits: int
    misses: int
    plans: int
    limit: int
    bytes: int


def cache_info():
    """How often calls found their plan (`hits`) or made it (`misses`), and how many `plans` are kept.

    `limit` is the largest number of plans that are kept, `bytes` about what they hold. Beyond 256 MiB, or the limit,
    the plan that was not used for the longest time is dropped.
    """
    return CacheInfo(*_core.shared_plans.info())


def cache_clear():
    """Drops all plans that are kept, and sets the counts to 0. Plans in use by other threads are dropped after it."""
    _core.shared_plans.clear()


class Plan(_core.Plans):
    """A call of a function of `fftcore.fft` that was prepared.

    Parameters
    ----------
    function : callable
        A function of `fftcore.fft`, such as `fftcore.fft.rfft`.
    x : array_like
        An array of the shape, dtype and strides that the plan is for. Its numbers are not used.
    effort : {"estimate", "measure", "saved"}, optional
        How to plan: by a cost model; by timing the model's best candidates on this machine; or as `saved` says.
    seconds : float, optional
        About how many seconds measuring may take; 0, the default, means 1.
    saved : str, optional
        Lines that `save` returned. With effort "saved" they must have this transform, otherwise ValueError is raised;
        with other efforts they are used if they have it, but "measure" takes none that was estimated.
    reproducible : bool, optional
        The same bits from every instruction set and processor; takes 1.0 to 1.4 times as long.
    **arguments
        Further arguments of the function: `n`, `axis`, `norm`, `workers`, `type` and so on.

    Examples
    --------
    >>> import numpy as np, fftcore
    >>> x = np.zeros((64, 1000))
    >>> plan = fftcore.Plan(fftcore.fft.rfft, x, effort="measure", seconds=0.1, norm="ortho")
    >>> plan(x).shape
    (64, 501)

    Notes
    -----
    A plan may be called from several threads at the same time. It may also be passed to its function as ``plan=``.
    Arrays of another shape, dtype or memory layout are refused with ValueError.
    """

    def __init__(self, function, x, *, effort="estimate", seconds=0.0, saved=None, reproducible=False, **arguments):
        try:
            takes_plan = callable(function) and "plan" in inspect.signature(function).parameters
        except ValueError:  # a builtin that does not tell its parameters
            takes_plan = False
        if not takes_plan:
            raise TypeError(f"function is {function!r}: pass one of fftcore.fft, such as fftcore.fft.rfft")
        super().__init__(effort, seconds, saved, reproducible)
        self.function = function
        self.arguments = arguments
        self._set_mode(True, False)
        try:
            function(np.asarray(x), plan=self, **{**arguments, "overwrite_x": False})
            if arguments.get("overwrite_x"):
                function(np.array(x), plan=self, **arguments)
        finally:
            self._set_mode(False, True)

    def __call__(self, x):
        """What ``function(x, **arguments)`` returns."""
        return self.function(x, plan=self, **self.arguments)

    def save(self):
        """The plan as lines of text, for `saved`, in this process or another one."""
        return self._saved_lines()
