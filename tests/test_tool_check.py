#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore check` command from outside: test_tool_check.py PROGRAM [unittest options]."""

import array
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import unittest.mock

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import CommandTest, Page, run, run_json  # noqa: E402

FAULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spirv", "faults")
HEAD = """#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
"""
SCALED = HEAD + """layout(push_constant) uniform Push { uint factor; float shift; } push;
layout(constant_id = 3) const uint more = 5u;
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (push.factor == 9u) {
        result[i] = 1u;
    }
    result[i] = source[i] * push.factor + uint(push.shift) + more;
}
"""
GLOBAL_RACE = HEAD + """void main()
{
    uint i = gl_LocalInvocationIndex;
    result[i] = i;
}
"""
LIST = HEAD + """layout(std430, binding = 2) buffer Count { uint count; };
void main()
{
    result[atomicAdd(count, 1u)] = gl_LocalInvocationIndex;
}
"""


def npy(values, kind="u4"):
    header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}\n"
    code = {"u4": "I", "f2": "e", "f4": "f", "f8": "d"}[kind]
    return (b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header.encode()
            + struct.pack(f"<{len(values)}{code}", *values))


def read_fault(name):
    with open(os.path.join(FAULTS, name + ".comp"), encoding="utf-8") as file:
        return file.read()


