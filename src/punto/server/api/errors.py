"""Errors as clients get them: always a code, a sentence, and the values in it."""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from punto.notation.reader import RecordError
from punto.rules.errors import PuntoError

STATUS_OF_CODE = {
    "no-such-table": 404,
    "no-such-room": 404,
    "wrong-token": 401,
    "token-revoked": 401,
    "not-in-scope": 403,
    "too-many-program-tables": 429,
    "room-locked": 403,
    "removed": 403,
    "not-a-member": 403,
    "room-host-only": 403,
    "no-such-tournament": 404,
    "tournament-locked": 403,
    "tournament-removed": 403,
    "tournament-host-only": 403,
    "not-a-player": 403,
    "too-many-codes": 429,
    "not-found": 404,
    "wrong-method": 405,
    "not-your-seat": 403,
    "not-the-host": 403,
    "not-a-spectator": 403,
    "match-of-people": 403,
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
    "too-many-analyses": 429,
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
"""The HTTP status of each error code; all others are 409, as they depend on the table's state."""

INTERNAL = PuntoError("internal-error", "an error occurred in the server; nothing was changed")


def error_headers(error: PuntoError) -> dict[str, str]:
    """Return the headers of an error: it must not be cached, and when to retry, if known."""
    headers = {"cache-control": "no-store"}
    if isinstance(seconds := error.values.get("seconds"), int):
        headers["retry-after"] = str(seconds)
    if http_status(error) == 401:
        headers["www-authenticate"] = "Bearer"
    return headers


def http_status(error: PuntoError) -> int:
    """Return the HTTP status of an error."""
    return 422 if isinstance(error, RecordError) else STATUS_OF_CODE.get(error.code, 409)


def validation_error(errors: Sequence[Any]) -> PuntoError:
    """Say what is wrong with the input, without repeating it."""
    first = errors[0] if errors else {"loc": (), "msg": "cannot be parsed"}
    where = ".".join(str(part) for part in first["loc"])[:100]
    why = str(first["msg"]).removeprefix("Value error, ")[:200]
    sentence = f"{where}: {why}" if where else why
    return PuntoError("unreadable", sentence, where=where, errors=len(errors))


def message_error(error: ValidationError) -> PuntoError:
    """Say what is wrong with a WebSocket message."""
    return validation_error(
        error.errors(include_url=False, include_context=False, include_input=False)
    )
