"""E-graphs: many forms of the same values at once, by equality saturation with `egglog`."""
