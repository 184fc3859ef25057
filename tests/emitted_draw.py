# SPDX-License-Identifier: MIT
"""Command lines of `fftcore emit --plan`, drawn at random."""

import math

SUMS = ["dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"]
LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 20, 21, 24, 30, 32, 34, 37, 45, 48, 60,
           64, 96, 100, 101, 128, 144, 194, 256, 300]
WORK = 60000  # products in a convolution

LOADS = {
    "double": "return fftc_complex_scale(fftc_src_get(index), FFTC_REAL(2.0));",
    "window": "return fftc_complex_scale(fftc_src_get(index), "
              "fftc_real_from_word(fftc_extra_get(1u, (index + FFTC_UINT(fftc_user_word(6u))) "
              "% 5u)));",
    "other": "return fftc_complex_make(fftc_real_from_word(fftc_extra_get(1u, index % 5u)), "
             "FFTC_REAL(0.0));",
    # The runner has no pictures: bindings are compared, and nothing is carried out.
    "film": "return fftc_complex_make(fftc_real_from_word("
            "fftc_picture_get(0u, index, FFTC_UINT(0u)).word[2]), FFTC_REAL(0.0));"}
STORES = {
    "half": "fftc_dst_set(index, fftc_complex_scale(value, FFTC_REAL(0.5)));",
    "power": "fftc_extra_set(2u, index + FFTC_UINT(fftc_user_word(3u)), "
             "fftc_word_from_real(fftc_complex_norm(value)));"}


def text_of(pieces, name):
    if pieces is LOADS:
        return f"fftc_complex fftc_user_load(fftc_uint index)\n{{\n    {LOADS[name]}\n}}\n"
    return ("void fftc_user_store(fftc_uint index, fftc_complex value)\n"
            f"{{\n    {STORES[name]}\n}}\n")


