"""Rules that match too often pause, and get their turn later."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from yulopt.egraph.export import ARGUMENT, ENode
from yulopt.egraph.rules import COMMUTATIVITY, associative_rules, further_rules
from yulopt.egraph.saturation import Limits, Report, Session, saturate
from yulopt.egraph.scheduler import BackOff


def test_pauses_and_limits_double() -> None:
    back_off = BackOff(matches=10, iterations=2)
    back_off.advance({"many": 11, "few": 10})
    assert back_off.pausing() == {"many"}
    back_off.advance({"few": 10})
    assert back_off.pausing() == {"many"}
    back_off.advance({})
    assert back_off.pausing() == set()
    back_off.advance({"many": 20})
    assert back_off.pausing() == set()
    back_off.advance({"many": 21})
    for _ in range(4):
        assert back_off.pausing() == {"many"}
        back_off.advance({})
    assert back_off.pausing() == set()


def test_the_shortest_pause_ends_when_nothing_else_is_left() -> None:
    back_off = BackOff(matches=1, iterations=3)
    back_off.advance({"one": 2})
    back_off.advance({"other": 2})
    assert back_off.resume()
    assert back_off.pausing() == {"other"}
    assert back_off.resume()
    assert back_off.pausing() == set()
    assert not back_off.resume()


def test_forgotten_pauses_are_as_short_as_the_first_one() -> None:
    back_off = BackOff(matches=1, iterations=1)
    back_off.advance({"rule": 2})
    back_off.forget()
    assert back_off.pausing() == set()
    back_off.advance({"rule": 2})
    back_off.advance({})
    assert back_off.pausing() == set()


# In the e-graph


def session_of_sums(back_off: BackOff | None) -> Session:
    """Sums with any order of their operands, and differences."""
    pytest.importorskip("egglog", reason="saturation needs egglog")
    rules = [rule for rule in further_rules() if rule.group == COMMUTATIVITY]
    return Session({"add": 2, "sub": 2}, [*rules, *associative_rules()], 256, back_off=back_off)


def sum_of(numbers: Sequence[int], nodes: list[ENode]) -> int:
    """The handle of a sum of arguments, added one after the other."""
    total = numbers[0]
    for number in numbers[1:]:
        nodes.append(ENode("add", (total, number)))
        total = len(nodes) - 1
    return total


def saturated_sums(count: int, back_off: BackOff | None, limits: Limits) -> tuple[Report, bool]:
    """A sum in two orders: the report, and whether both became one value."""
    return saturated_in(session_of_sums(back_off), count, limits)


def saturated_in(session: Session, count: int, limits: Limits) -> tuple[Report, bool]:
    """The same in a session that is there."""
    nodes = [ENode((ARGUMENT, index)) for index in range(count)]
    order = list(range(count))
    one = sum_of(order, nodes)
    Random(f"sum {count}").shuffle(order)
    other = sum_of(order, nodes)
    session.begin()
    session.unite(enumerate(nodes))
    report = saturate(session, limits)
    assert report.stopped_by or not session.growing.pausing()
    export = session.export()
    session.end()
    return report, export.handles[one] == export.handles[other]


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_rules_that_paused_find_the_same_in_the_end(count: int) -> None:
    limits = Limits(iterations=1000, nodes=50_000, seconds=60.0)
    plain, plain_equal = saturated_sums(count, None, limits)
    backed_off, equal = saturated_sums(count, BackOff(5, 2), limits)
    assert equal
    assert plain_equal
    assert backed_off.stopped_by == plain.stopped_by == ""
    assert backed_off.nodes == plain.nodes == count + 3**count - 2 ** (count + 1) + 1
    assert backed_off.iterations > plain.iterations


def test_a_search_with_a_pause_is_not_finished() -> None:
    """Each of the two rules about sums pauses after the first iteration."""
    limits = Limits(iterations=3, nodes=50_000, seconds=60.0)
    report, _ = saturated_sums(6, BackOff(0, 1000), limits)
    assert report.stopped_by == "iterations"
    report, equal = saturated_sums(6, BackOff(0, 1000), Limits(1000, 50_000, 60.0))
    assert report.stopped_by == ""
    assert equal


@pytest.mark.parametrize("count", [12, 20, 30])
def test_a_long_sum_stays_near_the_limit(count: int) -> None:
    limits = Limits(iterations=1000, nodes=20_000, seconds=60.0)
    report, _ = saturated_sums(count, BackOff(1000, 2), limits)
    assert report.stopped_by == "e-nodes"
    assert report.nodes < 4 * limits.nodes
    again, _ = saturated_sums(count, BackOff(1000, 2), limits)
    assert (again.nodes, again.iterations) == (report.nodes, report.iterations)


def test_a_session_begins_without_pauses() -> None:
    session = session_of_sums(BackOff(5, 2))
    reports = [saturated_in(session, 7, Limits(iterations=6))[0] for _ in range(2)]
    assert [report.stopped_by for report in reports] == ["iterations"] * 2
    assert reports[0].nodes == reports[1].nodes
    assert not session.growing.pausing()
