"""Functions in SSA form: values, instructions, blocks, and the checks that they are well formed."""
