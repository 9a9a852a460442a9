"""Rewriting that more than one step uses."""
