"""Compiles what only benchmarks use into `build/`, once for every version of its sources.

The name of the result contains a hash of the sources, so that a changed file is compiled again.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "benchmarks"
HEADERS = ROOT / "src" / "punto" / "rules"

CFLAGS = ("-O2", "-march=native", "-shared", "-fPIC")

CYTHONIZE = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup

sources, headers = sys.argv[1].split(), sys.argv[2]
directives = dict(language_level=3, boundscheck=False, cdivision=True, initializedcheck=False)
extensions = [
    Extension(
        source[:-3].replace("/", "."),
        [source],
        include_dirs=[headers],
        extra_compile_args=["-ffp-contract=off", "-g0"],
    )
    for source in sources
]
setup(
    script_args=["--quiet", "build_ext", "--inplace"],
    ext_modules=cythonize(extensions, compiler_directives=directives | dict(wraparound=False)),
)
"""
"""Compiles modules beside their sources, with the same directives as setup.py."""


def compile_c(source: Path) -> Path:
    """Return the shared library of a C file, for this processor."""
    library = BUILD / f"{source.stem}-{hash_of([source])}.so"
    if not library.exists():
        compiler = shlex.split(os.environ.get("CC", "cc"))
        with new_folder() as folder:
            made = Path(folder, library.name)
            run([*compiler, *CFLAGS, str(source), "-o", str(made), "-lm"])
            made.replace(library)
    return library


def compile_package(package: Path, modules: Sequence[str]) -> Path:
    """Copy a package, compile some of its modules, and return the folder to import it from."""
    sources = sorted(path for path in package.iterdir() if path.is_file())
    key = hash_of([*sources, *HEADERS.glob("*.pxd"), HEADERS / "bits.h"], sys.version)
    place = BUILD / f"{package.name}-{key}"
    if not place.exists():
        with new_folder() as folder:
            made = Path(folder, "made")
            copy = made / package.name
            copy.mkdir(parents=True)
            for path in sources:
                shutil.copy(path, copy)
            names = " ".join(f"{package.name}/{module}.py" for module in modules)
            run([sys.executable, "-c", CYTHONIZE, names, str(HEADERS)], folder=made)
            made.replace(place)
    return place


def hash_of(paths: Iterable[Path], *more: str) -> str:
    """Hash what files contain."""
    found = hashlib.sha256("\n".join(more).encode())
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def new_folder() -> "tempfile.TemporaryDirectory[str]":
    """Make a folder beside the results: only what is finished is moved there."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=BUILD)


def run(command: Sequence[str], *, folder: Path | None = None) -> None:
    """Run a compiler; show what it says only if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nCould not compile: {shlex.join(command[:3])} …")
