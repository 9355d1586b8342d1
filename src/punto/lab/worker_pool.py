"""A pool of worker processes that play matches; dead and hanging workers are replaced."""

from collections.abc import Generator, Iterable

from punto.lab.chunk_pool import ChunkPool
from punto.lab.match_work import MatchChunk, MatchWork
from punto.lab.play import Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings
from punto.lab.worker import Worker


class WorkerPool:
    """Plays fixtures on several workers; outcomes arrive in the order in which they finish."""

    def __init__(self, settings: Settings, fixtures: Iterable[Fixture], jobs: int, date: str):
        self.fixtures = fixtures
        self.pool = ChunkPool(MatchWork.of(settings, date), jobs)

    @property
    def workers(self) -> list[Worker[MatchChunk, Outcome]]:
        """The processes that play now."""
        return self.pool.workers

    def outcomes(self) -> Generator[Outcome]:
        """Play all matches; closing the generator kills the workers."""
        try:
            for _, outcome in self.pool.run(map(MatchChunk, self.fixtures)):
                yield outcome
        finally:
            self.pool.close()
