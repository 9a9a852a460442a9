"""One page for each pass over SSA form, from its module, and a page that lists them."""

from __future__ import annotations

from docs.extension.markdown import code_block, contents, difference, page, sentence, table
from docs.extension.specification import link_chapters
from yulopt.passes.options import options_of
from yulopt.ssa.kernel.pass_contract import PROPERTIES, Pass, contract
from yulopt.ssa.pipeline import all_passes
from yulopt.suite.documentation import Documentation, read_module_documentation

_INTRODUCTION = """\
# SSA passes

Each pass is one module in `yulopt/ssa/passes/`, from which its page is generated. `yulopt ssa
--passes NAME,NAME FILE` runs passes over a program in the given order; settings follow a name
after colons, as in `mem2reg:ssa=minimal`. [Write a pass](../../how-to/write-a-pass.md) explains
what passes declare."""


def pass_pages() -> dict[str, str]:
    """The pages by name."""
    pages = {name: _pass_page(kind) for name, kind in all_passes().items()}
    rows = [
        (f"[{name}]({name}.md)", sentence(_documentation(kind).summary))
        for name, kind in all_passes().items()
    ]
    pages["index"] = page(
        _INTRODUCTION, table(("pass", "what it does"), rows), contents(all_passes())
    )
    return pages


def _pass_page(kind: type[Pass]) -> str:
    documentation = _documentation(kind)
    return page(
        f"# {kind.name}",
        sentence(documentation.summary),
        documentation.text,
        _requirements(kind),
        _settings(kind),
        "## Example",
        "Before:",
        code_block("ssa", documentation.before),
        "After:",
        code_block("ssa", documentation.after),
        "The difference:",
        difference(documentation.before, documentation.after),
        _sources(documentation),
    )


def _requirements(kind: type[Pass]) -> str:
    """The properties that a pass requires, provides and destroys."""
    return " ".join(
        f"{what.capitalize()} {name}{_remark(what, name)}."
        for what, names in contract(kind).items()
        for name in names
    )


def _remark(what: str, name: str) -> str:
    provider = PROPERTIES[name].established_by
    if what == "needs" and provider:
        return f", for which [{provider}]({provider}.md) runs first"
    if what == "ends" and not provider:
        return ": no pass that needs it can follow"
    return ""


def _settings(kind: type[Pass]) -> str:
    rows = []
    for name, option in options_of(kind).items():
        values = " or ".join(f"`{value}`" for value in option.values) or "a number"
        rows.append((f"`{name}`", values, f"`{option.default}`", sentence(option.purpose)))
    if not rows:
        return ""
    return page("## Settings", table(("setting", "values", "default", "purpose"), rows)).rstrip()


def _sources(documentation: Documentation) -> str:
    """The papers and the chapters of the specification that it comes from."""
    return page("## Sources", link_chapters(sentence(documentation.source), "../../")).rstrip()


def _documentation(kind: type[Pass]) -> Documentation:
    return read_module_documentation(kind.__module__)
