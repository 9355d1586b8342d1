"""What a program may ask about its token."""

from typing import Annotated

from fastapi import APIRouter, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import ERROR_RESPONSES, ProgramDep
from punto.server.live.programs import SCOPE, WRONG_TOKEN
from punto.server.wire.programs import TokenShape

router = APIRouter(prefix="/api/token", responses=ERROR_RESPONSES)

BEARER = HTTPBearer(
    scheme_name="token",
    description="The token of a program, which the host makes with `punto token make`. It works"
    " for every request that reads, and for the WebSockets of tables and rooms.",
    auto_error=False,
)
"""Describes the header; the middleware has read it before."""


@router.get("", response_model=TokenShape)
async def token(
    program: ProgramDep, _header: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]
) -> TokenShape:
    """Show which program this token is for, and what it allows."""
    if program is None:
        raise PuntoError(WRONG_TOKEN, "there is no token in this request")
    return {
        "name": program.name,
        "scope": SCOPE,
        "max_tables": program.max_tables,
        "rate": program.rate,
    }
