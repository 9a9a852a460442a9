"""Extensions of Sphinx for these pages: colours for Yul, and pages generated from yulopt itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docs.extension.command_line import correct_epilog, correct_options
from docs.extension.generate import write_pages
from docs.extension.lexers import ConsoleLexer, SsaLexer, YulLexer
from docs.extension.playground import PlaygroundError, build, named_archive, write_absence

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
    app.connect("build-finished", _build_playground)
    app.connect("sphinx-click-process-options", correct_options)
    app.connect("sphinx-click-process-epilog", correct_epilog)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _generate(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / "reference")


def _build_playground(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.format == "html":
        target = Path(app.outdir) / "playground"
        try:
            build(target, named_archive())
        except PlaygroundError as error:
            write_absence(target, error)
            print(f"no playground: {error}")
