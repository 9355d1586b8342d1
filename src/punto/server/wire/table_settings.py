"""The settings of a table. A setting is one entry here: its name, default, limits and meaning.

Requests, stored events, the shapes that clients get, the published schema and the page's form are
all derived from it. `in_form` says how the form shows it. Its texts are in the catalogue's file
`start`, under keys such as `<name>.title`, or with the prefix that `in_form` gives.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from punto.rules.editions import DEFAULT_EDITION
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, MODES
from punto.rules.options import Options
from punto.server.wire.model import Incoming
from punto.server.wire.words import (
    SIDES,
    EditionName,
    HandicapNumber,
    ModeName,
    RoundsToWin,
    SeatNumber,
    in_form,
)

LONGEST_TURN_SECONDS = 7 * 24 * 3600


class Settings(Incoming):
    """The settings of a table."""

    mode: Annotated[ModeName, in_form(part="players")] = "2p"
    edition: Annotated[EditionName, in_form(part="rules")] = DEFAULT_EDITION
    """The booklet that decides where the booklets disagree."""
    rounds_to_win: Annotated[RoundsToWin, in_form(part="rules", words="rounds")] = (
        DEFAULT_ROUNDS_TO_WIN
    )
    start: Annotated[SeatNumber | None, in_form(part="players", words="starter")] = None
    """The seat that starts the first round. Null means random."""
    open_cards: Annotated[bool, in_form(part="rules")] = False
    """Whether the next card of every deck always lies face up."""
    stalemate_removes: Annotated[bool, in_form(part="rules")] = True
    """Whether the winner of a stalemate takes a card out of the match."""
    handicap: Annotated[list[HandicapNumber], Field(max_length=SIDES), in_form(part="rules")] = (
        Field(default=[])
    )
    """For each side, how many of its highest cards leave the match before the first round.
    Empty means none for any side."""
    turn_seconds: Annotated[
        Annotated[int, Field(ge=5, le=LONGEST_TURN_SECONDS)] | None,
        in_form(words="time", offered=[15, 30, 60, 120, 300, 24 * 3600]),
    ] = None
    """How long a person may think. Then a bot plays the card. Null means no limit."""
    spectators: bool = True
    """Whether people without a seat may watch the match."""
    begins_when_full: Annotated[bool, in_form(words="begins", guests=True)] = True
    """Whether the match begins as soon as every seat is taken. Otherwise the host starts it."""
    grace_seconds: Annotated[
        Annotated[int, Field(ge=10, le=600)] | None,
        in_form(words="grace", guests=True, offered=[10, 30, 60, 120, 300, 600]),
    ] = None
    """How long a person must be away before a bot may stand in. Null means the server's default."""

    @model_validator(mode="after")
    def check_start(self) -> "Settings":
        """Refuse a starting seat that the mode does not have."""
        if self.start is not None and self.start > len(MODES[self.mode].seats):
            raise ValueError(f"mode {self.mode} has no seat {self.start}")
        return self

    @model_validator(mode="after")
    def check_handicap(self) -> "Settings":
        """Refuse a handicap that has not one number for each side of the mode."""
        sides = len(MODES[self.mode].sides)
        if len(self.handicap) not in (0, sides):
            raise ValueError(f"mode {self.mode} has {sides} sides")
        return self

    @property
    def options(self) -> Options:
        """The options of the match: every option of the rules is a setting of the same name."""
        return Options(**{option.name: getattr(self, option.name) for option in fields(Options)})

    def shape(self) -> "SettingsShape":
        """Describe the settings for the log and for clients."""
        return self.model_dump()


def read_stored_settings(stored: Mapping[str, Any]) -> Settings:
    """Read the settings of a stored event.

    Settings that are newer than the event get their defaults. Values are not validated again, so
    that events stay readable even if the limits have changed since.
    """
    return Settings.model_construct(**stored)


if TYPE_CHECKING:
    SettingsShape = dict[str, Any]
else:

    class SettingsShape(Settings):
        """The settings of a table."""

        model_config = ConfigDict(json_schema_serialization_defaults_required=True)
