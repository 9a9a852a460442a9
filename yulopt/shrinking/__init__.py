"""Making a program smaller as long as it still fails in some way."""
