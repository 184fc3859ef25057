# SPDX-License-Identifier: MIT
"""Sphinx's configuration: scripts/docs.sh makes the sources (pages.py) and calls Sphinx with this folder."""
import pathlib
import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

HERE = pathlib.Path(__file__).resolve().parent
project = "fftcore"
release = re.search(r'^version = "(.*)"', (HERE.parent.parent / "pyproject.toml").read_text(), flags=re.M)[1]
author = "the authors of fftcore"
copyright = author  # what Sphinx calls it
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
suppress_warnings = ["myst.header"]  # docs/log has pages that begin with a second-level heading
highlight_language = "none"
default_role = "code"
myst_heading_anchors = 4
autodoc_default_options = {"members": True, "member-order": "bysource"}
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"fftcore {release}"
html_static_path = [str(HERE / "site.css")]
html_css_files = ["site.css"]
html_copy_source = False
html_use_index = True
html_domain_indices = False  # of Python modules: the reference has three
html_show_sphinx = False
html_show_copyright = False


class NamesAreLinks(SphinxPostTransform):
    """`fftc_plan_create` in any text leads to the reference, without a mark in the pages."""

    default_priority = 500

    def run(self, **_):
        if not hasattr(self.env, "fftcore_names"):
            domains = (self.env.domains["py"], self.env.domains["c"])
            self.env.fftcore_names = {entry[0]: entry[3:5] for domain in domains for entry in domain.get_objects()
                                      if entry[2] not in ("functionParam", "module")}
        for literal in list(self.document.findall(nodes.literal)):
            place = self.env.fftcore_names.get(literal.astext().removesuffix("()"))
            if place and not isinstance(literal.parent, (nodes.reference, nodes.title)):
                literal.replace_self(make_refnode(self.app.builder, self.env.docname, *place, literal.deepcopy()))


def setup(app):
    app.add_post_transform(NamesAreLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
