"""How often code runs: profiles of calls, and what is guessed without one."""
