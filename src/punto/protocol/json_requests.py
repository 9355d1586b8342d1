"""The requests of the JSON protocol: what they may hold, and what is wrong with one."""

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from punto.engine.analysis import DEFAULT_BUDGET
from punto.engine.search import MAX_SIMULATIONS, Budget
from punto.protocol.played_position import MOVES, read_played_position
from punto.rules.errors import PuntoError, TurnError, UnreadableError, Words, shortened
from punto.rules.position import Position

MAX_ID_CHARACTERS = 100
MAX_SEED = 2**31 - 1
MAX_MOVES = 200

ACTIONS = ("analyse", "terminate", "terminate_all", "version")
FIELDS = {
    "analyse": {
        "position",
        "moves",
        "simulations",
        "milliseconds",
        "seed",
        "cells",
        "report_simulations",
    },
    "terminate": {"target"},
    "terminate_all": set[str](),
    "version": set[str](),
}
"""What a request may have besides `id` and `action`."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A position to analyse."""

    id: str
    position: Position
    budget: Budget
    seed: int
    cells: int | None
    """How many of the best cells to tell about; None for all."""
    report_simulations: int | None
    """Report the results so far each time this many simulations are done."""


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """Something about other requests, or the engine itself."""

    id: str
    action: str
    target: str | None = None


class RequestError(PuntoError):
    """A request that was refused, with its id as far as that could be read."""

    def __init__(self, request_id: str | None, error: PuntoError) -> None:
        super().__init__(error.code, error.sentence, **error.values)
        self.id = request_id


def read_request(line: str) -> AnalysisRequest | ControlRequest:
    """Read a request, and refuse one that has anything wrong in it."""
    fields = read_object(line)
    request_id = fields.get("id")
    try:
        read_text("id", request_id, MAX_ID_CHARACTERS)
        return read_fields(fields)
    except PuntoError as error:
        is_text = isinstance(request_id, str) and 0 < len(request_id) <= MAX_ID_CHARACTERS
        raise RequestError(request_id if is_text else None, error) from error


def read_object(line: str) -> dict[str, Any]:
    """Read one JSON object, without numbers that JSON does not have."""

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is not JSON")

    def read_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            raise ValueError("a name occurs twice")
        return fields

    try:
        value = json.loads(line, parse_constant=refuse, object_pairs_hook=read_pairs)
    except (ValueError, RecursionError) as error:
        came = Words(f"{shortened(line)} ({error})")
        unreadable = UnreadableError("request", expected="a JSON object", came=came)
        raise RequestError(None, unreadable) from None
    if not isinstance(value, dict):
        wrong = UnreadableError("request", expected="a JSON object", came=line)
        raise RequestError(None, wrong)
    return value


def read_fields(fields: dict[str, Any]) -> AnalysisRequest | ControlRequest:
    """Read what a request asks for."""
    action = fields.get("action", ACTIONS[0])
    if action not in ACTIONS:
        raise UnreadableError("action", expected=f"one of {', '.join(ACTIONS)}", came=action)
    unknown = sorted(set(fields) - FIELDS[action] - {"id", "action"})
    if unknown:
        known = ", ".join(sorted(FIELDS[action] | {"id", "action"}))
        raise UnreadableError("field", expected=f"one of {known}", came=unknown[0])
    if action != "analyse":
        target = fields.get("target")
        if action == "terminate":
            read_text("target", target, MAX_ID_CHARACTERS)
        return ControlRequest(fields["id"], action, target)
    limits = {
        name: read_whole(name, fields[name], 1, MAX_SIMULATIONS)
        for name in ("simulations", "milliseconds")
        if name in fields
    }
    seed, cells, report = (fields.get(name) for name in ("seed", "cells", "report_simulations"))
    return AnalysisRequest(
        fields["id"],
        read_moment(fields),
        Budget(**limits) if limits else DEFAULT_BUDGET,
        1 if seed is None else read_whole("seed", seed, 0, MAX_SEED),
        None if cells is None else read_whole("cells", cells, 1, MAX_SIMULATIONS),
        None if report is None else read_whole("report_simulations", report, 1, MAX_SIMULATIONS),
    )


def read_moment(fields: dict[str, Any]) -> Position:
    """Read the position of a request, and play its moves."""
    text, moves = fields.get("position"), fields.get("moves", [])
    if not isinstance(text, str):
        raise UnreadableError("position", expected="a text", came=text)
    words = text.split()
    if MOVES in words:
        expected = f"only where to start; what was played belongs in the field {MOVES}"
        raise UnreadableError("position", expected=expected, came=text)
    is_list = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
    if not is_list or len(moves) > MAX_MOVES:
        expected = f"a list of at most {MAX_MOVES} moves and cards"
        raise UnreadableError("moves", expected=expected, came=moves)
    position = read_played_position([*words, MOVES, *moves])
    if position.card is None:
        raise TurnError("no-card-to-place", "nobody has a card to place in this position")
    return position


def read_text(what: str, value: object, limit: int) -> None:
    """Refuse what is not a text, or is empty or too long."""
    if not isinstance(value, str) or not 0 < len(value) <= limit:
        raise UnreadableError(what, expected=f"a text of 1 to {limit} characters", came=value)


def read_whole(what: str, value: object, least: int, most: int) -> int:
    """Refuse what is not a whole number within limits."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UnreadableError(what, expected=f"{least} to {most}", came=value)
    return value
