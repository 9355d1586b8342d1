"""A table rebuilt from its log equals the original, whatever people did."""

import json
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.rules.errors import PuntoError
from punto.rules.facts import MODES
from punto.server.table import change as changes
from punto.server.table.absence import come_back, offer_handover, take_over
from punto.server.table.client_view import public_event, table_shape
from punto.server.table.effects import EFFECTS
from punto.server.table.endings import wants_rematch
from punto.server.table.hints import take_hint
from punto.server.table.stored_event import decode_event, encode_event

from .scene import ADA, BEN, CLEO, DAG, OPEN, Message, Scene, bot, person, state

pytestmark = pytest.mark.slow

DEVICES = [ADA, BEN, CLEO, DAG]
HOLDERS = [OPEN, bot(), bot("hard")]
OPENING = [OPEN, OPEN, OPEN, bot(), person("Ada")]


class Players:
    """People who do whatever comes into their heads."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        mode = chance.choice(list(MODES))
        seats = [chance.choice(OPENING) for _ in MODES[mode].seats]
        self.scene = Scene(*seats, **self.settings(mode))
        self.refusals = 0

    def settings(self, mode: str) -> Message:
        return {
            "mode": mode,
            "rounds_to_win": self.chance.choice([1, 2]),
            "turn_seconds": self.chance.choice([None, 60]),
            "begins_when_full": self.chance.choice([True, False]),
            "open_cards": self.chance.choice([True, False]),
        }

    def act(self) -> None:
        """Do something; what is refused must change nothing."""
        scene, before, kept = self.scene, state(self.scene.table), len(self.scene.log)
        scene.now += self.chance.choice([0, 1, 1000, 200_000])
        try:
            self.change()()
        except PuntoError:
            self.refusals += 1
            assert state(scene.table) == before
            assert len(scene.log) == kept

    def change(self) -> Callable[[], object]:
        scene, chance = self.scene, self.chance
        table, mover = scene.table, scene.table.to_move
        device, seat = chance.choice(DEVICES), chance.choice([1, 2, 3, 4])
        if seat <= len(table.seats) and table.seats[seat - 1].is_person and chance.random() < 0.7:
            device = table.devices[table.seats[seat - 1].device - 1]
        if mover is not None and chance.random() < 0.6:
            if mover.is_person and mover.bot and chance.random() < 0.5:
                return partial(scene.change, table.devices[mover.device - 1], come_back)
            if mover.bot:
                return scene.let_bot_move
            return partial(scene.place, table.devices[mover.device - 1])
        do = partial(scene.do, device, id_=f"i{len(scene.log)}")
        if table.phase == "waiting" and chance.random() < 0.5:
            return partial(do, "sit", seat=seat, name=chance.choice(["Ada", "Ben"]))
        answers = max(0, table.number + chance.choice([-3, -1, 0, 0, 0, 1]))
        key = chance.choice("abc") * 32
        mode = chance.choice(list(MODES))
        return chance.choice(
            [
                partial(do, "leave", seat=seat),
                partial(do, "set_seat", seat=seat, holder=chance.choice(HOLDERS)),
                partial(do, "set_settings", settings=self.settings(mode)),
                partial(do, "start", fill=chance.choice([None, "easy", "nobody"])),
                partial(do, "place", answers=answers, seat=seat, cell=chance.choice(["f6", "g6"])),
                partial(do, "undo", answers=answers),
                partial(do, "undo", answers=answers),
                partial(do, "resign" if chance.random() < 0.3 else "decline_end", seat=seat),
                partial(do, "offer_end" if chance.random() < 0.5 else "decline_end", seat=seat),
                partial(do, "resume" if table.is_paused else "offer_pause", seat=seat),
                partial(do, "rematch", seat=seat),
                partial(do, "stand_in", seat=seat, bot="easy", gone={1, 2, 3}),
                partial(scene.change, device, come_back),
                partial(scene.change, device, take_hint),
                partial(scene.change, device, partial(offer_handover, key=key)),
                partial(scene.change, device, partial(take_over, key=key)),
                partial(scene.change, "", self.rematched),
            ]
        )

    def rematched(self, change: changes.Change) -> None:
        if wants_rematch(change.table):
            change.apply_and_record("rematched", table="next")


@settings(max_examples=60)
@given(chance=st.randoms(use_true_random=True))
def test_a_table_made_anew_from_its_log_is_the_same_after_anything(chance: Random) -> None:
    players = Players(chance)
    for _ in range(chance.choice([5, 20, 80])):
        players.act()
    table, folded = players.scene.table, players.scene.folded()
    assert table_shape(folded) == table_shape(table)
    assert state(folded) == state(table)


def test_random_people_do_everything_that_can_be_done() -> None:
    kinds, refusals = set(), 0
    for seed in range(200):
        players = Players(Random(seed))
        for _ in range(80):
            players.act()
        kinds |= {kind for _, _, kind, _ in players.scene.log}
        refusals += players.refusals
        if kinds == set(EFFECTS):
            break
    assert kinds == set(EFFECTS)
    assert refusals > 100


def test_the_public_half_of_a_body_is_all_that_is_sent() -> None:
    scene = Scene(person("Ada"), person("Ben"))
    number, at, kind, body = scene.log[1]
    event = decode_event(kind, body)
    assert set(event.secret) == {"seed"}
    assert encode_event(event) == body
    sent = json.loads(public_event(number, at, kind, body))
    assert sent == {"number": number, "at": at, "kind": kind, **event.public}
