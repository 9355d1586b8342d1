"""Importing the package costs nobody more than it must."""

import subprocess
import sys


def test_import_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import punto\n"
        "for name in set(sys.modules) - before:\n"
        "    if getattr(sys.modules[name], '__file__', None): print(name.partition('.')[0])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "punto" in loaded
    assert loaded - {"punto"} <= sys.stdlib_module_names


def test_pictures_are_loaded_when_asked_for() -> None:
    code = "import sys, punto; a = 'punto.svg' in sys.modules; punto.svg.table; print(a)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_unknown_names_are_refused_as_usual() -> None:
    code = "import punto; punto.chess"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "AttributeError: module 'punto' has no attribute 'chess'" in run.stderr
