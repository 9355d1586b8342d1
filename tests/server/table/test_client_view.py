"""Everything that leaves for a client passes `outgoing`, and nothing else can be sent."""

import ast
from pathlib import Path

import pytest

import punto.server

SERVER = Path(punto.server.__file__).parent
DOOR = SERVER / "table" / "client_view.py"
MADE_HERE = {"ClientText", "ClientBytes", "PublicEvent"}


def calls(file: Path) -> set[str]:
    """Name the functions and methods that a file calls."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            found.add(name)
    return found


@pytest.mark.parametrize("file", sorted(SERVER.rglob("*.py")), ids=lambda file: file.stem)
def test_only_one_module_makes_what_may_be_sent(file: Path) -> None:
    if file != DOOR:
        assert not calls(file) & MADE_HERE


def test_inside_that_module_one_function_does() -> None:
    tree = ast.parse(DOOR.read_text())
    makers = {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "ClientText"
    }
    assert makers == {"outgoing"}
