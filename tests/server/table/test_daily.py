"""The deal of the day: what follows from a date, and what is different at its table."""

import hashlib
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

import punto
from punto.bots import bot_named
from punto.bots.deal_of_the_day import BOT_OF_WEEKDAY, bot_of, choice_seed, day_of, deal_seed
from punto.server.live.bot_runner import bot_turn
from punto.server.table.client_view import table_shape
from punto.server.table.daily import is_won, new_daily_table
from punto.server.table.endings import open_rematch
from punto.server.table.lobby import open_table
from punto.server.table.record import record_of

from .scene import ADA, CODE, NOON, Scene

DAY = "2026-11-17"


def daily(day: str = DAY) -> Scene:
    """Let Ada begin the deal of a day."""
    return Scene.of(open_table(CODE, ADA, new_daily_table(day, "Ada"), NOON, daily=day))


def move(scene: Scene, own: int = 0) -> str:
    """Lay one card: Ada on one of her legal cells, the bot as it would; give the cell."""
    match, turn = scene.table.match, bot_turn(scene.table)
    assert match is not None
    if turn is None:
        cell = str(match.legal_cells[own])
        scene.place(cell=cell)
    else:
        cell = str(bot_named(turn.bot).choose_by_seed(turn.view, Random(turn.seed)))
        scene.let_bot_move(cell)
    return cell


def play_on(scene: Scene, own: int = 0) -> list[str]:
    """Play to the end, and give all cells."""
    cells = []
    while scene.table.phase == "playing":
        cells.append(move(scene, own))
    return cells


def test_the_documented_text_gives_the_seed() -> None:
    text = b"punto deal of the day 2026-11-17"
    assert deal_seed(DAY).hex() == hashlib.sha256(text).hexdigest()
    known = "83d65084a5dd8dc96b532ca7bdf44f30b80d295df7bb5eb4eb40f09e1881f149"
    assert deal_seed(DAY).hex() == known
    digest = hashlib.sha256(b"punto bot of the day 2026-11-17 3").digest()
    assert choice_seed(DAY, 3) == int.from_bytes(digest[:8], "big") == 10892132296140336139


def test_a_day_begins_at_midnight_utc() -> None:
    midnight = datetime(2026, 11, 17, tzinfo=UTC)
    at = round(midnight.timestamp() * 1000)
    assert [day_of(at - 1), day_of(at), day_of(at + 24 * 3600 * 1000 - 1)] == [
        "2026-11-16",
        DAY,
        DAY,
    ]


def test_the_bot_follows_the_weekday_and_never_depends_on_the_clock() -> None:
    monday = date(2026, 11, 16)
    week = [(monday + timedelta(days=days)).isoformat() for days in range(7)]
    assert [bot_of(day) for day in week] == list(BOT_OF_WEEKDAY)
    assert all(bot_named(bot) for bot in BOT_OF_WEEKDAY)


def test_the_cards_are_those_of_the_public_seed_and_the_record_proves_it() -> None:
    scene = daily()
    match = scene.table.match
    assert match is not None
    assert match.seed == deal_seed(DAY)
    assert scene.table.settings.rounds_to_win == 1
    play_on(scene)
    record = str(record_of(scene.table))
    assert f'[Daily "{DAY}"]' in record
    read = punto.read_record(record)
    assert read.match.seed == deal_seed(DAY)
    assert str(read) == record


def test_an_ordinary_table_keeps_a_secret_seed() -> None:
    scene = Scene({"kind": "person", "name": "Ada"}, {"kind": "bot", "bot": "easy"})
    match = scene.table.match
    assert match is not None
    assert scene.table.daily is None
    assert match.seed != deal_seed(day_of(NOON))
    turn = bot_turn(scene.table)
    assert turn is None or turn.seed is None


@pytest.mark.parametrize("day", ["2026-11-16", "2026-11-20", "2026-11-21"])
def test_the_same_moves_meet_the_same_answers(day: str) -> None:
    first, again = daily(day), daily(day)
    assert play_on(first) == play_on(again)
    assert first.table.over == again.table.over
    assert play_on(daily(day), own=-1) != play_on(daily(day), own=0)


def test_nothing_can_be_taken_back() -> None:
    scene = daily()
    for _ in range(2):
        move(scene)
    assert scene.refuse(ADA, "undo", answers=scene.table.number) == "undo-daily"


def test_who_gives_up_has_not_won_and_a_rematch_is_an_ordinary_match() -> None:
    scene = daily()
    scene.do(ADA, "resign", seat=1)
    assert scene.table.phase == "over"
    assert not is_won(scene.table)
    again = open_rematch(scene.table, CODE, NOON).table
    assert again.daily is None
    assert again.match is not None
    assert again.match.seed != deal_seed(DAY)


def test_the_log_tells_which_deal_it_is() -> None:
    scene = daily()
    assert scene.opened[0]["daily"] == DAY
    assert scene.folded().daily == DAY
    assert table_shape(scene.folded()) == table_shape(scene.table)
    assert table_shape(scene.table)["daily"] == DAY
