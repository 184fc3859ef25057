#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: what emit and bloom write: test_tool_emit.py PROGRAM [unittest options]."""

import json
import os
import struct
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, png_pixels, run, run_json  # noqa: E402


class Emit(CommandTest):
    def test_both_languages_written(self):
        arguments = ["emit", "--length", "1024", "--output", self.path("fft"), "--description",
                     self.path("fft.json")]
        if not run_json("info")["shader_compiler"]:
            self.assertIn("built without", run(*arguments, "--language", "glsl", code=2))
            return
        run(*arguments, "--language", "glsl")
        with open(self.path("fft"), encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("#version 450"))
        self.assertNotIn("#include", text)
        with open(self.path("fft.json"), encoding="utf-8") as file:
            self.assertIsInstance(json.load(file), dict)
        run(*arguments, "--language", "spirv")
        with open(self.path("fft"), "rb") as file:
            data = file.read()
        self.assertEqual(struct.unpack("<I", data[:4])[0], 0x07230203)
        self.assertEqual(len(data) % 4, 0)

    def test_bad_usage_refused(self):
        for arguments in (["--output", self.path("x")], ["--language", "glsl"],
                          ["--language", "hlsl", "--output", self.path("x")],
                          ["--language", "glsl", "--output", self.path("x"), "--length", "12"],
                          ["--language", "glsl", "--output", self.path("x"), "file"],
                          ["--plan", self.path("x"), "--length", "no"],
                          ["--plan", self.path("x"), "--length", "16,32"],
                          ["--plan", self.path("x"), "--limits", "shared"],
                          ["--plan", self.path("x"), "--limits", "shared=0"],
                          ["--plan", self.path("x"), "--precision", "f64"],
                          ["--plan", self.path("x"), "--language", "glsl"],
                          ["--plan", self.path("x"), "--limits", "subgroup=3"],
                          ["--plan", self.path("x"), "--addresses"],
                          ["--plan", self.path("x"), "--extras", "buffer"],
                          ["--plan", self.path("x"), "--correlate"],
                          ["--language", "glsl", "--output", "-", "--json"],
                          ["--plan", self.path("no/where"), "--length", "16"]):
            run("emit", *arguments, code=2)

    def test_scans_and_differences_take_each_others_place(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        folder = self.path("arrays")
        report = run_json("emit", "--difference", folder, "--length", "30x40", "--equation", "wave", "--medium")
        self.assertEqual([b["name"] for b in report["plan"]["buffers"]], ["points", "previous", "table", "medium"])
        self.assertEqual(len(report["plan"]["dispatches"]), 2)
        report = run_json("emit", "--scan", folder, "--length", "100000", "--kind", "reduction", "--type", "int32",
                          "--operation", "max")
        self.assertEqual(report["plan"]["scan"]["operation"], "maximum")
        kernels = [name for k in report["plan"]["kernels"] for name in (k["glsl"], k["spirv"])]
        self.assertEqual(sorted(os.listdir(folder)), sorted(kernels + ["plan.json"]))
        for arguments in (["--scan", folder], ["--scan", folder, "--length", "0"],
                          ["--scan", folder, "--length", "9", "--type", "float64"],
                          ["--difference", folder, "--length", "9*2"],
                          ["--difference", folder, "--length", "9", "--damping", "1"]):
            run("emit", *arguments, code=2)

    def test_plan_with_accessors_has_their_texts_and_extras(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        load = self.path("load.txt")
        with open(load, "w", encoding="utf-8") as file:
            file.write("fftc_complex fftc_user_load(fftc_uint index)\n"
                       "{ return fftc_complex_make(fftc_real_from_word(fftc_extra_get(0u, index)),\n"
                       "                           FFTC_REAL(0.0)); }\n")
        folder = self.path("with-accessors")
        run("emit", "--plan", folder, "--length", "r2c:16", "--load", load, "--extras", "buffer")
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            plan = json.load(file)
        self.assertEqual([b["name"] for b in plan["buffers"]], ["dst", "extra0", "table"])
        self.assertEqual(len(plan["dispatches"][0]["push_constants"]),
                         plan["dispatches"][0]["user_words"] + 8)
        with open(os.path.join(folder, "kernel0.comp"), encoding="utf-8") as file:
            self.assertIn("fftc_user_load(fftc_uint index)\n{ return", file.read())
        self.assertIn("--extras", run("emit", "--plan", folder, "--extras", "film", code=2))
        self.assertIn("nothing", run("emit", "--plan", folder, "--load", self.path("nothing"), code=2))

    def test_plan_written_with_modules(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        folder = self.path("plan")
        run("emit", "--plan", folder, "--length", "12x10", "--limits", "invocations=64,f64",
            "--precision", "f64", "--modules", self.path("modules"))
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            plan = json.load(file)
        self.assertEqual(plan["transform"]["length"], [12, 10])
        self.assertEqual(plan["buffers"][0]["bytes"], 16 * 120)
        for kernel in plan["kernels"]:
            self.assertLessEqual(kernel["workgroup_size"][0], 64)
            self.assertTrue(kernel["shaderFloat64"])
            for name in (kernel["glsl"], kernel["spirv"]):
                self.assertTrue(os.path.getsize(os.path.join(folder, name)) > 0)
        size = os.path.getsize(self.path("modules"))
        result = run_json("emit", "--plan", folder, "--length", "16", "--modules", self.path("modules"))
        with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
            self.assertEqual(result["plan"], json.load(file))
        self.assertEqual(result["folder"], folder)
        self.assertGreater(os.path.getsize(self.path("modules")), size)

    def test_kernels_of_a_longer_plan_removed(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        folder = self.path("used")
        few = ["--limits", "invocations=8,shared=64"]
        counts = [len(run_json("emit", "--plan", folder, *option)["plan"]["kernels"])
                  for option in (["--length", "4096", *few], ["--length", "16"])]
        self.assertGreater(counts[0], counts[1])
        self.assertEqual(len(os.listdir(folder)), 2 * counts[1] + 2)

    def test_correlation_is_another_product(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        arguments = ["emit", "--plan", self.path("products"), "--length", "conv:16"]
        plans = [run_json(*arguments, *option)["prepare"] for option in ([], ["--correlate"])]
        self.assertEqual([plan["convolution"]["product"] for plan in plans], ["convolve", "correlate"])
        self.assertIn("conv:", run("emit", "--plan", self.path("products"), "--correlate", code=2))

    def test_plan_halves_one_by_one_by_what_the_device_has(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        for limits, items, access in (("shared=16384", False, "read write"), ("storage16", True, "write")):
            plan = run_json("emit", "--plan", self.path("halves"), "--length", "9", "--precision", "f16", "--split",
                            "--limits", limits)["plan"]
            self.assertEqual(plan["kernels"][0]["storageBuffer16BitAccess"], items)
            stores = [b for b in plan["dispatches"][0]["bindings"] if b["buffer"] == "dst_im"]
            self.assertEqual([b["access"] for b in stores], [access])
            with open(os.path.join(self.path("halves"), "kernel0.comp"), encoding="utf-8") as file:
                self.assertEqual("atomicOr" not in file.read(), items)


class Bloom(CommandTest):
    def setUp(self):
        super().setUp()
        self.dots = self.picture("dots.png", 40, 30, lambda x, y: (
            (255, 0, 0) if (x, y) == (5, 7) else (0, 128, 0) if (x, y) == (39, 29) else (0, 0, 0)))
        self.bar = self.picture("bar.png", 3, 1, lambda x, y: (255, 255, 255))

    def test_a_kernel_is_made_and_resampled(self):
        result = run_json("bloom", self.dots, "gauss:9", self.path("x.png"), "--resample", "cubic", "--white", "0.5")
        self.assertEqual((result["resample"], result["white"], result["centre"]), ("cubic", 0.5, [4, 4]))
        self.assertEqual(result["kernel"]["format"], "made, 9 x 9 pixels")
        self.assertIn("1 to 4096 pixels", run("bloom", self.dots, "heart:0", self.path("x.png"), code=2))
        self.assertIn("heart:", run("bloom", self.dots, "hart:9", self.path("x.png"), code=2))
        self.assertIn("no-such", run("bloom", self.dots, "aperture:no-such.png", self.path("x.png"), code=2))
        self.assertIn("--kernel-layer: the kernel gauss:9 is made",
                      run("bloom", self.dots, "gauss:9", self.path("x.png"), "--kernel-layer", "a", code=2))

    def test_a_bar_spreads_each_dot(self):
        result = run_json("bloom", self.dots, self.bar, self.path("x.png"))
        self.assertAlmostEqual(result["power"], 3, places=6)
        self.assertEqual(result["centre"], [1, 0])
        self.assertEqual(result["clipped"], 0)
        width, height, rows = png_pixels(self.path("x.png"))
        self.assertEqual((width, height), (40, 30))
        third = round(255 * (1.055 * (1 / 3) ** (1 / 2.4) - 0.055))
        for x in range(40):
            self.assertEqual(rows[7][3 * x], third if x in (4, 5, 6) else 0)
        # The dot in the corner is mirrored at the edge, which doubles it there.
        light = ((128 / 255 + 0.055) / 1.055) ** 2.4
        for x, part in ((39, 2), (38, 1), (37, 0)):
            linear = part * light / 3
            coded = round(255 * (1.055 * linear ** (1 / 2.4) - 0.055)) if part else 0
            self.assertEqual(rows[29][3 * x + 1], coded)

    def test_options_do_what_they_say(self):
        run("bloom", self.dots, self.bar, self.path("x.png"), "--mix", "1")
        self.assertEqual(png_pixels(self.path("x.png")), png_pixels(self.dots))
        run("bloom", self.dots, self.bar, self.path("x.png"), "--center", "0,0")
        self.assertEqual([x for x in range(40) if png_pixels(self.path("x.png"))[2][7][3 * x]],
                         [5, 6, 7])
        run("bloom", self.dots, self.bar, self.path("x.png"), "--edges", "wrap")
        self.assertEqual([x for x in range(40) if png_pixels(self.path("x.png"))[2][29][3 * x + 1]],
                         [0, 38, 39])
        bright = run_json("bloom", self.dots, self.bar, self.path("x.png"), "--exposure", "2")
        self.assertEqual(bright["clipped"], 3)
        self.assertIn("were clipped", run("bloom", self.dots, self.bar, self.path("x.png"),
                                          "--exposure", "2"))

    def test_exr_keeps_what_png_clips(self):
        run("bloom", self.dots, self.bar, self.path("x.exr"), "--exposure", "2")
        same = run_json("bloom", self.path("x.exr"), self.bar, self.path("y.png"), "--mix", "1",
                        "--exposure", "-2")
        self.assertEqual(same["clipped"], 0)
        run("bloom", self.dots, self.bar, self.path("x.png"))
        self.assertEqual(png_pixels(self.path("y.png")), png_pixels(self.path("x.png")))

    def test_pictures_and_depth_chosen(self):
        run("bloom", self.dots, self.bar, self.path("x.exr"))
        out = self.path("y.png")
        for option, word in ((("--part", "1"), "by --part, --view and --layer"),
                             (("--kernel-layer", "glow"), "by --kernel-part"),
                             (("--view", "left"), "has not the picture")):
            self.assertIn(word, run("bloom", self.path("x.exr"), self.path("x.exr"), out, *option, code=2))
        self.assertIn("a PNG", run("bloom", self.dots, self.bar, out, "--kernel-part", "0", code=2))
        self.assertIn("--depth", run("bloom", self.dots, self.bar, self.path("z.exr"), "--depth", "16", code=2))
        self.assertFalse(os.path.exists(out) or os.path.exists(self.path("z.exr")))
        result = run_json("bloom", self.path("x.exr"), self.bar, out, "--part", "0", "--depth", "16")
        self.assertEqual(result["picture"]["taken"], "")
        with open(out, "rb") as file:
            self.assertEqual(file.read()[24], 16)
        run("bloom", out, self.bar, self.path("16.png"))  # as the picture
        with open(self.path("16.png"), "rb") as file:
            self.assertEqual(file.read()[24], 16)
        run("bloom", out, self.bar, self.path("8.png"), "--depth", "8")
        self.assertEqual(png_pixels(self.path("8.png"))[:2], (40, 30))

    def test_devices_agree_with_the_cpu(self):
        run("bloom", self.dots, self.bar, self.path("cpu.png"))
        info = run_json("info")
        for device in range(len(info["devices"])):
            if not info["shader_compiler"]:
                self.assertIn("built without", run("bloom", self.dots, self.bar, self.path("x.png"), "--device",
                                                   str(device), code=2))
                continue
            result = run_json("bloom", self.dots, self.bar, self.path("x.png"), "--device",
                              str(device))
            self.assertNotEqual(result["on"], "CPU")
            self.assertEqual(png_pixels(self.path("x.png")), png_pixels(self.path("cpu.png")))

    def test_a_bloom_is_emitted(self):
        folder = self.path("plan")
        arguments = ("bloom", self.dots, self.bar, self.path("x.png"), "--mix", "0.25", "--exposure", "1",
                     "--emit-storage", "srgb", "--emit", folder)
        if not run_json("info")["shader_compiler"]:
            self.assertIn("built without", run(*arguments, code=2))
            return
        run(*arguments)
        data = {}
        for name in ("kernel", "src", "words"):
            with open(os.path.join(folder, name + ".bin"), "rb") as file:
                data[name] = file.read()
        taps = struct.unpack("<9f", data["kernel"])  # three planes of a row
        words = struct.unpack("<8f", data["words"])
        self.assertEqual((words[0], words[2:]), (0.5, (0,) * 6))
        self.assertAlmostEqual(words[1] * sum(taps[:3]), 1.5, places=6)
        self.assertEqual(len(data["src"]), 4 * 40 * 30)
        self.assertEqual(tuple(data["src"][4 * (7 * 40 + 5):][:8]), (255, 0, 0, 255, 0, 0, 0, 255))
        plans = {}
        for part in ("prepare", "execute"):
            with open(os.path.join(folder, part, "plan.json"), encoding="utf-8") as file:
                plans[part] = json.load(file)
        self.assertEqual(plans["prepare"]["kernel"]["length"], [3, 1, 3])
        self.assertEqual(len(plans["execute"]["dispatches"]), 3)
        self.assertEqual(plans["execute"]["dst"],
                         {"picture": "dst", "format": "R8G8B8A8_SRGB", "length": [30, 40, 3]})

    def test_foreign_data_are_not_replaced_by_an_emission(self):
        folder = self.path("mine")
        os.mkdir(folder)
        mine = os.path.join(folder, "src.bin")
        with open(mine, "w", encoding="utf-8") as file:
            file.write("mine")
        said = run("bloom", self.dots, self.bar, self.path("x.png"), "--emit", folder, code=2)
        self.assertTrue("no bloom that was emitted" in said or "built without" in said, said)
        with open(mine, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")

    def test_bad_usage_refused(self):
        black = self.picture("black.png", 2, 2, lambda x, y: (0, 0, 0))
        out = self.path("x.png")
        for arguments in ((self.dots, self.bar), (self.dots, self.bar, self.path("x.jpg")),
                          (self.dots, black, out), (self.dots, self.path("none.png"), out),
                          (self.path("none.png"), self.bar, out),
                          (self.dots, self.bar, self.path("no/such/x.exr")),
                          (self.dots, self.bar, self.path("no/such/x.png"))):
            run("bloom", *arguments, code=2)
        for option in (("--mix", "1.5"), ("--mix", "half"), ("--mix", ""), ("--centre", "1"),
                       ("--centre", "3,0"), ("--centre", "0,1"), ("--centre", "a,0"),
                       ("--edges", "soft"), ("--exposure", "nan"), ("--threads", "0"),
                       ("--device", "no such device"), ("--colour",)):
            run("bloom", self.dots, self.bar, out, *option, code=2)
        self.assertFalse(os.path.exists(out))

    def test_exposure_beyond_float_refused(self):
        white = self.picture("white.png", 1, 1, lambda x, y: (255, 255, 255))
        bright, brighter = self.path("0.exr"), self.path("1.exr")
        run("bloom", white, white, bright, "--exposure", "20")
        for _ in range(5):
            run("bloom", bright, white, brighter, "--exposure", "20")
            bright, brighter = brighter, bright
        self.assertIn("fit a float", run("bloom", bright, white, self.path("x.exr"), "--exposure", "20", code=2))
        self.assertFalse(os.path.exists(self.path("x.exr")))


if __name__ == "__main__":
    command_testing.main()
