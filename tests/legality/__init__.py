"""Conditions of steps and passes beyond solc: programs that just satisfy and just violate them."""
