"""Sequences of steps, pipelines, and the frame of a run around them."""
