"""The page about the server, tried on a server."""

import re
import subprocess
import sys
from pathlib import Path

from punto.server.app import create_app
from punto.server.config.settings import Config
from server.server_process import server

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_client_on_the_page_plays_a_match(tmp_path: Path) -> None:
    code, _ = CODE
    assert len(code.splitlines()) <= 35
    with server(tmp_path) as running:
        done = subprocess.run(
            [sys.executable, "-c", code, running.url], capture_output=True, text=True, check=False
        )
    assert re.fullmatch(r"side [12] has won\n", done.stdout), done.stderr


def test_the_application_on_the_page_can_be_served_by_any_asgi_server() -> None:
    _, code = CODE
    names: dict[str, object] = {}
    exec(code, names)
    assert callable(names["app"])


def test_every_request_of_the_schema_is_on_the_page() -> None:
    paths = create_app(Config()).openapi()["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert f"`{method.upper()} {path}" in PAGE or f"`{path}`" in PAGE, path


def test_codes_on_the_page_are_codes_of_the_program() -> None:
    sources = Path(__file__).parents[2] / "src" / "punto"
    program = "".join(path.read_text("utf-8") for path in sources.rglob("*.py"))
    codes = re.findall(r"`([a-z]+(?:-[a-z]+)*)`", PAGE.partition("Among the codes:")[2])
    assert len(codes) > 15
    assert [code for code in codes if f'"{code}"' not in program] == []
