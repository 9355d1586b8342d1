"""Recent tables, rooms and tournaments of a device."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from punto.server.limits.fair_queue import BusyError
from punto.server.limits.request_budget import OverBudgetError
from punto.server.live.actor import Actor
from punto.server.runtime import Runtime
from punto.server.store.errors import StoreError
from punto.server.store.model import TableRow
from punto.server.table.log_state import LogState

log = logging.getLogger("punto.tables")

MAX_RECENT = 20
"""How many of each are listed."""

S = TypeVar("S", bound=LogState)

Visit = Callable[[str], AbstractContextManager[Actor[S, Any]]]
"""A way to use something by the name of its log."""


async def load_undamaged(runtime: Runtime, name: str, visit: Visit[S]) -> S | None:
    """Load something by the name of its log; None if it is damaged, so that others are listed."""
    try:
        with visit(name) as actor:
            return await actor.current()
    except (BusyError, OverBudgetError, StoreError):
        raise
    except Exception:
        runtime.metrics.errors.inc()
        log.exception("%s: cannot be loaded; `punto check` says what is wrong", name)
        return None


async def recent_groups(
    runtime: Runtime, device: str, prefix: str, visit: Visit[S]
) -> AsyncIterator[tuple[TableRow, S]]:
    """Find the rooms or the tournaments to which a device belongs, the most recent first."""
    for row in await runtime.store.recent(device, MAX_RECENT, prefix):
        state = await load_undamaged(runtime, row.id, visit)
        if state is not None and state.device_number(device) in state.known:
            yield row, state
