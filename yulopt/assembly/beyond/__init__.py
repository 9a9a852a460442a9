"""Passes over the assembly beyond solc's: smaller and cheaper code, at the price of another output.

They run over the code of each object after solc's own passes, before it is assembled, in the order
of the table in `driver`. Like solc's, each is a class that can be used alone:

    items = read_items("calldatasize @used jumpi 0 0 revert used: 0 0 revert")
    CrossJumper().run(items, Context(dialect, runs=200, is_creation=False))

What all of them rely on:

* A jump leads to a label, and labels come from nowhere but `PushLabel` and, for jump tables,
  `PushLabels`: nothing else is computed with labels. A program in Yul can neither see a label nor
  store it; return addresses lie on the stack below what a function works on. So labels may be
  renamed, moved, and shared.
* A program that looks at its own code (`codesize()`, `datasize` and `codecopy` of its own object)
  sees the code that it is made of now, as after any optimisation; so does one that reads `gas()`.
* Data, inner objects and immutables are found by the assembler, after all passes.
"""
