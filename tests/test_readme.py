#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documents tell the truth: test_readme.py EXAMPLE... STAGES, the programs that README.md shows, in its
order, and examples/stages.c.

Each C block of the README is the shipped example, the block after it has the words that the program prints;
a block marked C instead of c, there or on a page of docs, is a part of an example, word for word;
docs/gpu-fft.md shows what examples/stages.c prints; `make` targets that the documents name exist, and so do
the files they name, the files and headings they link to, and functions and constants of fftcore's.
Pages and their lines have a largest size. Variables of the environment are documented. Files and names of
fftcore's that comments and pictures name exist.
"""
import bisect
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def blocks(text):
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S)


def check_examples(programs):
    found = blocks((ROOT / "README.md").read_text())
    positions = [i for i, (language, _) in enumerate(found) if language == "c"]
    if len(positions) != len(programs):
        yield f"README.md: {len(positions)} C programs, and {len(programs)} to compare them with"
    for position, program in zip(positions, programs):
        source = pathlib.Path(program).name.removeprefix("example_") + ".c"
        if found[position][1] != (ROOT / "examples" / source).read_text():
            yield f"README.md: C program {positions.index(position) + 1} is not examples/{source}"
        printed = subprocess.run([program], capture_output=True, text=True, check=False).stdout
        if found[position + 1][1].split() != printed.split():
            yield f"README.md: examples/{source} prints\n{printed}"
    examples = [path.read_text() for path in (ROOT / "examples").iterdir() if path.suffix in (".c", ".comp")]
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        parts = [text for language, text in blocks(page.read_text()) if language == "C"]
        for number, text in enumerate(parts, 1):
            if not any(text in example for example in examples):
                yield f"{page.name}: part {number} of a program is in no example"


def check_stages(program):
    printed = subprocess.run([program], capture_output=True, text=True, check=False).stdout
    if [text for _, text in blocks((ROOT / "docs/gpu-fft.md").read_text())] != [printed]:
        yield f"docs/gpu-fft.md: examples/stages.c prints\n{printed}"


def headings(document):
    """As GitHub names them."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-")
            for line in re.findall(r"^#+ (.*)", text, flags=re.M)}


def check_names(document, text, files, names):
    for file in sorted(set(re.findall(r"`([\w./-]+\.(?:c|h|cpp|comp|cu|glsl|py|sh))`", text))):
        if not any(path == file or path.endswith("/" + file) for path in files):
            yield f"{document.name}: there is no {file}"
    for name in sorted(set(re.findall(r"\b(?:fftc|FFTC)_\w+", text)) - names):
        yield f"{document.name}: there is no {name}"


def check_links(document, text):
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        if not (document.parent / link).exists():
            yield f"{document.name}: {link} does not exist"
    for link, heading in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
        target = document.parent / link if link else document
        if not target.exists() or heading not in headings(target):
            yield f"{document.name}: {link}#{heading} does not exist"


def check_size(name, text, log=False):
    """A page is at most 250 lines of 120 columns; the log has longer pages, and tables wider than that."""
    lines = text.splitlines()
    if len(lines) > 250 and not log:
        yield f"{name}: {len(lines)} lines, of at most 250"
    for number, line in enumerate(lines, 1):
        if len(line) > 120 and not (log and line.startswith("|")):
            yield f"{name}:{number}: {len(line)} columns, of at most 120"


def check_sizes():
    planted = "1\n" * 250 + "|" + "-" * 120 + "\n"
    if len([*check_size("", planted)]) != 2 or [*check_size("", planted, log=True)]:
        yield "test_readme.py: a page that is too large is not noticed"
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        yield from check_size(path.relative_to(ROOT), path.read_text(), log=path.parent.name == "log")


def sources():
    """Paths, and all names in them."""
    files = [path for folder in ("bench", "cmake", "examples", "fuzz", "include", "plot", "scripts", "shaders", "src",
                                 "tests", "tools", "docs") for path in (ROOT / folder).rglob("*.*") if path.is_file()]
    text = "".join(path.read_text(errors="ignore") for path in files
                   if path.suffix in (".c", ".h", ".cpp", ".glsl", ".txt", ".cmake"))
    return [str(path) for path in files], set(re.findall(r"\b(?:fftc|FFTC)_\w+", text))


