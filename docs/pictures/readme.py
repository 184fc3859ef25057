#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of README.md, made by the command: readme.py FFTCORE [CHROMIUM]

A spectrogram and a page of `diff`, photographed by Chromium; a street at night with lamps far brighter
than white, and the glare that a lens's aperture of six blades gives it.
"""
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
RECORDING = "/usr/share/sounds/alsa/Front_Center.wav"
WIDTH, HEIGHT = 640, 400


def write_exr(path, pixels):
    """Floats, not compressed."""
    def attribute(name, kind, data):
        return f"{name}\0{kind}\0".encode() + struct.pack("<i", len(data)) + data
    window = struct.pack("<4i", 0, 0, WIDTH - 1, HEIGHT - 1)
    names = b"".join(name + struct.pack("<xiiii", 2, 0, 1, 1) for name in (b"B", b"G", b"R")) + b"\0"
    head = struct.pack("<II", 20000630, 2) + attribute("channels", "chlist", names) \
        + attribute("compression", "compression", b"\0") + attribute("dataWindow", "box2i", window) \
        + attribute("displayWindow", "box2i", window) + attribute("lineOrder", "lineOrder", b"\0") \
        + attribute("pixelAspectRatio", "float", struct.pack("<f", 1)) \
        + attribute("screenWindowCenter", "v2f", bytes(8)) \
        + attribute("screenWindowWidth", "float", struct.pack("<f", 1)) + b"\0"
    line = 12 * WIDTH
    file = head + b"".join(struct.pack("<Q", len(head) + 8 * HEIGHT + y * (line + 8)) for y in range(HEIGHT))
    for y in range(HEIGHT):
        row = [pixel[colour] for colour in (2, 1, 0) for pixel in pixels[y * WIDTH:(y + 1) * WIDTH]]
        file += struct.pack(f"<ii{3 * WIDTH}f", y, line, *row)
    path.write_bytes(file)


def write_grey(path, size, grey):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(grey[y * size:(y + 1) * size]) for y in range(size))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def street():
    draw = random.Random(1)
    pixels = [(0.01 + 0.05 * y / HEIGHT, 0.015 + 0.05 * y / HEIGHT, 0.05 + 0.06 * y / HEIGHT)
              for y in range(HEIGHT) for _ in range(WIDTH)]

    def box(left, top, right, bottom, colour):
        for y in range(top, bottom):
            pixels[y * WIDTH + max(left, 0):y * WIDTH + min(right, WIDTH)] = \
                [colour] * (min(right, WIDTH) - max(left, 0))

    left = 0
    while left < WIDTH:
        wide, top = draw.randint(50, 90), draw.randint(HEIGHT // 4, HEIGHT * 6 // 10)
        box(left, top, left + wide, HEIGHT, (0.01, 0.01, 0.013))
        for y in range(top + 10, HEIGHT * 8 // 10, 18):
            for x in range(left + 8, min(left + wide, WIDTH) - 12, 16):
                light = draw.uniform(0.2, 0.9)
                if draw.random() < 0.4:
                    box(x, y, x + 8, y + 10, (light, 0.75 * light, 0.35 * light))
        left += wide + draw.randint(0, 12)
    box(0, HEIGHT * 86 // 100, WIDTH, HEIGHT, (0.02, 0.02, 0.025))
    for lamp in range(5):
        x, y = WIDTH * (1 + 2 * lamp) // 10, HEIGHT * 66 // 100 - 12 * (lamp % 2)
        box(x - 1, y, x + 2, HEIGHT * 9 // 10, (0.01, 0.01, 0.01))
        box(x - 3, y - 3, x + 4, y + 4, ((200, 140, 60), (80, 120, 200))[lamp % 2])
    return pixels


def aperture(size, blades, radius):
    grey = []
    for i in range(size * size):
        x, y = i % size - size // 2, i // size - size // 2
        angle = math.fmod(math.atan2(y, x) + 7, 2 * math.pi / blades) - math.pi / blades
        edge = radius * math.cos(math.pi / blades) / math.cos(angle) - math.hypot(x, y)
        grey.append(int(255 * min(max(edge + 0.5, 0), 1)))
    return grey


def photograph(chromium, name, size, body, scale=1):
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f'<body style="margin:0">{body}')
        page.flush()
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--force-device-scale-factor={scale}", f"--window-size={size[0]},{size[1]}",
                        f"--screenshot={HERE / name}", page.name], check=True, stderr=subprocess.DEVNULL)


def part_of_page(page, width, top):
    return f'<div style="height:100vh;overflow:hidden"><iframe src="{page}" ' \
        f'style="border:0;width:{width}px;height:5200px;margin-top:-{top}px"></iframe></div>'


def main():
    fftcore, chromium = sys.argv[1], (sys.argv + ["chromium"])[2]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)

        def run(*arguments):
            subprocess.run([fftcore, *map(str, arguments)], check=True)

        write_exr(work / "night.exr", street())
        write_grey(work / "aperture.png", 511, aperture(511, 6, 90))
        run("transform", work / "aperture.png", "-o", work / "glare.exr")
        run("bloom", work / "night.exr", work / "glare.exr", HERE / "bloom.png", "--mix", "0.85")
        run("bloom", work / "night.exr", work / "glare.exr", HERE / "night.png", "--mix", "1")
        run("transform", RECORDING, "-o", work / "voice.png", "--range", "60", "--frequencies", "0:8000")
        run("diff", RECORDING, "--length", "4096", "--html", work / "diff.html")
        photograph(chromium, "spectrogram.png", (760, 380), f'<img src="{work}/voice.png" width=760>')
        photograph(chromium, "diff.png", (1100, 800), part_of_page(work / "diff.html", 1100, 1040), 0.8)
        photograph(chromium, "butterflies.png", (1100, 980), part_of_page(work / "diff.html", 1100, 2240), 0.55)


if __name__ == "__main__":
    main()
