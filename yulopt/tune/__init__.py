"""Finding the settings with which solc makes the best code: its step sequence, and `runs`."""
