"""The settings of a table. A setting is one entry here: its name, default, limits and meaning.

Requests, stored events, the shapes that clients get, the published schema and the page's form
follow from it. Its words are in the catalogue, under `setting.<name>` of the file `start`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from punto.rules.facts import DEFAULT_EDITION, DEFAULT_ROUNDS_TO_WIN, MODES
from punto.server.wire.model import Incoming
from punto.server.wire.words import EditionName, ModeName, RoundsToWin, SeatNumber

LONGEST_TURN_SECONDS = 7 * 24 * 3600


class Settings(Incoming):
    """How a table plays."""

    mode: ModeName = "2p"
    edition: EditionName = DEFAULT_EDITION
    """The booklet whose rules decide where the booklets disagree."""
    rounds_to_win: RoundsToWin = DEFAULT_ROUNDS_TO_WIN
    start: SeatNumber | None = None
    """The seat that starts the first round; drawn at random if it is null."""
    open_cards: bool = False
    """Whether everybody turns the next card up as soon as the last one is placed."""
    turn_seconds: Annotated[int, Field(ge=5, le=LONGEST_TURN_SECONDS)] | None = None
    """How long a person may think; then a bot plays the card. Null is no limit."""
    spectators: bool = True
    """Whether people without a seat may watch the match."""
    begins_when_full: bool = True
    """Whether the match begins as soon as every seat is taken, or when the host says so."""
    grace_seconds: Annotated[int, Field(ge=10, le=600)] | None = None
    """How long a person may be away before a bot may stand in; null is the server's default."""

    @model_validator(mode="after")
    def check_start(self) -> "Settings":
        """Refuse a starting seat that the mode does not have."""
        if self.start is not None and self.start > len(MODES[self.mode].seats):
            raise ValueError(f"mode {self.mode} has no seat {self.start}")
        return self

    def shape(self) -> "SettingsShape":
        """Write them for the log and for clients."""
        return self.model_dump()


def read_stored_settings(stored: Mapping[str, Any]) -> Settings:
    """Read the settings of a stored event.

    A setting that is newer than the event has its default. Values are not checked again: what was
    allowed when it was stored stays readable.
    """
    return Settings.model_construct(**stored)


if TYPE_CHECKING:
    SettingsShape = dict[str, Any]
else:

    class SettingsShape(Settings):
        """How a table plays."""

        model_config = ConfigDict(json_schema_serialization_defaults_required=True)
