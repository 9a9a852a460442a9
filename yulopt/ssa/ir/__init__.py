"""Functions in SSA form: values, instructions, blocks, and checks of well-formedness."""
