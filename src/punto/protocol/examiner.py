"""Talks to an engine line by line, to check whether it conforms to the protocol."""

import asyncio
from collections.abc import Iterator, Sequence
from random import Random

from punto.notation.position import write_position
from punto.protocol.engine_process import EngineProcess
from punto.protocol.lines import Option, read_info, read_option
from punto.protocol.played_position import read_played_position
from punto.rules.errors import shortened
from punto.rules.match import Match
from punto.rules.position import Position

ANSWER_SECONDS = 10.0
"""How long an engine may take to start, and to answer."""

PLIES = (0, 1, 7, 14)
"""How many cards lie in the positions that are asked about."""


class NotConformingError(Exception):
    """What an engine did instead of what a sentence says."""


class Examiner:
    """Talks to an engine line by line; what it expects and does not get raises an error."""

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self.name = ""
        self.options: dict[str, Option] = {}

    async def send(self, line: str) -> None:
        """Send a line."""
        await self.process.write(line)

    async def lines_until(self, first: str, seconds: float | None = None) -> list[str]:
        """Receive lines up to one that begins with this word."""
        seconds = seconds or ANSWER_SECONDS
        lines: list[str] = []
        try:
            async with asyncio.timeout(seconds):
                while not lines or lines[-1].split()[:1] != [first]:
                    lines.append(await self.process.read())
                    await asyncio.sleep(0)  # an engine that never pauses must not stop the clock
        except TimeoutError:
            last = f"; the last line was {shortened(lines[-1])}" if lines else ""
            what = f"no line `{first}` came within {seconds:g} s{last}"
            raise NotConformingError(what) from None
        return lines

    async def shake_hands(self) -> None:
        """Learn the name and options."""
        await self.send("ugi")
        for line in await self.lines_until("ugiok"):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = read_option(words[1:])
                self.options[option.name] = option

    async def ready(self) -> list[str]:
        """Wait for `readyok`, and return the lines before it."""
        await self.send("isready")
        return (await self.lines_until("readyok"))[:-1]

    async def best(self, text: str, go: str = "go simulations 20") -> str:
        """Let the engine search, check all that it tells, and return its move."""
        await self.send(f"position {text}")
        await self.send(go)
        return self.check_answer(text, await self.lines_until("bestmove"))

    def check_answer(self, text: str, lines: Sequence[str]) -> str:
        """Check the lines of a search; the last one names a legal move."""
        position = read_played_position(text.split())
        for line in lines[:-1]:
            self.check_info(line, position)
        words = lines[-1].split()
        legal = legal_moves(position)
        if len(words) < 2 or words[1] not in legal:
            some = ", ".join(legal[:5])
            raise NotConformingError(
                f"it answered {shortened(lines[-1])} to `position {text}`; legal are: {some}"
                + (", …" if len(legal) > 5 else "")
            )
        return words[1]

    def check_info(self, line: str, position: Position) -> None:
        """Check one line that came during a search."""
        command, *words = line.split() or [""]
        if command == "error":
            raise NotConformingError(f"it answered {shortened(line, 200)}")
        info = read_info(words) if command == "info" else None
        if info is None:
            return
        if str(info.move) not in legal_moves(position):
            raise NotConformingError(f"`pv` begins with {info.move}, which is not a legal move")
        sides = len(position.mode.sides)
        if info.chances and (len(info.chances) != sides or sum(info.chances) > 1.001):
            what = f"`chances` should be {sides} numbers with a sum of at most 1"
            raise NotConformingError(f"{what}: {shortened(line, 200)}")


def legal_moves(position: Position) -> list[str]:
    """List all legal moves as the protocol writes them."""
    table, card = position.table, position.card
    return [f"{card}{'@' if table[cell] is None else 'x'}{cell}" for cell in position.legal_cells]


def example_positions(mode: str, *, open_cards: bool = False) -> Iterator[str]:
    """Yield positions of a round, the same ones every time."""
    match = Match(mode, start=1, seed="00" * 32, open_cards=open_cards)
    random, last = Random(mode), max(PLIES)
    for ply in range(last + 1):
        if ply in PLIES:
            yield write_position(match.position())
        match.place(random.choice(match.legal_cells))
