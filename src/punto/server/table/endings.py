"""Commands that end a match early, and that ask for a rematch."""

from dataclasses import replace

from punto.server.table.change import Change
from punto.server.table.errors import refusal
from punto.server.table.lobby import begin
from punto.server.table.moves import end, require_match, require_own_seat
from punto.server.table.names import bot_seat, names_beside, with_names
from punto.server.table.table import Table
from punto.server.wire.commands import DeclineEnd, OfferEnd, Rematch, Resign

SUBSTITUTE_BOT = "medium"
"""The bot that takes the seat of a person who resigned."""


def resign(change: Change, command: Resign) -> None:
    """Resign. With two sides the other side wins; with more, a bot takes over the seat.

    If no other person plays, the match ends: there is nobody left to play it for.
    """
    require_match(change.table)
    require_own_seat(change, command.seat)
    give_up(change, command.seat)


def give_up(change: Change, place: int) -> None:
    """Let the person at a seat resign."""
    table, match = change.table, require_match(change.table)
    others = any(seat.is_person for at, seat in enumerate(table.seats, 1) if at != place)
    if len(match.mode.sides) == 2:
        change.apply_and_record("resigned", seat=place, bot=None)
        winner = 3 - match.mode.side_of(place).number
        end(change, "resigned", winner, place)
    elif others:
        bot = bot_seat(SUBSTITUTE_BOT, names_beside(table.seats, place))
        change.apply_and_record("resigned", seat=place, bot=bot.bot, name=bot.name)
        end_if_agreed(change)
    else:
        change.apply_and_record("resigned", seat=place, bot=None)
        end(change, "abandoned", None, place)


def go_on_without(change: Change, place: int, bot: str | None) -> None:
    """Go on without somebody who is away from a match of a tournament.

    The bot plays for them until they come back. Without a bot, they resign.
    """
    if bot is None:
        give_up(change, place)
    else:
        change.apply_and_record("stood_in", seat=place, bot=bot)


def offer_end(change: Change, command: OfferEnd) -> None:
    """Offer to end the match without a winner. It ends when all people have offered that."""
    table = change.table
    require_match(table)
    require_own_seat(change, command.seat)
    if change.device_number in table.end_offers:
        raise refusal("already-offered")
    is_agreed = table.people <= table.end_offers | {change.device_number}
    if not is_agreed:  # the offer that ends the match is never refused
        change.check_allowance("end_offered")
    change.apply_and_record("end_offered", seat=command.seat)
    end_if_agreed(change)


def end_if_agreed(change: Change) -> None:
    """End the match if all people who still play have offered that."""
    if change.table.people <= change.table.end_offers:
        end(change, "agreed", None)


def decline_end(change: Change, command: DeclineEnd) -> None:
    """Decline to end the match without a winner."""
    require_match(change.table)
    require_own_seat(change, command.seat)
    if not change.table.end_offers:
        raise refusal("nothing-offered")
    change.check_allowance("end_declined")
    change.apply_and_record("end_declined", seat=command.seat)


def rematch(change: Change, command: Rematch) -> None:
    """Ask for a rematch."""
    check_rematch(change, command)
    change.apply_and_record("rematch_wanted", seat=command.seat)


def check_rematch(change: Change, command: Rematch) -> None:
    """Refuse a wish for a rematch that is too early, too late, or a repetition."""
    table = change.table
    if table.phase != "over":
        raise refusal("not-over")
    if table.room is not None:
        raise refusal("in-a-room")
    if table.tournament is not None:
        raise refusal("in-a-tournament")
    if table.next is not None:
        raise refusal("rematched", table=table.next)
    require_own_seat(change, command.seat)
    if change.device_number in table.rematch_offers:
        raise refusal("already-offered")


def wants_rematch(table: Table, *more: int) -> bool:
    """Return whether all people have asked for a rematch that is not open yet.

    `more` holds devices whose wish is about to be recorded.
    """
    is_open = table.phase == "over" and table.next is None
    return is_open and bool(table.people) and table.people <= table.rematch_offers | {*more}


def open_rematch(old: Table, code: str, now: int) -> Change:
    """Open the table of the rematch, with the same people; the next seat starts."""
    assert old.match is not None
    start = old.match.mode.after(old.match.start)
    settings = old.settings.model_copy(update={"start": start})
    seats = with_names([replace(seat, bot="") if seat.is_person else seat for seat in old.seats])
    change = Change(Table(code), old.devices[old.host - 1], now)
    change.apply_and_record(
        "opened",
        {"devices": old.devices, "host": old.host},
        settings=settings.shape(),
        seats=[seat.shape() for seat in seats],
        before=old.code,
    )
    begin(change, seats)
    return change
