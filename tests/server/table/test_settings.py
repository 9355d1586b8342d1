"""The settings of a table are defined once, and stored ones get defaults for what they lack."""

import json

import pytest

from punto import Options
from punto.server.wire.commands import CLIENT_MESSAGE, Place, Undo
from punto.server.wire.table_settings import Settings, read_stored_settings

from .scene import ADA, Scene, person


def test_a_setting_that_a_stored_event_lacks_has_its_default() -> None:
    stored = Settings(mode="3p", spectators=False).shape()
    newer = ("grace_seconds", "begins_when_full", "open_cards", "stalemate_removes", "handicap")
    for name in newer:
        del stored[name]
    assert read_stored_settings(stored) == Settings(mode="3p", spectators=False)


def test_a_setting_of_a_newer_version_is_passed_over() -> None:
    stored = {**Settings().shape(), "music": "loud"}
    assert read_stored_settings(stored).shape() == Settings().shape()


def test_values_that_are_not_allowed_any_more_stay_readable() -> None:
    stored = {**Settings().shape(), "turn_seconds": 1}
    assert read_stored_settings(stored).turn_seconds == 1


def test_the_options_of_the_rules_are_settings_and_reach_the_match() -> None:
    assert Settings().options == Options()
    scene = Scene(person("Ada"), person("Ben"), open_cards=True, stalemate_removes=False)
    assert scene.table.match is not None
    assert scene.table.match.options == Options(open_cards=True, stalemate_removes=False)


def test_every_setting_is_in_stored_events_and_in_the_shape() -> None:
    scene = Scene(person("Ada"), grace_seconds=10)
    assert scene.opened[0]["settings"] == scene.table.settings.shape()
    assert set(scene.opened[0]["settings"]) == set(Settings.model_fields)


@pytest.mark.parametrize("seconds", [9, 601, 10.5, "10"])
def test_the_grace_time_has_limits(seconds: object) -> None:
    with pytest.raises(ValueError, match="grace_seconds"):
        Settings.model_validate({"grace_seconds": seconds})


@pytest.mark.parametrize("name", ["last_event", "answers"])
def test_the_last_event_is_also_known_by_its_old_name(name: str) -> None:
    place = {"type": "place", "id": "1", name: 3, "seat": 1, "cell": "f6"}
    message = CLIENT_MESSAGE.validate_json(json.dumps(place))
    assert isinstance(message, Place)
    assert message.last_event == 3
    message = CLIENT_MESSAGE.validate_json(json.dumps({"type": "undo", "id": "1", name: 3}))
    assert isinstance(message, Undo)
    assert message.last_event == 3


def test_a_change_that_is_refused_leaves_the_table_as_it_was() -> None:
    scene = Scene(person("Ada"), person("Ben"), start=1)
    before = scene.table.copy()
    change = scene.begin(ADA)
    change.apply_and_record("end_offered", seat=1)
    assert change.table.end_offers == {1}
    assert vars(scene.table) | {"match": None} == vars(before) | {"match": None}
    assert scene.table.match == before.match
