"""The page that tells others how to check a publication, with yulopt and without."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Mapping
from typing import Final

from yulopt.build_info import VERSION
from yulopt.publish.publication import Publication

_BYTES: Final = """\
# How to verify {name}

`{name}.yul` is the contract {name} in Yul{origin}, written by yulopt {yulopt}.
Stock solc {solc} compiles it to exactly the bytes in `{name}.json`.

## The bytes, without yulopt

```sh
npm install solc@{release}
npx solcjs --standard-json < {input_file} | tail -n 1 > answer.json
```

A native `solc --standard-json {input_file}` gives the same answer. In it, `contracts`,
`{name}.yul`, `{object}`, `evm.bytecode.object` is the creation code, and
`evm.deployedBytecode.object` the runtime code, as in `{name}.json`. A deployed contract has its
immutables and the addresses of libraries where `immutableReferences` and `linkReferences` say;
constructor arguments follow the creation code.

## In an explorer

Submit `{name}.input.json` as standard JSON to Sourcify or Blockscout, with the compiler version
`{solc}`, the language Yul, and the contract
`{name}.yul:{object}`.

## That it does what the source does

`{name}.ir.yul` is the IR that stock solc generates from the source (`solc --ir`); {made}.
"""
_OPTIMISED: Final = "yulopt has optimised\nit to `{name}.yul`"
_EXACT: Final = """\
yulopt has optimised
it, and generated the bytes that `{name}.yul` consists of. That file is not meant to be read"""
_PROOF: Final = """\
`{name}.proof.json` is a certificate that the program does what the IR does: {proof}. It relies on
its lists `excluded` and `assumed`, on the prover of yulopt, on solc's compilation from Solidity to
IR, and on {backend}'s from Yul to bytes. To repeat all proofs:

```sh
pip install 'yulopt[prove]'
yulopt prove {ir_file} --check {proof_file}
```
"""
_NO_PROOF: Final = "There is no certificate that the program does what the IR does.\n"
_END: Final = """\

To generate the program again, which may differ in comments only:

```sh
yulopt publish {ir_file} {command} -o again
```

## The files

| file | SHA-256 |
|---|---|
"""


def guide(publication: Publication, proof: str, files: Mapping[str, str]) -> str:
    """The page, in Markdown.

    `proof` says what the certificate proves, empty without one; `files` are the texts of the files
    of the publication, by their names.
    """
    subject = publication.subject
    exact = publication.exact
    values = {
        "name": subject.name,
        # In commands: a shell would take the `$` of a name for that of a variable.
        "input_file": shlex.quote(f"{subject.name}.input.json"),
        "ir_file": shlex.quote(f"{subject.name}.ir.yul"),
        "proof_file": shlex.quote(f"{subject.name}.proof.json"),
        "made": (_EXACT if exact else _OPTIMISED).format(name=subject.name),
        "backend": "yulopt" if exact else "solc",
        "object": publication.object_name,
        "origin": f", made from `{subject.origin}`" if subject.origin else "",
        "yulopt": VERSION,
        "solc": publication.solc,
        "release": publication.options.dialect.release.version,
        "proof": proof,
        "command": subject.command,
    }
    page = (_BYTES + (_PROOF if proof else _NO_PROOF) + _END).format_map(values)
    return page + "".join(
        f"| `{file}` | `{hashlib.sha256(text.encode()).hexdigest()}` |\n"
        for file, text in files.items()
    )
