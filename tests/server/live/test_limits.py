"""Rate limits of devices and addresses across all their connections."""

import pytest

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.live.rate_limits import Limits


def refusal(limits: Limits, device: str, address: str) -> str:
    """Open a table; give the code of the refusal."""
    with pytest.raises(PuntoError) as refused:
        limits.open_table(device, address)
    return refused.value.code


def test_a_table_that_the_address_may_not_open_is_not_counted_for_the_device() -> None:
    limits = Limits(Config(tables_per_device=2, tables_per_address=1))
    limits.open_table("mallory", "school")
    for _ in range(10):
        assert refusal(limits, "ada", "school") == "too-many-tables-of-address"
    limits.open_table("ada", "home")
    limits.open_table("ada", "library")
    assert refusal(limits, "ada", "park") == "too-many-tables"


def test_a_table_that_the_device_may_not_open_is_not_counted_for_the_address() -> None:
    limits = Limits(Config(tables_per_device=1, tables_per_address=2))
    limits.open_table("mallory", "school")
    for _ in range(10):
        assert refusal(limits, "mallory", "school") == "too-many-tables"
    limits.open_table("ada", "school")
