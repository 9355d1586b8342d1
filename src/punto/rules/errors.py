"""The three kinds of error: cannot be read, not legal here, not your turn.

Every error has a `code` and `values`, from which a front end can make a sentence in any language.
The sentence it carries is the English one.
"""

from collections.abc import Callable


class PuntoError(ValueError):
    """The game refused a request; nothing was changed."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.values = values

    @property
    def sentence(self) -> str:
        """What was expected and what came instead, in English."""
        return str(self.args[0])

    def __reduce__(self) -> tuple[Callable[..., "PuntoError"], tuple[object, ...]]:
        return restored, (type(self), self.sentence, self.__dict__)


class UnreadableError(PuntoError):
    """A text or value does not stand for anything that can be in the game."""

    def __init__(self, what: str, *, expected: str, came: object, **values: object) -> None:
        super().__init__(
            f"unreadable-{what.replace(' ', '-')}",
            f"{what}: expected {expected}, got {shortened(came)}",
            expected=expected,
            came=shortened(came),
            **values,
        )


class IllegalPlacementError(PuntoError):
    """The rules do not allow this card on that cell."""

    def __init__(self, code: str, card: object, cell: object, why: str, **values: object) -> None:
        super().__init__(
            code,
            f"{card} cannot be placed on {cell}: {why}",
            card=str(card),
            cell=str(cell),
            **values,
        )


class TurnError(PuntoError):
    """It is another seat's turn, or the round or match is over."""


class Words(str):
    """A phrase of our own about what came, which is not put in quotes."""

    __slots__ = ()


def restored(kind: type[PuntoError], sentence: str, state: dict[str, object]) -> PuntoError:
    """Rebuild an error that another process pickled."""
    error = kind.__new__(kind, sentence)
    error.__dict__.update(state)
    return error


def shortened(came: object, limit: int = 60) -> str:
    """Quote what came, shortened to fit in a sentence."""
    if isinstance(came, Words):
        return came
    quoted = repr(came[: 2 * limit] if isinstance(came, str | bytes) else came)
    return quoted if len(quoted) <= limit else f"{quoted[:limit]}…"
