"""From an optimised object tree to EVM code: symbolic assembly with labels, then bytes."""
