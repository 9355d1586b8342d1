"""Puzzles over HTTP: pages, days, and reasons."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from punto.engine import explain
from punto.puzzles import Kind, all_puzzles, puzzle_named, puzzle_of_the_day
from punto.server.api.prices import DEFAULT_PRICE, price_of

from ..in_process import serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with serving(folder / "punto.sqlite") as url, httpx.Client(base_url=url) as client:
        yield client


def test_every_puzzle_is_on_one_page(client: httpx.Client) -> None:
    counts = client.get("/api/puzzles").json()["counts"]
    names = []
    for mode, kinds in counts.items():
        for kind, count in kinds.items():
            page = client.get(f"/api/puzzles/{mode}/{kind}").json()
            assert len(page) == count > 0
            assert all((one["mode"], one["kind"]) == (mode, kind) for one in page)
            names += [one["name"] for one in page]
    assert sorted(names) == sorted(puzzle.name for puzzle in all_puzzles())


def test_a_puzzle_has_all_that_is_needed_to_show_it(client: httpx.Client) -> None:
    shown = client.get(f"/api/puzzles/2p/{Kind.WIN}").json()[0]
    puzzle = puzzle_named(shown["name"])
    position = puzzle.position
    assert shown["card"] == str(position.card)
    assert shown["seat"] == position.seat
    assert shown["cells"].split() == [str(cell) for cell in position.legal_cells]
    assert shown["answer"] == str(puzzle.answer)
    stacks = {str(cell): cards for cell, cards in position.table.stacks().items()}
    assert shown["stacks"] == {cell: " ".join(map(str, cards)) for cell, cards in stacks.items()}


def test_the_puzzle_of_a_day(client: httpx.Client) -> None:
    shown = client.get("/api/puzzles/days/2026-12-24").json()
    assert shown["name"] == puzzle_of_the_day(date(2026, 12, 24)).name
    for nonsense in ("yesterday", "1800000000", "20261224", "2026-12-24T00:00:00"):
        assert client.get(f"/api/puzzles/days/{nonsense}").status_code == 422
    assert client.get("/api/puzzles/days/2026-02-30").status_code == 404


def test_reasons_for_the_answer_and_for_another_cell(client: httpx.Client) -> None:
    puzzle = next(each for each in all_puzzles() if each.kind is Kind.STOP)
    other = next(cell for cell in puzzle.position.legal_cells if cell != puzzle.answer)
    reasons = client.get(f"/api/puzzles/{puzzle.name}/cells/{other}").json()
    for name, cell in (("answer", puzzle.answer), ("tried", other)):
        kinds = [reason["kind"] for reason in reasons[name]]
        assert kinds == [str(reason.kind) for reason in explain(puzzle.position, cell)]
    assert "blocks" in {reason["kind"] for reason in reasons["answer"]}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/puzzles/9p/win", 404),
        ("/api/puzzles/2p/guess", 422),
        ("/api/puzzles/00000000/cells/f6", 404),
        ("/api/puzzles/{name}/cells/z9", 404),
        ("/api/puzzles/{name}/cells/a1", 404),
    ],
)
def test_what_does_not_exist_is_refused(client: httpx.Client, path: str, status: int) -> None:
    answer = client.get(path.format(name=all_puzzles()[0].name))
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "sentence", "values"}


def test_pages_and_reasons_cost_more_than_counting() -> None:
    assert price_of("GET", "/api/puzzles") == DEFAULT_PRICE
    assert price_of("GET", "/api/puzzles/2p/win") > DEFAULT_PRICE
    assert price_of("GET", "/api/puzzles/1f0c9a7e/cells/f6") > DEFAULT_PRICE
