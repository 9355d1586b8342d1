"""A match under any sequence of requests: legal ones, refused ones, taking back, copying."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import punto
from punto import EDITIONS, MODES, Match, PuntoError, View
from punto.rules.cell import ALL_CELLS

pytestmark = pytest.mark.slow


class MatchUnderTest(RuleBasedStateMachine):
    """One match, and what it looked like after each of its placements."""

    def __init__(self) -> None:
        super().__init__()
        self.match = Match("2p", start=1, seed=bytes(32))
        self.past: list[tuple[str, View]] = []

    def look(self) -> tuple[str, View]:
        return repr(self.match), self.match.view(None)

    def in_play(self) -> bool:
        return not self.match.over

    @initialize(
        mode=st.sampled_from(list(MODES)),
        edition=st.sampled_from(list(EDITIONS)),
        rounds_to_win=st.integers(1, 3),
        open_cards=st.booleans(),
        seed=st.binary(min_size=32, max_size=32),
    )
    def begin(
        self, mode: str, edition: str, rounds_to_win: int, open_cards: bool, seed: bytes
    ) -> None:
        self.match = Match(
            mode, edition=edition, rounds_to_win=rounds_to_win, open_cards=open_cards, seed=seed
        )
        self.past = []

    def place(self, choice: int) -> None:
        cells = self.match.legal_cells
        self.past.append(self.look())
        self.match.place(cells[choice % len(cells)], seat=self.match.seat)

    @precondition(in_play)
    @rule(choice=st.integers(0, 60))
    def place_legally(self, choice: int) -> None:
        self.place(choice)

    @precondition(in_play)
    @rule(stride=st.integers(1, 20))
    def play_the_round_out(self, stride: int) -> None:
        number = self.match.round_number
        while self.match.round_number == number and not self.match.over:
            self.place(stride * len(self.match.stage.round.placements))

    @precondition(in_play)
    @rule(cell=st.sampled_from(ALL_CELLS))
    def place_illegally(self, cell: punto.Cell) -> None:
        if cell not in self.match.legal_cells:
            self.refused(lambda: self.match.place(cell), "IllegalPlacementError")

    @rule(cell=st.sampled_from(ALL_CELLS), ahead=st.integers(1, 3))
    def place_out_of_turn(self, cell: punto.Cell, ahead: int) -> None:
        seats = len(self.match.mode.seats)
        seat = None if self.match.seat is None else (self.match.seat - 1 + ahead) % seats + 1
        if seat is None or seat != self.match.seat:
            self.refused(lambda: self.match.place(cell, seat=seat), "TurnError")

    @rule(text=st.sampled_from(["", "f0", "x1", "12", "F6"]))
    def place_on_no_cell(self, text: str) -> None:
        kind = "TurnError" if self.match.over else "UnreadableError"
        self.refused(lambda: self.match.place(text), kind)

    @rule()
    def deal_beside_the_seed(self) -> None:
        self.refused(lambda: self.match.deal(None), "TurnError")

    def refused(self, request: object, kind: str) -> None:
        before = self.look()
        assert callable(request)
        with pytest.raises(PuntoError) as caught:
            request()
        assert type(caught.value).__name__ == kind
        assert self.look() == before

    @precondition(lambda self: self.past)
    @rule(times=st.integers(1, 30))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.past))):
            self.match.undo()
            assert self.look() == self.past.pop()

    @rule(times=st.integers(0, 20))
    def change_a_copy(self, times: int) -> None:
        before = self.look()
        twin = self.match.copy()
        assert twin == self.match
        for _ in range(min(times, len(self.past))):
            twin.undo()
        if not twin.over:
            twin.place(twin.legal_cells[0])
        assert self.look() == before

    @rule()
    def go_on_with_a_copy(self) -> None:
        self.match = self.match.copy()

    @rule()
    def go_on_with_what_the_repr_says(self) -> None:
        pasted = eval(repr(self.match), vars(punto))
        assert pasted.view(1) == self.match.view(1)
        self.match = pasted

    @invariant()
    def somebody_can_move_or_the_match_is_over(self) -> None:
        match = self.match
        assert match.over is (match.seat is None) is (match.card is None)
        assert bool(match.legal_cells) is not match.over
        assert match.over is (max(match.score.wins) == match.rounds_to_win)

    @invariant()
    def no_card_is_lost_and_none_appears(self) -> None:
        position = self.match.position()
        assert len(position.table) + sum(position.decks) <= 72
        for side, unseen in zip(self.match.mode.sides, position.unseen, strict=True):
            shown = [*position.table.cards, *filter(None, position.face_up)]
            own = sum(card.colour in side.colours for card in shown)
            gone = len(self.match.stage.score.removed[side.number - 1])
            assert len(unseen) + own + gone == 18 * len(side.colours)


MatchUnderTest.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestMatchUnderTest = MatchUnderTest.TestCase
