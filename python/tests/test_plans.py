# SPDX-License-Identifier: MIT
"""Plans as objects, the cache of plans, threads and children of forks."""
import multiprocessing
import os
import subprocess
import sys
import threading

import fftcore
import fftcore.fft as ff
import numpy as np
import pytest


def test_plan_is_its_call_and_refuses_others():
    x = np.random.default_rng(3).standard_normal((4, 100))
    plan = fftcore.Plan(ff.rfft, x, effort="measure", seconds=0.05, norm="ortho")
    assert np.array_equal(plan(x), ff.rfft(x, norm="ortho", plan=plan))
    np.testing.assert_allclose(plan(x), np.fft.rfft(x, norm="ortho"), atol=1e-13)
    for other in (lambda: ff.rfft(x, plan=plan), lambda: plan(x[:3]), lambda: plan(x.astype("f")),
                  lambda: ff.fft(x, norm="ortho", plan=plan)):
        with pytest.raises(ValueError, match="another call"):
            other()
    saved = plan.save()
    assert saved.startswith("fftcore ") and saved.endswith("\n")
    again = fftcore.Plan(ff.rfft, x, effort="saved", saved=saved, norm="ortho")
    assert again.save() == saved and np.array_equal(again(x), plan(x))
    with pytest.raises(ValueError):
        fftcore.Plan(ff.fft, x, effort="saved", saved=saved)
    with pytest.raises(ValueError):
        fftcore.Plan(ff.fft, x, effort="hope")
    with pytest.raises(ValueError, match='effort is "saved", and saved is None'):
        fftcore.Plan(ff.fft, x, effort="saved")
    for saved in ("no plan", "# nothing\n"):
        with pytest.raises(ValueError, match="saved") as refused:
            fftcore.Plan(ff.fft, x, effort="saved", saved=saved)
        assert "fftc_" not in str(refused.value).lower()  # words of C
    for function in (None, min, np.fft.fft, ff.fftshift):
        with pytest.raises(TypeError, match="pass one of fftcore.fft"):
            fftcore.Plan(function, x)


def test_planning_leaves_the_array_alone():
    x = np.random.default_rng(4).standard_normal((6, 7)) + 1j
    before = x.copy()
    plan = fftcore.Plan(ff.fftn, x, overwrite_x=True)
    assert np.array_equal(x, before)
    np.testing.assert_allclose(plan(x.copy()), np.fft.fftn(before), atol=1e-12)


def test_reproducible_plans_have_the_bits_of_every_instruction_set():
    program = ("import fftcore, numpy as np; x = np.cos(np.arange(960.0));"
               "print(fftcore.Plan(fftcore.fft.rfft, x, reproducible=True)(x).tobytes().hex())")
    found = set()
    for isa in ("scalar", None):
        environment = {**os.environ, **({"FFTCORE_FORCE_ISA": isa} if isa else {})}
        run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        found.add(run.stdout)
    assert len(found) == 1


def test_cache_counts_and_is_bounded():
    fftcore.cache_clear()
    for n in range(2, 202):
        ff.fft(np.ones(n, complex))
        ff.fft(np.ones(n, complex))
    info = fftcore.cache_info()
    assert (info.hits, info.misses) == (200, 200)
    assert info.plans == info.limit
    for _ in range(3):  # some hundred MiB each
        ff.fft(np.ones(1 << 22, complex))
    assert fftcore.cache_info().bytes < 1 << 30
    fftcore.cache_clear()
    assert fftcore.cache_info()[:3] == (0, 0, 0)


def test_threads_share_the_cache():
    rng = np.random.default_rng(5)
    arrays = [rng.standard_normal((n % 7 + 1, n)) for n in range(2, 400, 5)]
    expected = [np.fft.rfft(x) for x in arrays]
    faults = []

    def work(start):
        for i in range(len(arrays)):
            at = (start + i) % len(arrays)
            if not np.allclose(ff.rfft(arrays[at], workers=1 + i % 3), expected[at], atol=1e-10):
                faults.append(at)
            if i % 20 == start:
                fftcore.cache_clear()

    threads = [threading.Thread(target=work, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_execution_releases_the_gil():
    x = np.ones((64, 1 << 14), complex)
    ff.fft(x)
    started, done = threading.Event(), threading.Event()

    def work():
        started.set()
        for _ in range(40):
            ff.fft(x)
        done.set()

    switch = sys.getswitchinterval()
    sys.setswitchinterval(10)  # nobody is asked to give the GIL away: it changes hands where it is released
    try:
        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        assert not done.is_set()
    finally:
        sys.setswitchinterval(switch)
        thread.join()


def test_results_do_not_depend_on_workers():
    x = np.random.default_rng(6).standard_normal((300, 512))
    one = ff.rfftn(x)
    assert np.array_equal(one, ff.rfftn(x, workers=2))
    with ff.set_workers(-1):
        assert ff.get_workers() == os.cpu_count()
        assert np.array_equal(one, ff.rfftn(x))
        other = []
        thread = threading.Thread(target=lambda: other.append(ff.get_workers()))
        thread.start()
        thread.join()
        assert other == [1]
    assert ff.get_workers() == 1


def _child(x):
    return ff.fft(x, workers=2), ff.rfft(x.real[:-1], workers=2)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_children_of_a_fork_use_the_parents_plans():
    x = np.random.default_rng(7).standard_normal((64, 4096)) + 0j
    expected = _child(x)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for got in pool.map(_child, [x, x, x]):
            assert all(np.array_equal(a, b) for a, b in zip(got, expected))
