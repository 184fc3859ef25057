#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: what transform writes and reads: test_tool_transform.py PROGRAM [unittest options]."""

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
        text = run("transform", self.doubles("nan.npy", [0.0, math.nan]), "--output", self.path("y.npy"), code=2)
        self.assertIn("sample 1 is not a finite number\n", text)

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


if __name__ == "__main__":
    command_testing.main()
