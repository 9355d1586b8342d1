"""A module whose packages are missing names its extra in one sentence."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages}:
            raise ModuleNotFoundError(name)
        return None

import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in {packages} else real(name, *rest)
sys.meta_path.insert(0, Missing())
from punto.envs import observation
try:
    import {module}
except ModuleNotFoundError as missing:
    print(missing)
"""


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("punto.envs.aec", "pettingzoo", "envs"),
        ("punto.envs.vector", "numpy", "envs"),
        ("punto.envs.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_the_sentence_names_package_and_extra(module: str, package: str, extra: str) -> None:
    code = WITHOUT.format(module=module, packages=repr({package}))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"{module} needs {package}, which is not installed: "
        f"run pip install '.[{extra}]' in the source folder of Punto\n"
    )
