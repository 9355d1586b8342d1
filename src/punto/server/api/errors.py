"""How errors leave the server: always a code, a sentence, and the values in it."""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from punto.notation.reader import RecordError
from punto.rules.errors import PuntoError
from punto.server.table.client_view import json_values
from punto.server.wire.answers import Refusal

STATUS = {
    "no-such-table": 404,
    "not-found": 404,
    "wrong-method": 405,
    "not-your-seat": 403,
    "not-the-host": 403,
    "not-a-spectator": 403,
    "foreign-origin": 403,
    "unknown-host": 421,
    "no-such-handover": 410,
    "nothing-to-hand-over": 403,
    "body-too-long": 413,
    "too-many-requests": 429,
    "too-many-tables": 429,
    "too-many-tables-of-address": 429,
    "too-many-watchers": 429,
    "too-often": 429,
    "unreadable": 422,
    "unreadable-bot": 422,
    "name-too-long": 422,
    "internal-error": 500,
    "busy": 503,
    "closed": 503,
    "stopping": 503,
    "memory-full": 503,
    "disk-full": 507,
    "store-unavailable": 503,
    "store-in-doubt": 503,
    "not-a-store": 503,
    "store-gone": 503,
}
"""The HTTP status of an error; of all others it is 409, as they depend on how a table stands."""

INTERNAL = PuntoError("internal-error", "the server made a mistake; nothing was changed")


def headers_of(error: PuntoError) -> dict[str, str]:
    """Write the headers of an error: it may not be kept, and when to come again, if known."""
    headers = {"cache-control": "no-store"}
    if isinstance(seconds := error.values.get("seconds"), int):
        headers["retry-after"] = str(seconds)
    return headers


def status_of(error: PuntoError) -> int:
    """Choose the status for an error."""
    return 422 if isinstance(error, RecordError) else STATUS.get(error.code, 409)


def refusal_of(error: PuntoError) -> Refusal:
    """Describe an error to a client."""
    return {"code": error.code, "sentence": error.sentence, "values": json_values(error.values)}


def unreadable(errors: Sequence[Any]) -> PuntoError:
    """Say what is wrong with what came, without repeating it."""
    first = errors[0] if errors else {"loc": (), "msg": "it cannot be read"}
    where = ".".join(str(part) for part in first["loc"])[:100]
    why = str(first["msg"]).removeprefix("Value error, ")[:200]
    sentence = f"{where}: {why}" if where else why
    return PuntoError("unreadable", sentence, where=where, errors=len(errors))


def unreadable_message(error: ValidationError) -> PuntoError:
    """Say what is wrong with a message."""
    return unreadable(error.errors(include_url=False, include_context=False, include_input=False))
