"""What can be chosen for a table, so that no client needs a list of its own."""

from typing import get_args

from fastapi import APIRouter

from punto.bots import all_bots
from punto.rules.facts import EDITIONS, MODES
from punto.server.api.dependencies import ANSWERS
from punto.server.wire.answers import Choices
from punto.server.wire.words import Reaction

router = APIRouter(prefix="/api", responses=ANSWERS)


@router.get("/choices")
async def choices() -> Choices:
    """List the modes, the editions, the bots and the reactions."""
    return {
        "modes": [
            {
                "name": mode.name,
                "seats": len(mode.seats),
                "line": mode.line,
                "sides": [list(side.seats) for side in mode.sides],
                "colours": ["".join(c.letter for c in side.colours) for side in mode.sides],
                "neutral": mode.neutral.letter if mode.neutral is not None else None,
            }
            for mode in MODES.values()
        ],
        "editions": [
            {
                "name": edition.name,
                "booklet": edition.booklet,
                "starter": edition.starter,
                "redeal": edition.redeal,
                "tie": edition.tie,
            }
            for edition in EDITIONS.values()
        ],
        "bots": [{"name": bot.name, "character": bot.character} for bot in all_bots().values()],
        "reactions": list(get_args(Reaction)),
    }
