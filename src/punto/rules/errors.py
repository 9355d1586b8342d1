"""The three ways in which a request can be wrong.

Every error has a `code` and `values`, from which any front end makes its own words;
the sentence it carries is the English one.
"""

from collections.abc import Callable


class PuntoError(ValueError):
    """Something was asked of the game that it cannot do; nothing was changed."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.values = values

    @property
    def sentence(self) -> str:
        """What was expected and what came, in English."""
        return str(self.args[0])

    def __reduce__(self) -> tuple[Callable[..., "PuntoError"], tuple[object, ...]]:
        return restored, (type(self), self.sentence, self.__dict__)


class UnreadableError(PuntoError):
    """What came is not the text, or the value, of anything in the game."""

    def __init__(self, what: str, *, expected: str, came: object, **values: object) -> None:
        super().__init__(
            f"unreadable-{what.replace(' ', '-')}",
            f"{what}: expected {expected}, got {shortened(came)}",
            expected=expected,
            came=shortened(came),
            **values,
        )


class IllegalPlacementError(PuntoError):
    """The rules do not let this card lie there."""

    def __init__(self, code: str, card: object, cell: object, why: str, **values: object) -> None:
        super().__init__(
            code, f"{card} cannot lie on {cell}: {why}", card=str(card), cell=str(cell), **values
        )


class TurnError(PuntoError):
    """It is somebody else's turn, or nobody's any more."""


class Words(str):
    """What came, where it is said in our own words and not quoted."""

    __slots__ = ()


def restored(kind: type[PuntoError], sentence: str, state: dict[str, object]) -> PuntoError:
    """Make an error again that came from another process."""
    error = kind.__new__(kind, sentence)
    error.__dict__.update(state)
    return error


def shortened(came: object, limit: int = 60) -> str:
    """Quote what came, cut to a length that fits in a sentence."""
    if isinstance(came, Words):
        return came
    quoted = repr(came[: 2 * limit] if isinstance(came, str | bytes) else came)
    return quoted if len(quoted) <= limit else f"{quoted[:limit]}…"
