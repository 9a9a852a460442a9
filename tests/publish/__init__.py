"""Tests of `yulopt publish`."""
