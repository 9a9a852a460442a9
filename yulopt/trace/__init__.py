"""What every step of a run did: recorded once, shown in the terminal, in files, in a browser."""
