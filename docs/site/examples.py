# SPDX-License-Identifier: MIT
"""The examples as pages: what each is for, its text, and what it prints when its tests run it now."""
import json
import os
import pathlib
import re
import subprocess

LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".comp": "glsl", ".glsl": "glsl", ".py": "python", ".sh": "bash",
             ".cmake": "cmake"}


def listing(path):
    """A file as a block of code."""
    return f"`````{LANGUAGES.get(path.suffix, '')}\n{path.read_text().rstrip()}\n`````\n"


def purposes(root):
    """What the table in docs/README.md says, by the name of the file without its suffix."""
    rows = re.findall(r"^\| (.*?) \| \[`([\w.]+)`\]\(\.\./examples/", (root / "docs/README.md").read_text(), flags=re.M)
    found = {}
    for text, name in rows:
        text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text).removeprefix("... ")
        found[name.split(".")[0]] = text[0].upper() + text[1:]
    return found


def tests(build):
    """Those of the examples, in their order: (name, command, properties)."""
    answer = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", "-R", "^example_"],
                            capture_output=True, text=True, check=True).stdout
    for test in json.loads(answer)["tests"]:
        yield test["name"], test["command"], {p["name"]: p["value"] for p in test["properties"]}


def run(root, name, command, properties):
    """A test: what was typed, and what was printed; None if it was skipped. It raises if the test fails."""
    environment = os.environ | dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=environment, cwd=properties.get("WORKING_DIRECTORY", root), timeout=300)
    if done.returncode == properties.get("SKIP_RETURN_CODE"):
        return None
    wanted = properties.get("PASS_REGULAR_EXPRESSION")
    good = any(re.search(w, done.stdout, re.S) for w in wanted) if wanted else done.returncode == 0
    good = good and not any(re.search(w, done.stdout, re.S) for w in properties.get("FAIL_REGULAR_EXPRESSION", []))
    if not good:
        raise RuntimeError(f"{name} fails: {' '.join(command)}\n{done.stdout}")
    typed = " ".join(pathlib.Path(word).name if "/" in word else word for word in command)
    printed = done.stdout.replace(f"{root}/", "")
    if done.returncode:
        printed = f"{printed.rstrip()}\n(exit status {done.returncode})\n"
    return f"$ {typed}\n{printed.rstrip()}\n"


def outputs(root, build):
    """What the tests of each example print, by its name; None for those that were skipped."""
    printed = {}
    for name, command, properties in tests(build):
        program = pathlib.Path(command[0]).name
        text = run(root, name, command, properties)
        if program.startswith("example_"):
            stem = program.removeprefix("example_").removesuffix("_cpp")
            printed.setdefault(stem, []).append(text)
    return printed


def pages(root, build):
    """Each page's name (without suffix) and text."""
    what, printed = purposes(root), outputs(root, build)
    files = {}
    for path in sorted((root / "examples").iterdir()):
        if path.suffix in (".c", ".h", ".cpp", ".comp"):
            files.setdefault(path.stem.removesuffix("_simd"), []).append(path)
    for stem, paths in files.items():
        paths.sort(key=lambda path: [".h", ".c", ".cpp", ".comp"].index(path.suffix))
        main = next((path for path in paths if path.suffix in (".c", ".cpp")), paths[0])
        text = f"# {main.name}\n\n"
        text += f"{what[stem]}.\n\n" if stem in what else "Shared by other examples.\n\n"
        runs = [run for run in printed.get(stem, []) if run]
        if runs:
            text += "## What it prints\n\n" + "".join(f"```text\n{run}```\n\n" for run in runs)
        elif stem in printed:
            text += "It was not run when this page was made: there was no Vulkan device.\n\n"
        elif "int main(" in main.read_text():
            text += "It reads and writes files that are given to it. A test runs it.\n\n"
        for path in paths:
            text += f"## examples/{path.name}\n\n{listing(path)}\n"
        yield stem, text
