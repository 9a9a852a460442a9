"""Abstract domains that compose into one walk: words, memory, storage, available values."""
