"""Whatever people do at a table, in whatever order, the server keeps its promises."""

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from server.server_process import ServerProcess

from .crowd import Crowd

EXAMPLES = 8
STEPS = 30


def test_random_players_and_cheaters_find_every_promise_kept(
    running: ServerProcess,
) -> None:
    Crowd.running = running
    run_state_machine_as_test(
        Crowd,
        settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS, derandomize=True),
    )
