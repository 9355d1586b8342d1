"""The page's types and facts are those of the server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from punto.server.api import page_data

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "web" / "src" / "wire"


def printed(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["schema", "facts"])
def test_the_page_has_what_the_server_says(name: str) -> None:
    published = printed("-m", f"punto.server.api.{name}")
    kept = (WIRE / f"{name}.json").read_text("utf-8")
    how = f"python -m punto.server.api.{name} > web/src/wire/{name}.json"
    assert json.loads(kept) == json.loads(published), how
    assert kept == published, how


def test_what_is_out_of_date_is_named(tmp_path: Path) -> None:
    assert page_data.main(str(tmp_path)) == 0
    assert page_data.main("--check", str(tmp_path)) == 0
    (tmp_path / "schema.json").unlink()
    (tmp_path / "facts.json").write_text("{}")
    assert page_data.outdated(tmp_path) == ["schema.json", "facts.json"]
    assert page_data.main("--check", str(tmp_path)) == 1


def test_the_types_are_made_of_the_schema() -> None:
    made = printed("web/page.py", "types", "-")
    assert (WIRE / "wire.ts").read_text("utf-8") == made, "npm run types"
