"""The page of the playground and its scripts, which `docs.extension.playground` builds."""
