import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Fault", "Report", "shader"]

_Path = str | os.PathLike[str]
_Number = int | float | np.number[Any] | np.bool_

@dataclasses.dataclass(frozen=True)
class Report:
    text: str
    json: dict[str, Any]
    results: dict[str, NDArray[Any]]

class Fault(AssertionError):
    report: Report
    def __init__(self, report: Report) -> None: ...

def shader(file: _Path, *, groups: int | Sequence[int] | None = None,
           buffers: Mapping[str, ArrayLike | _Path] | None = None,
           images: Mapping[str, str | tuple[str, ArrayLike | _Path]] | None = None,
           samplers: Mapping[str, str] | None = None,
           push: str | Sequence[_Number | str] | NDArray[Any] | None = None,
           spec: Mapping[int, _Number | str] | None = None,
           expect: Mapping[str, ArrayLike | _Path] | None = None,
           tolerance: float | Sequence[float] | None = None, results: str | Sequence[str] = (),
           subgroup: int | str | None = None, schedule: str | None = None, seed: int | None = None,
           entry: str | None = None, limit: int | None = None, same_results: bool = False, coherent: bool = False,
           allow_same_stores: bool = False, defines: Mapping[str, str | int | float | None] | None = None,
           includes: Sequence[_Path] = (), program: _Path | None = None,
           timeout: float | None = None) -> Report: ...
