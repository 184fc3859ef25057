#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore` command from outside: help, info, diff, and files that are refused: test_tool_command.py PROGRAM [unittest options]."""

import json
import math
import os
import pty
import re
import struct
import subprocess
import sys
import unittest.mock
import wave
import zlib

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import WITHOUT_DEVICES, CommandTest, Page, npy, run, run_json  # noqa: E402

COMMANDS = ("info", "diff", "transform", "emit", "bench", "bloom", "filter", "stencil", "check", "techniques")


class General(CommandTest):
    def test_help_has_an_example_each(self):
        overview = run("help")
        for name in COMMANDS:
            self.assertIn(f"\n  {name} ", overview)
            text = run("help", name)
            self.assertIn("Example: fftcore " + name, text)
            self.assertEqual(text, run(name, "--help"))
        self.assertEqual(overview, run("--help"))

    def test_help_fits_a_terminal(self):
        for name in COMMANDS:
            for line in run("help", name).splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_version_is_a_version(self):
        self.assertRegex(run("--version"), r"^fftcore \d+\.\d+\.\d+\n$")
        self.assertEqual(run("-V"), run("--version"))

    def test_progress_only_on_a_terminal_after_a_second_and_wiped(self):
        for arguments, shown in ((["bench", "--fftw", "none", "--lengths", "2^20", "--seconds", "1"], True),
                                 (["diff", *WITHOUT_DEVICES, "--length", "16"], False)):
            master, slave = pty.openpty()
            done = subprocess.run([command_testing.PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=slave, check=True)
            os.write(slave, b"end")
            text = b""
            while not text.endswith(b"end"):
                text += os.read(master, 100000)
            os.close(slave)
            os.close(master)
            if shown:
                self.assertTrue(text.startswith(b"\r\033[Kbench: ") and text.endswith(b"\r\033[Kend"), text)
                self.assertIn(b"1048576, 1 of 1, 0 %", text)
            else:
                self.assertEqual(text, b"end")
            self.assertNotIn(b"\033[K", done.stdout)

    def test_misspelt_words_get_a_suggestion(self):
        for arguments, meant in ((["dif"], "diff"), (["transfrom"], "transform"), (["help", "bloon"], "bloom"),
                                 (["diff", "--lenght", "8"], "--length"), (["bench", "--effrot", "x"], "--effort"), (["diff", "--seeds=8"], "--seed"),
                                 (["diff", "--precision", "f23"], "f32"),
                                 (["diff", "--schedule", "revers"], "reverse")):
            self.assertIn(f"did you mean {meant}?", run(*arguments, code=2))
        for arguments, said in ((["diff", "--s", "1"], "write more of it"), (["diff", "-x"], "unknown option -x"),
                                (["diff", "--computed-twiddles=1"], "no value"),
                                (["diff", "--xyzzy"], "unknown option --xyzzy (see: fftcore help diff)")):
            self.assertIn(said, run(*arguments, code=2))
        for arguments in (["help", "help"], ["help", "completion"], ["completion", "--help"]):
            self.assertEqual(run(*arguments), run("help"))
        self.assertIn("No such file", run("info", "--json=", code=2))
        if run_json("info")["vulkan"]:
            self.assertIn("--device", run("bench", "--mib", "3", code=2))
            self.assertIn("--plan", run("emit", "--plan", self.path("x"), "--language", "glsl", code=2))

    def test_short_and_other_spellings_are_the_same_option(self):
        file = self.tone()
        run("transform", file, "-o", self.path("x.csv"))
        run("transform", file, "-o" + self.path("y.csv"))
        with open(self.path("x.csv"), "rb") as x, open(self.path("y.csv"), "rb") as y:
            self.assertEqual(x.read(), y.read())

    def test_missing_instruction_set_is_no_fault_of_the_compiler(self):
        with unittest.mock.patch.dict(os.environ, FFTCORE_FORCE_ISA="none such"):
            text = run("info")
        self.assertIn("FFTCORE_FORCE_ISA asks for what is not here", text)
        self.assertNotIn("half precision", text)

    def test_bad_usage_refused(self):
        for arguments in ([], ["nonsense"], ["help", "nonsense"], ["info", "x"], ["info", "--x"],
                          ["diff", "--nonsense"], ["diff", "--length"], ["transform"], ["emit"],
                          ["diff", "a", "b"]):
            run(*arguments, code=2)

    def test_unwritable_output_refused(self):
        missing = self.path("no/such/folder/x")
        for option in ("--json", "--html"):
            run("diff", *WITHOUT_DEVICES, option, missing, code=2)
        run("transform", self.tone(), "--output", missing + ".csv", code=2)

    def test_full_disk_refused(self):
        if os.path.exists("/dev/full"):
            done = subprocess.run([command_testing.PROGRAM, "diff", *WITHOUT_DEVICES, "--html", "/dev/full"],
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)

    def test_info_describes_cpu_and_devices(self):
        info = run_json("info")
        self.assertGreaterEqual(info["cpu"]["threads"], 1)
        self.assertTrue(info["cpu"]["isa"])
        self.assertIn("transforms  " + info["cpu"]["transforms"] + "\n", run("info"))
        shaders = "compiled by glslang" if info["shader_compiler"] else "no compiler was built in"
        self.assertIn("shaders     " + shaders + "\n", run("info"))
        for device in info["devices"]:
            for field in ("name", "driver", "subgroup_size", "f16", "f64", "shared_bytes"):
                self.assertIn(field, device)
        self.assertIn("CPU", run("info"))
        run("info", "--json", self.path("info.json"))
        with open(self.path("info.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["devices"], info["devices"])


class Messages(CommandTest):
    """Refusals are in the words of the command line, not in those of the C interface."""
    WORDS_OF_C = re.compile(r"FFTC_|fftc_(?!user_|extra_)|options\.|handles\.|accessors\.|\bNULL\b|\w\[\d|"
                            r"\b(src|dst|kernel|workgroup|elements|subgroup|line|points|float)_?\w*_(log2|stride|distance|"
                            r"range|length|origin|invocations|max|bytes)\b|word_count|\b(src|dst|kernel)_(stride|distance|range|length)")

    def refused(self, *arguments):
        text = run(*arguments, code=2)
        self.assertIsNone(self.WORDS_OF_C.search(text), text)
        return text

    def test_plans_refused_in_words_of_the_command(self):
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        plan = ["emit", "--plan", self.path("plan")]
        for arguments, said in (
                (["--precision", "f64"], "--precision f32"), (["--length", "16", "--src-range", "0:99"], "--src-range of axis 0"),
                (["--length", "16x8", "--dst-range", ":,3:9"], "--dst-range of axis 1"),
                (["--length", "r2c:16", "--in-place", "--split"], "a real transform"),
                (["--length", "r2c:16", "--in-place", "--src-range", "0:9"], "no ranges"),
                (["--length", "r2c:16x16", "--loop", "0,1"], "--loop of axis 1"), (["--length", "dct1:1"], "dct1 needs"),
                (["--length", "2^32"], "--length of axis 0"), (["--length", "2^30x2^30x2^30"], "--length"),
                (["--length", "16", "--in-place", "--src-stride", "2"], "strides"),
                (["--length", "16*4", "--dst-distance", "2"], "--dst-distance"),
                (["--length", "16x4", "--dst-stride", "1,1"], "overlap"), (["--length", "2^27"], "one buffer"),
                (["--length", "rconv:16", "--direction", "inverse"], "--direction"),
                (["--length", "conv:2^31+9"], "--length"), (["--length", "conv:16", "--limits", "buffer=64"], "buffer"),
                (["--length", "r2c:16", "--in-place", "--src-stride", "2", "--dst-stride", "2"], "stride"),
                (["--length", "16", "--dst-stride", "0"], "--dst-stride 0"), (["--src-stride", "x"], "--src-stride x: give"),
                (["--addresses"], "--modules"), (["--length", "16", "--scaling", "half"], "--scaling"),
                (["--length", "16", "--exact", "--limits", "invocations=1,shared=1,buffer=8"], "buffer")):
            self.assertIn(said, self.refused(*plan, *arguments))
        for number, (text, arguments, said) in enumerate((
                ("nothing", [], "--load does not define"),
                ("fftc_complex fftc_user_load(fftc_uint i) { return fftc_extra_get(3u, i); }", [], "--extras"),
                ("fftc_complex fftc_user_load(fftc_uint i) { return fftc_extra_get(1u, i); }", ["--extras", "buffer,float"],
                 "--load, line 1"),
                ("fftc_complex fftc_user_load(fftc_uint i)\n{ return fftc_user_word(99u); }", [], "--load, line 2"),
                ("fftc_complex fftc_user_load(fftc_uint i)\n{ return nonsense; }", [], "--load"))):
            file = self.write(str(number), text.encode())
            self.assertIn(said, self.refused(*plan, "--length", "16", "--load", file, *arguments))

    def test_other_commands_refuse_in_their_words(self):
        for arguments in (["diff", "--elements-log2", "1", "--workgroup-log2", "13"], ["diff", "--subgroup", "3"],
                          ["emit", "--language", "glsl", "-o", self.path("x"), "--elements-log2", "24"],
                          ["transform", self.tone(), "-o", self.path("x.npy"), "--length", "2^40"]):
            self.refused(*arguments)
        if run_json("info")["shader_compiler"]:
            shader = self.path("x.spv")
            run("emit", "--length", "16", "-o", shader)
            self.assertIn("--spec: the module has no", self.refused("check", shader, "--spec", "9=1"))
            self.assertIn("--type", self.refused("emit", "--scan", self.path("scan"), "--length", "9", "--type", "float32",
                                                 "--operation", "and"))
        self.assertIn("words is 0", self.refused("check", self.write("empty.spv", b"")))
        cases = [["--fftw", "none", "--lengths", case] for case in ("2^40", "dct1:1", "2^31x2^9", "conv:2^40")]
        if run_json("info")["devices"]:
            cases += [["--device", "0", "--mib", "1", "--lengths", "dct1:1,2^40,conv:2^40"]]
        for arguments in cases:  # the table has begun
            done = subprocess.run([command_testing.PROGRAM, "bench", *arguments], capture_output=True, check=False)
            text = (done.stdout + done.stderr).decode()
            self.assertEqual(done.returncode, 2, text)
            self.assertIsNone(self.WORDS_OF_C.search(text), text)


class Diff(CommandTest):
    def check_good(self, result):
        self.assertTrue(result["verdict"]["good"])
        self.assertTrue(result["verdict"]["equal"])
        self.assertGreater(result["verdict"]["worst_error"], 0)
        self.assertEqual(result["finding_count"], 0)
        self.assertEqual(result["findings"], [])
        stages = round(math.log2(result["length"]))
        self.assertEqual(len(result["stages"]), stages)
        ran = [execution["name"] for execution in result["executions"] if execution["ran"]]
        self.assertGreaterEqual(len(ran), 2)
        for stage in result["stages"]:
            self.assertEqual([execution["name"] for execution in stage["executions"]], ran)
            self.assertIn(stage["exchange"], ("accessor", "shared", "subgroup"))
            for execution in stage["executions"]:
                self.assertTrue(execution["equal"])
                self.assertEqual(execution["largest_ulp"], 0)
                self.assertGreaterEqual(execution["error"], 0)
                self.assertLessEqual(execution["error"], result["error_bound"])
            for field in ("stage", "stride", "workgroup_barriers", "bank_conflicts",
                          "transactions", "transactions_ideal", "findings"):
                self.assertIsInstance(stage[field], int)

    def test_every_subgroup_size_equal_on_all_devices(self):
        for log2 in range(8):
            result = run_json("diff", "--length", "4096", "--subgroup", str(1 << log2))
            self.check_good(result)
            self.assertEqual(result["subgroup"], 1 << log2)
            self.assertLessEqual(result["verdict"]["worst_error"], 3e-7)
            self.assertEqual([stage["stride"] for stage in result["stages"]],
                             [4096 >> (stage + 1) for stage in range(12)])
            for stage in result["stages"]:
                invocations = 1 << result["workgroup_log2"]
                kind = ("accessor" if stage["stride"] >= invocations else
                        "subgroup" if stage["stride"] < 1 << log2 else "shared")
                self.assertEqual(stage["exchange"], kind)

    def test_computed_twiddles_good_and_no_table_s_bits(self):
        errors = []
        for option in ([], ["--computed-twiddles"]):
            result = run_json("diff", "--length", "256", "--seed", "3", *option)
            self.check_good(result)
            errors.append([stage["executions"][0]["error"] for stage in result["stages"]])
        self.assertNotEqual(*errors)

    def test_direction_precision_schedule_good(self):
        info = run_json("info")
        for direction in ("forward", "inverse"):
            for precision in ("f16", "f32", "f64"):
                if info["cpu"][precision]:
                    result = run_json("diff", "--length", "256", "--direction", direction,
                                      "--precision", precision)
                    self.check_good(result)
        for schedule in ("round-robin", "lock-step", "reverse", "random", "ahead",
                         "independent-lanes"):
            result = run_json("diff", *WITHOUT_DEVICES, "--length", "256", "--subgroup", "4",
                              "--schedule", schedule, "--seed", "18446744073709551615")
            self.check_good(result)
            self.assertEqual(result["schedule"], schedule)
            self.assertEqual(result["seed"], 18446744073709551615)

    def test_shape_given_in_any_way(self):
        for arguments, shape in ((["--length", "1024"], (2, 8)), (["--length", "2"], (1, 0)),
                                 (["--length", "64", "--workgroup-log2", "3"], (3, 3)),
                                 (["--length", "64", "--elements-log2", "2"], (2, 4)),
                                 (["--elements-log2", "5", "--workgroup-log2", "0"], (5, 0)),
                                 ([], (2, 8))):
            result = run_json("diff", *WITHOUT_DEVICES, *arguments)
            self.assertEqual((result["elements_log2"], result["workgroup_log2"]), shape)
            self.check_good(result)

    def test_bad_shape_refused(self):
        for arguments in (["--length", "1000"], ["--length", "0"], ["--length", "1"],
                          ["--length", "-8"], ["--length", "8x"], ["--length", ""],
                          ["--length", "99999999999999999999"], ["--length", "2097152"],
                          ["--elements-log2", "0", "--workgroup-log2", "5"],
                          ["--elements-log2", "2"], ["--workgroup-log2", "5"],
                          ["--elements-log2", "2", "--workgroup-log2", "13"],
                          ["--elements-log2", "20", "--workgroup-log2", "12"],
                          ["--length", "64", "--workgroup-log2", "6"],
                          ["--length", "64", "--elements-log2", "1", "--workgroup-log2", "1"],
                          ["--length", "1048576", "--elements-log2", "1"],
                          ["--subgroup", "3"], ["--subgroup", "256"], ["--subgroup", "0"],
                          ["--direction", "up"], ["--precision", "f8"], ["--schedule", "never"],
                          ["--seed", "-1"], ["--seed", "18446744073709551616"],
                          ["--device", "no such device"], ["--device", "99"], ["--offset", "3"]):
            run("diff", *arguments, code=2)
        self.assertIn("512 and 1024", run("diff", "--length", "1000", code=2))
        for length in ("2^", "^4", "2^-1", "2^4^2", "2^64", "10^99"):
            run("diff", "--length", length, code=2)

    def test_power_taken_as_length(self):
        self.assertEqual(run_json("diff", *WITHOUT_DEVICES, "--length", "2^6")["length"], 64)
        self.assertEqual(run_json("diff", *WITHOUT_DEVICES, "--length", "64^1", "--seed", "3^0")["length"], 64)

    def test_seed_gives_the_same_again(self):
        def errors(seed):
            result = run_json("diff", *WITHOUT_DEVICES, "--length", "64", "--seed", seed)
            return [stage["executions"][0]["error"] for stage in result["stages"]]
        self.assertEqual(errors("7"), errors("7"))
        self.assertNotEqual(errors("7"), errors("8"))

    def test_recording_json_and_table(self):
        file = self.tone()
        result = run_json("diff", file, "--length", "1024", "--offset", "100", *WITHOUT_DEVICES)
        self.check_good(result)
        self.assertEqual(result["source"]["sample_rate"], 8000)
        self.assertEqual(result["source"]["offset"], 100)
        self.assertEqual(result["source"]["points"], 8000)
        # A bare --json before FILE does not take the recording for its own.
        with open(file, "rb") as recording:
            before = recording.read()
        self.check_good(json.loads(run("diff", *WITHOUT_DEVICES, "--json", file)))
        with open(file, "rb") as recording:
            self.assertEqual(recording.read(), before)
        table = run("diff", file, *WITHOUT_DEVICES, "--json", self.path("diff.json"))
        self.assertIn("good: bits equal everywhere", table)
        with open(self.path("diff.json"), encoding="utf-8") as written:
            self.check_good(json.load(written))

    def test_without_fftw_says_so(self):
        with open(command_testing.PROGRAM, "rb") as file:
            program = file.read()
        self.assertIn(b"libfftw3.so.3", program)
        path = self.write("fftcore", program.replace(b"libfftw3.so.3", b"libfftw3.so.0"))
        os.chmod(path, 0o755)
        done = subprocess.run([path, "diff", *WITHOUT_DEVICES, "--length", "64", "--json",
                               self.path("diff.json"), "--html", self.path("diff.html")],
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"FFTW is not installed", done.stdout)
        self.assertIn(b"not compared with FFTW", done.stdout)
        with open(self.path("diff.json"), encoding="utf-8") as file:
            result = json.load(file)
        self.assertIn("not installed", result["oracle"])
        self.assertIsNone(result["verdict"]["worst_error"])
        self.assertIsNone(result["stages"][0]["executions"][0]["error"])

    def test_bad_stretch_refused(self):
        file = self.tone(count=1000)
        self.assertIn("1000 points, too few for 1024: give", run("diff", file, "--length", "1024", code=2))
        self.assertIn("for 512 from 489", run("diff", file, "--length", "512", "--offset", "489", code=2))
        run("diff", file, "--length", "512", "--offset", "18446744073709551615", code=2)
        run("diff", file, "--length", "512", "--offset", "488", *WITHOUT_DEVICES)

    def test_any_level_is_judged(self):
        for scale in (1e-200, 1e200):
            file = self.doubles("x.npy", [scale * math.sin(i * i) for i in range(64)])
            result = run_json("diff", *WITHOUT_DEVICES, file, "--precision", "f64", "--length", "64")
            errors = [stage["executions"][0]["error"] for stage in result["stages"]]
            self.assertTrue(all(0 < error < 1e-15 for error in errors), errors)

    def test_silence_refused(self):
        with wave.open(self.path("silence.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(bytes(4096))
        run("diff", self.path("silence.wav"), "--length", "1024", code=2)

    def test_page_is_whole_and_refers_to_nothing(self):
        for arguments in (["--length", "4096"], ["--length", "2"], ["--length", "65536"],
                          [self.tone("<a>&b.wav"), "--length", "1024"],
                          ["--direction", "inverse", "--elements-log2", "1", "--workgroup-log2",
                           "4", "--subgroup", "4"]):
            run("diff", *WITHOUT_DEVICES, *arguments, "--html", self.path("page.html"))
            with open(self.path("page.html"), encoding="utf-8") as file:
                text = file.read()
            page = Page()
            page.feed(text)
            self.assertEqual(page.references, [])
            self.assertNotIn("http", text)
            self.assertNotIn("url(", text)
            self.assertNotIn("<a>", text)
            self.assertTrue(text.endswith("</html>\n"))
            self.assertGreaterEqual(page.tags["svg"], 4)
            self.assertEqual(text.count("<svg"), text.count("</svg>"))
            self.assertNotIn("nan", text.lower().replace("dominant", ""))
            self.assertNotIn("inf ", text)


class BadFiles(CommandTest):
    def refused(self, path):
        text = run("diff", path, "--length", "64", code=2)
        run("transform", path, "--output", self.path("out.csv"), code=2)
        self.assertFalse(os.path.exists(self.path("out.csv")))
        return text

    def test_unreadable_refused(self):
        self.refused(self.path("missing.wav"))
        self.refused(self.folder.name)
        self.refused(self.write("empty.wav", b""))
        self.refused(self.write("noise.wav", bytes(range(256)) * 10))
        self.refused(self.write("a\nb.wav", b"two lines"))
        os.mkfifo(self.path("pipe.wav"))  # nobody writes to it
        self.refused(self.path("pipe.wav"))

    def test_wav_cut_off_refused(self):
        with open(self.tone(), "rb") as file:
            data = file.read()
        for size in (3, 12, 30, 43, 44, 1000, len(data) - 1):
            self.refused(self.write("cut.wav", data[:size]))
        absurd = data[:40] + b"\xff\xff\xff\xff" + data[44:]
        self.assertIn("cut off", self.refused(self.write("absurd.wav", absurd)))

    def npy(self, header, data=b""):
        return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode() + data

    def test_npy_bad_refused(self):
        good = "{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }\n"
        data = struct.pack("<64f", *range(64))
        whole = self.npy(good, data)
        run("diff", self.write("good.npy", whole), "--length", "64", *WITHOUT_DEVICES)
        for size in (6, 8, 9, 20, 60, len(whole) - 1):
            self.refused(self.write("cut.npy", whole[:size]))
        self.refused(self.write("more.npy", whole + b"x"))
        for header in (good.replace("64", "18446744073709551615"), good.replace("f4", "O"),
                       good.replace("(64,)", "(4294967296, 4294967296)"), "{}"):
            self.refused(self.write("bad.npy", self.npy(header, data)))
        nan = self.npy(good, data[:-4] + struct.pack("<f", math.nan))
        self.assertIn("sample 63", self.refused(self.write("nan.npy", nan)))

    def test_png_bad_refused(self):
        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))

        def png(width, height, pixels):
            return (b"\x89PNG\r\n\x1a\n"
                    + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                    + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))
        rows = b"".join(b"\0" + bytes((31 * x + 7 * y) % 251 for x in range(16)) for y in range(16))
        whole = png(16, 16, rows)
        run("diff", self.write("good.png", whole), "--length", "64", *WITHOUT_DEVICES)
        for size in (8, 20, 40, len(whole) - 13, len(whole) - 12, len(whole) - 1):
            self.refused(self.write("cut.png", whole[:size]))
        self.refused(self.write("absurd.png", png(2 ** 31 - 1, 2 ** 31 - 1, rows)))
        self.refused(self.write("large.png", png(100000, 100000, rows)))
        self.refused(self.write("short.png", png(16, 17, rows)))


if __name__ == "__main__":
    command_testing.main()
