"""Importing the package costs nobody more than it must."""

import subprocess
import sys

from punto.interpreted import SHARED


def test_import_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import punto\n"
        "for name in set(sys.modules) - before:\n"
        "    if getattr(sys.modules[name], '__file__', None): print(name.partition('.')[0])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "punto" in loaded
    ours = {"punto", SHARED.rpartition(".")[2]}
    assert loaded - ours <= sys.stdlib_module_names


def test_pictures_are_loaded_when_asked_for() -> None:
    code = "import sys, punto; a = 'punto.svg' in sys.modules; punto.svg.table; print(a)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_unknown_names_are_refused_as_usual() -> None:
    code = "import punto; punto.chess"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "AttributeError: module 'punto' has no attribute 'chess'" in run.stderr


def test_the_parts_that_are_loaded_on_first_use_work_like_any_other() -> None:
    code = (
        "import sys, punto\n"
        "lazy = [f'punto.{name}' for name in punto.LAZY]\n"
        "assert not set(lazy) & set(sys.modules)\n"
        "assert set(punto.LAZY) < set(dir(punto)) > set(punto.__all__)\n"
        "match = punto.Match('2p', start=1, seed='00' * 32)\n"
        "punto.engine.choose(match, punto.engine.Budget(simulations=10))\n"
        "punto.bots.bot_named('easy'), punto.svg.table, punto.protocol.Engine, punto.__version__\n"
        "assert set(lazy) <= set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
