"""What only the server knows about a table, event by event, read from the database."""

import base64
import sqlite3
from contextlib import closing
from typing import Any, NamedTuple

from punto.rules.card import Card
from punto.rules.match import Match
from punto.rules.options import Options
from server.server_process import ServerProcess

from .company import Stored

Tail = tuple[Card, ...]
WINDOW = 16
"""That many consecutive characters of a secret cannot be a coincidence."""


class Moment(NamedTuple):
    """What is true after an event."""

    tails: frozenset[Tail]
    """The unseen cards of each deck, the top one first; empty once the match is over."""
    seen: frozenset[Card]
    stacks: dict[str, str]


class Truth:
    """The log of one table, with its secrets."""

    def __init__(self, log: list[Stored]) -> None:
        self.log = log
        self.moments: dict[int, Moment] = {0: Moment(frozenset(), frozenset(), {})}
        self.seed = b""
        self.devices: set[str] = set()
        self.fingerprints: set[str] = set()
        self.is_over = False
        self.began = 0
        """The number of the event that started the match."""
        self._deepest: dict[tuple[int, int, Tail], int] = {}
        match: Match | None = None
        settings: dict[str, Any] = {}
        for number, kind, body in self.log:
            settings = body.get("settings", settings)
            self._note_people(kind, body)
            if kind == "started":
                self.seed, self.began = bytes.fromhex(body["seed"]), number
                match = match_of(settings, body["seed"])
            elif kind == "placed":
                assert match is not None
                match.place(body["cell"], seat=body["seat"])
            elif kind == "undone":
                assert match is not None
                for _ in range(body["count"]):
                    match.undo()
            elif kind == "over":
                self.is_over = True
            self.moments[number] = self._moment(match)

    def _note_people(self, kind: str, body: dict[str, Any]) -> None:
        if kind == "opened":
            self.devices |= set(body["devices"])
        if isinstance(body.get("device"), str):
            self.devices.add(body["device"])
        if "fingerprint" in body:
            self.fingerprints.add(body["fingerprint"])

    def _moment(self, match: Match | None) -> Moment:
        if match is None:
            return self.moments[0]
        for number, round_ in enumerate(match.rounds, start=1):
            for seat, deck in enumerate(round_.decks, start=1):
                up = round_.face_up(seat) is not None
                depth = round_.turns_taken(seat) + up
                place = number, seat, tuple(card for card in deck if card is not None)
                self._deepest[place] = max(depth, self._deepest.get(place, 0))
        seen = {card for place, depth in self._deepest.items() for card in place[2][:depth]}
        seen.update(*match.handicap_cards)
        tails = {place[2][depth:] for place, depth in self._deepest.items()}
        stacks = {
            str(cell): " ".join(map(str, cards)) for cell, cards in match.table.stacks().items()
        }
        return Moment(frozenset() if self.is_over else frozenset(tails), frozenset(seen), stacks)

    @property
    def decks(self) -> frozenset[Tail]:
        """All decks of all rounds."""
        return frozenset(place[2] for place in self._deepest)


def match_of(settings: dict[str, Any], seed: str) -> Match:
    """Deal as the server did."""
    names = ("edition", "rounds_to_win", "start")
    options = Options(open_cards=settings["open_cards"], handicap=settings["handicap"])
    agreed = {name: settings[name] for name in names}
    return Match(settings["mode"], seed=seed, options=options, **agreed)


def spellings(secret: bytes) -> set[str]:
    """Return secret bytes in every encoding in which they could leak."""
    return {
        secret.hex(),
        secret.hex().upper(),
        base64.b64encode(secret).decode(),
        base64.urlsafe_b64encode(secret).decode(),
        base64.b64encode(b"." + secret).decode()[2:],
        base64.b32encode(secret).decode(),
        str(int.from_bytes(secret, "big")),
        str(int.from_bytes(secret, "little")),
        ", ".join(map(str, secret)),
        ",".join(map(str, secret)),
        repr(secret)[2:-1],
        secret.decode("latin-1"),
    }


def is_in(secret: bytes, text: str) -> bool:
    """Whether a text contains a part of a secret that cannot be a coincidence."""
    return any(
        word[place : place + WINDOW] in text
        for word in spellings(secret)
        for place in range(len(word) - WINDOW + 1)
    )


def key_of(running: ServerProcess) -> bytes:
    """Read the key that signs cookies."""
    with closing(sqlite3.connect(running.database, timeout=30)) as database:
        (value,) = database.execute("SELECT value FROM secrets").fetchone()
    return bytes(value)
