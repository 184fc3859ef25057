#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No file of a user is lost to the `fftcore` command: test_tool_files.py PROGRAM [unittest options]."""

import json
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import WITHOUT_DEVICES, CommandTest, run, run_json  # noqa: E402

DIFF = ["diff", *WITHOUT_DEVICES, "--length", "64"]
BENCH = ["bench", "--lengths", "16", "--fftw", "none", "--seconds", "0.01"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


class FilesTest(CommandTest):
    def kept(self, paths, *arguments, said=""):
        """Refused, and every file is what it was."""
        before = [read(path) for path in paths]
        names = sorted(os.listdir(self.folder.name))
        text = run(*arguments, code=2)
        self.assertIn(said, text)
        self.assertEqual([read(path) for path in paths], before, text)
        self.assertEqual(sorted(os.listdir(self.folder.name)), names)
        return text

    def link(self, target, name):
        os.symlink(target, self.path(name))
        return self.path(name)

    def hard_link(self, target, name):
        os.link(target, self.path(name))
        return self.path(name)


class Json(FilesTest):
    def test_bare_json_leaves_a_recording_the_input(self):
        recording = read(self.tone())
        for name in ("song.mp3", "song.w64", "song.rf64", "song.opus", "song", "song.json"):
            path = self.write(name, recording)
            for file in (path, self.link(path, "link " + name)):
                self.assertEqual(json.loads(run(*DIFF, "--json", file))["source"]["file"], file)
                self.assertEqual(read(path), recording)
                self.kept([path], *DIFF, "--json=" + file, said="--json")
                self.kept([path], *DIFF, file, "--json=" + file, said="--json")
                self.kept([path], "info", "--json", file, said="--json")

    def test_standard_output_by_its_other_names_is_written_in_order(self):
        for name in ("-", "/dev/stdout"):
            path = self.path("all")
            with open(path, "wb") as file:
                file.write(b"before\n")
                file.flush()
                subprocess.run([command_testing.PROGRAM, "info", "--json", name], stdout=file, check=True)
                file.write(b"\nend")
            text = read(path).decode()
            self.assertTrue(text.startswith("before\n{") and text.endswith("\nend"), text)
            self.assertEqual(json.loads(text[7:-4])["command"], "info")
        with open(self.write("log", b""), "ab") as file:  # standard error, by a link of its own
            subprocess.run([command_testing.PROGRAM, "info", "--json", self.link(self.path("log"), "to")], stderr=file,
                           stdout=subprocess.DEVNULL, check=True)
            file.write(b"end")
        self.assertTrue(read(self.path("log")).endswith(b"}\nend"))

    def test_missing_recording_is_no_new_json(self):
        self.kept([], *DIFF, "--json", self.path("misspelt.wav"), said="misspelt.wav: No such")
        self.kept([], "info", "--json", self.path("misspelt.wav"), said="end in .json")

    def test_other_files_refused(self):
        for number, content in enumerate((b"{}", b"[]", b"text", b'{"name": "fftcore"}', b"\0" * 100, b'{"fftcore": 1}',
                                          b'{"generator": "fftcore 0.1.0"}', b'{"fftcore": "0.1.0"')):
            path = self.write(f"{number}.json", content)
            self.kept([path], "info", "--json", path, said="--json")
            self.kept([path], "info", "--json=" + path, said="name another one")

    def test_own_and_empty_files_replaced(self):
        path = self.path("info.json")
        for _ in range(2):
            run("info", "--json", path)
            self.assertEqual(json.loads(read(path))["command"], "info")
        run(*BENCH, "--json", path)
        self.assertEqual(json.loads(read(path))["command"], "bench")
        run("info", "--json=" + self.link(path, "link"))
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(json.loads(read(path))["command"], "info")
        os.chmod(path, 0o604)
        other = self.hard_link(path, "other")
        run(*BENCH, "--json", path)
        self.assertEqual(read(other), read(path))
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o604)
        empty = self.write("empty", b"")
        run("info", "--json", empty)
        self.assertEqual(json.loads(read(empty))["command"], "info")

    def test_names_of_other_kinds_of_files_refused(self):
        for ending in ("wav", "flac", "png", "npy", "html", "svg"):
            self.kept([], "info", "--json=" + self.path("x." + ending), said="end in .json")


