#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: what transform, emit and bench write: test_tool_output.py PROGRAM [unittest options]."""

import cmath
import csv
import json
import math
import os
import resource
import struct
import subprocess
import sys
import wave
import xml.etree.ElementTree

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, npy, png_pixels, run, run_json  # noqa: E402


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
        file = self.doubles("x.npy", values)
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

    def test_one_point_is_no_silence_and_silence_is_said(self):
        file = self.tone(count=100)
        for window in ("hann", "blackman", "kaiser"):
            spectrum = run_json("transform", file, "--length", "1", "--offset", "1", "--window", window, "-o", self.path("x.npy"))
            self.assertGreater(spectrum["strongest"]["magnitude"], 0)
        self.assertIn("strongest bin 0", run("transform", file, "--length", "1", "--offset", "1", "-o", self.path("x.png")))
        with wave.open(self.path("silence.wav"), "wb") as silence:
            silence.setparams((2, 2, 8000, 0, "NONE", None))
            silence.writeframes(bytes(400))
        self.assertIn("points; nothing but zeros; ", run("transform", self.path("silence.wav"), "-o", self.path("x.npy")))

    def test_spectrogram_shows_the_tone(self):
        run("transform", self.tone(), "--output", self.path("x.png"), "--title", "")
        width, height, pixels = png_pixels(self.path("x.png"))
        self.assertGreater(width, 1000)
        # 512 rows under a margin of 26: 4 kHz at the top, the tone at a quarter from below.
        tone = 26 + 511 * 3 / 4
        for column in (100, 400, 700, 1000):
            levels = [sum(pixels[y][3 * column:3 * column + 3]) for y in range(height)]
            self.assertLessEqual(abs(levels.index(max(levels)) - tone), 2)
            self.assertLess(levels[100], 100)

    def test_one_window_is_a_line(self):
        for extra in (["--length", "131072"], ["--length", "8000", "--log-frequency"]):
            run("transform", self.tone(), "--output", self.path("x.png"), "--title", "", *extra)
            width, height, pixels = png_pixels(self.path("x.png"))
            self.assertEqual(pixels[0][:3], bytes((255, 255, 255)))
            reds = [x for x in range(width) for y in (60, 100)
                    if pixels[y][3 * x] > pixels[y][3 * x + 2] + 50]
            # The tone of 1 kHz among 4, or from 1 Hz on: the box is 1080 wide, its left edge at 78.
            place = 0.25 if len(extra) == 2 else math.log(1000) / math.log(4000)
            self.assertGreater(len(reds), 2)
            self.assertLess(max(abs(x - 78 - 1079 * place) for x in reds), 3)

    def test_spectrogram_has_titles_names_and_limits(self):
        file = self.stereo()
        run("transform", file, "--output", self.path("x.svg"), "--channel", "all",
            "--frequencies", "100:3000", "--log-frequency", "--range", "60", "--window", "kaiser", "--beta", "9")
        self.assertGreater(os.path.getsize(self.path("x.svg")), 1000)
        run("transform", file, "--output", self.path("x.pdf"), "--title", "Two tones")
        with open(self.path("x.pdf"), "rb") as pdf:
            self.assertEqual(pdf.read(5), b"%PDF-")
        for scale in (0.0, 1e-290, 1e290):
            quiet = self.doubles("quiet.npy", [scale * math.sin(0.37 * i) for i in range(3000)])
            run("transform", quiet, "--precision", "f64", "--output", self.path("x.png"))

    def stereo(self, size=None):
        """1000 samples of 16 bits: a tone in bin 100 to the left, in 200, half as strong, to the right."""
        samples = b"".join(struct.pack("<hh", round(20000 * math.sin(0.2 * math.pi * i)),
                                       round(10000 * math.sin(0.4 * math.pi * i + 1))) for i in range(1000))
        size = len(samples) if size is None else size
        return self.write("stereo.wav", b"RIFF" + struct.pack("<I", min(size + 36, 0xffffffff)) + b"WAVEfmt "
                          + struct.pack("<IHHIIHH", 16, 1, 2, 1000, 4000, 4, 16)
                          + b"data" + struct.pack("<I", size) + samples)

    def test_channels_are_chosen_and_said(self):
        file = self.stereo()
        for arguments, bins, taken in (([], [100], "channel 1 of 2"),
                                       (["--channel", "1"], [100], "channel 1 of 2"),
                                       (["--channel", "2"], [200], "channel 2 of 2"),
                                       (["--channel", "mix"], [100, 200], "the mean of 2 channels")):
            output = ["transform", file, "--output", self.path("x.npy"), *arguments]
            result = run_json(*output)
            self.assertEqual(result["taken"], taken)
            self.assertIn(taken, run(*output))
            spectrum, shape = npy(self.path("x.npy"))
            self.assertEqual(shape, (501,))
            self.assertEqual([bin for bin in range(501) if abs(spectrum[bin]) > 50], bins)
        self.assertIn("--channel takes others", run("transform", file, "--output", self.path("x.npy")))
        result = run_json("transform", file, "--output", self.path("x.npy"), "--channel", "all")
        self.assertEqual((result["channels"], result["file_channels"]), (2, 2))
        spectrum, shape = npy(self.path("x.npy"))
        self.assertEqual(shape, (2, 501))
        self.assertAlmostEqual(abs(spectrum[100]), 20000 / 32768 * 500, delta=0.1)
        self.assertAlmostEqual(abs(spectrum[501 + 200]), 10000 / 32768 * 500, delta=0.1)
        run("transform", file, "--output", self.path("x.npy"), "--channel", "all", "--length", "100", "--hop", "300")
        spectrum, shape = npy(self.path("x.npy"))
        self.assertEqual(shape, (2, 4, 51))
        for window in range(4):
            self.assertGreater(abs(spectrum[51 * window + 10]), 25)
            self.assertGreater(abs(spectrum[51 * (4 + window) + 20]), 12)
        for channel in ("3", "0", "left", "-1"):
            run("transform", file, "--output", self.path("x.npy"), "--channel", channel, code=2)
        self.assertIn("channel 2 of 2", run_json("diff", file, "--channel", "2", "--length", "64", "--device",
                                                 "none")["source"]["taken"])
        run("diff", file, "--channel", "all", "--length", "64", "--device", "none", code=2)

    def test_tables_are_signals_along_an_axis(self):
        def table(rows, columns):
            header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}\n"
            values = [2 ** 30 * (i % 7 == 1) for i in range(rows * columns)]
            return self.write("x.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode()
                              + struct.pack(f"<{rows * columns}i", *values))
        for shape, option, points, taken in (((90, 2), [], 90, "axis 0 of (90, 2) as time, channel 1 of 2"),
                                             ((2, 90), [], 90, "axis 1 of (2, 90) as time, channel 1 of 2"),
                                             ((2, 90), ["--axis", "0"], 2, "axis 0 of (2, 90) as time, channel 1 of 90"),
                                             ((90, 1), [], 90, "axis 0 of (90, 1) as time"),
                                             ((5, 5), ["--axis", "1"], 5, "axis 1 of (5, 5) as time, channel 1 of 5")):
            result = run_json("transform", table(*shape), "--output", self.path("y.npy"), *option)
            self.assertEqual((result["points"], result["taken"]), (points, taken))
            self.assertIn("full scale 2147483648", result["format"])
        self.assertIn("--axis", run("transform", table(5, 5), "--output", self.path("y.npy"), code=2))

    def piped(self, path, *arguments):
        with open(path, "rb") as file:
            done = subprocess.run(["cat"], stdin=file, stdout=subprocess.PIPE, check=True)
        done = subprocess.run([command_testing.PROGRAM, "transform", "-", *arguments, "--json"],
                              input=done.stdout, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return json.loads(done.stdout)

    def test_standard_input_read_whatever_its_size(self):
        expected = run_json("transform", self.stereo(), "--output", self.path("x.npy"))
        with open(self.path("x.npy"), "rb") as file:
            bits = file.read()
        for size in (4000, 0, 0xffffffff, 0x7ffff000):
            result = self.piped(self.stereo(size), "--output", self.path("y.npy"))
            self.assertEqual((result["points"], result["strongest"]), (1000, expected["strongest"]))
            with open(self.path("y.npy"), "rb") as file:
                self.assertEqual(file.read(), bits)
            result = self.piped(self.stereo(size), "--output", self.path("y.npy"), "--length", "100", "--hop", "7")
            self.assertEqual(npy(self.path("y.npy"))[1], (129, 51))
            result = self.piped(self.stereo(size), "--output", self.path("y.png"), "--length", "100",
                                "--offset", "10", "--channel", "all")
            self.assertEqual((result["channels"], result["points"]), (2, 1000))
        with open(self.stereo(0), "rb") as file:
            piped = file.read()
        done = subprocess.run([command_testing.PROGRAM, "diff", "-", "--length", "64", "--device", "none", "--json"],
                              input=piped, capture_output=True, check=True)
        self.assertEqual(json.loads(done.stdout)["source"]["points"], 1000)
        numbers = self.doubles("x.npy", [math.sin(i * i) for i in range(50)])
        self.assertEqual(self.piped(numbers, "--output", self.path("y.csv"))["points"], 50)
        aiff = self.write("x.aiff", b"FORM" + struct.pack(">I", 0x7f00002e) + b"AIFFCOMM"
                          + struct.pack(">IHIH", 18, 1, 0x3f800000, 16) + bytes.fromhex("400bfa00000000000000")
                          + b"SSND" + struct.pack(">III", 0x7f000008, 0, 0)
                          + b"".join(struct.pack(">h", 9 * i) for i in range(1000)))
        result = self.piped(aiff, "--output", self.path("y.npy"))
        self.assertEqual((result["points"], result["sample_rate"]), (1000, 8000))
        self.assertIn("pipe", run("transform", aiff, "--output", self.path("y.npy"), code=2))
        # A file that says so is refused: it may have been cut off.
        for size in (0, 0xffffffff):
            self.assertIn("pipe", run("transform", self.stereo(size), "--output", self.path("y.npy"), code=2))
        with open(self.stereo(4000), "rb") as file:  # a file on standard input
            subprocess.run([command_testing.PROGRAM, "transform", "-", "-o", self.path("y.npy")], stdin=file,
                           stdout=subprocess.DEVNULL, check=True)

    def test_only_recordings_are_read_from_standard_input(self):
        for arguments in (["--inverse", "-o", self.path("x.npy")], ["--dimensions", "2", "-o", self.path("x.npy")]):
            self.assertIn("only recordings", run("transform", "-", *arguments, code=2))

    def test_a_missing_picture_is_not_taken_for_a_signal(self):
        for arguments in (["transform", self.path("missing.exr"), "--part", "1", "-o", self.path("x.npy")],
                          ["filter", self.path("missing.exr"), self.path("x.exr"), "--low-pass", "0.1"]):
            self.assertIn("missing.exr: No such file", run(*arguments, code=2))

    def test_recording_larger_than_memory_read_in_pieces(self):
        count = 3 * 2 ** 30
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count},), }}\n"
        head = b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode()
        tone = struct.pack("<1000f", *(math.sin(0.2 * math.pi * i) for i in range(1000)))
        samples = 5 * 2 ** 30
        rf64 = (b"RF64\xff\xff\xff\xffWAVEds64" + struct.pack("<IQQQI", 28, samples + 72, samples, samples // 2, 0)
                + b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 48000, 96000, 2, 16) + b"data\xff\xff\xff\xff")
        wave_tone = b"".join(struct.pack("<h", round(20000 * math.sin(0.2 * math.pi * i))) for i in range(1000))

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (2 ** 29, 2 ** 29))

        # Programs with sanitizers do not start so.
        if subprocess.run([command_testing.PROGRAM, "--version"], capture_output=True, preexec_fn=limit,
                          check=False).returncode != 0:
            limit = None
        for name, begin, size, end, points in (("x.npy", head, 4 * count, tone, count),
                                               ("x.wav", rf64, samples, wave_tone, samples // 2)):
            with open(self.path(name), "wb") as file:  # zeros are not stored
                file.write(begin)
                file.seek(len(begin) + size - len(end))
                file.write(end)
            for arguments, windows, bin in ((["--offset", str(points - 1000), "--length", "1000"], 1, 100),
                                            (["--hop", "2^28", "--length", "500"], (points - 500) // 2 ** 28 + 1, 0)):
                done = subprocess.run([command_testing.PROGRAM, "transform", self.path(name), "-o",
                                       self.path("y.npy"), *arguments, "--json"],
                                      capture_output=True, preexec_fn=limit, check=False)
                self.assertEqual(done.stderr, b"")
                result = json.loads(done.stdout)
                self.assertEqual((result["points"], result["windows"], result["strongest"]["bin"]),
                                 (points, windows, bin))
            os.remove(self.path(name))

    def test_inverse_gives_the_signal_back(self):
        spectrum, back = self.path("spectrum.npy"), self.path("back.npy")

        def numbers(path):
            with open(path, "rb") as file:
                data = file.read()
            return list(struct.unpack(f"<{(len(data) - 128) // 4}f", data[128:])), data[10:128].decode()

        for count in (1, 2, 999, 1000):
            wave_file = self.tone(count=count)
            with wave.open(wave_file, "rb") as file:
                samples = [x / 32768 for x in struct.unpack(f"<{count}h", file.readframes(count))]
            run("transform", wave_file, "-o", spectrum)
            # Half the spectrum of an odd number of samples may as well be that of complex ones.
            odd = ["--length", str(count)] if count % 2 == 1 else []
            result = run_json("transform", spectrum, "--inverse", "-o", back, *odd)
            self.assertEqual((result["length"], result["complex"]), (count, False))
            given, header = numbers(back)
            self.assertIn(f"'<f4', 'fortran_order': False, 'shape': ({count},)", header)
            self.assertLess(max(abs(a - b) for a, b in zip(given, samples)), 1e-6)
            run("transform", spectrum, "--inverse", "-o", self.path("back.wav"), "--rate", "8000", *odd)
            again = run_json("transform", self.path("back.wav"), "-o", back)
            self.assertEqual((again["points"], again["sample_rate"]), (count, 8000))
            self.assertIn("32 bit float", again["format"])
        run("transform", self.stereo(), "-o", spectrum, "--channel", "all")
        result = run_json("transform", spectrum, "--inverse", "-o", self.path("back.wav"), "--rate", "1000")
        self.assertEqual((result["rows"], result["length"]), (2, 1000))
        right = run_json("transform", self.path("back.wav"), "-o", back, "--channel", "2")
        self.assertEqual((right["file_channels"], right["strongest"]["bin"]), (2, 200))
        # A whole spectrum of real samples, and one of complex ones.
        bins = [sum(x * complex(math.cos(a * k * t), math.sin(a * k * t)) for t, x in enumerate([1, 5, 2, 9, 4]))
                for a in [-0.4 * math.pi] for k in range(5)]
        for turn, taken in ((1, "the whole spectrum of real samples"), (1j, "the spectrum of complex samples")):
            header = "{'descr': '<c16', 'fortran_order': False, 'shape': (5,), }\n"
            whole = self.write("whole.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode()
                               + b"".join(struct.pack("<2d", (turn * x).real, (turn * x).imag) for x in bins))
            result = run_json("transform", whole, "--inverse", "-o", back)
            self.assertEqual((result["taken"], result["precision"], result["length"]), (taken, "f64", 5))
            with open(back, "rb") as file:
                values = struct.unpack("<5d" if turn == 1 else "<10d", file.read()[128:])
            for x, expected in zip(values[:: 1 if turn == 1 else 2], [1, 5, 2, 9, 4] if turn == 1 else [0] * 5):
                self.assertAlmostEqual(x, expected, places=12)
        for arguments in (["-o", self.path("x.wav")], ["-o", self.path("x.wav"), "--rate", "0"],
                          ["-o", self.path("x.csv")], ["-o", back, "--length", "77"], ["-o", back, "--hop", "3"],
                          ["-o", back, "--precision", "f16"], ["-o", self.path("x.wav"), "--rate", "48000"]):
            run("transform", whole, "--inverse", *arguments, code=2)
        run("transform", self.tone(), "--inverse", "-o", back, code=2)
        run("transform", self.tone(), "--rate", "5", "-o", back, code=2)

    def test_reference_kernel_agrees_with_the_plan(self):
        file = self.tone(count=3000)
        for precision, unit in (("f32", 1e-3), ("f64", 1e-10)):
            both = []
            for option in ([], ["--reference"]):
                run("transform", file, "--length", "256", "--hop", "100", "--window", "blackman", "--precision",
                    precision, "--output", self.path("x.npy"), *option)
                both.append(npy(self.path("x.npy")))
            self.assertEqual(both[0][1], both[1][1])
            self.assertLess(max(abs(a - b) for a, b in zip(both[0][0], both[1][0])), unit)
        run("transform", file, "--reference", "--length", "100", "--output", self.path("x.npy"), code=2)
        self.assertEqual(run_json("transform", file, "--reference", "--output", self.path("x.npy"))["length"], 4096)

    def test_spectrum_beyond_the_precision_refused(self):
        for scale, precision in ((1e38, "f32"), (1e5, "f16"), (1e308, "f64")):
            file = self.doubles("x.npy", [scale * math.cos(0.1 * i) for i in range(1000)])
            for output in ("y.npy", "y.csv", "y.png"):
                text = run("transform", file, "--precision", precision, "--output", self.path(output),
                           code=2)
                self.assertTrue("scale the recording down" in text or
                                (precision == "f16" and "lacks _Float16" in text), text)
                self.assertFalse(os.path.exists(self.path(output)))

    def test_bad_usage_refused(self):
        file = self.tone()
        for arguments in ([file], [file, "--output", self.path("x.txt")],
                          [file, "--output", self.path("x.png"), "--length", "0"],
                          [file, "--output", self.path("x.jpg")], [file, "--output", "-"],
                          [file, "--output", self.path("x.exr")],
                          [file, "--output", self.path("x.png"), "--frequencies", "100"],
                          [file, "--output", self.path("x.png"), "--frequencies", "200:100"],
                          [file, "--output", self.path("x.png"), "--frequencies", "5000:6000"],
                          [self.tone("long.wav", count=140000), "--output", self.path("x.png"), "--length", "131072"],
                          [file, "--output", self.path("x.npy"), "--hop", "0"],
                          [file, "--output", self.path("x.npy"), "--offset", "8000"],
                          [file, "--output", self.path("x.npy"), "--window", "round"],
                          [file, file, "--output", self.path("x.npy")]):
            run("transform", *arguments, code=2)


class TransformPicture(CommandTest):
    def test_a_picture_s_spectrum_and_back(self):
        light = [((v / 255 + 0.055) / 1.055) ** 2.4 if v > 10 else v / 255 / 12.92 for v in range(256)]
        def colour(x, y):
            return (x * 37 + y * 11) % 256, (x * y * 5 + 80) % 256, (200 - 13 * x) % 256
        file = self.picture("x.png", 5, 3, colour)
        for precision, tolerance in (("f32", 2e-6), ("f64", 1e-6)):  # pictures in memory are float
            result = run_json("transform", file, "-o", self.path("x.npy"), "--precision", precision)
            self.assertEqual((result["dimensions"], result["width"], result["height"], result["channels"]), (2, 5, 3, 3))
            spectrum, shape = npy(self.path("x.npy"))
            self.assertEqual(shape, (3, 5, 3))
            for i, value in enumerate(spectrum):
                v, u, channel = i // 15, i // 3 % 5, i % 3
                direct = sum(light[colour(x, y)[channel]] * cmath.exp(-2j * math.pi * (u * x / 5 + v * y / 3))
                             for x in range(5) for y in range(3))
                self.assertAlmostEqual(value, direct, delta=tolerance)
            back = run_json("transform", self.path("x.npy"), "--inverse", "-o", self.path("back.png"))
            self.assertEqual((back["precision"], back["inverse"], back["clipped"]), (precision, True, 0))
            self.assertLess(back["left_out"], 1e-6)
            self.assertEqual(png_pixels(self.path("back.png")), png_pixels(file))

    def test_magnitude_and_dimensions(self):
        file = self.picture("x.png", 8, 8, lambda x, y: (255 if x % 4 < 2 else 0,) * 3)
        result = run_json("transform", file, "-o", self.path("m.png"))
        self.assertEqual((abs(result["strongest"]["frequency_x"]), result["strongest"]["frequency_y"]), (0.25, 0))
        _, _, rows = png_pixels(self.path("m.png"))
        self.assertEqual([(x, y) for y in range(8) for x in range(8) if rows[y][3 * x] == 255], [(2, 4), (4, 4), (6, 4)])
        self.assertEqual(run_json("transform", file, "--dimensions", "1", "-o", self.path("m.npy"))["points"], 64)
        array_file = self.doubles("x.npy", [1.0] * 6)
        self.assertIn("--layer", run("transform", array_file, "--layer", "x", "-o", self.path("y.npy"), code=2))
        self.assertIn("has 1 axis", run("transform", array_file, "--dimensions", "2", "-o", self.path("y.npy"), code=2))

    def test_bad_usage_refused(self):
        file = self.picture("x.png", 2, 2, lambda x, y: (x, y, 0))
        for output, options, word in (("x.csv", [], "--dimensions 1"), ("x.svg", [], "--dimensions 1"),
                                      ("y.png", ["--inverse"], "is a picture"), ("y.npy", ["--hop", "2"], "--hop"),
                                      ("y.npy", ["--precision", "f16"], "f32 or f64"),
                                      ("y.png", ["--depth", "16"], "--inverse"),
                                      ("y.npy", ["--part", "1"], "part")):
            self.assertIn(word, run("transform", file, "-o", self.path(output), *options, code=2))
            self.assertFalse(os.path.exists(self.path(output)))


class Bloom(CommandTest):
    def setUp(self):
        super().setUp()
        self.dots = self.picture("dots.png", 40, 30, lambda x, y: (
            (255, 0, 0) if (x, y) == (5, 7) else (0, 128, 0) if (x, y) == (39, 29) else (0, 0, 0)))
        self.bar = self.picture("bar.png", 3, 1, lambda x, y: (255, 255, 255))

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
        self.assertIn("--exposure 20", run("bloom", bright, white, self.path("x.exr"), "--exposure", "20", code=2))
        self.assertFalse(os.path.exists(self.path("x.exr")))


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
                          ["--lengths", "-4"], ["--lengths", "4*"], ["--lengths", "c2r:4x4"], ["--lengths"],
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
