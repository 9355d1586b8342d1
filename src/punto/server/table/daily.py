"""The table of the deal of the day, whose cards and bot follow from the date."""

from punto.bots.deal_of_the_day import PERSON_SEAT, bot_of
from punto.server.table.table import Table
from punto.server.wire.requests import Machine, NewTable, Person
from punto.server.wire.table_settings import Settings


def new_daily_table(day: str, name: str) -> NewTable:
    """Describe the table: one round for two, without spectators, who might be shown the deal."""
    return NewTable(
        settings=Settings(rounds_to_win=1, spectators=False),
        seats=[Person(kind="person", name=name), Machine(kind="bot", bot=bot_of(day))],
    )


def is_won(table: Table) -> bool:
    """Return whether the person has won a finished deal of the day."""
    return table.over is not None and table.over["winner"] == PERSON_SEAT
