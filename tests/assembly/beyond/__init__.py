"""Tests of the passes over the assembly beyond solc's."""
