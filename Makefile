# SPDX-License-Identifier: MIT
# Everything goes through CMake (see CMakePresets.json); these are the commands worth remembering.
# Of each of the fuzz targets, one for each processor at a time: most of what a campaign takes, if it is long.
FFTCORE_FUZZ_CAMPAIGN_SECONDS ?= 60
# Random shaders that the emulator and the drivers on the CPU carry out: hours, which can be interrupted.
FFTCORE_COMPARED_SHADERS ?= 20000
.PHONY: help demo test docs docs-check format format-check fuzz campaign shaders fftw3-check fftw3-reach packages-check clean

help:
	@echo "make demo          a recording through one FFT kernel on every execution: tables, a picture, a page"
	@echo "make test          the optimised build and its tests, some 15 minutes from a clean clone on two cores"
	@echo "make docs          the documents as a site: build/docs/index.html;  make docs-check: a browser visits it"
	@echo "make fuzz          each fuzz target for a minute, or for FFTCORE_FUZZ_CAMPAIGN_SECONDS=3600"
	@echo "make campaign      make fuzz, then what make test leaves out: the sanitizers, and what takes too long"
	@echo "make shaders       the emulator beside drivers: random shaders, FFTCORE_COMPARED_SHADERS=20000 of them"
	@echo "make fftw3-check   FFTW's own checks on FFTW's interface of the library: an hour or two, apart from the others"
	@echo "make fftw3-reach   programs that use FFTW, run on the library: some minutes"
	@echo "make packages-check  make demo on a bare system; Debian's packages, the wheel, Conan's, vcpkg's port, the archive"
	@echo "make format        clang-format;  make format-check: only look"
	@echo "make clean         removes build/ and out/"

demo:
	scripts/setup.sh --demo
	scripts/demo.sh

test:
	scripts/setup.sh
	scripts/test.sh

docs:
	scripts/setup.sh --docs
	scripts/docs.sh

docs-check: docs
	/usr/bin/env python3 docs/site/check.py build/docs build/docs-check

fuzz:
	scripts/setup.sh
	cmake --preset asan -DFFTCORE_FUZZ_CAMPAIGN_SECONDS=$(FFTCORE_FUZZ_CAMPAIGN_SECONDS)
	cmake --build --preset asan --target campaign

campaign: fuzz
	scripts/test.sh --campaign

shaders:
	scripts/setup.sh
	cmake --preset release -DFFTCORE_COMPARED_SHADERS=$(FFTCORE_COMPARED_SHADERS)
	cmake --build --preset release --target compare_shaders

fftw3-check fftw3-reach:
	scripts/setup.sh
	cmake --preset release
	cmake --build --preset release --target $@

packages-check:
	scripts/setup.sh
	tests/packages/demo.sh build/packages/demo
	tests/packages/debian.sh build/packages
	tests/packages/wheel.sh build/packages/python
	tests/packages/conan.sh build/packages/conan
	tests/packages/vcpkg.sh build/packages/vcpkg
	cmake --preset release
	cmake --build --preset release
	tests/packages/archive.sh build/release build/packages/archive

format:
	scripts/format.sh

format-check:
	scripts/format.sh --check

clean:
	rm -rf build out
