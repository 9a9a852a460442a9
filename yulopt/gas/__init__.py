"""The cost of code: gas at run time, and bytes."""
