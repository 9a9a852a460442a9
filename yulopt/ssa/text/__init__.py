"""SSA form as text: its parser, its printer, and pictures of its control flow."""
