"""The part of the build that pyproject.toml cannot express: mypyc compiles the core.

`pip install .` compiles if there is a C compiler, and otherwise installs the same sources as pure
Python, with a message (`pip install -v .` shows it). An editable install is always pure, so that
edits take effect; the environment variable YULOPT_PURE=1 selects the pure form.

Intermediate files go to a temporary folder, so that nothing is left beside the sources.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

# The commands of setuptools that build; earlier ones only read metadata.
_BUILDING = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}

# Compiling these would not make them faster: they wait for files, terminals and the parser
# library, run once, or take next to no time in a profile. Everything else is the core.
_INTERPRETED = {
    "yulopt/__main__.py",
    "yulopt/ast.py",
    "yulopt/build_info.py",
    "yulopt/interface.py",
    "yulopt/interpreter/abi.py",
    "yulopt/passes/options.py",
    "yulopt/result.py",
    "yulopt/step.py",
    "yulopt/suite/bare_run.py",
    "yulopt/suite/checkpoints.py",
    "yulopt/suite/documentation.py",
    "yulopt/suite/extensions.py",
    "yulopt/suite/pipelines.py",
    "yulopt/suite/reading.py",
    "yulopt/suite/release_watch.py",
    "yulopt/syntax/arguments.py",
    "yulopt/syntax/deep_stack.py",
    "yulopt/syntax/parser.py",
    "yulopt/syntax/syntax_messages.py",
    "yulopt/visitor.py",
}
_INTERPRETED_PREFIXES = (
    "yulopt/audit/",
    "yulopt/batch/",
    "yulopt/checker/",
    "yulopt/cli/",
    "yulopt/code_proofs/",
    "yulopt/driver/",
    "yulopt/dropin/",
    "yulopt/egraph/",
    "yulopt/explore/",
    "yulopt/inputs/",
    "yulopt/persistence/",
    "yulopt/proven/",
    "yulopt/prover/",
    "yulopt/publish/",
    "yulopt/report/",
    "yulopt/rvsdg/",
    "yulopt/shrinking/",
    "yulopt/ssa/",
    "yulopt/terminal/",
    "yulopt/trace/",
    "yulopt/tune/",
    "yulopt/verifier/",
    "yulopt/yul_writer/",
)
# Of these, proofs spend most of their time in the graph of terms and in symbolic execution.
_COMPILED = {
    "yulopt/prover/apart.py",
    "yulopt/prover/arrays.py",
    "yulopt/prover/cases.py",
    "yulopt/prover/chains.py",
    "yulopt/prover/choices.py",
    "yulopt/prover/comparisons.py",
    "yulopt/prover/control.py",
    "yulopt/prover/equations.py",
    "yulopt/prover/execution.py",
    "yulopt/prover/facts.py",
    "yulopt/prover/loops.py",
    "yulopt/prover/memories.py",
    "yulopt/prover/memory_facts.py",
    "yulopt/prover/modified.py",
    "yulopt/prover/paths.py",
    "yulopt/prover/scalar_replacement.py",
    "yulopt/prover/slots.py",
    "yulopt/prover/sorts.py",
    "yulopt/prover/substitution.py",
    "yulopt/prover/terms.py",
    "yulopt/prover/words.py",
    "yulopt/prover/work_clock.py",
}

# The number of C files for the core: enough to keep all processors busy and each file small, but
# few enough that parsing the headers in each one is cheap.
_PARTS = 12


def main() -> None:
    """Build as the command line of setuptools requests."""
    configuration = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    repository = configuration["project"]["urls"]["Repository"]
    scratch = Path(tempfile.mkdtemp(prefix="yulopt-build-"))
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    setup(
        long_description=with_absolute_links(Path("README.md").read_text("utf-8"), repository),
        long_description_content_type="text/markdown",
        ext_modules=extensions(scratch),
        cmdclass={"build_ext": _ParallelBuild},
        options={
            "build": {"build_base": str(scratch)},
            "egg_info": {"egg_base": str(scratch)},
        },
    )


def with_absolute_links(text: str, repository: str) -> str:
    """A page in Markdown with absolute links to a repository, as for PyPI."""
    image = rf"\g<1>{repository}/raw/main/"
    text = re.sub(r"(!\[[^\]]*\]\()(?!https?:|#)", image, text)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?!https?:|#)", rf"\g<1>{repository}/blob/main/", text)


def extensions(scratch: Path) -> list[Extension]:
    """The extensions, in C below `scratch`: the core, or none, for a printed reason."""
    if not _BUILDING & set(sys.argv):
        return []
    reason = _reason_for_pure_form()
    if reason is not None:
        print(f"yulopt: installing as pure Python, since {reason}", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    _say("translating the core to C with mypyc")
    # A C file for each module, but not compiled so: each reads all headers, which takes longer
    # than most modules themselves.
    core, *modules = mypycify(
        [*core_modules(), "--no-error-summary", f"--cache-dir={scratch / 'types'}"],
        # Twice as fast to compile as at level 2, and as fast to run: calls into Python dominate.
        opt_level="1",
        debug_level="0",
        multi_file=True,
        target_dir=str(scratch / "c"),
    )
    core.sources = [str(part) for part in _joined(core.sources, scratch)]
    if os.name == "posix":
        # Calls inside the library need not go through its symbol table.
        core.extra_compile_args = [*core.extra_compile_args, "-fvisibility=hidden"]
    return [core, *modules]


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
        if module in _COMPILED
        or (module not in _INTERPRETED and not module.startswith(_INTERPRETED_PREFIXES))
    ]


def _joined(sources: list[str], folder: Path) -> list[Path]:
    """C files in `folder` that include the given ones, of about equal size."""
    parts: list[list[str]] = [[] for _ in range(_PARTS)]
    sizes = [0] * _PARTS
    for source in sorted(sources, key=os.path.getsize, reverse=True):
        smallest = sizes.index(min(sizes))
        parts[smallest].append(source)
        sizes[smallest] += os.path.getsize(source)
    files = []
    for number, part in enumerate(parts):
        file = folder / f"part_{number}.c"
        file.write_text("".join(f'#include "{Path(source).as_posix()}"\n' for source in part))
        files.append(file)
    return files


class _ParallelBuild(build_ext):
    """Compiles on all processors, and reports the progress, which keeps pip's indicator moving."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        # Setuptools would compile the extensions in parallel, but the files of each in turn.
        core = self.extensions[0]
        with ThreadPoolExecutor(self.parallel) as pool:
            compiled = [pool.submit(self._compile, core, source) for source in core.sources]
            for number, part in enumerate(as_completed(compiled), start=1):
                core.extra_objects += part.result()
                _say(f"compiling, {number} of {len(compiled)} parts done")
        core.sources = []
        super().build_extensions()

    def _compile(self, extension: Extension, source: str) -> list[str]:
        objects: list[str] = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
        )
        return objects


def _say(message: str) -> None:
    print(f"yulopt: {message}", flush=True)


def _reason_for_pure_form() -> str | None:
    if os.environ.get("YULOPT_PURE"):
        return "YULOPT_PURE is set"
    if "editable_wheel" in sys.argv:
        return "an editable install runs the sources"
    if not _has_links():
        return "the symbolic links of the checkout are lost, by which mypyc finds the steps"
    if not _can_compile():
        return "there is no C compiler with the headers of Python"
    return None


def _has_links() -> bool:
    """Whether the symbolic links exist. A source distribution has none, and gets them here."""
    links = {Path("yulopt", name): Path("..", name) for name in ("steps", "sequences")}
    for link, target in links.items():
        if not link.is_dir():
            try:
                link.symlink_to(target, target_is_directory=True)
            except OSError:
                # A checkout may have a file instead; otherwise, links are not permitted.
                return False
    return True


def _can_compile() -> bool:
    """Whether a C file that includes the headers of Python compiles here."""
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


main()
