"""Plain OpenZeppelin through a pipeline, beside Solady, which is written by hand in assembly.

    npm install --prefix FOLDER solc@0.8.37 @openzeppelin/contracts@5.4.0 solady@0.1.26
    python -m benchmarks.hand_written FOLDER/node_modules
    python -m benchmarks.hand_written --markdown FOLDER/node_modules

For each standard there are two tokens that can do the same, one derived from the contract of
OpenZeppelin and one from that of Solady. Both are sent the same calls. The last column is the
geometric mean, over the calls, of the gas without the 21,000 of a transaction and its data, in
terms of Solady's token as solc builds it; of solc's two code generators, the one with less of that
gas counts.

It needs a front-end solc, pyrevm and eth-abi (`pip install 'yulopt[gas]'`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attr
import click

from benchmarks.tables import line, markdown_table
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.inputs.project import Project
from yulopt.inputs.solidity import ask_solc
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.report.building import Bytes, Measuring, code_of, measured
from yulopt.report.model import Figures
from yulopt.suite.pipelines import Pipeline
from yulopt.tune.call_files import read_calls

HEAD: Final = (
    "",
    "bytes",
    "gas of execution",
    "gas of calls, all",
    "execution over Solady by solc",
)
WIDTHS: Final = (48, 8, 18, 18, 30)
ME: Final = "0x" + "c0" * 20
RUNS: Final = 200
_OUTPUTS: Final = ("ir", "evm.bytecode.object", "evm.deployedBytecode.object")
_HEADER: Final = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n"


@attr.s(auto_attribs=True, frozen=True)
class Standard:
    """Two contracts called Token that can do the same, and calls of either."""

    name: str
    openzeppelin: str
    solady: str
    calls: str


STANDARDS: Final = (
    Standard(
        "ERC-20",
        """
import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
contract Token is ERC20 {
    constructor() ERC20("Token", "TOK") {}
    function mint(address to, uint256 amount) external { _mint(to, amount); }
    function burn(uint256 amount) external { _burn(msg.sender, amount); }
}
""",
        """
import "solady/src/tokens/ERC20.sol";
contract Token is ERC20 {
    function name() public pure override returns (string memory) { return "Token"; }
    function symbol() public pure override returns (string memory) { return "TOK"; }
    function mint(address to, uint256 amount) external { _mint(to, amount); }
    function burn(uint256 amount) external { _burn(msg.sender, amount); }
}
""",
        f"""
mint(address,uint256) {ME} 1000
transfer(address,uint256) 0xb0b 10
transfer(address,uint256) 0xb0b 10
approve(address,uint256) 0xb0b 500
from 0xb0b transferFrom(address,address,uint256) {ME} 0xb0b 100
from 0xb0b transferFrom(address,address,uint256) {ME} 0xd0d 100
balanceOf(address) 0xb0b
allowance(address,address) {ME} 0xb0b
totalSupply()
decimals()
burn(uint256) 5
""",
    ),
    Standard(
        "ERC-721",
        """
import "@openzeppelin/contracts/token/ERC721/ERC721.sol";
contract Token is ERC721 {
    constructor() ERC721("Token", "TOK") {}
    function mint(address to, uint256 id) external { _mint(to, id); }
    function burn(uint256 id) external { _update(address(0), id, msg.sender); }
}
""",
        """
import "solady/src/tokens/ERC721.sol";
contract Token is ERC721 {
    function name() public pure override returns (string memory) { return "Token"; }
    function symbol() public pure override returns (string memory) { return "TOK"; }
    function tokenURI(uint256) public pure override returns (string memory) { return ""; }
    function mint(address to, uint256 id) external { _mint(to, id); }
    function burn(uint256 id) external { _burn(msg.sender, id); }
}
""",
        f"""
mint(address,uint256) {ME} 1
mint(address,uint256) {ME} 2
mint(address,uint256) {ME} 3
approve(address,uint256) 0xb0b 1
from 0xb0b transferFrom(address,address,uint256) {ME} 0xb0b 1
setApprovalForAll(address,bool) 0xb0b true
from 0xb0b transferFrom(address,address,uint256) {ME} 0xd0d 2
transferFrom(address,address,uint256) {ME} 0xb0b 3
from 0xb0b safeTransferFrom(address,address,uint256) 0xb0b {ME} 3
ownerOf(uint256) 1
balanceOf(address) 0xb0b
getApproved(uint256) 2
isApprovedForAll(address,address) {ME} 0xb0b
supportsInterface(bytes4) 0x80ac58cd
burn(uint256) 3
""",
    ),
    Standard(
        "ERC-1155",
        """
import "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
contract Token is ERC1155 {
    constructor() ERC1155("") {}
    function mint(address to, uint256 id, uint256 amount) external { _mint(to, id, amount, ""); }
    function burn(uint256 id, uint256 amount) external { _burn(msg.sender, id, amount); }
}
""",
        """
