# SPDX-License-Identifier: MIT
"""A program that knows emitted plans by their plan.json alone, as docs/emitted-plans.md explains it:
the arrays that it describes, and the sums that they must hold, in double, term by term."""

import cmath
import itertools
import json
import math
import struct

FORMAT = 1
LETTER = {"f16": "e", "f32": "f", "f64": "d"}
NAN = float("nan")


class Fields:
    """Members of an object, each to be taken once; what nobody took is an error."""

    def __init__(self, members, where):
        self.members, self.where = dict(members), where

    def take(self, name, kind):
        assert name in self.members, f"{self.where} has no {name}"
        value = self.members.pop(name)
        right = type(value) is kind or (kind is float and type(value) is int)
        assert right, f"{self.where}.{name} is {value!r}"
        return value

    def choice(self, name, *choices):
        value = self.take(name, str)
        assert value in choices, f"{self.where}.{name} is {value}"
        return value

    def numbers(self, name, count, kind=int):
        value = self.take(name, list)
        assert len(value) == count, f"{self.where}.{name} has {len(value)} members"
        assert all(type(one) is kind for one in value), f"{self.where}.{name} is {value}"
        return value

    def has(self, name):
        return name in self.members

    def done(self):
        assert not self.members, f"{self.where} has more: {self.members}"


class Array:
    """Numbers that a program gives or gets: where in its buffers, and of what kind they are."""

    def __init__(self, fields, name, task, is_kernel=False):
        self.real = fields.choice("numbers", "real", "complex") == "real"
        self.buffers = fields.take("buffers", list)
        self.length = fields.numbers("length", task.rank)
        self.stride = fields.numbers("stride", task.rank)
        self.letter = LETTER[task.precision]
        self.distance, self.range = 0, [[0, n] for n in self.length]
        if is_kernel:
            self.origin = fields.numbers("origin", task.rank)
        else:
            self.distance = fields.take("distance", int)
            self.range = fields.numbers("range", task.rank, list)
        split = task.split and not self.real
        scalar = struct.calcsize(self.letter)
        self.element_bytes = fields.take("element_bytes", int)
        assert self.element_bytes == scalar * (1 if split or self.real else 2)
        holder = "dst" if task.in_place and not is_kernel else name
        assert self.buffers in ([holder, holder + "_im"] if split else [holder], []), self.buffers
        assert all(0 <= a < b <= n for (a, b), n in zip(self.range, self.length))
        fields.done()

    def places(self, batch):
        """(transform, position), and the index of its element."""
        for b in range(batch):
            for at in itertools.product(*[range(begin, end) for begin, end in self.range]):
                yield (b, at), b * self.distance + sum(x * s for x, s in zip(at, self.stride))

    def scalars(self, value):
        return (value.real,) if self.real else (value.real, value.imag)

    def put(self, memory, index, value):
        parts = self.scalars(value)
        each = len(parts) // len(self.buffers)
        for i, name in enumerate(self.buffers):
            struct.pack_into(f"<{each}{self.letter}", memory[name], index * self.element_bytes,
                             *parts[i * each:(i + 1) * each])

    def get(self, memory, index):
        each = (1 if self.real else 2) // len(self.buffers)
        parts = []
        for name in self.buffers:
            parts += struct.unpack_from(f"<{each}{self.letter}", memory[name],
                                        index * self.element_bytes)
        return complex(*parts)

    def rounded(self, value):
        """As it is stored."""
        return complex(*[struct.unpack(f"<{self.letter}", struct.pack(f"<{self.letter}", part))[0]
                         for part in self.scalars(value)])

    def owned(self, batch):
        """(buffer, byte) of all that it has numbers in."""
        for _, index in self.places(batch):
            for name in self.buffers:
                for byte in range(index * self.element_bytes, (index + 1) * self.element_bytes):
                    yield name, byte


