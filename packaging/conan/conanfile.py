# SPDX-License-Identifier: MIT
"""The core library for Conan 2, from this tree: conan create packaging/conan"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir


class FftcoreConan(ConanFile):
    name = "fftcore"
    version = "0.1.0"
    license = "MIT"
    description = "Fast Fourier transforms, convolutions, and an emulator of GPU kernels"
    topics = ("fft", "convolution", "simd", "emulator")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "engines": ["ANY"]}
    default_options = {"shared": False, "fPIC": True, "engines": "avx2;avx512"}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "*.md", "cmake/*", "include/*", "src/*", "shaders/*", "docs/*.md",
                        "examples/*"):
            copy(self, pattern, root, self.export_sources_folder, excludes="build*")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("VULKAN", "FFTW3", "TOOLS", "TESTS", "EXAMPLES", "PYTHON"):
            toolchain.cache_variables[f"FFTCORE_{part}"] = "OFF"
        toolchain.cache_variables["FFTCORE_ENGINES"] = str(self.options.engines)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share", "doc")):  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.libs = ["fftcore"]
        self.cpp_info.set_property("cmake_target_name", "fftcore::fftcore")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread"]
