"""The table: stacks of cards on cells, and the rules for placing one more."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn, Self

from punto.rules import kernel
from punto.rules.card import CARD_BY_NUMBER, Card
from punto.rules.cell import ALL_CELLS, ORIGIN, Box, Cell
from punto.rules.errors import IllegalPlacementError, PuntoError, TurnError, UnreadableError
from punto.rules.facts import SPAN, Colour
from punto.rules.kernel import Board
from punto.rules.move import Move
from punto.rules.text_table import drawn_table, read_stacks

RUN_LENGTHS = range(3, SPAN + 1)


class Run(NamedTuple):
    """An unbroken straight row of visible cards of one colour, at its full length."""

    cells: tuple[Cell, ...]
    cards: tuple[Card, ...]

    @property
    def colour(self) -> Colour:
        """The colour of its cards."""
        return self.cards[0].colour

    @property
    def points(self) -> int:
        """The sum of its cards' values."""
        return sum(card.value for card in self.cards)

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))} from {self.cells[0]} to {self.cells[-1]}"


class Table:
    """Cards on a table: ``Table("f6:R3B7,g6:O1")`` has R3 under B7 on f6, and O1 on g6.

    A table is refused unless its cards can be placed one by one: the first on f6, each new stack
    beside another, each card on a lower one, all within six by six.

    As a collection it holds cards, covered ones too: `len` counts them, `in` looks for a card, and
    iteration goes through them in the order of play. ``table["f6"]`` is the visible card on a cell.
    Two tables are equal if all their stacks are.
    """

    __slots__ = ("_board", "_cards", "_cells")

    def __init__(self, text: str = "") -> None:
        self._board = Board()
        self._cards, self._cells = bytearray(), bytearray()  # in the order of play; cheap to copy
        self._build(read_stacks(text))

    @classmethod
    def of_stacks(cls, stacks: Mapping[Cell, tuple[Card, ...]]) -> "Table":
        """Build a table from what `stacks` returns."""
        if not isinstance(stacks, Mapping):
            raise UnreadableError("table", expected="cards by cells", came=stacks)
        table = cls()
        table._build({Cell(cell): tuple(map(Card, cards)) for cell, cards in stacks.items()})
        return table

    @classmethod
    def of_numbers(cls, cards: bytes, cells: bytes) -> Self:
        """Build a table from what `numbers` returns, without checking it."""
        table = cls.__new__(cls)
        table._board = board = Board()
        table._cards, table._cells = bytearray(cards), bytearray(cells)
        for card, cell in zip(cards, cells, strict=True):
            board.place(card, cell, 0)
        return table

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).of_numbers, self.numbers()

    def place(self, card: str | int, cell: str | int) -> Move:
        """Place a card beside another or on top of a lower one; the first goes on f6."""
        known, where = Card(card), Cell(cell)
        return Move(known, bool(self.lay(known, where) & kernel.ON_TOP), where)

    def lay(self, card: Card, cell: Cell, line: int = 0) -> int:
        """Place a card, and return the kernel's answer: bits for ON_TOP and LINE.

        `line` is how many cards in a row make a line of this colour; 0 skips that check.
        """
        answer = self._board.place(card, cell, line)
        if answer < 0:
            raise self._refusal(answer, card, cell)
        self._cards.append(card)
        self._cells.append(cell)
        return answer

    def undo(self) -> Move:
        """Take the last card off the table again."""
        if not self._cells:
            raise TurnError("nothing-to-undo", "there is no card on the table to take back")
        card, cell = self._cards.pop(), self._cells.pop()
        below = self._cells.rfind(cell)
        self._board.lift(cell, self._cards[below] if below >= 0 else 0)
        return Move(CARD_BY_NUMBER[card], below >= 0, ALL_CELLS[cell])

    def copy(self) -> "Table":
        """Return an independent copy, which can be changed."""
        twin = Table.__new__(Table)
        twin._board = self._board.copy()
        twin._cards, twin._cells = self._cards[:], self._cells[:]
        return twin

    def frozen(self) -> "FrozenTable":
        """Return a copy that never changes, and can be hashed."""
        twin = FrozenTable.__new__(FrozenTable)
        twin._board = self._board.copy()
        twin._cards, twin._cells = self._cards[:], self._cells[:]
        return twin

    def board(self) -> Board:
        """Return a copy of the visible cards as the kernel's bitboard, for the search."""
        return self._board.copy()

    def legal_cells(self, card: str | int) -> list[Cell]:
        """List the cells where a card may be placed, sorted."""
        return [ALL_CELLS[cell] for cell in self._board.cells(Card(card))]

    def takes(self, card: Card) -> bool:
        """Whether a card has any legal cell."""
        return self._board.playable(card)

    def __getitem__(self, cell: str | int) -> Card | None:
        return CARD_BY_NUMBER.get(self._board.top(Cell(cell)))

    def stack(self, cell: str | int) -> tuple[Card, ...]:
        """List the cards on a cell, from the bottom up."""
        return self.stacks().get(Cell(cell), ())

    def stacks(self) -> dict[Cell, tuple[Card, ...]]:
        """Return the cards on every occupied cell, from the bottom up; cells are sorted."""
        found: dict[Cell, tuple[Card, ...]] = {}
        for card, number in zip(self._cards, self._cells, strict=True):
            cell = ALL_CELLS[number]
            found[cell] = (*found.get(cell, ()), CARD_BY_NUMBER[card])
        return dict(sorted(found.items()))

    @property
    def cards(self) -> list[Card]:
        """All cards on the table, including covered ones, in the order of play."""
        return [CARD_BY_NUMBER[card] for card in self._cards]

    def numbers(self) -> tuple[bytes, bytes]:
        """Return the cards, and their cells, in the order of play as plain numbers."""
        return bytes(self._cards), bytes(self._cells)

    def laid(self, index: int) -> tuple[Card, Cell, bool]:
        """Return a card by the order of play, its cell, and whether it was placed on another."""
        cell = self._cells[index]
        on_top = self._cells.find(cell, 0, index) >= 0
        return CARD_BY_NUMBER[self._cards[index]], ALL_CELLS[cell], on_top

    @property
    def last(self) -> Cell | None:
        """The cell of the last card."""
        return ALL_CELLS[self._cells[-1]] if self._cells else None

    @property
    def box(self) -> Box:
        """The smallest rectangle around all cards."""
        return Box(*self._board.box())

    def runs(self, colour: int, length: int) -> list[Run]:
        """List the visible runs of a colour that are exactly this long, from 3 to 6 cards."""
        if length not in RUN_LENGTHS:
            raise UnreadableError("run", expected="a length of 3 to 6", came=length)
        if colour not in tuple(Colour):
            raise UnreadableError("colour", expected="0 to 3, or a Colour", came=colour)
        return [self._run(cells) for cells in self._board.runs(colour, length)]

    def runs_through(self, cell: str | int, length: int) -> list[Run]:
        """List the runs of at least this length that contain the visible card on a cell."""
        top, here = self[cell], Cell(cell)
        if top is None:
            return []
        runs = (run for n in range(length, SPAN + 1) for run in self.runs(top.colour, n))
        return [run for run in runs if here in run.cells]

    # As a collection of cards

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return Card(card) in self._cards  # type: ignore[arg-type]  # refuses what is no card

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Table) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _key(self) -> tuple[int, ...]:
        """Return all stacks as numbers, whatever the order of play was."""
        places = sorted(range(len(self._cells)), key=self._cells.__getitem__)  # stable: bottom up
        return tuple(self._cells[place] << 6 | self._cards[place] for place in places)

    # As text and as a picture

    @property
    def text(self) -> str:
        """The table in one word, as the constructor reads it; empty text for an empty table."""
        return ",".join(
            f"{cell}:{''.join(map(str, cards))}" for cell, cards in self.stacks().items()
        )

    def __repr__(self) -> str:
        return f"Table({self.text!r})"

    def __str__(self) -> str:
        return "\n".join(drawn_table(self.stacks()))

    def _repr_svg_(self) -> str:
        from punto import svg  # noqa: PLC0415 - loaded only for notebooks; see ignore_imports

        return svg.table(self.stacks(), last=self.last)

    def _build(self, stacks: dict[Cell, tuple[Card, ...]]) -> None:
        """Place cards until these stacks are there: first the bottom cards, each beside another."""
        if stacks and ORIGIN not in stacks:
            raise UnreadableError(
                "table", expected="a card on f6", came=", ".join(map(str, stacks))
            )
        waiting = sorted(stacks, key=lambda cell: cell != ORIGIN)
        while waiting:
            bottoms = [cell for cell in waiting if self._fits(stacks[cell][0], cell)]
            if not bottoms:
                self.lay(stacks[waiting[0]][0], waiting[0])
            for cell in bottoms:
                self.lay(stacks[cell][0], cell)
                waiting.remove(cell)
        for cell, cards in stacks.items():
            for card in cards[1:]:
                self.lay(card, cell)

    def _run(self, cells: list[int]) -> Run:
        tops = (CARD_BY_NUMBER[self._board.top(cell)] for cell in cells)
        return Run(tuple(ALL_CELLS[cell] for cell in cells), tuple(tops))

    def _fits(self, card: Card, cell: Cell) -> bool:
        return cell in self._board.cells(card)

    def _refusal(self, answer: int, card: Card, cell: Cell) -> IllegalPlacementError:
        below = self[cell]
        if answer == kernel.NOT_ORIGIN:
            code, why = "not-origin", f"the first card of a round lies on {ORIGIN}"
        elif answer == kernel.TOUCHES_NOTHING:
            code, why = "touches-nothing", "it must touch a card, by edge or by corner"
        elif answer == kernel.NOT_LOWER:
            code, why = "not-lower", f"the card there, {below}, is not lower than {card.value}"
        elif answer == kernel.TOO_WIDE:
            code, why = (
                "too-wide",
                "it would be the 7th in its row, and the table is at most 6 wide",
            )
        else:
            code, why = (
                "too-high",
                "it would be the 7th in its column, and the table is at most 6 high",
            )
        return IllegalPlacementError(code, card, cell, why, below=below and str(below))


class FrozenTable(Table):
    """The table of a position, a round or a match: a copy that cannot be changed.

    To try something on it, change a `copy`.
    """

    __slots__ = ("_known_key",)
    _known_key: tuple[int, ...]

    def lay(self, card: Card, cell: Cell, line: int = 0) -> NoReturn:  # noqa: ARG002
        """Refuse: a card placed here would not be placed in the match."""
        raise read_only("table", "place the card in the match or the round")

    def undo(self) -> NoReturn:
        """Refuse: a card taken off here would still lie in the match."""
        raise read_only("table", "undo in the match or the round")

    def frozen(self) -> "FrozenTable":
        """Return itself."""
        return self

    def __hash__(self) -> int:  # type: ignore[override]  # unlike a table that can change
        return hash(self._key())

    def _key(self) -> tuple[int, ...]:
        try:
            return self._known_key
        except AttributeError:
            self._known_key = super()._key()
            return self._known_key


def read_only(what: str, instead: str) -> PuntoError:
    """Return the error for a change of something that only shows a part of a match."""
    return PuntoError(
        "read-only", f"this {what} is a copy that cannot change: {instead}, or copy() it", what=what
    )
