"""The coached first match, as data for the page: every state and answer comes from the rules.

A lesson is one match with prepared decks. The learner has seat 1, the coach seat 2. Its chapters
begin at moments of that match; where the learner may choose, every choice is followed to the end of
the chapter. `page_data` writes it into a file of the page, which plays it without a server.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NotRequired

from typing_extensions import TypedDict

from punto.rules.card import ALL_CARDS, Card
from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.events import RoundEnded
from punto.rules.facts import SPAN
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.rules.table import Table
from punto.server.table.client_view import match_shape, step_shapes, turn_shape
from punto.server.wire.shapes import MatchShape, StepShape, TurnShape
from punto.server.wire.table_settings import Settings, SettingsShape

LEARNER, COACH = 1, 2

MODE = "2p"

ROUNDS = (
    "G4@f6 R2@e5 B3@f7 R7xf7 B5@g8 R3@g7 B2@h8 O7@g5 B9@i9 O3@d6 G8@g4 O1@d5 B6@f8 O5@h6 B4@e8"
    " R8xh8 G3@e7 R6xf6 G5@d4 R7xd4",
    "G6@f6 R2@g7 G2@f5 R5@f7 G3@e7 O6@g6 B7@e5 O2@g5 B8@e6 R7@h7 G8@g8 R9@f8 B6@h5 R4@h8 B3@f9"
    " O7@h6 G5@g4 O3@e8 G2@i8 R3@f4 B5@g9 O4@d6 B4@i6 O2@d7 B6@h9 O1@d5 B4@d8 R5@i5 B8@e9 O3@d4"
    " G6@d9 R3@e4 G9@h4 O5@i4 G7@i9 R6@i7 B1",
)
"""The moves of both rounds, as in records; the coach begins. The last card cannot be placed."""


class PlacedShape(TypedDict):
    """A card that was laid: a `placed` event of the wire, which the page numbers."""

    seat: int
    card: str
    cell: str
    on_top: bool
    then: list[StepShape]
    turn: TurnShape | None


class AnswerShape(TypedDict):
    """What follows an accepted cell: the learner's card, the coach's answer, and the next step."""

    events: list[PlacedShape]
    step: "StepOfLesson"


class LastShape(TypedDict):
    """What follows the last card of a chapter, on whichever cell it was laid."""

    then: list[StepShape]
    match: NotRequired[MatchShape]


class StepOfLesson(TypedDict):
    """One card of the learner."""

    name: str
    accepted: str
    """The cells where the card shows what the step teaches, separated by spaces."""
    answers: NotRequired[dict[str, AnswerShape]]
    """By accepted cell; missing in the last step of a chapter."""
    last: NotRequired[LastShape]


class ChapterShape(TypedDict):
    """Some steps that follow each other at one table."""

    match: MatchShape
    """The coach is to move."""
    opening: PlacedShape
    step: StepOfLesson


class LessonShape(TypedDict):
    """The whole lesson."""

    settings: SettingsShape
    chapters: list[ChapterShape]


@dataclass(frozen=True)
class Step:
    """A step: which of the legal cells are accepted, and where the coach lays her card then."""

    name: str
    accepts: Callable[[Match, Cell], bool]
    answers: Callable[[Match], Cell] = lambda match: match.legal_cells[0]


@dataclass(frozen=True)
class Chapter:
    """Where in the match a chapter begins, with a card of the coach, and its steps."""

    round: int
    ply: int
    steps: tuple[Step, ...]


# What the learner shall do


def after(match: Match, cell: Cell) -> Match:
    """Return a copy of the match in which the card in hand lies on a cell."""
    twin = match.copy()
    twin.place(cell)
    return twin


def anywhere(_match: Match, _cell: Cell) -> bool:
    """Accept every legal cell."""
    return True


def on_top(match: Match, cell: Cell) -> bool:
    """Accept a card that covers another."""
    return match.table[cell] is not None


def further_out(match: Match, cell: Cell) -> bool:
    """Accept a card that makes the table wider or higher."""
    return not match.table.box.holds(cell)


def blocks(match: Match, cell: Cell) -> bool:
    """Accept a cell after which the coach cannot win with any card that she may hold."""
    twin = after(match, cell)
    return not any(
        completes(twin.table, card, there, twin.mode.line)
        for card in match.possible_cards(COACH)  # before she turns it up
        for there in twin.table.legal_cells(card)
    )


def completes(table: Table, card: Card, cell: Cell, length: int) -> bool:
    """Whether a card makes a row of at least this length."""
    twin = table.copy()
    twin.place(card, cell)
    return bool(twin.runs_through(cell, length))


def builds(match: Match, cell: Cell) -> bool:
    """Accept a card that makes a row one short of winning."""
    assert match.card is not None
    return completes(match.table, match.card, cell, match.mode.line - 1)


def wins(match: Match, cell: Cell) -> bool:
    """Accept a card that wins the round, by a line or because the coach cannot go on."""
    end = after(match, cell).at(match.round_number).round.end
    return end is not None and end.winner == LEARNER


# What the coach answers


def on(*cells: str) -> Callable[[Match], Cell]:
    """Answer on the first of these cells that is free and legal."""
    return lambda match: next(
        cell for cell in map(Cell, cells) if cell in match.legal_cells and not on_top(match, cell)
    )


def closing(match: Match) -> Cell:
    """Answer where the square is closed then, on the cell of the prepared match if that does it."""
    legal = [cell for cell in match.legal_cells if not on_top(match, cell)]
    closes = [cell for cell in legal if is_closed(after(match, cell).table)]
    return next((cell for cell in closes if str(cell) == "g4"), closes[0])


def is_closed(table: Table) -> bool:
    """Whether the square has its final place."""
    return len(table.box.columns) == len(table.box.rows) == SPAN


CHAPTERS = (
    Chapter(1, 0, (Step("beside", anywhere, on("f7", "g5", "e7")), Step("top", on_top))),
    Chapter(1, 8, (Step("square", further_out, closing), Step("inside", anywhere))),
    Chapter(1, 14, (Step("block", blocks),)),
    Chapter(1, 16, (Step("build", builds, on("d4")), Step("win", wins))),
    Chapter(2, 34, (Step("stalemate", wins),)),
)


# From the match to the data


@cache
def prepared() -> Match:
    """Play the prepared match to its end."""
    match = Match(MODE, start=COACH, deals=deals())
    for text in ROUNDS:
        for move in text.split():
            if match.over:
                break
            placed = match.place(move[3:])
            assert str(placed) == move, f"{placed} is not {move}"
    assert match.winner == LEARNER
    return match


def deals() -> list[list[list[Card]]]:
    """Stack the decks: the cards in the order of the moves, then the rest."""
    out: list[Card] = []
    dealt: list[list[list[Card]]] = []
    for text, leaves in zip(ROUNDS, ("R8", ""), strict=True):
        moves = text.split()
        decks: list[list[Card]] = []
        for first, colours in ((1, "RO"), (0, "BG")):  # the coach begins both rounds
            deck = [Card(move[:2]) for move in moves[first::2]]
            own = [card for card in 2 * ALL_CARDS if card.colour.letter in colours]
            for card in deck + out:
                if card in own:
                    own.remove(card)
            decks.append(deck + own)
        dealt.append(decks)
        out += [Card(leaves)] if leaves else []
    return dealt


def lesson() -> LessonShape:
    """Make the whole lesson."""
    settings = Settings(mode=MODE, start=COACH).shape()
    return {"settings": settings, "chapters": [chapter_shape(chapter) for chapter in CHAPTERS]}


def chapter_shape(chapter: Chapter) -> ChapterShape:
    """Describe a chapter: the table, the coach's card, and what the learner does."""
    match = prepared().at(chapter.round, chapter.ply)
    cell = prepared().rounds[chapter.round - 1].placement(chapter.ply).cell
    before = match_shape(match, None)
    opening = placed_shape(match, cell)
    return {"match": before, "opening": opening, "step": step_shape(match, chapter.steps)}


