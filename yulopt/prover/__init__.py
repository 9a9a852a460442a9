"""Translation validation: proofs that a function does after a step what it did before.

`verdict.FunctionProver` compares two functions. It executes both symbolically into one graph of
terms that are numbered by what they are (`terms`), normalised as they are made, so that most steps
leave the same graph; an SMT solver (`smt`) compares what is left. What counts as the same is said
in docs/explanation/proofs.md.

Source: Tristan, Govereau, Morrisett, "Evaluating value-graph translation validation for LLVM"
(PLDI 2011); Stepp, Tate, Lerner, "Equality-based translation validator for LLVM" (CAV 2011);
Necula, "Translation validation for an optimizing compiler" (PLDI 2000).
"""
