# SPDX-License-Identifier: MIT
"""What a SPIR-V module asks of the program that runs it."""

import struct

CAPABILITIES = {1: "Shader", 9: "Float16", 10: "Float64", 11: "Int64", 22: "Int16", 50: "ImageQuery",
                61: "basic", 62: "vote", 63: "arithmetic", 64: "ballot", 65: "shuffle",
                66: "shuffle_relative", 4433: "StorageBuffer16BitAccess", 5345: "Memory model"}
ARITHMETIC, NO_CONTRACTION = (129, 131, 133), 42  # OpFAdd, OpFSub, OpFMul
ENTRY, MODE, CAPABILITY, VECTOR, ARRAY, STRUCT, POINTER, VARIABLE = 15, 16, 17, 23, 28, 30, 32, 59
TYPES = {21: "int", 22: "float", VECTOR: "vector", ARRAY: "array", 29: "array without end",
         STRUCT: "struct", 25: "image", POINTER: "pointer"}
UNIFORM_CONSTANT, WORKGROUP, PUSH_CONSTANT, STORAGE_BUFFER = 0, 4, 9, 12
SPEC_ID, ARRAY_STRIDE, NON_WRITABLE, NON_READABLE, BINDING, SET, OFFSET = 1, 6, 24, 25, 33, 34, 35


def text_of(words):
    return struct.pack(f"<{len(words)}I", *words).split(b"\0")[0].decode()


class Module:
    """entry: name; size: of a workgroup; capabilities: names; bindings: number to
    "read", "write", "read write" or "picture"; push_bytes; shared_bytes; specialised; contractible:
    how many sums and products may be fused."""

    def __init__(self, data):
        self.words = struct.unpack(f"<{len(data) // 4}I", data)
        assert self.words[0] == 0x07230203 and len(data) % 4 == 0
        self.version = (self.words[1] >> 16, self.words[1] >> 8 & 255)
        self.types, self.constants, self.variables = {}, {}, []
        self.decorations, self.members = {}, {}
        self.entry, self.size, self.capabilities, self.specialised = None, None, set(), False
        self.arithmetic = []
        at = 5
        while at < len(self.words):
            count, operation = self.words[at] >> 16, self.words[at] & 0xffff
            self.read(operation, self.words[at + 1:at + count])
            at += count
        self.shared_bytes = sum(self.bytes(self.types[t][1][2]) for t, _, c in self.variables
                                if c == WORKGROUP)
        self.push_bytes = max([self.bytes(self.types[t][1][2]) for t, _, c in self.variables
                               if c == PUSH_CONSTANT], default=0)
        self.contractible = sum(NO_CONTRACTION not in self.decorations.get(result, {})
                                for result in self.arithmetic)
        self.bindings = {}
        for t, name, storage in self.variables:
            if storage in (STORAGE_BUFFER, UNIFORM_CONSTANT):
                own = self.decorations[name]
                assert own[SET] == 0 and own[BINDING] not in self.bindings
                self.bindings[own[BINDING]] = self.access(own, self.types[t][1][2], storage)

    def read(self, operation, words):
        if operation == CAPABILITY:
            self.capabilities.add(CAPABILITIES.get(words[0], f"capability {words[0]}"))
        elif operation == ENTRY:
            assert self.entry is None and words[0] == 5  # GLCompute
            self.entry = text_of(words[2:])
        elif operation == MODE and words[1] == 17:  # LocalSize
            self.size = list(words[2:])
        elif operation in TYPES:
            self.types[words[0]] = (TYPES[operation], words)
        elif operation == 43:
            self.constants[words[1]] = words[2]
        elif 48 <= operation <= 52:  # OpSpecConstant...
            self.specialised = True
        elif operation in ARITHMETIC:
            self.arithmetic.append(words[1])
        elif operation == VARIABLE:
            self.variables.append((words[0], words[1], words[2]))
        elif operation == 71:
            self.decorations.setdefault(words[0], {})[words[1]] = words[2] if len(words) > 2 else True
        elif operation == 72:
            self.members.setdefault((words[0], words[1]), {})[words[2]] = (words[3] if len(words) > 3
                                                                           else True)

    def access(self, own, struct_type, storage):
        if storage == UNIFORM_CONSTANT:
            assert self.types[struct_type][0] == "image"
            return "picture"
        member = self.members[struct_type, 0]
        if NON_WRITABLE in own or NON_WRITABLE in member:
            return "read"
        return "write" if NON_READABLE in own or NON_READABLE in member else "read write"

    def bytes(self, number):
        kind, words = self.types[number]
        if kind in ("int", "float"):
            return words[1] // 8
        if kind == "vector":
            return words[2] * self.bytes(words[1])
        if kind == "array":
            step = self.decorations.get(number, {}).get(ARRAY_STRIDE, self.bytes(words[1]))
            return step * self.constants[words[2]]
        assert kind == "struct", kind
        ends = [0]
        for i, member in enumerate(words[1:]):
            at = self.members.get((number, i), {}).get(OFFSET)
            ends.append((at if at is not None else ends[-1]) + self.bytes(member))
        return max(ends)
