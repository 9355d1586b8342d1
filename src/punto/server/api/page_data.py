"""The data that the page imports: the schema of the wire, the facts of the game, and the lesson.

python -m punto.server.api.page_data web/src/wire           write the files there
python -m punto.server.api.page_data --check web/src/wire   fail if one of them is out of date
"""

import sys
from pathlib import Path

from punto.server.api import facts, lesson, schema


def files() -> dict[str, str]:
    """Print each file as it should be."""
    return {
        "schema.json": schema.printed(),
        "facts.json": facts.printed(),
        "lesson.json": lesson.printed(),
    }


def outdated(folder: Path) -> list[str]:
    """List the files of a folder that are missing, or are not what the server says now."""
    return [
        name
        for name, text in files().items()
        if not (folder / name).exists() or (folder / name).read_text("utf-8") != text
    ]


def main(*args: str) -> int:
    """Write or check the files in the folder that is named last."""
    folder = Path(args[-1])
    if args[0] == "--check":
        old = outdated(folder)
        for name in old:
            print(f"{folder / name} is out of date: `python3 dev.py fix` writes it")
        return 1 if old else 0
    for name, text in files().items():
        (folder / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
