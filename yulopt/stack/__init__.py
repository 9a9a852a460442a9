"""The EVM stack: what will be where, and what will be out of reach."""
