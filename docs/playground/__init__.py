"""The playground: the page, the scripts and the examples, which `docs.extension.playground` builds."""
