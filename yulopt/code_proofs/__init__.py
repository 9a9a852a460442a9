"""Proofs from Yul to bytes for what code generation makes, which says where to look."""
