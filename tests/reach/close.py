#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""close.py FILE FILE TOLERANCE: prints 0 if all numbers of the files agree within TOLERANCE of the largest, else 1."""
import re
import sys

first, second = ([float(x) for x in re.split(r"[\s,;]+", open(name).read()) if x] for name in sys.argv[1:3])
largest = max(map(abs, first), default=0)
same = len(first) == len(second) > 100 and largest > 0
print(0 if same and all(abs(a - b) <= float(sys.argv[3]) * largest for a, b in zip(first, second)) else 1)
