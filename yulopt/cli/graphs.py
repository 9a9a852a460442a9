"""Reads and writes graphs of values and states for the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from yulopt.cli.help import WHAT_TO_RUN
from yulopt.cli.inputs import input_files
from yulopt.cli.options import combined, evm_version_option
from yulopt.cli.outputs import single_output
from yulopt.dialect import chosen_dialect
from yulopt.errors import Source, located
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import is_assembly, parse_assembly_source
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import OPTIR, Language, yul_language
from yulopt.rvsdg.parser import parse_source
from yulopt.rvsdg.verifier import verify
from yulopt.terminal.console import (
    ProgressLine,
    progress,
    read_source,
    source_name,
)

language_options: Final = combined(
    WHAT_TO_RUN.option(
        "--word",
        type=click.Choice(("32", "256")),
        default="32",
        help="Bits: 32 with operators of optir, 256 with builtins of Yul.",
    ),
    evm_version_option,
)
"""The options --word and --evm-version: `word` and `evm_version`, for `language_of`."""


def language_of(word: str, evm_version: str) -> Language:
    """The language that the options name. Raises `YulError`."""
    return OPTIR if word == "32" else yul_language(chosen_dialect(evm_version))


def read_graph(source: Source, language: Language) -> tuple[Graph, Node]:
    """The graph in a file, which may hold control flow. Raises `YulError`."""
    graph = Graph(language)
    if is_assembly(source.text):
        return graph, build_all(parse_assembly_source(source, language), graph)
    root = parse_source(source, graph)
    with located(source.filename):
        verify(root, language)
    return graph, root


def write_result(
    file: str,
    output: str | None,
    text: Callable[[Source, ProgressLine], str],
    read: Callable[[str], Source] = read_source,
) -> None:
    """Write the result for a file, or report its error; `read` returns its contents."""
    result = single_output(file, output, input_files())
    with located(source_name(file)):
        source = read(file)
        with progress(source.filename) as line:
            written = text(source, line)
        written = written if written.endswith("\n") or not written else f"{written}\n"
        result.write(file, written)
