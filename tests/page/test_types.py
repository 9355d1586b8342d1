"""The page's types are those of the server."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "web" / "src" / "wire"


def printed(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_schema_is_what_the_server_publishes() -> None:
    published = printed("-m", "punto.server.api.schema")
    kept = (WIRE / "schema.json").read_text("utf-8")
    how = "python -m punto.server.api.schema > web/src/wire/schema.json"
    assert json.loads(kept) == json.loads(published), how
    assert kept == published, how


def test_the_types_are_made_of_the_schema() -> None:
    made = printed("web/page.py", "types", "-")
    assert (WIRE / "wire.ts").read_text("utf-8") == made, "npm run types"
