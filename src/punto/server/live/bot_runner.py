"""Runs bots: whenever it is a bot's turn at a table, or a person's time is up, a bot chooses.

A bot that raises, or chooses an illegal cell, is replaced for that card in `bot_pool`. What fails
here is a move that cannot be played or stored.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

from punto.bots.deal_of_the_day import choice_seed
from punto.rules.errors import PuntoError
from punto.rules.view import View
from punto.server.limits.fair_queue import BusyError
from punto.server.live.services import Services
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.table import Table

if TYPE_CHECKING:
    from punto.server.live.table_actor import TableActor

log = logging.getLogger("punto.tables")

CLOCK_BOT = "medium"
"""Plays the card of a person whose time is up."""

MAX_FAILURES = 5
"""After so many moves in a row that failed, the table waits until somebody comes."""

Author = Literal["bot", "clock"]


class BotTurn(NamedTuple):
    """A turn for which a bot chooses."""

    number: int
    """The event that began the turn."""
    bot: str
    author: Author
    """Whether the seat is a bot's, or a person's whose time is up."""
    view: View
    """What the seat to move may know."""
    seed: int | None = None
    """What the choice follows from, if it must be the same for everybody."""


def bot_turn(table: Table, *, is_time_up: bool = False) -> BotTurn | None:
    """Find the turn that a bot is to play now, if there is one."""
    seat, match = table.to_move, table.match
    if seat is None or match is None or not (seat.bot or is_time_up):
        return None
    author: Author = "bot" if seat.bot else "clock"
    seed = choice_seed(table.daily, table.cards_laid) if table.daily else None
    return BotTurn(table.turn_number, seat.bot or CLOCK_BOT, author, match.view(match.seat), seed)


class BotRunner:
    """Lets at most one bot at a time think for a table."""

    def __init__(
        self,
        services: Services,
        visit: Callable[[str], AbstractContextManager["TableActor"]],
    ) -> None:
        self.services, self._visit = services, visit
        self.thinking_since: dict[str, float] = {}
        """Since when a bot thinks, by table, in seconds of the monotonic clock."""
        self._failures: Counter[str] = Counter()
        """How often in a row bots have failed to move, by table."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, code: str, turn: BotTurn | None) -> None:
        """Let a bot think for a table, unless one does already."""
        if turn is None or code in self.thinking_since:
            return
        self.thinking_since[code] = time.monotonic()
        in_use = ExitStack()  # entered now: when the task begins, all clients may be gone
        table = in_use.enter_context(self._visit(code))
        task = asyncio.get_running_loop().create_task(self._run(table, turn, in_use))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, table: "TableActor", turn: BotTurn | None, in_use: ExitStack) -> None:
        try:
            while turn is not None:
                owner = table.bot_owner()
                cell = await self.services.bot_pool.choose(turn.bot, turn.view, owner, turn.seed)
                turn = await table.place_for_bot(turn, cell)
                self._failures.pop(table.code, None)
        except ConflictError:
            pass  # another node was first, and does what follows
        except BusyError:
            pass  # the turn stays due, and the due worker tries again
        except StoreError as error:
            log.warning("table %s: a bot's move was not stored, will retry: %s", table.code, error)
        except Exception as error:
            if not isinstance(error, PuntoError):
                self.services.metrics.errors.inc()
            log.exception("table %s: a bot could not move", table.code)
            await self._count_failure(table)
        finally:
            del self.thinking_since[table.code]
            in_use.close()

    async def _count_failure(self, table: "TableActor") -> None:
        """Give up on a bot that fails again and again, until somebody comes."""
        self._failures[table.code] += 1
        if self._failures[table.code] >= MAX_FAILURES:
            del self._failures[table.code]
            log.error("table %s: its bot is stopped until somebody comes", table.code)
            with suppress(PuntoError):
                await table.park_bot()
