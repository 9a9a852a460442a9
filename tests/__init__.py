"""The tests of yulopt."""