class Check(CommandTest):
    def shader(self, text, name="shader.comp"):
        return self.write(name, text.encode())

    def fault(self, name, *options, code=1):
        return run_json("check", os.path.join(FAULTS, name + ".comp"), *options, code=code)

    def test_faulty_shader_found_and_corrected_one_clean(self):
        for name, kind in (("tree_reduction", "shared-race"), ("barrier_in_branch", "barrier-diverged"),
                           ("beyond_shared", "out-of-bounds"), ("broadcast_absent", "shuffle-inactive")):
            found = self.fault(name, "--define", "FAULTY")["findings"]
            self.assertIn(kind, [one["kind"] for one in found], name)
            source = read_fault(name).splitlines()
            for one in found:
                self.assertEqual(one["first"]["source"], source[one["first"]["line"] - 1].strip())
            self.assertEqual(self.fault(name, code=0)["findings"], [])

    def test_table_quotes_lines_and_says_how_to_replay(self):
        text = run("check", os.path.join(FAULTS, "tree_reduction.comp"), "--define", "FAULTY", code=1)
        self.assertIn("tree_reduction.comp:", text)
        self.assertRegex(text, r"in \d+ of 7 runs, first with --subgroup 32 --schedule [a-z-]+ --seed 1\n")
        self.assertRegex(text, r"\n1 finding\n$")
        self.assertIn("(assumed: --buffer says otherwise)", text)
        replay = re.search(r"--subgroup \d+ --schedule [a-z-]+ --seed 1", text).group().split()
        again = run_json("check", os.path.join(FAULTS, "tree_reduction.comp"), "--define", "FAULTY",
                         *replay, code=1)
        self.assertEqual((again["coverage"]["runs"], len(again["findings"])), (1, 1))

    def test_names_and_texts_are_of_any_language(self):
        text = HEAD.replace("\n", " // é\n") + GLOBAL_RACE[len(HEAD):].replace(";\n", "; // schöne Grüße ü\n")
        self.shader(text, "größe ü.comp")
        race = run_json("check", self.path("größe ü.comp"), "--groups", "2", code=1)["findings"][0]["first"]
        self.assertEqual(os.path.basename(race["file"]), "größe ü.comp")
        self.assertEqual(race["source"], "result[i] = i; // schöne Grüße ü")
        for included in ("é", "aé", "abé", "abcé"):  # whose last byte glslang may lose, and the end with it
            self.write(included, b"uint one() { return 1; }\n")
            text = HEAD.replace("\n", f'\n#extension GL_GOOGLE_include_directive : require\n#include "{included}"\n', 1)
            self.shader(text + GLOBAL_RACE[len(HEAD):].replace("= i;", "= i * one();"), "includes.comp")
            run("check", self.path("includes.comp"), "--groups", "2", code=1)

    def test_inputs_arrive_and_results_are_compared_and_written(self):
        shader = self.shader(SCALED)
        self.write("in.npy", npy(range(64)))
        self.write("good.npy", npy([3 * i + 7 + 11 for i in range(64)]))
        options = ["check", shader, "--buffer", "0.0=" + self.path("in.npy"), "--buffer", "0.1=random:7:256",
                   "--push", "3,7.0", "--spec", "3=11"]
        run(*options, "--expect", "0.1=" + self.path("good.npy"), "--dump", "0.1=" + self.path("out.npy"))
        with open(self.path("out.npy"), "rb") as out:
            self.assertEqual(out.read()[-256:], npy([3 * i + 18 for i in range(64)])[-256:])
        run(*options, "--dump", "0.1=" + self.path("out.bin"))
        with open(self.path("out.bin"), "rb") as out:
            self.assertEqual(struct.unpack("<64I", out.read())[5], 33)
        self.write("bad.npy", npy([3 * i + 18 + (i == 40) for i in range(64)]))
        report = run_json(*options, "--expect", "0.1=" + self.path("bad.npy"), code=1)
        self.assertEqual((report["unexpected"]["element"], report["unexpected"]["elements"], report["unexpected"]["text"]),
                         (40, 1, "138, not 139"))
        self.assertIn("Result[40] is 138, not 139", run(*options, "--expect", "0.1=" + self.path("bad.npy"), code=1))

    def test_floats_are_compared_within_the_tolerance(self):
        shader = self.shader("""#version 450
            layout(local_size_x = 4) in;
            layout(std430, binding = 0) buffer Result { float result[]; };
            void main() { result[gl_LocalInvocationIndex] = float(gl_LocalInvocationIndex) * 100.0; }""")
        good = [0.0, 100.0, 200.0, 300.0]
        for wanted, tolerance, code in ((good, "1e-9", 0), ([0.0, 100.0, 200.5, 300.0], "0.6", 0),
                                        ([0.0, 100.0, 200.5, 300.0], "0.4", 1), ([0.0, 101.0, 202.0, 303.0], "0,0.01", 0),
                                        ([0.0, 101.0, 202.0, 303.0], "0,0.009", 1), ([0.001, 101.0, 202.0, 303.0], "0,0.02", 1),
                                        ([0.0, 100.0, 200.0, float("inf")], "1e9,1e9", 1),
                                        ([0.0, 100.0, 200.0, float("nan")], "1e9,1e9", 1)):
            self.write("want.npy", npy(wanted, "f4"))
            run("check", shader, "--expect", "0.0=" + self.path("want.npy"), "--tolerance", tolerance, code=code)
        self.write("want.npy", npy([0, 0x42c80001, 0x43480000, 0x43960000]))  # whole numbers are equal or not
        run("check", shader, "--expect", "0.0=" + self.path("want.npy"), "--tolerance", "1e30", code=1)
        self.write("want.bin", bytes(16))
        self.assertIn("want.bin does not say", run("check", shader, "--expect", "0.0=" + self.path("want.bin"),
                                                   "--tolerance", "1", code=2))
        halves = self.shader("""#version 450
            layout(local_size_x = 1) in;
            layout(std430, binding = 0) buffer Result { uint result; };
            void main() { result = packHalf2x16(vec2(-1.5, 0.0000001)); }""")
        for wanted, code in (([-1.4375, 0.0], 0), ([-1.375, 0.0], 1), ([1.5, 0.0], 1)):
            self.write("want.npy", npy(wanted, "f2"))
            run("check", halves, "--expect", "0.0=" + self.path("want.npy"), "--tolerance", "0.1", code=code)
        for wrong in ("", "-1", "1,", "1,2,3", "nan", "inf", "1x"):
            self.assertIn("--tolerance", run("check", shader, "--tolerance=" + wrong, code=2))

    def test_samplers_filter_and_wrap_as_they_are_told(self):
        shader = self.shader("""#version 450
            layout(local_size_x = 1) in;
            layout(binding = 0) uniform sampler2D picture;
            layout(std430, binding = 1) buffer Result { float result[]; };
            void main() { result[0] = textureLod(picture, vec2(0.5, 0.5), 0.0).x;
                          result[1] = textureLod(picture, vec2(1.0, 0.5), 0.0).x; }""")
        texels = [x for column in (1.0, 2.0, 3.0, 5.0) for x in (column, 0.0, 0.0, 1.0)]
        self.write("texels.npy", npy(texels, "f4"))
        for words, wanted in (("nearest", [3.0, 1.0]), ("linear", [2.5, 3.0]), ("linear,clamp-to-edge", [2.5, 5.0]),
                              ("clamp-to-border,linear", [2.5, 2.5]), ("linear,mirrored-repeat", [2.5, 5.0])):
            self.write("want.npy", npy(wanted, "f4"))
            run("check", shader, "--image", "0.0=4x1:" + self.path("texels.npy"), "--sampler", "0.0=" + words,
                "--expect", "0.1=" + self.path("want.npy"))
        for place, said in (("0.0=soft", "write nearest or linear"), ("0.0=linear,", "write nearest or linear"),
                            ("0.1=linear", "no such sampler"), ("0.0[1]=linear", "no such sampler")):
            self.assertIn(said, run("check", shader, "--sampler", place, code=2))
        self.write("check.json", json.dumps({"file": "shader.comp", "sampler": {"0.0": "linear"}}).encode())
        run("check", "--description", self.path("check.json"))

    def test_huge_elements_are_assumed_in_smaller_numbers(self):
        shader = self.shader("""#version 450
            layout(local_size_x = 64) in;
            struct large { float x[1 << 22]; };
            layout(std430, binding = 0) buffer Result { large result[]; };
            shared float given[64];
            void main() { given[gl_LocalInvocationIndex] = 1.0; result[0].x[0] = given[1]; }""")
        self.assertIn("shared-race", run("check", shader, "--subgroup", "32", "--schedule", "reverse", code=1))

    def test_description_is_the_same_as_options(self):
        self.shader(SCALED)
        self.write("in.npy", npy(range(64)))
        self.write("good.bin", struct.pack("<64I", *[3 * i + 7 + 5 for i in range(64)]))
        self.write("check.json", json.dumps({
            "file": "shader.comp", "groups": 1, "buffer": {"0.0": "in.npy", "0.1": "zeros:256"}, "push": [3, "7.0"],
            "expect": ["0.1=good.bin"], "spec": {"3": 5}, "same-results": True, "subgroup": 8}).encode())
        report = run_json("check", "--description", self.path("check.json"))
        self.assertEqual(report["coverage"]["subgroup_sizes"], [8])
        run("check", "--description", self.path("check.json"), "--spec", "3=6", code=1)
        for text, said in (("{", "no JSON object"), ("[]", "no JSON object"), ('{"colour": 1}', '"colour"'),
                           ('{"json": "x"}', '"json"'), ('{"groups": {}}', '"groups"'), ('{"spec": [{}]}', '"spec"'),
                           (json.dumps({"push": "1," * 2500}), '"push"'), ('{"same-results": 1}', "true or false"), ('{"schedule": "x"}', "--schedule x")):
            self.write("wrong.json", text.encode())
            self.assertIn(said, run("check", "--description", self.path("wrong.json"), code=2))

    def test_coverage_names_lines_never_reached(self):
        report = run_json("check", self.shader(SCALED))
        line = SCALED.splitlines().index("        result[i] = 1u;") + 1
        self.assertEqual([one["line"] for one in report["coverage"]["lines_never_reached"]], [line])
        self.assertLess(report["coverage"]["reached"], report["coverage"]["instructions"])
        self.assertIn(f"shader.comp: {line}\n", run("check", self.path("shader.comp")))
        report = run_json("check", self.path("shader.comp"), "--push", "9,0.0")
        self.assertEqual(report["coverage"]["lines_never_reached"], [])
        self.assertEqual(report["coverage"]["reached"], report["coverage"]["instructions"])

    def test_several_workgroups_are_interleaved(self):
        shader = self.shader(GLOBAL_RACE)
        self.assertEqual(run_json("check", shader)["findings"], [])
        report = run_json("check", shader, "--groups", "2,2", code=1)
        self.assertEqual([one["kind"] for one in report["findings"]], ["memory-race"])
        self.assertEqual(report["coverage"]["runs"], 21)
        run("check", shader, "--groups", "2,2", "--allow-same-stores")

    def test_findings_name_single_numbers_and_parts_of_tables(self):
        for name, said in (("next_job", "race on job: "), ("table_stride", "bounds: weights[63]"),
                           ("atomic_scope", "race on result[0]: two atomic operations, one of a scope")):
            found = self.fault(name, "--define", "FAULTY", "--subgroup", "32",
                               *(["--buffer", "0.2=zeros:1024"] if name == "table_stride" else ["--groups", "2"]))["findings"]
            self.assertIn(said, found[0]["text"])
            self.assertEqual("address" in found[0], name != "next_job")
        null = self.shader("""#version 450
            #extension GL_EXT_buffer_reference : enable
            layout(local_size_x = 64) in;
            layout(buffer_reference, std430) buffer Node { uint value; };
            layout(push_constant) uniform Push { Node node; };
            void main() { node.value = 1u; }""")
        self.assertIn("out-of-bounds: access to the null address", run("check", null, code=1))

    def test_one_finding_for_all_indices_at_the_same_lines(self):
        shader = self.shader(HEAD + """shared uint tile[8][8];
            void main() { result[gl_LocalInvocationIndex] =
                              tile[gl_LocalInvocationIndex >> 3][gl_LocalInvocationIndex & 7u]; }""")
        found = [one for one in run_json("check", shader, code=1)["findings"] if one["kind"] == "uninitialized-load"]
        self.assertEqual([one["runs"] for one in found], [7])
        found = self.fault("barrier_in_branch", "--define", "FAULTY")["findings"]
        self.assertEqual([one["runs"] for one in found if one["kind"] == "barrier-diverged"], [7])

    def test_what_is_not_coherent_is_told_and_a_fault_if_wanted(self):
        shader = os.path.join(FAULTS, "hidden_store.comp")
        faulty = [shader, "--define", "FAULTY", "--groups", "3"]
        text = run("check", *faulty)
        self.assertRegex(text, r"result\[\d+\] goes from one workgroup to another")
        self.assertIn("--coherent makes it a fault", text)
        report = run_json("check", *faulty, "--coherent", code=1)
        self.assertEqual([one["kind"] for one in report["findings"]], ["not-coherent"])
        self.assertIsNone(report["not_coherent"])
        run("check", shader, "--groups", "3", "--coherent")
        told = run_json("check", *faulty, "--sarif", self.path("x.sarif"))
        self.assertEqual([told["findings"], told["not_coherent"]["text"]], [[], report["findings"][0]["text"]])
        (result,) = self.check_sarif(self.path("x.sarif"))
        self.assertEqual([result["ruleId"], result["level"]], ["not-coherent", "note"])

    def test_one_coherent_member_is_enough(self):
        text = read_fault("hidden_store")
        for member, code in (("coherent ", 0), ("", 1)):
            shader = self.shader(text.replace("Result { uint", f"Result {{ {member}uint first; uint"))
            run("check", shader, "--define", "FAULTY", "--groups", "3", "--coherent", code=code)

    def test_what_is_not_coherent_takes_no_faults_place(self):
        load = "before += part != 0u ? result[32u * (part - 1u) + i] : 0u;\n"
        text = read_fault("hidden_store").replace("uint before", "uint before = 0u;\n" + 70 * load + "before")
        shader = self.shader(text.replace("    if (i == 0u) {\n        atomicEx",
                                          "    if (part == 2u) { result[96] = i; }\n    if (i == 0u) {\n        atomicEx"))
        report = run_json("check", shader, "--define", "FAULTY", "--groups", "3", code=1)
        self.assertEqual([one["kind"] for one in report["findings"]], ["memory-race"])

    def test_constants_of_one_number_are_listed_once(self):
        text = run("check", self.shader("""#version 450
            layout(local_size_x_id = 0) in;
            layout(constant_id = 0) const uint size = 8u;
            layout(std430, binding = 1) buffer Result { uint result[]; };
            shared uint sums[size];
            void main() { sums[gl_LocalInvocationIndex] = gl_WorkGroupSize.x; result[gl_LocalInvocationIndex] = size; }"""))
        self.assertEqual(text.count("constant 0: "), 1)
        self.assertIn("constant 0: 8 (assumed", text)
        self.assertIn("of 8x1x1 invocations", text)
        self.assertIn("constant 0: 4\n", run("check", self.path("shader.comp"), "--spec", "0=4"))
        for value in ("int size = -3", "float size = 2.5"):  # which are no sizes
            self.assertIn("constant 0: 1 (assumed", run("check", self.shader(f"""#version 450
                layout(local_size_x_id = 0) in;
                layout(constant_id = 0) const {value};
                layout(std430, binding = 1) buffer Result {{ uint result[]; }};
                void main() {{ result[gl_LocalInvocationIndex] = uint(abs(size)); }}""")))

    def test_subgroup_sizes_where_they_matter(self):
        self.assertEqual(self.fault("halves_of_a_word", code=0)["coverage"]["subgroup_sizes"], [32])
        self.assertEqual(self.fault("subgroup_of_32", code=0)["coverage"]["subgroup_sizes"], [4, 8, 16, 32, 64, 128])
        self.assertEqual(self.fault("tree_reduction", code=0)["coverage"]["subgroup_sizes"], [32])
        self.assertEqual(self.fault("tree_reduction", "--subgroup", "all", "--schedule", "reverse", code=0)
                         ["coverage"]["runs"], 6)

    def test_results_that_depend_on_the_run_are_told(self):
        shader = self.shader(LIST)
        report = run_json("check", shader)
        self.assertEqual(report["findings"], [])
        self.assertGreater(report["varying_runs"], 0)
        self.assertIn("--same-results", run("check", shader))
        run("check", shader, "--same-results", code=1)
        run("check", shader, "--same-results", "--schedule", "reverse")

    def test_results_that_depend_on_the_subgroup_size_alone_are_told_apart(self):
        self.assertIn("results depend on the run", run("check", self.shader(LIST), "--subgroup", "all"))
        text = run("check", self.shader(HEAD.replace("450\n", "450\n#extension GL_KHR_shader_subgroup_basic : require\n", 1)
                                        + "void main() { result[gl_LocalInvocationIndex] = gl_SubgroupSize; }"))
        self.assertIn("results depend on the subgroup size: ", text)
        self.assertIn("in 35 of 42 runs, and not with --subgroup 4;", text)

    def test_lines_that_zeros_of_push_constants_may_have_left_out(self):
        hint = "give sizes and counts by --push"
        self.assertIn(hint, run("check", self.shader(SCALED)))
        self.assertNotIn(hint, run("check", self.path("shader.comp"), "--push", "1,0.0"))
        text = run("check", self.shader(SCALED.replace("if (push.factor == 9u)", "").replace("[i]", "[i * push.factor]")), code=1)
        self.assertIn(hint, text)  # all invocations store to result[0]

    def test_assumed_lengths_grow_until_they_are_enough(self):
        report = run_json("check", self.shader(HEAD + "void main() { result[9000u + gl_LocalInvocationIndex] = 1u; }"))
        self.assertEqual(report["findings"], [])
        report = run_json("check", self.path("shader.comp"), "--buffer", "0.1=zeros:4096", code=1)
        self.assertEqual(report["findings"][0]["kind"], "out-of-bounds")
        run("check", self.shader(HEAD + "void main() { result[result.length()] = 1u; }"), code=1)
        run("check", self.shader(HEAD + "void main() { result[gl_LocalInvocationIndex - 1u] = 1u; }"), code=1)

    def test_assumed_lengths_grow_no_further_than_they_fit(self):
        for text in (HEAD.replace("uint result[]", "mat4 result[][64]")
                     + "void main() { result[9000000u + gl_LocalInvocationIndex][0] = mat4(1.0); }",
                     HEAD + "layout(rgba32f, binding = 2) writeonly uniform image3D solid;\nvoid main() {"
                     "imageStore(solid, ivec3(1), vec4(1.0)); result[9000000u + gl_LocalInvocationIndex] = 1u; }"):
            report = run_json("check", self.shader(text), "--schedule", "reverse", code=1)
            self.assertEqual([one["kind"] for one in report["findings"]], ["out-of-bounds"])

    def test_long_macros_arrive_whole(self):
        name = "N" + 600 * "x"
        shader = self.shader(HEAD + f"void main() {{ if ({name} == 3) {{ result[gl_LocalInvocationIndex] = 1u; }} }}")
        run("check", shader, "--define", name + "=3")

    def test_buffers_by_address(self):
        shader = self.shader("""#version 450
#extension GL_EXT_buffer_reference : enable
layout(local_size_x = 4) in;
layout(buffer_reference, std430) buffer Numbers { uint number[]; };
layout(push_constant) uniform Push { Numbers numbers; uint more; } push;
void main() { push.numbers.number[gl_LocalInvocationIndex] += push.more; }
""")
        self.write("good.bin", struct.pack("<4I", 5, 5, 5, 5))
        run("check", shader, "--buffer", "address.1=zeros:16", "--push", "address.1,5",
            "--dump", "address.1=" + self.path("out.bin"), "--expect", "address.1=" + self.path("good.bin"))
        with open(self.path("out.bin"), "rb") as out:
            self.assertEqual(out.read(), struct.pack("<4I", 5, 5, 5, 5))
        run("check", shader, "--buffer", "address.1=zeros:8", "--push", "address.1,5", code=1)
        run("check", shader, "--push", "address.1,5", code=2)
        self.assertIn("address.2", run("check", shader, "--dump", "address.2=" + self.path("none.bin"), code=2))

    def test_images_and_samplers(self):
        shader = self.shader("""#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) readonly uniform uimage2D from;
layout(r32ui, binding = 1) uniform uimage2D to;
layout(binding = 2) uniform sampler2D smooth_one;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    uint sum = imageLoad(from, at).x + imageLoad(from, min(at + 1, imageSize(from) - 1)).x;
    imageStore(to, at, uvec4(sum + uint(textureLod(smooth_one, vec2(0.5), 0.0).x)));
}
""")
        report = run_json("check", shader, "--groups", "2,2")
        self.assertEqual([(one["name"], one["bytes"]) for one in report["buffers"]],
                         [("from", 1024), ("to", 1024), ("smooth_one", 4096)])
        self.write("in.npy", npy(range(64)))
        options = ["check", shader, "--image", "0.0=8x8:" + self.path("in.npy"), "--image", "0.1=8x8",
                   "--dump", "0.1=" + self.path("out.bin")]
        run(*options)
        with open(self.path("out.bin"), "rb") as out:
            numbers = struct.unpack("<64I", out.read())
        self.assertEqual((numbers[0], numbers[9], numbers[63]), (9, 27, 126))
        self.assertIn("0.0    from: 256 bytes", run(*options))
        self.assertIn("has 256 bytes, and texels of r32 uint need 64", run("check", shader, "--image", "0.0=4x4:" + self.path("in.npy"), code=2))
        self.assertIn("from is an image: give --image", run("check", shader, "--buffer", "0.0=zeros:64", code=2))
        for size in ("x", "4x", "4x4x4x4", "0x4", "4x4:", "9999999"):
            run("check", shader, "--image", "0.0=" + size, code=2)
        with open(shader, encoding="utf-8") as file:
            moved = self.shader(file.read().replace("imageStore(to, at", "imageStore(to, at / 2"))
        self.assertEqual(run_json("check", moved, code=1)["findings"][0]["kind"], "memory-race")

    def test_hlsl_and_modules_and_endless_loops(self):
        if shutil.which("glslangValidator"):
            hlsl = self.write("sum.hlsl", b"""groupshared uint sums[64];
RWStructuredBuffer<uint> result : register(u0);
[numthreads(64, 1, 1)]
void reduce(uint i : SV_GroupIndex)
{
    sums[i] = i;
    result[i] = sums[63 - i];
    InterlockedMax(result[0], 3);
}
""")
            self.assertIn("no function main", run("check", hlsl, code=2))
            report = run_json("check", hlsl, "--entry", "reduce", code=1)
            race = next(one for one in report["findings"] if one["kind"] == "shared-race")
            self.assertIn("result[i] = sums[63 - i];", (race["first"]["source"], race["second"]["source"]))
            hlsl = self.write("registers.hlsl", b"""StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
AppendStructuredBuffer<uint> large : register(u1);
cbuffer Parameters : register(b0) { uint count; };
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < count) { to[i] = from[i] + 1; if (from[i] > 60) large.Append(from[i]); }
}
""")
            numbers = [array.array("I", range(first, first + 64)).tobytes() for first in (0, 1)]
            run("check", hlsl, "--buffer", "0.0=" + self.write("from.bin", numbers[0]),
                "--buffer", "0.200=" + self.write("count.bin", bytes([64, 0, 0, 0])),
                "--expect", "0.300=" + self.write("to.bin", numbers[1]),
                "--expect", "0.302=" + self.write("large.bin", bytes([3, 0, 0, 0])))
            hlsl = self.write("sets.hlsl", b"""[[vk::binding(0, 0)]] RWStructuredBuffer<uint> to;
[[vk::binding(0, 1)]] StructuredBuffer<uint> from;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) { to[i] = from[i] + 1; }
""")
            run("check", hlsl, "--buffer", "1.0=" + self.path("from.bin"), "--expect", "0.0=" + self.path("to.bin"))
            self.assertIn("OpTypeRayQueryKHR is not known", run("check", self.shader("""#version 460
#extension GL_EXT_ray_query : require
void main() { rayQueryEXT query; rayQueryTerminateEXT(query); }
"""), code=2))
            self.assertIn("extensions are SPV_NV_cooperative_matrix", run("check", self.shader("""#version 450
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer A { float a[]; };
void main() { fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> m; coopMatLoadNV(m, a, 0, 8, false); }
"""), code=2))
            self.assertIn('is for "A" and for "one"', run("check", self.shader("""#version 450
layout(binding = 0) buffer A { uint a; };
layout(binding = 0) uniform B { uint b; } one;
void main() { a = one.b; }
"""), code=2))
        module = self.path("race.spv")
        subprocess.run(["glslangValidator", "-V", "-S", "comp", self.shader(GLOBAL_RACE), "-o", module],
                       check=True, capture_output=True)
        self.assertIn("compile with -g", run("check", module, "--groups", "2", code=1))
        report = run_json("check", self.shader(HEAD + "void main() { while (source[0] == 0u) { } }"),
                          "--limit", "100000", code=1)
        self.assertEqual(report["findings"][0]["kind"], "endless")
        endless = self.shader(read_fault("spin_lock"))
        run("check", endless, "--define", "FAULTY", "--limit", "100000", "--sarif", self.path("e.sarif"), code=1)
        with open(self.path("e.sarif"), encoding="utf-8") as file:
            self.assertNotIn("behind", file.read())

    def check_sarif(self, path):
        """What the schema of SARIF 2.1.0 requires of the objects that are used; the results."""
        with open(path, encoding="utf-8") as file:
            log = json.load(file)
        self.assertEqual(log["version"], "2.1.0")
        (sarif_run,) = log["runs"]
        driver = sarif_run["tool"]["driver"]
        self.assertTrue(driver["name"] and driver["version"])
        ids = [rule["id"] for rule in driver["rules"]]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertTrue(all(rule["shortDescription"]["text"] for rule in driver["rules"]))
        for result in sarif_run["results"]:
            self.assertTrue(result["message"]["text"])
            self.assertEqual(ids[result["ruleIndex"]], result["ruleId"])
            self.assertIn(result["level"], ("none", "note", "warning", "error"))
            for location in result["locations"] + result.get("relatedLocations", []):
                physical = location["physicalLocation"]
                self.assertRegex(physical["artifactLocation"]["uri"], r"^(file:///)?[A-Za-z0-9._~/%-]+$")
                if "region" in physical:
                    self.assertGreaterEqual(physical["region"]["startLine"], 1)
        return sarif_run["results"]

    def test_sarif_has_what_the_schema_requires(self):
        shader = self.shader(read_fault("tree_reduction"), "a b#.comp")
        run("check", shader, "--define", "FAULTY", "--sarif", self.path("x.sarif"), code=1)
        (result,) = self.check_sarif(self.path("x.sarif"))
        self.assertEqual((result["ruleId"], result["level"], len(result["relatedLocations"])), ("shared-race", "error", 1))
        self.assertTrue(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("a%20b%23.comp"))
        run("check", shader, "--sarif", self.path("x.sarif"))
        self.assertEqual(self.check_sarif(self.path("x.sarif")), [])
        run("check", self.shader(LIST), "--same-results", "--sarif", self.path("x.sarif"), code=1)
        self.assertEqual(self.check_sarif(self.path("x.sarif"))[0]["ruleId"], "varying-result")

    def page(self, *arguments, code=1):
        """The numbers that the page's script draws, after a look at the page."""
        run("check", *arguments, "--html", self.path("x.html"), code=code)
        with open(self.path("x.html"), encoding="utf-8") as file:
            text = file.read()
        parser = Page()
        parser.feed(text)
        self.assertEqual(parser.references, [])
        self.assertTrue(text.startswith("<!doctype html>") and text.endswith("</html>\n"))
        return text, json.loads(re.search(r"id=data>(.*?)</script>", text, re.DOTALL).group(1))

    def test_page_has_events_and_both_sides(self):
        text, data = self.page(os.path.join(FAULTS, "tree_reduction.comp"), "--define", "FAULTY")
        self.assertIn("1 finding.", text)
        self.assertEqual(data["rows"], [[0, i] for i in range(64)])
        ((first, second),) = data["findings"]
        one, other = data["marks"][first], data["marks"][second]
        self.assertEqual(one[4:6], other[4:6])  # the place
        self.assertEqual(one[1], other[1])  # no barrier is between them
        self.assertNotEqual(one[0], other[0])
        self.assertEqual({one[3], other[3]}, {0, 1})  # a load and a store
        text, data = self.page(os.path.join(FAULTS, "last_block.comp"), "--define", "FAULTY", "--groups", "3")
        self.assertEqual({data["rows"][data["marks"][i][0]][0] for i in data["findings"][0]}, {0, 2})
        text, data = self.page(self.shader(SCALED.replace("more = 5u", "more = 5u /* </script><b> */")), code=0)
        self.assertIn("Nothing found.", text)
        self.assertIn("&lt;/script&gt;", text)
        self.assertEqual(text.count("</script>"), 2)
        self.assertIn("class=never", text)

    def test_bad_usage_and_bad_files_refused(self):
        good = self.shader(SCALED)
        wrong = self.shader(HEAD + "void main() { result[0] = nothing; }", "wrong.comp")
        including = self.shader('#version 450\n#extension GL_GOOGLE_include_directive : require\n#include "no.glsl"\n', "i.comp")
        for arguments, said in (
                ([], "give FILE"), ([self.path("none.comp")], "No such file"), ([wrong], "wrong.comp:5: 'nothing'"),
                ([including], "i.comp does not compile without --include FOLDER: "),
                ([self.write("x.spv", b"12345")], "cut off"), ([self.write("y.spv", b"12345678" * 9)], "no SPIR-V"),
                ([good, "--buffer", "1"], "0.1=zeros:1024"), ([good, "--buffer", "0.1"], "0.1=zeros:1024"),
                ([good, "--buffer", "7.1=zeros:8"], "it has 0.0 (Source), 0.1 (Result)"),
                ([good, "--buffer", "0.1[1]=zeros:8"], "there are 1 of them"),
                ([good, "--groups", "4294967295"], "at most 2^31"), ([good, "--buffer", "0.1=zeros:x"], "zeros:"), ([good, "--buffer", "0.1=random:8"], "random:SEED:BYTES"),
                ([good, "--buffer", "0.1=zeros"], "no such file; bytes are written zeros:BYTES"),
                ([good, "--buffer", "0.1=" + self.path("none.npy")], "No such file"),
                ([good, "--buffer", "0.1=" + self.write("bad.npy", b"nothing")], "bad.npy"),
                ([good, "--push", "1"], "push constants of 8: give them all"), ([good, "--push", "1,x"], "no number"),
                ([good, "--push", "u8:256,1"], "fits its type"), ([good, "--push", "1,,2"], "no number"),
                ([good, "--spec", "9=1"], "specialization constant"), ([good, "--spec", "3"], "ID=VALUE"),
                ([good, "--groups", "0"], "how many workgroups"), ([good, "--groups", "1,2,3,4"], "how many workgroups"),
                ([good, "--subgroup", "3"], "power of two"), ([good, "--schedule", "revers"], "did you mean reverse"),
                ([good, "--entry", "other"], "other"), ([good, "--limit", "0"], "--limit"),
                ([good, "--expect", "0.1=" + self.write("long.bin", bytes(99999))], "99999 bytes"),
                ([good, "--dump", "0.1=" + self.path("no/such/x.npy")], "No such file"),
                ([good, "--dump", "0.1=" + good], "would overwrite"),
                ([good, "--sarif", self.path("x.txt")], ".sarif or .json"),
                ([good, "--sarif", "-", "--json"], "standard output")):
            self.assertIn(said, run("check", *arguments, code=2), arguments)
        os.mkfifo(self.path("pipe"))
        self.assertIn("not a regular file", run("check", self.path("pipe"), code=2))
        with unittest.mock.patch.dict(os.environ, PATH=self.folder.name):
            self.assertIn("install glslang-tools", run("check", good, code=2))

    def test_damaged_modules_end_with_a_line(self):
        module = self.path("m.spv")
        subprocess.run(["glslangValidator", "-g", "-V", "-S", "comp", self.shader(SCALED), "-o", module],
                       check=True, capture_output=True)
        with open(module, "rb") as file:
            words = bytearray(file.read())
        choice = random.Random(int(os.environ.get("FFTCORE_TEST_SEED", "20261128")))
        for _ in range(60):
            damaged = bytearray(words)
            for _ in range(choice.randrange(1, 4)):
                at = 4 * choice.randrange(len(words) // 4)
                damaged[at:at + 4] = struct.pack("<I", choice.choice([0, 1, 7, choice.getrandbits(32)]))
            self.write("damaged.spv", bytes(damaged))
            done = subprocess.run([command_testing.PROGRAM, "check", self.path("damaged.spv"), "--limit", "10000",
                                   "--schedule", "round-robin"], capture_output=True, timeout=60, check=False)
            self.assertIn(done.returncode, (0, 1, 2), done)
            self.assertEqual(done.stderr.count(b"\n"), done.returncode == 2, done)


if __name__ == "__main__":
    command_testing.main()
