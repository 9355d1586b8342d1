"""The weights: files of the package, small, and refused when they are damaged."""

import subprocess
import sys

import pytest

from punto import MODES
from punto.engine.network import (
    FOLDER,
    MAGIC,
    MAX_WEIGHT,
    POWERS,
    SIDES,
    network_for,
    network_for_sides,
    network_from,
    network_path,
    powers,
)
from punto.rules.errors import UnreadableError

MAX_BYTES = 2_000_000


def test_every_mode_has_a_network() -> None:
    assert {len(mode.sides) for mode in MODES.values()} == set(SIDES)
    for mode in MODES.values():
        assert network_for(mode).sides == len(mode.sides)
    assert network_for(MODES["2p"]) is network_for(MODES["teams"])


def test_all_weights_take_at_most_two_megabytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.network")) <= MAX_BYTES


@pytest.mark.parametrize("sides", SIDES)
def test_a_network_is_written_as_it_was_read(sides: int) -> None:
    network = network_for_sides(sides)
    again = network_from(network.to_bytes())
    assert (again.rows, again.layers()) == (network.rows, network.layers())
    assert again.digest == network.digest
    assert max(map(abs, network.hidden)) <= MAX_WEIGHT
    assert max(map(abs, network.rows)) > 0


def test_a_pattern_and_its_mirror_image_are_the_same() -> None:
    network = network_for_sides(2)
    pattern = 1 + 2 * 9 + 5 * 81
    mirrored = 1 * 9**4 + 2 * 9**3 + 5 * 81
    rows = [list(network.rows[8 * each : 8 * each + 8]) for each in (pattern, mirrored)]
    assert rows[0] == rows[1]
    assert any(rows[0])


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"another file",
        lambda data: data[:-9],
        lambda data: MAGIC,
        lambda data: MAGIC + data[len(MAGIC) + 4 :],
    ],
)
def test_a_file_that_is_damaged_is_refused(damage: object) -> None:
    data = network_path(2).read_bytes()
    with pytest.raises(UnreadableError, match="network"):
        network_from(damage(data))  # type: ignore[operator]


def test_a_network_of_an_earlier_version_is_named_as_such() -> None:
    with pytest.raises(UnreadableError, match="one of another version"):
        network_from(network_path(2).read_bytes().replace(MAGIC, b"punto network 1\n"))


def test_powers_are_those_of_e() -> None:
    from math import exp

    assert len(powers()) == POWERS
    assert all(abs(power - 65536 * exp(-n / 256)) < 0.51 for n, power in enumerate(powers()))


def test_importing_the_engine_reads_no_weights() -> None:
    code = (
        "from punto.engine import network, evaluate;"
        "assert network.network_for_sides.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
