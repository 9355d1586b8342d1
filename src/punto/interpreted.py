"""Runs as plain Python what is compiled elsewhere, and stands in for `cython` meanwhile.

Compiled modules see into each other's C structures, so either all are compiled or none is.
`PUNTO_KERNEL=interpreted` in the environment asks for none: for tests, and to rule the
compiler out.
"""

import os
import sys
from contextlib import nullcontext
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location

MODULES = ("punto.rules.kernel", "punto.engine.simulation", "punto.engine.tree")

compiled = False
nogil = nullcontext()


def path_of(name: str) -> str:
    """Find a module's file, without its ending."""
    # Not with pathlib, which would take a tenth of the time that importing punto takes.
    here = os.path.dirname(__file__)  # noqa: PTH120
    return os.path.join(here, *name.split(".")[1:])  # noqa: PTH118


def is_compiled(name: str) -> bool:
    """Tell whether a compiler has made something of a module for this Python."""
    return any(os.path.exists(path_of(name) + suffix) for suffix in EXTENSION_SUFFIXES)  # noqa: PTH110


WANTED = os.environ.get("PUNTO_KERNEL") == "interpreted" or not all(map(is_compiled, MODULES))


def load(name: str) -> None:
    """Import a module as it is, whether or not Cython or its compiled twin is there too."""
    spec = spec_from_file_location(name, f"{path_of(name)}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    package, _, short = name.rpartition(".")
    setattr(sys.modules[package], short, module)  # as an import does
    real = sys.modules.pop("cython", None)
    sys.modules["cython"] = sys.modules[__name__]
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["cython"]
        if real is not None:
            sys.modules["cython"] = real
