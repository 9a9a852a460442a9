"""Running steps: what a step is, sequences of them, the suite that runs them, and extensions."""
