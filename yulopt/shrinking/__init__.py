"""Test-case reduction: makes a program smaller as long as it still fails."""
