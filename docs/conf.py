"""How Sphinx builds the pages of this folder: `sphinx-build --fail-on-warning docs build/docs`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
# Compiled modules have no docstrings, and these pages are made of docstrings.
os.environ["YULOPT_PURE"] = "1"

from yulopt.build_info import VERSION  # noqa: E402  (found only from here on)

project = "yulopt"
author = "the contributors of yulopt"
project_copyright = author
release = version = VERSION

extensions = [
    # Pages are written in Markdown.
    "myst_parser",
    # The Python interface, from its docstrings.
    "sphinx.ext.autodoc",
    # The command line, from its commands and options.
    "sphinx_click",
    # Steps, sequences, rules and passes, from what yulopt says about them; colours for Yul.
    "docs.extension",
]
exclude_patterns = ["extension"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# In docstrings, one pair of backticks is enough for code.
default_role = "literal"
# Two hyphens are the start of an option, not a dash.
smartquotes = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"yulopt {VERSION}"
html_static_path = ["static"]
html_css_files = ["yulopt.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {"footer_icons": []}
