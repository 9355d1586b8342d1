"""The length of names, which whoever runs a server may shorten."""

from punto.rules.errors import PuntoError
from punto.server.wire.commands import Beat, Sit, TableCommand
from punto.server.wire.requests import NewTable, Person


def check_name_length(came: TableCommand | Beat | NewTable, limit: int) -> None:
    """Refuse names that are too long."""
    if isinstance(came, Sit):
        names = [came.name]
    elif isinstance(came, NewTable):
        names = [seat.name for seat in came.seats if isinstance(seat, Person)]
    else:
        return
    if any(len(name) > limit for name in names):
        raise PuntoError("name-too-long", f"a name has at most {limit} letters", limit=limit)
