"""The lines of the engine protocol: options, `info`, `go` and `bestmove`; docs/protocol.md."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from punto.engine.analysis import Analysis, Shares
from punto.engine.search import MAX_MILLISECONDS, MAX_SIMULATIONS, Budget
from punto.notation.record import read_move
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.move import Move

NO_MOVE = "none"
"""What follows `bestmove` if there is no card to place."""

MAX_LINE_BYTES = 64 * 1024
"""A longer line is refused by either side."""

DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that an engine offers, as its `option` line describes it."""

    name: str
    type: str
    """`spin` (a whole number), `check` (true or false), `combo`, `string` or `button`."""
    default: str | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"option name {self.name} type {self.type}"]
        parts += [] if self.default is None else [f"default {self.default}"]
        parts += [] if self.least is None else [f"min {self.least}"]
        parts += [] if self.most is None else [f"max {self.most}"]
        return " ".join((*parts, *(f"var {choice}" for choice in self.choices)))


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine has found out about one move so far."""

    continuation: tuple[Move, ...]
    """The move itself, and how the round is expected to go on."""
    simulations: int | None = None
    milliseconds: int | None = None
    rank: int = 1
    """1 for the best move; higher with the option MultiPV."""
    visits: int | None = None
    chances: Shares = ()
    """For each side, its chance to win the round; empty if the engine does not tell."""
    errors: Shares = ()
    """For each side, half the width of the chance's 95 % interval."""

    @property
    def move(self) -> Move:
        """The move that this is about."""
        return self.continuation[0]

    def __str__(self) -> str:
        fields: list[tuple[str, object]] = [
            ("simulations", self.simulations),
            ("time", self.milliseconds),
            ("multipv", self.rank),
            ("visits", self.visits),
            ("chances", " ".join(f"{each:.{DECIMALS}f}" for each in self.chances) or None),
            ("errors", " ".join(f"{each:.{DECIMALS}f}" for each in self.errors) or None),
            ("pv", " ".join(map(str, self.continuation))),
        ]
        return " ".join(("info", *(f"{key} {it}" for key, it in fields if it is not None)))


def infos_of(found: Analysis, milliseconds: int, count: int) -> list[Info]:
    """Describe the best moves of an analysis."""
    position, card = found.position, found.position.card
    assert card is not None
    best = tuple(Move(one.card, one.on_top, one.cell) for one in found.continuation)
    infos = []
    for rank, each in enumerate(found.estimates[:count], start=1):
        move = Move(card, position.table[each.cell] is not None, each.cell)
        continuation = best if rank == 1 and best else (move,)
        common = found.simulations, milliseconds, rank
        infos.append(Info(continuation, *common, each.visits, each.chances, each.errors))
    return infos


def read_info(words: Sequence[str]) -> Info | None:
    """Read the words after `info`; None if they are about no move. Unknown words are skipped."""
    fields: dict[str, list[str]] = {}
    key = ""
    for place, word in enumerate(words):
        if word in ("pv", "string"):
            fields[word] = list(words[place + 1 :])
            break
        if word[:1].isalpha():
            key = word
            fields[key] = []
        elif key:
            fields[key].append(word)
    if not fields.get("pv"):
        return None
    try:
        return Info(
            tuple(map(read_move, fields["pv"])),
            read_count(fields, "simulations"),
            read_count(fields, "time"),
            read_count(fields, "multipv") or 1,
            read_count(fields, "visits"),
            tuple(map(read_chance, fields.get("chances", ()))),
            tuple(map(read_chance, fields.get("errors", ()))),
        )
    except (PuntoError, ValueError) as error:
        came = Words(f"{' '.join(words)[:100]!r} ({error})")
        raise UnreadableError("info", expected="moves and numbers", came=came) from None


def read_count(fields: Mapping[str, Sequence[str]], key: str) -> int | None:
    """Read a whole number of an `info` line; None if it is not there."""
    if key not in fields:
        return None
    return read_number(key, " ".join(fields[key]), 0, 10**15)


def read_chance(word: str) -> float:
    """Read a number from 0 to 1."""
    chance = float(word)
    if not 0 <= chance <= 1:
        raise UnreadableError("chance", expected="0 to 1", came=word)
    return chance


def read_option(words: Sequence[str]) -> Option:
    """Read the words after `option`."""
    fields: dict[str, list[str]] = {}
    choices: list[str] = []
    key = ""
    for word in words:
        if word == "var":
            choices.append("")
            key = word
        elif word in ("name", "type", "default", "min", "max") and word not in fields:
            key, fields[word] = word, []
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif key:
            fields[key].append(word)
    name, kind = " ".join(fields.get("name", ())), " ".join(fields.get("type", ()))
    if not name or kind not in ("spin", "check", "combo", "string", "button"):
        expected = "a name, and the type spin, check, combo, string or button"
        raise UnreadableError("option", expected=expected, came=" ".join(words))
    return Option(
        name,
        kind,
        " ".join(fields["default"]) if "default" in fields else None,
        read_bound(fields, "min"),
        read_bound(fields, "max"),
        tuple(choices),
    )


def read_bound(fields: Mapping[str, Sequence[str]], key: str) -> int | None:
    """Read the limit of an option; None if it is not there."""
    if key not in fields:
        return None
    text = " ".join(fields[key])
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        raise UnreadableError("option", expected=f"a whole number after {key}", came=text)
    return int(text)


@dataclass(frozen=True, slots=True)
class Go:
    """What a `go` command asks for; without a budget, to search until `stop`."""

    budget: Budget | None = None

    def __str__(self) -> str:
        if self.budget is None:
            return "go infinite"
        simulations, milliseconds = self.budget.simulations, self.budget.milliseconds
        parts = ["go"]
        parts += [] if simulations is None else [f"simulations {simulations}"]
        parts += [] if milliseconds is None else [f"movetime {max(1, round(milliseconds))}"]
        return " ".join(parts)


GO_LIMITS = {
    "simulations": ("simulations", MAX_SIMULATIONS),
    "nodes": ("simulations", MAX_SIMULATIONS),
    "movetime": ("milliseconds", MAX_MILLISECONDS),
}
"""The limits of a search, each with its field of `Budget` and its maximum; UCI says `nodes`."""


def read_go(words: Sequence[str]) -> Go:
    """Read the words after `go`."""
    limits: dict[str, int] = {}
    rest: Iterator[str] = iter(words)
    is_infinite = False
    for word in rest:
        if word == "infinite":
            is_infinite = True
        elif word in GO_LIMITS and GO_LIMITS[word][0] not in limits:
            field, most = GO_LIMITS[word]
            limits[field] = read_number(word, next(rest, ""), 1, most)
        else:
            expected = "simulations N, movetime MILLISECONDS or infinite"
            raise UnreadableError("go", expected=expected, came=" ".join(words))
    if is_infinite and limits:
        raise UnreadableError("go", expected="infinite alone, or limits", came=" ".join(words))
    return Go(Budget(**limits) if limits else None)


def read_number(what: str, text: str, least: int, most: int) -> int:
    """Read a whole number within limits."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 16 else -1
    if not least <= number <= most:
        raise UnreadableError(what, expected=f"{least} to {most}", came=text)
    return number
