# SPDX-License-Identifier: MIT
"""What the checks of headers share: values of all parameters, and texts that include a header."""
import itertools
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
KERNEL = INCLUDE / "fftcore" / "kernel"
# The C half of the dialect; only dialect.h includes it, after it has set the stage.
NOT_ALONE = {"dialect_c.h"}
# Not for shaders, which have one precision.
C_ONLY = {"fftcore/kernel/precision.h"}
# They branch on varying values: one lane only.
ONE_LANE = {"fftcore/kernel/line_mirror.h", "fftcore/kernel/real_edge.h", "fftcore/kernel/real_pass.h",
            "fftcore/kernel/real_mirror.h", "fftcore/kernel/line.h", "fftcore/kernel/line_cross.h",
            "fftcore/kernel/line_gather.h", "fftcore/kernel/line_held.h", "fftcore/kernel/line_rows.h", "fftcore/kernel/line_fft.h",
            "fftcore/kernel/fft_pass.h", "fftcore/kernel/line_convolution.h", "fftcore/kernel/convolution_pass.h", "fftcore/kernel/mapped_pass.h",
            "fftcore/kernel/resample_line.h",
            "fftcore/kernel/scan_block.h", "fftcore/kernel/scan_array.h", "fftcore/kernel/scan_operations.h",
            "fftcore/kernel/difference_array.h", "fftcore/kernel/difference_block.h"}
