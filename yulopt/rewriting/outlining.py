"""Outlining: one function for equal statements at several sites."""

from __future__ import annotations

from typing import Final

from yulopt.analysis.anti_unification import filling_of, skeleton_of_statements
from yulopt.gas.model import (
    ASSIGNMENT,
    CALL,
    DESTINATION,
    FUNCTION,
    JUMP,
    READ_VARIABLE,
    UNUSED_VALUE,
)
from yulopt.rewriting.abstraction import AbstractionCosts, Columns, columns_of
from yulopt.rewriting.hole_filler import HoleFiller
from yulopt.syntax.ast import (
    Assignment,
    Block,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.positions import forget_positions

_MAX_PARAMETERS: Final = 6
_MAX_RESULTS: Final = 3
# The maximum number of results passed to other sites: arguments are laid out on the stack before
# later ones are computed, so in a chain of calls, all arguments stay on the stack.
_MAX_LINKS: Final = 4
_NAME: Final = "outlined"


class Site:
    """Statements that follow one another in a block.

    `first` and `last` number them among all statements of the program, including nested ones.
    `is_shared`: the assembler merges all such blocks with equal fillings. Set for candidates:
    `frequency`, `size`, and the numbers of the variables `used` elsewhere.
    """

    def __init__(self, block: Block, statements: list[Statement], first: int, last: int) -> None:
        self.block = block
        self.statements = statements
        self.first = first
        self.last = last
        self.skeleton = skeleton_of_statements(statements)
        self.fillings = tuple(filling_of(hole) for hole in self.skeleton.holes)
        self.is_shared = False
        self.frequency = 0
        self.size = 0
        self.used: set[int] = set()
        self._passing: list[int] | None = None

    def passing(self, costs: AbstractionCosts) -> list[int]:
        """The cost of passing each hole."""
        if self._passing is None:
            self._passing = [
                costs.constant(hole, self.frequency)
                if isinstance(hole, Literal)
                else costs.code(READ_VARIABLE, self.frequency)
                for hole in self.skeleton.holes
            ]
        return self._passing


class Outline:
    """A function that replaces the statements at some sites, which `returns` or always ends the
    execution; `gain`: its savings.

    `copies`: sites whose code equals that of one of the `sites`.
    """

    def __init__(self, site: Site, costs: AbstractionCosts, *, returns: bool) -> None:
        """A function for one site."""
        self.sites = [site]
        self.copies: list[Site] = []
        self._costs = costs
        self._returns = returns
        self._columns = columns_of(site.skeleton.holes, site.passing(costs))
        self._results: list[int] = sorted(site.used) if returns else []
        # The total frequency and cost of all sites.
        self._frequency = site.frequency
        self._size = site.size
        # The variables passed by any of the sites, and those that receive results.
        self._passed = _variables_in_holes(site)
        self._returned = self._returned_to(site, self._results)
        self._links = self._passed & self._returned
        self.gain = self._gain(self._columns, self._results, 1, site.frequency, site.size)

    def add(self, site: Site) -> bool:
        """Add another site if that is possible and saves more; returns whether it is possible."""
        columns = self._columns.refined(site.skeleton.holes, site.passing(self._costs))
        results = self._results
        if self._returns and not site.used.issubset(results):
            results = sorted(site.used.union(results))
        frequency = self._frequency + site.frequency
        size = self._size + site.size
        gain = self._gain(columns, results, len(self.sites) + 1, frequency, size)
        if gain <= self.gain or not self._fits(columns, results):
            return False
        passed = _variables_in_holes(site)
        returned = self._returned_to(site, results)
        if results is not self._results:
            returned.update(*[self._returned_to(other, results) for other in self.sites])
        links = passed & self._returned | passed & returned | returned & self._passed
        if len(links | self._links) > _MAX_LINKS:
            return False
        self.sites.append(site)
        self._columns, self._results = columns, results
        self._frequency, self._size = frequency, size
        self._passed |= passed
        self._returned |= returned
        self._links |= links
        self.gain = gain
        return True

    def is_possible(self) -> bool:
        """Whether parameters and results are few enough, and results go to new variables or old
        ones, not both.
        """
        return self._fits(self._columns, self._results)

    def _fits(self, columns: Columns, results: list[int]) -> bool:
        site = self.sites[0]
        kept = set(site.skeleton.kept)
        number = sum(site.skeleton.variables[result] in kept for result in results)
        return (
            len(columns.passed) <= _MAX_PARAMETERS
            and len(results) <= _MAX_RESULTS
            and number in {0, len(results)}
        )

    def _returned_to(self, site: Site, results: list[int]) -> set[str]:
        return {site.skeleton.variables[result] for result in results}

    def _gain(
        self, columns: Columns, results: list[int], calls: int, frequency: int, size: int
    ) -> int:
        """The savings of a function for a number of sites of a size and a total frequency."""
        costs = self._costs
        passed = columns.passed
        first = self.sites[0]
        gain = size - first.size
        gain -= costs.code(CALL if self._returns else JUMP, frequency, calls)
        gain -= sum(column.passing for column in passed)
        for number, hole in enumerate(first.skeleton.holes):
            if columns.of_hole[number].differs:
                gain -= costs.read(hole, frequency)
        gain -= costs.code(FUNCTION if self._returns else DESTINATION, frequency)
        if self._returns:
            gain -= costs.code(UNUSED_VALUE, frequency * len(passed), len(passed))
            if first.skeleton.kept:
                gain -= costs.code(ASSIGNMENT, frequency * len(results), calls * len(results))
        return gain

    def outline(self, dispenser: NameDispenser) -> FunctionDefinition:
        """Replace the statements by calls; returns the function."""
        first = self.sites[0]
        name = dispenser.new_name(_NAME)
        for site in self.sites[1:] + self.copies:
            self._put(site, self._call(name, site))
        call = self._call(name, first)
        parameters = {column: dispenser.new_name("") for column in self._columns.passed}
        in_holes = {
            hole: parameters[column]
            for hole, column in zip(first.skeleton.holes, self._columns.of_hole, strict=True)
            if column.differs
        }
        variables = first.skeleton.variables
        results = {variables[number]: dispenser.new_name("") for number in self._results}
        renamed = dict(results)
        for variable in first.skeleton.kept:
            if variable not in renamed:
                renamed[variable] = dispenser.new_name(variable)
        body = Block(first.statements)
        body.statements = _with_results(first, results)
        self._put(first, call)
        HoleFiller(in_holes, renamed).visit_block(body)
        returns = list(results.values())
        function = FunctionDefinition(name, list(parameters.values()), returns, body)
        forget_positions(function)
        return function

    def _call(self, name: str, site: Site) -> Statement:
        """The statement that calls the function for a site."""
        position = site.statements[0].position
        holes = site.skeleton.holes
        arguments = [copy_expression(holes[column.first_hole]) for column in self._columns.passed]
        call = FunctionCall(name, arguments, None, position)
        results = [site.skeleton.variables[number] for number in self._results]
        if not results:
            return ExpressionStatement(call, position)
        if results[0] in site.skeleton.kept:
            return Assignment([Identifier(x, position) for x in results], call, position)
        return VariableDeclaration(results, call, position)

    def _put(self, site: Site, call: Statement) -> None:
        start = site.block.statements.index(site.statements[0])
        site.block.statements[start : start + len(site.statements)] = [call]


def _with_results(site: Site, results: dict[str, str]) -> list[Statement]:
    """The statements of a site, with declarations of the results only."""
    kept = set(site.skeleton.kept)
    body: list[Statement] = []
    for statement in site.statements:
        names: list[str] = []
        if isinstance(statement, VariableDeclaration):
            names = statement.names
        elif isinstance(statement, Assignment):
            # The first time; later ones assign.
            names = [target.name for target in statement.targets]
            names = names if kept.issuperset(names) else []
            kept.difference_update(names)
        if not names or not isinstance(statement, (VariableDeclaration, Assignment)):
            body.append(statement)
            continue
        value = statement.value
        others = [name for name in names if name not in results]
        if len(others) == len(names):
            body.append(VariableDeclaration(names, value, statement.position))
            continue
        if others:
            body.append(VariableDeclaration(others, None, statement.position))
        if value is not None:
            targets = [Identifier(name, statement.position) for name in names]
            body.append(Assignment(targets, value, statement.position))
    return body


def _variables_in_holes(site: Site) -> set[str]:
    return {hole.name for hole in site.skeleton.holes if isinstance(hole, Identifier)}
