"""What a person types when asked for a cell: a card is not mistaken for a cell."""

import pytest

from cli.conftest import Here
from punto import Card, Table
from punto.cli._answers import question_card

SEED = "01" * 32
TABLE = Table("d4:G6,e4:R6,e5:G6,f5:B2B3,f6:O9")
HAND = Card("G8")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            "G6",
            "G6 is a card. It lies here: d4, e5. "
            "If you mean the cell, type “g6” with a small letter.",
        ),
        (
            "B3",
            "B3 is a card. It lies here: f5. If you mean the cell, type “b3” with a small letter.",
        ),
        (
            "G8",
            "G8 is the card in your hand, not a cell. "
            "If you mean the cell, type “g8” with a small letter.",
        ),
        ("R6", "R6 is a card. It lies here: e4."),
        ("r6", "R6 is a card. It lies here: e4."),
        ("O1", "O1 is a card, not a cell."),
    ],
)
def test_a_card_is_asked_about(answer: str, sentence: str) -> None:
    assert question_card(answer, TABLE, HAND) == sentence


@pytest.mark.parametrize("answer", ["g6", "b3", "g8", "G5", "B2", "D4", "k11", "undo", "", "?"])
def test_cells_and_commands_are_not(answer: str) -> None:
    assert question_card(answer, TABLE, HAND) is None


def test_a_card_typed_as_a_cell_is_not_placed_before_the_question_is_answered(here: Here) -> None:
    two = ("play", "--people", "1", "2", "--seed", SEED, "--start", "1")
    run = here(*two, said="f6\nB7\nf7\nquit\n")
    assert run.stdout.count("B7 is the card in your hand, not a cell.") == 1
    assert "[B7]" in run.stdout
    last = run.stdout.rpartition("Cards still held")[0]
    assert last.rstrip().splitlines()[-4].startswith("  7 ")
