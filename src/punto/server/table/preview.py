"""The preview of a link to a table: a title, a sentence and a picture, as a spectator sees it.

Everything here is made from the shapes of `client_view`, which hold nothing secret.
"""

from collections.abc import Iterable
from typing import NamedTuple

from punto.rules.facts import Mode, mode_named
from punto.server.painting.table_picture import Scene
from punto.server.wire.shapes import MatchShape, OverShape, SeatShape, TableShape
from punto.words import say

BETWEEN_SIDES = " \N{EN DASH} "
BETWEEN_WINS = " : "

NEUTRAL_SCENE: Scene = {
    "stacks": {
        "c5": "G6",
        "c7": "B4",
        "d6": "O2 R5",
        "d7": "O3",
        "e5": "R8",
        "e6": "R2 R5",
        "e7": "B1",
        "f5": "O7",
        "f6": "R3",
        "f7": "G9",
        "g5": "B2",
        "g6": "R7",
        "h6": "G1 O4",
        "h7": "B8",
    },
    "last": None,
    "lit": [],
    "sides": [],
    "rounds_to_win": 1,
}
"""Some cards that nobody plays with, for links that lead to no table that everybody may see."""


class LinkPreview(NamedTuple):
    """What is written beside the picture."""

    title: str
    sentence: str


def neutral_preview(language: str) -> LinkPreview:
    """Describe the game instead of a table."""
    return LinkPreview(say("app.name", language), say("start.lead", language))


def preview_of(table: TableShape, language: str) -> LinkPreview:
    """Describe a table."""
    mode = mode_named(table["settings"]["mode"])
    if table["match"] is None:
        return invitation(table, language)
    title = BETWEEN_SIDES.join(
        side_name(table, mode, side, language) for side in range(1, len(mode.sides) + 1)
    )
    if table["over"] is not None:
        return LinkPreview(title, result(table, mode, table["over"], table["match"], language))
    return LinkPreview(title, progress(table, table["match"], language))


def invitation(table: TableShape, language: str) -> LinkPreview:
    """Describe a table whose match has not begun: who invites, and how many seats are open."""
    open_seats = sum(seat["kind"] == "open" for seat in table["seats"])
    host = next((seat for seat in table["seats"] if seat.get("device") == table["host"]), None)
    title = (
        say("app.name", language)
        if host is None
        else say("preview.invites", language, name=holder_name(host, language))
    )
    if open_seats:
        return LinkPreview(title, say("preview.open", language, count=open_seats))
    return LinkPreview(title, say("preview.full", language))


def progress(table: TableShape, match: MatchShape, language: str) -> str:
    """Describe a match that is being played."""
    turn = match["turn"]
    score = BETWEEN_WINS.join(map(str, match["wins"]))
    if turn is None:
        return say("over.score", language, score=score)
    name = holder_name(table["seats"][turn["seat"] - 1], language)
    return say("preview.playing", language, round=match["round"], score=score, name=name)


def result(table: TableShape, mode: Mode, over: OverShape, match: MatchShape, language: str) -> str:
    """Describe how a match ended."""
    values: dict[str, object] = {}
    if over["winner"] is not None:
        values["winner"] = side_name(table, mode, over["winner"], language)
        values["count"] = len(mode.sides[over["winner"] - 1].seats)
    if over["seat"] is not None:
        values["loser"] = holder_name(table["seats"][over["seat"] - 1], language)
    score = say("over.score", language, score=BETWEEN_WINS.join(map(str, match["wins"])))
    ending = say(f"over.{over['how']}", language, **values)
    return f"{ending}. {score}"


def side_name(table: TableShape, mode: Mode, side: int, language: str) -> str:
    """Name who plays for a side: one, or two partners."""
    seats = mode.sides[side - 1].seats
    return paired((holder_name(table["seats"][seat - 1], language) for seat in seats), language)


def paired(names: Iterable[str], language: str) -> str:
    """Join the names of partners."""
    first, *rest = names
    return say("pair", language, first=first, second=rest[0]) if rest else first


def holder_name(seat: SeatShape, language: str) -> str:
    """Name who holds a seat; a bot of an old table has no name but that of its level."""
    if seat["kind"] == "open":
        return say("seat.open", language)
    return seat.get("name", "") or say(f"bot.{seat.get('bot', '')}", language)


def scene_of(table: TableShape) -> Scene:
    """Choose what the picture shows: the table, or some cards before the match begins."""
    match = table["match"]
    if match is None:
        return NEUTRAL_SCENE
    mode, turn = mode_named(table["settings"]["mode"]), match["turn"]
    to_move = mode.side_of(turn["seat"]).number if turn and table["phase"] == "playing" else None
    return {
        "stacks": match["stacks"],
        "last": match["last"],
        "lit": winning_cells(match) if table["phase"] == "over" else [],
        "sides": [
            {
                "colours": [int(colour) for colour in side.colours],
                "wins": wins,
                "is_to_move": side.number == to_move,
            }
            for side, wins in zip(mode.sides, match["wins"], strict=True)
        ],
        "rounds_to_win": table["settings"]["rounds_to_win"],
    }


def winning_cells(match: MatchShape) -> list[str]:
    """List the cells of the rows that won the last round, if its cards still lie there."""
    end = match["last_end"]
    if end is None or end["winner"] is None:
        return []
    cells = [cell for run in end["runs"][end["winner"] - 1] for cell in run["cells"].split()]
    return cells if all(cell in match["stacks"] for cell in cells) else []
