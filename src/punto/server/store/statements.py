"""The SQL that writes, the same for SQLite and PostgreSQL."""

from collections.abc import Callable

from sqlalchemy import Dialect, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from punto.server.store.prepared import Prepared
from punto.server.store.schema import devices, dues, events, secrets, tables

# PostgreSQL keeps what this has read as it is until the commit, always locking in one order;
# SQLite, which has one writer, leaves that part out.
LAST_NUMBERS = (
    select(tables.c.id, tables.c.last)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update(key_share=True)
)

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


class Statements:
    """What is run for many rows, in the SQL of one of the two databases."""

    def __init__(self, dialect: Dialect) -> None:
        make = INSERTS[dialect.name]
        due, device = make(dues), make(devices)
        new_due = due.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"at": due.excluded.at, "kind": due.excluded.kind},
        )
        new_device = device.on_conflict_do_update(
            index_elements=["device_id", "table_id"],
            set_={"touched_at": device.excluded.touched_at},
        )
        self.new_tables = Prepared(insert(tables), dialect)
        self.new_events = Prepared(insert(events), dialect)
        self.old_tables = Prepared(OLD_TABLES, dialect)
        self.no_dues = Prepared(NO_DUES, dialect)
        self.new_dues = Prepared(new_due, dialect)
        self.new_devices = Prepared(new_device, dialect)
        self.new_secret = make(secrets).on_conflict_do_nothing()