class Line:
    """options; load and store: names of texts, or None; limits, as a dictionary. A transform has at
    most so many points."""

    def __init__(self, random, most):
        self.random, self.most = random, most
        self.load = self.store = None
        self.limits = {}
        self.kind = random.choice(["", "", "", "r2c", "c2r", "trigonometric", "conv", "rconv"])
        self.convolves = self.kind in ("conv", "rconv")
        self.real = self.kind in ("r2c", "c2r")
        self.draw_length()
        self.precision = random.choice(["f32", "f32", "f32", "f64", "f16"])
        self.options += ["--precision", self.precision]
        self.draw_choices()
        self.draw_limits()
        self.draw_arrays()
        self.draw_texts()

    @classmethod
    def of(cls, text):
        """Of options that are given, without accessors."""
        line = cls.__new__(cls)
        line.options, line.load, line.store, line.limits = text.split(), None, None, {}
        line.convolves = "conv:" in text
        line.device = 0 if "--device" in text else None
        return line

    def maybe(self, chance):
        return self.random.random() < chance

    def draw_length(self):
        random = self.random
        rank = random.choice([1, 1, 1, 2, 2, 3, 4])
        self.length, points = [], 1
        for _ in range(rank):
            n = random.choice([n for n in LENGTHS if points * n <= self.most])
            self.length.append(n)
            points *= n
        prefix = self.kind
        if prefix == "trigonometric":
            prefix = random.choice(SUMS)
            if prefix == "dct1":
                self.length = [max(n, 2) for n in self.length]
        self.taps = None
        case = "x".join(map(str, self.length))
        if self.convolves and self.maybe(.7):
            self.taps = [random.randint(1, min(n, 9)) for n in self.length]
            case += "+" + "x".join(map(str, self.taps))
        taps = math.prod(self.taps or self.length)
        most = max(1, WORK // (math.prod(self.length) * (taps if self.convolves else 1)))
        self.batch = min(random.choice([1, 1, 2, 3, 5]), most)
        case += f"*{self.batch}" if self.batch > 1 else ""
        self.options = ["--length", f"{prefix}:{case}" if prefix else case]

    def draw_choices(self):
        random = self.random
        if self.kind in ("", "trigonometric") and self.maybe(.5):
            self.options += ["--direction", random.choice(["forward", "inverse"])]
        if self.maybe(.4):
            self.options += ["--scaling", random.choice(["default", "none", "unitary"])]
        self.in_place = self.maybe(.3)
        complex_sides = self.kind in ("", "r2c", "c2r", "conv")
        self.split = self.maybe(.25) and complex_sides and not (self.in_place and self.real)
        for name, chance in (("--exact", .2), ("--no-subgroups", .2), ("--pair-batch", .3)):
            if self.maybe(chance):
                self.options.append(name)
        self.options += ["--in-place"] if self.in_place else []
        self.options += ["--split"] if self.split else []
        self.options += ["--correlate"] if self.convolves and self.maybe(.5) else []
        self.loops = [False] * len(self.length)
        if not self.convolves and len(self.length) > 1 and self.maybe(.4):
            self.loops = [self.maybe(.5) for _ in self.length]
            if self.real:
                self.loops[-1] = False
            if all(self.loops):
                self.loops[random.randrange(len(self.loops) - 1 if self.real else len(self.loops))] = False
            self.options += ["--loop", ",".join(str(int(one)) for one in self.loops)]

    def draw_limits(self):
        random = self.random
        self.device = None
        if self.maybe(.25) and self.precision != "f64":
            self.device = 0
            self.options += ["--device", "0"]
            return
        if self.precision == "f64" or self.maybe(.7):
            self.limits = {"invocations": random.choice([16, 32, 64, 128, 256, 1024]),
                           "shared": random.choice([2048, 4096, 16384, 32768])}
            if self.maybe(.4):
                self.limits["subgroup"] = random.choice([4, 8])
            for name in ("f64", "storage16"):
                if self.maybe(.5) or (name == "f64" and self.precision == "f64"):
                    self.limits[name] = None
            self.options += ["--limits", ",".join(name if value is None else f"{name}={value}"
                                                  for name, value in self.limits.items())]

    def lengths(self, dst):
        """Items along each axis of a side; of a convolution at least those of its period."""
        n = list(self.length)
        if self.taps is not None:
            n = [a + t - 1 for a, t in zip(n, self.taps)]
        if self.real and dst == (self.kind == "r2c"):
            n[-1] = n[-1] // 2 + 1
        return n

    def strides(self, lengths):
        """Of the axes, then of the batch, nested in any order."""
        order = list(range(len(lengths) + 1))
        self.random.shuffle(order)
        strides, next_one = [0] * len(order), self.random.choice([1, 1, 2])
        for axis in order:
            strides[axis] = next_one
            n = lengths[axis] if axis < len(lengths) else self.batch
            next_one = strides[axis] * n + self.random.choice([0, 0, 1, 2])
        return strides

    def draw_arrays(self):
        random = self.random
        if self.maybe(.4) and not (self.in_place and self.real):
            src, dst = self.strides(self.lengths(False)), self.strides(self.lengths(True))
            if self.in_place:
                src = dst
            for side, strides in (("src", src), ("dst", dst)):
                if self.in_place or self.maybe(.8):
                    self.options += [f"--{side}-stride", ",".join(map(str, strides[:-1])),
                                     f"--{side}-distance", str(strides[-1])]
        if self.convolves or (self.in_place and self.real):
            return
        for dst in (False, True):
            if self.maybe(.3):
                ranges = []
                for n, loop in zip(self.lengths(dst), self.loops):
                    begin = random.randrange(n)
                    whole = loop or self.maybe(.3)
                    ranges.append(":" if whole else f"{begin}:{random.randint(begin + 1, n)}")
                self.options += ["--dst-range" if dst else "--src-range", ",".join(ranges)]

    def draw_texts(self):
        if self.maybe(.7):
            return
        plain = self.precision == "f32"
        if self.maybe(.7):
            self.load = self.random.choice(["double", "window", "other", "film"] if plain else
                                           ["double"])
        if self.load is None or self.maybe(.5):
            self.store = self.random.choice(["half", "power"] if plain else ["half"])
        if self.load == "film":
            self.options += ["--extras", "float,buffer,buffer"]
        elif self.load in ("window", "other") or self.store == "power":
            self.options += ["--extras", "none,buffer,buffer"]
