"""Analyses of moments, reviews of matches, and playing on from a moment.

Nobody gets help in a match between people: see `check_not_in_play`.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from punto.notation.position import read_position, write_position
from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    check_name_length,
)
from punto.server.api.prices import PRICE_PER_RECORD_BYTE
from punto.server.api.records import finished_record
from punto.server.api.tables import TableResponse
from punto.server.limits.fair_queue import Owner
from punto.server.links import table_link
from punto.server.offload.analyses import Moment, Moments
from punto.server.runtime import Runtime
from punto.server.table.client_view import ClientBytes, opened_body
from punto.server.table.codes import read_code
from punto.server.table.errors import refusal
from punto.server.table.hints import take_hint
from punto.server.table.resemblance import is_between_people
from punto.server.table.table import Table
from punto.server.transport.addresses import limit_key
from punto.server.wire.analysis import OfPosition, OfRecord, OfTable, PlayOn, WantedAnalysis
from punto.server.wire.answers import OpenedTable
from punto.server.wire.requests import Holder, Machine, NewTable, Person
from punto.server.wire.table_settings import Settings

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)

MAX_OWN_TABLES = 10
"""How many recent tables of a device are compared with what it asks about."""

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events; the data of each is an AnalysisMessage",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


class AnalysisResponse(StreamingResponse):
    """A stream of messages. It takes only what `table.client_view` lets out."""

    def __init__(self, messages: AsyncIterator[ClientBytes]) -> None:
        # A proxy must not collect the messages before it passes them on.
        super().__init__(
            messages, headers={"x-accel-buffering": "no"}, media_type="text/event-stream"
        )


class Asker(NamedTuple):
    """Who asks for an analysis."""

    runtime: Runtime
    device: str
    owner: Owner


@router.post("/analysis", response_class=StreamingResponse, responses=STREAM)
async def analysis(
    wish: WantedAnalysis, runtime: RuntimeDep, device: DeviceDep, owner: OwnerDep
) -> AnalysisResponse:
    """Analyse a moment, or review a match; the answer gets better as it arrives."""
    asker = Asker(runtime, device, owner)
    runtime.limits.check_analysis(owner)
    if wish.wants == "review":
        assert not isinstance(wish.subject, OfPosition)
        moments = await moments_of(asker, wish.subject)
        messages = runtime.analyses.of_match(owner, moments.listed, moments.seats)
    else:
        position = await position_of(asker, wish.subject)
        messages = runtime.analyses.of_moment(owner, position)
    # An analysis that cannot begin is refused with a status; later errors are messages.
    return AnalysisResponse(continued(await anext(messages), messages))


async def continued(
    first: ClientBytes, messages: AsyncGenerator[ClientBytes, None]
) -> AsyncIterator[ClientBytes]:
    """Yield a message, and those after it; if nobody wants them any more, end the analysis."""
    async with aclosing(messages):
        yield first
        async for message in messages:
            yield message


@router.post("/play_on", status_code=201, response_model=OpenedTable)
async def play_on(
    wish: PlayOn,
    request: Request,
    runtime: RuntimeDep,
    device: DeviceDep,
    owner: OwnerDep,
    base_url: BaseUrl,
) -> TableResponse:
    """Open a table that continues a match from one of its moments, against bots."""
    check_name_length(wish, runtime.config.name_length)
    asker = Asker(runtime, device, owner)
    runtime.limits.check_analysis(owner)
    round_number, cards = place_of(wish.moment)
    record = await record_text(asker, wish.subject)
    cut = await runtime.analyses.cut(owner, record, round_number, cards)
    if isinstance(wish.subject, OfRecord):
        await check_not_in_play(asker, [cut.position])
    position = read_position(cut.position)
    if wish.seat not in position.mode.seats:
        raise refusal("no-such-seat", seat=wish.seat)
    settings = Settings(
        mode=position.mode.name,
        edition=position.edition.name,
        rounds_to_win=position.rounds_to_win,
        open_cards=position.options.open_cards,
        stalemate_removes=position.options.stalemate_removes,
        handicap=list(position.options.handicap),
    )
    person, bot = Person(kind="person", name=wish.name), Machine(kind="bot", bot=wish.bot)
    seats: list[Holder] = [person if seat == wish.seat else bot for seat in position.mode.seats]
    runtime.limits.open_table(device, limit_key(request.client.host) if request.client else "")
    code = await runtime.hub.open(
        device,
        NewTable(settings=settings, seats=seats),
        {"moment": wish.moment, "position": cut.position, "record": cut.record},
    )
    return TableResponse(opened_body(code, table_link(base_url, code)), 201)


async def position_of(asker: Asker, subject: OfPosition | OfTable | OfRecord) -> str:
    """Find the position to analyse, and refuse one of a match in play between people."""
    runtime, owner = asker.runtime, asker.owner
    if isinstance(subject, OfPosition):
        position = await runtime.analyses.checked_position(owner, subject.position)
    elif isinstance(subject, OfTable) and subject.moment is None:
        return await present_of(asker, subject.table)
    else:
        moments = await moments_of(asker, subject)
        return str(find_moment(moments.listed, subject.moment)["position"])
    await check_not_in_play(asker, [position])
    return position


async def present_of(asker: Asker, code: str) -> str:
    """Return what the seat to move may know at a table in play, and record that it took a hint."""
    with asker.runtime.hub.visit(read_code(code)) as actor:
        await actor.execute(asker.device, take_hint)
        table = await actor.current()
    match = table.match
    if match is None or match.seat is None or match.card is None:
        raise refusal("no-card-to-place")
    return write_position(match.view(match.seat).position)


async def moments_of(asker: Asker, subject: OfTable | OfRecord) -> Moments:
    """List the moments of a finished match at a table, or of a record."""
    record = await record_text(asker, subject)
    moments = await asker.runtime.analyses.moments(asker.owner, record)
    if isinstance(subject, OfRecord):
        positions = [moments.end, *(one["position"] for one in moments.listed)]
        await check_not_in_play(asker, positions)
    return moments


async def record_text(asker: Asker, subject: OfTable | OfRecord) -> str:
    """Return the record of a finished match, or the one that was sent."""
    if isinstance(subject, OfTable):
        body = await finished_record(asker.runtime, subject.table, asker.device)
        return body.decode()
    asker.runtime.budget.charge(asker.owner, PRICE_PER_RECORD_BYTE * len(subject.record))
    return subject.record


def place_of(moment: str) -> tuple[int, int]:
    """Read the name of a moment: the round, and the cards placed in it."""
    round_number, _, cards = moment.partition(".")
    return int(round_number), int(cards)


def find_moment(moments: list[Moment], name: str | None) -> Moment:
    """Find a moment by its name; by default the last one."""
    if name is None and moments:
        return moments[-1]
    for moment in moments:
        if name is not None and (moment["round"], moment["cards"]) == place_of(name):
            return moment
    raise refusal("no-card-to-place")


async def check_not_in_play(asker: Asker, positions: Sequence[str]) -> None:
    """Refuse positions that are those of a match in play between people.

    They are compared with all such matches that are in memory on this node, and with the recent
    ones of the device that asks, wherever they are.
    """
    tables = await tables_in_play(asker)
    if tables and await asker.runtime.comparisons.find_match(
        asker.owner, positions, tables, asker.device
    ):
        raise refusal("match-of-people")


async def tables_in_play(asker: Asker) -> list[Table]:
    """List the matches in play between people that this node knows, or the device plays in."""
    runtime = asker.runtime
    tables = {
        code: actor.table for code, actor in runtime.hub.tables.items() if actor.table is not None
    }
    for row in await runtime.store.recent(asker.device, MAX_OWN_TABLES):
        if row.phase == "playing" and row.id not in tables:
            with runtime.hub.visit(row.id) as actor:
                tables[row.id] = await actor.current()
    return [table for table in tables.values() if is_between_people(table)]
