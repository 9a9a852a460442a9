"""SSA modules as LLVM IR, for comparison with an independent implementation."""
