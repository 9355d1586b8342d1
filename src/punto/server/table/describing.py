"""A match in the shapes that clients get: from what its view shows, which holds no secrets."""

from collections.abc import Iterable

from punto.rules.card import Card
from punto.rules.cell import NAMES
from punto.rules.ending import RoundEnd
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted, TurnedUp
from punto.rules.match import Match
from punto.server.wire.shapes import EndShape, MatchShape, RunShape, StepShape, TurnShape


def spaced(things: Iterable[object]) -> str:
    """Write cards or cells with spaces between them."""
    return " ".join(map(str, things))


def named(card: Card | None) -> str | None:
    """Write a card, if there is one."""
    return None if card is None else str(card)


def end_shape(end: RoundEnd) -> EndShape:
    """Describe how a round ended."""
    runs: list[list[RunShape]] = [
        [
            {"cells": spaced(run.cells), "cards": spaced(run.cards), "points": run.points}
            for run in runs
        ]
        for runs in end.runs
    ]
    return {
        "kind": end.kind,
        "seat": end.seat,
        "winner": end.winner,
        "removed": named(end.removed),
        "runs": runs,
        "stuck": named(end.stuck),
    }


def step_shapes(events: Iterable[Event]) -> list[StepShape]:
    """Describe what came of a placement; the placement itself is left out."""
    steps: list[StepShape] = []
    for event in events:
        if isinstance(event, TurnedUp):
            steps.append({"kind": "turned_up", "seat": event.seat, "card": str(event.card)})
        elif isinstance(event, RoundEnded):
            steps.append({"kind": "round_ended", "round": event.round, "end": end_shape(event.end)})
        elif isinstance(event, RoundStarted):
            steps.append({"kind": "round_started", "round": event.round, "start": event.start})
        elif isinstance(event, MatchEnded):
            steps.append({"kind": "match_ended", "winner": event.winner})
    return steps


def turn_shape(match: Match, until: int | None) -> TurnShape | None:
    """Describe whose turn it is, and until when."""
    seat, card = match.seat, match.card
    if seat is None or card is None:
        return None
    cells = " ".join([NAMES[cell] for cell in match.legal_cells()])
    turn: TurnShape = {"seat": seat, "card": str(card), "cells": cells}
    if until is not None:
        turn["until"] = until
    return turn


def match_shape(match: Match, until: int | None) -> MatchShape:
    """Describe what everybody may know of a match."""
    position, last_end = match.position(), match.last_end  # a view has all that happened, too
    return {
        "round": position.round,
        "start": match.stage.round.start,
        "wins": list(position.score.wins),
        "removed": [spaced(cards) for cards in position.score.removed],
        "stacks": {str(cell): spaced(cards) for cell, cards in position.table.stacks().items()},
        "last": None if position.table.last is None else str(position.table.last),
        "turn": turn_shape(match, until),
        "face_up": [named(card) for card in position.face_up],
        "decks": list(position.decks),
        "unseen": [spaced(cards) for cards in position.unseen],
        "neutrals": list(position.neutrals),
        "kept": [spaced(cards) for cards in position.kept],
        "unseen_neutrals": spaced(position.unseen_neutrals),
        "last_end": None if last_end is None else end_shape(last_end),
        "winner": match.winner,
        "commitment": match.commitment or "",
    }
