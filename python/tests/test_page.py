# SPDX-License-Identifier: MIT
"""The code of docs/python.md runs, block by block; test_check.py has what the last one needs."""
import pathlib
import re

import numpy as np
import pytest

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/python.md"


@pytest.mark.skipif(not PAGE.is_file(), reason="the tests are away from the sources")
def test_page_runs():
    scipy_fft = pytest.importorskip("scipy.fft")
    names = {"samples": np.random.default_rng(5).standard_normal(3000)}
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), flags=re.M | re.S)
              if "check.shader" not in block]
    assert len(blocks) >= 3
    try:
        for block in blocks:
            exec(compile(block, PAGE.name, "exec"), names)  # pylint: disable=exec-used
    finally:
        scipy_fft.set_global_backend("scipy")
    wanted = np.fft.rfft(names["samples"], norm="ortho")
    np.testing.assert_allclose(names["spectrum"], wanted, atol=1e-11)
    np.testing.assert_allclose(names["plan"](names["samples"]), wanted, atol=1e-11)
