"""The order in which solc compiles the contracts of a request.

A source comes after all that it imports; contracts come in the order of the text.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from yulopt.persistence.json_values import Json, JsonObject, object_at


def compile_order(sources: JsonObject) -> list[tuple[str, str]]:
    """All contracts as file and name; `sources` has the `ast` of each file."""
    order: list[str] = []
    seen: set[str] = set()
    for file in sorted(sources):
        if file not in seen:
            _visit(file, sources, seen, order)
    return [
        (file, name)
        for file in order
        for node in _nodes(sources, file)
        if node.get("nodeType") == "ContractDefinition" and isinstance(name := node["name"], str)
    ]


def _visit(file: str, sources: JsonObject, seen: set[str], order: list[str]) -> None:
    """Append a source to the order, after those that it imports."""
    # Imports may be nested as deeply as there are sources.
    pending = [(file, _imports(sources, file))]
    seen.add(file)
    while pending:
        current, imports = pending[-1]
        missing = [name for name in imports if name not in seen]
        if missing:
            seen.add(missing[0])
            pending.append((missing[0], _imports(sources, missing[0])))
        else:
            order.append(current)
            pending.pop()


def _imports(sources: JsonObject, file: str) -> list[str]:
    paths = [
        node.get("absolutePath")
        for node in _nodes(sources, file)
        if node.get("nodeType") == "ImportDirective"
    ]
    return [path for path in paths if isinstance(path, str) and path in sources]


def _nodes(sources: JsonObject, file: str) -> list[JsonObject]:
    nodes: Json = object_at(sources, file, "ast").get("nodes")
    return [object_at(node) for node in nodes] if isinstance(nodes, list) else []
