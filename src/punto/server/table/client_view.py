"""Everything that a client can ever see of a table, and the way out for rooms, too.

This module is the only way out. Everything a table sends, by WebSocket or HTTP, is encoded by
`outgoing` and has the type `ClientText`; nothing else may be sent. The shapes below do not contain
what must stay secret (the seed, the order of the decks, the ids of devices, keys of handovers),
and `public_event` cuts off the secret part of a stored event. The public part is chosen where the
event is recorded (`change.Change`); `wire.events` describes it, and tests hold every event to that.
"""

import csv
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from io import BytesIO, StringIO
from typing import Any, NamedTuple, NewType

from punto.notation.record import Record
from punto.rules.card import Card
from punto.rules.cell import NAMES
from punto.rules.ending import RoundEnd
from punto.rules.errors import PuntoError
from punto.rules.events import Event, MatchEnded, RoundEnded, RoundStarted, TurnedUp
from punto.rules.match import Match
from punto.server.painting.table_picture import HEIGHT, WIDTH, Scene
from punto.server.table.preview import (
    NEUTRAL_SCENE,
    LinkPreview,
    neutral_preview,
    preview_of,
    scene_of,
)
from punto.server.table.stored_event import HIDDEN_SEPARATOR
from punto.server.table.table import Table
from punto.server.wire.analysis import AnalysisMessage
from punto.server.wire.answers import Daily, Handover, OpenedTable, RecentTable, Refusal, Replay
from punto.server.wire.encoding import encode
from punto.server.wire.messages import (
    BeatMessage,
    ByeMessage,
    PresenceMessage,
    ReactionMessage,
    RefusedMessage,
    SnapshotMessage,
    YouMessage,
)
from punto.server.wire.rooms import (
    DoneMessage,
    OpenedRoom,
    OpenRooms,
    RecentRoom,
    RoomMessage,
    RoomPresenceMessage,
    RoomReactionMessage,
    RoomShape,
    RoomYouMessage,
)
from punto.server.wire.shapes import (
    EndShape,
    MatchShape,
    RunShape,
    StepShape,
    TableShape,
    TurnShape,
)
from punto.server.wire.tournaments import (
    OpenedTournament,
    RecentTournament,
    TournamentMessage,
    TournamentPresenceMessage,
    TournamentRounds,
    TournamentShape,
    TournamentYouMessage,
)
from punto.server.wire.words import DeviceNumber, Reaction, Seat

ClientText = NewType("ClientText", str)
"""Text that may be sent to a client. Only `outgoing` makes it."""

ClientBytes = NewType("ClientBytes", bytes)
"""The same as bytes: cached bodies, and those that come from the child process."""

PublicEvent = NewType("PublicEvent", str)
"""The JSON of an event without its secret part. Only `public_event` makes it."""


class EventsText(NamedTuple):
    """Events that are already JSON: each was encoded once, when it was stored."""

    events: Sequence[PublicEvent]
    is_message: bool
    """Whether they become a WebSocket message; otherwise they are the body of an HTTP response."""


class PreviewTags(NamedTuple):
    """What programs that show links to people read in the head of the page."""

    preview: LinkPreview
    picture: str
    """The address of the picture."""
    language: str


class TextTable(NamedTuple):
    """Rows of a spreadsheet, the first of them with the names of the columns."""

    rows: Sequence[Sequence[str | int]]


Visible = (
    YouMessage
    | EventsText
    | SnapshotMessage
    | PresenceMessage
    | ReactionMessage
    | RefusedMessage
    | BeatMessage
    | ByeMessage
    | TableShape
    | OpenedTable
    | Handover
    | list[RecentTable]
    | Daily
    | Refusal
    | Record
    | Replay
    | AnalysisMessage
    | PreviewTags
    | RoomYouMessage
    | RoomMessage
    | RoomPresenceMessage
    | RoomReactionMessage
    | DoneMessage
    | RoomShape
    | OpenedRoom
    | OpenRooms
    | list[RecentRoom]
    | TournamentYouMessage
    | TournamentMessage
    | TournamentPresenceMessage
    | TournamentShape
    | TournamentRounds
    | OpenedTournament
    | list[RecentTournament]
    | TextTable
)
"""Everything about tables, rooms and tournaments that can be sent to a client."""


