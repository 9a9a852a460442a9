"""The part of the build that pyproject.toml cannot say: mypyc compiles the core.

`pip install .` compiles where a C compiler is, and otherwise installs the same sources as pure
Python and says so (`pip install -v .` shows what is said). An editable install is always pure, so
that what is edited is what runs; the environment variable YULOPT_PURE=1 asks for the pure form.
"""

import os
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.errors import CCompilerError, ExecError, PlatformError

# The commands of setuptools that build; others, which run before them, only ask for metadata.
_BUILDING = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}

# Compiling these would not make them faster: they wait for files, terminals and the parser
# library, or run once. Everything else is the core.
_INTERPRETED = {
    "yulopt/__main__.py",
    "yulopt/api.py",
    "yulopt/arguments.py",
    "yulopt/batch.py",
    "yulopt/console.py",
    "yulopt/decoding.py",
    "yulopt/deep_stack.py",
    "yulopt/documentation.py",
    "yulopt/extensions.py",
    "yulopt/form.py",
    "yulopt/highlight.py",
    "yulopt/interpreter/abi.py",
    "yulopt/interpreter/abi_values.py",
    "yulopt/interpreter/command.py",
    "yulopt/interpreter/transaction.py",
    "yulopt/parser.py",
    "yulopt/resumption.py",
    "yulopt/result.py",
    "yulopt/statistics.py",
    "yulopt/suggestions.py",
    "yulopt/syntax_messages.py",
    "yulopt/workers.py",
}
_INTERPRETED_PREFIXES = (
    "yulopt/cli/",
    "yulopt/egraph/",
    "yulopt/explore/",
    "yulopt/rvsdg/",
    "yulopt/ssa/",
    "yulopt/trace/",
)


def extensions() -> list[Extension]:
    """What to compile: the core, or nothing, for a reason that is printed."""
    if not _BUILDING & set(sys.argv):
        return []
    reason = _reason_for_pure_form()
    if reason is not None:
        print(f"yulopt: installing as pure Python, since {reason}", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    print("yulopt: compiling the core with mypyc, for a few minutes", file=sys.stderr)
    compiled = mypycify(
        [*core_modules(), "--no-error-summary"], opt_level="2", debug_level="0", multi_file=False
    )
    if os.name == "posix":
        for extension in compiled:
            # mypyc indents each class deeper than the one before; to look at that takes as long as
            # all the rest of the compilation.
            extension.extra_compile_args.append("-Wno-misleading-indentation")
    return compiled


def core_modules() -> list[str]:
    """The source files of the core, relative to this folder."""
    configuration = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    packages = configuration["tool"]["setuptools"]["packages"]
    modules = [
        path.as_posix()
        for package in packages
        for path in sorted(Path(package.replace(".", "/")).glob("*.py"))
        if path.name != "__init__.py"
    ]
    return [
        module
        for module in modules
        if module not in _INTERPRETED and not module.startswith(_INTERPRETED_PREFIXES)
    ]


def _reason_for_pure_form() -> str | None:
    if os.environ.get("YULOPT_PURE"):
        return "YULOPT_PURE is set"
    if "editable_wheel" in sys.argv:
        return "an editable install runs the sources"
    if not _can_compile():
        return "there is no C compiler with the headers of Python"
    return None


def _can_compile() -> bool:
    """Whether a C file that needs the headers of Python compiles here."""
    from distutils.ccompiler import new_compiler  # that of setuptools
    from distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.add_include_dir(get_python_inc())
            compiler.compile([str(source)], output_dir=folder)
        except (CCompilerError, ExecError, PlatformError):
            return False
    return True


setup(ext_modules=extensions())
