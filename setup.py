"""Compile the kernel and the search where a C compiler is at hand; else install them as is.

The page is built too, wherever Node is at hand or can be fetched. A release must have both: with
PUNTO_RELEASE=1 in the environment, a build without one of them fails.
"""

import os
import sys
from pathlib import Path
from runpy import run_path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

IS_RELEASE = os.environ.get("PUNTO_RELEASE", "0") not in ("", "0")
HEADERS = ["src/punto/rules", "src/punto/engine", "src/punto/envs"]
SOURCES = {
    "punto.rules.kernel": "src/punto/rules/kernel.py",
    "punto.engine.simulation": "src/punto/engine/simulation.py",
    "punto.engine.tree": "src/punto/engine/tree.py",
    "punto.engine.evaluator": "src/punto/engine/evaluator.py",
    "punto.engine.value_tree": "src/punto/engine/value_tree.py",
    "punto.engine.look_ahead": "src/punto/engine/look_ahead.py",
    "punto.envs.rounds": "src/punto/envs/rounds.py",
    "punto.lab.learner": "src/punto/lab/learner.py",
}

SHARED = "punto.rules._punto_memoryviews"
"""What Cython needs for memoryviews: half of the C code of a module, so it is compiled only once.

Cython also enters it into `sys.modules` without the names of its packages, so its name has ours.
"""

# Where a processor can multiply and add in one rounding, a search would choose differently.
EXACT = [] if sys.platform == "win32" else ["-ffp-contract=off"]

# Without debug information: it is two thirds of a binary, and takes time to compile.
SMALL = [] if sys.platform == "win32" else ["-g0"]
STRIPPED = ["-Wl,--strip-all"] if sys.platform.startswith("linux") else []

# It checks buffers before the search begins, and is not worth the time to optimise.
HARDLY_OPTIMISED = [] if sys.platform == "win32" else ["-O1"]

EXTENSIONS = [
    Extension(
        name,
        [source],
        depends=[
            "src/punto/rules/bits.h",
            "src/punto/engine/vectors.h",
            "src/punto/envs/frame.h",
            "src/punto/envs/gate.h",
        ],
        include_dirs=HEADERS,
        extra_compile_args=[*EXACT, *SMALL],
        extra_link_args=STRIPPED,
    )
    for name, source in SOURCES.items()
]
SHARED_EXTENSION = Extension(
    SHARED,
    [f"{HEADERS[0]}/_punto_memoryviews.c"],
    extra_compile_args=[*SMALL, *HARDLY_OPTIMISED],
    extra_link_args=STRIPPED,
)

# The kernel makes sure of its own bounds: its numbers come checked from `Card` and `Cell`.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "wraparound": False,
}

extensions = cythonize(
    [SHARED_EXTENSION, *EXTENSIONS],
    compiler_directives=DIRECTIVES,
    build_dir="build",
    shared_utility_qualified_name=SHARED,
)
for extension in extensions:
    # A machine that cannot compile runs the same files interpreted.
    extension.optional = not IS_RELEASE

page = run_path(str(Path(__file__).with_name("web") / "page.py"))


def build_page() -> None:
    """Build the page; a release without it fails."""
    page["build"]()
    if IS_RELEASE and not page["is_built"]():
        raise SystemExit("A release needs the page, and it could not be built, see above.")


class BuildWithPage(build_py):
    """Put the page into the package."""

    def run(self) -> None:
        """Build the page first."""
        build_page()
        super().run()


class SourcesWithPage(sdist):
    """Put the built page beside what it is made of, so that nobody else needs Node."""

    def run(self) -> None:
        """Build the page first."""
        build_page()
        super().run()


commands = {"build_py": BuildWithPage, "sdist": SourcesWithPage}
at_once = {"build_ext": {"parallel": os.cpu_count() or 1}}
setup(ext_modules=extensions, cmdclass=commands, options=at_once)
