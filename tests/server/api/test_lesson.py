"""The coached match: the page has the newest, every state is legal, and it teaches what it says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.rules.card import ALL_CARDS
from punto.rules.facts import MODES
from punto.rules.table import Table
from punto.server.api import lesson
from punto.server.api.page_data import outdated
from punto.words import LANGUAGES, texts

WIRE = Path(__file__).parents[3] / "web" / "src" / "wire"
LESSON: Any = json.loads((WIRE / "lesson.json").read_text("utf-8"))
LINE = MODES["2p"].line
TAUGHT = ["beside", "top", "square", "inside", "block", "build", "win", "stalemate"]


def table_of(stacks: dict[str, str]) -> Table:
    """Lay all cards of a table again: the rules refuse one that cannot come about."""
    return Table(",".join(f"{cell}:{cards.replace(' ', '')}" for cell, cards in stacks.items()))


def moments() -> Iterator[tuple[Any, Table, str]]:
    """Yield every step with the table and the card of that moment, along all choices."""
    for chapter in LESSON["chapters"]:
        table = table_of(chapter["match"]["stacks"])
        lay(table, chapter["match"]["turn"], chapter["opening"])
        yield from below(chapter["step"], table, chapter["opening"]["turn"])


def below(step: Any, table: Table, turn: Any) -> Iterator[tuple[Any, Table, str]]:
    assert turn["seat"] == 1
    assert turn["cells"].split() == [str(cell) for cell in table.legal_cells(turn["card"])]
    assert set(step["accepted"].split()) <= set(turn["cells"].split())
    assert step["accepted"]
    yield step, table, turn["card"]
    for cell, answer in step.get("answers", {}).items():
        own, other = answer["events"]
        twin = table.copy()
        lay(twin, turn, own)
        assert own["cell"] == cell
        lay(twin, own["turn"], other)
        yield from below(answer["step"], twin, other["turn"])


def lay(table: Table, turn: Any, placed: Any) -> None:
    """Lay a card by the rules, and compare what is said about it."""
    assert (placed["seat"], placed["card"]) == (turn["seat"], turn["card"])
    assert turn["cells"].split() == [str(cell) for cell in table.legal_cells(turn["card"])]
    assert placed["on_top"] == (table[placed["cell"]] is not None)
    table.place(placed["card"], placed["cell"])
    assert not table.runs_through(placed["cell"], LINE)


def test_the_page_has_the_newest_lesson() -> None:
    assert "lesson.json" not in outdated(WIRE)


def test_every_state_is_legal_along_every_choice() -> None:
    assert len(list(moments())) > 20


def test_the_decks_are_whole_and_the_coach_is_beaten() -> None:
    for deal in lesson.deals():
        assert sorted(map(str, deal[0] + deal[1]))[:2] == ["B1", "B1"]
    assert lesson.prepared().winner == lesson.LEARNER
    assert [round_.end.kind for round_ in lesson.prepared().rounds if round_.end] == [
        "line",
        "stalemate",
    ]


def test_it_is_about_eight_cards_in_the_order_of_the_rules() -> None:
    first: list[str] = []
    for step, _table, _card in moments():
        if step["name"] not in first:
            first.append(step["name"])
    assert first == TAUGHT


@pytest.mark.parametrize("name", TAUGHT)
def test_what_is_accepted_shows_what_the_step_teaches(name: str) -> None:
    for step, table, card in moments():
        if step["name"] != name:
            continue
        legal = [str(cell) for cell in table.legal_cells(card)]
        accepted = step["accepted"].split()
        assert accepted == [cell for cell in legal if teaches(name, table, card, cell)]


def teaches(name: str, table: Table, card: str, cell: str) -> bool:
    """Whether a card on a cell shows what a step is about, found without the lesson's own code."""
    box, taken = table.box, table[cell] is not None
    after = table.copy()
    after.place(card, cell)
    match name:
        case "beside" | "inside":
            return not taken  # these cards are too low to cover anything
        case "top":
            return taken
        case "square":
            return (after.box.width, after.box.height) > (box.width, box.height)
        case "block":
            return not any(
                completes(after, str(blue), str(there))
                for blue in ALL_CARDS
                if blue.colour.letter == "B"
                for there in after.legal_cells(blue)
            )
        case "build":
            return bool(after.runs_through(cell, LINE - 1))
        case "win":
            return bool(after.runs_through(cell, LINE))
        case _:  # the coach cannot lay her 1 on a full table
            return not after.legal_cells("B1")


def completes(table: Table, card: str, cell: str) -> bool:
    twin = table.copy()
    twin.place(card, cell)
    return bool(twin.runs_through(cell, LINE))


def test_the_square_is_closed_before_the_card_inside() -> None:
    for step, table, _card in moments():
        size = (table.box.width, table.box.height)
        assert (size == (6, 6)) == (step["name"] not in ("beside", "top", "square"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_has_words_for_everything(language: str) -> None:
    known = texts(language)
    for step, table, card in moments():
        key = f"coach.{step['name']}"
        assert key in known
        is_free = len(step["accepted"].split()) == len(table.legal_cells(card))
        assert (f"{key}.nudge" in known) == (not is_free)
        assert (f"{key}.done" in known) == ("last" in step)
        assert (f"{key}.end" in known) == bool(step.get("last", {}).get("then"))


def test_the_rounds_end_as_the_rules_say() -> None:
    ends = [
        (step["name"], one["end"]["kind"], one["end"]["winner"], step["last"]["match"])
        for step, _table, _card in moments()
        for one in step.get("last", {}).get("then", [])
        if one["kind"] == "round_ended"
    ]
    assert [(name, kind, winner) for name, kind, winner, _ in ends] == [
        ("win", "line", 1),
        ("stalemate", "stalemate", 1),
    ]
    assert [match["wins"] for *_, match in ends] == [[1, 0], [2, 0]]
    assert [match["removed"][0] for *_, match in ends] == ["R8", "R8 R7"]
