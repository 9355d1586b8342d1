"""Alembic's part in a migration; loaded only where there is something to migrate."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def config(folders: tuple[Path, ...]) -> Config:
    """Tell Alembic where its scripts are; no file of settings is needed."""
    settings = {
        "script_location": str(folders[0].parent),
        "version_locations": "\n".join(map(str, folders)),
        "path_separator": "newline",
    }
    made = Config()
    for name, value in settings.items():
        made.set_main_option(name, value.replace("%", "%%"))
    return made


def known(folders: tuple[Path, ...]) -> set[str]:
    """Name all revisions from which a way leads to the newest."""
    scripts = ScriptDirectory.from_config(config(folders))
    return {script.revision for script in scripts.walk_revisions()}


def upgrade(connection: Connection, folders: tuple[Path, ...], revision: str) -> None:
    """Bring a database to a revision, within the transaction of the connection."""
    settings = config(folders)
    settings.attributes["connection"] = connection
    command.upgrade(settings, revision)
