"""The playground: page, scripts and examples, which `docs.extension.playground` builds."""
