"""Every question gives the known answer to rounds that were made up."""

from random import Random

import pytest

from lab.study.samples import LEVEL, deal, equals, play
from punto.lab.study.answer import Answer
from punto.lab.study.questions import QUESTIONS, cards
from punto.lab.study.record import Deal
from punto.lab.study.series import SERIES, Kind, Series
from punto.rules.card import cards_of
from punto.rules.facts import MODES, Colour

DUEL = Series(Kind.DUEL, "2p", ("hard", "medium"))


def values(answer: Answer, *labels: str) -> list[float | None]:
    """Return the figures of one row."""
    row = next(row for row in answer.rows if row.labels == labels)
    for found in row.found:
        assert found is None or found.low <= found.value <= found.high
    return [None if found is None else round(found.value, 3) for found in row.found]


def ask(name: str, series: Series, deals: list[Deal]) -> Answer:
    assert QUESTIONS[name].series(series)
    return QUESTIONS[name].answer({series: deals})


def test_who_starts_and_how_rounds_end() -> None:
    deals = [
        deal(
            number,
            play(1, start=1, cells=("f6", "g6", "f6")),
            play(2, start=2, end="stalemate", cells=("f6", "g6", "h6", "i6", "j6")),
            play(1, start=2, cells=("f6",)),
            play(0, start=1, cells=("f6",)),
        )
        for number in range(10)
    ]
    assert values(ask("first-seat", equals(), deals), "2p", LEVEL) == [0.625, 0.375, None, None]
    assert values(ask("endings", equals(), deals), "2p", LEVEL) == [0.5, 0.25, 0.25]
    assert values(ask("length", equals(), deals), "2p", LEVEL) == [2.5, 2.0, 0.1]


def test_partners_have_the_same_place_in_the_order_of_play() -> None:
    deals = [deal(number, play(1, start=3), play(2, start=3)) for number in range(4)]
    assert values(ask("first-seat", equals("teams"), deals), "teams", LEVEL)[:2] == [0.5, 0.5]
    deals = [deal(number, play(2, start=4)) for number in range(4)]
    assert values(ask("first-seat", equals("teams"), deals), "teams", LEVEL)[:2] == [1, 0]


def test_decks_that_decide_everything_are_all_luck() -> None:
    deals = [
        deal(number, *(play(1 + number % 2, start=start) for start in (1, 2)))
        for number in range(20)
    ]
    assert values(ask("luck", equals(), deals), "2p", LEVEL, LEVEL) == [1, 0, 0, 0]


@pytest.mark.parametrize("mode", ["2p", "4p"])
def test_luck_skill_and_order_are_told_apart(mode: str) -> None:
    """Simulated duels: the shares that went into them come out again, for two sides and four."""
    random, sides = Random(3), len(MODES[mode].sides)
    series = Series(Kind.DUEL, mode, ("hard", "medium"))
    edge, starting, spread, deals = 0.3, 0.2, 0.8, []
    for number in range(2000):
        start = random.randint(1, sides)
        decks = [random.choice((-spread, spread)) for _ in range(sides)]
        plays = []
        for mine in range(sides):
            players = tuple("hard" if side == mine else "medium" for side in range(sides))
            weights = [
                1 + decks[side] / 2 + (side == mine) * edge + (side == start - 1) * starting
                for side in range(sides)
            ]
            (winner,) = random.choices(range(1, sides + 1), weights)
            plays.append(play(winner, start=start, players=players))
        deals.append(deal(number, *plays))
    row = ask("luck", series, deals).rows[0]
    # The truth, by the chances themselves, which the analysis does not see.
    even, total = 1 / sides, (1 / sides) * (1 - 1 / sides)
    chances = truth(sides, edge, starting, spread)
    lead, order, luck = chances["mine"] - even, chances["order"], chances["luck"]
    expected = [luck / total, lead**2 / (sides - 1) / total, order / total]
    for found, known in zip(row.found, expected, strict=False):
        assert found is not None
        assert found.low < known < found.high
        assert found.high - found.low < 0.15
    assert sum(found.value for found in row.found if found) == pytest.approx(1)


def truth(sides: int, edge: float, starting: float, spread: float) -> dict[str, float]:
    """Return the variances by going through many decks, without drawing winners."""
    random, count = Random(4), 2000
    mine = luck = 0.0
    places = [0.0] * sides
    for _ in range(count):
        decks = [random.choice((-spread, spread)) for _ in range(sides)]
        tables = []
        for who in range(sides):
            weights = [
                1 + decks[side] / 2 + (side == who) * edge + (side == 0) * starting
                for side in range(sides)
            ]
            tables.append([weight / sum(weights) - 1 / sides for weight in weights])
        mine += sum(tables[who][who] + 1 / sides for who in range(sides)) / sides / count
        for side in range(sides):
            places[side] += sum(table[side] for table in tables) / sides / count
            luck += sum(
                one[side] * other[side] for one in tables for other in tables if one is not other
            ) / (sides * (sides * (sides - 1)) * count)
    order = sum(place * place for place in places) / sides
    lead = mine - 1 / sides
    return {"mine": mine, "order": order, "luck": luck - order + (lead / (sides - 1)) ** 2}