def outgoing(visible: Visible) -> ClientText:
    """Encode something for clients. Everything that is sent to one passes through here."""
    if isinstance(visible, EventsText):
        head = '"type":"events",' if visible.is_message else ""
        return ClientText(f'{{{head}"events":[{",".join(visible.events)}]}}')
    if isinstance(visible, Record):
        return ClientText(str(visible))
    if isinstance(visible, PreviewTags):
        return ClientText(meta_tags(visible))
    if isinstance(visible, TextTable):
        return ClientText(comma_separated(visible.rows))
    return ClientText(encode(visible))


ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files in an archive, so that the same records make the same archive."""


def archive_body(records: Mapping[str, ClientBytes]) -> ClientBytes:
    """Pack records into one ZIP, by the names of their files; call it in a thread."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, record in records.items():
            archive.writestr(zipfile.ZipInfo(name, ZIP_DATE), record, zipfile.ZIP_DEFLATED)
    return ClientBytes(out.getvalue())


FORMULA_SIGNS = ("=", "+", "-", "@")


def comma_separated(rows: Sequence[Sequence[str | int]]) -> str:
    """Write rows as CSV. A name that a spreadsheet would calculate gets an apostrophe before it."""
    out = StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow(
            [
                f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) else cell
                for cell in row
            ]
        )
    return out.getvalue()


# Events


def public_event(number: int, at: int, kind: str, body: str) -> PublicEvent:
    """Cut the secret part off an event of the log, and return the JSON of the rest."""
    public = body.partition(HIDDEN_SEPARATOR)[0]
    return PublicEvent(f'{{"number":{number},"at":{at},"kind":"{kind}",{public[1:]}')


def events_message(events: Sequence[PublicEvent]) -> ClientText:
    """Make the message with events, in order."""
    return outgoing(EventsText(events, is_message=True))


def events_body(events: Sequence[PublicEvent]) -> ClientText:
    """Make the response to a request for events."""
    return outgoing(EventsText(events, is_message=False))


# Messages


def snapshot_message(table: Table) -> ClientText:
    """Make the message with the whole table, for a client that is new or has missed too much."""
    return outgoing({"type": "snapshot", "table": table_shape(table)})


def you_message(table: Table, device: str) -> ClientText:
    """Make the message with a client's own device number and seats."""
    number = table.device_number(device)
    you: YouMessage = {
        "type": "you",
        "device": number or None,
        "seats": [Seat(seat) for seat in table.seats_of(number)] if number else [],
        "is_host": number == table.host,
    }
    return outgoing(you)


def presence_message(
    connected: list[DeviceNumber], stand_in_at_ms: dict[Seat, int], spectators: int
) -> ClientText:
    """Make the message with the connected devices, and when a bot may stand in for which seat."""
    presence: PresenceMessage = {
        "type": "presence",
        "devices": connected,
        "away": stand_in_at_ms,
        "spectators": spectators,
    }
    return outgoing(presence)


def reaction_message(seat: int, reaction: Reaction) -> ClientText:
    """Make the message with a reaction from a seat."""
    return outgoing({"type": "reaction", "seat": seat, "reaction": reaction})


def refused_message(error: PuntoError, command_id: str | None) -> ClientText:
    """Make the message that says why a command was refused."""
    refused: RefusedMessage = {
        "type": "refused",
        "id": command_id,
        "code": error.code,
        "sentence": error.sentence,
        "values": json_values(error.values),
    }
    return outgoing(refused)


