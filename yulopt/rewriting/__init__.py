"""Rewriting shared by several steps."""
