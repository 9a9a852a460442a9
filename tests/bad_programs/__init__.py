"""Programs that are not Yul, and programs that only look as if they were not.

Each wrong program has the place where solc 0.8.37 reports its error; where several things are
wrong, that is the error which solc lists first. All places were obtained from solc. Columns count
characters; solc itself counts the bytes of the UTF-8 form.

`also` is a second place that is as good, because it is the wrong token itself. There solc points
at something else: at the token after a literal, or after the name of a builtin that is assigned
to; at the word `function` for a bad name; at the call for an argument that should be a literal.

`instead`, in programs with two errors, is the place and the message of the other one: yulopt stops
at the first token that cannot follow, before it looks at annotations and at what stands where; solc
looks at these while it reads.
"""

from __future__ import annotations

from typing import Final

from tests.bad_programs.annotations import ANNOTATIONS
from tests.bad_programs.lexer import CHARACTERS_AND_TOKENS
from tests.bad_programs.nesting import NESTED_TOO_DEEP
from tests.bad_programs.objects import OBJECTS
from tests.bad_programs.parser import STATEMENTS
from tests.bad_programs.program import Bad, Valid
from tests.bad_programs.reserved_names import RESERVED_NAMES
from tests.bad_programs.scopes_and_uses import SCOPES_AND_USES
from tests.bad_programs.several_errors import SEVERAL_ERRORS
from tests.bad_programs.valid import VALID

__all__ = ["BAD", "VALID", "Bad", "Valid"]

BAD: Final = (
    *CHARACTERS_AND_TOKENS,
    *STATEMENTS,
    *OBJECTS,
    *ANNOTATIONS,
    *SCOPES_AND_USES,
    *RESERVED_NAMES,
    *SEVERAL_ERRORS,
    *NESTED_TOO_DEEP,
)