def bye_message(error: PuntoError, *, reconnect: bool) -> ClientText:
    """Make the message that says why the server is closing the connection."""
    bye: ByeMessage = {
        "type": "bye",
        "code": error.code,
        "sentence": error.sentence,
        "reconnect": reconnect,
    }
    return outgoing(bye)


def json_values(values: Mapping[str, object]) -> dict[str, object]:
    """Keep the numbers among the values of an error, and turn everything else into text."""
    return {
        name: value if isinstance(value, bool | int | None) else str(value)
        for name, value in values.items()
    }


BEAT_MESSAGE = outgoing({"type": "beat"})
"""The answer to a client's heartbeat."""


# Bodies of HTTP responses


def table_body(table: Table) -> ClientText:
    """Make the response to a request for a table."""
    return outgoing(table_shape(table))


def opened_body(code: str, link: str) -> ClientText:
    """Make the response to a request to open a table."""
    return outgoing({"table": code, "link": link})


def recent_tables_body(tables: list[RecentTable]) -> ClientText:
    """Make the response with the recent tables of a device."""
    return outgoing(tables)


def daily_body(daily: Daily) -> ClientText:
    """Make the response with the deal of the day."""
    return outgoing(daily)


def handover_body(handover: Handover) -> ClientText:
    """Make the response with a handover link, for the device that has the seats only."""
    return outgoing(handover)


def record_body(record: Record) -> ClientBytes:
    """Make the response with the record of a finished match: its decks and seed are now public."""
    return ClientBytes(outgoing(record).encode())


def replay_body(replay: Replay) -> ClientBytes:
    """Make the response with a finished match, card by card."""
    return ClientBytes(outgoing(replay).encode())


def cached_body(body: bytes) -> ClientBytes:
    """Accept a record, replay or picture made here, then cached or sent between processes."""
    return ClientBytes(body)


def analysis_message(message: AnalysisMessage) -> ClientBytes:
    """Make a message of the stream of an analysis: a server-sent event."""
    return ClientBytes(f"data: {outgoing(message)}\n\n".encode())


def preview_tags(table: Table | None, base_url: str, language: str) -> ClientText:
    """Make the tags of a link's preview as everybody sees it; without a table, of the game."""
    if table is None:
        picture = f"{base_url}/api/preview.png"
        return outgoing(PreviewTags(neutral_preview(language), picture, language))
    shape = table_shape(table)
    # The number makes another address of another picture, because services cache them.
    picture = f"{base_url}/api/tables/{table.code}/preview.png?at={table.number}"
    return outgoing(PreviewTags(preview_of(shape, language), picture, language))


def preview_scene(table: Table | None) -> Scene:
    """Choose what the picture of a link's preview shows."""
    return NEUTRAL_SCENE if table is None else scene_of(table_shape(table))


