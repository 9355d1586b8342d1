"""Runs the kernel as plain Python, and stands in for the `cython` module while it loads."""

import os.path
import sys
from contextlib import nullcontext
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location

compiled = False
nogil = nullcontext()

# Not with pathlib, which would take a tenth of the time that importing punto takes.
KERNEL = os.path.join(os.path.dirname(__file__), "kernel")  # noqa: PTH118, PTH120


def is_compiled() -> bool:
    """Tell whether a compiler has made something of the kernel for this Python."""
    return any(os.path.exists(KERNEL + suffix) for suffix in EXTENSION_SUFFIXES)  # noqa: PTH110


def load_kernel() -> None:
    """Import kernel.py as it is, whether or not Cython or a compiled kernel is there too."""
    name = "punto.rules.kernel"
    spec = spec_from_file_location(name, f"{KERNEL}.py")
    assert spec is not None
    assert spec.loader is not None
    kernel = sys.modules[name] = module_from_spec(spec)
    sys.modules["punto.rules"].kernel = kernel  # type: ignore[attr-defined]  # as an import does
    real = sys.modules.pop("cython", None)
    sys.modules["cython"] = sys.modules[__name__]
    try:
        spec.loader.exec_module(kernel)
    finally:
        del sys.modules["cython"]
        if real is not None:
            sys.modules["cython"] = real
