"""Tournaments: opening them, looking at them, and taking their results and records home."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import (
    ERROR_RESPONSES,
    BaseUrl,
    CanCacheLinks,
    DeviceDep,
    OwnerDep,
    RuntimeDep,
    check_name_length,
    draw_invite,
    text_response,
)
from punto.server.api.recent import recent_groups
from punto.server.api.records import finished_record
from punto.server.api.tables import TableResponse
from punto.server.limits.fair_queue import NOBODY, Owner, current_owner
from punto.server.links import tournament_link
from punto.server.runtime import Runtime
from punto.server.table.client_view import ClientBytes, archive_body
from punto.server.tournament.spreadsheets import results_body, standings_body
from punto.server.tournament.tournament import TOURNAMENT, Tournament
from punto.server.tournament.tournament_view import (
    opened_tournament_body,
    recent_tournaments_body,
    rounds_body,
    tournament_body,
)
from punto.server.wire.tournaments import (
    NewTournament,
    OpenedTournament,
    RecentTournament,
    TournamentRounds,
    TournamentShape,
)

PRICE_PER_RECORD = 3.0
"""For each record in an archive, in units of the request budget."""

router = APIRouter(prefix="/api/tournaments", responses=ERROR_RESPONSES)

TournamentCode = Annotated[
    str, Path(description="The code of a tournament", max_length=48, examples=["dhkl-moqr-wxyd"])
]


async def load_visible_tournament(
    runtime: Runtime, code: str, owner: Owner, device: str
) -> Tournament:
    """Load a tournament; raises PuntoError if the device may not see it."""
    with runtime.hub.visit_tournament(await runtime.hub.find_tournament(code, owner)) as actor:
        return await actor.current_for(device)


async def get_tournament(
    code: TournamentCode, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> Tournament:
    """Return the tournament that the path names."""
    return await load_visible_tournament(runtime, code, owner, device)


VisibleTournament = Annotated[Tournament, Depends(get_tournament)]


@router.post("", status_code=201, response_model=OpenedTournament)
async def open_tournament(
    wish: NewTournament, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep, base_url: BaseUrl
) -> TableResponse:
    """Open a tournament; this device is its host."""
    check_name_length(wish, runtime.config.name_length)
    runtime.limits.open_table(device, owner.address)
    code = await runtime.hub.open_tournament(device, wish)
    return TableResponse(opened_tournament_body(code, tournament_link(base_url, code)), 201)


@router.get("", response_model=list[RecentTournament])
async def recent_tournaments(
    runtime: RuntimeDep, device: DeviceDep, base_url: BaseUrl
) -> TableResponse:
    """List the tournaments that this device hosts or takes part in, the most recent first."""
    visit = runtime.hub.visit_tournament
    found: list[RecentTournament] = [
        {
            "tournament": tournament.tournament_code,
            "link": tournament_link(base_url, tournament.tournament_code),
            "name": tournament.plan.name,
            "stage": tournament.stage,
            "players": len(tournament.active),
            "touched_at": row.touched_at,
        }
        async for row, tournament in recent_groups(runtime, device, TOURNAMENT, visit)
    ]
    return TableResponse(recent_tournaments_body(found))


@router.get("/{code}", response_model=TournamentShape)
async def tournament(found: VisibleTournament) -> TableResponse:
    """Show a tournament with its standings and its last round."""
    return TableResponse(tournament_body(found))


@router.get("/{code}/rounds", response_model=TournamentRounds)
async def rounds(found: VisibleTournament) -> TableResponse:
    """List all rounds of a tournament so far, with their matches and results."""
    return TableResponse(rounds_body(found))


@router.get("/{code}/standings.csv", response_class=Response, responses=text_response("text/csv"))
async def standings(found: VisibleTournament) -> TableResponse:
    """Write the standings as a spreadsheet."""
    headers = attachment(f"punto-{found.tournament_code}-standings.csv")
    return TableResponse(standings_body(found), media_type="text/csv", headers=headers)


@router.get("/{code}/results.csv", response_class=Response, responses=text_response("text/csv"))
async def results(found: VisibleTournament) -> TableResponse:
    """Write all results as a spreadsheet: a line for each person and match, or bye."""
    headers = attachment(f"punto-{found.tournament_code}-results.csv")
    return TableResponse(results_body(found), media_type="text/csv", headers=headers)


@router.get(
    "/{code}/records.zip",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}},
)
async def records(
    found: VisibleTournament, runtime: RuntimeDep, owner: OwnerDep, device: DeviceDep
) -> TableResponse:
    """Pack the records of all finished matches into one archive, named by round and table."""
    played = [
        (f"round-{round_.number:02}-table-{pairing.number:02}.punto", pairing.code)
        for round_ in found.rounds
        for pairing in round_.pairings
        if pairing.is_open
    ]
    async with runtime.archive_slots.slot(owner):
        # The price of all is a debt: with a deposit for each, a large tournament would be refused.
        runtime.budget.charge(owner, PRICE_PER_RECORD * len(played))
        current_owner.set(NOBODY)
        files: dict[str, ClientBytes] = {}
        for name, table in played:
            try:
                files[name] = await finished_record(runtime, table, device)
            except PuntoError as error:
                if error.code not in ("not-over", "not-a-spectator", "no-such-table"):
                    raise
                # Otherwise it is still being played, or was deleted as old.
        body = await asyncio.to_thread(archive_body, files)
    headers = attachment(f"punto-{found.tournament_code}.zip")
    return TableResponse(body, media_type="application/zip", headers=headers)


@router.get("/{code}/invite.svg", response_class=Response, responses=text_response("image/svg+xml"))
async def invite(
    found: VisibleTournament,
    runtime: RuntimeDep,
    owner: OwnerDep,
    base_url: BaseUrl,
    is_usual: CanCacheLinks,
) -> Response:
    """Draw the link of a tournament for a camera."""
    link = tournament_link(base_url, found.tournament_code)
    return await draw_invite(runtime, owner, link, is_usual=is_usual)


def attachment(name: str) -> dict[str, str]:
    """Make the header that lets a browser save a response under a name."""
    return {"content-disposition": f'attachment; filename="{name}"'}
