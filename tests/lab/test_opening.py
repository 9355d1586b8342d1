"""Openings: which positions are, how matches from them are played, and what their records hold."""

from pathlib import Path
from random import Random

import pytest

from punto import Match, PuntoError, read_position, read_record, write_position
from punto.lab.arena import run_arena
from punto.lab.move_cost import read_costs
from punto.lab.opening import read_opening, split_lines
from punto.lab.settings import Settings

MODES = ("2p", "3p", "4p", "teams")


def after(mode: str, plies: int, seed: int = 1) -> Match:
    """Play some cards at random in a first round."""
    random = Random(f"{mode} {plies} {seed}")
    match = Match(mode, seed=random.randbytes(32))
    for _ in range(plies):
        match.place(random.choice(match.legal_cells))
    assert match.round_number == 1
    return match


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("plies", [0, 1, 6, 13])
def test_an_order_is_found_for_what_was_played(mode: str, plies: int) -> None:
    for seed in range(4):
        position = after(mode, plies, seed).position()
        opening = read_opening(write_position(position))
        assert len(opening.cells) == plies
        match = opening.begin("german-2018", 1, bytes(32))
        match.place(match.legal_cells[0])
        whole = opening.whole(match)
        assert whole.position() == match.position()
        assert whole.at(1, plies).position().table == position.table
        assert (whole.edition.name, whole.rounds_to_win) == ("german-2018", 1)


@pytest.mark.parametrize("mode", MODES)
def test_matches_begin_with_it_from_every_seat(mode: str, tmp_path: Path) -> None:
    texts = tuple(write_position(after(mode, plies).position()) for plies in (4, 7))
    settings = Settings(("greedy", "random"), mode=mode, rounds_to_win=1, matches=8, openings=texts)
    results = run_arena(settings, tmp_path, jobs=0)
    assert not results.faults
    for match in results.matches:
        text = (tmp_path / "records" / match.records[0]).read_text("utf-8")
        record = read_record(text)
        tags = dict(record.tags)
        position = read_position(tags["Opening"])
        plies = len(position.table)
        begun = record.match.at(1, plies)
        assert begun.table == position.table
        assert begun.card == position.card
        costs = read_costs(text)
        assert costs[0][:plies] == [None] * plies
        assert all(cost and cost.milliseconds > 0 for cost in costs[0][plies:])
        assert sum(map(len, costs)) == sum(len(each.placements) for each in record.match.rounds)
        seeded = Match.from_position(begun.position(), seed=tags["OpeningSeed"])
        assert seeded.round.decks == tuple(
            deck[-len(left) :] if left else ()
            for deck, left in zip(record.match.rounds[0].decks, seeded.round.decks, strict=True)
        )
    assert (
        len({dict(record_tags(tmp_path, it.records[0]))["Opening"] for it in results.matches}) == 2
    )


def record_tags(folder: Path, name: str) -> list[tuple[str, str]]:
    record = read_record((folder / "records" / name).read_text("utf-8"))
    return [(tag[0], tag[1]) for tag in record.tags]


def test_other_positions_are_refused() -> None:
    def settings(*openings: str) -> Settings:
        return Settings(("greedy", "random"), openings=openings)

    good = write_position(after("2p", 3).position())
    with pytest.raises(PuntoError, match="opening 2: position"):
        settings(good, "what is this")
    with pytest.raises(PuntoError, match="opening 1: expected a position of mode 2p, got 3p"):
        settings(write_position(after("3p", 3).position()))
    second = Match("2p", seed=bytes(32))
    while second.round_number == 1:
        second.place(second.legal_cells[0])
    with pytest.raises(PuntoError, match="expected a position of round 1, got round 2"):
        settings(write_position(second.position()))
    with pytest.raises(PuntoError, match="expected no options"):
        settings(write_position(Match("2p", seed=bytes(32), open_cards=True).position()))
    fields = good.split()
    counts = fields[10].split(":")
    fields[10] = f"{counts[0]}:{int(counts[1]) - 1}"
    own, theirs = fields[11].split(":")
    fields[11] = f"{own}:{theirs[:-1]}"
    with pytest.raises(PuntoError, match="a first round with all cards can reach"):
        settings(" ".join(fields))


def test_lines_of_a_file() -> None:
    assert split_lines("# openings\n\n2p a \n2p b # sharp\n") == ("2p a", "2p b")
