# SPDX-License-Identifier: MIT
"""Writes what pip and importlib.metadata read of an installed package, from pyproject.toml: dist_info.py FOLDER"""
import pathlib
import sys
import tomllib

project = tomllib.loads(pathlib.Path("pyproject.toml").read_text())["project"]
info = pathlib.Path(sys.argv[1]) / f"{project['name']}-{project['version']}.dist-info"
info.mkdir()
lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}",
         f"Summary: {project['description']}", f"License: {project['license']['text']}",
         f"Requires-Python: {project['requires-python']}",
         *(f"Requires-Dist: {needed}" for needed in project["dependencies"])]
(info / "METADATA").write_text("\n".join(lines) + "\n")
(info / "INSTALLER").write_text("debian\n")
