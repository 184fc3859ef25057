#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`fftcore transform` beside sox and NumPy: a spectrogram of ten minutes of sound, and a spectrum of 2^24 points.

  bench/compare_transform.py build/release/tools/fftcore

needs Debian's python3-numpy and, for its row, sox. What comes out is compared with NumPy's transforms. Times are of the
processor (all on one thread), in seconds, medians of the runs: other work on the machine disturbs them little. The exit
status is 1 if a result is wrong or one of two bounds does not hold: a spectrogram takes at most 0.3 s beyond reading and
decoding, and the transform of 2^24 points at most 1.3 times what the library itself takes to plan and execute it.
"""
import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import wave

import numpy

RATE, LENGTH, HOP = 48000, 1024, 512
SPECTROGRAM_BOUND, SPECTRUM_BOUND = 0.3, 1.3


def run(command):
    """Output, and seconds of the processor that the program took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def repeated(command, runs):
    """Medians: of the whole program, and of each part that it tells."""
    results = [run(command) for _ in range(runs)]
    told = json.loads(results[0][0]) if "--json" in command else {}
    parts = [json.loads(output)["processor_seconds"] for output, _ in results] if told else []
    return told, statistics.median(seconds for _, seconds in results), {
        name: statistics.median(part[name] for part in parts) for name in (parts[0] if parts else {})}


def sound(path, minutes):
    """Two tones, a sweep and noise, 16 bits."""
    random = numpy.random.default_rng(32)
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        for minute in range(minutes):
            t = (numpy.arange(60 * RATE) + 60 * RATE * minute) / RATE
            x = (0.3 * numpy.sin(2 * numpy.pi * 441 * t) + 0.2 * numpy.sin(2 * numpy.pi * 9000 * t)
                 + 0.2 * numpy.sin(2 * numpy.pi * 10 * t * t) + 0.02 * random.standard_normal(t.size))
            file.writeframes(numpy.rint(32767 * x).astype("<i2").tobytes())


def numpy_windows(path):
    """Seconds of all windows' spectra, and the strongest: window, bin, magnitude."""
    with wave.open(path, "rb") as file:
        x = numpy.frombuffer(file.readframes(file.getnframes()), "<i2").astype(numpy.float32) / numpy.float32(32768)
    start = time.process_time()
    weights = (0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(LENGTH) / LENGTH)).astype(numpy.float32)
    windows = numpy.lib.stride_tricks.sliding_window_view(x, LENGTH)[::HOP]
    best = (0, 0, 0.0)
    for first in range(0, len(windows), 1024):
        powers = numpy.abs(numpy.fft.rfft(windows[first:first + 1024] * weights))
        at = numpy.unravel_index(numpy.argmax(powers), powers.shape)
        if powers[at] > best[2]:
            best = (first + int(at[0]), int(at[1]), float(powers[at]))
    return time.process_time() - start, len(windows), best


def spectrogram(program, folder, runs, minutes):
    path, picture = os.path.join(folder, "sound.wav"), os.path.join(folder, "x.png")
    sound(path, minutes)
    told, whole, parts = repeated([program, "transform", path, "-o", picture, "--length", str(LENGTH), "--hop",
                                   str(HOP), "--json"], runs)
    beyond = sum(seconds for name, seconds in parts.items() if name != "read")
    peer, windows, best = numpy_windows(path)
    peak = told["strongest"]
    good = (told["windows"] == windows and abs(peak["magnitude"] / best[2] - 1) < 1e-5)
    # Some windows in full, in which an error would hide behind the strongest bin.
    run([program, "transform", path, "-o", os.path.join(folder, "x.npy"), "--window", "hann", "--length", str(LENGTH),
         "--hop", str(HOP), "--offset", "123456"])
    ours = numpy.load(os.path.join(folder, "x.npy"), mmap_mode="r")
    with wave.open(path, "rb") as file:
        file.setpos(123456)
        x = numpy.frombuffer(file.readframes(RATE), "<i2") / 32768
    weights = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(LENGTH) / LENGTH)
    for window in range(64):
        exact = numpy.fft.rfft(x[window * HOP:window * HOP + LENGTH] * weights)
        good &= bool(numpy.linalg.norm(ours[window] - exact) < 1e-6 * numpy.linalg.norm(exact))
    print(f"spectrogram of {minutes} minutes at {RATE} Hz, {windows} windows of {LENGTH} points")
    print(f"  fftcore transform  {whole:6.3f}  " + ", ".join(f"{name} {s:.3f}" for name, s in parts.items()))
    if shutil.which("sox"):
        print(f"  sox spectrogram    {repeated(['sox', path, '-n', 'spectrogram', '-o', picture], runs)[1]:6.3f}")
    print(f"  NumPy, the spectra {peer:6.3f}  (no reading, no picture)")
    print(f"  beyond reading     {beyond:6.3f}  of at most {SPECTROGRAM_BOUND}; the spectra are "
          f"{'right' if good else 'WRONG'}")
    return good and (minutes != 10 or beyond <= SPECTROGRAM_BOUND)


def spectrum(program, folder, runs, log2):
    path, output = os.path.join(folder, "x.npy"), os.path.join(folder, "y.npy")
    x = numpy.random.default_rng(33).standard_normal(1 << log2).astype(numpy.float32)
    numpy.save(path, x)
    _, whole, parts = repeated([program, "transform", path, "-o", output, "--json"], runs)
    row, = json.loads(run([program, "bench", "--lengths", f"r2c:2^{log2}", "--fftw", "none", "--json"])[0])["rows"]
    start = time.process_time()
    exact = numpy.fft.rfft(x)
    peer = time.process_time() - start
    ours = numpy.load(output)
    error = float(numpy.linalg.norm(ours - exact) / numpy.linalg.norm(exact))
    good = ours.shape == exact.shape and error < row["error_bound"]
    own = parts["plan"] + row["seconds"]  # bench has planning by the clock; it is the same call
    rest = sum(seconds for name, seconds in parts.items() if name not in ("read", "write"))
    print(f"spectrum of 2^{log2} real points, .npy to .npy")
    print(f"  fftcore transform  {whole:6.3f}  " + ", ".join(f"{name} {s:.3f}" for name, s in parts.items()))
    print(f"  the library itself {own:6.3f}  plan {parts['plan']:.3f}, execute {row['seconds']:.3f}")
    print(f"  NumPy, no files    {peer:6.3f}  (in double precision)")
    print(f"  times the library  {rest / own:6.2f}  of at most {SPECTRUM_BOUND}; executing alone "
          f"{parts['transform'] / row['seconds']:.2f}; relative error {error:.1e}, {'right' if good else 'WRONG'}")
    return good and (log2 != 24 or rest <= SPECTRUM_BOUND * own)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the fftcore command")
    parser.add_argument("--runs", type=int, default=7, help="of each program; default 7")
    parser.add_argument("--minutes", type=int, default=10, help="of sound; default 10, to which the bound applies")
    parser.add_argument("--log2", type=int, default=24, help="of the spectrum's points; default 24, to which the bound applies")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        good = spectrogram(arguments.program, folder, arguments.runs, arguments.minutes)
        good &= spectrum(arguments.program, folder, arguments.runs, arguments.log2)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
