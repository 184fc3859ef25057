#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what Sphinx reads: pages.py BUILD SOURCE, from this tree and its build in BUILD into the folder SOURCE.

The pages in Markdown are those of the tree, at the same places. What they link to becomes a page as well: headers
as reference, examples with what they print, other files as they are. docs/README.md gives the navigation: a part for
each of its headings, with the pages it lists.
"""
import os
import pathlib
import re
import shutil
import sys

import examples
import headers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)(?=[)#])")


def documents():
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md",
                 *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/log").glob("*.md"))]:
        yield path.relative_to(ROOT)


class Site:
    def __init__(self, source, build):
        self.source = source
        self.build = build
        self.pages = {str(path): str(path) for path in documents()}  # files of the tree, and their pages
        self.pages |= {str(path): f"{path}.rst" for path in headers.host_headers()}
        self.written = set()
        self.plain = []  # files and folders that are shown as they are

    def write(self, name, text):
        path = self.source / name
        self.written.add(path)
        if not path.is_file() or path.read_text() != text:  # Sphinx reads again what has another time
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def page_of(self, file):
        """The page that shows this file or folder of the tree."""
        if file not in self.pages:
            path = ROOT / file
            if not path.exists():
                raise FileNotFoundError(f"a page links to {file}, which is not there")
            self.pages[file] = f"{file}/index.md" if path.is_dir() else f"{file}.md"
            self.plain.append(file)
        return self.pages[file]

    def link(self, text, page, folder=None):
        """The text with its links to files made links to their pages; they are relative to `folder`."""
        folder = str(pathlib.Path(page).parent) if folder is None else folder

        def target(match):
            file = os.path.normpath(os.path.join(folder, match[1]))
            if pathlib.Path(file).suffix not in (".png", ".svg"):
                file = self.page_of(file)
            return os.path.relpath(file, pathlib.Path(page).parent)
        return LINK.sub(target, text)

    def write_plain(self):
        """Files as they are, folders as lists of them."""
        while self.plain:
            file = self.plain.pop()
            path = ROOT / file
            if path.is_dir():
                rows = []
                for entry in sorted(path.iterdir()):
                    if entry.is_file():
                        page = os.path.relpath(self.page_of(str(entry.relative_to(ROOT))), file)
                        rows.append(f"* [`{entry.name}`]({page}){first_sentence(entry)}\n")
                text = "".join(rows)
            else:
                text = examples.listing(path)
            title = f"`{file.removeprefix('include/')}`"
            self.write(self.pages[file], f"---\norphan: true\n---\n\n# {title}\n\n{text}")


def first_sentence(path):
    """Of the comment that a file begins with."""
    match = re.match(r"(?:/\* SPDX[^\n]*\*/\n+)?/\*(?: SPDX[^\n]*\n \*\n)?(.*?)\*/", path.read_text(errors="ignore"), re.S)
    words = re.sub(r"\s*\n \* ?|^ \* ", " ", match[1]).strip() if match else ""
    sentence = re.match(r".*?[.:](?=\s|$)|.*", words)[0].rstrip(".:")
    return ": " + re.sub(r"([*_<\[\]|\\`])", r"\\\1", sentence) if sentence else ""


def toctree(entries, caption="", hidden=True):
    lines = ([":hidden:"] if hidden else []) + ([f":caption: {caption}"] if caption else [])
    return "```{toctree}\n" + "\n".join([*lines, "", *entries]) + "\n```\n\n"


def navigation():
    """(heading, entries) of docs/README.md: pages with the words of their links."""
    text = (ROOT / "docs/README.md").read_text().split("\n## Examples\n")[0]
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        links = re.findall(r"\[([^\]]+)\]\(([\w./-]+\.md)\)", body)
        yield heading, [f"{words.replace('`', '')} <{os.path.normpath(f'docs/{link}')}>" for words, link in links]


def gallery(site):
    """Every picture of docs/pictures, with the words of the page that shows it and a link to that page."""
    shown = {}
    for page in documents():
        for words, link in re.findall(r"!\[(.*?)\]\(([^)]+\.(?:png|svg))\)", (ROOT / page).read_text()):
            file = os.path.normpath(page.parent / link)
            shown.setdefault(file, []).append((words, page))
    text = "# Gallery\n\nThe pictures of these pages; each page says how its pictures were made.\n\n"
    for file, places in shown.items():
        words, page = places[0]
        title = re.search(r"^# (.*)", (ROOT / page).read_text(), flags=re.M)[1]
        text += f"![{words}]({file})\n\n{words}: [{title}]({page})\n\n"
    site.write("gallery.md", site.link(text, "gallery.md"))


def reference(site):
    """The pages of headers, and the list of them, which docs/README.md has."""
    for path in headers.host_headers():
        text = (ROOT / path).read_text()
        listing = f"{path}.text"
        page = headers.page(str(path.relative_to("include")), text, listing)
        site.write(f"{path}.rst", page)
        site.write(f"{listing}.md", f"---\norphan: true\n---\n\n# Text of `{path.relative_to('include')}`\n\n"
                   + examples.listing(ROOT / path))
    words = (ROOT / "docs/README.md").read_text().split("\n## Headers\n")[1]
    kernel = f"../{site.page_of('include/fftcore/kernel')}"
    site.write("include/index.md", "# C reference\n" + site.link(words, "include/index.md", "docs")
               + toctree([*(os.path.relpath(f"{path}", "include") for path in headers.host_headers()), kernel.removeprefix("../include/").removesuffix(".md")]))


def examples_pages(site):
    names = []
    for stem, text in examples.pages(ROOT, site.build):
        names.append(stem)
        site.write(f"examples/{stem}.md", text)
        for path in (ROOT / "examples").glob(f"{stem}*"):
            if path.stem.removesuffix("_simd") == stem:
                site.pages[f"examples/{path.name}"] = f"examples/{stem}.md"
    words = (ROOT / "docs/README.md").read_text().split("\n## Examples\n")[1].split("\n## ")[0]
    site.write("examples/index.md", "# Examples\n" + site.link(words, "examples/index.md", "docs") + "\n" + toctree(names))


def python(site):
    """Sphinx reads the docstrings itself."""
    package = ROOT / "python/fftcore"
    files = [package / "__init__.py", *sorted(package.glob("[!_]*/__init__.py")), *sorted(package.glob("[!_]*.py"))]
    rows, names = "", []
    for file in files:
        names.append(".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"))
        title = f"``{names[-1]}``"
        site.write(f"python/{names[-1]}.rst", f"{title}\n{'=' * len(title)}\n\n.. automodule:: {names[-1]}\n")
        what = re.search(r'"""(.*?)[.:]?$', file.read_text(), flags=re.M)[1]
        rows += f"* [`{names[-1]}`]({names[-1]}.rst): {what}\n"
    site.write("python/index.md", "# Python reference\n\n[How to install and use it](../docs/python.md)\n\n"
               + rows + "\n" + toctree(names))


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    site = Site(source, build)
    shutil.copytree(ROOT / "docs/pictures", source / "docs/pictures", dirs_exist_ok=True)
    examples_pages(site)
    reference(site)
    python(site)
    gallery(site)
    for page in documents():
        if str(page) != "docs/log/README.md":
            site.write(page, site.link((ROOT / page).read_text(), str(page)))
    trees = ""
    for heading, pages in navigation():
        trees += toctree(pages, heading)
    trees += toctree(["examples/index", "include/index", "python/index", "gallery", "docs/README"], "Reference")
    days = sorted((path.stem for path in (ROOT / "docs/log").glob("2*.md")), reverse=True)
    log = "docs/log/README.md"
    site.write(log, site.link((ROOT / log).read_text(), log) + "\n" + toctree(days))
    site.write("index.md", site.link((ROOT / "docs/site/index.md").read_text(), "index.md", "docs/site") + "\n" + trees)
    site.write_plain()
    for path in [*source.rglob("*.md"), *source.rglob("*.rst")]:
        if path not in site.written:
            path.unlink()


if __name__ == "__main__":
    main()
