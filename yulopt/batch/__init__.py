"""Many files at once, in this process or in several."""
