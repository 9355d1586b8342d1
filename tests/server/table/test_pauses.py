"""Pausing a match when all agree: no card is laid, no clock runs, and anybody may continue."""

from punto.server.live.due import duty_of
from punto.server.table.allowance import LIMITS
from punto.server.table.client_view import table_shape

from .scene import ADA, BEN, CLEO, Scene
from .test_endings import online


def pause(scene: Scene) -> object:
    return table_shape(scene.table).get("pause")


def test_a_match_is_paused_when_all_agree_and_its_clock_stops() -> None:
    scene = online("3p", 2, turn_seconds=60)
    began = scene.now
    scene.now += 20_000
    (offered,) = scene.do(BEN, "offer_pause", seat=2)
    assert (offered["kind"], offered["seat"]) == ("pause_offered", 2)
    assert pause(scene) == {"is_paused": False, "offers": [2]}
    assert scene.refuse(BEN, "offer_pause", seat=2) == "already-offered"
    scene.do(ADA, "offer_pause", seat=1)
    _, paused = scene.do(CLEO, "offer_pause", seat=3)
    assert (paused["kind"], paused["seat"]) == ("paused", 3)
    assert pause(scene) == {"is_paused": True, "offers": []}
    match = table_shape(scene.table)["match"]
    assert match is not None
    assert match["turn"] is not None
    assert "until" not in match["turn"]
    assert (scene.table.to_move, duty_of(scene.table)) == (None, None)
    assert scene.refuse(ADA, "place", last_event=scene.table.number, seat=1, cell="f6") == "paused"
    assert scene.refuse(ADA, "offer_pause", seat=1) == "paused"

    # After any time, whoever wants to play on does, with the time that was left.
    scene.now += 3_600_000
    (resumed,) = scene.do(CLEO, "resume", seat=3)
    assert resumed["until"] == scene.now + (60_000 - 20_000) == began + 3_660_000
    assert pause(scene) is None
    assert scene.table.until == resumed["until"]
    assert scene.refuse(ADA, "resume", seat=1) == "not-paused"
    scene.place(ADA)


def test_a_card_cancels_what_was_offered_and_a_bot_goes_on_after_the_pause() -> None:
    scene = online("3p", 1)
    scene.do(ADA, "offer_pause", seat=1)
    scene.place(ADA)
    assert pause(scene) is None
    scene.place(BEN)
    for device, seat in ((ADA, 1), (BEN, 2)):
        scene.do(device, "offer_pause", seat=seat)
    assert duty_of(scene.table) is None
    scene.do(BEN, "resume", seat=2)
    duty = duty_of(scene.table)
    assert duty is not None
    assert duty.kind == "bot"
    scene.let_bot_move()


def test_nobody_waits_for_the_consent_of_somebody_for_whom_a_bot_stands_in() -> None:
    scene = online("2p", 1)
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
    scene.do(ADA, "offer_pause", seat=1)
    assert scene.table.is_paused
    scene.do(ADA, "resign", seat=1)
    assert (scene.table.phase, scene.table.is_paused) == ("over", False)


def test_only_players_pause_and_not_without_end() -> None:
    scene = online("2p", 0)
    for type_ in ("offer_pause", "resume"):
        assert scene.refuse(BEN, type_, seat=1) == "not-your-seat"
    for _ in range(LIMITS["pause_offered"].per_turn):
        scene.do(ADA, "offer_pause", seat=1)
        scene.do(ADA, "resume", seat=1)
    assert scene.refuse(ADA, "offer_pause", seat=1) == "too-often"
