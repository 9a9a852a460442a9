"""Passes over the assembly beyond solc's: smaller and cheaper code that differs from solc's.

They run over the code of each object after some of solc's own passes, before it is assembled, in
the order of the table in `driver`. Like solc's, each is a class that can be used alone:

    items = read_items("calldatasize @used jumpi 0 0 revert used: 0 0 revert")
    CrossJumper().run(items, Context(dialect, runs=200, is_creation=False))

All of them rely on these properties:

* Every jump targets a label, and labels only come from `PushLabel` and, for jump tables,
  `PushLabels`: there is no other arithmetic on labels. A Yul program can neither read nor store a
  label; return addresses lie on the stack below the slots that a function works on. So labels may
  be renamed, moved, and shared.
* A program that inspects its own code (`codesize()`, `datasize` and `codecopy` of its own object)
  sees the optimised code, as after any optimisation; the same holds for one that reads `gas()`.
* The assembler resolves data, inner objects and immutables after all passes.
"""
