"""Tests of programs in SSA form. The reference programs are in `programs`."""
