"""Rate limits for a device or an address, across all its connections to this node."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import RateLimits, whole_seconds

HOUR_SECONDS = 3600

REACTIONS_PER_SECOND = 1
REACTIONS_BURST = 10
"""Reactions of one device at one table. Each is sent to everybody who is connected there."""

NEW_GUESTS_PER_SECOND = 1 / 30
NEW_GUESTS_BURST = 8
"""New devices of one address that take a seat at one table before its match.

Each device has its own allowance there, and new devices are easy to make.
"""

NEW_MEMBERS_PER_SECOND = 1 / 10
NEW_MEMBERS_BURST = 60
"""New devices of one address that join one room: a school class shares an address."""

MISSED_CODES_PER_SECOND = 1 / 120
MISSED_CODES_BURST = 10
"""Short codes of one address that lead to no room."""

ALL_MISSED_CODES_PER_SECOND = 1 / 60
ALL_MISSED_CODES_BURST = 200
"""The same for all addresses together, so that many addresses guess no faster than a few.

docs/hosting.md does the arithmetic. Links work on while short codes are refused.
"""

EVERYBODY = ""
"""The key of the limit for all addresses together."""


class Limits:
    """Token buckets for opening tables, reacting, taking seats and guessing codes."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.tables_of_device = _per_hour(config.tables_per_device)
        self.tables_of_address = _per_hour(config.tables_per_address)
        self.reactions = RateLimits(REACTIONS_PER_SECOND, REACTIONS_BURST)
        self.new_guests = RateLimits(NEW_GUESTS_PER_SECOND, NEW_GUESTS_BURST)
        self.new_members = RateLimits(NEW_MEMBERS_PER_SECOND, NEW_MEMBERS_BURST)
        self.missed_codes = RateLimits(MISSED_CODES_PER_SECOND, MISSED_CODES_BURST)
        self.all_missed_codes = RateLimits(ALL_MISSED_CODES_PER_SECOND, ALL_MISSED_CODES_BURST)
        self.analysis_of_device = _per_hour(config.analysis_seconds_per_device)
        self.analysis_of_address = _per_hour(config.analysis_seconds_per_address)

    def open_table(self, device: str, address: str) -> None:
        """Refuse a new table or rematch if the device or the address has opened too many."""
        if self.tables_of_device.wait_seconds(device):
            limit = self.config.tables_per_device
            raise _too_many_tables("too-many-tables", "for one device", limit)
        if not self.tables_of_address.take(address):
            limit = self.config.tables_per_address
            raise _too_many_tables("too-many-tables-of-address", "for one address", limit)
        self.tables_of_device.take(device)

    def charge_tables(self, address: str, count: int) -> None:
        """Charge tables that were opened together, as those of a round: later ones wait for it."""
        self.tables_of_address.charge(address, count)

    def check_analysis(self, owner: Owner) -> None:
        """Refuse an analysis if those before it have used up the time of the device or address."""
        waits = [self.analysis_of_address.wait_seconds(owner.address, 0)]
        if owner.device:
            waits.append(self.analysis_of_device.wait_seconds(owner.device, 0))
        if wait := max(waits):
            sentence = "your device or address has used up its time for analyses: wait a while"
            raise PuntoError("too-many-analyses", sentence, seconds=whole_seconds(wait))

    def charge_analysis(self, owner: Owner, seconds: float) -> None:
        """Charge processor seconds that an analysis has used."""
        self.analysis_of_address.charge(owner.address, seconds)
        if owner.device:
            self.analysis_of_device.charge(owner.device, seconds)

    def react(self, code: str, device: str) -> None:
        """Refuse a reaction if the device has reacted too often, on any of its sockets."""
        if not self.reactions.take(f"{code} {device}"):
            raise _too_quick()

    def take_seat(self, code: str, address: str) -> None:
        """Refuse a new device if too many from the same address have taken seats."""
        if not self.new_guests.take(f"{code} {address}"):
            raise _too_quick()

    def join_room(self, code: str, address: str) -> None:
        """Refuse a new device if too many from the same address have joined a room."""
        if not self.new_members.take(f"{code} {address}"):
            raise _too_quick()

    @contextmanager
    def guess(self, address: str) -> Iterator[None]:
        """Charge a short code before it is looked up, and refund it unless that raises PuntoError.

        Beforehand, so that concurrent guesses pay, too.
        """
        buckets = [
            (self.missed_codes, self.missed_codes.bucket(address)),
            (self.all_missed_codes, self.all_missed_codes.bucket(EVERYBODY)),
        ]
        wait = max(bucket.wait_seconds(limit.clock()) for limit, bucket in buckets)
        if wait:
            sentence = "too many short codes that lead nowhere: use the link, or wait a while"
            raise PuntoError("too-many-codes", sentence, seconds=whole_seconds(wait))
        for _, bucket in buckets:
            bucket.pay(1.0)
        yield
        for _, bucket in buckets:
            bucket.give_back(1.0)


def _per_hour(count: int) -> RateLimits:
    """Allow `count` per hour."""
    return RateLimits(count / HOUR_SECONDS, count)


def _too_many_tables(code: str, whose: str, limit: int) -> PuntoError:
    """Make the error for too many new tables."""
    sentence = f"at most {limit} new tables per hour {whose}: use the ones you have"
    return PuntoError(code, sentence, limit=limit)


def _too_quick() -> PuntoError:
    """Make the error for too many messages in a short time."""
    return PuntoError("too-many-messages", "too many messages: wait a moment")
