"""One way to compile: everything a build depends on, and the calls that every front makes."""
