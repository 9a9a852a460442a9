"""Aliasing of accesses to memory and storage, and the accesses of whole functions."""
