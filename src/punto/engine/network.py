"""The weights of the learned evaluation: files of the package, made by `punto train`.

There is one network for two sides (`2p` and `teams`), one for three and one for four. A file holds
whole numbers only, so every machine reads the same network from it.
"""

import json
import sys
import zlib
from array import array
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from punto.engine.evaluator import canonical_patterns, inputs_of
from punto.engine.vectors import DEPTH, HIDDEN
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES, Mode

MAGIC = b"punto network 2\n"
"""Version 1 told cards apart by their values alone."""

MAGIC_OF_ANY_VERSION = MAGIC[:-2]
FOLDER = Path(__file__).with_name("networks")
SIDES = tuple(sorted({len(mode.sides) for mode in MODES.values()}))

PATTERNS = 9**5
MAX_WEIGHT = 2047
"""The largest weight, so that no sum exceeds 32 bits."""

POWERS = 3072
POWER_FACTOR = 1148426689630428643
"""2**60 times e**(-1/256)."""


@cache
def powers() -> "array[int]":
    """Return 2**16 times e**(-n/256), computed in integers so that it is the same everywhere."""
    found, power = array("i"), 1 << 60
    for _ in range(POWERS):
        found.append((power + (1 << 43)) >> 44)
        power = power * POWER_FACTOR >> 60
    return found


def zeros(code: str, count: int) -> "array[int]":
    """Return an array of whole numbers."""
    return array(code, bytes(array(code).itemsize * count))


@dataclass(slots=True)
class Network:
    """The weights for a number of sides, laid out as `Evaluator` reads them."""

    sides: int
    origin: dict[str, object] = field(default_factory=dict)
    """How it was trained."""
    digest: str = ""
    """Names the weights: the beginning of the SHA-256 of their file."""
    rows: "array[int]" = field(init=False, repr=False)
    """The learned numbers of each pattern."""
    hidden: "array[int]" = field(init=False, repr=False)
    output: "array[int]" = field(init=False, repr=False)
    direct: "array[int]" = field(init=False, repr=False)
    """From the inputs past the hidden layer to the outputs."""
    biases: "array[int]" = field(init=False, repr=False)
    powers: "array[int]" = field(init=False, repr=False)
    curves: "array[int] | None" = field(default=None, init=False, repr=False)
    """What calibrates its chances: see calibration.py."""

    def __post_init__(self) -> None:
        inputs, outputs = inputs_of(self.sides), self.sides + 1
        self.rows = zeros("h", PATTERNS * DEPTH)
        self.hidden = zeros("h", inputs * HIDDEN)
        self.output = zeros("h", outputs * HIDDEN)
        self.direct = zeros("h", outputs * inputs)
        self.biases = zeros("i", HIDDEN + outputs)
        self.powers = powers()

    def layers(self) -> tuple["array[int]", ...]:
        """Return the weights that follow the rows in a file."""
        return self.hidden, self.output, self.direct, self.biases

    def to_bytes(self) -> bytes:
        """Write the network as a file, in which mirror images of a pattern share one row."""
        numbers = canonical_patterns()
        rows = zeros("h", DEPTH * (max(numbers) + 1))
        for pattern, number in enumerate(numbers):
            rows[DEPTH * number : DEPTH * (number + 1)] = self.rows[
                DEPTH * pattern : DEPTH * (pattern + 1)
            ]
        header = json.dumps({"sides": self.sides, **self.origin}, sort_keys=True)
        parts = [little_endian(each).tobytes() for each in (rows, *self.layers())]
        return MAGIC + zlib.compress(b"\n".join((header.encode(), b"".join(parts))), 9)


def network_from(data: bytes) -> Network:
    """Read a network from the bytes of its file."""
    if not data.startswith(MAGIC):
        is_older = data.startswith(MAGIC_OF_ANY_VERSION)
        raise not_a_network(
            "one of another version" if is_older else "a file that begins otherwise"
        )
    try:
        header, payload = zlib.decompress(data[len(MAGIC) :]).split(b"\n", 1)
        origin = json.loads(header)
        network = Network(origin.pop("sides"), origin, sha256(data).hexdigest()[:12])
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise not_a_network("a damaged file") from error
    numbers = canonical_patterns()
    rows = zeros("h", DEPTH * (max(numbers) + 1))
    if len(payload) != sum(len(each) * each.itemsize for each in (rows, *network.layers())):
        raise not_a_network("one of another size")
    for each in (rows, *network.layers()):
        size = len(each) * each.itemsize
        part = array(each.typecode, payload[:size])
        each[:] = little_endian(part)
        payload = payload[size:]
    for pattern, number in enumerate(numbers):
        network.rows[DEPTH * pattern : DEPTH * (pattern + 1)] = rows[
            DEPTH * number : DEPTH * (number + 1)
        ]
    return network


def little_endian(numbers: "array[int]") -> "array[int]":
    """Swap the bytes of numbers where the machine keeps them the other way round."""
    if sys.byteorder == "little":
        return numbers
    swapped = numbers[:]
    swapped.byteswap()
    return swapped


def not_a_network(came: str) -> UnreadableError:
    """Make the error for a file that holds no network."""
    return UnreadableError("network", expected="weights made by `punto train`", came=Words(came))


def network_path(sides: int) -> Path:
    """Return where the package keeps the network for a number of sides."""
    return FOLDER / f"{sides}-sides.network"


@cache
def network_for_sides(sides: int) -> Network:
    """Return the package's network for a number of sides."""
    return network_from(network_path(sides).read_bytes())


def network_for(mode: Mode) -> Network:
    """Return the package's network for a mode."""
    return network_for_sides(len(mode.sides))
