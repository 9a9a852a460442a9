"""The cheapest forms of values: as trees, with operands of other frequencies, and shared."""

from __future__ import annotations

from yulopt.egraph.export import ARGUMENT, ENode
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import Form, TreeCosts


def test_the_share_of_a_rare_operand() -> None:
    """An expensive operand that runs in one of four cases beats a cheaper one that always runs."""
    head = ENode("x")
    leaf = [Form(1, (), "leaf", head, shares=())]
    dear = [Form(80, (0,), "dear", head, 2, ((1, 1),))]
    seldom = Form(5, (1,), "seldom", head, 1, ((1, 4),))
    always = Form(90, (0,), "always", head, 1, ((1, 1),))
    costs = TreeCosts([leaf, dear, [always, seldom]])
    assert costs.form[2] == 1
    assert costs.order == [0, 1, 2]
    others = [Form(own, (1,), key, head, 1, ((1, 4),)) for own, key in ((7, "a"), (6, "b"))]
    assert TreeCosts([leaf, dear, others]).form[2] == 1
    top = TreeCosts([leaf, dear, [seldom], [Form(0, (2,), "8", head, shares=((8, 1),))]])
    assert (top.cost[2] - top.code[2], top.code[2]) == (5 + 81 // 4, 1 + 2)


def test_a_shared_product_is_added_to_itself() -> None:
    """With weights mul 5, add 3, shl 3, and 3 for what is read."""
    argument, one, product, total = range(4)
    doubled = Form(3, (product, product), "add", ENode("add"))
    shifted = Form(3, (one, product), "shl", ENode("shl"))
    values = [
        [Form(3, (), "x", ENode((ARGUMENT, 0)))],
        [Form(3, (), "1", ENode(1))],
        [Form(5, (argument, argument), "mul", ENode("mul"))],
        [doubled, shifted],
    ]
    tree = TreeCosts(values)
    assert values[total][tree.form[total]] is shifted
    assert tree.cost[total] == 17
    shared = SharedCosts(values, tree, [total], keep=0, read=0)
    assert shared.total == 14
    shared.improve()
    assert shared.form(total) is doubled
    assert shared.total == 11


def test_raising_levels_is_work_that_is_limited() -> None:
    """Each form that is chosen comes after a late value, and so does all that was chosen before."""
    count = 2600
    late = count + 1
    values = [[Form(1, (), "x", ENode((ARGUMENT, 0)))]]
    for number in range(1, late):
        dear = Form(5, (number - 1,), "dear", ENode("x"))
        cheap = Form(1, (number - 1, late), "cheap", ENode("x"))
        values.append([dear, cheap])
    values.append([Form(1, (), "late", ENode(1))])
    start = {value: forms[0] for value, forms in enumerate(values[:late])}
    shared = SharedCosts(values, TreeCosts(values), [count], 0, 0, start)
    shared.improve_fully([])
    # The search ends before it has found the cheapest forms.
    assert count + 2 < shared.total < 1 + 5 * count
