"""The rules: pure, exact, and nothing but the standard library.

The kernel is compiled where that could be done. `PUNTO_KERNEL=interpreted` in the environment
runs the same file as plain Python instead: for tests, and to rule the compiler out.
"""

import os


def _load_interpreted_kernel() -> None:
    import sys  # noqa: PLC0415 what follows is for the few who ask for it
    from importlib.util import module_from_spec, spec_from_file_location  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    name = f"{__name__}.kernel"
    spec = spec_from_file_location(name, Path(__file__).with_name("kernel.py"))
    assert spec is not None
    assert spec.loader is not None
    kernel = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(kernel)


if os.environ.get("PUNTO_KERNEL") == "interpreted":
    _load_interpreted_kernel()
