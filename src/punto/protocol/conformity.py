"""Checks whether an engine conforms to the protocol, sentence by sentence."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from punto.notation.position import write_position
from punto.protocol.engine_process import EngineError, EngineProcess
from punto.protocol.examiner import (
    Examiner,
    NotConformingError,
    example_positions,
    legal_moves,
)
from punto.protocol.lines import NO_MOVE
from punto.protocol.played_position import read_played_position
from punto.rules.errors import PuntoError, shortened
from punto.rules.facts import MODES

STOP_SECONDS = 1.0
"""How long an engine may take to answer `stop`, and how late it may be with `movetime`."""

END_SECONDS = 2.0
"""How long an engine may take to end."""

MOVE_MILLISECONDS = 100
MIDDLE = "startpos moves R8@f6 B3@f7 O2"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a sentence is true of an engine."""

    sentence: str
    wrong: str = ""
    """What happened instead; empty if the sentence is true."""


async def names_itself(it: Examiner) -> None:
    """It answers `ugi` with `id name NAME`, its options and `ugiok`."""
    if not it.name:
        raise NotConformingError("no line `id name NAME` came before `ugiok`")


async def is_ready(it: Examiner) -> None:
    """It answers `isready` with `readyok`."""
    await it.ready()


async def survives_nonsense(it: Examiner) -> None:
    """It ignores empty and unknown lines, or answers them with `error`."""
    for line in ("", "nonsense", "nonsense with words", "setoption"):
        await it.send(line)
    for line in await it.ready():
        if line and line.split()[0] not in ("error", "info"):
            raise NotConformingError(f"it answered {shortened(line)} to nonsense")


def plays_in(mode: str, *, open_cards: bool = False) -> Callable[[Examiner], Awaitable[None]]:
    """Make the check of one mode."""

    async def play(it: Examiner) -> None:
        for text in example_positions(mode, open_cards=open_cards):
            await it.best(text)

    cards = " with open cards" if open_cards else ""
    play.__doc__ = f"It names a legal move in {mode}{cards}, and what it tells is readable."
    return play


async def plays_moves(it: Examiner) -> None:
    """It plays on from `position startpos moves …`, and from a position with moves."""
    await it.best(MIDDLE)
    text = write_position(read_played_position(MIDDLE.split()))
    await it.best(f"{text} moves O2@f8 B3@g6 O1")
    await it.best(f"fen {text} moves O2@f8 B3@g6 O1")


async def keeps_time(it: Examiner) -> None:
    """It answers `go movetime` in time."""
    began = monotonic()
    await it.best(MIDDLE, f"go movetime {MOVE_MILLISECONDS}")
    late = monotonic() - began - MOVE_MILLISECONDS / 1000
    if late > STOP_SECONDS:
        raise NotConformingError(f"it was {late:.1f} s late with `movetime {MOVE_MILLISECONDS}`")


async def searches_until_stopped(it: Examiner) -> None:
    """It searches with `go infinite` until `stop`, and answers `isready` meanwhile."""
    await it.send(f"position {MIDDLE}")
    await it.send("go infinite")
    if any(line.split()[:1] == ["bestmove"] for line in await it.ready()):
        raise NotConformingError("`bestmove` came before `stop`")
    await it.send("stop")
    lines = await it.lines_until("bestmove", STOP_SECONDS)
    it.check_answer(MIDDLE, lines)


async def answers_once(it: Examiner) -> None:
    """It answers every `go` with one `bestmove`, also if `stop` comes when it is done."""
    await it.best(MIDDLE, "go simulations 1")
    await it.send("stop")
    extra = [line for line in await it.ready() if line.split()[:1] == ["bestmove"]]
    if extra:
        raise NotConformingError(f"a second {shortened(extra[0])} came")


