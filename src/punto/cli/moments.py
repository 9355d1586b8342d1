"""Moments of a match: finding one, and telling it to a person."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from punto.cli.language import card_name, say
from punto.cli.words import edition_name
from punto.rules.card import Card
from punto.rules.errors import UnreadableError, Words
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Placement

if TYPE_CHECKING:
    from rich.console import Console


def moment_to_play(match: Match, number: int | None, ply: int | None) -> Match:
    """Find a moment in which a card is to be placed; of those that are meant, the last one."""
    if ply is not None:
        moment = match.at(number or match.number, ply)
        if moment.card is None:
            expected = f"one before the end of round {moment.number}, with a card to place"
            raise UnreadableError("ply", expected=expected, came=ply)
        return moment
    for moment in backwards(match, number):
        if moment.card is not None:
            return moment
    raise UnreadableError("moment", expected="a card to place", came=Words("none"))


def backwards(match: Match, number: int | None) -> Iterator[Match]:
    """Go back through a round, or without a number from the last round through all."""
    for round_number in [number] if number else range(match.number, 0, -1):
        moment = match.at(round_number)
        yield moment
        while moment.stage.round.placements:
            moment.undo()
            yield moment


def next_placement(match: Match, moment: Match) -> Placement | None:
    """Find the card that was laid in a match after one of its moments, in the same round."""
    placements = match.rounds[moment.number - 1].placements
    laid = len(moment.stage.round.placements)
    return placements[laid] if laid < len(placements) else None


def print_position(console: "Console", position: Position, names: Sequence[str] | None) -> None:
    """Show the table of a moment under what is to be known of its match."""
    from punto.cli.board import board  # noqa: PLC0415 what is not printed needs no colours

    title = f"{say(f'mode.{position.mode.name}')}. {edition_name(position.edition)}."
    where = say("replay.where", round=position.round, count=len(position.table))
    score = say("over.score", score=" : ".join(map(str, position.score.wins)))
    console.print(title, markup=False)
    if names:
        numbered = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
        console.print(f"{say('players')}: {numbered}.", markup=False)
    console.print(f"{where}. {score}", markup=False)
    console.print()
    console.print(board(position.table, position.legal_cells(), position.table.last))
    console.print()


def print_turn(console: "Console", name: str, card: Card) -> None:
    """Say who is to place which card."""
    from punto.cli.board import card_text  # noqa: PLC0415 what is not printed needs no colours

    console.print(card_text(card), end=" ")
    console.print(say("tell.turn", name=name, card=card_name(card)), markup=False)
