"""Sequences of steps, pipelines, and the frame that a run has around them."""
