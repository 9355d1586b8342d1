"""The files that the pages speak of, for commands and sessions that read them."""

import shutil
from pathlib import Path

from docs.blocks import BLOCKS, ROOT


def lay_out(folder: Path) -> dict[str, str]:
    """Put the files of the pages into a folder; say what stands for absolute places there."""
    shutil.copyfile(ROOT / "docs" / "evening.punto", folder / "evening.punto")
    first = next(block for block in BLOCKS if block.language == "punto")
    (folder / "match.punto").write_text(first.text, "utf-8")
    (folder / "other").mkdir(exist_ok=True)
    shutil.copyfile(folder / "match.punto", folder / "other" / "match.punto")
    backups, database = folder / "backups", folder / "lib" / "punto.sqlite"
    backups.mkdir(exist_ok=True)
    if database.exists():
        shutil.copyfile(database, backups / "punto.sqlite")
    return {"/var/backups": str(backups), "/var/lib/punto": str(database.parent)}
