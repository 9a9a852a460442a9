"""Every command and every piece of Python in README and docs runs as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.docs.pages import all_pages, blocks_of, parse_blocks
from tests.docs.session import PageError, Session, commands_of, matches

# Blocks that may stand in a page without being run: what is printed, programs, data.
ONLY_READ = {"diff", "js", "ssa", "text", "toml", "yaml", "yul"}
RUN = {"console", "python", "sh"}
# Directives of the documentation tool.
DIRECTIVES = "{"

every_page = pytest.mark.parametrize(
    "page", all_pages(), ids=lambda page: str(page.relative_to(ROOT).with_suffix(""))
)


# Pages whose commands need a package that is optional.
NEEDS = {
    ROOT / "docs/how-to/call-a-contract.md": "eth_abi",
    ROOT / "docs/how-to/prove-a-run.md": "z3",
}


@every_page
def test_pages_show_the_actual_output(page: Path, tmp_path: Path) -> None:
    if page in NEEDS:
        pytest.importorskip(NEEDS[page], reason=f"the page needs {NEEDS[page]}")
    blocks = blocks_of(page)
    session = Session(tmp_path, without_extras=page.name == "README.md")
    assert session.run(blocks) == [block.text for block in blocks]


@every_page
def test_every_block_is_of_a_known_kind(page: Path) -> None:
    kinds = {block.language for block in blocks_of(page)}
    assert {kind for kind in kinds if not kind.startswith(DIRECTIVES)} <= ONLY_READ | RUN


def test_yaml_is_well_formed() -> None:
    blocks = [block for page in all_pages() for block in blocks_of(page)]
    texts = [block.text for block in blocks if block.language == "yaml"]
    assert texts
    assert all(yaml.safe_load(text) for text in texts)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_of_a_page_outside_the_site_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)\s#]+)", (ROOT / name).read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_only_blocks_that_need_more_than_yulopt_are_exempt() -> None:
    exempt = [block.text for page in all_pages() for block in blocks_of(page) if block.exempt]
    tools = (
        "pip install",
        "sphinx-build",
        "docs.playground",
        "tests.compare",
        "pytest",
        "npm",
        "npx",
        "forge",
        "solc --ir",
        "--calls",
        "yulopt report",
    )
    assert [text for text in exempt if not any(tool in text for tool in tools)] == []


PAGE = """\
# Title

```{code-block} yul
:caption: a.yul

{ }
```

Text.

<!-- not run: it is dangerous -->
```sh
rm -r /
```
```python
print(1)
```

```text
1
```
"""


def test_blocks_of_a_page() -> None:
    program, dangerous, code, output = parse_blocks(PAGE)
    assert (program.language, program.file, program.text) == ("yul", "a.yul", "{ }\n")
    assert PAGE.splitlines()[program.line - 1] == "{ }"
    assert (dangerous.language, dangerous.exempt) == ("sh", "it is dangerous")
    assert (code.exempt, code.text, code.line) == ("", "print(1)\n", 16)
    assert output.follows
    assert not dangerous.follows


def test_commands_of_a_block() -> None:
    assert commands_of("$ a\n$ b c\n1\n\n2\n") == [("a", ""), ("b c", "1\n\n2\n")]


def test_output_may_leave_lines_out() -> None:
    assert matches("1\n2\n3\n4\n", "1\n...\n4\n")
    assert matches("1\n2\n", "1\n2\n...\n")
    assert not matches("1\n2\n3\n4\n", "1\n...\n3\n")
    assert not matches("1\n2\n", "1\n")


def test_times_may_differ() -> None:
    assert matches("0.3 ms, 1 s\n", "17 ms, 0.25 s\n")
    assert not matches("size 3\n", "size 4\n")


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```sh\nexit 3\n```", "line 2: `exit 3` fails"),
        ("```python\nprint(1)\n```\n", "the Python code at the end prints"),
        ("```python\nprint(1)\n```\nText.\n```sh\n```\n", "the Python code before line 6 prints"),
        ("```console\n1\n```\n", "begins with a command"),
    ],
)
def test_a_broken_page_is_rejected(page: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(PageError, match=problem):
        Session(tmp_path).run(parse_blocks(page))


def test_packages_that_a_page_does_not_install_are_missing(tmp_path: Path) -> None:
    use = "```python\nimport egglog\n```\n"
    install = "<!-- not run: it installs -->\n```sh\npip install 'yulopt[egraph]'\n```\n"
    with pytest.raises(PageError, match="ImportError: egglog"):
        Session(tmp_path, without_extras=True).run(parse_blocks(use + install))


def test_printed_output_replaces_shown_output(tmp_path: Path) -> None:
    blocks = parse_blocks("```console\n$ echo 1\n2\n```\n```python\nprint(1)\n```\n```text\n2\n```")
    assert Session(tmp_path).run(blocks) == ["$ echo 1\n1\n", "print(1)\n", "1\n"]


def test_files_and_examples_are_there(tmp_path: Path) -> None:
    blocks = parse_blocks(PAGE.split("Text")[0] + "```sh\ncat a.yul examples/counter.yul\n```")
    Session(tmp_path).run(blocks)
