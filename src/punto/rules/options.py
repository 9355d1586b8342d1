"""The options of a match: what a table may agree on besides its mode and edition.

All have their default in every edition. A new option is one more field here, and the place in the
rules where it makes a difference: matches, rounds, positions and records carry this object as a
whole, and every option is a setting of a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode
from punto.rules.handicap import Handicap, read_handicap


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match; ``Options()`` has the default of each."""

    open_cards: bool = False
    """Whether the top card of every deck always lies face up."""
    stalemate_removes: bool = True
    """Whether the winner of a stalemate takes a card out of the match, like the winner of a line.
    Most booklets do not say; the publisher's French one of 2018 does."""
    handicap: Handicap = ()
    """For each side, how many of its highest cards leave the match before the first round:
    ``(2, 0)``. Empty if no side has a handicap; numbers that are all 0 become that."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "handicap", read_handicap(self.handicap))
        for field in FLAGS:
            came = getattr(self, field.name)
            if not isinstance(came, bool):
                raise UnreadableError("option", expected=f"{field.name} on or off", came=came)

    def __setstate__(self, state: Sequence[object]) -> None:
        """Restore a pickle; an option that is newer than it has its default."""
        for place, field in enumerate(fields(self)):
            value = state[place] if place < len(state) else field.default
            object.__setattr__(self, field.name, value)

    def names(self) -> tuple[str, ...]:
        """Name the flags that differ from their default, as records do."""
        return tuple(
            field.name if getattr(self, field.name) else f"no {field.name}"
            for field in FLAGS
            if getattr(self, field.name) != field.default
        )

    def with_named(self, name: str) -> "Options":
        """Change one flag by the name that `names` gives it, which must not be changed yet."""
        option = name.removeprefix("no ")
        if name not in CHANGES or name in self.names():
            raise UnreadableError("option", expected=f"{', '.join(CHANGES)}, once", came=name)
        change: dict[str, Any] = {option: option == name}
        return replace(self, **change)


FLAGS = tuple(field for field in fields(Options) if isinstance(field.default, bool))
"""The options that are on or off: all but the handicap."""

CHANGES = tuple(f"no {field.name}" if field.default else field.name for field in FLAGS)
"""The names of all flags, each as a change of its default."""

DEFAULT_OPTIONS = Options()


def read_options(options: Options, mode: Mode) -> Options:
    """Return the options, if they are options that fit the mode."""
    if not isinstance(options, Options):
        raise UnreadableError("options", expected="Options(…)", came=options)
    if len(options.handicap) not in (0, len(mode.sides)):
        expected = f"{len(mode.sides)} numbers in {mode.name}, one for each side"
        raise UnreadableError("handicap", expected=expected, came=list(options.handicap))
    return options
