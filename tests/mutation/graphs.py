"""Mutants of the graph algorithms."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_BRIDGES: Final = "yulopt.graphs.bridges"
_COMPONENTS: Final = "yulopt.graphs.components"
_DOMINATORS: Final = "yulopt.graphs.dominators"
_FOREST: Final = "yulopt.graphs.forest"
_FRONTIERS: Final = "yulopt.graphs.frontiers"
_LOOPS: Final = "yulopt.graphs.loops"
_ORDERS: Final = "yulopt.graphs.orders"

GRAPHS: Final = (
    SuiteMutant(
        _ORDERS,
        "edges to finished nodes go back",
        "if last[successor] == NONE:",
        "if last[successor] != NONE:",
        caught_by="test_orders::test_every_cycle_has_a_retreating_edge",
    ),
    SuiteMutant(
        _ORDERS,
        "reverse postorder is preorder",
        "return self.postorder[::-1]",
        "return self.preorder",
        caught_by="test_orders::test_search_visits_and_finishes_nodes_as_a_recursive_one",
    ),
    SuiteMutant(
        _ORDERS,
        "subtrees reach one node too far",
        "last[node] = len(preorder) - 1",
        "last[node] = len(preorder)",
        caught_by="test_orders::test_spanning_tree_has_intervals_of_descendants",
    ),
    SuiteMutant(
        _COMPONENTS,
        "nodes of finished components count",
        "if is_pending[successor] and number[successor] < low[node]:",
        "if number[successor] < low[node]:",
        caught_by="test_components::test_components_can_reach_each_other",
    ),
    SuiteMutant(
        _COMPONENTS,
        "what a node leads to says nothing about it",
        "if node != NONE and low[finished] < low[node]:",
        "if node != NONE and low[finished] > low[node]:",
        caught_by="test_components::test_components_can_reach_each_other",
    ),
    SuiteMutant(
        _FOREST,
        "ways up jump too far",
        "node = jump if self.depth[jump] >= depth else self.parent[node]",
        "node = jump",
        caught_by="test_forest::test_ancestors_are_on_the_path_to_the_root",
    ),
    SuiteMutant(
        _FOREST,
        "ways up do not jump",
        "jump[node] = highest if are_equal else above",
        "jump[node] = above",
        caught_by="test_forest::test_jumps_to_ancestors_are_logarithmic",
    ),
    SuiteMutant(
        _FOREST,
        "the highest node is searched by jumps only",
        "elif jump != parent and holds(parent):",
        "elif False:",
        caught_by="test_forest::test_highest_is_the_topmost_ancestor_that_satisfies_the_predicate",
    ),
    SuiteMutant(
        _DOMINATORS,
        "semidominators are dominators",
        "if dominator[node] != semidominator[node]:",
        "if False:",
        caught_by="test_dominators::test_dominators_are_on_every_path_to_a_node",
    ),
    SuiteMutant(
        _DOMINATORS,
        "the parent in the search dominates",
        "least if semidominator[least] < semidominator[other] else above",
        "above",
        caught_by="test_dominators::test_dominators_are_on_every_path_to_a_node",
    ),
    SuiteMutant(
        _DOMINATORS,
        "parts that cannot be reached lead to the exit",
        "if part[0] in finished:",
        "if True:",
        caught_by="test_dominators::test_one_node_of_each_bottom_component_leads_to_the_exit",
    ),
    SuiteMutant(
        _FRONTIERS,
        "a frontier has a node twice",
        "if frontier and frontier[-1] == node:",
        "if False:",
        caught_by="test_frontiers::test_frontiers_are_those_of_the_definition",
    ),
    SuiteMutant(
        _FRONTIERS,
        "loop headers are not in their own frontiers",
        "tree.depth[target] <= depth",
        "tree.depth[target] < depth",
        caught_by="test_frontiers::test_iterated_frontier_is_the_closure_of_frontiers",
    ),
    SuiteMutant(
        _FRONTIERS,
        "frontiers are not iterated",
        "heapq.heappush(waiting, (-tree.depth[target], target))",
        "pass",
        caught_by="test_frontiers::test_iterated_frontier_is_the_closure_of_frontiers",
    ),
    SuiteMutant(
        _FRONTIERS,
        "the highest nodes are walked first",
        "waiting = [(-tree.depth[node], node) for node in nodes]",
        "waiting = [(tree.depth[node], node) for node in nodes]",
        caught_by="test_frontiers::test_iterated_frontier_is_the_closure_of_frontiers",
    ),
    SuiteMutant(
        _LOOPS,
        "loops with several entries are not irreducible",
        "self.irreducible.add(header)",
        "pass",
        caught_by="test_loops::test_loops_are_those_of_the_definition",
    ),
    SuiteMutant(
        _LOOPS,
        "edges into a loop beside its header are forgotten",
        "self._forward[header][outer] = None",
        "pass",
        caught_by="test_loops::test_loops_are_those_of_the_definition",
    ),
    SuiteMutant(
        _LOOPS,
        "nodes of inner loops are nodes of outer ones",
        "self._outermost[member] = header",
        "pass",
        caught_by="test_loops::test_innermost_loops_own_their_nodes",
    ),
    SuiteMutant(
        _LOOPS,
        "the nodes of a loop are in the order in which they are found",
        "return sorted(found)",
        "return list(found)",
        caught_by="test_loops::test_own_nodes_are_in_the_order_of_the_search_the_header_first",
    ),
    SuiteMutant(
        _BRIDGES,
        "an edge is a way around itself",
        "if neighbour != above:",
        "if True:",
        caught_by="test_bridges::test_without_a_bridge_its_far_end_cannot_be_reached",
    ),
)