async def refuses_positions(it: Examiner) -> None:
    """It refuses a position that it cannot read: `go` then has the answer `bestmove none`."""
    await it.best(MIDDLE)
    await it.send("position nonsense")
    await it.send("go simulations 1")
    last = (await it.lines_until("bestmove"))[-1]
    if last != f"bestmove {NO_MOVE}":
        raise NotConformingError(f"it answered {shortened(last)}")
    await it.best(MIDDLE)


async def needs_a_card(it: Examiner) -> None:
    """It answers `bestmove none` if there is no card to place."""
    await it.send("position startpos")
    await it.send("go simulations 1")
    last = (await it.lines_until("bestmove"))[-1]
    if last != f"bestmove {NO_MOVE}":
        raise NotConformingError(f"it answered {shortened(last)}")


async def repeats_itself(it: Examiner) -> None:
    """It names the same move for the same option Seed and number of simulations."""
    if "Seed" not in it.options:
        return
    text = list(example_positions("2p"))[-1]
    moves = []
    for _ in range(3):
        await it.send("setoption name Seed value 7")
        moves.append(await it.best(text, "go simulations 50"))
    if len(set(moves)) > 1:
        raise NotConformingError(f"it answered {', '.join(moves)}")


async def answers_queries(it: Examiner) -> None:
    """It answers `query turn`, `card` and `moves` rightly, or with `error`."""
    await it.send(f"position {MIDDLE}")
    right = {"turn": "1", "card": "O2"}
    for what, expected in (*right.items(), ("moves", "")):
        await it.send(f"query {what}")
        for line in await it.ready():
            words = line.split()
            if words[:1] != ["response"]:
                continue
            if what == "moves":
                legal = sorted(legal_moves(read_played_position(MIDDLE.split())))
                is_right = sorted(words[1:]) == legal
            else:
                is_right = words[1:] == [expected]
            if not is_right:
                raise NotConformingError(f"it answered {shortened(line)} to `query {what}`")


async def quits(it: Examiner) -> None:
    """It ends soon after `quit`, even during a search."""
    await it.send(f"position {MIDDLE}")
    await it.send("go infinite")
    await it.send("quit")
    await wait_for_end(it.process)


async def ends_with_input(it: Examiner) -> None:
    """It ends soon after its input has ended, even during a search."""
    assert it.process.process.stdin is not None
    await it.send(f"position {MIDDLE}")
    await it.send("go infinite")
    it.process.process.stdin.close()
    await wait_for_end(it.process)


async def wait_for_end(process: EngineProcess) -> None:
    """Read what still comes until the engine has ended."""
    try:
        async with asyncio.timeout(END_SECONDS):
            with suppress(EngineError):
                while True:
                    await process.read()
                    await asyncio.sleep(0)
            while process.is_running:
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise NotConformingError(f"it was still running after {END_SECONDS:g} s") from None


CHECKS: tuple[Callable[[Examiner], Awaitable[None]], ...] = (
    names_itself,
    is_ready,
    survives_nonsense,
    *(plays_in(mode) for mode in MODES),
    plays_in("2p", open_cards=True),
    plays_moves,
    keeps_time,
    searches_until_stopped,
    answers_once,
    needs_a_card,
    refuses_positions,
    repeats_itself,
    answers_queries,
    quits,
    ends_with_input,
)


async def examine(command: str | Sequence[str]) -> AsyncGenerator[Verdict, None]:
    """Check one sentence after the other; after a failure, the engine is started anew.

    If it cannot even shake hands, nothing else is checked.
    """
    it: Examiner | None = None
    try:
        for check in CHECKS:
            sentence = (check.__doc__ or "").strip()
            is_first = check is CHECKS[0]
            try:
                if it is None:
                    it = Examiner(await EngineProcess.start(command))
                    await it.shake_hands()
                await check(it)
            except (NotConformingError, PuntoError) as error:
                yield Verdict(sentence, str(error))
                if is_first or it is None:
                    return
            else:
                yield Verdict(sentence)
                if it.process.is_running:
                    continue
            await it.process.close()
            it = None
    finally:
        if it is not None:
            await it.process.close()
