"""The settings of a table. A setting is one entry here: its name, default, limits and meaning.

Requests, stored events, the shapes that clients get, the published schema and the page's form
follow from it. `in_form` says how the form shows it; its words are in the catalogue's file `start`,
under `<name>.title` and so on, or under another word if `in_form` gives one.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from punto.rules.facts import DEFAULT_EDITION, DEFAULT_ROUNDS_TO_WIN, MODES
from punto.server.wire.model import Incoming
from punto.server.wire.words import EditionName, ModeName, RoundsToWin, SeatNumber, in_form

LONGEST_TURN_SECONDS = 7 * 24 * 3600


class Settings(Incoming):
    """How a table plays."""

    mode: Annotated[ModeName, in_form(part="players")] = "2p"
    edition: Annotated[EditionName, in_form(part="rules")] = DEFAULT_EDITION
    """The booklet whose rules decide where the booklets disagree."""
    rounds_to_win: Annotated[RoundsToWin, in_form(part="rules", words="rounds")] = (
        DEFAULT_ROUNDS_TO_WIN
    )
    start: Annotated[SeatNumber | None, in_form(part="players", words="starter")] = None
    """The seat that starts the first round; drawn at random if it is null."""
    open_cards: Annotated[bool, in_form(part="rules")] = False
    """Whether everybody turns the next card up as soon as the last one is placed."""
    turn_seconds: Annotated[
        Annotated[int, Field(ge=5, le=LONGEST_TURN_SECONDS)] | None,
        in_form(words="time", offered=[15, 30, 60, 120, 300, 24 * 3600]),
    ] = None
    """How long a person may think; then a bot plays the card. Null is no limit."""
    spectators: bool = True
    """Whether people without a seat may watch the match."""
    begins_when_full: Annotated[bool, in_form(words="begins", guests=True)] = True
    """Whether the match begins as soon as every seat is taken, or when the host says so."""
    grace_seconds: Annotated[
        Annotated[int, Field(ge=10, le=600)] | None,
        in_form(words="grace", guests=True, offered=[10, 30, 60, 120, 300, 600]),
    ] = None
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
