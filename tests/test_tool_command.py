#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: test_tool_command.py PROGRAM [unittest options]."""

import array
import csv
import html.parser
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import wave
import xml.etree.ElementTree
import zlib

PROGRAM = ""
WITHOUT_DEVICES = ["--device", "none"]


def run(*arguments, code=0):
    """Runs the program, checks its exit status, and that a refusal is one line of its own."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False)
    text = done.stderr.decode()
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit {done.returncode}, not {code}: {text}")
    if code == 2:
        if text.count("\n") != 1 or not text.startswith("fftcore: ") or len(text) < 20:
            raise AssertionError(f"{arguments}: not one clear line: {text!r}")
        if done.stdout:
            raise AssertionError(f"{arguments}: refused, but wrote {done.stdout[:80]!r}")
    elif text:
        raise AssertionError(f"{arguments}: wrote to stderr: {text!r}")
    return done.stdout.decode() if code != 2 else text


def run_json(*arguments, code=0):
    return json.loads(run(*arguments, "--json", code=code))


def npy(path):
    """Elements of a complex64 or complex128 file, as a flat list, and its shape."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:6] == b"\x93NUMPY"
    size = struct.unpack("<H", data[8:10])[0]
    assert (10 + size) % 64 == 0
    header = eval(data[10:10 + size].decode(), {"__builtins__": {}}, {})  # a literal, by format
    scalars = array.array({"<c8": "f", "<c16": "d"}[header["descr"]], data[10 + size:])
    return [complex(scalars[i], scalars[i + 1]) for i in range(0, len(scalars), 2)], header["shape"]


