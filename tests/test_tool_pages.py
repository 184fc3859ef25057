#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Manual pages and completions, which the `fftcore` command writes of its help: test_tool_pages.py PROGRAM [unittest options]."""

import os
import pty
import re
import shutil
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, run, run_json  # noqa: E402

SHELLS = ("bash", "zsh", "fish")


def commands():
    return run("help", "--names").split()


def spellings(name):
    """All ways to write an option, and the values of those that have names."""
    found = []
    for line in run("help", name).splitlines():
        if re.match(r"  --\w", line):
            found += [word.rstrip(",") for word in re.split(r"  +", line.strip())[0].split() if word[0] == "-"]
    return found


def part_of(script, shell, name):
    """What a completion says of one command."""
    if shell == "fish":
        return "\n".join(line for line in script.splitlines() if f"_from {name}'" in line)
    return re.search(rf"\n    {name}\)\n(.*?)\n    (\w+\)\n|esac)", script, re.S).group(1)


class Pages(CommandTest):
    def check(self, program, *arguments, text, silent=True):
        done = subprocess.run([program, *arguments, self.write("page", text.encode())], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        if silent:
            self.assertEqual(done.stderr, b"", arguments)

    def test_every_command_and_option_is_in_its_manual_page(self):
        overview = run("help", "--man")
        self.assertGreaterEqual(len(commands()), 6)
        for name in commands():
            self.assertIn(f"\n.BR fftcore\\-{name} (1)", overview)
            page = run("help", "--man", name).replace("\\-", "-")
            self.assertIn(f"\nfftcore-{name} - ", page)
            self.assertTrue(spellings(name) or name == "emit" and not run_json("info")["vulkan"])
            for spelling in spellings(name):
                self.assertRegex(page, rf"\n\\fB(.*, )?{spelling}\b")

    def test_no_option_stands_twice(self):
        for name in commands():
            for form in run("help", name).split("\n\n"):
                options = re.findall(r"^  (--[a-z0-9-]+)", form, re.MULTILINE)
                self.assertEqual(len(options), len(set(options)), f"{name}: {sorted(options)}")

    def test_manual_pages_are_accepted(self):
        pages = [run("help", "--man")] + [run("help", "--man", name) for name in commands()]
        for page in pages:
            if shutil.which("man"):
                self.check("man", "--warnings", "-E", "ascii", "-l", text=page)
            if shutil.which("mandoc"):
                self.check("mandoc", "-T", "lint", "-W", "error", text=page)
            for control in re.findall(r"^\.(\S+)", page, re.M):
                self.assertIn(control, ("\\\"", "TH", "SH", "SS", "TP", "PP", "B", "BR", "I", "nf", "fi"))

    def test_every_command_and_option_is_completed(self):
        for shell in SHELLS:
            script = run("completion", shell)
            for name in commands():
                part = part_of(script, shell, name)
                for spelling in spellings(name):
                    written = rf"(?<![-\w]){spelling}(?![-\w])"
                    if shell == "fish":
                        written = f" -l {spelling[2:]} " if spelling[:2] == "--" else f" -s {spelling[1:]} "
                    self.assertRegex(part, written, (shell, name))
                if "--precision" in spellings(name):
                    self.assertRegex(part, "f32 f64" if name in ("filter", "stencil", "techniques") else "f32 f64 f16")

    def test_shells_accept_the_completions(self):
        for shell in SHELLS:
            if shutil.which(shell):
                self.check(shell, "-n", text=run("completion", shell))

    def test_unknown_shell_refused(self):
        self.assertIn("bash, zsh", run("completion", "csh", code=2))
        self.assertIn("bash, zsh", run("completion", code=2))

    def typed(self, keys):
        """The words that a command gets when this is typed in a bash, with tabs."""
        setup = (f"PS1=; PS2=; bind 'set enable-bracketed-paste off'; source {self.script}; cd {self.folder.name}; "
                 "fftcore() { printf '<%s>' \"$@\"; echo; }\n")
        master, slave = pty.openpty()
        shell = subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave, stderr=slave,
                                 env={**os.environ, "INPUTRC": os.devnull, "TERM": "dumb", "HISTFILE": ""},
                                 start_new_session=True)
        os.close(slave)
        os.write(master, (setup + keys + "\necho end | tr a-z A-Z; exit\n").encode())
        text = b""
        try:
            while b"END" not in text:
                text += os.read(master, 4096)
        except OSError:  # the shell has gone
            pass
        shell.wait(30)
        os.close(master)
        words = re.findall(r"^(<.*>)\r?$", text.decode(), re.M)
        self.assertEqual(len(words), 1, text)
        return words[0]

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_bash_completes(self):
        self.script = self.write("script", run("completion", "bash").encode())
        self.write("a voice.wav", b"")
        os.mkdir(self.path("plans"))
        for keys, words in (("fftcore tra\t --prec\t f3\t", "<transform><--precision><f32>"),
                            ("fftcore diff --precision=f3\t", "<diff><--precision=f32>"),
                            ("fftcore diff --comp\t a\t", "<diff><--computed-twiddles><a voice.wav>"),
                            ("fftcore transform -o a\t", "<transform><-o><a voice.wav>"),
                            ("fftcore bench --wisdom p\t", "<bench><--wisdom><plans/>"),
                            ("fftcore bloom --edges mi\t --center 1,1", "<bloom><--edges><mirror><--center><1,1>"),
                            ("fftcore help bl\t", "<help><bloom>"), ("fftcore comp\t fi\t", "<completion><fish>")):
            self.assertEqual(self.typed(keys), words)

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish_completes(self):
        script = self.write("script", run("completion", "fish").encode())
        for typed, first in (("fftcore tra", "transform"), ("fftcore transform --prec", "--precision"),
                             ("fftcore diff --schedule rev", "reverse"), ("fftcore help blo", "bloom")):
            done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C '{typed}'"],
                                  capture_output=True, check=True, env={**os.environ, "HOME": self.folder.name})
            self.assertEqual(re.split(r"\s", done.stdout.decode())[0], first, typed)


if __name__ == "__main__":
    command_testing.main()
