# SPDX-License-Identifier: MIT
"""Makes mutants of kernel headers: of every barrier, and of the arithmetic that says who gets what.

A mutant has a name that stays the same while its function does: header, function, which of the
function's barriers or operators, and what was done to it.
"""
import re
from collections import namedtuple

import statements

BARRIERS = ("fftc_workgroup_barrier", "fftc_workgroup_barrier_buffers", "fftc_subgroup_barrier",
            "fftc_subgroup_sync")

# What a barrier is weakened to: the next one that promises less.
WEAKER = {
    "fftc_workgroup_barrier": "fftc_subgroup_barrier",
    "fftc_workgroup_barrier_buffers": "fftc_workgroup_barrier",
    "fftc_subgroup_barrier": "fftc_subgroup_sync",
}

Mutant = namedtuple("Mutant", "name header text line")


def cut(text, start, end):
    """Without text[start:end], keeping the line numbers of the rest."""
    return text[:start] + re.sub(r"[^\n]", "", text[start:end]) + text[end:]


def callee(text, statement):
    match = re.fullmatch(r"(\w+)\s*\(.*\)\s*;", text[statement.start : statement.end], flags=re.S)
    return match.group(1) if match and not statement.blocks else None


def wrappers(text):
    """Functions that do nothing but wait, perhaps under a condition: calls of them are barriers."""
    masked = statements.mask(text)
    found = set()
    for function in statements.functions(text):
        simple = [s for s in statements.walk(function.body) if not s.blocks]
        if simple and all(callee(masked, s) in BARRIERS for s in simple):
            found.add(function.name)
    return found


def unit(statement):
    """What moves: the barrier, or the if whose only content it is."""
    block = statement.block
    while (block.owner is not None and block.owner.kind == "if" and len(block.owner.blocks) == 1
           and len(block.statements) == 1):
        statement, block = block.owner, block.owner.block
    return statement


def neighbour(moved, step):
    """The statement that `moved` passes when it goes a step up (-1) or down (+1). At the edge of a
    block it leaves the block, and passes the statement that the block is part of. None at the edge
    of the function."""
    siblings = moved.block.statements
    at = siblings.index(moved) + step
    if 0 <= at < len(siblings):
        return siblings[at]
    return moved.block.owner


def move(text, moved, passed, step):
    """The text with `moved` put before (-1) or behind (+1) `passed`."""
    taken = " ".join(text[moved.start : moved.end].split())
    if step < 0:
        without = cut(text, moved.start, moved.end)
        return without[: passed.start] + taken + " " + without[passed.start :]
    put = text[: passed.end] + " " + taken + text[passed.end :]
    return cut(put, moved.start, moved.end)


def barrier_mutants(header, text, waiting):
    """`waiting`: names of the functions that are barriers."""
    masked = statements.mask(text)
    for function in statements.functions(text):
        count = {}
        for statement in statements.walk(function.body):
            name = callee(masked, statement)
            if name not in waiting:
                continue
            count[name] = count.get(name, 0) + 1
            call = text[statement.start : statement.end]
            line = text.count("\n", 0, statement.start) + 1
            where = f"{header} {function.name} {name}#{count[name]}"

            def mutant(what, changed):
                return Mutant(f"{where} {what}", header, changed, line)

            def replaced(by):
                return text[: statement.start] + by + text[statement.end :]

            yield mutant("delete", replaced(";"))
            yield mutant("duplicate", replaced(call + " " + call))
            if name in WEAKER:
                yield mutant("weaken", replaced(call.replace(name, WEAKER[name])))
            moved = unit(statement)
            for step, what in ((-1, "up"), (1, "down")):
                passed = neighbour(moved, step)
                if passed is not None:
                    yield mutant("move-" + what, move(text, moved, passed, step))


# Operators and operands that decide strides, partners, who sends what, and when to wait.
REPLACEMENTS = [
    (r"(?<![<>=!&|^+\-*/])<(?![<=])", ["<="]),
    (r"(?<![<>=!-])>(?![>=])", [">="]),
    (r"<=", ["<"]),
    (r">=", [">"]),
    (r"==", ["!="]),
    (r"!=", ["=="]),
    (r"(?<!<)<<(?!<)", [">>"]),
    (r"(?<!>)>>(?!>)", ["<<"]),
    (r"\^", ["|", "&"]),
    (r"(?<!&)&(?!&)", ["|", "^"]),
    (r"(?<!\|)\|(?!\|)", ["&"]),
    (r"&&", ["||"]),
    (r"\+(?![+=])(?<!\+\+)", ["-"]),
    (r"(?<![-(,=] )(?<!\()-(?![-=>])(?<!--)", ["+"]),
    (r"~", [""]),
    (r"\b0u\b", ["1u"]),
    (r"\b1u\b", ["0u", "2u"]),
    (r"\.lo\b", [".hi"]),
    (r"\.hi\b", [".lo"]),
]


def index_mutants(header, text):
    masked = statements.mask(text)
    for function in statements.functions(text):
        body = function.body.statements
        if not body:
            continue
        for pattern, others in REPLACEMENTS:
            for number, match in enumerate(
                    re.compile(pattern).finditer(masked, body[0].start, body[-1].end), 1):
                for other in others:
                    changed = text[: match.start()] + other + text[match.end() :]
                    name = f"{header} {function.name} '{match.group(0)}'#{number} '{other}'"
                    yield Mutant(name, header, changed, text.count("\n", 0, match.start()) + 1)
