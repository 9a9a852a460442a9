"""Checks that steps preserve observable behaviour: programs are run before and after them."""
