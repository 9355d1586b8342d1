"""A seeded match told as text that a person can read, for the golden playthroughs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from punto import Card, Match, Position, RoundEnd, View, mode_named

from .dealing import place_next


def playthrough(mode: str, edition: str, rounds_to_win: int, *, open_cards: bool) -> str:
    """Play a match on cells that follow from the turn alone, and tell all of it."""
    match = Match(
        mode,
        edition=edition,
        rounds_to_win=rounds_to_win,
        start=len(mode_named(mode).seats),
        seed=bytes(range(32)),
        open_cards=open_cards,
    )
    return "\n".join([*opening(match), *turns(match), *closing(match), ""])


def opening(match: Match) -> Iterator[str]:
    """Tell the settings and the first events."""
    yield f"mode {match.mode.name}, edition {match.edition.name}, open cards {match.open_cards}"
    yield f"rounds to win {match.rounds_to_win}, start {match.start}"
    yield f"commitment {match.commitment}"
    yield from (f"event {event}" for event in match.events)


def turns(match: Match) -> Iterator[str]:
    """Tell every turn: the table, the card, where it can go, what came of it, who sees what."""
    while not match.over:
        number, ply, legal = (
            match.round_number,
            len(match.stage.round.placements),
            match.legal_cells,
        )
        yield ""
        yield f"turn {ply + 1} of round {number}: seat {match.seat} has {match.card}"
        yield str(match.table)
        yield f"legal {' '.join(map(str, legal))}"
        yield from seen(match)
        yield from (f"event {event}" for event in place_next(match, stride=11))
        if match.last_end is not None and (match.over or match.round_number > number):
            yield from end(match.last_end)


def seen(match: Match) -> Iterator[str]:
    """Tell what the views of all show, and which of them may place."""
    views = [match.view(seat) for seat in (None, *match.mode.seats)]
    for position in unique(view.position for view in views):
        yield f"face up {' '.join(str(card or '--') for card in position.face_up)}"
        yield f"decks {position.decks}, of which neutral {position.neutrals}"
        yield f"unseen {' | '.join(map(compact, position.unseen))}"
        if position.mode.neutral is not None:
            kept = " | ".join(map(compact, position.kept))
            yield f"unseen neutral {compact(position.unseen_neutrals)}, known to be kept {kept}"
    yield ", ".join(map(turn, views))


def unique(positions: Iterable[Position]) -> list[Position]:
    """List what differs; it is one position, as nobody sees more than another."""
    found: list[Position] = []
    for position in positions:
        if position not in found:
            found.append(position)
    return found


def turn(view: View) -> str:
    """Tell who looks and whether they may place."""
    who = "spectator" if view.seat is None else f"seat {view.seat}"
    return f"{who} {f'may place on {len(view.legal_cells)}' if view.is_my_turn else 'waits'}"


def compact(cards: Sequence[Card]) -> str:
    """Write cards with each colour once."""
    colours = groupby(cards, key=lambda card: str(card)[0])
    return (
        " ".join(f"{letter}{''.join(str(c)[1] for c in group)}" for letter, group in colours) or "-"
    )


def end(ended: RoundEnd) -> Iterator[str]:
    """Tell how a round ended."""
    yield f"ended by {ended.kind} at seat {ended.seat}, stuck with {ended.stuck}"
    yield f"won by side {ended.winner}, which removes {ended.removed}"
    for side, runs in enumerate(ended.runs, start=1):
        told = [f"{'-'.join(map(str, run.cells))}={run.points}" for run in runs]
        yield f"side {side} has {' '.join(told) or 'no run'}"


def closing(match: Match) -> Iterator[str]:
    """Tell the table at the end, the score, and the seed."""
    yield ""
    yield str(match)
    yield f"winner {match.winner}, seed {match.view(None).seed}"
    score = zip(match.mode.sides, match.score.wins, match.score.removed, strict=True)
    for side, wins, cards in score:
        removed = " ".join(map(str, cards)) or "nothing"
        yield f"side {side.number} won {wins} and removed {removed}"
