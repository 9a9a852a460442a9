"""One page for each pass over SSA form, from its module, and a page that lists them."""

from __future__ import annotations

from docs.extension.markdown import code_block, contents, difference, page, sentence, table
from docs.extension.specification import link_chapters
from yulopt.pipeline.documentation import Documentation, read_module_documentation
from yulopt.ssa.pass_contract import Pass
from yulopt.ssa.pipeline import all_passes
from yulopt.ssa.properties import PROPERTIES

_INTRODUCTION = """\
# SSA passes

Each pass is one module in `yulopt/ssa/passes/`. Its page here is made from that module.
`yulopt ssa --passes NAME,NAME FILE` runs passes over a program, in this order; settings follow a
name after colons, as in `mem2reg:ssa=minimal`."""


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
    """What must hold before the pass, and what does not hold any more after it."""
    sentences = [f"Needs {name}." for name in kind.requires]
    ended = [name for name in PROPERTIES if name not in kind.preserves]
    sentences += [f"Ends {name}: no pass that needs it can follow." for name in ended]
    return " ".join(sentences)


def _settings(kind: type[Pass]) -> str:
    if not kind.options:
        return ""
    rows = []
    for name, option in kind.options.items():
        values = " or ".join(f"`{choice}`" for choice in option.choices) or "a number"
        rows.append((f"`{name}`", values, f"`{option.default}`", sentence(option.purpose)))
    return page("## Settings", table(("setting", "values", "default", "purpose"), rows)).rstrip()


def _sources(documentation: Documentation) -> str:
    """The papers and the chapters of the specification that it comes from."""
    return page("## Sources", sentence(link_chapters(documentation.source, "../../"))).rstrip()


def _documentation(kind: type[Pass]) -> Documentation:
    return read_module_documentation(kind.__module__)
