"""Proofs from Yul to bytes for generated code, guided by code generation."""