def meta_tags(tags: PreviewTags) -> str:
    """Write the tags of a link's preview."""
    title, sentence = tags.preview
    properties = {
        "og:type": "website",
        "og:site_name": "Punto",
        "og:locale": tags.language,
        "og:title": title,
        "og:description": sentence,
        "og:image": tags.picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    names = {
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:description": sentence,
        "twitter:image": tags.picture,
    }
    return "".join(
        f'<meta {kind}="{name}" content="{escape(value)}" />'
        for kind, entries in (("property", properties), ("name", names))
        for name, value in entries.items()
    )


def error_body(error: PuntoError) -> ClientText:
    """Make the response to a request that was refused."""
    refusal: Refusal = {
        "code": error.code,
        "sentence": error.sentence,
        "values": json_values(error.values),
    }
    return outgoing(refusal)


# Shapes


def table_shape(table: Table) -> TableShape:
    """Describe a table."""
    shape: TableShape = {
        "table": table.code,
        "number": table.number,
        "phase": table.phase,
        "settings": table.settings.shape(),
        "host": table.host,
        "seats": [seat.shape() for seat in table.seats],
        "match": None if table.match is None else match_shape(table.match, table.until),
        "end_offers": sorted(table.end_offers),
        "rematch_offers": sorted(table.rematch_offers),
        "over": table.over,
        "before": table.before,
        "next": table.next,
    }
    if table.is_paused or table.pause_offers:
        shape["pause"] = {"is_paused": table.is_paused, "offers": sorted(table.pause_offers)}
    if table.room:
        shape["room"] = table.room
    if table.tournament:
        shape["tournament"] = table.tournament
    if table.daily:
        shape["daily"] = table.daily
    if table.hints:
        shape["hints"] = [table.hints.get(place, 0) for place in range(1, len(table.seats) + 1)]
    if table.played_on is not None:
        shape["played_on"] = table.played_on
    return shape


def match_shape(match: Match, until: int | None) -> MatchShape:
    """Describe what everybody may know of a match."""
    position, last_end = match.position(), match.last_end  # a view would also copy the history
    shape: MatchShape = {
        "round": position.round_number,
        "start": match.stage.round.start,
        "wins": list(position.score.wins),
        "removed": [_spaced(cards) for cards in position.score.removed],
        "stacks": {str(cell): _spaced(cards) for cell, cards in position.table.stacks().items()},
        "last": None if position.table.last is None else str(position.table.last),
        "turn": turn_shape(match, until),
        "face_up": [_name(card) for card in position.face_up],
        "decks": list(position.decks),
        "unseen": [_spaced(cards) for cards in position.unseen],
        "neutrals": list(position.neutrals),
        "kept": [_spaced(cards) for cards in position.kept],
        "unseen_neutrals": _spaced(position.unseen_neutrals),
        "last_end": None if last_end is None else end_shape(last_end),
        "winner": match.winner,
        "commitment": match.commitment or "",
    }
    if match.options.handicap:
        shape["handicap"] = [_spaced(cards) for cards in match.handicap_cards]
    return shape


def turn_shape(match: Match, until: int | None) -> TurnShape | None:
    """Describe whose turn it is. `until` is the deadline, in milliseconds since 1970."""
    seat, card = match.seat, match.card
    if seat is None or card is None:
        return None
    cells = " ".join([NAMES[cell] for cell in match.legal_cells])
    turn: TurnShape = {"seat": seat, "card": str(card), "cells": cells}
    if until is not None:
        turn["until"] = until
    return turn


def step_shapes(events: Iterable[Event]) -> list[StepShape]:
    """Describe what followed from a placement. The placement itself is left out."""
    steps: list[StepShape] = []
    for event in events:
        if isinstance(event, TurnedUp):
            steps.append({"kind": "turned_up", "seat": event.seat, "card": str(event.card)})
        elif isinstance(event, RoundEnded):
            steps.append(
                {"kind": "round_ended", "round": event.round_number, "end": end_shape(event.end)}
            )
        elif isinstance(event, RoundStarted):
            steps.append(
                {"kind": "round_started", "round": event.round_number, "start": event.start}
            )
        elif isinstance(event, MatchEnded):
            steps.append({"kind": "match_ended", "winner": event.winner})
    return steps


def end_shape(end: RoundEnd) -> EndShape:
    """Describe how a round ended."""
    runs: list[list[RunShape]] = [
        [
            {"cells": _spaced(run.cells), "cards": _spaced(run.cards), "points": run.points}
            for run in runs
        ]
        for runs in end.runs
    ]
    return {
        "kind": end.kind,
        "seat": end.seat,
        "winner": end.winner,
        "removed": _name(end.removed),
        "runs": runs,
        "stuck": _name(end.stuck),
    }


def _spaced(items: Iterable[Any]) -> str:
    """Write cards or cells with spaces between them."""
    return " ".join(map(str, items))


def _name(card: Card | None) -> str | None:
    """Write a card, if there is one."""
    return None if card is None else str(card)
