"""Proves the bytes of a build, and denies the passes over the assembly that leave them open.

Each object is proven separately, inner ones first. If its bytes are open, they are generated
without the passes beyond solc's, then without any, until they are proven. Then one pass is denied,
or, if that is not enough, a minimal set of passes is searched such that the bytes are still proven.
If code that was proven on the way is smaller, and costs no more gas, it is taken instead. If
nothing helps, the object has the code of solc's generator, and its functions are open.

Bytes are proven once: proofs are cached by the content of the Yul and of the bytes.

Source: Junker, "QuickXplain" (AAAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import attr

from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES, SMALLEST_LABELS
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.optimizer.driver import ALL_PASSES
from yulopt.checker.objects import ObjectProof, may_create, prove_object
from yulopt.checker.witness import Witness
from yulopt.code_proofs.certificate import code_record
from yulopt.code_proofs.object_code import ObjectCode, proofs_from, proofs_json, witness_json
from yulopt.code_proofs.readings import explorers
from yulopt.code_proofs.witnesses import witnesses_of
from yulopt.driver.build import finish, sizes
from yulopt.driver.options import DeniedPasses, Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache, cache_key
from yulopt.proven.code_outcome import Cost, ProvenCode, ProvenObject
from yulopt.proven.costs import code_gas
from yulopt.prover.answers import ProofSettings
from yulopt.prover.job import solver_states
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import print_yul
from yulopt.terminal.console import ProgressLine

# Most suspect first: passes that move code.
BEYOND: Final = (*BEYOND_PASS_NAMES[::-1], SMALLEST_LABELS)
EVERY: Final = (*BEYOND, *ALL_PASSES)
# Maximum number of passes that are denied alone before sets of them are searched.
_MAX_ALONE: Final = 4


@attr.s(auto_attribs=True, eq=False)
class _Attempt:
    """The code of all objects, by their paths, and its witnesses; `cost` is that of all."""

    objects: dict[str, CompiledObject]
    witnesses: dict[Object, Witness]
    cost: Cost


class Search:
    """Searches for the passes to deny, for the code that `generate` returns."""

    def __init__(
        self,
        generate: Callable[[], CompiledObject],
        source: Source,
        options: Options,
        settings: ProofSettings,
        cache: Cache,
        line: ProgressLine | None,
    ) -> None:
        self._generate = generate
        self._source = source
        self._options = options
        # Passes are denied whether bytes are open or different, so nothing is replayed.
        self._settings = replace(settings, replays=False)
        self._cache = cache
        self._line = line
        self._denied: dict[str, tuple[str, ...]] = {}
        # The attempt that was made last, and the costs of all.
        self._last: tuple[DeniedPasses, _Attempt] | None = None
        self._costs: dict[DeniedPasses, Cost] = {}
        self._proofs: dict[str, ObjectProof] = {}
        # For each object, the sets of passes that were denied for proven code, with its costs.
        self._proven: dict[str, dict[frozenset[str], Cost]] = {}

    def result(self) -> ProvenCode:
        """The passes to deny, and the proofs of the code without them."""
        first = self._attempt()
        for path in reversed(first.objects):
            self._denied[path] = self._needed(path)
        last = self._attempt()
        objects = [
            ObjectCode(path, last.witnesses[one.program], self._proof(last, path))
            for path, one in last.objects.items()
        ]
        denied = self._denied_passes()
        costs = [tuple(self._cost(path, name, last) for name in names) for path, names in denied]
        found = tuple(map(_proven_object, objects))
        return ProvenCode(denied, tuple(costs), found, last.cost.size, first.cost.size)

    def _cost(self, path: str, name: str, last: _Attempt) -> Cost:
        """The savings of a denied pass, without the other denied ones."""
        names = self._denied[path]
        self._denied[path] = tuple(one for one in names if one != name)
        without = last.cost
        allowed = self._costs.get(self._denied_passes()) or self._attempt().cost
        self._denied[path] = names
        return Cost(without.size - allowed.size, without.gas - allowed.gas)

    def _attempt(self) -> _Attempt:
        """The code without the denied passes."""
        denied = self._denied_passes()
        if self._last is None or self._last[0] != denied:
            self._last = denied, self._made(denied)
        attempt = self._last[1]
        self._costs[denied] = attempt.cost
        return attempt

    def _made(self, denied: DeniedPasses) -> _Attempt:
        options = self._options._replace(denied_passes=denied)
        compiled = self._generate()
        parts = finish(compiled, options, self._source)
        return _Attempt(
            compiled.all_paths(),
            witnesses_of(compiled, parts, options),
            Cost(sizes(compiled.program, parts)[0], code_gas(compiled, options)),
        )

    def _denied_passes(self) -> DeniedPasses:
        return tuple((path, names) for path, names in self._denied.items() if names)

    def _needed(self, path: str) -> tuple[str, ...]:
        """The passes to deny for an object, given those that are denied for the objects in it."""
        if self._is_proven_without(path, ()):
            return ()
        levels = (BEYOND, EVERY) if self._options.is_beyond else (ALL_PASSES,)
        for names in levels:
            if self._is_proven_without(path, names):
                found = self._alone(path, names) or self._least(path, (), names)
                return self._cheapest(path, found)
        return BEYOND if self._options.is_beyond else ()

    def _alone(self, path: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """One pass to deny, if that is enough: the first, by size and gas, of those that changed
        the code; only some are tried. Nothing if none of these is enough."""
        codes: dict[str, tuple[int, int, str]] = {}
        for name in names:
            self._denied[path] = (name,)
            attempt = self._attempt()
            code = attempt.cost.size, attempt.cost.gas, name
            codes.setdefault(self._key(attempt, path), code)
        changed = [code for key, code in codes.items() if key not in self._proofs]
        for *_, name in sorted(changed)[:_MAX_ALONE]:
            if self._is_proven_without(path, (name,)):
                return (name,)
        return ()

    def _least(self, path: str, fixed: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        """A minimal set of some passes to deny besides `fixed`, if denying all of them helps."""
        if self._is_proven_without(path, fixed):
            return ()
        if len(names) == 1:
            return names
        half = len(names) // 2
        second = self._least(path, fixed + names[:half], names[half:])
        return self._least(path, fixed + second, names[:half]) + second

    def _cheapest(self, path: str, least: tuple[str, ...]) -> tuple[str, ...]:
        """The passes that are denied for the smallest proven code that costs no more gas than that
        without the `least` passes."""
        proven = self._proven[path]
        most = proven[frozenset(least)].gas
        cheap = [names for names, cost in proven.items() if cost.gas <= most]
        found = min(cheap, key=lambda names: (proven[names].size, len(names)))
        return tuple(name for name in EVERY if name in found)

    def _is_proven_without(self, path: str, names: tuple[str, ...]) -> bool:
        self._denied[path] = names
        attempt = self._attempt()
        is_proven = self._proof(attempt, path).is_proven
        if is_proven:
            self._proven.setdefault(path, {})[frozenset(names)] = attempt.cost
        return is_proven

    def _proof(self, attempt: _Attempt, path: str) -> ObjectProof:
        key = self._key(attempt, path)
        found = self._proofs.get(key)
        if found is None:
            if self._line is not None:
                self._line.advance(f"the bytes of {path}")
            found = self._proofs[key] = self._kept_proof(attempt, path, key)
        return found

    def _kept_proof(self, attempt: _Attempt, path: str, key: str) -> ObjectProof:
        program = attempt.objects[path].program
        try:
            proofs = proofs_from(self._cache.read(key))
        except ValueError:
            found = prove_object(program, attempt.witnesses, self._settings, explorers)
            self._cache.write(key, proofs_json(found.proofs))
            return found
        return ObjectProof(program.name, proofs, set(), len(attempt.witnesses[program].content))

    def _key(self, attempt: _Attempt, path: str) -> str:
        """A key for everything that a proof depends on."""
        program = attempt.objects[path].program
        inner = attempt.objects[path].all_objects()
        options, settings = self._options, self._settings
        return cache_key(
            "bytes",
            print_yul(program),
            [witness_json(attempt.witnesses[one.program]) for one in inner],
            may_create(attempt.witnesses),
            [options.evm_version, options.solc_version, list(options.left_out), settings.seconds],
            [[name, state] for name, state in solver_states(settings.solvers).items()],
        )


def _proven_object(code: ObjectCode) -> ProvenObject:
    return ProvenObject(
        code.path,
        code.witness.content,
        len(code.proof.proofs),
        code.proof.is_proven,
        tuple(f"{one.function or 'code outside functions'}, {one.reason}" for one in code.opened()),
        code_record(code),
    )
