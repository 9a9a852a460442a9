"""One function in place of statements at several sites."""

from __future__ import annotations

from typing import Final

from yulopt.analysis.skeletons import filling_of, skeleton_of_statements
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

_MOST_PARAMETERS: Final = 6
_MOST_RESULTS: Final = 3
_NAME: Final = "outlined"


class Site:
    """Statements that follow one another in a block.

    `first` and `last` number them among all statements of the program, with what they contain.
    `is_shared`: the assembler makes one of all such blocks with equal fillings. What is known when
    the site may be outlined: its `frequency`, its `size`, and the numbers of those of its variables
    that are `used` elsewhere.
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
        """What it costs to pass what is in each hole."""
        if self._passing is None:
            self._passing = [
                costs.constant(hole, self.frequency)
                if isinstance(hole, Literal)
                else costs.code(READ_VARIABLE, self.frequency)
                for hole in self.skeleton.holes
            ]
        return self._passing


class Outline:
    """A function in place of the statements at some sites; `gain` is what it saves.

    `copies` are sites whose code is the same as that of one of the `sites` already.
    """

    def __init__(
        self, sites: list[Site], columns: Columns, costs: AbstractionCosts, returns: bool
    ) -> None:
        self.sites = sites
        self.copies: list[Site] = []
        self._columns = columns
        self._costs = costs
        self._returns = returns
        used = set().union(*(site.used for site in sites)) if returns else set()
        self._results: list[int] = sorted(used)
        self.gain = self._gain()

    def with_site(self, site: Site) -> Outline:
        """The same for another site, too."""
        columns = self._columns.refined(site.skeleton.holes, site.passing(self._costs))
        return Outline([*self.sites, site], columns, self._costs, self._returns)

    def is_possible(self) -> bool:
        """Whether neither too much is passed nor returned, and that to new variables or old ones,
        not both."""
        site = self.sites[0]
        kept = set(site.skeleton.kept)
        number = sum(site.skeleton.variables[result] in kept for result in self._results)
        return (
            len(self._columns.passed) <= _MOST_PARAMETERS
            and len(self._results) <= _MOST_RESULTS
            and number in {0, len(self._results)}
        )

    def _gain(self) -> int:
        costs = self._costs
        passed = self._columns.passed
        first = self.sites[0]
        frequency = sum(site.frequency for site in self.sites)
        calls = len(self.sites)
        gain = sum(site.size for site in self.sites)
        gain -= costs.code(CALL if self._returns else JUMP, frequency, calls)
        gain -= sum(column.passing for column in passed)
        gain -= first.size
        for hole, column in zip(first.skeleton.holes, self._columns.of_hole, strict=True):
            if column.differs:
                gain -= costs.read(hole, frequency)
        gain -= costs.code(FUNCTION if self._returns else DESTINATION, frequency)
        if self._returns:
            gain -= costs.code(UNUSED_VALUE, frequency * len(passed), len(passed))
            if first.skeleton.kept:
                gain -= costs.code(
                    ASSIGNMENT, frequency * len(self._results), calls * len(self._results)
                )
        return gain

    def outline(self, dispenser: NameDispenser) -> FunctionDefinition:
        """Put calls in place of the statements; returns the function."""
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
        body = Block(first.statements, first.statements[0].position)
        body.statements = _with_results(first, results)
        self._put(first, call)
        HoleFiller(in_holes, renamed).visit_block(body)
        returns = list(results.values())
        return FunctionDefinition(name, list(parameters.values()), returns, body, body.position)

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
    """The statements of a site, where results are declared, and nothing else is that is not."""
    kept = set(site.skeleton.kept)
    body: list[Statement] = []
    for statement in site.statements:
        names: list[str] = []
        if isinstance(statement, VariableDeclaration):
            names = statement.names
        elif isinstance(statement, Assignment):
            # The first time; later ones assign what is declared then.
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
        elif value is not None:
            if others:
                body.append(VariableDeclaration(others, None, statement.position))
            targets = [Identifier(name, statement.position) for name in names]
            body.append(Assignment(targets, value, statement.position))
    return body


def outline_of(site: Site, costs: AbstractionCosts, *, returns: bool) -> Outline:
    """A function for one site, which `returns` or always ends the execution."""
    return Outline([site], columns_of(site.skeleton.holes, site.passing(costs)), costs, returns)
