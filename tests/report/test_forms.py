"""The contents of a report, and its decision, without a compiler."""

from __future__ import annotations

import json

import attr
import pytest

from yulopt.report.decision import best_pipeline, decide
from yulopt.report.model import (
    PUBLISHED,
    Build,
    ContractReport,
    Figures,
    FunctionGas,
    Gas,
    Report,
)
from yulopt.report.page import page_text
from yulopt.report.text import json_text, markdown_lines, percentage, remarks, text_lines


def figures(size: int, paid: int, *, deployment: int = 1_000_000) -> Figures:
    functions = (
        FunctionGas("transfer(address,uint256)", 3, paid, paid - 21_000, False),
        FunctionGas("burn(uint256)", 1, paid + 400, paid - 20_600, False),
        FunctionGas("name()", 1, 21_900, 900, True),
    )
    return Figures(size, size + 100, Gas(deployment, functions))


def contract(**sizes: tuple[int, int]) -> ContractReport:
    """A contract with builds by name: bytes, and gas of a transfer."""
    builds = [
        Build(
            name,
            name if name in ("solc", "tuned") else f"--pipeline {name}",
            figures(size, paid),
            pipeline=None if name in ("solc", "tuned") else name,
        )
        for name, (size, paid) in sizes.items()
    ]
    return ContractReport("src/<T>.sol:T", tuple(builds), "synthetic")


def report(*contracts: ContractReport, kind: str = "foundry") -> Report:
    return Report(contracts, "via IR, runs 200", kind)


def test_views_are_not_paid_for_unless_there_is_nothing_else() -> None:
    gas = figures(100, 30_000).gas
    assert gas is not None
    # By weight: three transfers, and a burn.
    assert gas.mean(paid=True) == 30_100
    assert gas.mean(paid=False) == 9_100
    assert Gas(None, gas.functions[2:]).mean(paid=True) == 21_900
    assert Gas(None, ()).mean(paid=True) is None


def test_the_best_pipeline_costs_callers_least() -> None:
    best = best_pipeline(contract(solc=(100, 30_000), size=(60, 29_000), gas=(80, 28_000)))
    assert best is not None
    assert best.key == "gas"


def test_the_best_pipeline_must_fit() -> None:
    best = best_pipeline(contract(solc=(26_000, 30_000), size=(24_576, 29_000), gas=(24_577, 28)))
    assert best is not None
    assert best.key == "size"


def test_the_decision_is_one_for_all_contracts() -> None:
    decision = decide(
        report(
            contract(solc=(100, 40_000), size=(50, 20_000), gas=(80, 10_000)),
            contract(solc=(100, 40_000), size=(50, 20_000), gas=(80, 10_000)),
            contract(solc=(100, 40_000), size=(50, 10_000), gas=(80, 20_000)),
        )
    )
    assert decision.best is not None
    assert decision.best.title == "--pipeline gas"
    assert "YULOPT_PIPELINE=gas forge build --force" in decision.command
    assert decision.verifiable is None


def test_settings_of_solc_are_reported_with_their_savings() -> None:
    text = "\n".join(
        text_lines(
            report(contract(solc=(1000, 40_000), tuned=(900, 40_000), gas=(800, 36_000))), str
        )
    )
    assert "\n--pipeline gas: gas of a call -10.0 %, its execution -20.9 %, bytes -20.0 %\n" in text
    assert "\ntuned: bytes -10.0 %; explorers verify it as usual\n" in text


def test_publications_are_reported_with_their_explorers() -> None:
    figures_of = contract(solc=(1000, 40_000), gas=(800, 36_000))
    published = Build(
        PUBLISHED.format("gas"), "publish --pipeline gas", figures(900, 36_000), pipeline="gas"
    )
    both = attr.evolve(figures_of, builds=(*figures_of.builds, published))
    # It is no choice for a build.
    best = best_pipeline(both)
    assert best is not None
    assert best.key == "gas"
    assert [build.verification for build in both.builds] == [
        "Etherscan, Sourcify, Blockscout",
        "none",
        "Sourcify, as Yul",
    ]
    text = "\n".join(text_lines(report(both), str))
    assert (
        "\nyulopt publish --pipeline gas: gas of a call -10.0 %, its execution -20.9 %,"
        " bytes -10.0 %; Sourcify verifies it, as Yul\n"
    ) in text
    assert text.count("verifies it, as Yul") == 1
    page = page_text(report(both))
    assert "<td>Sourcify, as Yul</td>" in page


@pytest.mark.parametrize(
    ("ratio", "text"), [(0.9, "-10.0%"), (1.25, "+25.0%"), (0.99999, "0.0%"), (1, "0.0%")]
)
def test_percentages(ratio: float, text: str) -> None:
    assert percentage(ratio) == text


def test_tables_show_the_distance_from_the_size_limit() -> None:
    lines = list(text_lines(report(contract(solc=(25_000, 30_000), size=(24_000, 30_000))), str))
    table = [line.split() for line in lines if line.startswith("  ")]
    assert table[1][:3] == ["solc", "25,000", "-424"]
    assert table[2][:5] == ["--pipeline", "size", "24,000", "-4.0%", "576"]


@pytest.mark.parametrize(
    ("size", "paid", "deployment", "remark"),
    [
        (110, 29_993, 1_002_000, "; that costs 2,000 gas, which 286 calls save"),
        (110, 30_000, 1_002_000, ", and its calls save no gas"),
        (110, 30_001, 1_002_000, ", and its calls save no gas"),
        (110, 29_993, 999_999, ", but not dearer to deploy"),
        (110, 29_993, None, "; what its calls save was not measured"),
        (100, 29_993, 1_002_000, None),
    ],
)
def test_larger_code_is_said_with_the_calls_that_pay_for_it(
    size: int, paid: int, deployment: int | None, remark: str | None
) -> None:
    alone = contract(solc=(100, 30_000), gas=(size, paid))
    made = alone.builds[1].figures
    assert made is not None
    assert made.gas is not None
    gas = attr.evolve(made.gas, deployment=deployment)
    build = attr.evolve(alone.builds[1], figures=attr.evolve(made, gas=gas))
    lines = remarks(attr.evolve(alone, builds=(alone.builds[0], build)))
    expected = (
        [] if remark is None else [f"--pipeline gas: 10 bytes larger than solc's code{remark}"]
    )
    assert [line for line in lines if "larger" in line] == expected


def test_larger_code_of_solc_itself_is_no_remark() -> None:
    assert not any("larger" in one for one in remarks(contract(solc=(100, 30_000), tuned=(110, 9))))


def test_a_build_without_code_has_a_reason() -> None:
    failed = Build("solc", "solc", None, "stack too deep")
    built = contract(size=(100, 30_000)).builds
    reported = report(ContractReport("T", (failed, *built)))
    assert "stack too deep" in "\n".join(text_lines(reported, str))
    # It is compared with the first that has code.
    assert reported.contracts[0].reference is built[0]
    assert json.loads(json_text(reported))["contracts"][0]["builds"][0]["deployedBytes"] is None


def test_names_are_escaped() -> None:
    reported = report(contract(solc=(100, 30_000)))
    assert "src/<T>" not in page_text(reported)
    assert "src/&lt;T&gt;.sol:T" in page_text(reported)
    assert "#### src/\\<T\\>.sol:T" in list(markdown_lines(reported))