def step_shape(match: Match, steps: tuple[Step, ...]) -> StepOfLesson:
    """Describe a step with all that can follow from it."""
    step, *others = steps
    accepted = [cell for cell in match.legal_cells if step.accepts(match, cell)]
    shape: StepOfLesson = {"name": step.name, "accepted": " ".join(map(str, accepted))}
    if not others:
        shape["last"] = last_shape(match, accepted)
        return shape
    shape["answers"] = {}
    for cell in accepted:
        twin = match.copy()
        events = [placed_shape(twin, cell), placed_shape(twin, step.answers(twin))]
        shape["answers"][str(cell)] = {"events": events, "step": step_shape(twin, tuple(others))}
    return shape


def placed_shape(match: Match, cell: Cell) -> PlacedShape:
    """Place the card in hand, and describe that."""
    placed, *events = match.play(cell)
    assert isinstance(placed, Placement)
    return {
        "seat": placed.seat,
        "card": str(placed.card),
        "cell": str(placed.cell),
        "on_top": placed.on_top,
        "then": step_shapes(events),
        "turn": turn_shape(match, None),
    }


def last_shape(match: Match, cells: Iterable[Cell]) -> LastShape:
    """Describe what follows the last card of a chapter: nothing, or the end of the round."""
    followed = [last_events(match, cell) for cell in cells]
    assert all(one == followed[0] for one in followed), "it must not depend on the cell"
    return followed[0]


