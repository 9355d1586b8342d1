"""Numbers with a name: what cards and cells have in common."""


class NamedNumber(int):
    """A number that is equal to itself and to plain numbers, but never to one of another kind.

    Cell 7 and card 7 (R7) are the same integer, so without this a cell would be found in a list of
    cards. There is one object for each number of a kind.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, NamedNumber) else int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        if self is other:
            return False
        return True if isinstance(other, NamedNumber) else int.__ne__(self, other)

    __hash__ = int.__hash__

    def __bool__(self) -> bool:
        """Always true, for cell 0 (a1) too: ``if cell`` asks whether there is one."""
        return True
