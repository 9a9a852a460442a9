"""Analyses of programs, for steps. An analysis never depends on a step."""
