from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from numpy.typing import ArrayLike, NDArray

from ._core import Plans

class CacheInfo(NamedTuple):
    hits: int
    misses: int
    plans: int
    limit: int
    bytes: int

def cache_info() -> CacheInfo: ...
def cache_clear() -> None: ...

class Plan(Plans):
    function: Callable[..., NDArray[Any]]
    arguments: dict[str, Any]
    def __init__(self, function: Callable[..., NDArray[Any]], x: ArrayLike, *,
                 effort: Literal["estimate", "measure", "saved"] = "estimate", seconds: float = 0.0,
                 saved: str | None = None, reproducible: bool = False, **arguments: Any) -> None: ...
    def __call__(self, x: ArrayLike) -> NDArray[Any]: ...
    def save(self) -> str: ...