import "solady/src/tokens/ERC1155.sol";
contract Token is ERC1155 {
    function uri(uint256) public pure override returns (string memory) { return ""; }
    function mint(address to, uint256 id, uint256 amount) external { _mint(to, id, amount, ""); }
    function burn(uint256 id, uint256 amount) external { _burn(msg.sender, id, amount); }
}
""",
        f"""
mint(address,uint256,uint256) {ME} 1 100
mint(address,uint256,uint256) {ME} 2 100
safeTransferFrom(address,address,uint256,uint256,bytes) {ME} 0xb0b 1 10 0x
safeTransferFrom(address,address,uint256,uint256,bytes) {ME} 0xb0b 1 10 0x
safeBatchTransferFrom(address,address,uint256[],uint256[],bytes) {ME} 0xb0b [1,2] [5,5] 0x
setApprovalForAll(address,bool) 0xb0b true
from 0xb0b safeTransferFrom(address,address,uint256,uint256,bytes) {ME} 0xd0d 2 5 0x
balanceOf(address,uint256) 0xb0b 1
balanceOfBatch(address[],uint256[]) [0xb0b,0xd0d] [1,2]
isApprovedForAll(address,address) {ME} 0xb0b
supportsInterface(bytes4) 0xd9b67a26
burn(uint256,uint256) 1 5
""",
    ),
)


@attr.s(auto_attribs=True, frozen=True)
class Row:
    """A build of a token; `ratio` is the mean gas of its calls over that of the reference."""

    name: str
    figures: Figures
    ratio: float

    def cells(self) -> list[str]:
        """The figures as a row of the table."""
        gas = self.figures.gas
        assert gas is not None
        return [
            self.name,
            f"{self.figures.deployed_bytes:,}",
            f"{sum(one.weight * one.execution for one in gas.functions):,.0f}",
            f"{sum(one.weight * one.paid for one in gas.functions):,.0f}",
            f"{self.ratio:.2f}",
        ]


def rows_of(standard: Standard, packages: Path) -> Iterator[Row]:
    """All builds of both tokens; raises `YulError`."""
    measuring = Measuring((read_calls(Source(standard.calls, f"{standard.name}.calls")),))
    options = Options(runs=RUNS)
    found: dict[str, Figures] = {}
    for library, text in (("Solady", standard.solady), ("OpenZeppelin", standard.openzeppelin)):
        for via_ir in (False, True):
            output = _built(text, packages, via_ir=via_ir)
            generator = "via IR" if via_ir else "without IR"
            found[f"{standard.name}, {library}, solc {generator}"] = measured(
                _bytes(output), measuring
            )
        for name in ("balanced", "gas"):
            built = code_of(str(output["ir"]), library, Pipeline.named(name), options)
            found[f"{standard.name}, {library}, --pipeline {name}"] = measured(built, measuring)
    by_solc = [figures for name, figures in found.items() if ", Solady, solc " in name]
    reference = min(by_solc, key=lambda one: math.fsum(map(math.log, _gas(one))))
    for name, figures in found.items():
        ratios = zip(_gas(figures), _gas(reference), strict=True)
        logarithms = [math.log(gas / other) for gas, other in ratios]
        yield Row(name, figures, math.exp(math.fsum(logarithms) / len(logarithms)))


def _gas(figures: Figures) -> list[float]:
    assert figures.gas is not None
    return [one.execution for one in figures.gas.functions]


def _built(text: str, packages: Path, *, via_ir: bool) -> JsonObject:
    """The output of solc for a contract called Token."""
    settings: JsonObject = {"optimizer": {"enabled": True, "runs": RUNS}, "viaIR": via_ir}
    project = Project(packages.parent, include=(packages,), settings=settings)
    answer = ask_solc(project, {"Token.sol": Source(_HEADER + text)}, "Token.sol", _OUTPUTS)
    return object_at(answer, "contracts", "Token.sol", "Token")


def _bytes(output: JsonObject) -> Bytes:
    creation = object_at(output, "evm", "bytecode")["object"]
    deployed = object_at(output, "evm", "deployedBytecode")["object"]
    return Bytes(bytes.fromhex(str(creation)), bytes.fromhex(str(deployed)))


@click.command()
@click.argument("packages", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
def main(packages: Path, *, markdown: bool) -> None:
    """Compare OpenZeppelin through yulopt with Solady; PACKAGES is a folder node_modules."""
    rows = [row.cells() for standard in STANDARDS for row in rows_of(standard, packages.absolute())]
    if markdown:
        click.echo(markdown_table(HEAD, rows))
        return
    for cells in (list(HEAD), *rows):
        click.echo(line(cells, WIDTHS))


if __name__ == "__main__":
    main()
