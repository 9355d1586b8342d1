"""A handicap at a table: set in the lobby, seen by all, in the log, the replay and the record."""

import json

import pytest
from pydantic import ValidationError

from punto import Options, read_record
from punto.server.table.client_view import match_shape, table_shape
from punto.server.table.endings import open_rematch
from punto.server.table.record import record_of
from punto.server.table.replaying import replay_of
from punto.server.wire.requests import NewTable
from punto.server.wire.table_settings import Settings

from .scene import ADA, BEN, CODE, Scene, person


def begun() -> Scene:
    """Let Ben see in the lobby that Ada will go without two cards, and sit down."""
    scene = Scene(person("Ada"), start=1, rounds_to_win=1)
    settings = {**scene.table.settings.shape(), "handicap": [2, 0]}
    (event,) = scene.do(ADA, "set_settings", settings=settings)
    assert event["settings"]["handicap"] == [2, 0]
    assert table_shape(scene.table)["settings"]["handicap"] == [2, 0]
    scene.do(BEN, "sit", seat=2, name="Ben", id_="2")
    return scene


def test_the_cards_lie_removed_from_the_start_and_come_back_from_the_log() -> None:
    scene = begun()
    assert scene.table.match is not None
    shape = match_shape(scene.table.match, None)
    assert shape["handicap"] == ["R9 R9", ""]
    assert shape["removed"] == ["", ""]
    assert shape["decks"] == [34, 36]
    folded = scene.folded()
    assert folded.match == scene.table.match
    assert table_shape(folded) == table_shape(scene.table)


def test_a_match_without_a_handicap_says_nothing_of_it() -> None:
    scene = Scene(person("Ada"), person("Ben"), handicap=[0, 0])
    assert scene.table.match is not None
    assert scene.table.match.options == Options()
    assert "handicap" not in match_shape(scene.table.match, None)


def test_record_replay_and_rematch_have_the_handicap() -> None:
    scene = begun()
    scene.place(ADA)
    scene.do(BEN, "resign", seat=2, id_="3")
    record = record_of(scene.table)
    assert '[Handicap "2 0"]\n' in str(record)
    assert read_record(str(record)).match.options == Options(handicap=(2, 0))
    replay = replay_of(record)
    assert replay["start"].get("handicap") == ["R9 R9", ""]
    rematch = Scene.of(open_rematch(scene.table, CODE, scene.now))
    assert rematch.table.settings.handicap == [2, 0]
    assert rematch.table.match is not None
    assert rematch.table.match.options == Options(handicap=(2, 0))


@pytest.mark.parametrize(
    ("mode", "handicap"),
    [
        ("2p", [1]),
        ("2p", [1, 0, 0]),
        ("3p", [1, 0]),
        ("teams", [1, 0, 0, 0]),
        ("2p", [7, 0]),
        ("2p", [-1, 0]),
        ("2p", [True, 0]),
        ("2p", [0.5, 0]),
        ("2p", ["1", "0"]),
        ("2p", "10"),
        ("2p", None),
        ("4p", [0] * 1000),
    ],
)
def test_a_handicap_that_the_mode_does_not_have_is_refused(mode: str, handicap: object) -> None:
    wish = {"settings": {"mode": mode, "handicap": handicap}}
    with pytest.raises(ValidationError, match=r"handicap|sides"):
        NewTable.model_validate_json(json.dumps(wish))


def test_another_mode_needs_a_handicap_of_its_own() -> None:
    assert Settings(mode="3p", handicap=[1, 0, 2]).options == Options(handicap=(1, 0, 2))
    with pytest.raises(ValidationError, match="mode 4p has 4 sides"):
        Settings(mode="4p", handicap=[1, 0, 2])
