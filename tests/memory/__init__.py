"""Tests of `yulopt.memory`."""
