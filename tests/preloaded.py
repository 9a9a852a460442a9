"""Loads every module of yulopt, for processes that are forked from the one that imports this.

None of them loads a library of an extra, which may be missing in such a process, before it is used.
"""

from __future__ import annotations

import importlib
import pkgutil

import yulopt

for module in pkgutil.walk_packages(yulopt.__path__, "yulopt."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
