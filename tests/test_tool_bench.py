#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: what bench writes: test_tool_bench.py PROGRAM [unittest options]."""

import json
import math
import os
import subprocess
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, run, run_json  # noqa: E402


class Bench(CommandTest):
    QUICK = ["bench", "--seconds", "0.01", "--effort", "estimate"]

    def demand_device(self, info):
        if not info["devices"]:
            self.skipTest("no Vulkan device")
        if not info["shader_compiler"]:
            self.assertIn("built without", run("bench", "--device", "0", "--lengths", "64", code=2))
            self.skipTest("no shader compiler")

    def test_rows_have_what_was_asked_for(self):
        result = run_json(*self.QUICK, "--lengths", "48,2^6,6x10,16*3", "--fftw", "system")
        rows = {row["case"]: row for row in result["rows"]}
        self.assertEqual(list(rows), ["48", "64", "6x10", "16*3"])
        self.assertEqual([row["length"] for row in result["rows"]], [48, 64, 60, 16])
        self.assertEqual(rows["6x10"]["lengths"], [6, 10])
        self.assertEqual(rows["16*3"]["batch"], 3)
        for row in result["rows"]:
            peer = row["peers"][0]
            self.assertLessEqual(row["error"], row["error_bound"])
            self.assertLess(peer["error"], 1e-6)
            self.assertFalse(row["wrong"])
            self.assertGreater(row["seconds"], 0)
            # Of medians, or the median of ratios: not the same, but near.
            self.assertLess(abs(math.log(row["ratio"] * row["seconds"] / peer["seconds"])), 0.7)
            operations = 5e-9 * row["length"] * math.log2(row["length"]) * row["batch"]
            self.assertAlmostEqual(row["gflops"] * row["seconds"] / operations, 1)

    def test_double_is_exacter_and_without_peers_no_ratio(self):
        result = run_json(*self.QUICK, "--lengths", "17,100", "--precision", "f64", "--fftw", "none")
        for row in result["rows"]:
            self.assertLess(row["error"], 1e-15)
            self.assertIsNone(row["ratio"])
        self.assertIsNone(result["mean_ratio"])

    def test_halves_without_peers_right(self):
        cases = "48,6x10*3,r2c:101,dct2:30,conv:64,rconv:50+7"
        result = run_json(*self.QUICK, "--lengths", cases, "--precision", "f16",
                          "--plot", self.path("halves.svg"))
        self.assertEqual(result["precision"], "f16")
        for row in result["rows"]:
            self.assertFalse(row["wrong"])
            self.assertGreater(row["error"], 1e-5)
            self.assertLess(row["error"], 1e-3)
            self.assertEqual(row["peers"], [])
        with open(self.path("halves.svg"), encoding="utf-8") as picture:
            self.assertIn("</svg>", picture.read())  # its letters are shapes

    def test_threads_against_one_and_a_copy(self):
        cases = "64,2^18,24x40*2,r2c:2^16,rconv:50+7"
        result = run_json(*self.QUICK, "--lengths", cases, "--threads", "2", "--fftw", "none")
        for row, passes in zip(result["rows"], [1, 3, 2, 1, 1]):
            self.assertFalse(row["wrong"])
            scaling = row["scaling"]
            self.assertEqual(scaling["copy_passes"], passes)
            for name in ("speedup", "copy_speedup", "alone_seconds", "copy_alone_seconds",
                         "copy_seconds"):
                self.assertGreater(scaling[name], 0)
        result = run_json(*self.QUICK, "--lengths", "64", "--fftw", "none")
        self.assertIsNone(result["rows"][0]["scaling"])

    def test_convolutions_by_both_right(self):
        cases = "conv:64,rconv:50+7,rconv:20x30+3x5*2,conv:12x10*3,rconv:9x15"
        for precision in ("f32", "f64"):
            result = run_json(*self.QUICK, "--lengths", cases, "--precision", precision,
                              "--fftw", "system")
            self.assertEqual([row["case"] for row in result["rows"]], cases.split(","))
            for row in result["rows"]:
                self.assertFalse(row["wrong"])
                self.assertLessEqual(row["error"], row["error_bound"])
                self.assertLess(row["peers"][0]["error"], row["error_bound"])
                self.assertGreater(row["ratio"], 0)

    def test_table_json_plot_and_wisdom_written(self):
        arguments = [*self.QUICK, "--lengths", "primes", "--fftw", "system", "--effort", "measure",
                     "--limit", "1", "--json", self.path("x.json"), "--plot", self.path("x.svg"),
                     "--wisdom", self.path("wisdom")]
        table = run(*arguments).splitlines()
        names = [line.split()[0] for line in table if line.count("|") == 2][1:]
        with open(self.path("x.json"), encoding="utf-8") as file:
            self.assertEqual(names, [row["case"] for row in json.load(file)["rows"]])
        picture = xml.etree.ElementTree.parse(self.path("x.svg")).getroot()
        letters = sum(1 for _ in picture.iter("{http://www.w3.org/2000/svg}use"))
        self.assertGreater(letters, len("".join([*names, "fftcore", "FFTW, system"])))
        with open(self.path("wisdom/system-f32.wisdom"), encoding="ascii") as file:
            self.assertIn("fftw", file.read(100))

    def test_cases_on_a_device_right(self):
        info = run_json("info")
        self.demand_device(info)
        cases = "conv:16,rconv:8x12+3x5,conv:4x6*3,c2r:6x8"
        run("bench", "--device", "0", "--mib", "1", "--registers", "4", "--lengths", cases,
            "--json", self.path("x.json"))
        with open(self.path("x.json"), encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        self.assertEqual([row["case"] for row in rows], cases.split(","))
        # A bare --json takes the table's place.
        result = run_json("bench", "--device", "0", "--mib", "1", "--registers", "4", "--lengths", "conv:16")
        self.assertEqual([row["case"] for row in result["rows"]], ["conv:16"])
        for row in rows:
            self.assertLess(row["error"], 1e-5)
            self.assertGreater(row["part_of_copy"], 0)
        self.assertEqual(rows[2]["batch"], 3)

    def test_single_transforms_measured_plans_and_what_making_them_takes(self):
        self.demand_device(run_json("info"))
        device = ["bench", "--device", "0", "--mib", "1", "--lengths", "16"]
        for arguments in (["--single", "--statistics"], ["--measure", "0.2", "--in-place", "--inverse"],
                          ["--padded", "--no-subgroups", "--invocations", "64", "--precision", "f16"]):
            row, = run_json(*device, *arguments)["rows"]
            self.assertGreater(row["seconds"], 0)
            self.assertLess(row["error"], 1e-3)
            self.assertEqual("statistics" in row, "--statistics" in arguments)
        rows = run_json(*device, "--plans")["rows"]
        self.assertEqual([row["way"] for row in rows], ["first", "files", "memory", "second"])
        self.assertGreater(rows[0]["glslang"], 0)
        for row in rows[1:]:
            self.assertEqual(row["glslang"] + row["unrolling"], 0)

    def test_table_beside_another_program(self):
        self.demand_device(run_json("info"))
        script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench", "compare_device.py")
        made = subprocess.run([sys.executable, script, "--fftcore", command_testing.PROGRAM, "--cufft", self.path("none"),
                               "--", "--mib", "1", "--registers", "4", "--lengths", "16,r2c:16"], stdout=subprocess.PIPE, check=True)
        lines = [line.split(" | ")[0] for line in made.stdout.decode().splitlines()]
        self.assertEqual(lines[-2:], ["| 16", "| r2c:16"])

    def test_transforms_beside_other_programs(self):
        python = next((python for python in (sys.executable, "/usr/bin/python3") if subprocess.run(
            [python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0), None)
        if python is None:
            self.skipTest("no NumPy")
        script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench", "compare_transform.py")
        made = subprocess.run([python, script, command_testing.PROGRAM, "--runs", "1", "--minutes", "1", "--log2", "12"],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertEqual((made.count("right"), made.count("WRONG")), (2, 0))

    def test_bad_usage_refused(self):
        for arguments in (["--lengths", "4x"], ["--lengths", "0"], ["--lengths", "4,,5"],
                          ["--lengths", "conv:8+9"], ["--lengths", "conv:8x8+3"],
                          ["--lengths", "8+3"], ["--lengths", "conv:8+3x3"],
                          ["--lengths", "2x2x2x2x2"], ["--lengths", "2^99"], ["--lengths", "eight"],
                          ["--lengths", "-4"], ["--lengths", "4*"], ["--lengths"],
                          ["--lengths", "2^40*2^40"], ["--precision", "f8"],
                          ["--precision", "f16", "--fftw", "system"], ["--threads", "0"],
                          ["--seconds", "nan"], ["--limit", "0"], ["--effort", "much"],
                          ["--fftw", "=x"], ["--fftw", "x=" + self.path("nowhere")],
                          ["--faster"], ["word"]):
            run("bench", *arguments, code=2)
        self.assertIn("needs a value", run("bench", "--lengths", code=2))
        self.assertIn("unknown option --faster", run("bench", "--faster", code=2))
        self.assertIn("no file word", run("bench", "word", code=2))
        self.assertIn("not a directory",
                      run("bench", "--wisdom", os.devnull, "--lengths", "16", code=2).lower())
        self.assertIn("standard output", run("bench", "--json", "-", "--plot", "-", code=2))
        if run_json("info")["devices"]:
            self.assertIn("--device", run("bench", "--mib", "3", code=2))

    def test_output_cut_off_refused(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for option in ([], ["--json"], ["--plot", "-"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([command_testing.PROGRAM, "bench", "--lengths", "16", "--fftw", "none",
                                       "--seconds", "0.01", *option],
                                      stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 2, option)
            self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_plot_has_the_format_of_its_ending(self):
        quick = ["bench", "--lengths", "16", "--fftw", "none", "--seconds", "0.01", "--plot"]
        self.assertTrue(xml.etree.ElementTree.fromstring(run(*quick, "-")).tag.endswith("svg"))
        for ending, begin in ((".svg", b"<?xml"), (".PNG", b"\x89PNG"), (".pdf", b"%PDF")):
            run(*quick, self.path("speed" + ending))
            with open(self.path("speed" + ending), "rb") as file:
                self.assertEqual(file.read(len(begin)), begin)
        for name in ("speed.jpg", "speed"):
            self.assertIn("must end in", run(*quick, self.path(name), code=2))
            self.assertFalse(os.path.exists(self.path(name)))
        many = ",".join(map(str, range(1, 801)))
        self.assertIn("no room", run("bench", "--lengths", many, "--plot", self.path("many.png"), code=2))

    def test_bad_usage_of_devices_refused_with_one_line(self):
        for arguments in (["--device", "x"], ["--device", "-1"], ["--device", "99999999999"],
                          ["--precision", "f33"], ["--mib", "0"], ["--mib", "1e3"],
                          ["--registers", "8,"], ["--registers", "8;4"],
                          ["--registers", "1,2,3,4,5,6,7,8"], ["--invocations", ""],
                          ["--line-invocations", "no"], ["--measure", "0"], ["--measure", "nan"],
                          ["--lengths", "eight"], ["--faster"], ["word"]):
            run("bench", "--device", "0", *arguments, code=2)

    def test_help_tells_of_devices(self):
        if run_json("info")["devices"]:
            self.assertIn("--device N", run("bench", "--help"))


if __name__ == "__main__":
    command_testing.main()
