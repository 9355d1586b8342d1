"""A match and its naive twin, compared in everything that can be seen."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from naive import CELLS, NAMES, NaiveMatch
from punto import Card, Cell, Match, Position

from .naive_words import CODES, code_of_refusal, naive_end, names
from .policies import Policy

ALL_NAMES = list(CELLS)


class Twins:
    """One match, twice: the real one, and the naive one that is told its decks."""

    def __init__(self, match: Match) -> None:
        self.real = match
        self.naive = NaiveMatch(
            match.mode.name,
            match.edition.name,
            match.rounds_to_win,
            match.start,
            stalemate_removes=match.options.stalemate_removes,
            handicap=match.options.handicap,
        )
        self.deal()

    def deal(self) -> None:
        """Tell the naive match the decks of a round that has begun."""
        round_ = self.real.stage.round
        assert round_.start == self.naive.starter
        self.naive.deal([list(map(str, deck)) for deck in round_.decks])
        assert self.real.round_number == self.naive.round_number
        self.compare_whole()

    def play_round(self, policy: Policy, chance: Random) -> None:
        """Play the round in play to its end, and deal the next one if there is one."""
        number, real, naive = self.real.round_number, self.real, self.naive
        while naive.end is None:
            cells = self.compare_turn()
            self.compare_refusal(self.some_cell(chance))
            card = real.card
            assert card is not None
            cell = policy(list(cells), card, naive.stacks, chance)
            real.place(cell)
            naive.place(str(cell))
            if naive.end is None:
                self.compare_placed(cell, card)
        self.compare_end()
        assert real.over is (naive.winner is not None)
        if not real.over:
            assert real.round_number == number + 1
            self.deal()

    def compare_turn(self) -> Sequence[Cell]:
        assert self.real.seat == self.naive.seat
        assert str(self.real.card) == self.naive.card
        cells = self.real.legal_cells
        assert {str(cell) for cell in cells} == self.naive.legal_cells()
        return cells

    def some_cell(self, chance: Random) -> str:
        """Choose a cell that is likely to be refused for an interesting reason."""
        draw = chance.random()
        if draw < 0.1 or not self.naive.stacks:
            return ALL_NAMES[int(chance.random() * len(ALL_NAMES))]
        column, row = next(reversed(self.naive.stacks))
        if draw < 0.4:
            return NAMES[column, row]
        right, up = int(chance.random() * 5) - 2, int(chance.random() * 5) - 2
        return NAMES.get((column + right, row + up), "f6")

    def compare_refusal(self, cell: str) -> None:
        """Try to place where it is not allowed, and hear the same reason."""
        reason = self.naive.why_illegal(cell)
        if reason is not None:
            assert code_of_refusal(self.real, cell) == CODES[reason]

    def compare_placed(self, cell: Cell, card: Card) -> None:
        """Compare what a placement touched, and then all else."""
        round_, stacks = self.real.stage.round, self.naive.stacks
        stack = stacks[CELLS[str(cell)]]
        assert stack[-1] == str(card)
        assert round_.table[cell] == card
        assert round_.placements[-1].on_top is (len(stack) > 1)
        self.compare_whole()

    def compare_whole(self) -> None:
        """Compare all of the table, the decks and the score."""
        real, naive = self.real, self.naive
        self.compare_table()
        position = real.position()
        assert position.decks == tuple(naive.deck_sizes())
        assert position.neutrals == tuple(naive.neutral_left())
        assert position.seat == naive.seat
        assert position.round_number == naive.round_number
        self.compare_held(position)
        self.compare_score()

    def compare_table(self) -> None:
        table = self.real.stage.round.table
        assert {
            (cell.column, cell.row): list(map(str, cards)) for cell, cards in table.stacks().items()
        } == self.naive.stacks
        if self.naive.stacks:
            columns, rows = zip(*self.naive.stacks, strict=True)
            left, bottom = min(columns), min(rows)
            assert table.box == (left, bottom, max(columns) + 1 - left, max(rows) + 1 - bottom)

    def compare_held(self, position: Position) -> None:
        """What everybody sees, and what nobody saw, make up what the sides hold."""
        naive = self.naive
        for side, unseen in enumerate(position.unseen, start=1):
            held = naive.holds(side)
            assert names(self.real.holds(side)) == held
            visible = [
                str(position.face_up[seat - 1])
                for seat in naive.mode.members[side]
                if position.face_up[seat - 1] is not None
            ]
            own = [card for card in visible if card[0] in naive.mode.colours[side]]
            assert Counter([*map(str, unseen), *own]) == held
        if not position.open_cards:
            seen = [seat for seat, card in enumerate(position.face_up, 1) if card is not None]
            assert seen == [naive.seat]

    def compare_score(self) -> None:
        real, naive = self.real, self.naive
        assert dict(enumerate(real.score.wins, 1)) == naive.wins
        removed = enumerate(real.score.removed, 1)
        assert {side: list(map(str, gone)) for side, gone in removed} == naive.removed
        given_up = enumerate(real.handicap_cards, 1)
        assert {side: list(map(str, gone)) for side, gone in given_up} == naive.given_up
        assert real.winner == naive.winner

    def compare_end(self) -> None:
        real, naive = self.real, self.naive
        assert naive.end is not None
        assert real.last_end is not None
        assert naive_end(real.last_end) == naive.end
        ended = real.at(naive.round_number)
        before, self.real = self.real, ended
        self.compare_table()
        self.real = before
        self.compare_score()
        assert real.coming_start == naive.starter
