#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_convolve_sound.py PROGRAM FOLDER: the example's result is the sum from the definition, channel by channel."""
import pathlib
import random
import struct
import subprocess
import sys
import wave


def write(path, channels, rate=8000):
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(len(channels))
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(b"".join(struct.pack("<h", x) for frame in zip(*channels) for x in frame))


def read_float(path, channels):
    """Samples of a floating-point WAV file, which the wave module does not read."""
    data = path.read_bytes()
    at = data.index(b"data")
    size = struct.unpack("<I", data[at + 4:at + 8])[0]
    samples = struct.unpack(f"<{size // 4}f", data[at + 8:at + 8 + size])
    return [samples[c::channels] for c in range(channels)]


def main(program, folder):
    noise = random.Random(7)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    recording = [[noise.randrange(-20000, 20000) for _ in range(700)] for _ in range(2)]
    room = [noise.randrange(-9000, 9000) for _ in range(60)]
    write(folder / "recording.wav", recording)
    write(folder / "room.wav", [room])
    write(folder / "other.wav", [room], rate=9000)
    paths = [str(folder / name) for name in ("recording.wav", "room.wav", "out.wav")]
    subprocess.run([program, *paths], check=True)
    result = read_float(folder / "out.wav", 2)
    worst = 0.0
    for channel, got in zip(recording, result):
        assert len(got) == 759, len(got)
        for i, y in enumerate(got):
            terms = (room[t] * channel[i - t] for t in range(60) if 0 <= i - t < 700)
            worst = max(worst, abs(y - sum(terms) / 32768.0 ** 2))
    assert worst < 1e-5, worst
    for wrong in ([], [paths[0], paths[0], paths[2]], [paths[0], str(folder / "other.wav"), paths[2]],
                  [paths[0], str(folder / "none.wav"), paths[2]]):
        done = subprocess.run([program, *wrong], capture_output=True, text=True, check=False)
        assert done.returncode != 0 and done.stderr.count("\n") == 1, (wrong, done)
    return 0


sys.exit(main(*sys.argv[1:]))
