"""Compile the kernel where a C compiler is at hand; without one, install it as it is."""

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNEL = Extension(
    "punto.rules.kernel",
    ["src/punto/rules/kernel.py"],
    depends=["src/punto/rules/bits.h"],
    include_dirs=["src/punto/rules"],
)

# The kernel makes sure of its own bounds: its numbers come checked from `Card` and `Cell`.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "wraparound": False,
}

extensions = cythonize([KERNEL], compiler_directives=DIRECTIVES, build_dir="build")
for extension in extensions:
    extension.optional = True  # a machine that cannot compile runs the same file interpreted

setup(ext_modules=extensions)
