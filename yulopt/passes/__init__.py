"""Steps and passes: requirements, analyses, options, and observers."""
