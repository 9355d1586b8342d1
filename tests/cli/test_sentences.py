"""Moves and ends in sentences, in every language."""

import pytest

import punto as library
from cli.terminal import VECTORS
from punto.cli._language import colour_name, set_language
from punto.cli._sentences import bot_name, describe_end, describe_match, describe_verdict, side_name
from punto.cli.analyse import table_lines
from punto.engine import Budget, analyse
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.editions import edition_named
from punto.rules.ending import RoundEnd
from punto.rules.facts import Colour, mode_named
from punto.rules.table import Run
from punto.words import LANGUAGES

NAMES = ("Ada", "Ben", "Cleo", "Dag")
CELLS = tuple(map(Cell, ("f6", "g6", "h6")))


def row(*values: int) -> Run:
    return Run(CELLS, tuple(Card(f"R{value}") for value in values))


def verdict(edition: str, winner: int | None, *runs: tuple[Run, ...]) -> str:
    end = RoundEnd("stalemate" if winner else "draw", 1, winner, None, runs)
    return describe_verdict(mode_named("3p"), edition_named(edition), end, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_team_is_named_by_both(language: str) -> None:
    set_language(["--language", language])
    first, joined, second = side_name(mode_named("teams"), 1, NAMES).split()
    assert (first, second) == ("Ada", "Cleo")
    assert joined in ("and", "und", "og", "ja", "och")


def test_bots_are_named_as_on_the_page() -> None:
    set_language(["--language", "de"])
    assert (bot_name("hard 2"), bot_name("medium")) == ("Schwer 2", "Mittel")
    assert bot_name("somebody 2") == "somebody 2"


@pytest.mark.parametrize("mode", ["2p", "3p", "4p", "teams"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_introduction_ties_letters_to_colours(mode: str, language: str) -> None:
    set_language(["--language", language])
    said = describe_match(library.Match(mode, start=1), NAMES)
    assert "{" not in said
    assert all(said.count(f"{colour.letter} {colour_name(colour)}") == 1 for colour in Colour)


def test_verdicts_are_those_of_the_page() -> None:
    low, high = row(1, 2, 3), row(4, 5, 6)
    assert verdict("english-2018", None, (), (), ()) == "Nobody has a row: the round is a draw."
    assert verdict("english-2018", None, (low,), (low,), ()) == "All equal: the round is a draw."
    assert verdict("english-2018", 2, (), (low,), ()) == "Ben wins the round: 1 row against 0."
    assert verdict("english-2018", 1, (low, low), (low,), ()).endswith("2 rows against 1.")
    assert verdict("english-2018", 1, (low,), (high,), (high,)).endswith(": 6 beats 15.")
    totals = verdict("english-2018", 1, (low, low), (low, high), ())
    assert totals.endswith(": 12 beats 21.")
    lowest = verdict("german-2018", 1, (low, high), (high, high), ())
    assert lowest.endswith(": 6 beats 15.")


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Ada wins", "Ada and Cleo win"),
        ("de", "Ada gewinnt", "Ada und Cleo gewinnen"),
        ("fi", "Ada voittaa", "Ada ja Cleo voittavat"),
        ("is", "Ada vinnur", "Ada og Cleo vinna"),
        ("sv", "Ada vinner", "Ada och Cleo vinner"),
    ],
)
def test_a_team_takes_a_plural_verb(language: str, one: str, two: str) -> None:
    set_language(["--language", language])
    own, other = row(1, 2, 3, 4), row(5, 6, 7, 8)
    ends = [
        RoundEnd("line", 1, 1, None, ((own,), ())),
        RoundEnd("stalemate", 2, 1, None, ((own,), ())),
        RoundEnd("stalemate", 2, 1, None, ((own,), (other,))),
    ]
    for end in ends:
        for mode, start in (("2p", one), ("teams", two)):
            said = describe_verdict(mode_named(mode), edition_named("english-2018"), end, NAMES)
            assert said.startswith(f"{start} ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["3p-german-2018-1", "3p-english-2018-4", "2p-english-2018-1"])
def test_ends_have_no_gaps(name: str, language: str) -> None:
    set_language(["--language", language])
    match = library.read_record((VECTORS / f"{name}.punto").read_bytes()).match
    for round_ in match.rounds:
        if round_.end:
            said = describe_end(match.mode, match.edition, round_.end, NAMES)
            assert "{" not in said
            assert all(line.endswith(".") for line in said.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_of_an_analysis_stand_under_their_words(language: str) -> None:
    set_language(["--language", language])
    found = analyse(library.Match("3p", seed=bytes(32), start=1), Budget(simulations=20))
    head, *rows = table_lines(found, NAMES, None)
    assert rows
    assert {len(row) for row in rows} == {len(head)}
