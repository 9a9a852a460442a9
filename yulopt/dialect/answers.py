"""Differences between releases of solc in settings, messages and listings for the same code.

These switches change requests and answers in standard JSON, and the builtins of the language,
independently of steps and code generation. Differences in code are in `yulopt.dialect.behaviour`.

Source: chapter 12 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect.behaviour import Switch

_BY_REQUESTS: Final = "the same requests to each release"

# Code

CODE_OF_TREE: Final = Switch(
    "code_of_tree",
    "If the source is Yul itself, code is made of the program as the optimiser leaves it, with"
    " places in the source. Later, and for Solidity, what is printed of it is read again.",
    "places of generated programs",
    last="0.8.26",
)

# Settings

NO_EXPERIMENTAL_SETTING: Final = Switch(
    "no_experimental_setting",
    "`settings.experimental` and `settings.viaSSACFG` are unknown keys, and what needs the former"
    " since then (`irAst`, `irOptimizedAst`, `yulCFGJson`, `ethdebug`) needs nothing.",
    _BY_REQUESTS,
    last="0.8.34",
)
RUNS_MODULO_2_32: Final = Switch(
    "runs_modulo_2_32",
    "Of `settings.optimizer.runs` only the last 32 bits count.",
    _BY_REQUESTS,
    last="0.8.35",
)

# Messages

PREFIXED_STACK_ERRORS: Final = Switch(
    "prefixed_stack_errors",
    "The `message` of a stack that is too deep begins with `Yul exception:`; the formatted one does"
    " not.",
    _BY_REQUESTS,
    last="0.8.28",
)
STACK_ERRORS_WITHOUT_PLACE: Final = Switch(
    "stack_errors_without_place",
    "A stack that is too deep has no location in the source.",
    _BY_REQUESTS,
    last="0.8.26",
)
DEPRECATION_BEFORE_CONSTANTINOPLE: Final = Switch(
    "deprecation_before_constantinople",
    "Only EVM versions older than constantinople are reported as deprecated, not those up to "
    "berlin.",
    _BY_REQUESTS,
    last="0.8.36",
)

NO_WARNING_OF_FUTURE_NAMES: Final = Switch(
    "no_warning_of_future_names",
    "In Yul sources, names that are builtins of a later EVM version cause no warning.",
    _BY_REQUESTS,
    last="0.8.34",
)
NO_OUTPUT_WITH_WARNINGS: Final = Switch(
    "no_output_with_warnings",
    "A source in Yul with a warning has no output.",
    _BY_REQUESTS,
    last="0.8.26",
)

# Outputs

GENERATED_SOURCES_OF_YUL: Final = Switch(
    "generated_sources_of_yul",
    "Code of a source in Yul has `generatedSources`, which are always empty.",
    _BY_REQUESTS,
    last="0.8.28",
)
BUILTIN_COMMENTS_IN_LINE: Final = Switch(
    "builtin_comments_in_line",
    "In `irOptimized`, the comment with the number of a node before the name of a builtin stands"
    " within the line, and does not end it.",
    "comparison of generated programs",
    last="0.8.28",
)
NO_CLZ: Final = Switch(
    "no_clz",
    "There is no builtin `clz`, and `opcodes` has no name for its byte.",
    "each byte as data of a program",
    last="0.8.30",
)
EOF_IN_OPCODES: Final = Switch(
    "eof_in_opcodes",
    "`opcodes` has names for the instructions of the EVM object format, also in code that is not in"
    " it, and takes the bytes after some of them for their immediate arguments.",
    "each byte as data of a program",
    first="0.8.29",
    last="0.8.35",
)
NO_SLOTNUM: Final = Switch(
    "no_slotnum",
    "There is no builtin `slotnum`, and `opcodes` has no name for its byte.",
    "each byte as data of a program",
    last="0.8.36",
)

LATE_BUILTINS: Final = {"clz": NO_CLZ, "slotnum": NO_SLOTNUM}
"""Builtins that were added after the EVM versions that have them, and the releases without them."""
