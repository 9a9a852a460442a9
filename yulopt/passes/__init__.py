"""What a step or pass is: requirements, analyses, options; and who may watch it."""
