"""Tests of the Regionalized Value State Dependence Graph."""
