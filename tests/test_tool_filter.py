#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore filter` command from outside: test_tool_filter.py PROGRAM [unittest options]."""

import array
import cmath
import math
import os
import struct
import subprocess
import sys
import wave

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, run, run_json  # noqa: E402


def floats(path):
    """Numbers of a float .npy of real numbers, and its shape."""
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10:10 + size].decode(), {"__builtins__": {}}, {})  # a literal, by format
    return array.array({"<f4": "f", "<f8": "d"}[header["descr"]], data[10 + size:]), header["shape"]


def strength(samples, frequency, rate):
    """The amplitude of a tone, whole periods being given."""
    return 2 * abs(sum(x * cmath.exp(-2j * math.pi * frequency * i / rate)
                       for i, x in enumerate(samples))) / len(samples)


class FilterSound(CommandTest):
    RATE = 8000

    def sound(self, name, channels, bits=16):
        """Channels are functions of the time in seconds, of 1 s."""
        with wave.open(self.path(name), "wb") as file:
            file.setnchannels(len(channels))
            file.setsampwidth(bits // 8)
            file.setframerate(self.RATE)
            file.writeframes(b"".join(
                round(2 ** (bits - 1) * channel(i / self.RATE)).to_bytes(bits // 8, "little", signed=True)
                for i in range(self.RATE) for channel in channels))
        return self.path(name)

    def channels(self, path, bits=16):
        with wave.open(path, "rb") as file:
            self.assertEqual((file.getframerate(), file.getsampwidth()), (self.RATE, bits // 8))
            count, data = file.getnchannels(), file.readframes(file.getnframes())
        numbers = [int.from_bytes(data[i:i + bits // 8], "little", signed=True)
                   for i in range(0, len(data), bits // 8)]
        return [numbers[channel::count] for channel in range(count)]

    def tones(self, name="tones.wav", bits=16):
        return self.sound(name, [lambda t: 0.3 * math.sin(2 * math.pi * 200 * t) + 0.2 * math.sin(2 * math.pi * 3000 * t),
                                 lambda t: 0.25 * math.sin(2 * math.pi * 1000 * t + 0.3)], bits)

    def test_tones_have_the_documented_gains(self):
        file = self.tones()
        for shape, low in (("butterworth", lambda f: 1 / (1 + (f / 1000) ** 8)),
                           ("gaussian", lambda f: 2 ** -((f / 1000) ** 2)),
                           ("ideal", lambda f: float(f <= 1000))):
            for kind, gain in (("low", low), ("high", lambda f: 1 - low(f))):
                run("filter", file, self.path("x.wav"), f"--{kind}-pass", "1000", "--shape", shape)
                left, right = (channel[2000:6000] for channel in self.channels(self.path("x.wav")))
                for samples, frequency, level in ((left, 200, 0.3), (left, 3000, 0.2), (right, 1000, 0.25)):
                    if shape != "ideal" or frequency != 1000:  # of which a sound with an end has both sides
                        self.assertAlmostEqual(strength(samples, frequency, self.RATE) / 32768,
                                               level * gain(frequency), delta=3e-4)

    def test_passes_of_a_cut_add_up(self):
        for bits, precision in ((16, "f32"), (24, "f64")):
            file = self.tones(bits=bits)
            for options in ([], ["--shape", "gaussian"], ["--shape", "ideal"], ["--order", "11"]):
                parts = []
                for kind in ("low", "high"):
                    run("filter", file, self.path("x.wav"), f"--{kind}-pass", "700", *options,
                        "--precision", precision)
                    parts.append(self.channels(self.path("x.wav"), bits))
                for whole, low, high in zip(self.channels(file, bits), *parts):
                    self.assertLessEqual(max(abs(a - b - c) for a, b, c in zip(whole, low, high)), 1)

    def test_bands_take_and_leave(self):
        file = self.tones()
        run("filter", file, self.path("in.wav"), "--band-pass", "150,300", "--order", "8")
        run("filter", file, self.path("out.wav"), "--band-stop", "150,300", "--order", "8")
        inside, outside = (self.channels(self.path(name))[0][2000:6000] for name in ("in.wav", "out.wav"))
        self.assertGreater(strength(inside, 200, self.RATE) / 32768, 0.28)
        self.assertLess(strength(inside, 3000, self.RATE) / 32768, 0.001)
        self.assertLess(strength(outside, 200, self.RATE) / 32768, 0.02)
        self.assertGreater(strength(outside, 3000, self.RATE) / 32768, 0.199)

    def test_arrays_equal_the_response_s_sum(self):
        values = [math.sin(0.3 * i * i) for i in range(300)]
        run("filter", self.doubles("x.npy", values), self.path("y.npy"), "--low-pass", "0.1", "--shape", "gaussian",
            "--precision", "f64")
        result, shape = floats(self.path("y.npy"))
        self.assertEqual(shape, (300,))
        # Of the gain 2^-(f / c)^2 over all frequencies; beyond 1/2 there is nothing to speak of.
        response = [0.1 * math.sqrt(math.pi / math.log(2)) * math.exp(-(math.pi * 0.1 * t) ** 2 / math.log(2))
                    for t in range(60)]
        for i in range(300):
            direct = sum(response[abs(t)] * values[i - t] for t in range(-59, 60) if 0 <= i - t < 300)
            self.assertAlmostEqual(result[i], direct, delta=1e-6)

    def test_pieces_are_one_sound(self):
        """Whatever lies at the borders of pieces, which are 65536 samples."""
        count = 150000
        values = [((i * 7919) % 2003) / 2003 - 0.5 for i in range(count)]
        file = self.doubles("x.npy", values)
        run("filter", file, self.path("all.npy"), "--high-pass", "0.2")
        whole, _ = floats(self.path("all.npy"))
        for begin in (65000, 130600):
            run("filter", self.doubles("part.npy", values[begin:begin + 1000]), self.path("part-y.npy"),
                "--high-pass", "0.2")
            part, _ = floats(self.path("part-y.npy"))
            self.assertLess(max(abs(a - b) for a, b in zip(part[200:800], whole[begin + 200:begin + 800])), 1e-6)

    def test_pipes_and_complex_numbers(self):
        file = self.tones()
        run("filter", file, self.path("x.wav"), "--low-pass", "1000")
        with open(file, "rb") as source:  # as a recorder writes it that does not know the length yet
            data = bytearray(source.read())
        data[4:8] = data[40:44] = b"\xff" * 4
        done = subprocess.run([command_testing.PROGRAM, "filter", "-", self.path("y.wav"), "--low-pass", "1000"],
                              input=bytes(data), capture_output=True, check=True)
        self.assertIn(b"8000 samples", done.stdout)
        self.assertEqual(self.channels(self.path("x.wav")), self.channels(self.path("y.wav")))
        empty = subprocess.run([command_testing.PROGRAM, "filter", "-", self.path("no.wav"), "--low-pass", "1000"],
                               input=bytes(data[:44]), capture_output=True, check=False)
        self.assertEqual((empty.returncode, empty.stderr), (2, b"fftcore: filter: there are no samples\n"))  # crashed
        self.assertFalse(os.path.exists(self.path("no.wav")))
        values = [complex(math.sin(0.3 * i * i), math.cos(0.7 * i * i)) for i in range(200)]
        header = b"{'descr': '<c16', 'fortran_order': False, 'shape': (2, 100), }\n"
        array_file = self.write("z.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header + b"".join(
            struct.pack("<dd", z.real, z.imag) for z in values))
        parts = []
        for kind in ("low", "high"):
            run("filter", array_file, self.path("y.npy"), f"--{kind}-pass", "0.1", "--precision", "f64")
            numbers, shape = command_testing.npy(self.path("y.npy"))
            self.assertEqual(shape, (100, 2))
            parts.append(numbers)
        for i in range(200):
            self.assertAlmostEqual(parts[0][i] + parts[1][i], values[i % 2 * 100 + i // 2], delta=1e-13)
        self.assertIn("complex", run("filter", array_file, self.path("z.wav"), "--low-pass", "0.1", code=2))

    def test_beyond_full_scale_counted(self):
        file = self.sound("square.wav", [lambda t: 0.999 if t * 100 % 1 < 0.5 else -0.999])
        result = run_json("filter", file, self.path("x.wav"), "--low-pass", "500", "--shape", "ideal")
        self.assertGreater(result["clipped"], 100)
        self.assertIn("were clipped", run("filter", file, self.path("x.wav"), "--low-pass", "500", "--shape", "ideal"))
        samples = self.channels(self.path("x.wav"))[0]
        self.assertEqual((max(samples), min(samples)), (32767, -32768))
        result = run_json("filter", file, self.path("x.npy"), "--low-pass", "500", "--shape", "ideal")
        self.assertEqual(result["clipped"], 0)
        numbers, _ = floats(self.path("x.npy"))
        self.assertGreater(max(numbers), 1.1)

    def test_containers_keep_rate_channels_and_bits(self):
        file = self.tones(bits=24)
        for ending in ("flac", "aiff", "caf", "w64", "rf64"):
            run("filter", file, self.path("x." + ending), "--low-pass", "1000")
            back = run_json("filter", self.path("x." + ending), self.path("y.wav"), "--low-pass", "3999", "--order", "64")
            self.assertIn("24 bit PCM, 2 channels", back["format"])
            self.assertEqual((back["sample_rate"], back["samples"], back["channels"]), (8000, 8000, 2))
        # WAV's 8 bits are unsigned, and AIFF's signed: unsigned ones are in an AIFF-C that few read.
        with wave.open(self.path("8.wav"), "wb") as eight:
            eight.setparams((1, 1, 8000, 0, "NONE", None))
            eight.writeframes(bytes(range(100, 200)))
        run("filter", self.path("8.wav"), self.path("8.aiff"), "--low-pass", "3999", "--order", "64")
        with open(self.path("8.aiff"), "rb") as aiff:
            self.assertEqual(aiff.read()[8:12], b"AIFF")
        back = run_json("filter", self.path("8.aiff"), self.path("y.wav"), "--low-pass", "3000")
        self.assertIn("Signed 8 bit PCM", back["format"])

    def test_bad_usage_refused(self):
        file, out = self.tones(), self.path("x.wav")
        for options, word in (([], "--low-pass"), (["--low-pass", "100", "--high-pass", "10"], "give one of"),
                              (["--low-pass", "4000"], "less than 4000 Hz"), (["--low-pass", "0"], "more than 0"),
                              (["--low-pass", "-1"], "--low-pass"), (["--low-pass", "nan"], "number"),
                              (["--low-pass", "1,2"], "one frequency"), (["--band-pass", "10"], "two frequencies"),
                              (["--band-pass", "20,10"], "lower one"), (["--band-stop", "1,2,3"], "number"),
                              (["--low-pass", "10", "--shape", "round"], "gaussian"),
                              (["--low-pass", "10", "--shape", "ideal", "--order", "2"], "--order"),
                              (["--low-pass", "10", "--order", "65"], "64"),
                              (["--low-pass", "10", "--edges", "wrap"], "for pictures"),
                              (["--low-pass", "10", "--add", "0.2"], "for pictures"),
                              (["--low-pass", "10", "--depth", "8"], "for pictures"),
                              (["--low-pass", "10", "--view", "left"], "for pictures"),
                              (["--low-pass", "0.0001"], "longer than"),
                              (["--low-pass", "10", "--precision", "f16"], "f32, f64")):
            self.assertIn(word, run("filter", file, out, *options, code=2))
            self.assertFalse(os.path.exists(out))
        self.assertIn("overwrite", run("filter", file, file, "--low-pass", "10", code=2))
        self.assertIn("must end in", run("filter", file, self.path("x.png"), "--low-pass", "10", code=2))
        self.assertIn("must end in", run("filter", file, self.path("x.txt"), "--low-pass", "10", code=2))
        array_file = self.doubles("x.npy", [1.0, 2.0])
        self.assertIn("sample rate", run("filter", array_file, out, "--low-pass", "0.1", code=2))
        self.assertIn("cycles per point", run("filter", array_file, self.path("y.npy"), "--low-pass", "100", code=2))
        broken = self.write("broken.wav", b"RIFF1234WAVE")
        run("filter", broken, out, "--low-pass", "10", code=2)
        self.assertFalse(os.path.exists(out))


class FilterPicture(CommandTest):
    def test_a_mean_passes_below_and_not_above(self):
        file = self.picture("x.png", 13, 9, lambda x, y: (200, 100, 50) if (x + y) % 2 else (100, 50, 200))
        result = run_json("filter", file, self.path("low.png"), "--low-pass", "0.01")
        self.assertEqual((result["edges"], result["clipped"], result["unit"]), ("mirror", 0, "cycles per pixel"))
        _, _, rows = command_testing.png_pixels(self.path("low.png"))
        # The mean of the light of two colours that are on as many pixels, but for one.
        light = [((v / 255 + 0.055) / 1.055) ** 2.4 for v in (200, 100, 50, 100, 50, 200)]
        for channel in range(3):
            mean = (58 * light[channel] + 59 * light[3 + channel]) / 117
            coded = round(255 * (1.055 * mean ** (1 / 2.4) - 0.055))
            for row in rows:
                self.assertLessEqual(max(abs(v - coded) for v in row[channel::3]), 1)
        result = run_json("filter", file, self.path("high.png"), "--high-pass", "0.01", "--add", "0.5")
        self.assertEqual(result["clipped"], 0)
        self.assertIn("were clipped", run("filter", file, self.path("high.png"), "--high-pass", "0.01"))

    def test_depth_is_kept_or_chosen(self):
        file = self.picture("x.png", 4, 3, lambda x, y: (40 * x, 80 * y, 200))
        for options, depth in (([], 8), (["--depth", "16"], 16)):
            run("filter", file, self.path("y.png"), "--low-pass", "0.7", *options)
            with open(self.path("y.png"), "rb") as png:
                self.assertEqual(png.read()[24], depth)
        run("filter", self.path("y.png"), self.path("z.png"), "--low-pass", "0.7")
        with open(self.path("z.png"), "rb") as png:
            self.assertEqual(png.read()[24], 16)

    def test_bad_usage_refused(self):
        file = self.picture("x.png", 3, 2, lambda x, y: (1, 2, 3))
        for out, options, word in (("x.wav", ["--low-pass", "0.1"], ".png or .exr"),
                                   ("y.png", ["--low-pass", "0.8"], "0.707107 cycles per pixel"),
                                   ("y.png", ["--low-pass", "0.1", "--edges", "soft"], "mirror, clamp, wrap, zero"),
                                   ("y.exr", ["--low-pass", "0.1", "--depth", "16"], "--depth"),
                                   ("y.png", ["--low-pass", "0.1", "--layer", "x"], "layer"),
                                   ("y.png", ["--low-pass", "0.1", "--axis", "1"], "--axis")):
            self.assertIn(word, run("filter", file, self.path(out), *options, code=2))


if __name__ == "__main__":
    command_testing.main()
