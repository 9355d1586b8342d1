"""Looks into simulations, which only the interpreted kernel allows: who draws what, how often?"""

import sys
from collections import Counter
from typing import Any

from punto import Card, Position, read_position
from punto.engine.layout import layout_of
from punto.engine.simulation import Simulation

from .positions import puzzle, random_position

KEPT = "3p english-2018 2 - 2 1:0:0 R9:-:- f6:G1,g6:O1 1 R5:-:- 3:2:3 R2:O3:B3 1:1:2 -:G5:- G23467"
"""Seat 2 keeps the green 5; of five others three are with seats 1 and 3, and two are gone."""


def check_draws(position: Position, rounds: int) -> list[list[Counter[Card]]]:
    """Draw all cards many times; each seat must get its number, and no card twice."""
    layout = layout_of(position)
    game: Any = Simulation(layout, 7)
    firsts: list[list[Counter[Card]]] = [[Counter() for _ in range(2)] for _ in layout.hidden]
    for _ in range(rounds):
        game.deal()
        drawn: Counter[Card] = Counter()
        for seat in range(layout.seats):
            shown = [Card(layout.shown[seat])] if layout.shown[seat] else []
            cards = [Card(game.draw(seat)) for _ in range(layout.hidden[seat] + len(shown))]
            assert cards[: len(shown)] == shown
            assert game.draw(seat) == 0
            hidden = Counter(cards[len(shown) :])
            neutral = sum(card.colour is position.mode.neutral for card in cards)
            in_hand = position.card if seat == layout.seat else None
            in_hand_neutral = in_hand is not None and in_hand.colour is position.mode.neutral
            assert neutral == position.neutrals[seat] - in_hand_neutral
            assert not Counter(position.kept[seat]) - hidden
            firsts[seat][0].update(cards[:1])
            firsts[seat][1].update(hidden)
            drawn += hidden
        own = [card for cards in position.unseen for card in cards]
        assert all(drawn[card] == count for card, count in Counter(own).items())
        everything = Counter([*own, *position.unseen_neutrals])
        everything.update(card for cards in position.kept for card in cards)
        assert drawn <= everything
    return firsts


def check_share(count: int, rounds: int, share: float) -> None:
    """Refuse a share that chance gives once in a million times."""
    assert abs(count / rounds - share) < 5 * (share * (1 - share) / rounds) ** 0.5, (count, share)


def check_kept(rounds: int) -> None:
    """The kept card is always there; each loose one is anywhere as often as any other."""
    first, second, third = check_draws(read_position(KEPT), rounds)
    assert second[1][Card("G5")] == rounds
    for name in ("G2", "G3", "G4", "G6", "G7"):
        check_share(first[1][Card(name)], rounds, 1 / 5)
        check_share(third[1][Card(name)], rounds, 2 / 5)
        check_share(first[0][Card(name)], rounds, 1 / 10)
    check_share(first[0][Card("R2")], rounds, 1 / 2)
    check_share(second[0][Card("G5")], rounds, 1 / 2)
    check_share(third[0][Card("B3")], rounds, 1 / 3)


def check_partners(rounds: int) -> None:
    """Whichever partner draws first, each card of the team is his as often as any other."""
    position = puzzle("teams", "f6:R5", "R4", unseen=("R129", "B34"))
    seats = check_draws(position, rounds)
    for name in ("R1", "R2", "R9"):
        check_share(seats[0][0][Card(name)], rounds, 1 / 3)
        check_share(seats[2][0][Card(name)], rounds, 1 / 3)
    check_share(seats[3][0][Card("B3")], rounds, 1 / 2)


if __name__ == "__main__":
    count = int(sys.argv[1])
    check_kept(count)
    check_partners(count)
    for mode in ("2p", "3p", "4p", "teams"):
        for plies in (0, 30, 90):
            for open_cards in (False, True):
                check_draws(random_position(mode, 3, plies, open_cards=open_cards), count // 50)
    print("as it should be")
