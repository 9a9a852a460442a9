"""Analyses: what steps need to know about a program. An analysis never knows a step."""
