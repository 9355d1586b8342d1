"""The SQL that writes, the same for SQLite and PostgreSQL."""

from collections.abc import Callable

from sqlalchemy import Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from punto.server.store.schema import devices, dues, events, secrets, tables

# PostgreSQL keeps what this has read as it is until the commit, always locking in one order;
# SQLite, which has one writer, leaves that part out.
LAST_NUMBERS = (
    select(tables.c.id, tables.c.last)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update(key_share=True)
)

NEW_TABLES = insert(tables)

NEW_EVENTS = insert(events)

OLD_TABLES = (
    update(tables)
    .where(tables.c.id == bindparam("old_id"))
    .values(
        last=bindparam("new_last"),
        touched_at=bindparam("new_touched_at"),
        phase=func.coalesce(bindparam("new_phase"), tables.c.phase),
    )
)

NO_DUES = delete(dues).where(dues.c.table_id == bindparam("old_id"))


INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


class Upserts:
    """What each of the two databases writes in a dialect of its own."""

    def __init__(self, dialect: str) -> None:
        make = INSERTS[dialect]
        due, device = make(dues), make(devices)
        self.due = due.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"at": due.excluded.at, "kind": due.excluded.kind},
        )
        self.device = device.on_conflict_do_update(
            index_elements=["device_id", "table_id"],
            set_={"touched_at": device.excluded.touched_at},
        )
        self.secret = make(secrets).on_conflict_do_nothing()
