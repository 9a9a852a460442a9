"""What the pages need besides Sphinx: colours for Yul, and pages made from yulopt itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docs.extension.command_line import correct_epilog, correct_options
from docs.extension.generate import write_pages
from docs.extension.lexers import ConsoleLexer, SsaLexer, YulLexer

if TYPE_CHECKING:  # Tests use some of this package without Sphinx.
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.setup_extension("sphinx_click")
    app.add_lexer("yul", YulLexer)
    app.add_lexer("ssa", SsaLexer)
    app.add_lexer("console", ConsoleLexer)
    app.connect("builder-inited", _generate)
    app.connect("sphinx-click-process-options", correct_options)
    app.connect("sphinx-click-process-epilog", correct_epilog)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _generate(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / "reference")
