"""The Regionalized Value State Dependence Graph: text, interpreter, and translations.

| what | where |
|---|---|
| nodes, operators, rules | `ir`, `language`, `verifier`, `traversal` |
| text, execution | `parser`, `printer`, `interpreter` |
| control flow to graphs | `cfg`, `cfgasm` (its assembly), `restructuring`, `build` |
| Yul to graphs and back | `program`, `from_ssa`, `to_yul`, `region_writer` |
| equality saturation | `encoding`, `session`, `host`, `saturate`, `dump` |
| rewrites beyond its rules | `pass_contract`, `passes` |
| the choice of a graph | `optimise`, `extract`, `gas`, `code_price` |

Source: chapter 09 of the specification; Reissmann, Meyer, Bahmann, Själander 2020, "RVSDG: An
Intermediate Representation for Optimizing Compilers".
"""
