"""Compile the kernel and the search where a C compiler is at hand; else install them as is."""

import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

HEADERS = "src/punto/rules"
SOURCES = {
    "punto.rules.kernel": "src/punto/rules/kernel.py",
    "punto.engine.simulation": "src/punto/engine/simulation.py",
    "punto.engine.tree": "src/punto/engine/tree.py",
}

# Where a processor can multiply and add in one rounding, a search would choose differently.
EXACT = [] if sys.platform == "win32" else ["-ffp-contract=off"]

EXTENSIONS = [
    Extension(
        name,
        [source],
        depends=["src/punto/rules/bits.h"],
        include_dirs=[HEADERS],
        extra_compile_args=EXACT,
    )
    for name, source in SOURCES.items()
]

# The kernel makes sure of its own bounds: its numbers come checked from `Card` and `Cell`.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "wraparound": False,
}

extensions = cythonize(EXTENSIONS, compiler_directives=DIRECTIVES, build_dir="build")
for extension in extensions:
    extension.optional = True  # a machine that cannot compile runs the same files interpreted

setup(ext_modules=extensions)
