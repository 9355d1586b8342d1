"""The options of a match: what a table may agree on besides its mode and edition.

All have their default in every edition. A new option is one more field here, and the place in the
rules where it makes a difference: matches, rounds, positions and records carry this object as a
whole, and every option is a setting of a table.
"""

from dataclasses import dataclass, fields, replace

from punto.rules.errors import UnreadableError


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match; ``Options()`` has the default of each."""

    open_cards: bool = False
    """Whether the top card of every deck always lies face up."""
    stalemate_removes: bool = True
    """Whether the winner of a stalemate takes a card out of the match, like the winner of a line.
    Most booklets do not say; the publisher's French one of 2018 does."""

    def __post_init__(self) -> None:
        for field in fields(self):
            came = getattr(self, field.name)
            if not isinstance(came, bool):
                raise UnreadableError("option", expected=f"{field.name} on or off", came=came)

    def names(self) -> tuple[str, ...]:
        """Name the options that differ from their default, as records do."""
        return tuple(
            field.name if getattr(self, field.name) else f"no {field.name}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )

    def with_named(self, name: str) -> "Options":
        """Change one option by the name that `names` gives it, which must not be changed yet."""
        option = name.removeprefix("no ")
        if name not in CHANGES or name in self.names():
            raise UnreadableError("option", expected=f"{', '.join(CHANGES)}, once", came=name)
        return replace(self, **{option: option == name})


DEFAULT_OPTIONS = Options()


def read_options(options: Options) -> Options:
    """Return the options, if they are."""
    if not isinstance(options, Options):
        raise UnreadableError("options", expected="Options(…)", came=options)
    return options


CHANGES = tuple(f"no {field.name}" if field.default else field.name for field in fields(Options))
"""The names of all options, each as a change of its default."""
