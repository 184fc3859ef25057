# SPDX-License-Identifier: MIT
"""What the tests of the `fftcore` command share: running it, and reading what it writes."""

import array
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

    def doubles(self, name, values):
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},), }}\n"
        return self.write(name, b"\x93NUMPY\x01\0" + struct.pack("<H", len(header))
                          + header.encode() + struct.pack(f"<{len(values)}d", *values))

    def picture(self, name, width, height, colour):
        """A PNG; `colour` gives red, green and blue of a pixel."""
        rows = b"".join(b"\0" + b"".join(bytes(colour(x, y)) for x in range(width))
                        for y in range(height))
        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))
        return self.write(name, b"\x89PNG\r\n\x1a\n"
                          + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                          + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

    def tone(self, name="tone.wav", frequency=1000.0, count=8000, rate=8000):
        with wave.open(self.path(name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(b"".join(
                struct.pack("<h", round(20000 * math.sin(2 * math.pi * frequency * i / rate + 0.4)))
                for i in range(count)))
        return self.path(name)


def main():
    """Of a test: the first argument is the program."""
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
