"""Translation validation: proofs that steps preserve the behaviour of functions.

`verdict.FunctionProver` compares two functions. It executes both symbolically into one graph of
hash-consed terms (`terms`), normalised on construction, so that most steps leave the same graph; an
SMT solver (`smt`) compares the rest. docs/explanation/proofs.md defines equivalence.

Source: Tristan, Govereau, Morrisett, "Evaluating value-graph translation validation for LLVM"
(PLDI 2011); Stepp, Tate, Lerner, "Equality-based translation validator for LLVM" (CAV 2011);
Necula, "Translation validation for an optimizing compiler" (PLDI 2000).
"""
