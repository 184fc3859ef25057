# SPDX-License-Identifier: MIT
"""The part of a plan.json that is about Vulkan, against the SPIR-V beside it."""

import os
import subprocess

from emitted_plan import Fields
from emitted_spirv import Module

USES = ("input", "output", "input and output", "scratch", "table", "extra")
ACCESSES = ("read", "write", "read write")
PUSH_BYTES_EVERYWHERE = 128  # maxPushConstantsSize that Vulkan promises


class Kernel:
    def __init__(self, fields, folder, number, task, glslang):
        spirv, glsl = fields.take("spirv", str), fields.take("glsl", str)
        assert (spirv, glsl) == (f"kernel{number}.spv", f"kernel{number}.comp")
        self.size = fields.numbers("workgroup_size", 3)
        self.shared_bytes = fields.take("shared_bytes", int)
        self.subgroup_size = fields.take("subgroup_size", int)
        self.full_subgroups = fields.take("full_subgroups", bool)
        operations = set(fields.take("subgroup_operations", list))
        features = {feature for feature in ("shaderFloat64", "storageBuffer16BitAccess")
                    if fields.take(feature, bool)}
        fields.done()
        with open(os.path.join(folder, spirv), "rb") as file:
            self.module = Module(file.read())
        with open(os.path.join(folder, glsl), encoding="utf-8") as file:
            assert "#include" not in file.read()
        if glslang is not None:  # the text in place of the module
            subprocess.run([glslang, "--target-env", "vulkan1.1", glsl, "-o", spirv], cwd=folder,
                           check=True, stdout=subprocess.DEVNULL)
        m = self.module
        assert ".".join(map(str, m.version)) == task.spirv == "1.3" and task.vulkan == "1.1"
        assert m.entry == task.entry and m.size == self.size and not m.specialised
        assert m.shared_bytes <= self.shared_bytes, (m.shared_bytes, self.shared_bytes)
        assert self.full_subgroups == bool(operations) == (self.subgroup_size != 0)
        if self.full_subgroups:
            assert self.size[0] % self.subgroup_size == 0
        named = {"shaderFloat64": "Float64", "storageBuffer16BitAccess": "StorageBuffer16BitAccess"}
        asked = {"Shader"} | operations | {named[feature] for feature in features}
        assert m.capabilities == asked, f"kernel {number} has {m.capabilities}, described {asked}"
        assert ("shaderFloat64" in features) == (task.precision == "f64")


class Buffer:
    def __init__(self, fields):
        self.name, self.use = fields.take("name", str), fields.choice("use", *USES)
        self.bytes = fields.take("bytes", int)
        self.file = fields.take("file", str) if fields.has("file") else None
        assert (self.file is not None) == (self.use == "table")
        assert (self.bytes == 0) == (self.use == "extra") and self.bytes % 4 == 0
        self.written = self.use in ("input", "input and output", "table", "extra")
        self.read = False
        fields.done()


class Dispatches:
    def __init__(self, folder, task, glslang=None):
        rest = task.dispatching
        self.push_bytes = rest.take("push_constant_bytes", int)
        assert self.push_bytes <= PUSH_BYTES_EVERYWHERE
        self.buffers = {}
        for one in rest.take("buffers", list):
            buffer = Buffer(Fields(one, "buffer"))
            assert buffer.name not in self.buffers
            self.buffers[buffer.name] = buffer
        self.kernels = [Kernel(Fields(one, f"kernel {i}"), folder, i, task, glslang)
                        for i, one in enumerate(rest.take("kernels", list))]
        self.task, self.used, self.since = task, set(), []
        self.words = 0
        for i, one in enumerate(rest.take("dispatches", list)):
            self.dispatch(Fields(one, f"dispatch {i}"), i)
        rest.done()
        assert self.used == set(range(len(self.kernels)))
        assert not task.exact or all(k.module.contractible == 0 for k in self.kernels)
        assert self.words * 4 == self.push_bytes
        self.check_buffers(folder)

    def check_buffers(self, folder):
        for buffer in self.buffers.values():
            assert buffer.read or buffer.use in ("output", "extra"), f"{buffer.name} is not read"
            assert buffer.written, f"{buffer.name} is not written"
        assert os.path.getsize(os.path.join(folder, "table.bin")) == self.buffers["table"].bytes
        files = {"plan.json", "table.bin"}
        for i in range(len(self.kernels)):
            files |= {f"kernel{i}.spv", f"kernel{i}.comp"}
        assert files == {name for name in os.listdir(folder) if not name.endswith(".bin")
                         or name == "table.bin"}, os.listdir(folder)

    def dispatch(self, fields, number):
        which = fields.take("kernel", int)
        kernel = self.kernels[which]
        self.used.add(which)
        groups = fields.numbers("workgroups", 3)
        assert 1 <= groups[0] <= 65535 and groups[1:] == [1, 1]
        count = len(fields.take("push_constants", list))
        assert 4 * count == kernel.module.push_bytes, (count, kernel.module.push_bytes)
        self.words = max(self.words, count)
        if fields.has("user_words"):
            assert fields.take("user_words", int) + 8 == count
        if fields.take("barrier_before", bool):
            self.since = []
        bound = {}
        for one in fields.take("bindings", list):
            self.bind(Fields(one, f"binding of dispatch {number}"), kernel, bound)
        assert set(kernel.module.bindings) <= set(bound), (kernel.module.bindings, bound)
        fields.done()
        self.check_hazards(which, number, bound)

    def bind(self, fields, kernel, bound):
        binding, access = fields.take("binding", int), fields.choice("access", *ACCESSES)
        assert binding not in bound
        if fields.has("picture"):
            name = fields.take("picture", str)
            assert name.startswith("extra") and access == "read"
            assert self.task.extra[int(name[5:])] == fields.choice("texels", "uint", "float")
            assert kernel.module.bindings.get(binding, "picture") == "picture"
            bound[binding] = None
            fields.done()
            return
        buffer = self.buffers[fields.take("buffer", str)]
        offset, size = fields.take("offset", int), fields.take("bytes", int)
        assert offset % 256 == 0 and offset + size <= buffer.bytes
        assert (size == 0) == (buffer.use == "extra")
        does = kernel.module.bindings.get(binding)
        # Texts of the user's decide what happens to extras, and to the arrays that they call for.
        assert does in (None, access) or buffer.use == "extra" or self.task.load or \
            self.task.store, f"{buffer.name} is for {access}, the kernel does {does}"
        bound[binding] = (buffer, offset, offset + size, access)
        fields.done()

    def check_hazards(self, which, number, bound):
        """What is read has been written, with a barrier between."""
        for item in bound.values():
            if item is None:
                continue
            buffer, begin, end, access = item
            if "read" in access and buffer.use != "extra":
                assert buffer.written or access == "read write", f"{buffer.name} has nothing yet"
                buffer.read = True
            for other, earlier, first, last, did in self.since:
                if other is buffer and first < end and begin < last and buffer.use != "extra":
                    alike = earlier == which and did == access != "read"
                    assert "write" not in did + access or alike, \
                        f"dispatch {number} needs a barrier: {buffer.name}"
        for item in bound.values():
            if item is not None and "write" in item[3]:
                item[0].written = True
        self.since += [(b, which, begin, end, access)
                       for b, begin, end, access in filter(None, bound.values())]
