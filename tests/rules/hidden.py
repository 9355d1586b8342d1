"""Other worlds: matches of the same public history whose hidden cards lie differently."""

from collections import Counter
from random import Random

from punto import Card, Match, Round

Decks = list[list[Card]]


def told(match: Match, deals: list[Decks] | None = None) -> Match:
    """Make the match again with its own deals, or with others, told instead of drawn."""
    return Match(
        match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        start=match.start,
        open_cards=match.open_cards,
        deals=deals or [known(round_) for round_ in match.rounds],
        cells=[laid.cell for round_ in match.rounds for laid in round_.placements],
    )


def another_world(match: Match, chance: Random) -> Match:
    """Make a match in which nobody has seen anything else, but what nobody saw differs."""
    deals = [known(round_) for round_ in match.rounds]
    seen = [[seen_of(match, round_, seat) for seat in match.mode.seats] for round_ in match.rounds]
    if match.mode.neutral is not None:
        leave_others(match, deals, seen[-1], chance)
        relabel(match, deals, seen, chance)
        if len(deals) == 1:
            exchange(deals[-1], seen[-1], list(match.mode.seats), match.mode.neutral, chance)
    if match.mode.is_teams:
        for side in match.mode.sides:
            exchange(deals[-1], seen[-1], list(side.seats), None, chance)
    for decks, counts in zip(deals, seen, strict=True):
        for deck, count in zip(decks, counts, strict=True):
            tail = deck[count:]
            chance.shuffle(tail)
            deck[count:] = tail
    return told(match, deals)


def known(round_: Round) -> Decks:
    """Copy the decks of a round in which all cards are known."""
    return [[card for card in deck if card is not None] for deck in round_.decks]


def seen_of(match: Match, round_: Round, seat: int) -> int:
    """Count the cards of a seat's deck that everybody has seen."""
    return round_.turns_taken(seat) + (round_.face_up(seat) is not None)


def exchange(
    decks: Decks, seen: list[int], seats: list[int], colour: int | None, chance: Random
) -> None:
    """Let seats exchange unseen cards, of one colour or all, as chance has it."""
    places = [
        (seat - 1, place)
        for seat in seats
        for place in range(seen[seat - 1], len(decks[seat - 1]))
        if colour is None or decks[seat - 1][place].colour == colour
    ]
    cards = [decks[seat][place] for seat, place in places]
    chance.shuffle(cards)
    for (seat, place), card in zip(places, cards, strict=True):
        decks[seat][place] = card


def relabel(match: Match, deals: list[Decks], seen: list[list[int]], chance: Random) -> None:
    """Let two neutral cards of which no copy was ever seen change their values."""
    shown = {
        card
        for decks, counts in zip(deals, seen, strict=True)
        for deck, count in zip(decks, counts, strict=True)
        for card in deck[:count]
    }
    hidden = {
        card for deck in deals[0] for card in deck if card.colour is match.mode.neutral
    } - shown
    if len(hidden) < 2:
        return
    one, other = chance.sample(sorted(hidden), 2)
    names = {one: other, other: one}
    for decks in deals:
        decks[:] = [[names.get(card, card) for card in deck] for deck in decks]


def leave_others(match: Match, deals: list[Decks], seen: list[int], chance: Random) -> None:
    """Let another of the played neutral cards leave the match than the one that did."""
    if len(deals) < 2:
        return
    before, neutral = match.rounds[-2], match.mode.neutral
    kept = [Counter(of(neutral, before.cards_left(seat))) for seat in match.mode.seats]
    dealt = [Counter(of(neutral, deck)) - mine for deck, mine in zip(deals[-1], kept, strict=True)]
    left = Counter(of(neutral, before.table.cards)) - sum(dealt, Counter())
    for gone in left.elements():
        places = [
            (seat, place)
            for seat, deck in enumerate(deals[-1])
            for place in range(seen[seat], len(deck))
            if deck[place] in dealt[seat]
        ]
        if places:
            seat, place = chance.choice(places)
            dealt[seat][deals[-1][seat][place]] -= 1
            deals[-1][seat][place] = gone
            return


def of(colour: int | None, cards: object) -> list[Card]:
    """Pick the cards of a colour."""
    assert isinstance(cards, list | tuple)
    return [card for card in cards if card is not None and card.colour == colour]