class Task:
    """What is computed, of one folder."""

    def __init__(self, path):
        with open(f"{path}/plan.json", encoding="utf-8") as file:
            plan = Fields(json.load(file), "plan")
        assert plan.take("format", int) == FORMAT
        assert plan.take("generator", str).startswith("fftcore ")
        self.part = plan.choice("part", "transform", "prepare", "execute")
        self.vulkan, self.spirv = plan.take("vulkan", str), plan.take("spirv", str)
        self.entry = plan.take("entry_point", str)
        self.convolves = self.part != "transform"
        name = "convolution" if self.convolves else "transform"
        self.describe(Fields(plan.take(name, dict), name))
        self.src = Array(Fields(plan.take("src", dict), "src"), "src", self)
        self.kernel = (Array(Fields(plan.take("kernel", dict), "kernel"), "kernel", self, True)
                       if self.convolves else None)
        self.dst = Array(Fields(plan.take("dst", dict), "dst"), "dst", self)
        self.check_lengths()
        options = Fields(plan.take("options", dict), "options")
        self.exact, self.pair_batch = options.take("exact", bool), options.take("pair_batch", bool)
        options.done()
        self.load, self.store, self.extra = False, False, ["none"] * 4
        if plan.has("accessors"):
            accessors = Fields(plan.take("accessors", dict), "accessors")
            self.load, self.store = accessors.take("load", bool), accessors.take("store", bool)
            self.extra = accessors.numbers("extra", 4, str)
            accessors.done()
        self.dispatching = plan  # the rest of it

    def describe(self, fields):
        kinds = ["real", "complex"] + ([] if self.convolves else ["real to real"])
        self.kind = fields.choice("kind", *kinds)
        self.precision = fields.choice("precision", *LETTER)
        self.in_place = fields.choice("placement", "in place", "out of place") == "in place"
        self.split = fields.choice("format", "split", "interleaved") == "split"
        self.scaling = fields.choice("scaling", "default", "none", "unitary")
        self.length = fields.take("length", list)
        self.rank = len(self.length)
        assert 1 <= self.rank <= 4
        self.batch = fields.take("batch", int)
        self.bound = fields.take("error_bound", float)
        if self.convolves:
            self.correlates = fields.choice("product", "correlate", "convolve") == "correlate"
        else:
            self.inverse = fields.choice("direction", "inverse", "forward") == "inverse"
            self.loop = fields.numbers("loop", self.rank, bool)
        if self.kind == "real to real":
            self.sums = fields.take("trigonometric", list)
            assert [one is None for one in self.sums] == self.loop
        fields.done()

    def check_lengths(self):
        """The lengths of the arrays follow from the task."""
        for side, spectrum in ((self.src, not self.convolves and self.inverse),
                               (self.dst, not self.convolves and not self.inverse)):
            half = self.kind == "real" and not self.convolves and spectrum
            last = self.length[-1] // 2 + 1 if half else self.length[-1]
            assert side.length == self.length[:-1] + [last], side.length
            assert side.real == (self.kind != "complex" and not half)
            if self.in_place and self.kind == "real" and not self.convolves:
                assert side.range == [[0, n] for n in side.length]
        if self.convolves:
            assert all(1 <= t <= n > o for t, n, o in
                       zip(self.kernel.length, self.length, self.kernel.origin))
            assert self.kernel.real == self.src.real

    def same_task(self, other):
        """Of the two folders of a convolution."""
        def all_of(task):
            own = {name: value for name, value in vars(task).items()
                   if name not in ("part", "dispatching")}
            return {name: vars(value) if isinstance(value, Array) else value
                    for name, value in own.items()}
        assert all_of(self) == all_of(other), (all_of(self), all_of(other))

    # --- the sums --------------------------------------------------------------------------------

    def expected(self, signal, kernel):
        """The result of every (transform, position) of dst, wanted or not, and the norm that
        error_bound is about: signal and kernel have a number for each place in their ranges."""
        if self.convolves:
            return self.convolution(signal, kernel)
        result, shape = {}, [range(n) for n in self.dst.length]
        for b in range(self.batch):
            values = {at: signal.get((b, at), 0j)
                      for at in itertools.product(*[range(n) for n in self.src.length])}
            order = list(range(self.rank))
            if self.kind == "real" and not self.inverse:
                order.reverse()  # the last axis first: half of it is kept
            for axis in order:
                if not self.loop[axis]:
                    values = along(values, axis, self.matrix(axis))
            result.update({(b, at): values[at] for at in itertools.product(*shape)})
        return result, math.sqrt(sum(abs(x) ** 2 for x in result.values()))

    def matrix(self, axis):
        """matrix[to] is a function of a line, that gives its number `to`."""
        n = self.length[axis]
        last = axis + 1 == self.rank
        if self.kind == "real to real":
            return trigonometric(self.sums[axis], n, self.inverse, self.scaling)
        roots = [turn(2 * k if self.inverse else -2 * k, n) for k in range(n)]
        factor = {"default": 1 / n if self.inverse else 1, "none": 1,
                  "unitary": 1 / math.sqrt(n)}[self.scaling]
        if self.kind == "real" and last and self.inverse:
            return [halved(roots, t, n, factor) for t in range(n)]
        return [lambda x, f=f: factor * total(x[t] * roots[f * t % n] for t in range(n))
                for f in range(self.dst.length[axis])]

    def convolution(self, signal, kernel):
        points = math.prod(self.length)
        factor = {"default": 1, "none": points, "unitary": 1 / math.sqrt(points)}[self.scaling]
        result = {}
        taps = [(at, value.conjugate() if self.correlates else value)
                for (_, at), value in kernel.items()]
        sign = 1 if self.correlates else -1
        for b in range(self.batch):
            for at in itertools.product(*[range(begin, end) for begin, end in self.dst.range]):
                terms = []
                for tap, value in taps:
                    place = tuple((i + sign * (t - o)) % n for i, t, o, n in
                                  zip(at, tap, self.kernel.origin, self.length))
                    terms.append(value * signal.get((b, place), 0j))
                result[b, at] = factor * total(terms)
        norm = factor * sum(abs(x) for x in kernel.values())
        return result, norm * math.sqrt(sum(abs(x) ** 2 for x in signal.values()))