def png_pixels(path):
    """Width, height and the rows, in bytes, of an 8-bit RGB picture."""
    with open(path, "rb") as file:
        data = file.read()
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    assert (depth, colour) == (8, 2)
    packed, at = b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw = zlib.decompress(packed)
    rows, above = [], bytearray(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + 3 * width])
        for x in range(3 * width):
            left = row[x - 3] if x >= 3 else 0
            corner = above[x - 3] if x >= 3 else 0
            guess = left + above[x] - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - above[x]), 1, above[x]),
                          (abs(guess - corner), 2, corner))[2]
            row[x] = (row[x] + (0, left, above[x], (left + above[x]) // 2, nearest)[kind]) % 256
        rows.append(row)
        above = row
    return width, height, rows


class Page(html.parser.HTMLParser):
    """Notes what a page refers to, and which elements it has."""

    def __init__(self):
        super().__init__()
        self.references, self.tags = [], {}

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.references += [value for name, value in attrs if name in ("src", "href", "xlink:href")]


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def tone(self, name="tone.wav", frequency=1000.0, count=8000, rate=8000):
        with wave.open(self.path(name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(b"".join(
                struct.pack("<h", round(20000 * math.sin(2 * math.pi * frequency * i / rate + 0.4)))
                for i in range(count)))
        return self.path(name)


class General(CommandTest):
    def test_help_has_an_example_each(self):
        overview = run("help")
        for name in ("info", "diff", "transform", "emit", "bench"):
            self.assertIn(f"\n  {name} ", overview)
            text = run("help", name)
            self.assertIn("Example: fftcore " + name, text)
            self.assertEqual(text, run(name, "--help"))
        self.assertEqual(overview, run("--help"))

    def test_version_is_a_version(self):
        self.assertRegex(run("--version"), r"^fftcore \d+\.\d+\.\d+\n$")

    def test_bad_usage_refused(self):
        for arguments in ([], ["nonsense"], ["help", "nonsense"], ["info", "x"], ["info", "--x"],
                          ["diff", "--nonsense"], ["diff", "--length"], ["transform"], ["emit"],
                          ["diff", "a", "b"]):
            run(*arguments, code=2)

    def test_unwritable_output_refused(self):
        missing = self.path("no/such/folder/x")
        for option in ("--json", "--html"):
            run("diff", *WITHOUT_DEVICES, option, missing, code=2)
        run("transform", self.tone(), "--output", missing + ".csv", code=2)

    def test_full_disk_refused(self):
        if os.path.exists("/dev/full"):
            done = subprocess.run([PROGRAM, "diff", *WITHOUT_DEVICES, "--html", "/dev/full"],
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)

    def test_info_describes_cpu_and_devices(self):
        info = run_json("info")
        self.assertGreaterEqual(info["cpu"]["threads"], 1)
        self.assertTrue(info["cpu"]["isa"])
        for device in info["devices"]:
            for field in ("name", "driver", "subgroup_size", "f16", "f64", "shared_bytes"):
                self.assertIn(field, device)
        self.assertIn("CPU", run("info"))
        run("info", "--json", self.path("info.json"))
        with open(self.path("info.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["devices"], info["devices"])


class Diff(CommandTest):
    def check_good(self, result):
        self.assertTrue(result["verdict"]["good"])
        self.assertTrue(result["verdict"]["equal"])
        self.assertGreater(result["verdict"]["worst_error"], 0)
        self.assertEqual(result["finding_count"], 0)
        self.assertEqual(result["findings"], [])
        stages = round(math.log2(result["length"]))
        self.assertEqual(len(result["stages"]), stages)
        ran = [execution["name"] for execution in result["executions"] if execution["ran"]]
        self.assertGreaterEqual(len(ran), 2)
        for stage in result["stages"]:
            self.assertEqual([execution["name"] for execution in stage["executions"]], ran)
            self.assertIn(stage["exchange"], ("accessor", "shared", "subgroup"))
            for execution in stage["executions"]:
                self.assertTrue(execution["equal"])
                self.assertEqual(execution["largest_ulp"], 0)
                self.assertGreaterEqual(execution["error"], 0)
                self.assertLessEqual(execution["error"], result["error_bound"])
            for field in ("stage", "stride", "workgroup_barriers", "bank_conflicts",
                          "transactions", "transactions_ideal", "findings"):
                self.assertIsInstance(stage[field], int)

    def test_every_subgroup_size_equal_on_all_devices(self):
        for log2 in range(8):
            result = run_json("diff", "--length", "4096", "--subgroup", str(1 << log2))
            self.check_good(result)
            self.assertEqual(result["subgroup"], 1 << log2)
            self.assertLessEqual(result["verdict"]["worst_error"], 3e-7)
            self.assertEqual([stage["stride"] for stage in result["stages"]],
                             [4096 >> (stage + 1) for stage in range(12)])
            for stage in result["stages"]:
                invocations = 1 << result["workgroup_log2"]
                kind = ("accessor" if stage["stride"] >= invocations else
                        "subgroup" if stage["stride"] < 1 << log2 else "shared")
                self.assertEqual(stage["exchange"], kind)

    def test_direction_precision_schedule_good(self):
        info = run_json("info")
        for direction in ("forward", "inverse"):
            for precision in ("f16", "f32", "f64"):
                if info["cpu"][precision]:
                    result = run_json("diff", "--length", "256", "--direction", direction,
                                      "--precision", precision)
                    self.check_good(result)
        for schedule in ("round-robin", "lock-step", "reverse", "random", "ahead",
                         "independent-lanes"):
            result = run_json("diff", *WITHOUT_DEVICES, "--length", "256", "--subgroup", "4",
                              "--schedule", schedule, "--seed", "18446744073709551615")
            self.check_good(result)
            self.assertEqual(result["schedule"], schedule)
            self.assertEqual(result["seed"], 18446744073709551615)

    def test_shape_given_in_any_way(self):
        for arguments, shape in ((["--length", "1024"], (2, 8)), (["--length", "2"], (1, 0)),
                                 (["--length", "64", "--workgroup-log2", "3"], (3, 3)),
                                 (["--length", "64", "--elements-log2", "2"], (2, 4)),
                                 (["--elements-log2", "5", "--workgroup-log2", "0"], (5, 0)),
                                 ([], (2, 8))):
            result = run_json("diff", *WITHOUT_DEVICES, *arguments)
            self.assertEqual((result["elements_log2"], result["workgroup_log2"]), shape)
            self.check_good(result)

    def test_bad_shape_refused(self):
        for arguments in (["--length", "1000"], ["--length", "0"], ["--length", "1"],
                          ["--length", "-8"], ["--length", "8x"], ["--length", ""],
                          ["--length", "99999999999999999999"], ["--length", "2097152"],
                          ["--elements-log2", "0", "--workgroup-log2", "5"],
                          ["--elements-log2", "2"], ["--workgroup-log2", "5"],
                          ["--elements-log2", "2", "--workgroup-log2", "13"],
                          ["--elements-log2", "20", "--workgroup-log2", "12"],
                          ["--length", "64", "--workgroup-log2", "6"],
                          ["--length", "64", "--elements-log2", "1", "--workgroup-log2", "1"],
                          ["--length", "1048576", "--elements-log2", "1"],
                          ["--subgroup", "3"], ["--subgroup", "256"], ["--subgroup", "0"],
                          ["--direction", "up"], ["--precision", "f8"], ["--schedule", "never"],
                          ["--seed", "-1"], ["--seed", "18446744073709551616"],
                          ["--device", "no such device"], ["--device", "99"], ["--offset", "3"]):
            run("diff", *arguments, code=2)
        self.assertIn("512 and 1024", run("diff", "--length", "1000", code=2))

    def test_seed_gives_the_same_again(self):
        def errors(seed):
            result = run_json("diff", *WITHOUT_DEVICES, "--length", "64", "--seed", seed)
            return [stage["executions"][0]["error"] for stage in result["stages"]]
        self.assertEqual(errors("7"), errors("7"))
        self.assertNotEqual(errors("7"), errors("8"))

    def test_recording_json_and_table(self):
        file = self.tone()
        result = run_json("diff", file, "--length", "1024", "--offset", "100", *WITHOUT_DEVICES)
        self.check_good(result)
        self.assertEqual(result["source"]["sample_rate"], 8000)
        self.assertEqual(result["source"]["offset"], 100)
        self.assertEqual(result["source"]["points"], 8000)
        # A bare --json before FILE does not take the recording for its own.
        with open(file, "rb") as recording:
            before = recording.read()
        self.check_good(json.loads(run("diff", *WITHOUT_DEVICES, "--json", file)))
        with open(file, "rb") as recording:
            self.assertEqual(recording.read(), before)
        table = run("diff", file, *WITHOUT_DEVICES, "--json", self.path("diff.json"))
        self.assertIn("good: bits equal everywhere", table)
        with open(self.path("diff.json"), encoding="utf-8") as written:
            self.check_good(json.load(written))

    def test_without_fftw_says_so(self):
        with open(PROGRAM, "rb") as file:
            program = file.read()
        self.assertIn(b"libfftw3.so.3", program)
        path = self.write("fftcore", program.replace(b"libfftw3.so.3", b"libfftw3.so.0"))
        os.chmod(path, 0o755)
        done = subprocess.run([path, "diff", *WITHOUT_DEVICES, "--length", "64", "--json",
                               self.path("diff.json"), "--html", self.path("diff.html")],
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"FFTW is not installed", done.stdout)
        self.assertIn(b"not compared with FFTW", done.stdout)
        with open(self.path("diff.json"), encoding="utf-8") as file:
            result = json.load(file)
        self.assertIn("not installed", result["oracle"])
        self.assertIsNone(result["verdict"]["worst_error"])
        self.assertIsNone(result["stages"][0]["executions"][0]["error"])

    def test_bad_stretch_refused(self):
        file = self.tone(count=1000)
        run("diff", file, "--length", "1024", code=2)
        run("diff", file, "--length", "512", "--offset", "489", code=2)
        run("diff", file, "--length", "512", "--offset", "18446744073709551615", code=2)
        run("diff", file, "--length", "512", "--offset", "488", *WITHOUT_DEVICES)

    def test_silence_refused(self):
        with wave.open(self.path("silence.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(bytes(4096))
        run("diff", self.path("silence.wav"), "--length", "1024", code=2)

    def test_page_is_whole_and_refers_to_nothing(self):
        for arguments in (["--length", "4096"], ["--length", "2"], ["--length", "65536"],
                          [self.tone("<a>&b.wav"), "--length", "1024"],
                          ["--direction", "inverse", "--elements-log2", "1", "--workgroup-log2",
                           "4", "--subgroup", "4"]):
            run("diff", *WITHOUT_DEVICES, *arguments, "--html", self.path("page.html"))
            with open(self.path("page.html"), encoding="utf-8") as file:
                text = file.read()
            page = Page()
            page.feed(text)
            self.assertEqual(page.references, [])
            self.assertNotIn("http", text)
            self.assertNotIn("url(", text)
            self.assertNotIn("<a>", text)
            self.assertTrue(text.endswith("</html>\n"))
            self.assertGreaterEqual(page.tags["svg"], 4)
            self.assertEqual(text.count("<svg"), text.count("</svg>"))
            self.assertNotIn("nan", text.lower().replace("dominant", ""))
            self.assertNotIn("inf ", text)


class BadFiles(CommandTest):
    def refused(self, path):
        text = run("diff", path, "--length", "64", code=2)
        run("transform", path, "--output", self.path("out.csv"), code=2)
        self.assertFalse(os.path.exists(self.path("out.csv")))
        return text

    def test_unreadable_refused(self):
        self.refused(self.path("missing.wav"))
        self.refused(self.folder.name)
        self.refused(self.write("empty.wav", b""))
        self.refused(self.write("noise.wav", bytes(range(256)) * 10))
        self.refused(self.write("a\nb.wav", b"two lines"))

    def test_wav_cut_off_refused(self):
        with open(self.tone(), "rb") as file:
            data = file.read()
        for size in (3, 12, 30, 43, 44, 1000, len(data) - 1):
            self.refused(self.write("cut.wav", data[:size]))
        absurd = data[:40] + b"\xff\xff\xff\xff" + data[44:]
        self.assertIn("cut off", self.refused(self.write("absurd.wav", absurd)))

    def npy(self, header, data=b""):
        return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + data

    def test_npy_bad_refused(self):
        good = "{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }\n"
        data = struct.pack("<64f", *range(64))
        whole = self.npy(good, data)
        run("diff", self.write("good.npy", whole), "--length", "64", *WITHOUT_DEVICES)
        for size in (6, 8, 9, 20, 60, len(whole) - 1):
            self.refused(self.write("cut.npy", whole[:size]))
        self.refused(self.write("more.npy", whole + b"x"))
        for header in (good.replace("64", "18446744073709551615"), good.replace("f4", "O"),
                       good.replace("(64,)", "(4294967296, 4294967296)"), "{}"):
            self.refused(self.write("bad.npy", self.npy(header, data)))
        nan = self.npy(good, data[:-4] + struct.pack("<f", math.nan))
        self.assertIn("sample 63", self.refused(self.write("nan.npy", nan)))

    def test_png_bad_refused(self):
        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))

        def png(width, height, pixels):
            return (b"\x89PNG\r\n\x1a\n"
                    + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                    + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))
        rows = b"".join(b"\0" + bytes((31 * x + 7 * y) % 251 for x in range(16)) for y in range(16))
        whole = png(16, 16, rows)
        run("diff", self.write("good.png", whole), "--length", "64", *WITHOUT_DEVICES)
        for size in (8, 20, 40, len(whole) - 13, len(whole) - 12, len(whole) - 1):
            self.refused(self.write("cut.png", whole[:size]))
        self.refused(self.write("absurd.png", png(2 ** 31 - 1, 2 ** 31 - 1, rows)))
        self.refused(self.write("large.png", png(100000, 100000, rows)))
        self.refused(self.write("short.png", png(16, 17, rows)))


class Transform(CommandTest):
    def test_tone_peaks_in_its_bin(self):
        file = self.tone(frequency=1000.0)
        result = run_json("transform", file, "--length", "1024", "--output", self.path("x.npy"))
        self.assertEqual(result["strongest"]["bin"], 128)
        self.assertEqual(result["strongest"]["frequency"], 1000)
        spectrum, shape = npy(self.path("x.npy"))
        self.assertEqual(shape, (513,))
        self.assertAlmostEqual(abs(spectrum[128]), 20000 / 32768 * 512, delta=0.01)
        self.assertEqual(max(range(513), key=lambda bin: abs(spectrum[bin])), 128)
        run("transform", file, "--length", "1024", "--output", self.path("x.csv"))
        with open(self.path("x.csv"), encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        self.assertEqual(len(rows), 513)
        self.assertEqual(float(rows[128]["frequency_hz"]), 1000)
        for bin, row in enumerate(rows):
            self.assertAlmostEqual(complex(float(row["re"]), float(row["im"])), spectrum[bin],
                                   delta=1e-5)

    def test_double_spectrum_equals_direct_sum(self):
        values = [math.sin(0.37 * i) + 0.2 * (i % 5) for i in range(64)]
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (64,), }\n"
        file = self.write("x.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(header))
                          + header.encode() + struct.pack("<64d", *values))
        run("transform", file, "--precision", "f64", "--output", self.path("y.npy"))
        spectrum, shape = npy(self.path("y.npy"))
        self.assertEqual(shape, (33,))
        for f in range(33):
            angle = -2 * math.pi * f / 64
            direct = sum(value * complex(math.cos(angle * t), math.sin(angle * t))
                         for t, value in enumerate(values))
            self.assertAlmostEqual(spectrum[f], direct, delta=1e-12)

    def test_windows_are_rows(self):
        run("transform", self.tone(), "--length", "256", "--hop", "128", "--window", "hann",
            "--output", self.path("x.npy"))
        spectrum, shape = npy(self.path("x.npy"))
        self.assertEqual(shape, ((8000 - 256) // 128 + 1, 129))
        for row in range(shape[0]):
            line = spectrum[row * 129:(row + 1) * 129]
            self.assertEqual(max(range(129), key=lambda bin: abs(line[bin])), 32)

    def test_spectrogram_shows_the_tone(self):
        run("transform", self.tone(), "--output", self.path("x.png"))
        width, height, pixels = png_pixels(self.path("x.png"))
        self.assertGreater(width, 1000)
        # 512 rows under a margin of 26: 4 kHz at the top, the tone at a quarter from below.
        tone = 26 + 511 * 3 / 4
        for column in (100, 400, 700, 1000):
            levels = [sum(pixels[y][3 * column:3 * column + 3]) for y in range(height)]
            self.assertLessEqual(abs(levels.index(max(levels)) - tone), 2)
            self.assertLess(levels[100], 100)

    def test_bad_usage_refused(self):
        file = self.tone()
        for arguments in ([file], [file, "--output", self.path("x.txt")],
                          [file, "--output", self.path("x.png"), "--length", "100"],
                          [file, "--output", self.path("x.png"), "--length", "131072"],
                          [file, "--output", self.path("x.npy"), "--hop", "0"],
                          [file, "--output", self.path("x.npy"), "--offset", "8000"],
                          [file, "--output", self.path("x.npy"), "--window", "round"],
                          [file, file, "--output", self.path("x.npy")]):
            run("transform", *arguments, code=2)


class Emit(CommandTest):
    def test_both_languages_written(self):
        arguments = ["emit", "--length", "1024", "--output", self.path("fft"), "--description",
                     self.path("fft.json")]
        if "no_devices_because" in run_json("info") and not run_json("info")["vulkan"]:
            run(*arguments, "--language", "glsl", code=2)
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
                          ["--plan", self.path("no/where"), "--length", "16"]):
            run("emit", *arguments, code=2)

    def test_plan_with_accessors_has_their_texts_and_extras(self):
        if "no_devices_because" in run_json("info") and not run_json("info")["vulkan"]:
            return
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
        if "no_devices_because" in run_json("info") and not run_json("info")["vulkan"]:
            return
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

    def test_plan_halves_one_by_one_by_what_the_device_has(self):
        if "no_devices_because" in run_json("info") and not run_json("info")["vulkan"]:
            return
        for limits, items, access in (("shared=16384", False, "read write"), ("storage16", True, "write")):
            plan = run_json("emit", "--plan", self.path("halves"), "--length", "9", "--precision", "f16", "--split",
                            "--limits", limits)["plan"]
            self.assertEqual(plan["kernels"][0]["storageBuffer16BitAccess"], items)
            stores = [b for b in plan["dispatches"][0]["bindings"] if b["buffer"] == "dst_im"]
            self.assertEqual([b["access"] for b in stores], [access])
            with open(os.path.join(self.path("halves"), "kernel0.comp"), encoding="utf-8") as file:
                self.assertEqual("atomicOr" not in file.read(), items)


class Bench(CommandTest):
    QUICK = ["bench", "--seconds", "0.01", "--effort", "estimate"]

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

    def test_table_json_plot_and_wisdom_written(self):
        arguments = [*self.QUICK, "--lengths", "primes", "--fftw", "system", "--effort", "measure",
                     "--limit", "1", "--json", self.path("x.json"), "--plot", self.path("x.svg"),
                     "--wisdom", self.path("wisdom")]
        table = run(*arguments).splitlines()
        names = [line.split()[0] for line in table if line.count("|") == 2][1:]
        with open(self.path("x.json"), encoding="utf-8") as file:
            self.assertEqual(names, [row["case"] for row in json.load(file)["rows"]])
        picture = xml.etree.ElementTree.parse(self.path("x.svg")).getroot()
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        for name in [*names, "fftcore", "FFTW, system"]:
            self.assertIn(name, texts)
        with open(self.path("wisdom/system-f32.wisdom"), encoding="ascii") as file:
            self.assertIn("fftw", file.read(100))

    def test_cases_on_a_device_right(self):
        info = run_json("info")
        if not info["devices"]:
            self.skipTest("no Vulkan device")
        cases = "conv:64,rconv:50+7,rconv:20x30+3x5,conv:12x10*3,c2r:6x8"
        run("bench", "--device", "0", "--mib", "1", "--registers", "4", "--lengths", cases,
            "--json", self.path("x.json"))
        with open(self.path("x.json"), encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        self.assertEqual([row["case"] for row in rows], cases.split(","))
        # A bare --json takes the table's place.
        result = run_json("bench", "--device", "0", "--mib", "1", "--lengths", "conv:64")
        self.assertEqual([row["case"] for row in result["rows"]], ["conv:64"])
        for row in rows:
            self.assertLess(row["error"], 1e-5)
            self.assertGreater(row["part_of_copy"], 0)
        self.assertEqual(rows[3]["batch"], 3)

    def test_bad_usage_refused(self):
        for arguments in (["--lengths", "4x"], ["--lengths", "0"], ["--lengths", "4,,5"],
                          ["--lengths", "conv:8+9"], ["--lengths", "conv:8x8+3"],
                          ["--lengths", "8+3"], ["--lengths", "conv:8+3x3"],
                          ["--lengths", "2x2x2x2x2"], ["--lengths", "2^99"], ["--lengths", "eight"],
                          ["--lengths", "-4"], ["--lengths", "4*"], ["--lengths", "c2r:4x4"], ["--lengths"],
                          ["--lengths", "2^40*2^40"], ["--precision", "f16"], ["--threads", "0"],
                          ["--seconds", "nan"], ["--limit", "0"], ["--effort", "much"],
                          ["--fftw", "=x"], ["--fftw", "x=" + self.path("nowhere")],
                          ["--faster"], ["word"]):
            run("bench", *arguments, code=2)

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
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
