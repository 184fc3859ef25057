# SPDX-License-Identifier: MIT
"""Just enough of a C parser for the kernel headers: functions, and their statements as a tree.

The headers are written in a small dialect without labels, switches or function-like macros in
statement position, so that a statement is a block, an if, a loop, or whatever ends at a semicolon.
"""
import re

LOOPS = ("for", "while")


class Statement:
    """text[start:end]; `blocks` are the statement lists inside, `kind` its first keyword or ''."""

    def __init__(self, start, end, kind, blocks):
        self.start, self.end, self.kind, self.blocks = start, end, kind, blocks
        self.block = None  # the Block it stands in


class Block:
    """What stands between two braces; `owner` is the statement it is part of (None: a function)."""

    def __init__(self, statements):
        self.statements, self.owner = statements, None
        for statement in statements:
            statement.block = self
            for inner in statement.blocks:
                inner.owner = statement


class Function:
    def __init__(self, name, start, body):
        self.name, self.start, self.body = name, start, body


def mask(text):
    """The text with comments and preprocessor lines blanked: every position keeps its meaning."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    text = re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", blank, text, flags=re.M)


class Parser:
    def __init__(self, masked):
        self.text = masked

    def skip_space(self, at):
        return at + len(self.text[at:]) - len(self.text[at:].lstrip())

    def skip_parentheses(self, at):
        """From an opening parenthesis to behind the closing one."""
        depth = 0
        while True:
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            at += 1
            if depth == 0:
                return at

    def block(self, at):
        """From behind an opening brace; returns the block and the position behind its end."""
        statements = []
        at = self.skip_space(at)
        while self.text[at] != "}":
            statements.append(self.statement(at))
            at = self.skip_space(statements[-1].end)
        return Block(statements), at + 1

    def body(self, at):
        """What an if or a loop governs: always in braces in this project."""
        at = self.skip_space(at)
        assert self.text[at] == "{", "a body without braces near: " + self.text[at - 60 : at + 20]
        return self.block(at + 1)

    def statement(self, at):
        start = at
        word = re.match(r"\w*", self.text[at:]).group(0)
        if self.text[at] == "{":
            inner, end = self.block(at + 1)
            return Statement(start, end, "{", [inner])
        if word == "FFTC_UNROLL":
            loop = self.statement(self.skip_space(at + len(word)))
            return Statement(start, loop.end, loop.kind, loop.blocks)
        if word in LOOPS:
            inner, end = self.body(self.skip_parentheses(self.skip_space(at + len(word))))
            return Statement(start, end, word, [inner])
        if word == "if" or "_IF_" in word:  # FFTC_LINE_IF_WRITES is one or nothing
            inner, end = self.body(self.skip_parentheses(self.skip_space(at + len(word))))
            blocks = [inner]
            after = self.skip_space(end)
            if re.match(r"else\b", self.text[after:]):
                after = self.skip_space(after + 4)
                if re.match(r"if\b", self.text[after:]):
                    nested = self.statement(after)
                    blocks.append(Block([nested]))
                    end = nested.end
                else:
                    other, end = self.body(after)
                    blocks.append(other)
            return Statement(start, end, "if", blocks)
        depth = 0
        while self.text[at] != ";" or depth != 0:
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(self.text[at], 0)
            at += 1
            # A block behind a macro that is a condition; a list of initial values has a semicolon.
            if depth == 0 and self.text[at - 1] == "}" and self.text[self.skip_space(at)] not in ";,":
                return Statement(start, at, "", [])
        return Statement(start, at + 1, "", [])


def functions(text):
    """All functions that the text defines with FFTC_FN or FFTC_FN_INLINE."""
    masked = mask(text)
    parser = Parser(masked)
    found = []
    for match in re.finditer(r"^FFTC_FN(?:_INLINE)?\b[^;{}]*?\b(\w+)\s*\(", masked, flags=re.M):
        behind = parser.skip_parentheses(match.end() - 1)
        name = match.group(1)
        if name == "FFTC_ACCESSOR":  # (type, name, (parameters))
            name = masked[match.end() : behind].split(",")[1].strip()
        brace = parser.skip_space(behind)
        if masked[brace] == "{":
            body, _ = parser.block(brace + 1)
            found.append(Function(name, match.start(), body))
    return found


def walk(block):
    """Every statement of a block, in the order of the text."""
    for statement in block.statements:
        yield statement
        for inner in statement.blocks:
            yield from walk(inner)