def check_documents():
    files, names = sources()
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    for document in [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", ROOT / "docs/site/index.md",
                     *sorted((ROOT / "docs").glob("*.md"))]:
        text = document.read_text()
        for target in re.findall(r"\bmake ([a-z-]+)`", text):
            if target not in targets:
                yield f"{document.name}: there is no `make {target}`"
        yield from check_links(document, text)
        yield from check_names(document, text, files, names)
    for document in (ROOT / "docs/log").glob("*.md"):  # names are those of the day
        yield from check_links(document, document.read_text())
    for folder in (ROOT / "docs", ROOT / "docs/log"):
        listed = re.findall(r"\]\(([\w.-]+)", (folder / "README.md").read_text())
        for document in sorted(folder.glob("*.md")):
            if document.name not in [*listed, "README.md"]:
                yield f"{folder.name}/README.md: {document.name} is not listed"


COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# Of examples in comments, and made while building.
IMAGINED = {"embedded.c", "my_kernel_tmpl.h", "my_window.h", "FFTC_EXTRA_BUFFER_n", "FFTC_PICTURE_n", "FFTC_LINE_NAME",
            "fftc_name_line"}


def check_comments():
    """Of sources and pictures: they outlive what they name."""
    texts = {path: path.read_text() for folder in ("bench", "examples", "fuzz", "include", "plot", "shaders", "src", "tests",
                                                   "tools", "docs/pictures")
             for path in (ROOT / folder).rglob("*.*") if path.suffix in (".c", ".h", ".cpp", ".cu", ".glsl", ".svg")}
    comments = {path: text if path.suffix == ".svg" else "\n".join(COMMENT.findall(text))
                for path, text in texts.items()}
    code = "\n".join(COMMENT.sub(" ", text) for text in texts.values())
    made = [*ROOT.rglob("CMakeLists.txt"), *ROOT.rglob("*.cmake")]
    code += "\n".join(path.read_text() for path in made if "build" not in path.relative_to(ROOT).parts)
    files = {path.name for path in texts} | {path.name for path in (ROOT / "tests").rglob("*.py")} \
        | {path.name for folder in ("scripts", "docs", "docs/log", "bench") for path in (ROOT / folder).iterdir()} \
        | set(re.findall(r"#include <(?:\w+/)*(\w+\.h)>", code)) | IMAGINED
    names = set(re.findall(r"\b(?:fftc|FFTC)_\w+", code))
    begun = sorted(names)
    for path, text in comments.items():
        for file in set(re.findall(r"(?<![\w*<.-])(?:[\w-]+/)*((?:\d{4}-)?[a-z\d][\w-]*\.(?:c|h|cpp|cu|glsl|py|sh|md))\b(?!\()", text)):
            if file not in files:
                yield f"{path.relative_to(ROOT)}: there is no {file}"
        for name in set(re.findall(r"\b(?:fftc|FFTC)_\w+", text)) - names - IMAGINED:
            if not begun[min(bisect.bisect_left(begun, name), len(begun) - 1)].startswith(name):
                yield f"{path.relative_to(ROOT)}: there is no {name}"


def check_variables():
    """Of the environment: fftcore's own have one prefix, and docs/building.md tells what they do."""
    documented = (ROOT / "docs/building.md").read_text()
    names = set(re.findall(r'"(FFTC\w+)"', (ROOT / "src/cpu/overrides.c").read_text()))
    for folder in ("bench", "plot", "src", "tests", "tools"):
        for path in (ROOT / folder).rglob("*.c"):
            names |= set(re.findall(r'getenv\(\s*"(\w+)"', path.read_text()))
    for name in sorted(names - {"HOME", "TMPDIR", "XDG_CACHE_HOME"}):
        if not name.startswith("FFTCORE_"):
            yield f"the variable {name} does not begin with FFTCORE_"
        if not re.search(rf"^\* `{name}\b", documented, flags=re.M):
            yield f"building.md: {name} is missing"


def main():
    faults = [*check_examples(sys.argv[1:-1]), *check_stages(sys.argv[-1]), *check_documents(), *check_sizes(),
              *check_comments(), *check_variables()]
    print("\n".join(faults) or "the documents hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
