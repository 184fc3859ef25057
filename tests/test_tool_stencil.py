#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore stencil` command from outside: test_tool_stencil.py PROGRAM [unittest options]."""

import os
import struct
import sys
import zlib

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, png_pixels, run, run_json  # noqa: E402


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def chunks(path):
    """Names and contents, whose checksums are right."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
        found.append((name, body))
        at += 12 + size
    assert found[-1] == (b"IEND", b"")
    return found


class Stencil(CommandTest):
    def land(self, width, height, bright):
        return self.picture("land.png", width, height, lambda x, y: (bright(x, y),) * 3)

    def frames(self, path, rate):
        """The frames of an animation as pictures, each in a file of its own."""
        found = chunks(path)
        header = found[0][1]
        self.assertEqual(found[0][0], b"IHDR")
        count, plays = struct.unpack(">II", dict(found)[b"acTL"])
        self.assertEqual(plays, 0)
        pixels, sequence = [], 0
        for name, body in found:
            if name == b"fcTL":
                number, width, height, x, y, delay, parts = struct.unpack(">IIIIIHH", body[:24])
                self.assertEqual((number, width, height, x, y, delay, parts),
                                 (sequence, *struct.unpack(">II", header[:8]), 0, 0, 1, rate))
                sequence += 1
                pixels.append(b"")
            elif name == b"IDAT":
                self.assertEqual(len(pixels), 1)
                pixels[-1] += body
            elif name == b"fdAT":
                self.assertEqual(struct.unpack(">I", body[:4])[0], sequence)
                sequence += 1
                pixels[-1] += body[4:]
        self.assertEqual(len(pixels), count)
        paths = []
        for i, data in enumerate(pixels):
            paths.append(self.path(f"frame{i}.png"))
            with open(paths[-1], "wb") as file:
                file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
        return paths

    def test_frames_are_those_of_one_wave_and_symmetric_where_the_picture_is(self):
        land = self.land(31, 21, lambda x, y: 255 - 9 * abs(x - 15) - 5 * abs(y - 10))
        out = self.path("wave.png")
        report = run_json("stencil", land, out, "--frames", "3", "--steps", "4", "--rate", "30", "--radius", "2")
        self.assertEqual((report["frames"], report["steps"], report["on"]), (3, 4, "CPU"))
        frames = [png_pixels(path) for path in self.frames(out, 30)]
        self.assertEqual(len({bytes(b"".join(rows)) for _, _, rows in frames}), 3)
        for width, height, rows in frames:
            for y in range(height):
                self.assertEqual(rows[y], rows[height - 1 - y])
                for x in range(width):
                    other = width - 1 - x
                    self.assertEqual(rows[y][3 * x:3 * x + 3], rows[y][3 * other:3 * other + 3])
        run("stencil", land, self.path("last.png"), "--frames", "1", "--steps", "12", "--radius", "2")
        self.assertNotIn(b"acTL", dict(chunks(self.path("last.png"))))
        self.assertEqual(png_pixels(self.path("last.png")), frames[2])

    def test_the_front_is_where_its_speed_takes_it(self):
        land = self.land(101, 61, lambda x, y: 255)
        for slowest, precision in (("0.3", "f32"), ("1", "f64")):
            report = run_json("stencil", land, self.path("x.png"), "--frames", "1", "--steps", "60", "--source", "50,30",
                              "--slowest", slowest, "--precision", precision, "--boundary", "periodic")
            gone = 60 * report["time_step"]
            row = png_pixels(self.path("x.png"))[2][30]
            crest = max(range(50, 101), key=lambda x: row[3 * x] - row[3 * x + 2])
            self.assertLess(abs(crest - 50 - gone), 4, f"crest at {crest}, {gone} gone")

    def test_devices_draw_the_same_bits(self):
        land = self.land(24, 17, lambda x, y: 60 + 8 * x)
        for extra in ([], ["--equation", "heat", "--boundary", "zero", "--order", "8"]):
            run("stencil", land, self.path("cpu.png"), "--frames", "2", "--steps", "3", *extra)
            for device in run_json("info")["devices"]:
                run("stencil", land, self.path("gpu.png"), "--frames", "2", "--steps", "3", "--device",
                    str(device["index"]), *extra)
                self.assertEqual(chunks(self.path("cpu.png")), chunks(self.path("gpu.png")))

    def test_what_is_wrong_is_refused_and_writes_nothing(self):
        land = self.land(8, 8, lambda x, y: 255)
        out = self.path("never.png")
        for arguments, words in ((["--order", "3"], "2, 4, 6, 8"), (["--source", "9,1"], "--source"),
                                 (["--source", "3"], "two numbers"), (["--frames", "0"], "--frames"),
                                 (["--equation", "heat", "--damping", "1"], "--damping"),
                                 (["--device", "no such device"], "device")):
            self.assertIn(words, run("stencil", land, out, *arguments, code=2))
            self.assertFalse(os.path.exists(out))
        self.assertIn("overwrite", run("stencil", land, land, code=2))
        self.assertIn(".png", run("stencil", land, self.path("x.gif"), code=2))
        self.assertIn("no-such", run("stencil", self.path("no-such.png"), out, code=2))


if __name__ == "__main__":
    command_testing.main()
