"""Lines of the protocol are read as they are written."""

import pytest

from punto import PuntoError, read_move
from punto.engine import Budget
from punto.protocol.lines import Go, Info, Option, read_go, read_info, read_option


def test_infos_are_read_as_they_are_written() -> None:
    moves = tuple(map(read_move, ("O8@f6", "B3@f7")))
    for info in (Info(moves, 300, 12, 2, 90, (0.25, 0.5), (0.01, 0.02)), Info(moves[:1])):
        assert read_info(str(info).split()[1:]) == info


def test_unknown_words_of_an_info_are_skipped() -> None:
    words = ["depth", "3", "score", "cp", "20", "simulations", "5", "nps", "99", "pv", "O8@f6"]
    assert read_info(words) == Info((read_move("O8@f6"),), 5)
    assert read_info(["string", "pv", "is", "fine"]) is None
    assert read_info([]) is None


@pytest.mark.parametrize(
    "text", ["pv z9", "chances 2 pv O8@f6", "chances x 0.1.1 pv O8", "visits -1 pv O8@f6"]
)
def test_an_info_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(PuntoError) as caught:
        read_info(text.split())
    assert caught.value.code == "unreadable-info"


def test_options_are_read_as_they_are_written() -> None:
    for option in (
        Option("Skill Level", "spin", "20", -5, 20),
        Option("Style", "combo", "bold move", choices=("bold move", "shy")),
        Option("Clear", "button"),
    ):
        assert read_option(str(option).split()[1:]) == option
    for wrong in ("name x", "type spin", "name x type y", "name x type spin min 1.5"):
        with pytest.raises(PuntoError):
            read_option(wrong.split())


def test_limits_of_a_search_are_read_as_they_are_written() -> None:
    for go in (Go(), Go(Budget(5)), Go(Budget(milliseconds=7)), Go(Budget(5, 7))):
        assert read_go(str(go).split()[1:]) == go
    assert read_go(["nodes", "5"]) == Go(Budget(5))
    assert read_go([]) == Go()


@pytest.mark.parametrize(
    "text",
    [
        "simulations",
        "simulations 0",
        "simulations 1e9",
        "simulations ٣",
        "simulations 99999999999999999999",
        "simulations 5 nodes 5",
        "movetime -5",
        "depth 5",
        "infinite nodes 1",
    ],
)
def test_limits_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(PuntoError):
        read_go(text.split())