class Inputs(FilesTest):
    def spellings(self, path):
        return (path, self.link(path, "link" + os.path.splitext(path)[1]),
                self.hard_link(path, "hard" + os.path.splitext(path)[1]),
                os.path.join(self.folder.name, "..", os.path.basename(self.folder.name), os.path.basename(path)))

    def test_output_that_is_the_input_refused(self):
        path = self.doubles("x.npy", [0.5, 1.0, 2.0, -1.0])
        for output in self.spellings(path):
            self.kept([path], "transform", path, "-o", output, said="would overwrite FILE")
        picture = self.path("x.png")
        run("transform", path, "-o", picture)
        other = self.path("y.png")
        run("transform", path, "-o", other)
        for output in self.spellings(picture):
            self.kept([picture], "bloom", picture, other, output, said="would overwrite IMAGE")
            self.kept([picture], "bloom", other, picture, output, said="would overwrite KERNEL")
            self.kept([picture], "bloom", other, "aperture:" + picture, output, said="would overwrite KERNEL")

    def test_two_outputs_that_are_one_file_refused(self):
        name = self.path("x")
        for other in (name, os.path.join(self.folder.name, ".", "x")):
            if run_json("info")["vulkan"]:
                self.kept([], "emit", "--language", "glsl", "-o", name, "--description", other, said="both to go to")
        if run_json("info")["vulkan"]:
            for name in ("x.png", "x.wav", "x.json"):
                self.kept([], "emit", "--language", "glsl", "-o", self.path(name), said="a shader is written")
        self.kept([], *DIFF, "--html", "-", "--json", said="standard output")

    def test_forgotten_name_is_not_the_next_option(self):
        for arguments in (["transform", self.tone(), "-o", "--json"], [*DIFF, "--html", "--json"],
                          [*BENCH, "--plot", "--json"]):
            self.kept([], *arguments, said="--json")

    def test_folder_and_missing_folder_refused(self):
        for path in (self.folder.name, self.path("no/x.json"), ""):
            self.kept([], "info", "--json=" + path, said="--json")


class Outputs(FilesTest):
    def test_page_of_somebody_else_kept_and_own_replaced(self):
        for content in (b"<!doctype html><title>mine</title>", b"<html>fftcore diff</html>", b"x"):
            page = self.write("x.html", content)
            self.kept([page], *DIFF, "--html", page, said="--html")
        page = self.write("x.html", b"")
        run(*DIFF, "--html", page)
        first = read(page)
        run(*DIFF, "--html", page, "--seed", "2")
        self.assertNotEqual(read(page), first)
        self.kept([], *DIFF, "--html", self.path("x.json"), said=".html")

    def test_picture_of_somebody_else_kept_and_own_replaced(self):
        refusal = run(*BENCH, "--plot", self.path("x.jpg"), code=2)
        for ending in re.findall(r"\.(\w+)", refusal.split("must end in")[1]):
            for content in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4", b"fftcore"):
                picture = self.write("x." + ending, content)
                self.kept([picture], *BENCH, "--plot", picture, said="--plot")
            os.remove(picture)
            for _ in range(2):
                run(*BENCH, "--plot", picture)
        for ending in ("jpg", "json", "txt"):
            self.kept([], *BENCH, "--plot", self.path("x." + ending), said="must end in")

    def test_wisdom_of_somebody_else_kept(self):
        os.mkdir(self.path("wisdom"))
        file = self.write("wisdom/system-f32.wisdom", b"mine")
        self.kept([file], "bench", "--lengths", "16", "--fftw", "system", "--wisdom", self.path("wisdom"),
                  said="system-f32.wisdom")

    def test_interrupted_command_leaves_nothing(self):
        path = self.write("x.npy", b"before")
        with subprocess.Popen([command_testing.PROGRAM, "transform", "-", "-o", path, "--length", "16", "--hop", "16"],
                              stdin=subprocess.PIPE) as command:
            command.stdin.write(struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 0xffffffff, b"WAVE", b"fmt ", 16, 1, 1, 8000,
                                            16000, 2, 16, b"data", 0xffffffff) + bytes(1000000))
            command.stdin.flush()
            for _ in range(1000):
                if len(os.listdir(self.folder.name)) == 2:
                    break
                time.sleep(0.01)
            self.assertEqual(len(os.listdir(self.folder.name)), 2)
            command.send_signal(signal.SIGINT)
            self.assertEqual(command.wait(10), -signal.SIGINT)
        self.assertEqual(os.listdir(self.folder.name), ["x.npy"])
        self.assertEqual(read(path), b"before")

    def test_half_a_file_does_not_take_the_place_of_a_whole_one(self):
        path = self.path("x.json")
        run(*DIFF, "--json", path)
        before = read(path)

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
        for arguments in ((*DIFF, "--json", path), (*DIFF, "--html", self.path("x.html")),
                          ("transform", self.tone(), "-o", self.path("x.npy"))):
            done = subprocess.run([command_testing.PROGRAM, *arguments], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, preexec_fn=limit, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count(b"\n"), 1)
            self.assertLessEqual(set(os.listdir(self.folder.name)), {"tone.wav", "x.json"})
        self.assertEqual(read(path), before)


