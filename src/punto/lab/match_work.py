"""Playing matches as work in chunks: a chunk is one match."""

import pickle
import sys
import warnings
from dataclasses import dataclass, replace

from punto.bots import Bot
from punto.bots.loading import absolute_source
from punto.lab.play import KnownFault, MatchRunner, Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings
from punto.lab.work import ASKED, QUESTION, Run, Watch
from punto.rules.errors import PuntoError


@dataclass(frozen=True, slots=True)
class MatchChunk:
    """A match to play, with the faults that earlier workers died of."""

    fixture: Fixture
    known: tuple[KnownFault, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchWork:
    """Plays the matches of an arena; the open question is that to a bot."""

    settings: Settings
    date: str

    @classmethod
    def of(cls, settings: Settings, date: str) -> "MatchWork":
        """Return the work of an arena; refuse bots that other processes could not import."""
        refuse_unsendable(settings)
        bots = tuple(absolute_source(bot) if isinstance(bot, str) else bot for bot in settings.bots)
        return cls(replace(settings, bots=bots), date)

    @property
    def timeout(self) -> float:
        """Seconds that a bot may think."""
        return self.settings.timeout

    def start(self) -> Run[MatchChunk, Outcome]:
        """Load the bots, and return the function that plays a match."""
        with warnings.catch_warnings():
            # The arena has already warned about bots that cannot be loaded.
            warnings.simplefilter("ignore")
            bots = {bot.name: bot for bot in self.settings.load_bots()}

        def run(chunk: MatchChunk, watch: Watch) -> Outcome:
            def on_question(question: int, seat: int) -> None:
                watch[ASKED] = seat
                watch[QUESTION] = question

            match = MatchRunner(
                self.settings,
                chunk.fixture,
                bots,
                date=self.date,
                known=chunk.known,
                on_question=on_question,
            )
            return match.run()

        return run

    def blame(self, chunk: MatchChunk, watch: tuple[int, int], what: str) -> MatchChunk:
        """Return the match with the question at which a bot forfeits the round."""
        fault = KnownFault(watch[QUESTION], watch[ASKED], what)
        return MatchChunk(chunk.fixture, (*chunk.known, fault))

    def describe(self, chunk: MatchChunk) -> str:
        """Name a match by its number."""
        return f"match {chunk.fixture.number}"


def refuse_unsendable(settings: Settings) -> None:
    """Refuse bots that worker processes could not import."""
    for bot in settings.bots:
        if isinstance(bot, Bot) and (why := why_unsendable(bot)):
            sentence = (
                f"the bot {bot.name} cannot be sent to worker processes: {why}; define its "
                "functions at the top level of a module, or play in this process with jobs=0"
            )
            raise PuntoError("bot-not-sent", sentence, bot=bot.name, why=why)


def why_unsendable(bot: Bot) -> str:
    """Return why other processes cannot import a bot; an empty text if they can."""
    try:
        sent = pickle.dumps(bot)
    except Exception as error:  # pickle raises many kinds
        return str(error)
    is_lost = b"__main__" in sent and not hasattr(sys.modules["__main__"], "__file__")
    return "it is defined where other processes cannot import it" if is_lost else ""
