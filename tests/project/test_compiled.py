"""What setup.py compiles is what can run interpreted instead."""

import re
from pathlib import Path

from punto import interpreted

ROOT = Path(__file__).parents[2]


def test_setup_and_package_name_the_same_modules() -> None:
    named = re.findall(r'"(punto\.[\w.]+)": "(src/[^"]+)"', (ROOT / "setup.py").read_text("utf-8"))
    assert [name for name, _ in named] == list(interpreted.MODULES)
    assert f'\nSHARED = "{interpreted.SHARED}"\n' in (ROOT / "setup.py").read_text("utf-8")
    assert all(
        ROOT / source == ROOT / "src" / (name.replace(".", "/") + ".py") for name, source in named
    )
    assert all(
        (ROOT / source).with_suffix(suffix).exists()
        for _, source in named
        for suffix in (".py", ".pxd", ".pyi")
    )
