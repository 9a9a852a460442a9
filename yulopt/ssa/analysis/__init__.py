"""What is known about a function in SSA form."""