def last_events(match: Match, cell: Cell) -> LastShape:
    """Describe what follows a card, up to the end of its round."""
    before = match_shape(match, None)
    twin = match.copy()
    placed, *events = twin.play(cell)
    ends = [event for event in events if isinstance(event, RoundEnded)]
    if not ends:
        return {"then": []}
    steps = step_shapes(events[: events.index(ends[0]) + 1])
    assert isinstance(placed, Placement)
    return {"then": steps, "match": ended_shape(before, twin, placed, ends[0].end)}


def ended_shape(before: MatchShape, match: Match, placed: Placement, end: RoundEnd) -> MatchShape:
    """Describe the table as it lies after the round, with the new score, until somebody goes on."""
    decks = [
        count - (1 if seat == placed.seat else 0) for seat, count in enumerate(before["decks"], 1)
    ]
    return {
        **before,
        "stacks": without(stacks_after(before["stacks"], placed), end),
        "last": str(placed.cell),
        "turn": None,
        "face_up": [None for _ in before["face_up"]],
        "decks": decks,
        "wins": list(match.score.wins),
        "removed": [" ".join(map(str, cards)) for cards in match.score.removed],
        "winner": match.winner,
    }


def stacks_after(stacks: Mapping[str, str], placed: Placement) -> dict[str, str]:
    """Lay a card on the stacks of a table."""
    cell = str(placed.cell)
    return {**stacks, cell: f"{stacks.get(cell, '')} {placed.card}".strip()}


def without(stacks: Mapping[str, str], end: RoundEnd) -> dict[str, str]:
    """Take away the card that leaves the match."""
    assert end.winner is not None
    gone = next(
        str(cell)
        for run in end.runs[end.winner - 1]
        for cell, card in zip(run.cells, run.cards, strict=True)
        if card == end.removed
    )
    left = {**stacks, gone: " ".join(stacks[gone].split()[:-1])}
    return {cell: cards for cell, cards in left.items() if cards}


def printed() -> str:
    """Write the lesson as JSON."""
    shape: Any = lesson()
    return f"{json.dumps(shape, indent=1, ensure_ascii=False)}\n"
