"""Of the tests of the drop-in, which ask solc twice each, a fifth runs with all others.

All of them run at length, and where the folder or one of its modules is named.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.slices import every_nth

FOLDER: Final = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if any(FOLDER.name in argument for argument in config.args):
        return
    ours = [item for item in items if FOLDER in item.path.parents]
    left_out = {id(item) for item in ours} - {id(item) for item in every_nth(5, ours)}
    config.hook.pytest_deselected(items=[item for item in ours if id(item) in left_out])
    items[:] = [item for item in items if id(item) not in left_out]
