"""What happens at a table of a server, in sentences: for the lines and for the full screen."""

from collections.abc import Sequence

from punto.cli._language import card_name, say
from punto.cli._sentences import (
    bot_name,
    describe_end,
    describe_move,
    describe_result,
    describe_score,
)
from punto.client import (
    Connected,
    Disconnected,
    Happened,
    Holder,
    PresenceChanged,
    Reacted,
    RemoteTable,
    Update,
)
from punto.client.steps import read_placement, steps_of

SEAT_NEWS = {
    "resigned": "tell.resigned",
    "end_offered": "tell.end_offered",
    "end_declined": "tell.end_declined",
    "pause_offered": "tell.pause_offered",
    "paused": "tell.paused",
    "resumed": "tell.resumed",
    "returned": "tell.returned",
    "rematch_wanted": "tell.rematch_wanted",
}
"""Events that one sentence with a name tells."""


def names_of(table: RemoteTable) -> list[str]:
    """Return the name at every seat."""
    return [name_of(holder, seat) for seat, holder in enumerate(table.seats, start=1)]


def name_of(holder: Holder, seat: int) -> str:
    """Return the name of whoever has a seat."""
    if holder.name:
        return holder.name
    return bot_name(holder.bot) if holder.kind == "bot" else say("seat.player", number=seat)


def news_of(update: Update, table: RemoteTable, mine: Sequence[int]) -> list[str]:
    """Return what an update means in sentences; `mine` are the seats of this device."""
    if isinstance(update, Disconnected):
        return [say("connection.lost")]
    if isinstance(update, Connected):
        return [say("joined.connected")]
    if isinstance(update, Happened):
        return news_of_event(update, mine)
    names = names_of(table)
    if isinstance(update, Reacted):
        words = say(f"reaction.{update.reaction}")
        return [say("tell.says", name=names[update.seat - 1], words=words)]
    if isinstance(update, PresenceChanged) and table.phase != "over":
        gone = update.presence.away_seats - update.before.away_seats
        back = update.before.away_seats - update.presence.away_seats
        return [
            *(say("gone", name=names[seat - 1]) for seat in sorted(gone)),
            *(say("tell.returned", name=names[seat - 1]) for seat in sorted(back)),
        ]
    return []


def news_of_event(update: Happened, mine: Sequence[int]) -> list[str]:
    """Return what an event means in sentences."""
    event, table = update.event, update.table
    names = names_of(table)
    if update.kind == "placed":
        return news_of_placement(update, mine)
    if update.kind in SEAT_NEWS:
        return [say(SEAT_NEWS[update.kind], name=names_of(update.before)[event["seat"] - 1])]
    if update.kind == "seat_changed":
        return [describe_seat(table, event["seat"])]
    if update.kind == "started":
        return [say("tell.started"), *round_starts(update)]
    if update.kind == "undone":
        return [say("tell.undone", count=event["count"])]
    if update.kind == "stood_in":
        return [say("tell.stood_in", bot=bot_name(event["bot"]), name=names[event["seat"] - 1])]
    if update.kind == "handed_over":
        return [say("tell.handed_over", name=names[seat - 1]) for seat in event["seats"]]
    if update.kind == "over":
        return [result_of(table)]
    return []


def news_of_placement(update: Happened, mine: Sequence[int]) -> list[str]:
    """Return who placed which card where, if that was somebody else, and what followed."""
    event, table = update.event, update.table
    names, placement = names_of(table), read_placement(event)
    position = update.before.position
    assert position is not None
    lines = []
    if event.get("by") == "clock":
        values = {"card": card_name(placement.card), "cell": str(placement.cell)}
        lines.append(say("news.time_up", name=names[placement.seat - 1], **values))
    elif placement.seat not in mine or "by" in event:
        lines.append(describe_move(placement, position.table[placement.cell], names))
    if update.ended is not None:
        score = table.position.score if table.position else position.score
        lines += [
            say("end.title", round=update.ended.number),
            describe_end(table.mode, position.edition, update.ended.end, names),
            describe_score(table.mode, score.wins, names),
        ]
    return [*lines, *round_starts(update)]


def round_starts(update: Happened) -> list[str]:
    """Return who starts the round that begins, if one does."""
    names = names_of(update.table)
    return [
        say("replay.begins", round=step["round"], name=names[step["start"] - 1])
        for step in steps_of(update.event, "round_started")
    ]


def describe_seat(table: RemoteTable, seat: int) -> str:
    """Return who has a seat."""
    holder = table.seats[seat - 1]
    if holder.kind == "open":
        return say("lobby.news.open", number=seat)
    who = name_of(holder, seat)
    if holder.program:
        who = f"{who} ({program_label(who, holder.program)})"
    return say("lobby.news.sat", who=who, number=seat)


def program_label(name: str, program: str) -> str:
    """Say that a program plays under a name, and which one if its name is another."""
    is_named_so = name == program
    return say("seat.program") if is_named_so else say("seat.program.named", program=program)


def describe_lobby(table: RemoteTable) -> list[str]:
    """Return who has which seat, and for whom the table waits."""
    lines = [describe_seat(table, seat) for seat in range(1, len(table.seats) + 1)]
    count = len(table.open_seats)
    lines.append(f"{say('lobby.title', count=count) if count else say('lobby.full')}.")
    is_full = table.settings["begins_when_full"]
    return [*lines, say("lobby.when.full" if is_full else "lobby.when.host")]


def result_of(table: RemoteTable) -> str:
    """Return how the match ended."""
    assert table.over is not None
    names, over = names_of(table), table.over
    return describe_result(table.mode, names, over.how, over.winner, over.seat)
