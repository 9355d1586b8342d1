"""Loads the compiled modules as plain Python where they are not compiled.

While they load, this module stands in for `cython`. Compiled modules use each other's C
structures, so either all of them are compiled or none is. `PUNTO_KERNEL=interpreted` in the
environment asks for none: for tests, and to rule out the compiler as the cause of a fault.
"""

import os
import sys
from contextlib import nullcontext
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location

MODULES = (
    "punto.rules.kernel",
    "punto.engine.simulation",
    "punto.engine.tree",
    "punto.engine.evaluator",
    "punto.engine.value_tree",
    "punto.engine.look_ahead",
    "punto.envs.rounds",
    "punto.lab.learner",
)
SHARED = "punto.rules._punto_memoryviews"
"""C code that all of them use, and that has no source of its own."""

compiled = False
nogil = nullcontext()


def path_of(name: str) -> str:
    """Return the path of a module's file, without its suffix."""
    # Without pathlib, which alone would add a tenth to the time that importing punto takes.
    here = os.path.dirname(__file__)  # noqa: PTH120
    return os.path.join(here, *name.split(".")[1:])  # noqa: PTH118


def is_compiled(name: str) -> bool:
    """Whether a module is compiled for this Python."""
    return any(os.path.exists(path_of(name) + suffix) for suffix in EXTENSION_SUFFIXES)  # noqa: PTH110


WANTED = os.environ.get("PUNTO_KERNEL") == "interpreted" or not all(
    map(is_compiled, (*MODULES, SHARED))
)


def load(name: str) -> None:
    """Import a module from its source, even if it is compiled, and even without Cython."""
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
