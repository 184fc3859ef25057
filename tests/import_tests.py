#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tests of other build trees part of one run of ctest.

  import_tests.py OUT.cmake CONFIGURATION BUILD...

CONFIGURATION is what ctest -C is given, empty for nothing. Writes a file that ctest includes, with the tests of each BUILD under that directory's name: build/asan's
test_order becomes asan.test_order. Names that tests have for each other get the same prefix.
"""
import json
import pathlib
import subprocess
import sys

NAMES = {"DEPENDS", "FIXTURES_SETUP", "FIXTURES_REQUIRED", "FIXTURES_CLEANUP"}


def quoted(text):
    return "[==[" + str(text) + "]==]"


def listed(value):
    return ";".join(str(v) for v in value) if isinstance(value, list) else value


def tests_of(build, configuration):
    chosen = ["-C", configuration] if configuration else []
    done = subprocess.run(["ctest", "--test-dir", str(build), *chosen, "--show-only=json-v1"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["tests"]


def imported(build, configuration):
    label = build.name
    for test in tests_of(build, configuration):
        if "command" not in test:
            raise SystemExit(f"{build}: {test['name']} is not built")
        name = quoted(f"{label}.{test['name']}")
        yield f"add_test({name} {' '.join(quoted(word) for word in test['command'])})"
        for entry in test.get("properties", []):
            value = entry["value"]
            if entry["name"] in NAMES:
                value = [f"{label}.{v}" for v in value]
            if isinstance(value, bool):
                value = "ON" if value else "OFF"
            yield f"set_tests_properties({name} PROPERTIES {entry['name']} {quoted(listed(value))})"


def main():
    lines = [line for build in sys.argv[3:]
             for line in imported(pathlib.Path(build).resolve(), sys.argv[2])]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