def test_the_stronger_player_is_counted_on_every_side() -> None:
    deals = [
        deal(
            number,
            play(1, players=("hard", "medium")),
            play(2 if number % 2 else 1, players=("medium", "hard")),
        )
        for number in range(8)
    ]
    found = values(ask("stronger-player", DUEL, deals), "2p", "hard", "medium")
    assert found == [0.75, 0.25]
    habit = Series(Kind.DUEL, "2p", ("never-covers", "hard"))
    swapped = [deal(each.number, play(2, players=("never-covers", "hard"))) for each in deals]
    answer = ask("covering", habit, swapped)
    assert values(answer, "never covers a rival's card unless that wins", "2p") == [0, -0.5]


def test_the_worth_of_cards_is_what_was_put_in() -> None:
    """The result depends on early nines and ones alone: 4 points for a nine, -4 for a one."""
    random, deals, early = Random(5), [], cards.EARLY_CARDS["2p"]
    for number in range(2000):
        decks = []
        for colours in ((Colour.RED, Colour.ORANGE), (Colour.BLUE, Colour.GREEN)):
            deck = [card for colour in colours for card in cards_of(colour)]
            random.shuffle(deck)
            decks.append(deck)
        lead = [
            sum((card.value == 9) - (card.value == 1) for card in deck[:early]) for deck in decks
        ]
        chance = 0.5 + 0.04 * (lead[0] - lead[1])
        plays = [play(1 if random.random() < chance else 2, start=start) for start in (1, 2)]
        deals.append(deal(number, *plays, decks=[" ".join(map(str, deck)) for deck in decks]))
    answer = ask("cards", equals(), deals)
    for row in answer.rows:
        (found,) = row.found
        known = {"9": 0.04, "1": -0.04, "neutral": None}.get(row.labels[0], 0.0)
        if known is None:
            assert found is None
        else:
            assert found is not None
            assert found.value == pytest.approx(known, abs=0.02)


def test_a_missing_card_is_compared_with_the_same_decks() -> None:
    series = Series(Kind.MISSING, "2p", (LEVEL,))
    deals = [
        deal(
            number,
            play(2, label="whole 2"),
            play(1, label="9 2"),
            play(2 if number % 2 else 1, label="5 2"),
            play(2, label="1 2"),
        )
        for number in range(8)
    ]
    answer = ask("missing-card", series, deals)
    changes = [values(answer, "2p", value)[1] for value in ("9", "5", "1")]
    assert changes == [-1, -0.5, 0]


def test_what_the_removed_card_costs() -> None:
    series = Series(Kind.REMOVED, "2p", (LEVEL,))
    drawn = deal(0, play(0, label="first"))  # nobody lost a card, so nothing follows
    deals = [
        deal(
            number,
            play(2, label="first", removed="B9" if number % 2 else "G5"),
            play(2, label="whole"),
            play(2 if number % 4 else 1, label="B9"),
        )
        for number in range(8)
    ]
    answer = ask("removed-card", series, [drawn, *deals])
    assert values(answer, "2p") == [7, 0.5, 1, 0.75, -0.25]
    assert answer.rows[0].deals == 8


def test_what_tie_rules_change() -> None:
    series = Series(Kind.MATCH, "2p", (LEVEL,), edition="german-2018")
    # Total points 20 against 18, lowest row 5 against 9: the editions disagree.
    tie = play(2, start=2, end="stalemate", runs=((5, 15), (9, 9)))
    more_rows = play(1, start=2, end="stalemate", runs=((5, 15), (9,)))
    deals = [deal(number, tie, more_rows, play(2, start=1)) for number in range(4)]
    assert values(ask("editions", series, deals), "2p", "german-2018") == [3, 1, 0.333]


def test_winning_rows_inside_the_square() -> None:
    corners = ("f6", "a1")
    inside = play(1, cells=corners, row=("b2", "c2", "d2", "e2", "f2"))
    unsettled = play(1, cells=("f6", "b1"), row=("b2", "c2", "d2", "e2", "f2"))
    deals = [deal(number, inside, unsettled) for number in range(4)]
    # Of the 32 rows of five, 8 lie on an edge. The others across and down have 4 cells inside each,
    # and the diagonals 4, 4, 3 and 3 in both directions: 92 of 160 cells.
    assert values(ask("winning-rows", equals(), deals), "2p") == [0.8, round(0.8 - 92 / 160, 3)]


def test_fairness_compares_the_modes() -> None:
    equal = equals()
    deals = [
        deal(number, play(1, start=1), play(2 if number % 2 else 1, start=2))
        for number in range(20)
    ]
    duels = [
        deal(
            number,
            play(1, players=("hard", "medium")),
            play(2, players=("medium", "hard")),
        )
        for number in range(20)
    ]
    answer = QUESTIONS["fairest-mode"].answer({equal: deals, DUEL: duels})
    starting, gap, _, skill = values(answer, "2p")
    assert (starting, gap, skill) == (0.5, 1.0, 1.0)


def test_every_series_is_asked_for_and_has_its_own_file() -> None:
    names = [series.name for series in SERIES]
    assert len(set(names)) == len(names)
    for series in SERIES:
        assert any(question.series(series) for question in QUESTIONS.values()), series.name
