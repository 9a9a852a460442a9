"""Checking that steps change nothing that can be observed: programs run before and after them."""
