# SPDX-License-Identifier: MIT
"""fftcore.check: shaders that are right and wrong, through the command that FFTCORE_COMMAND or PATH has."""
import os
import shutil

import numpy as np
import pytest
from fftcore import check

needs_command = pytest.mark.skipif(
    not (shutil.which(os.environ.get("FFTCORE_COMMAND", "fftcore")) and shutil.which("glslangValidator")),
    reason="the command fftcore or glslangValidator is missing")

SCALE = """#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(set = 0, binding = 1) writeonly buffer Scaled { float scaled[]; };
layout(push_constant) uniform Constants { uint count; float factor; };
layout(constant_id = 3) const uint offset = 0;
void main() {
    if (gl_GlobalInvocationID.x < count) scaled[gl_GlobalInvocationID.x] = factor * source[gl_GlobalInvocationID.x] + offset;
}
"""
SUM = """#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Source { float source[]; };
layout(set = 0, binding = 1) buffer Sum { float sum; };
shared float sums[64];
void main() {
    uint i = gl_LocalInvocationIndex;
    sums[i] = source[i];
    barrier();
    for (uint d = 32; d > 0; d /= 2) {
        if (i < d) sums[i] += sums[i + d];
        BARRIER
    }
    if (i == 0) sum = sums[0];
}
"""


@pytest.fixture
def source(tmp_path):
    def write(text):
        path = tmp_path / "shader.comp"
        path.write_text(text)
        return path
    return write


@needs_command
def test_right_shader_returns_its_results(source):
    x = np.random.default_rng(1).standard_normal((4, 64)).astype("f")
    report = check.shader(source(SCALE), groups=np.int64(4), push=[x.size, 2.0], spec={3: 5},
                          buffers={"0.0": x[::-1], "0.1": np.zeros_like(x)}, results=["0.1"])
    np.testing.assert_array_equal(report.results["0.1"], 2 * x[::-1] + np.float32(5))
    assert report.json["good"] and report.json["groups"] == [4, 1, 1]
    assert "64x1x1" in report.text


@needs_command
def test_push_constants_have_the_types_of_numpy(source):
    x = np.ones(64, "f")
    for push in ([np.uint32(64), np.float32(0.1)], "64,f32:0.1", np.array([64, 0x3DCCCCCD], "u4")):
        report = check.shader(source(SCALE), push=push, buffers={"0.0": x, "0.1": "zeros:256"}, results="0.1")
        np.testing.assert_array_equal(report.results["0.1"].view("f"), np.full(64, 0.1, "f"))


@needs_command
def test_race_raises_with_both_lines(source):
    shader = source(SUM)
    check.shader(shader, defines={"BARRIER": "barrier();"}, expect={"0.1": np.float32([64])},
                 buffers={"0.0": np.ones(64, "f")})
    with pytest.raises(AssertionError, match="shared-race.*sums") as caught:
        check.shader(shader, defines={"BARRIER": ""})
    assert isinstance(caught.value, check.Fault)
    assert "sums[i] += sums[i + d];" in str(caught.value)
    finding, = caught.value.report.json["findings"]
    assert finding["first"]["line"] == finding["second"]["line"] == 11
    assert caught.value.report.json["coverage"]["runs"] == 7
    with pytest.raises(check.Fault) as caught:
        check.shader(shader, defines={"BARRIER": ""}, schedule="lock-step", subgroup=64)
    assert caught.value.report.json["coverage"]["runs"] == 1


@needs_command
def test_unexpected_results_raise(source):
    with pytest.raises(check.Fault, match="0.1"):
        check.shader(source(SUM), defines={"BARRIER": "barrier();"}, expect={"0.1": np.float32([1])})
    check.shader(source(SUM), defines={"BARRIER": "barrier();"}, expect={"0.1": np.float32([1e-3])}, tolerance=(2e-3, 0))


@needs_command
def test_wrong_arguments_raise_with_the_sentence_of_the_command(source, tmp_path):
    with pytest.raises(ValueError, match="nowhere.spv"):
        check.shader(tmp_path / "nowhere.spv")
    with pytest.raises(ValueError, match="schedule"):
        check.shader(source(SCALE), schedule="sideways")
    with pytest.raises(ValueError, match="must hold numbers"):
        check.shader(source(SCALE), buffers={"0.0": np.array(["a"])})
    with pytest.raises(ValueError, match="no number"):
        check.shader(source(SCALE), push=[1, None])


def test_missing_command_is_told(source):
    with pytest.raises(FileNotFoundError, match="install it"):
        check.shader(source(SCALE), program="no-such-fftcore")