def total(numbers):
    """Their sum, rounded once."""
    numbers = list(numbers)
    return complex(math.fsum(x.real for x in numbers), math.fsum(x.imag for x in numbers))


def halved(roots, t, n, factor):
    """Number t of a real signal, from the half spectrum x."""
    def number(x):
        middle = [x[n // 2].real * (-1) ** t] if n % 2 == 0 else []
        others = [2 * (x[f] * roots[f * t % n]).real for f in range(1, (n + 1) // 2)]
        return complex(factor * math.fsum([x[0].real] + middle + others))
    return number


def along(values, axis, matrix):
    """Each line of the axis becomes the matrix's numbers."""
    lines, result = {}, {}
    for at, value in values.items():
        rest = at[:axis] + at[axis + 1:]
        lines.setdefault(rest, {})[at[axis]] = value
    for rest, line in lines.items():
        for to, number in enumerate(matrix):
            result[rest[:axis] + (to,) + rest[axis:]] = number(line)
    return result


def turn(m, d):
    """exp(i pi m / d), by an angle of at most pi / 4, for the sake of its last bits."""
    m %= 2 * d
    if m > d:
        return turn(2 * d - m, d).conjugate()
    if 2 * m > d:
        return -turn(d - m, d).conjugate()
    if 4 * m > d:
        rest = math.pi * (d - 2 * m) / (2 * d)
        return complex(math.sin(rest), math.cos(rest))
    return cmath.exp(1j * math.pi * m / d)


def cos(m, d):
    return turn(m, d).real


def sin(m, d):
    return turn(m, d).imag


# The sums over n of x[n] times one of these, and the logical length.
SUMS = {
    "DCT I": (lambda n, k, N: (1 if n in (0, N - 1) else 2) * cos(n * k, N - 1),
              lambda N: 2 * (N - 1)),
    "DCT II": (lambda n, k, N: 2 * cos((2 * n + 1) * k, 2 * N), lambda N: 2 * N),
    "DCT III": (lambda n, k, N: (2 if n else 1) * cos(n * (2 * k + 1), 2 * N), lambda N: 2 * N),
    "DCT IV": (lambda n, k, N: 2 * cos((2 * n + 1) * (2 * k + 1), 4 * N), lambda N: 2 * N),
    "DST I": (lambda n, k, N: 2 * sin((n + 1) * (k + 1), N + 1), lambda N: 2 * (N + 1)),
    "DST II": (lambda n, k, N: 2 * sin((2 * n + 1) * (k + 1), 2 * N), lambda N: 2 * N),
    "DST III": (lambda n, k, N: (2 if n < N - 1 else 1) * sin((n + 1) * (2 * k + 1), 2 * N),
                lambda N: 2 * N),
    "DST IV": (lambda n, k, N: 2 * sin((2 * n + 1) * (2 * k + 1), 4 * N), lambda N: 2 * N)}
OPPOSITE = {"DCT II": "DCT III", "DCT III": "DCT II", "DST II": "DST III", "DST III": "DST II"}


def trigonometric(name, n, inverse, scaling):
    name = OPPOSITE.get(name, name) if inverse else name
    term, logical = SUMS[name]
    rows = [[term(t, k, n) for t in range(n)] for k in range(n)]
    if scaling == "unitary":
        # The orthogonal matrix: the same rows and columns, each of norm 1.
        weigh = lambda i: math.sqrt(.5) if ends(i) else 1
        ends = {"DCT I": lambda i: i in (0, n - 1), "DCT II": lambda i: i == 0,
                "DCT III": lambda i: i == 0, "DST II": lambda i: i == n - 1,
                "DST III": lambda i: i == n - 1}.get(name, lambda i: False)
        columns_weighed, rows_weighed = name in ("DCT I", "DCT III", "DST III"), name in (
            "DCT I", "DCT II", "DST II")
        for k in range(n):
            for t in range(n):
                rows[k][t] *= (weigh(k) if rows_weighed else 1)
                rows[k][t] /= (weigh(t) if columns_weighed else 1)
        factor = 1 / math.sqrt(logical(n))
    else:
        factor = 1 / logical(n) if scaling == "default" and inverse else 1
    return [lambda x, row=row: factor * total(row[t] * x[t] for t in range(n)) for row in rows]
