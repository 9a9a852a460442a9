"""The EVM stack: layouts, and unreachable slots."""
