"""The subject of an audit: a contract as built, with the release of solc and its settings."""

from __future__ import annotations

import re
from typing import Final

import attr

from yulopt.dialect import RELEASES, Release
from yulopt.dialect.releases import supported_text
from yulopt.driver.options import Options
from yulopt.dropin.choices import without_pipeline
from yulopt.dropin.settings import requested_options
from yulopt.errors import Source, YulError
from yulopt.inputs.contract import Contract
from yulopt.inputs.settings import metadata_of
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.syntax.arguments import check_runs

_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
# In the metadata at the end of code: the key, and three bytes with the version.
_IN_CODE: Final = re.compile(r"64736f6c6343([0-9a-f]{6})")


@attr.s(auto_attribs=True, frozen=True)
class Subject:
    """A contract whose IR is `source`, and its code: `creation` and `runtime` as hexadecimal
    digits, perhaps with placeholders of libraries, empty if unknown. `given` is code that may be
    either."""

    source: Source
    name: str
    options: Options
    creation: str = ""
    runtime: str = ""
    given: str = ""


def subject_of(contract: Contract, file: str, given: str) -> Subject:
    """The contract of an input, or with code that is `given`.

    Raises `YulError` unless a supported release of solc has built it via IR.
    """
    settings = build_settings(contract)
    if settings.get("viaIR") is not True:
        raise YulError(
            f"{contract.qualified_name} was not built via IR (viaIR is off), and only such builds"
            " can be reproduced; set viaIR (via_ir in foundry.toml), and build again",
            filename=file,
        )
    creation, runtime = _digits(contract.bytecode), _digits(contract.deployed)
    release = _release(contract, given or runtime or creation, file)
    try:
        options = requested_options(settings, release)
        release.parse_evm_version(options.evm_version)
        check_runs(options.runs)
    except ValueError as error:
        raise YulError(str(error), filename=file) from None
    source = Source(contract.text, f"{file} ({contract.qualified_name})")
    if given:
        return Subject(source, contract.qualified_name, options, given=given)
    return Subject(source, contract.qualified_name, options, creation, runtime)


def build_settings(contract: Contract) -> JsonObject:
    """The settings of a build: those of its request, else those in its metadata; without a
    pipeline, as stock solc is audited."""
    own = object_at(contract.settings)
    return without_pipeline(own or object_at(metadata_of(contract), "settings"))


def _release(contract: Contract, digits: str, file: str) -> Release:
    """The release that is named by the metadata, or by the code itself."""
    compiler = object_at(metadata_of(contract), "compiler").get("version")
    found = _VERSION.match(compiler) if isinstance(compiler, str) else None
    version = found[0] if found is not None else _version_in_code(digits)
    if not version:
        raise YulError(
            "neither metadata nor code name the release of solc that built it; build it with"
            " metadata",
            filename=file,
        )
    release = RELEASES.get(version)
    if release is None:
        raise YulError(
            f"solc {version} built it, which is not supported; these releases are:"
            f" {supported_text()}",
            filename=file,
        )
    return release


def _version_in_code(digits: str) -> str:
    found = _IN_CODE.findall(digits)
    return ".".join(map(str, bytes.fromhex(found[-1]))) if found else ""


def _digits(code: Json) -> str:
    digits = object_at(code).get("object")
    return digits.removeprefix("0x").lower() if isinstance(digits, str) else ""
