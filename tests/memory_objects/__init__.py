"""Tests of memory as objects."""
