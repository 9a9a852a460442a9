"""One page for each step, from its module, and a page that lists them."""

from __future__ import annotations

from docs.extension.markdown import code_block, contents, difference, page, sentence, table
from docs.extension.specification import link_chapters
from yulopt.passes.properties import PROPERTIES
from yulopt.passes.step import Step
from yulopt.suite.documentation import Documentation, read_documentation
from yulopt.suite.named_sequences import read_sequence, sequence_names
from yulopt.suite.registry import all_steps, is_extension, is_installed
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

_INTRODUCTION = """\
# Steps

Each step is one module in `steps/`, from which its page is generated: what it does, what it
requires, and an example, which the tests execute. `yulopt steps u` shows the same in a terminal.

Steps with a letter can be used in sequences. Letters are case-sensitive: `c` and `C` are two
steps."""
_STAGES = """\
## Fixed stages

These have no letter. Every run without `--bare` executes them at fixed points; with
`--bare --step NAME` they can be run alone."""
_EXTENSIONS = """\
## Extensions

solc does not have these steps, nor their letters. A sequence without them gives exactly what
solc gives."""
_NEEDS = """\
The step in the second column establishes the property. In a run without `--bare`, it always
holds."""


def step_pages() -> dict[str, str]:
    """The pages by name."""
    steps = [step for step in all_steps().values() if not is_installed(step)]
    pages = {module_of(step): _step_page(step) for step in steps}
    lettered = sorted(
        (step for step in steps if step.letter and not is_extension(step)),
        key=lambda step: (step.letter.lower(), step.letter),
    )
    stages = [step for step in steps if not step.letter and not is_extension(step)]
    extensions = [step for step in steps if is_extension(step)]
    pages["index"] = page(
        _INTRODUCTION,
        "## Steps with a letter",
        _list(lettered),
        _STAGES,
        _list(stages),
        _EXTENSIONS,
        _list(extensions),
        contents(module_of(step) for step in steps),
    )
    return pages


def module_of(step: Step) -> str:
    """The name of the module that holds the step, which its page has, too."""
    return type(step).__module__.rpartition(".")[2]


def link_to(step: Step, folder: str = "") -> str:
    """A link to the page of a step, from a page in `folder` or beside it."""
    return f"[{step.name}]({folder}{module_of(step)}.md)"


def _list(steps: list[Step]) -> str:
    rows = []
    for step in steps:
        summary = sentence(read_documentation(step).summary)
        rows.append((f"`{step.letter}`" if step.letter else "", link_to(step), summary))
    return table(("letter", "step", "what it does"), rows)


def _step_page(step: Step) -> str:
    documentation = read_documentation(step)
    letter = f" (`{step.letter}`)" if step.letter else ""
    return page(
        f"# {step.name}{letter}",
        sentence(documentation.summary),
        documentation.text,
        _kind(step),
        _needs(step),
        _example(documentation),
        _use(step),
        _specification(documentation),
    )


def _kind(step: Step) -> str:
    if is_extension(step):
        return "```{note}\nAn extension of yulopt: solc has no such step.\n```"
    return ""


def _needs(step: Step) -> str:
    if not step.requires:
        return ""
    rows = [(sentence(name), PROPERTIES[name].established_by) for name in step.requires]
    return page("## Requires", table(("property", "established by"), rows), _NEEDS).rstrip()


def _example(documentation: Documentation) -> str:
    before = print_yul(parse(documentation.before).code)
    return page(
        "## Example",
        "Before:",
        code_block("yul", before),
        "After:",
        code_block("yul", documentation.after),
        "The difference:",
        difference(before, documentation.after),
    ).rstrip()


def _use(step: Step) -> str:
    name = step.letter or step.name
    run = f"`yulopt --bare --step {name} FILE` runs this step alone, `yulopt steps {name}` shows"
    text = [f"{run} this page. The code is in `steps/{module_of(step)}.py`."]
    users = [known for known in sequence_names() if step.letter and step.letter in _letters(known)]
    if users:
        links = ", ".join(f"[{known}](../tables/sequences.md#{known})" for known in users)
        text.append(f"Named sequences that run it: {links}.")
    return page("## Use", *text).rstrip()


def _specification(documentation: Documentation) -> str:
    source = link_chapters(sentence(documentation.source), "../../")
    return page("## Specification", source).rstrip() if source else ""


def _letters(sequence: str) -> str:
    return read_sequence(sequence)