# Values for what kernel headers demand. A new parameter without a value here fails the test.
PARAMETERS = {
    "FFTC_WORKGROUP_LOG2": "5u",
    "FFTC_ELEMENTS_LOG2": "2u",
    "FFTC_BUTTERFLY_LOG2": "6u",
    "FFTC_DIFFERENCE_AXES": "3u",
    "FFTC_DIFFERENCE_REACH": "2u",
    "FFTC_DIFFERENCE_COLUMNS": "2u",
    "FFTC_DIFFERENCE_ROWS": "2u",
    "FFTC_DIFFERENCE_PLANES": "4u",
    "FFTC_DIFFERENCE_LANES_LOG2": "3u",
    "FFTC_DIFFERENCE_WAVE": "1u",
    "FFTC_DIFFERENCE_MEDIUM": "1u",
    "FFTC_SCAN_WORDS": "2u",
    "FFTC_SCAN_ITEMS_LOG2": "1u",
    "FFTC_SCAN_ITEM_WORDS": "1u",
    "FFTC_SCAN_SEGMENTED": "1u",
    "FFTC_SCAN_EXACT": "0u",
    "FFTC_SCAN_KIND": "1u",
    "FFTC_SCAN_ROLE": "1u",
    "FFTC_SCAN_OF_TOTALS": "0u",
    "FFTC_SCAN_TYPE": "2u",
    "FFTC_SCAN_OPERATION": "0u",
    "FFTC_TILE_COLUMNS_LOG2": "4u",
    "FFTC_TILE_ROWS_LOG2": "3u",
    "FFTC_TILE_REACH_COLUMNS": "2u",
    "FFTC_TILE_REACH_ROWS": "1u",
    "FFTC_TILE_WORDS": "2u",
    "FFTC_SUBGROUP_LOG2": "3u",
    "FFTC_PRECISION": "32",
    "FFTC_SUFFIX": "_one",
    "FFTC_LINE_POINTS": "60u",
    "FFTC_LINE_GATHERS": "",
    "FFTC_LINE_GATHERED": "0u",
    "FFTC_LINE_HELD": "1u",
    "FFTC_LINE_INVOCATIONS": "5u",
    "FFTC_LINE_COUNT": "4u",
    "FFTC_LINE_REGISTERS": "20u",
    "FFTC_LINE_STAGES": "2u",
    "FFTC_LINE_RADIX_0": "10u",
    "FFTC_LINE_RADIX_1": "6u",
    "FFTC_LINE_RADIX_2": "1u",
    "FFTC_LINE_RADIX_3": "1u",
    "FFTC_LINE_RADIX_4": "1u",
    "FFTC_LINE_RADIX_5": "1u",
    "FFTC_LINE_WORDS": "1u",
    "FFTC_LINE_ROUNDS": "1u",
    "FFTC_LINE_STRIDE": "61u",
    "FFTC_LINE_PAD_LOG2": "5u",
    "FFTC_LINE_LOAD_ACROSS": "0u",
    "FFTC_LINE_STORE_ACROSS": "1u",
    "FFTC_LINE_MIRRORS": "",
    "FFTC_LINE_MIRRORED_LOAD": "0u",
    "FFTC_LINE_MIRRORED_STORE": "2u",
    "FFTC_LINE_IN_SUBGROUP": "0u",
    "FFTC_LINE_IN_PLACE": "1u",
    "FFTC_LINE_FACTORED": "1u",
    "FFTC_LINE_INVERSE": "1u",
    "FFTC_LINE_SCALED": "1u",
    "FFTC_LINE_SCALE": "FFTC_REAL(0.5)",
    "FFTC_PASS_LINES": "8u",
    "FFTC_PASS_BEFORE": "8u",
    "FFTC_PASS_EVEN": "0u",
    "FFTC_PASS_DIGITS": "3u",
    "FFTC_PASS_ACROSS": "5u",
    "FFTC_PASS_BESIDE": "3u",
    "FFTC_PASS_BESIDE_ALL": "5u",
    "FFTC_PASS_FINE": "3u",
    "FFTC_PASS_BRICKS": "",
    "FFTC_PASS_SRC_COLUMNS": "4u",
    "FFTC_PASS_SRC_ROWS": "2u",
    "FFTC_PASS_DST_COLUMNS": "1u",
    "FFTC_PASS_DST_ROWS": "1u",
    "FFTC_PASS_SRC_STRIDE": "1u",
    "FFTC_PASS_DST_STRIDE": "2u",
    "FFTC_CONVOLUTION_ROLE": "2u",
    "FFTC_CONVOLUTION_FIRST": "1u",
    "FFTC_CONVOLUTION_LAST": "1u",
    "FFTC_CONVOLUTION_WEIGHTED": "1u",
    "FFTC_CONVOLUTION_CONJUGATE": "1u",
    "FFTC_CONVOLUTION_RIGHT_ANGLE": "1u",
    "FFTC_CONVOLUTION_TABLE": "50u",
    "FFTC_CONVOLUTION_ROWS": "3u",
    "FFTC_CONVOLUTION_WEIGHTS": "100u",
    "FFTC_CONVOLUTION_SPECTRUM": "200u",
    "FFTC_CONVOLUTION_EVEN": "1u",
    "FFTC_CONVOLUTION_RESAMPLES": "",
    "FFTC_RESAMPLED": "3u",
    "FFTC_RESAMPLED_ALONG": "16u",
    "FFTC_RESAMPLED_PERIOD": "20u",
    "FFTC_RESAMPLED_BESIDE": "9u",
    "FFTC_RESAMPLED_HALVED": "1u",
    "FFTC_RESAMPLED_ROWS": "20u",
    "FFTC_RESAMPLED_QUARTER": "1u",
    "FFTC_RESAMPLED_PER_ROW": "FFTC_WIDE(0.0125)",
    "FFTC_RESAMPLED_SHIFTED": "1u",
    "FFTC_RESAMPLED_TURNS": "300u",
    "FFTC_RESAMPLED_WEIGHTS": "400u",
    "FFTC_BLOOM_CHANNELS": "3u",
    "FFTC_BLOOM_WIDTH": "20u",
    "FFTC_BLOOM_SRC_PICTURE": "0u",
    "FFTC_BLOOM_SRC_ROW": "60u",
    "FFTC_BLOOM_SRC_PIXEL": "3u",
    "FFTC_BLOOM_SRC_CHANNEL": "1u",
    "FFTC_BLOOM_DST_PICTURE": "1u",
    "FFTC_BLOOM_DST_ROW": "60u",
    "FFTC_BLOOM_DST_PIXEL": "3u",
    "FFTC_BLOOM_DST_CHANNEL": "1u",
    "FFTC_BLOOM_HALVES": "1u",
    "FFTC_BLOOM_BEYOND_0": "0u",
    "FFTC_BLOOM_BEYOND_1": "0x3f000000u",
    "FFTC_BLOOM_BEYOND_2": "0u",
    "FFTC_BLOOM_BEYOND_3": "0u",
    "FFTC_BLOOM_INFINITIES": "0u",
    "FFTC_BLOOM_CLAMPED": "1u",
    "FFTC_MAP_WRAPPED": "1u",
    "FFTC_MAP_AT": "5u",
    "FFTC_MAP_MODULUS": "300u",
    "FFTC_MAP_BEGIN": "2u",
    "FFTC_MAP_END": "290u",
    "FFTC_MAP_MIRRORED": "1u",
    "FFTC_MAP_LAST": "291u",
    "FFTC_MAP_PADDING": "0u",
    "FFTC_MAP_CONJUGATE": "1u",
    "FFTC_MAP_SRC_REAL": "1u",
    "FFTC_MAP_AT_2": "7u",
    "FFTC_MAP_COUNT_2": "200u",
    "FFTC_MAP_SRC_APART": "1000u",
    "FFTC_MAP_DST_REAL": "1u",
    "FFTC_MAP_DST_COUNT_2": "199u",
    "FFTC_MAP_DST_APART": "1000u",
    "FFTC_MAP_SIGNALS": "5u",
    "FFTC_MAP_DIGIT": "1u",
    "FFTC_MAP_BLOCK": "100u",
    "FFTC_MAP_BLOCK_DIGIT": "2u",
    "FFTC_MAP_DST_ALL": "950u",
    "FFTC_MAP_DST_ALL_2": "940u",
    "FFTC_MAP_BRICK": "8u",
    "FFTC_MAP_BRICK_ROWS": "20u",
    "FFTC_MAP_NEGATED": "1u",
    "FFTC_MAP_NEGATIVE": "200u",
    "FFTC_MAP_NEGATIVE_2": "100u",
    "FFTC_PASS_TABLE": "50u",
    "FFTC_REAL_LOAD": "FFTC_EDGE_ONE",
    "FFTC_REAL_STORE": "FFTC_EDGE_ONE",
    "FFTC_REAL_POINTS": "481u",
    "FFTC_REAL_SINE": "0u",
    "FFTC_REAL_ORTHOGONAL": "1u",
    "FFTC_REAL_ONCE": "1u",
    "FFTC_REAL_SRC_ROW": "0u",
    "FFTC_REAL_DST_ROW": "0u",
    "FFTC_REAL_LOAD_TABLE": "900u",
    "FFTC_REAL_STORE_TABLE": "900u",
    "FFTC_PASS_SRC_BEGIN": "0u",
    "FFTC_PASS_SRC_END": "210u",
    "FFTC_PASS_DST_BEGIN": "0u",
    "FFTC_PASS_DST_END": "420u",
}
# Lines that are planes, which much else does not go with.
PLANES = {
    "FFTC_LINE_PLANE": "8u", "FFTC_LINE_PLANE_STAGE": "1u", "FFTC_LINE_POINTS": "64u", "FFTC_LINE_RADIX_0": "8u",
    "FFTC_LINE_RADIX_1": "8u", "FFTC_LINE_INVOCATIONS": "8u", "FFTC_LINE_REGISTERS": "8u", "FFTC_LINE_STRIDE": "65u",
    "FFTC_LINE_STORE_ACROSS": "0u", "FFTC_LINE_MIRRORED_STORE": "0u", "FFTC_LINE_HELD": "0u", "FFTC_LINE_FACTORED": "0u",
    "FFTC_PASS_LINES": "1u", "FFTC_PASS_BEFORE": "1u", "FFTC_PASS_FINE": "1u", "FFTC_PASS_SRC_ROW": "100u",
    "FFTC_PASS_DST_ROW": "100u", "FFTC_PASS_SRC_END": "64u", "FFTC_PASS_DST_END": "64u", "FFTC_REAL_LOAD": "FFTC_EDGE_NONE",
    "FFTC_REAL_STORE": "FFTC_EDGE_NONE",
}
# What may be defined: nothing, or everything.
OPTIONS = {
    "": {},
    " all options": {**PLANES, "FFTC_TWIDDLE_COMPUTED": 1, "FFTC_OBSERVE_STAGES": 1, "FFTC_PRELOADED": 1, "FFTC_CHANNELS": "3u", "FFTC_RESAMPLE_LOOKUPS": 1,
                     "FFTC_FAST": 1},
}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wdouble-promotion", "-Wconversion", "-Wsign-conversion", "-Wshadow",
            "-Wundef", "-Wvla", "-Werror"]
