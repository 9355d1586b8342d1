"""Who sits where in a match of the terminal: people at the keyboard, and bots.

A record names the bot of a seat in a tag, as records of the server do: `[Bot "Seat2 medium"]`. The
seat itself has a person-like name, such as Juno.
"""

from collections.abc import Mapping

from punto.bots import all_bots
from punto.notation.record import Record
from punto.notation.tags import Tag

BOT_TAG = "Bot"


def bot_tags(sources: Mapping[int, str]) -> list[Tag]:
    """Return the tags that say which bot sits where."""
    return [Tag(BOT_TAG, f"Seat{seat} {source}") for seat, source in sorted(sources.items())]


def recorded_bots(record: Record) -> dict[int, str]:
    """Return the sources of the bots by seat, as `--bot` takes them; everybody else is a person.

    Records of earlier versions have no tags: there, a seat is named after its bot, as in `hard 2`.
    """
    seats = {f"Seat{seat}": seat for seat in record.match.mode.seats}
    tagged = (tag.value.partition(" ") for tag in record.tags if tag.name == BOT_TAG)
    bots = {seats[place]: source for place, _, source in tagged if place in seats and source}
    if bots:
        return bots
    named = ((seat, name.partition(" ")[0]) for seat, name in enumerate(record.names, start=1))
    return {seat: name for seat, name in named if name in all_bots()}


def with_bots(record: Record, sources: Mapping[int, str]) -> Record:
    """Return the record with other bots in its tags."""
    others = [tag for tag in record.tags if tag.name != BOT_TAG]
    tags = [*others, *bot_tags(sources)]
    return Record(record.match, record.names, record.date, deals=record.deals, tags=tags)
