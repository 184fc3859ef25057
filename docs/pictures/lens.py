#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the landscape of docs/pictures/stencil.png, a dark lens on white: lens.py FILE."""
import math
import struct
import sys
import zlib

WIDTH, HEIGHT = 320, 160


def bright(x, y):
    """Two circles of radius 90, whose common part is the lens; its rim is soft."""
    inside = 0.5 - max(math.hypot(x - 78, y - 80) - 90, math.hypot(x - 222, y - 80) - 90)
    return round(255 - 140 * min(1.0, max(0.0, inside)))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main():
    rows = b"".join(b"\0" + bytes(bright(x, y) for x in range(WIDTH)) for y in range(HEIGHT))
    with open(sys.argv[1], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main()
