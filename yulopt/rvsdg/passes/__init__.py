"""Rewrites of regions that the rules of an e-graph cannot express: they are done by the host."""
