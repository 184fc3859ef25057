#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of docs/bloom.md, made by the command: bloom.py FFTCORE

Balls and a sun at the left border, far brighter than white; a kernel that is strong in its middle and falls off slowly.
"""
import math
import pathlib
import subprocess
import sys
import tempfile

import readme

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT = 360, 202
BALLS = [(9, 60, 9, (60, 52, 36), True), (110, 130, 44, (0.5, 0.12, 0.1), False),
         (215, 120, 52, (0.12, 0.35, 0.5), False), (310, 140, 34, (0.2, 0.45, 0.15), False),
         (290, 40, 3, (24, 26, 30), True)]


def scene(dark):
    """Of the dark scene nothing is seen but what shines."""
    pixels = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            ground = 0 if dark else 0.03 + 0.05 * max(y / HEIGHT - 0.6, 0)
            pixel = (ground, ground, 1.2 * ground)
            for cx, cy, radius, colour, shines in BALLS:
                u, v = (x - cx) / radius, (y - cy) / radius
                if u * u + v * v < 1 and (shines or not dark):
                    light = 1 if shines else 0.05 + 0.95 * max((-u - 0.6 * v + math.sqrt(1 - u * u - v * v)) / 1.6, 0)
                    pixel = tuple(light * c for c in colour)
            pixels.append(pixel)
    return pixels


def kernel(size):
    pixels = []
    for i in range(size * size):
        r = math.hypot(i % size - (size - 1) // 2, i // size - (size - 1) // 2)
        pixels.append((math.exp(-r / 1.5) + 4e-4 * math.exp(-r / 28),) * 3)
    return pixels


def main():
    fftcore = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)

        def write(name, size, pixels):
            readme.WIDTH, readme.HEIGHT = size
            readme.write_exr(work / name, pixels)
            return work / name

        def bloom(name, *arguments):
            subprocess.run([fftcore, "bloom", *map(str, arguments[:2]), str(HERE / f"bloom-{name}.png"),
                            *arguments[2:]], check=True, stdout=subprocess.DEVNULL)

        balls, suns = (write(f"{name}.exr", (WIDTH, HEIGHT), scene(name == "suns")) for name in ("balls", "suns"))
        small, large = (write(f"{size}.exr", (size, size), kernel(size)) for size in (256, 512))
        bloom("none", balls, small, "--mix", "1")
        for edges in ("zero", "mirror", "wrap", "clamp"):
            bloom(edges, balls, small, "--edges", edges)
        for name, psf, filters in (("exact", small, "exact"), ("tent-256", small, "tent"), ("sinc-256", small, "sinc"),
                                   ("tent-512", large, "tent")):
            bloom(name, suns, psf, "--edges", "zero", "--resample", filters, "--white", "0.004")
        bloom("heart", balls, "heart:41", "--white", "0.5")
        bloom("sharp", balls, small, "--mix", "0.8")


if __name__ == "__main__":
    main()
