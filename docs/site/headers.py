# SPDX-License-Identifier: MIT
"""A public header as a page of the reference, in reStructuredText: its comments and declarations, in its order.
Called without arguments, as a test does, it checks that each name that a header declares is on its page.

The headers are formatted by clang-format and follow the habits of this project, which is what the parsing relies on:
a comment that ends on the line before a declaration belongs to it, one that an empty line follows stands alone, and
one behind a declaration on the same line belongs to that one. `check` finds what the parsing left out.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOKEN = re.compile(r"/\*.*?\*/|\n[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n[^\n]*)*|\n|[^/\n]+|/", re.S)
NAME = re.compile(r"\b(fftc_\w+|FFTC_\w+)\b")


def comment_text(comment, column):
    """The words of a comment, without its stars and the indentation of the code around it."""
    body = comment[2:-2]
    lines = body.split("\n")
    rest = [re.sub(r"^\s*\* ?", "", line) if re.match(r"^\s*\*", line) else line[column:].removeprefix("   ")
            for line in lines[1:]]
    return "\n".join([lines[0].strip(), *rest]).rstrip()


def escape(text):
    """A sentence as reStructuredText: names of the library become code, which the site links."""
    parts = re.split(r"(`[^`]+`|\b(?:fftc_|FFTC_)\w+(?:\.\w+)*(?:\(\))?)", text)
    for i, part in enumerate(parts):
        code = part.strip("`")
        parts[i] = f"\\ ``{code}``\\ " if i % 2 else re.sub(r"([*_|\\<>`])", r"\\\1", part)
    return "".join(parts)


def prose(text):
    """Paragraphs, lists, and what is aligned in columns as it is."""
    out = []
    for block in re.split(r"\n[ \t]*\n", textwrap.dedent(text.strip("\n"))):
        kind, lines = None, []
        for line in block.split("\n"):
            depth = len(line) - len(line.lstrip())
            if re.match(r"\s*- ", line):
                now = "item"
            elif kind == "item" and depth >= 2:
                now = "more"
            elif depth >= 2:
                now = "columns"
            else:
                now = "words"
            if now == "item" or (now != "more" and now != kind and lines):
                out.append((kind, lines))
                lines = []
            kind = "item" if now == "more" else now
            lines.append(line)
        out.append((kind, lines))
    text = ""
    for kind, lines in out:
        if not lines:
            continue
        if kind == "columns":
            text += "::\n\n" + textwrap.indent(textwrap.dedent("\n".join(lines)), "    ") + "\n\n"
        else:
            sentence = escape(" ".join(line.strip() for line in lines).removeprefix("- "))
            text += ("* " if kind == "item" else "") + sentence + "\n\n"
    return text


class Reader:
    """Splits a text into items: (comment, declaration)."""

    def __init__(self, text):
        self.items = []
        comment, code, depth = None, "", 0
        for match in TOKEN.finditer("\n" + text):
            token = match[0]
            if token.startswith("/*"):
                start = ("\n" + text).rfind("\n", 0, match.start())
                column = match.start() - start - 1
                words = comment_text(token, column)
                if depth > 0 or code.strip():
                    code += token
                elif ("\n" + text)[start:match.start()].strip() and self.items:
                    self.items[-1] = (self.items[-1][0] or words, self.items[-1][1])
                else:
                    self.flush(comment)
                    comment = words
            elif token.lstrip().startswith("#"):
                if code.strip():
                    code += token
                    continue
                if re.match(r"\s*#define \w", token):
                    self.items.append((comment, token.strip()))
                    comment = None
            elif token == "\n" and not code.strip():
                if text[match.start():match.start() + 1] == "\n":  # an empty line follows
                    self.flush(comment)
                    comment = None
            else:
                for piece in re.split(r"([{};,]|\n)", token):
                    depth += (piece == "{") - (piece == "}")
                    code += piece
                    inline = code.lstrip().startswith("static inline") and piece == "}" and depth == 0
                    if (piece == ";" and depth == 0) or inline:
                        self.items.append((comment, code.strip()))
                        comment, code = None, ""
                    elif re.fullmatch(r'\s*extern "C" \{', code) or code.strip() == "}":
                        code, depth = "", 0
        self.flush(comment)

    def flush(self, comment):
        if comment:
            self.items.append((comment, ""))


def members(body, enumeration):
    """The (comment, declaration) of a structure or an enumeration, whose comments stand before or behind."""
    out, before = [], ""
    for match in re.finditer(r"/\*.*?\*/|[^,;/]*(?:\([^;]*?\))?[^,;/]*[,;]?" if enumeration else r"/\*.*?\*/|[^;/]+;", body, re.S):
        piece = match[0]
        if piece.startswith("/*"):
            start = body.rfind("\n", 0, match.start()) + 1
            words = comment_text(piece, match.start() - start)
            if body[start:match.start()].strip() and out:
                out[-1] = ((out[-1][0] + "\n\n" + re.sub(r"\s+", " ", words)).strip(), out[-1][1])
            else:
                before = (before + "\n\n" + words).strip()
        elif piece.strip(" \n,;"):
            signature = re.sub(r"\s+", " ", piece.strip(" \n,;"))
            several = re.match(r"([\w ]+ )(\w+(?:, \w+)+)$", signature)
            for name in several[2].split(", ") if several else [""]:
                out.append((before, several[1] + name if several else signature))
                before = ""
    return out


def directive(kind, signature, content):
    return f".. c:{kind}:: {signature}\n\n{textwrap.indent(content, '   ')}\n"


def declaration(comment, code):
    words = prose(comment or "")
    macro = re.match(r"#define (\w+)(\([^)]*\))?\s*(.*)", code, re.S)
    if macro:
        name, arguments, value = macro.groups()
        if name == "FFTC_API" or name.endswith("_H"):
            return prose(comment) if comment else ""
        value = re.sub(r"\s*\\\n\s*", " ", value)
        return directive("macro", name + (arguments or ""), words + (f"``{value}``\n" if value and not arguments else ""))
    code = re.sub(r"\bFFTC_API\s+", "", code)
    whole = re.match(r"typedef (enum|struct|union) (\w+) \{(.*)\} \w+;$", code, re.S)
    if whole:
        kind, name, body = whole.groups()
        inner = "".join(directive("enumerator" if kind == "enum" else "member", signature.split(" = ")[0], prose(text))
                        for text, signature in members(body, kind == "enum"))
        return directive(kind, name, words + inner)
    values = re.match(r"enum \{(.*)\};$", code, re.S)
    if values:
        return words + "".join(directive("enumerator", signature.split(" = ")[0], prose(text))
                               for text, signature in members(values[1], True))
    opaque = re.match(r"typedef struct (\w+) \1;$", code)
    if opaque:
        return directive("struct", opaque[1], words)
    if code.startswith("typedef"):
        return directive("type", re.sub(r"\s+", " ", code.removeprefix("typedef ").rstrip(";")), words)
    if code.startswith("static inline"):
        code = code[len("static inline"):code.index("{")]
    signature = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", code, flags=re.S)).strip().rstrip(";")
    return directive("function" if "(" in signature else "var", signature, words)


def page(name, text, source):
    """The reference page of the header `name`; `source` is the document that has its text."""
    text = text.replace("/* SPDX-License-Identifier: MIT\n *\n", "/*\n", 1)
    title = f"``{name}``"
    out = f"{title}\n{'=' * len(title)}\n\n"
    first = True
    seen = set()  # the other branch of an #if says it again
    for comment, code in Reader(text).items:
        if code.startswith("#define") and code.split()[1] in seen:
            continue
        seen.add(code.split()[1] if code.startswith("#define") else "")
        if comment and comment.strip().startswith("------"):
            heading, _, rest = comment.strip().strip("-").strip().partition("\n")
            heading = heading.rstrip(".")
            comment = rest
            out += f"{escape(heading)}\n{'-' * (len(escape(heading)) + 2)}\n\n"
        out += declaration(comment, code) if code else prose(comment)
        if first:
            out += f".. code-block:: c\n\n   #include \"{name}\"\n\nIts text: :doc:`/{source}`.\n\n"
            first = False
    return out


def check(text, rendered):
    """The names that the header declares and its page does not."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    declared = set(re.findall(r"\b(fftc_\w+)\(", "".join(re.findall(r"^FFTC_API[^;]*;", code, flags=re.M))))
    declared |= set(re.findall(r"^\} (\w+);", code, flags=re.M)) | set(re.findall(r"^#define (\w+)", code, flags=re.M))
    for body in re.findall(r"^typedef enum \w+ \{(.*?)^\}", code, flags=re.M | re.S):
        declared |= set(NAME.findall(body))
    for body in re.findall(r"^typedef struct \w+ \{(.*?)^\}", code, flags=re.M | re.S):
        declared |= set(re.findall(r"\(\*(\w+)\)", body)) | set(re.findall(r"(\w+)(?:\[\w+\])*[;,]", re.sub(r"\([^;]*;", "", body)))
    shown = set(re.findall(r"\w+", "\n".join(re.findall(r"^ *\.\. c:\w+:: (.*)", rendered, flags=re.M))))
    return sorted(name for name in declared - shown if name != "FFTC_API" and not name.endswith("_H"))


def host_headers():
    """Those of the host API, as paths in the tree."""
    return [path.relative_to(ROOT) for folder in ("include/fftcore", "include/fftcore/vulkan")
            for path in sorted((ROOT / folder).glob("*.h"))]


def main():
    faults = [f"check: {name} is not noticed" for name in {"fftc_a", "FFTC_B"}
              - set(check("FFTC_API int fftc_a(int x);\ntypedef enum fftc_e {\n    FFTC_B\n} fftc_e;\n", ""))]
    for path in host_headers():
        text = (ROOT / path).read_text()
        faults += [f"{path}: {name} is not on its page" for name in check(text, page(path.name, text, ""))]
    print("\n".join(faults) or "all names are there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