class Emit(FilesTest):
    def setUp(self):
        super().setUp()
        if not run_json("info")["shader_compiler"]:
            self.skipTest("no shader compiler")
        self.plan = self.path("plan")

    def kept_in(self, names, *arguments, said):
        files = [os.path.join(self.plan, name) for name in names]
        before = sorted(os.listdir(self.plan))
        self.kept(files, "emit", "--plan", self.plan, *arguments, said=said)
        self.assertEqual(sorted(os.listdir(self.plan)), before)

    def put(self, name, content=b"mine"):
        return self.write(os.path.join("plan", name), content)

    def test_files_of_somebody_else_in_a_plan_s_folder_kept(self):
        os.mkdir(self.plan)
        for name in ("kernel0.spv", "kernel0.comp", "table.bin", "plan.json"):
            self.put(name)
            self.kept_in([name], "--length", "16", said=name)
            os.remove(os.path.join(self.plan, name))
        for content in (b"[1]", b'{"generator": "other"}', b'{"generator": 1}'):
            self.put("plan.json", content)
            self.kept_in(["plan.json"], "--length", "16", said="plan.json")
        os.remove(os.path.join(self.plan, "plan.json"))
        os.mkdir(os.path.join(self.plan, "execute"))
        self.put("execute/plan.json", b"[1]")
        self.kept_in(["execute/plan.json"], "--length", "conv:16", said="execute/plan.json")

    def test_only_own_kernels_replaced_and_deleted(self):
        run("emit", "--plan", self.plan, "--length", "65536", "--limits", "invocations=64")
        kernels = len(os.listdir(self.plan)) // 2 - 1
        self.assertGreater(kernels, 1)
        foreign = [self.put(f"kernel{kernels + i}.spv") for i in range(2)] + [self.put("kernel.spv")]
        run("emit", "--plan", self.plan, "--length", "16")
        self.assertEqual(sorted(os.listdir(self.plan)), sorted(["kernel0.comp", "kernel0.spv", "plan.json", "table.bin"]
                                                              + [os.path.basename(path) for path in foreign]))
        self.assertEqual([read(path) for path in foreign], 3 * [b"mine"])
        os.remove(foreign[2])
        self.put("kernel1.spv")
        self.kept_in(["kernel1.spv", "kernel0.spv", "plan.json"], "--length", "65536", "--limits", "invocations=64",
                     said="kernel1.spv")
        # A list that was tampered with does not reach other files.
        path = os.path.join(self.plan, "plan.json")
        listed = json.loads(read(path))
        listed["kernels"].append({"glsl": "../x", "spirv": "kernel1.spv/../../x"})
        with open(path, "w", encoding="utf-8") as file:
            json.dump(listed, file)
        self.write("x", b"mine")
        run("emit", "--plan", self.plan, "--length", "16")
        self.assertEqual(read(self.path("x")), b"mine")

    def test_files_of_other_options_are_not_overwritten_by_the_plan(self):
        run("emit", "--plan", self.plan, "--length", "16")
        text = os.path.join(self.plan, "kernel0.comp")
        with open(text, "w", encoding="utf-8") as file:
            file.write("fftc_complex fftc_user_load(fftc_uint index) { return fftc_src_get(index); }\n")
        self.kept_in(["kernel0.comp"], "--length", "16", "--load", text, said="kernel0.comp")
        self.kept_in(["plan.json"], "--length", "16", "--modules", os.path.join(self.plan, "table.bin"), said="table.bin")
        self.kept([self.write("file", b"x")], "emit", "--plan", self.path("file"), said="not a folder")

    def test_modules_of_somebody_else_kept(self):
        for content in (b"mine", b"{}", bytes(1000)):
            file = self.write("modules", content)
            self.kept([file], "emit", "--plan", self.plan, "--length", "16", "--modules", file, said="--modules")

    def test_description_of_somebody_else_kept_and_ending_agrees(self):
        kernel = self.path("x.spv")
        for content in (b"{}", b'{"fftcore": "0.1.0"}', b"mine"):
            file = self.write("x.json", content)
            self.kept([file], "emit", "-o", kernel, "--length", "8", "--description", file, said="--description")
        self.write("x.json", b"")
        for _ in range(2):
            run("emit", "-o", kernel, "--length", "8", "--description", self.path("x.json"))
            self.assertEqual(read(kernel)[:4], b"\x03\x02\x23\x07")
        self.kept([kernel], "emit", "-o", kernel, "--language", "glsl", said="spirv")
        self.kept([], "emit", "-o", self.path("x.txt"), said="--language")


if __name__ == "__main__":
    command_testing.main()
