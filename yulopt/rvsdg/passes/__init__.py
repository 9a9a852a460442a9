"""Rewrites of regions that e-graph rules cannot express, done by the host."""
