"""Sets of words that are known by their bits and by intervals, and what programs say of them."""
