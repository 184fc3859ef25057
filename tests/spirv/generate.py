#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random compute shaders in GLSL, which every device has to carry out with the same bits: structured control flow of
any nesting, functions, private arrays and structs, shared memory between barriers, atomic operations that commute,
operations of subgroups in branches; one in eight has numbers of 8, 16 and 64 bits, too.

    generate.py SEED COUNT FOLDER [--spirv GLSLC [SPIRV_OPT]]

writes COUNT shaders, and with --spirv compiles them, one in four through the optimiser. test_vulkan_spirv compares what
is in the folder that FFTCORE_TEST_GENERATED names; compare.py does so for as many as wanted."""
import pathlib
import random
import subprocess
import sys

HEAD = """#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
struct pair { uint a; uvec2 b[2]; int c; };
shared uint tile[64];
shared uvec2 tiles[64];
shared uint bins[8];
"""
SMALL_AND_WIDE = {"uint8_t": 8, "int8_t": 8, "uint16_t": 16, "int16_t": 16, "uint64_t": 64, "int64_t": 64}
PARTS = "uint16_t parts[4] = uint16_t[](uint16_t(seed), uint16_t(seed >> 16u), uint16_t(3), uint16_t(4));"
OTHER_FLOATS = ["float16_t", "double"]


class Shader:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.others = list(SMALL_AND_WIDE) + OTHER_FLOATS if seed % 8 == 7 else []
        self.forget_names()
        self.count = 0
        self.loops = 0
        self.subgroups = True

    def forget_names(self):
        self.names = {kind: [] for kind in ["uint", "int", "uvec3", "bool", "float"] + self.others}
        self.names["uint"] = ["seed"]

    # Expressions ---------------------------------------------------------------------------------
    def leaf(self, kind):
        names = self.names[kind]
        if names and self.r.random() < 0.75:
            return self.r.choice(names)
        value = self.r.choice([0, 1, 2, 3, 7, 31, 255, 65535, 0x7fffffff, 0x80000000, self.r.getrandbits(32)])
        if kind in SMALL_AND_WIDE:
            return f"{kind}({value}u)"
        if kind in OTHER_FLOATS:
            return f"{kind}({value % 64})"
        return {"uint": f"{value}u", "int": f"int({value}u)", "bool": self.r.choice(["true", "false"]),
                "uvec3": f"uvec3({value}u, seed, {value ^ 5}u)", "float": f"{value % 64}.0"}[kind]

    def expr(self, kind, depth=3):
        r = self.r
        if depth == 0 or r.random() < 0.15:
            return self.leaf(kind)
        e = lambda k=kind: self.expr(k, depth - 1)
        if kind == "uint":
            choices = [lambda: f"({e()} {r.choice('+-*&|^')} {e()})", lambda: f"({e()} / ({e()} | 1u))",
                       lambda: f"({e()} % ({e()} | 1u))", lambda: f"({e()} << ({e()} & 31u))",
                       lambda: f"({e()} >> ({e()} & 31u))", lambda: f"uint({e('int')})", lambda: f"~{e()}",
                       lambda: f"({e('bool')} ? {e()} : {e()})", lambda: f"min({e()}, {e()})",
                       lambda: f"bitfieldExtract({e()}, int({e()} & 15u), int({e()} & 15u))",
                       lambda: f"uint(bitCount({e()}))", lambda: f"{e('uvec3')}.{r.choice('xyz')}",
                       lambda: f"{e('uvec3')}[{e()} % 3u]", lambda: f"array[{e()} % 5u]",
                       lambda: f"things.b[{e()} & 1u].{r.choice('xy')}", lambda: "things.a",
                       lambda: f"uint(findMSB({e()}))", lambda: f"bitfieldReverse({e()})",
                       lambda: f"uint({e('float')} + 70.0)", lambda: f"floatBitsToUint({e('float')} + 100.0)"]
            if self.subgroups:
                choices += [lambda: f"subgroup{r.choice(['Add', 'Min', 'Max', 'Xor', 'InclusiveAdd', 'ExclusiveAdd'])}"
                                    f"({self.leaf('uint')})",
                            lambda: f"subgroupBallotBitCount(subgroupBallot({self.leaf('bool')}))",
                            lambda: f"subgroupBroadcastFirst({self.leaf('uint')})"]
            if self.others:
                other, real = r.choice(list(SMALL_AND_WIDE)), r.choice(OTHER_FLOATS)
                choices += [lambda: f"uint({e(other)})"] * 4 + [lambda: f"uint({e(real)} + {real}(70.0))"]
        elif kind == "int":
            choices = [lambda: f"({e()} {r.choice('+-*&|^')} {e()})", lambda: f"({e()} / (({e()} & 1023) | 1))",
                       lambda: f"int({e('uint')})", lambda: f"(0 - {e()})",
                       lambda: f"({e()} >> ({e('uint')} & 31u))", lambda: f"abs({e()})", lambda: f"sign({e()})",
                       lambda: f"clamp({e()}, -77, 1000)", lambda: f"max({e()}, {e()})", lambda: "things.c",
                       lambda: f"bitfieldInsert({e()}, {e()}, int({e('uint')} & 15u), 9)", lambda: f"int({e('float')})"]
        elif kind == "bool":
            choices = [lambda: f"({e('uint')} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {e('uint')})",
                       lambda: f"({e('int')} {r.choice(['<', '<=', '>', '>='])} {e('int')})", lambda: f"!{e()}",
                       lambda: f"({e()} {r.choice(['&&', '||', '^^'])} {e()})",
                       lambda: f"any(lessThan({e('uvec3')}, {e('uvec3')}))", lambda: f"({e('float')} < {e('float')})"]
            if self.others:
                # LLVM 15 takes int64_t(-5) > int64_t(0) for true where the -5 was extended in a branch.
                other = r.choice([kind for kind in self.others if kind != "int64_t"])
                choices += [lambda: f"({e(other)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {e(other)})"] * 2
        elif kind == "float":  # whole numbers without rounding; the sign of 0 is the device's affair
            choices = [lambda: f"float(int({e('uint')} & 63u) - 32)", lambda: f"min({e()}, {e()})", lambda: f"abs({e()})",
                       lambda: f"clamp({e()} + {e()}, -60.0, 60.0)", lambda: f"clamp({e()} * {e()}, -60.0, 60.0)",
                       lambda: f"({e('bool')} ? {e()} : {e()})", lambda: f"dot(vec3(1.0, 2.0, 0.0), vec3(float({e('uint')} & 7u)))"]
        elif kind in SMALL_AND_WIDE:
            bits, source = SMALL_AND_WIDE[kind], r.choice(["uint", "int"] + list(SMALL_AND_WIDE))
            real = r.choice(OTHER_FLOATS)
            choices = [lambda: f"({e()} {r.choice('+-*&|^')} {e()})", lambda: f"{kind}({e(source)})",
                       lambda: f"({e()} {r.choice('/%' if kind[0] == 'u' else '/')} (({e()} & {kind}(15)) | {kind}(1)))",
                       lambda: f"({e()} {r.choice(['<<', '>>'])} ({e('uint')} & {bits - 1}u))", lambda: f"~{e()}",
                       lambda: f"({e('bool')} ? {e()} : {e()})", lambda: f"{r.choice(['min', 'max'])}({e()}, {e()})",
                       lambda: f"{kind}({e(real)} + {real}(60))", lambda: f"{kind}(parts[{e('uint')} & 3u])"]
        elif kind in OTHER_FLOATS:
            choices = [lambda: f"{kind}(int({e('uint')} & 63u) - 32)", lambda: f"min({e()}, {e()})", lambda: f"abs({e()})",
                       lambda: f"clamp({e()} {r.choice('+-*')} {e()}, {kind}(-60), {kind}(60))",
                       lambda: f"({e('bool')} ? {e()} : {e()})", lambda: f"{kind}({e('float')})",
                       lambda: f"{kind}({e('int8_t')} & int8_t(31))"]
        else:
            choices = [lambda: f"({e()} {r.choice('+-*&|^')} {e()})", lambda: f"{e()}.{r.choice(['zyx', 'xxy', 'yzx'])}",
                       lambda: f"uvec3({e('uint')}, {e('uint')}, {e('uint')})",
                       lambda: f"mix({e()}, {e()}, lessThan({e()}, {e()}))", lambda: f"max({e()}, {e()})"]
        return r.choice(choices)()

    # Statements ----------------------------------------------------------------------------------
    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def declare(self, depth):
        kind = self.r.choice(["uint", "uint", "int", "uvec3", "bool", "float"] + self.others)
        name = f"v{self.count}"
        self.count += 1
        self.put(depth, f"{kind} {name} = {self.expr(kind)};")
        self.names[kind].append(name)

    def assign(self, depth):
        r = self.r
        kind = r.choice(["uint", "int", "uvec3"] + self.others)
        names = [n for n in self.names[kind] if n.startswith("v")]
        target = r.choice(names) if names and r.random() < 0.6 else None
        if target is None:
            kind, target = r.choice([("uint", f"array[{self.expr('uint', 1)} % 5u]"), ("uint", "things.a"),
                                     ("int", "things.c"), ("uint", f"things.b[{self.expr('uint', 1)} & 1u].y")]
                                    + [("uint16_t", f"parts[{self.expr('uint', 1)} & 3u]")] * (2 if self.others else 0))
        elif kind == "uvec3" and r.random() < 0.5:
            kind, target = "uint", f"{target}[{self.expr('uint', 1)} % 3u]"
        self.put(depth, f"{target} = {self.expr(kind)};")

    def block(self, depth, nest, in_loop=False):
        kept = {k: list(v) for k, v in self.names.items()}
        for _ in range(self.r.randint(1, 4)):
            self.statement(depth, nest, in_loop)
        self.names = kept

    def statement(self, depth, nest, in_loop):
        r = self.r
        kind = r.random()
        if nest == 0 or kind < 0.25:
            self.declare(depth)
        elif kind < 0.5:
            self.assign(depth)
        elif kind < 0.66:
            self.put(depth, f"if ({self.expr('bool')}) {{")
            self.block(depth + 1, nest - 1, in_loop)
            if r.random() < 0.5:
                self.put(depth, "} else {")
                self.block(depth + 1, nest - 1, in_loop)
            self.put(depth, "}")
        elif kind < 0.8:
            self.loop(depth, nest)
        elif kind < 0.88:
            self.put(depth, f"switch ({self.expr('uint')} & 3u) {{")
            for case in range(r.randint(1, 4)):
                self.put(depth, f"case {case}u:")
                self.block(depth + 1, nest - 1, False)
                if r.random() < 0.7:
                    self.put(depth + 1, "break;")
            self.put(depth, "default: things.a += 3u;")
            self.put(depth, "}")
        elif in_loop and kind < 0.94:
            self.put(depth, f"if ({self.expr('bool', 2)}) {{ {r.choice(['break', 'continue'])}; }}")
        else:
            self.put(depth, f"things.a ^= helper({self.expr('uint', 2)}, array[{self.expr('uint', 1)} % 5u], things);")

    def loop(self, depth, nest):
        # In a loop that lanes leave in different turns, drivers on the CPU (Mesa 22.3, SwiftShader) take what an
        # operation of the subgroup gave in the last turn for the result in the lanes that have left before.
        kept, self.subgroups = self.subgroups, False
        name = f"k{self.loops}"
        self.loops += 1
        bound = self.r.choice(["3u", "(seed & 3u)", f"({self.expr('uint', 1)} & 3u)"])
        if self.r.random() < 0.7:
            self.put(depth, f"for (uint {name} = 0u; {name} < {bound}; ++{name}) {{")
            self.names["uint"].append(name)
            self.block(depth + 1, nest - 1, True)
            self.names["uint"].remove(name)
            self.put(depth, "}")
        else:
            # Where the only way out stands behind what a turn computes, the same drivers take the last turn's numbers
            # for all lanes: so all have as many turns.
            bound = self.r.choice(["3u", "gl_NumWorkGroups.x"])
            self.put(depth, f"uint {name} = 0u;")
            self.put(depth, "do {")
            self.put(depth + 1, f"++{name};")
            self.block(depth + 1, nest - 1, True)
            self.put(depth, f"}} while ({name} < {bound});")
        self.subgroups = kept

    def text(self):
        self.subgroups = False
        self.put(0, "uint helper(uint x, inout uint y, inout pair things)\n{\n    uint seed = x;\n"
                    "    uint array[5] = uint[](x, y, 3u, 4u, 5u);")
        self.put(1, PARTS if self.others else "")
        self.names["uint"] += ["x", "y"]
        for _ in range(3):
            self.declare(1)
            self.assign(1)
        self.put(1, f"if ({self.expr('bool')}) {{\n        return {self.expr('uint')};\n    }}")
        self.put(1, f"y = {self.expr('uint')};\n    return {self.expr('uint')};\n}}")
        self.forget_names()
        self.subgroups = self.r.random() < 0.5
        self.put(0, "void main()\n{\n    uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\n"
                    "    uint n = 64u * gl_NumWorkGroups.x, seed = source[g];\n"
                    "    uint array[5] = uint[](seed, 1u, 2u, 3u, seed ^ 77u);\n"
                    "    pair things = pair(1u, uvec2[](uvec2(seed, 2u), uvec2(3u)), -5);")
        self.put(1, PARTS if self.others else "")
        for part in range(self.r.randint(1, 3)):
            for _ in range(self.r.randint(2, 5)):
                self.statement(1, 3, False)
            self.put(1, f"if (i < 8u) {{ bins[i] = 0u; }}\n    tile[i] = {self.expr('uint', 2)};\n"
                        f"    tiles[i] = {self.expr('uvec3', 2)}.yz;\n    barrier();")
            self.put(1, f"atomic{self.r.choice(['Add', 'Max', 'Xor', 'Or'])}(bins[{self.expr('uint', 2)} & 7u], "
                        f"{self.expr('uint', 2)});\n    barrier();")
            self.put(1, f"array[{part}] ^= tile[{self.expr('uint', 2)} & 63u] + tiles[{self.expr('uint', 1)} & 63u].y"
                        f" * bins[seed & 7u];\n    barrier();")
        self.put(1, "for (uint k = 0u; k < 5u; ++k) { result[g + k * n] = array[k]; }")
        self.put(1, "result[g + 5u * n] = things.a ^ things.b[0].x ^ things.b[1].y ^ uint(things.c);\n}")
        return HEAD + "\n".join(self.lines) + "\n"


def write(seeds, folder, glslc=None, spirv_opt=None):
    """Writes the shaders of `seeds` to `folder`, and their modules if there is a compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"generated_{k}.comp" for k in seeds]
    for k, name in zip(seeds, names):
        (folder / name).write_text(Shader(k).text())
    if glslc:  # one process for all of them: it takes longer to start than to compile
        subprocess.run([glslc, "-g", "--target-env=vulkan1.2", "-c", *names], check=True, cwd=folder)
    for k, name in zip(seeds, names) if glslc else []:
        module = (folder / f"{name}.spv").rename((folder / name).with_suffix(".spv"))
        if spirv_opt and k % 4 == 1:
            subprocess.run([spirv_opt, "-O", module, "-o", module], check=True)


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    tools = sys.argv[5:] if len(sys.argv) > 4 and sys.argv[4] == "--spirv" else []
    write(range(seed, seed + count), folder, *tools)


if __name__ == "__main__":
    main()
