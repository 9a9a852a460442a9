"""Pages that are tables: named sequences, prices, rules of simplification, instructions of SSA."""

from __future__ import annotations

import inspect
from itertools import groupby

from docs.extension.markdown import code_block, page, sentence, table
from docs.extension.step_pages import link_to
from yulopt.dialect import EvmVersion
from yulopt.gas.schedule import PRICES
from yulopt.rules.table import all_rules
from yulopt.rules.terms import Rule
from yulopt.ssa.ir import instructions
from yulopt.ssa.ir.function import Instruction, Phi, Terminator
from yulopt.suite.documentation import read_documentation
from yulopt.suite.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.suite.pipelines import Pipeline, describe_pipeline, pipeline_names
from yulopt.suite.registry import steps_by_letter

_SEQUENCES = """\
# Sequences

Each sequence is a text file in `sequences/`, run with `yulopt --sequence NAME`. `[...]` repeats the
steps inside until nothing changes; what follows a `:` is the clean-up, which runs near the end. A
sequence without `:` gets [cleanup](#cleanup), as in solc."""
_PIPELINES = """\
# Pipelines

All that says how a program is compiled, under one name: the step sequence, the number of `runs`
that decisions are made for, and whose code generation makes the code. They are chosen by
`--pipeline NAME`, by `YULOPT_PIPELINE=NAME` or `pipeline = "NAME"` in a
[`yulopt.toml`](../project-file.md) for [`yulopt solc`](../../how-to/use-in-a-build.md), and by
`pipeline="NAME"` in [Python](../python.md#pipelines), where you can make your own.

Their output is not that of solc, and a later version may make other code of the same program."""
_PRICES = """\
# Prices

The gas by which steps and passes beyond solc weigh bytes against execution, from an EVM version on,
with the document that says so. Instructions that are not listed cost what their tier in the yellow
paper costs. An instruction counts with the least that it costs: for slots and addresses that were
touched before, for one word that is hashed, and for an exponent of one byte. The prices of
Amsterdam are those of drafts, and not final.

solc's own steps and passes weigh by solc's constants, among them 200 gas for a byte that is stored,
whatever the version. A file with the prices of another chain is named by
[`--prices`](../../how-to/beat-solc.md#give-the-prices-of-the-chain)."""
_RULES = """\
# Simplification rules

These are the rules that [ExpressionSimplifier](../steps/expression_simplifier.md) applies
([chapter 06](../../specification/06-rules-constants.md)). They are data, in
`yulopt/rules/table.txt`, and the tests prove each of them. `yulopt rules add` lists the rules
for one instruction.

`X`, `Y` and `Z` match anything; `A`, `B` and `C` match any number. `{...}` is evaluated when
the rule is applied. Order matters: of the rules for the same outermost instruction, the first that
matches is applied.
"""
_INSTRUCTIONS = """\
# Instructions of SSA form

The phis and instructions of blocks in [SSA form](../ssa-form.md), from
`yulopt/ssa/ir/instructions.py`."""


def table_pages() -> dict[str, str]:
    """The pages by name."""
    return {
        "sequences": _sequences(),
        "pipelines": _pipelines(),
        "prices": _prices(),
        "rules": _rules(),
        "instructions": _instruction_page(),
    }


def _sequences() -> str:
    parts = [_SEQUENCES]
    for name in sequence_names():
        text = read_sequence(name)
        letters = [letter for letter in dict.fromkeys(text) if letter in steps_by_letter()]
        rows = []
        for letter in letters:
            step = steps_by_letter()[letter]
            summary = sentence(read_documentation(step).summary)
            rows.append((f"`{letter}`", link_to(step, "../steps/"), summary))
        parts += [f"## {name}", describe_sequence(name), code_block("text", text)]
        if rows:
            parts += [table(("letter", "step", "what it does"), rows)]
    return page(*parts)


def _pipelines() -> str:
    parts = [_PIPELINES]
    for name in pipeline_names():
        pipeline = Pipeline.named(name)
        runs = "those of the caller" if pipeline.runs is None else f"{pipeline.runs}"
        rows = [("runs", runs), ("code generation", f"`{pipeline.codegen}`")]
        parts += [f"## {name}", sentence(describe_pipeline(name)), table(("what", "value"), rows)]
        parts += [code_block("text", pipeline.steps or "")]
    return page(*parts)


def _prices() -> str:
    rows = [(f"`{one.entry}`", one.since.text, f"{one.gas}", one.source) for one in PRICES]
    return page(_PRICES, table(("entry", "from", "gas", "source"), rows))


def _rules() -> str:
    parts = [_RULES]
    for group, rules in groupby(all_rules(), key=lambda rule: rule.group):
        rows = [_rule_row(rule) for rule in rules]
        parts += [f"## {sentence(group)}", table(("rule", "says"), rows)]
    return page(*parts)


def _rule_row(rule: Rule) -> tuple[str, str]:
    since = f" from {rule.since.text} on" if rule.since > min(EvmVersion) else ""
    return rule.name, f"`{rule}`{since}"


def _instruction_page() -> str:
    kinds = [
        kind
        for kind in vars(instructions).values()
        if isinstance(kind, type)
        and issubclass(kind, Instruction)
        and kind.__module__ == instructions.__name__
    ]
    ordinary: list[type[Instruction]] = [Phi]
    ordinary += [kind for kind in kinds if not issubclass(kind, Terminator)]
    return page(
        _INSTRUCTIONS,
        "## Phis and instructions",
        _instruction_table(ordinary),
        "## Ends of blocks",
        _instruction_table([kind for kind in kinds if issubclass(kind, Terminator)]),
    )


def _instruction_table(kinds: list[type[Instruction]]) -> str:
    rows = []
    for kind in kinds:
        paragraph = " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())
        text, _, meaning = paragraph[1:].partition("`")
        rows.append((f"`{text}`", sentence(meaning.lstrip(":., ")), f"`{kind.__name__}`"))
    return table(("text", "what it does", "class"), rows)
