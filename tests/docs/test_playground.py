"""The playground in a real browser. It is built once for all tests, which together take longest."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from docs.extension.playground import COMPILED_VARIABLE, install
from tests.accessibility import violations
from tests.conftest import Command
from tests.docs.playground_page import SECONDS, Playground
from tests.docs.site_server import link_fragment
from tests.slices import every_nth

TOKEN = """
pragma solidity ^0.8.20;
import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") { _mint(msg.sender, 1000); }
}
"""
LEFT, RIGHT, DOWN = "\ue012", "\ue014", "\ue015"
TAB, ALT, ESCAPE = "\ue004", "\ue00a", "\ue00c"
# What has the focus, by its id or label, and whether that can be seen. It is noted.
FOCUS = """(() => {
  const focused = document.activeElement;
  focused.dataset.reached = "";
  const shown = focused.closest(".cm-editor") ?? focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const isSeen = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
  return [focused.id || focused.ariaLabel || focused.textContent || focused.tagName, isSeen];
})()"""
STATUS = "document.querySelector('#status').textContent"
REFUSE = """
const [refused] = arguments;
const { python } = compilers;
const { call } = python;
python.call = (name, ...rest) => {
  if (name === refused) throw new Error("it was called");
  return call.call(python, name, ...rest);
};
"""
NOT_REACHED = """[
  ...document.querySelectorAll("a, select:enabled, input, button, [role=listbox], .cm-content"),
].filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !("reached" in one.dataset))
.map((one) => one.outerHTML)"""

pytestmark = pytest.mark.usefixtures("console")


def digits(text: str) -> str:
    """The bytes that the view of bytes shows, without the offsets."""
    return "".join("".join(line.split()[1:]) for line in text.splitlines())


def test_a_token_is_compiled_as_on_the_command_line(
    playground: Playground, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = playground.browser
    playground.open()
    # The editor can be used before a compiler is there.
    assert browser.value("document.documentElement.dataset.results") is None
    playground.write(TOKEN)
    playground.wait_for("playground.request?.sources['Input.sol']?.content.includes('Coin')")
    playground.wait_for("document.querySelector('#figures')?.textContent.includes('solc')")
    assert browser.text("#contract option:checked") == "Coin"
    assert "function" in playground.text("ir")
    assert 'object "Coin_' in playground.text("optimised")
    # It comes from Python, after the figures.
    playground.wait_for("playground.assembly.text.includes('PUSH1 0x')")
    assert browser.all("#problems li.error") == []

    request = json.dumps(browser.value("playground.request"))
    monkeypatch.setenv("YULOPT_PIPELINE", "size")
    monkeypatch.setenv("YULOPT_CACHE", "off")
    monkeypatch.setenv("YULOPT_SOLC", str(install() / "node_modules" / "solc"))
    answer = json.loads(yulopt("solc", "--standard-json", input=request).stdout)
    code = answer["contracts"]["Input.sol"]["Coin"]["evm"]["deployedBytecode"]["object"]
    assert digits(playground.text("bytes")) == code

    playground.show("calls")
    browser.choose("#function", "transfer(")
    to, value = browser.all("#calls form .inputs input")
    to.send_keys("0xb0b")
    value.send_keys("7")
    browser.find("#calls form button").click()
    playground.wait_for("document.querySelectorAll('.results li').length === 2")
    reported = browser.text(".results li:last-child")
    assert "returned true" in reported
    assert '"value":"7"' in reported
    assert " gas (size), " in reported
    assert reported.endswith(" gas (solc), same effects")


def test_lines_of_one_place_are_marked_in_all_views(playground: Playground) -> None:
    browser = playground.browser
    playground.open("contract C {\n function f(uint a) public {\n assembly { sstore(7, a) }\n }\n}")
    playground.wait_for("playground.assembly.text.includes('SSTORE')")
    [line] = [one for one in browser.all("#source .cm-line") if "sstore" in one.text]
    browser.hover(browser.find("#source .cm-line"))
    browser.hover(line)
    playground.wait_for("document.querySelector('#assembly .marked')")
    browser.hover(browser.find("#version"))
    playground.wait_for("!document.querySelector('.marked')")
    line.click()
    playground.wait_for("document.querySelector('#assembly .marked')")
    assert [one.text.strip() for one in browser.all("#optimised .marked")] == [
        "sstore(7, calldataload(4))"
    ]
    assert any("SSTORE" in one.text for one in browser.all("#assembly .marked"))


def test_errors_are_shown_in_place(playground: Playground) -> None:
    browser = playground.browser
    playground.open("contract C {\n  function f() public { missing(); }\n}")
    playground.wait_for("document.querySelector('#problems li.error')")
    assert "solc, line 2: DeclarationError: Undeclared identifier." in browser.text("#problems")
    playground.wait_for("document.querySelector('#source .cm-lintRange-error')")
    assert browser.text("#source .cm-lintRange-error") == "missing"
    playground.write("{\n  sstore(0, unknown)\n}")
    playground.wait_for("document.querySelectorAll('#problems li.error').length === 2")
    reported = browser.text("#problems")
    assert "solc, line 2: " in reported
    assert "yulopt, line 2: " in reported
    playground.write("{\n  sstore(0, 1\n}")
    playground.wait_for(
        "document.querySelector('#problems')?.textContent.includes('yulopt, line 3: ')"
    )
    playground.write("{\n  sstore(0, 1)\n}")
    playground.wait_for("!document.querySelector('#problems li')")
    playground.write("")
    playground.wait_for(
        "document.querySelector('#status').textContent === 'There is no code in it.'"
    )


def test_solc_goes_on_after_a_source_that_is_nested_too_deeply(playground: Playground) -> None:
    contract = "contract C {{ function f() public pure returns (uint) {{ return {}; }} }}"
    playground.open(contract.format("(" * 3000 + "1" + ")" * 3000))
    playground.wait_for(f"{STATUS}.startsWith('solc cannot compile this: ')")
    playground.write(contract.format("1"))
    playground.wait_for(f"{STATUS}.startsWith('Compiled')")
    assert playground.browser.all("#problems li.error") == []


def test_another_pipeline_does_not_ask_solc_again(playground: Playground) -> None:
    browser = playground.browser
    playground.open("contract C { function f() public pure returns (uint) { return 9; } }")
    playground.wait_for("document.documentElement.dataset.compared")
    browser.value("compilers.solc.call = () => { throw new Error('solc was asked'); }")
    browser.choose("#pipeline", "gas")
    playground.wait_for("document.documentElement.dataset.compared === '2'")
    assert browser.text("#status").startswith("Compiled")


def test_other_pipelines_are_compiled_before_they_are_chosen(
    playground: Playground, site: Path
) -> None:
    if not (site / "python" / "core.wasm.gz").exists():
        pytest.skip(f"yulopt is not compiled in this page: {COMPILED_VARIABLE} names no archive")
    browser = playground.browser
    playground.open("{ sstore(7, calldataload(3)) }")
    playground.wait_for("document.documentElement.dataset.prepared")
    browser.driver.execute_script(REFUSE, "bridge.compile_request")
    browser.choose("#pipeline", "balanced")
    playground.wait_for("document.documentElement.dataset.compared === '2'")
    assert browser.value("playground.state.pipeline") == "balanced"


def test_what_is_no_number_of_runs_is_told(playground: Playground) -> None:
    playground.open()
    playground.browser.find("#runs").clear()
    playground.wait_for(f"{STATUS}.startsWith('Runs: ')")
    playground.browser.find("#runs").send_keys("7", TAB)
    playground.wait_for("playground.request?.settings.optimizer.runs === 7")


@pytest.mark.parametrize(
    ("value", "sender", "problem"),
    [
        ("much", "", "much is not an amount of wei"),
        ("007", "somebody", "somebody is not an address"),
    ],
)
def test_a_wrong_call_is_told(
    playground: Playground, value: str, sender: str, problem: str
) -> None:
    call = {"name": "", "values": ["0x"], "value": value, "sender": sender}
    calls = {"calls": [call], "constructor": [""]}
    playground.visit(link_fragment("{ sstore(0, calldataload(2)) }", calls=calls))
    playground.show("calls")
    playground.wait_for("document.querySelector('.results li')")
    assert playground.browser.text(".results") == problem


def test_a_link_holds_everything(playground: Playground) -> None:
    browser = playground.browser
    playground.open("{ sstore(0, add(calldataload(0), calldataload(0))) }")
    browser.choose("#pipeline", "own steps")
    browser.find("#sequence .cm-content").send_keys("\ue009a\ue000", "xs:")
    browser.choose("#evm", "paris")
    playground.wait_for("playground.assembly.text.includes('SSTORE')")
    playground.wait_for("playground.request?.settings.evmVersion === 'paris'")
    assert "begins the clean-up sequence" in browser.text("#letter")
    browser.hover(browser.find("#sequence .cm-line"))
    playground.wait_for("document.querySelector('.meaning')")
    assert " · " in browser.text(".meaning")
    browser.find("#sequence .cm-content").send_keys(ALT + DOWN)
    playground.wait_for("document.querySelector('.cm-tooltip-autocomplete')")
    assert "UnusedPruner" in browser.text(".cm-tooltip-autocomplete")
    browser.press(ESCAPE)
    fragment = browser.value("location.hash")
    assert isinstance(fragment, str)
    playground.visit(fragment)
    playground.wait_for("playground.assembly.text.includes('SSTORE')")
    assert browser.value("playground.state.pipeline") == "xs:"
    assert browser.value("playground.state.evm") == "paris"
    assert "add(calldataload(0)" in playground.text("editor")


@pytest.mark.parametrize(
    "fragment",
    [
        "#%%%",
        "#AAAA",
        link_fragment(7),
        link_fragment("{ }", runs=-1, evm="moon", pipeline=7, calls=[7]),
    ],
)
def test_a_damaged_link_opens_the_page_with_what_can_be_read(
    playground: Playground, fragment: str
) -> None:
    playground.visit(fragment)
    playground.wait_for("document.querySelector('#status').textContent.includes('Compiled')")
    status = playground.browser.text("#status")
    is_read = playground.text("editor") == "{ }"
    assert status.startswith("This link is damaged, so an example is shown.") != is_read
    state = playground.browser.value("playground.state")
    assert isinstance(state, dict)
    assert (state["runs"], state["evm"], state["pipeline"]) == (200, "osaka", "size")


def test_a_link_is_copied(playground: Playground) -> None:
    browser = playground.browser
    source = "{ sstore(0, calldataload(7)) }"
    playground.open()
    playground.write(source)
    # The end of the compile is said in the same place.
    playground.wait_for("playground.request?.sources['input.yul'].content.includes('(7)')")
    browser.driver.execute_script(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
    )
    browser.find("#copy-link").click()
    playground.wait_for("window.copied === location.href")
    playground.wait_for("document.querySelector('#status').textContent.includes('was copied')")
    link = browser.value("window.copied")
    assert isinstance(link, str)
    # Where the browser does not allow it, the link is in the address bar.
    browser.driver.execute_script("navigator.clipboard.writeText = () => Promise.reject();")
    browser.find("#copy-link").click()
    playground.wait_for("document.querySelector('#status').textContent.includes('address bar')")
    playground.visit(link[link.index("#") :])
    assert playground.text("editor") == source


def test_a_step_is_shown_with_its_proof(playground: Playground) -> None:
    browser = playground.browser
    playground.open("{ sstore(0, add(calldataload(0), sub(calldataload(0), 0))) }")
    playground.wait_for("playground.assembly.text")
    playground.show("steps")
    playground.wait_for("document.querySelector('#step-0')?.ariaSelected === 'true'")
    browser.find("#steps [role=listbox]").send_keys(DOWN)
    playground.wait_for("document.querySelector('#step-1').ariaSelected === 'true'")
    assert playground.text("steps.view").startswith("@@ ")
    browser.find(".about-step label:nth-of-type(2)").click()
    playground.wait_for("document.querySelector('.proofs summary')")
    assert browser.text(".proofs summary") == "1 of 1 changed functions proven to do the same"
    browser.find(".proofs summary").click()
    assert browser.text(".proofs li") == "✓ code outside functions proven: normal form"


def test_downloads(playground: Playground, tmp_path: Path) -> None:
    browser = playground.browser
    browser.download_to(tmp_path)
    playground.open('object "Store" { code { sstore(calldataload(0), add(1, 2)) } }')
    playground.wait_for("playground.assembly.text")
    for kind, name in (("yul", "Store.yul"), ("json", "Store.json"), ("explore", "Store.html")):
        browser.find(f"#download option[value={kind}]").click()
        end = time.monotonic() + SECONDS
        while not (tmp_path / name).exists() and time.monotonic() < end:
            time.sleep(0.05)
    assert (tmp_path / "Store.yul").read_text("utf-8") == playground.text("optimised")
    request = json.loads((tmp_path / "Store.json").read_text("utf-8"))
    assert request == browser.value("playground.request")
    assert "<title>" in (tmp_path / "Store.html").read_text("utf-8")


def test_every_control_is_reached_by_keys(playground: Playground) -> None:
    browser = playground.browser
    playground.open('object "Store" { code { sstore(0, 1) } }', pipeline="xs:")
    # Nothing is shown anew after that.
    playground.wait_for("document.documentElement.dataset.compared")
    seen: list[list[object]] = []
    for tab, shown in (("steps", "#step-0[aria-selected=true]"), ("calls", ".results li")):
        # From the top of the page.
        browser.value(f"document.querySelector('#tab-{tab}').click()")
        playground.wait_for(f"document.querySelector('{shown}')")
        while True:
            browser.press(TAB)
            # Editors show a moment later that they have the focus.
            playground.wait_for(f"document.activeElement === document.body || {FOCUS}[1]")
            if browser.value("document.activeElement === document.body"):
                break
            focus = browser.value(FOCUS)
            assert isinstance(focus, list)
            seen.append(focus)
            assert len(seen) < 100, f"trapped: {seen}"
        assert browser.value(NOT_REACHED) == []
    assert [focus for focus in seen if focus[1] is not True] == []


def test_keys_and_a_phone(playground: Playground) -> None:
    browser = playground.browser
    playground.open()
    browser.find("#tab-assembly").click()
    browser.press(RIGHT, RIGHT)
    assert browser.value("document.activeElement.id") == "tab-gas"
    assert browser.find("#gas").is_displayed()
    assert not browser.find("#assembly").is_displayed()
    browser.press(LEFT, LEFT)
    assert browser.find("#assembly").is_displayed()
    for width in (390, 320):
        browser.size(width, 844)
        assert browser.value("document.documentElement.scrollWidth") == width
    browser.size(1440, 900)


def test_the_function_to_call_is_chosen_on_a_phone(playground: Playground) -> None:
    browser = playground.browser
    name = "transferFromOneAccountToAnother(address,address,uint256)"
    parameters = "address, address, uint256"
    playground.open(f"contract C {{ function {name.split('(')[0]}({parameters}) public {{}} }}")
    playground.wait_for("document.documentElement.dataset.compared")
    browser.size(320, 844)
    browser.find("#tab-calls").click()
    playground.wait_for("document.querySelector('.results li')")
    assert browser.text("#function option:checked") == name
    assert browser.value("document.querySelector('#function').getBoundingClientRect().right < 320")
    browser.size(1440, 900)


def test_nothing_hinders_a_screen_reader(playground: Playground) -> None:
    browser = playground.browser
    playground.open()
    playground.wait_for("document.querySelector('#figures')?.textContent.includes('solc')")
    tabs = browser.value("[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)")
    assert isinstance(tabs, list)
    found = []
    for tab in every_nth(4, tabs):
        browser.find(f"#{tab}").click()
        found += [f"{tab}: {one}" for one in violations(browser, install())]
    browser.prefer("dark")
    browser.size(390, 844)
    found += [f"dark phone: {one}" for one in violations(browser, install())]
    browser.prefer("light")
    browser.size(1440, 900)
    assert found == [], "\n".join(found)


def test_a_program_too_deep_for_compiled_code_is_interpreted(
    playground: Playground, site: Path
) -> None:
    if not (site / "python" / "core.wasm.gz").exists():
        pytest.skip(f"yulopt is not compiled in this page: {COMPILED_VARIABLE} names no archive")
    depth = 550
    source = "add(calldataload(0), " * depth + "1" + ")" * depth
    playground.open(f"{{ sstore(0, {source}) }}")
    playground.wait_for("playground.assembly.text.includes('SSTORE')")
    assert playground.browser.all("#problems li.error") == []
    # Python itself says that the compiled code has failed.
    assert "Maximum call stack size exceeded" in str(playground.browser.console())
