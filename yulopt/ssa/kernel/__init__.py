"""What a pass over SSA form is, its analyses, and the rules of the form."""
