"""A search that runs in short slices, so that it can be watched and stopped at any time."""

from time import perf_counter

from punto.engine.analysis import Analysis, analysis_of
from punto.engine.search import MAX_EDGES, MAX_SIMULATIONS, Budget, max_edges, new_value_tree
from punto.engine.source import Source, position_in

MAX_SLICE_SIMULATIONS = 4096
FIRST_SLICE_SIMULATIONS = 4


class LiveSearch:
    """An analysis in progress: `run` it for a moment, ask for the `analysis` so far, and again.

    Neither the slices nor the questions change what it finds: with the same seed and the same
    budget of simulations, it ends with the same analysis as `analyse`. Without a budget it never
    ends by itself, and with milliseconds it counts the time since `run` was called first.
    """

    def __init__(self, source: Source, budget: Budget | None = None, *, seed: int = 1) -> None:
        self.position = position_in(source)
        room = MAX_EDGES if budget is None else max_edges(budget)
        self.simulations = 0
        """How many have been run."""
        self.goal = (budget.simulations if budget else None) or MAX_SIMULATIONS
        self._seconds = budget.milliseconds / 1000 if budget and budget.milliseconds else None
        self._tree = new_value_tree(self.position, room, seed, detailed=True)
        self._started: float | None = None
        self._busy_seconds = 0.0

    @property
    def seconds(self) -> float:
        """The time since the search was first run."""
        return 0.0 if self._started is None else perf_counter() - self._started

    @property
    def is_done(self) -> bool:
        """Whether the budget is used up."""
        is_late = self._seconds is not None and self.seconds >= self._seconds
        return self.simulations >= self.goal or (is_late and self.simulations > 0)

    def run(self, seconds: float, *, until: int = MAX_SIMULATIONS) -> None:
        """Search for about so many seconds, but not beyond a total of `until` simulations."""
        start = perf_counter()
        if self._started is None:
            self._started = start
        count = FIRST_SLICE_SIMULATIONS
        if self.simulations:
            if self._seconds is not None:
                seconds = min(seconds, self._seconds - self.seconds)
            pace = self.simulations / max(self._busy_seconds, 1e-6)
            count = max(1, min(MAX_SLICE_SIMULATIONS, int(pace * seconds)))
        count = min(count, self.goal - self.simulations, until - self.simulations)
        if count > 0:
            self._tree.search(count)
            self.simulations += count
            self._busy_seconds += perf_counter() - start

    def analysis(self) -> Analysis:
        """Return what the search has found out so far."""
        return analysis_of(self.position, self._tree)
