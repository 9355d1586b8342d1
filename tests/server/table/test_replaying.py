"""A recorded match, described card by card in the same way as a live one."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from notation.playing import begun, moments, moments_of_unknown_decks, play, played, recorded
from notation.samples import NAMES, vector, without_deals
from punto import Match, Record, read_record
from punto.notation.tags import Tag
from punto.rules.round import Placement
from punto.server.table.client_view import match_shape, step_shapes, turn_shape
from punto.server.table.replaying import replay_of

PAGE_SAMPLES = Path(__file__).parents[3] / "web" / "src" / "replay" / "samples"
MODES = ("2p", "3p", "4p", "teams")


def live_events(match: Match) -> Iterator[dict[str, Any]]:
    """Play a match again, and tell it as a table does."""
    cells = [placement.cell for round_ in match.rounds for placement in round_.placements]
    assert match.seed is not None
    again = Match(
        match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        start=match.start,
        open_cards=match.open_cards,
        seed=match.seed,
    )
    for number, cell in enumerate(cells, start=1):
        placement, *then = again.play(cell)
        assert isinstance(placement, Placement)
        steps = step_shapes(then)
        event = {
            "number": number,
            "at": 0,
            "kind": "placed",
            "seat": placement.seat,
            "card": str(placement.card),
            "cell": str(placement.cell),
            "on_top": placement.on_top,
            "then": steps,
            "turn": turn_shape(again, None),
        }
        if any(step["kind"] == "round_ended" for step in steps):
            event["match"] = match_shape(again, None)
        yield event


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("open_cards", [False, True])
def test_a_replay_tells_what_the_table_told(mode: str, open_cards: bool) -> None:
    chance = Random(f"{mode} {open_cards}")
    match = play(begun(mode, chance, open_cards=open_cards), chance)
    replay = replay_of(recorded(match))
    assert replay["placed"] == list(live_events(match))
    assert replay["start"] == match_shape(match.at(1, 0), None)
    assert replay["checked"] == ["moves", "decks", "seed"]
    assert (replay["how"], replay["winner"]) == ("won", match.winner)
    assert replay["seed"] is not None
    assert match.seed is not None
    assert replay["seed"] == match.seed.hex()
    assert replay["commitment"] == replay["start"]["commitment"] == match.commitment


@pytest.mark.parametrize("name", NAMES)
def test_records_of_others_are_told_too(name: str) -> None:
    record = read_record(vector(name))
    replay = replay_of(record)
    standing = list(moments(record.match, open_cards=record.match.open_cards))
    assert replay["start"] == match_shape(standing[0].at(1, 0), None)
    assert [event["cell"] for event in replay["placed"]] == [
        str(placement.cell) for round_ in record.match.rounds for placement in round_.placements
    ]
    ends = [event["match"] for event in replay["placed"] if "match" in event]
    assert len(ends) == len(record.match.rounds)
    assert ends[-1]["wins"] == list(record.match.score.wins)
    assert [end["round"] for end in ends[:-1]] == list(range(2, record.match.round_number + 1))
    assert "seed" not in replay["checked"] or replay["seed"]


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-1")])
def test_without_decks_what_is_unknown_stays_so(name: str) -> None:
    record = read_record(without_deals(vector(name)))
    replay, whole = replay_of(record), replay_of(read_record(vector(name)))
    assert replay["checked"] == ["moves"]
    assert (replay["seed"], replay["commitment"]) == (None, None)
    assert len(replay["placed"]) == len(whole["placed"])
    for event, known in zip(replay["placed"], whole["placed"], strict=True):
        assert {**event, "then": [], "match": None} == {**known, "then": [], "match": None}
        ours = [step for step in event["then"] if step["kind"] == "round_ended"]
        assert [step["end"]["winner"] for step in ours] == [
            step["end"]["winner"] for step in known["then"] if step["kind"] == "round_ended"
        ]


def test_a_match_without_decks_ends_where_its_record_does() -> None:
    match = played("4p", 3)
    *_, at = (moment.copy() for moment in moments_of_unknown_decks(match.at(1, 5)))
    replay = replay_of(Record(at, ["Ada", "Ben", "Cleo", "Dag"], "2026-11-15", deals=False))
    assert len(replay["placed"]) == 5
    assert replay["placed"][-1]["turn"] is None
    assert (replay["how"], replay["winner"], replay["result"]) == ("unfinished", None, "*")


@pytest.mark.parametrize(
    ("said", "how", "seat"),
    [
        ("resigned Seat2", "resigned", 2),
        ("agreed", "agreed", None),
        ("abandoned", "abandoned", None),
        ("resigned Seat9", "resigned", None),
        ("by rain", "unfinished", None),
    ],
)
def test_why_nobody_won_is_told(said: str, how: str, seat: int | None) -> None:
    match = played("2p", 4).at(1, 6)
    record = Record(match, ["Ada", "Ben"], "2026-11-15", deals=False, tags=[Tag("Ended", said)])
    replay = replay_of(record)
    assert (replay["how"], replay["seat"], replay["winner"]) == (how, seat, None)


def test_the_record_is_not_changed_by_telling_it() -> None:
    record = recorded(played("3p", 5))
    before = str(record)
    replay_of(record)
    assert str(record) == before


@pytest.mark.parametrize("path", sorted(PAGE_SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_what_the_page_is_tested_with_is_what_the_server_tells(path: Path) -> None:
    assert json.loads(path.read_text()) == replay_of(read_record(vector(path.stem)))
