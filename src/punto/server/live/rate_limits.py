"""Rate limits of one device or one address, over all its connections to this node."""

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.limits.rate_limit import RateLimits

HOUR_SECONDS = 3600

REACTIONS_PER_SECOND = 1
REACTIONS_BURST = 10
"""Reactions of one device at one table: each goes to everybody who looks on."""

NEW_GUESTS_PER_SECOND = 1 / 30
NEW_GUESTS_BURST = 8
"""New devices of one address that take a seat at one table before its match.

Each device has an allowance of its own there, and a new one is made quickly.
"""


class Limits:
    """Takes from the budget of whoever asks, or refuses."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.tables_of_device = _per_hour(config.tables_per_device)
        self.tables_of_address = _per_hour(config.tables_per_address)
        self.reactions = RateLimits(REACTIONS_PER_SECOND, REACTIONS_BURST)
        self.new_guests = RateLimits(NEW_GUESTS_PER_SECOND, NEW_GUESTS_BURST)

    def open_table(self, device: str, address: str) -> None:
        """Refuse a new table, a rematch too, of a device or an address that opened too many."""
        if self.tables_of_device.wait_seconds(device):
            raise _too_many_tables("too-many-tables", "of a device", self.config.tables_per_device)
        if not self.tables_of_address.take(address):
            limit = self.config.tables_per_address
            raise _too_many_tables("too-many-tables-of-address", "of an address", limit)
        self.tables_of_device.take(device)

    def react(self, code: str, device: str) -> None:
        """Refuse a reaction of a device that has reacted too often, on whatever socket."""
        if not self.reactions.take(f"{code} {device}"):
            raise _too_quick()

    def take_seat(self, code: str, address: str) -> None:
        """Refuse one new device after the other from the same address."""
        if not self.new_guests.take(f"{code} {address}"):
            raise _too_quick()


def _per_hour(count: int) -> RateLimits:
    """Let something happen so often in an hour."""
    return RateLimits(count / HOUR_SECONDS, count)


def _too_many_tables(code: str, whose: str, limit: int) -> PuntoError:
    """Say that somebody opens too many tables."""
    sentence = f"at most {limit} new tables {whose} in an hour: play at those you have"
    return PuntoError(code, sentence, limit=limit)


def _too_quick() -> PuntoError:
    """Say that somebody does something too often in a short time."""
    return PuntoError("too-many-messages", "too many messages: wait a moment")
