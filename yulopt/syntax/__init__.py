"""Yul as text and as a tree: lexing and parsing, validation, names, copying, and printing."""
