#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The `fftcore techniques` command from outside: test_tool_techniques.py PROGRAM [unittest options]."""

import sys

sys.dont_write_bytecode = True  # the source tree stays as it is
import command_testing  # noqa: E402
from command_testing import WITHOUT_DEVICES, CommandTest, run, run_json  # noqa: E402

NAMES = ["passes", "passes, table", "lines", "lines, table", "fftcore"]


def built(report):
    """The places but what says that there is no Vulkan in this build."""
    return [place for place in report["places"] if place.get("reason") != "this fftcore is built without Vulkan"]


class Techniques(CommandTest):
    def check_classic(self, row, report, item):
        """Bytes by the article's formulas."""
        array = report["length"] * report["lines"] * item
        passes = report["length"].bit_length() - 1
        by_passes = row["technique"] == "passes"
        self.assertEqual(row["bytes_read"], array * (2 * passes if by_passes else 1))
        self.assertEqual(row["bytes_written"], array * (passes if by_passes else 1))
        self.assertEqual(row["bytes_table"], report["length"] * report["lines"] * passes * (8 + item) * row["table"])
        self.assertEqual(row["dispatches"], passes if by_passes else 1)

    def check_report(self, report, item):
        self.assertTrue(report["good"])
        for place in built(report):
            self.assertNotIn("reason", place, place)
            self.assertEqual([row["name"] for row in place["rows"]], NAMES)
            for row in place["rows"]:
                if "reason" in row:
                    self.assertEqual(place["kind"], "vulkan")
                    self.assertRegex(row["reason"], "shared memory|double")
                    continue
                self.assertTrue(row["good"] and row["equal_bits"], row)
                self.assertLessEqual(row["error"], report["error_bound"])
                if row["technique"] != "own":
                    self.check_classic(row, report, item)
                elif place["kind"] == "vulkan":
                    self.assertGreaterEqual(row["bytes_read"], report["array_bytes"])
                    self.assertGreaterEqual(row["bytes_written"], report["array_bytes"])
                if place["kind"] == "vulkan" or row["technique"] == "own":
                    self.assertGreater(row["seconds"], 0)
                else:
                    self.assertIsNone(row["seconds"])

    def test_every_device_moves_the_bytes_of_the_formulas(self):
        report = run_json("techniques", "--length", "64", "--lines", "11")
        self.assertEqual((report["lines"], report["lines_counted"], report["array_bytes"]), (11, 11, 64 * 11 * 8))
        self.check_report(report, 8)
        self.assertEqual([place["name"] for place in built(report)[1:]],
                         [device["name"] for device in run_json("info")["devices"]])

    def test_some_lines_are_counted_where_there_are_many(self):
        report = run_json("techniques", "--length", "2", "--lines", "2^16", "--precision", "f64",
                          "--direction", "inverse", *WITHOUT_DEVICES)
        self.assertEqual(report["lines_counted"], 2 ** 16)
        self.check_report(report, 16)
        report = run_json("techniques", "--length", "4096", "--lines", "75", *WITHOUT_DEVICES)
        self.assertEqual(report["lines_counted"], 32)
        self.check_report(report, 8)
        self.assertEqual(len(report["places"]), 1)

    def test_the_article_s_picture_is_the_default(self):
        text = run("techniques", *WITHOUT_DEVICES)
        self.assertIn("256 lines of 512 points, f32, forward: 1 MiB", text)
        # A channel has a quarter of the 72, 36 and 4 MiB of a texel's four; the table serves all four.
        self.assertRegex(text, r"passes +18 +9 +0 +9 ")
        self.assertRegex(text, r"passes, table +18 +9 +18 +9 ")
        self.assertRegex(text, r"lines +1 +1 +0 +1 ")
        self.assertRegex(text, r"lines, table +1 +1 +18 +1 ")

    def test_what_is_wrong_is_refused(self):
        for arguments, words in ((["--length", "48"], "power of two"), (["--length", "1"], "--length"),
                                 (["--lines", "0"], "--lines"), (["--precision", "f16"], "f32, f64"),
                                 (["--length", "2^24", "--lines", "129"], "more than 2^31"),
                                 (["--device", "no such device"], "device"), (["file"], "file")):
            self.assertIn(words, run("techniques", *arguments, code=2))


if __name__ == "__main__":
    command_testing.main()