# Passing vectors by value depends on the ISA; inside one inlined unit that does not matter.
LANES_FLAGS = ["-Wno-psabi"]
# With a single line (PLANES) what is for pairs of lines divides by 0 pairs; it is not reached.
ONE_LINE_FLAGS = ["-Wno-div-by-zero"]
PRECISIONS = (16, 32, 64)
ALL = False  # --all
# The second compiler of each language does without what the first has said already.
SECOND = {"clang", "clang++"}
CASES = [(16, " all options"), (32, ""), (32, " all options"), (64, "")]
SECOND_CASES = {(32, " all options"), (64, "")}
EMULATED_CASE = (32, " all options")
NAME = re.compile(r"(fftc|FFTC)_\w+$|FFTCORE_\w+_H$")


INCLUDES = [INCLUDE]  # where headers are looked for; a faulty one stands in a place of its own


def include_flags():
    return [f"-I{directory}" for directory in INCLUDES]


def c_flags():
    """And what fftcore/openmp.h asks for."""
    return [*include_flags(), "-fopenmp"]


def locate(header):
    return next(directory / header for directory in INCLUDES if (directory / header).exists())


def run(command, text="", cwd=None):
    """Exit status and combined output."""
    done = subprocess.run(command, input=text, cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def unit(header, defines, emulated=False):
    first = ['#include "fftcore/emulate.h"'] if emulated else []
    if header == "fftcore/kernel/precision.h":
        # fft_pass.h leaves to one of the two what that defines.
        mapped = "FFTC_FAST" in defines
        defines = {**defines, "FFTC_PASS_MAPPED" if mapped else "FFTC_PASS_REAL": ""}
    lines = [f"#define {name} {value}" for name, value in defines.items()]
    if header != "fftcore/kernel/precision.h":
        lines += first
    lines.append(f'#include "{header}"')
    if header == "fftcore/kernel/precision.h":
        lines += first
        # Its work is to let the others be read twice.
        real = {"fftcore/kernel/real_pass.h", "fftcore/kernel/real_mirror.h"}
        skipped = ONE_LANE if defines.get("FFTC_LANES", 1) != 1 else (
            real if mapped else {"fftcore/kernel/mapped_pass.h"})
        everything = [f'#include "{other}"' for other in kernel_headers(None) if other != header and other not in skipped]
        other_precision = 32 if defines.get("FFTC_PRECISION") == 64 else 64
        lines += everything
        lines += ["#undef FFTC_PRECISION", f"#define FFTC_PRECISION {other_precision}",
                  "#undef FFTC_SUFFIX", "#define FFTC_SUFFIX _two", f'#include "{header}"'] + everything
    return "\n".join(lines + [""])


def compiler(name, language, extra=()):
    # clang warns before it compiles, gcc while it does; an assembler has nothing to add.
    until = ["-fsyntax-only"] if name.startswith("clang") else ["-O1", "-S", "-o", os.devnull]
    return [name, "-x", language, "-", *until, *c_flags(), "-ffp-contract=off", *WARNINGS, *extra]


def supports_half(name, language, standard):
    status, _ = run([name, "-x", language, standard, "-fsyntax-only", "-"],
                    "__extension__ typedef _Float16 t; t f(t x); t f(t x) { return x + x; }\n")
    return status == 0


def kernel_headers(fault):
    """All of them; or only the faulty one, when the checks are checked."""
    if fault:
        return [fault]
    return [f"fftcore/kernel/{h.name}" for h in sorted(KERNEL.glob("*.h")) if h.name not in NOT_ALONE]


def host_headers(fault):
    if fault:
        return []
    headers = [f"fftcore/{h.name}" for h in sorted((INCLUDE / "fftcore").glob("*.h"))]
    headers += [f"fftcore/vulkan/{h.name}" for h in sorted((INCLUDE / "fftcore/vulkan").glob("*.h"))]
    if shutil.which("pkg-config") is None or run(["pkg-config", "--exists", "vulkan"])[0] != 0:
        headers = [h for h in headers if "vulkan" not in h]
    return headers


def every_case():
    """Pairs of a precision and an option."""
    return list(itertools.product(PRECISIONS, OPTIONS))


def cases():
    return every_case() if ALL else CASES


# --- texts ---

def dependencies(path, seen):
    """Text of a header and of what it includes, in order."""
    text = ""
    for line in path.read_text().splitlines():
        include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if include:
            name = include.group(1)
            if name not in seen and not name.endswith("dialect_c.h"):
                seen.add(name)
                text += dependencies(locate(name), seen)
        else:
            text += line + "\n"
    return text


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
