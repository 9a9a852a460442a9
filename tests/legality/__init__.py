"""What makes each step and pass beyond solc right: programs that just keep, and just break, it."""
