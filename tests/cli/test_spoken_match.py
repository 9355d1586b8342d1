"""A whole match in the terminal, in the language of the player."""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli.player import WIDTH, play
from punto import Match, read_record
from punto.bots import bot_named
from punto.words import say

MODES = [("2p", "de"), ("3p", "is"), ("3p", "de"), ("teams", "is")]
SHARED = {
    "de": {"bot", "in", "orange", "punto", "sha", "team", "text", "was"},
    "is": {"enter", "punto", "sha"},
}
"""Words that both languages share."""

NAMES = {name.lower() for name in bot_named("greedy").names}

WORD = re.compile(r"[^\W\d_]{2,}")
ROW_OF_THE_TABLE = re.compile(r"^ {1,2}\d{1,2} .*$", re.MULTILINE)


@cache
def played(mode: str, language: str) -> tuple[str, Match]:
    """Play a match; return the screen and the match."""
    with TemporaryDirectory() as folder:
        record = Path(folder) / "m.punto"
        arguments = ("--mode", mode, "--bot", "greedy", "--rounds-to-win", "1", "--start", "1")
        screen = play(language, record, *arguments)
        match = read_record(record.read_bytes()).match
        assert match.commitment
        assert match.commitment in screen
        assert match.seed
        assert match.seed.hex() in screen
        return screen.replace(match.commitment, "").replace(match.seed.hex(), ""), match


def words_of(screen: str) -> set[str]:
    return {word.lower() for word in WORD.findall(screen)}


@pytest.mark.parametrize(("mode", "language"), MODES)
def test_no_english_word_is_left(mode: str, language: str) -> None:
    english, _ = played(mode, "en")
    theirs, match = played(mode, language)
    assert match.over
    assert len(words_of(english)) > 60
    left = words_of(theirs) & words_of(english) - SHARED[language] - NAMES
    assert sorted(left) == []


@pytest.mark.parametrize(("mode", "language"), MODES)
def test_the_match_and_the_table_are_the_same_in_every_language(mode: str, language: str) -> None:
    english, first = played(mode, "en")
    theirs, second = played(mode, language)
    assert [r.placements for r in second.rounds] == [r.placements for r in first.rounds]
    rows = ROW_OF_THE_TABLE.findall(english)
    assert len(rows) > 50
    assert ROW_OF_THE_TABLE.findall(theirs) == rows


@pytest.mark.parametrize(("mode", "language"), MODES)
def test_no_word_is_cut_at_the_edge(mode: str, language: str) -> None:
    screen, _ = played(mode, language)
    question = say("play.where", language)
    said = [line for line in screen.splitlines() if question not in line]
    assert max(map(len, said)) > WIDTH - 10
    assert [line for line in said if len(line) > WIDTH] == []


@pytest.mark.parametrize(("mode", "language"), MODES)
def test_everything_that_matters_is_said(mode: str, language: str) -> None:
    shown, match = played(mode, language)
    screen = " ".join(shown.split())
    assert say(f"mode.{mode}.needs", language) in screen
    assert say("error.unreadable-cell", language, came="'z9'") in screen
    assert say("error.nothing-to-undo", language).removesuffix(".") in screen
    assert say("tell.undone", language, count=len(match.mode.seats)) in screen
    assert say("play.help.undo", language) in screen
    assert say("bot.greedy", language) in screen
    end = match.rounds[-1].end
    assert end is not None
    assert end.removed is not None
    card = say(f"card.{end.removed.colour.letter}", language, value=end.removed.value)
    assert say("tell.removed", language, card=card) in screen
    last = shown.strip().splitlines()[-2]
    winner = match.mode.sides[(end.winner or 1) - 1]
    assert last.endswith(say("over.won", language, count=len(winner.seats), winner="") + ".")
