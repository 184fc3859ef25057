#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cases that `fftcore bench` draws at random, and their layouts: test_tool_drawn.py PROGRAM [unittest options]."""

import math
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, run, run_json  # noqa: E402

QUICK = ["bench", "--seconds", "0.001", "--effort", "estimate"]
BASES = ("rows", "columns", "axes", "interleaved", "batches", "planes", "cubes")


def cases(lengths, *arguments):
    return [row["case"] for row in run_json(*QUICK, "--fftw", "none", "--lengths", lengths, *arguments)["rows"]]


class Drawn(CommandTest):
    def test_a_seed_gives_the_cases_that_are_documented(self):
        # On every machine: splitmix64, and integers only.
        self.assertEqual(cases("random:columns:1:4"),
                         ["126x11:axes=0", "7x12:axes=0", "6x215:axes=0", "17x4:axes=0"])
        self.assertEqual(cases("random:real-interleaved:2:3"),
                         ["c2r:225x21x3:axes=01:batched", "r2c:9x44x2:axes=01", "c2r:103x5x2:axes=01"])

    def test_fewer_are_the_first_and_another_seed_gives_others(self):
        some = cases("random:axes:5:12")
        self.assertEqual(cases("random:axes:5:4"), some[:4])
        self.assertEqual(cases("random:axes:5:12", "--precision", "f64"), some)
        self.assertNotEqual(cases("random:axes:6:12"), some)

    def test_names_given_back_are_the_same_cases(self):
        drawn = ",".join(f"random:{name}:9:6" for name in (
            "axes", "real-axes-split", "inplace-strided-axes", "interleaved", "real-inplace-strided-planes",
            "cosine-strided-batches", "real-strided-columns"))
        first = run_json(*QUICK, "--fftw", "none", "--lengths", drawn)["rows"]
        again = run_json(*QUICK, "--fftw", "none", "--lengths", ",".join(row["case"] for row in first))
        for key in ("case", "length", "lengths", "batch", "error", "plan_bytes"):
            self.assertEqual([row[key] for row in again["rows"]], [row[key] for row in first], key)
        self.assertEqual(again["classes"], [])

    def test_every_class_is_right_and_within_its_bounds(self):
        names = [kind + base for base in BASES for kind in ("", "real-", "cosine-")]
        names += ["smooth-rows", "split-axes", "real-split-axes", "inplace-columns", "inplace-axes-split",
                  "real-inplace-cubes", "cosine-inplace-axes", "strided-axes", "real-strided-axes",
                  "inplace-strided-interleaved", "strided-split-columns"]
        for precision, some in (("f32", names), ("f64", names[::4])):
            result = run_json(*QUICK, "--fftw", "system", "--precision", precision, "--lengths",
                              ",".join(f"random:{name}:4:2" for name in some))
            self.assertEqual(len(result["rows"]), 2 * len(some))
            for row in result["rows"]:
                self.assertFalse(row["wrong"], row["case"])
                self.assertLess(row["peers"][0]["error"], row["error_bound"], row["case"])
                self.assertGreater(row["ratio"], 0, row["case"])
                self.assertLessEqual(math.prod(row["lengths"]), 2 ** 20)
            self.assertEqual([(c["class"], c["seed"], c["cases"]) for c in result["classes"]],
                             [(name, 4, 2) for name in some])

    def test_shares_and_lengths_of_a_class(self):
        result = run_json(*QUICK, "--fftw", "system", "--lengths", "random:columns:3:9,48")
        rows = result["rows"][:9]
        one, = result["classes"]
        ratios = sorted(row["ratio"] for row in rows)
        self.assertAlmostEqual(one["mean"], math.exp(sum(map(math.log, ratios)) / 9))
        for below in one["below"]:
            self.assertAlmostEqual(below["share"], sum(r < below["bound"] for r in ratios) / 9)
        self.assertEqual([below["bound"] for below in one["below"]], [1.0, 0.9])
        self.assertEqual([worst["ratio"] for worst in one["worst"]], ratios[:5])
        by_name = {row["case"]: row["ratio"] for row in rows}
        self.assertEqual([by_name[worst["case"]] for worst in one["worst"]], ratios[:5])
        for row in rows:
            self.assertTrue(2 <= row["length"] <= 128 and 1 <= row["batch"] <= 256)
        for name in cases("random:smooth-rows:3:40"):
            n = int(name)
            for p in (2, 3, 5, 7):
                while n % p == 0:
                    n //= p
            self.assertEqual(n, 1, name)

    def test_table_has_the_summary(self):
        table = run(*QUICK, "--fftw", "system", "--lengths", "random:batches:8:3,random:planes:8:2")
        self.assertIn("0.001 s a case", table)
        self.assertIn("batches, seed 8: 3 cases, ", table)
        self.assertIn("planes, seed 8: 2 cases, ", table)
        self.assertEqual(len(table.split("planes, seed 8")[1].splitlines()), 3)

    def test_layouts_beside_each_other(self):
        # The same numbers, wherever they lie: 15 columns of 8 points are 15 rows of 8.
        names = ["8x15:axes=0", "8x15:axes=0:batched", "8x15:axes=0:order=10", "8x15:axes=0:step=3:pad=5", "8*15"]
        rows = run_json(*QUICK, "--fftw", "system", "--lengths", ",".join(names))["rows"]
        self.assertEqual([row["case"] for row in rows], names)
        self.assertEqual([(row["length"], row["batch"], row["wrong"]) for row in rows], [(8, 15, False)] * 5)
        for name in ("c2r:4x4", "c2r:6x5x4:axes=02", "r2c:6x10:pad=2:inplace", "c2r:6x9:split", "dst4:5x7*2:inplace"):
            row, = run_json(*QUICK, "--fftw", "system", "--lengths", name)["rows"]
            self.assertEqual((row["case"], row["wrong"]), (name, False))
            self.assertLess(row["peers"][0]["error"], row["error_bound"])
        # What is usual is not in the name.
        self.assertEqual(cases("4x6:axes=10:order=01:step=1"), ["4x6"])

    def test_two_builds_compared_by_a_class(self):
        script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench", "compare_builds.py")
        made = subprocess.run([sys.executable, script, command_testing.PROGRAM, command_testing.PROGRAM, "--families",
                               "random:columns:1:4", "--precision", "f32", "--rounds", "1", "--seconds", "0.001"],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertEqual(made.splitlines()[1].split()[:3], ["random:columns:1:4", "f32", "4"])

    def test_classes_on_a_device_right(self):
        info = run_json("info")
        if not info["devices"] or not info["shader_compiler"]:
            self.skipTest("no Vulkan device, or no shader compiler")
        lengths = "random:columns:1:2,random:batches:6:1,random:strided-rows:1:1,8x5:axes=0:batched,r2c:6x4:axes=0"
        result = run_json("bench", "--device", "0", "--mib", "1", "--lengths", lengths)
        self.assertEqual([row["case"] for row in result["rows"][:2]], ["126x11:axes=0", "7x12:axes=0"])
        self.assertEqual([row["case"] for row in result["rows"][3:]], ["8x5:axes=0:batched", "r2c:6x4:axes=0"])
        for row in result["rows"]:
            self.assertLess(row["error"], 1e-6)
        self.assertEqual([(c["class"], c["cases"]) for c in result["classes"]], [("columns", 2), ("batches", 1)])
        self.assertEqual([below["bound"] for below in result["classes"][0]["below"]], [0.8, 0.5])
        parts = sorted(row["part_of_copy"] for row in result["rows"][:2])
        self.assertEqual([worst["ratio"] for worst in result["classes"][0]["worst"]], parts)

    def test_bad_classes_and_layouts_refused(self):
        for lengths, said in (("random:colums:1:5", "colums is no class"), ("random:real:1:5", "no class"),
                              ("random:rows-planes:1:5", "no class"), ("random:real-real-rows:1:5", "no class"),
                              ("random:split-cosine-rows:1:5", "cosines are not split"),
                              ("random:real-inplace-columns:1:5", "in place real ones"),
                              ("random:rows", "COUNT"), ("random:rows:1", "COUNT"), ("random:rows:1:0", "COUNT"),
                              ("random:rows:1:10001", "1 to 10000"), ("random:rows:x:3", "SEED"),
                              ("random:rows:-1:3", "SEED"), ("random:rows:1:3:4", "COUNT"),
                              ("random:rows:18446744073709551616:3", "SEED"), ("random:", "is no class"),
                              ("8x4:axes=2", ":axes=01"), ("8x4:axes=", ":axes=01"), ("8x4:axes=00", ":axes=01"),
                              ("8x4:order=0", ":order"), ("8:step=0", ":step"), ("8:pad=99999", ":pad"),
                              ("8:sideways", "no case"), ("8:", "no case"), ("conv:8:inplace", "packed"),
                              ("8x4:batched", "batch"), ("dct2:8:split", "split"), ("r2c:8x4:axes=0:inplace", "last axis"),
                              ("r2c:8x4:axes=0:order=01", "halved")):
            text = run("bench", "--fftw", "none", "--lengths", lengths, code=2)
            self.assertIn("--lengths", text)
            self.assertIn(said, text)
        self.assertIn("packed", run("bench", "--lengths", "8x4:axes=0", "--present", "1/2", code=2))
        for name in BASES:
            self.assertIn(f"random:{name}:SEED:COUNT", run("help", "bench"))


if __name__ == "__main__":
    command_testing.main()
