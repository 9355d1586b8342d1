"""The order of the cards is nowhere in the page: not in its traffic, and not in its memory."""

import re
from functools import cache

from playwright.sync_api import Page, WebSocket

from server.security.company import stored
from server.security.leaks import leaks_of_message, runs
from server.security.truth import Tail, Truth, is_in
from server.server_process import ServerProcess

from .conftest import Visit
from .memory import Memory
from .playing import STILL, bot, open_table, person
from .visitor import Visitor

MANY = 5
"""So many unseen cards in the order in which they lie are no chance."""

DIGIT = re.compile("[1-9]")


class Traffic:
    """All that goes between a page and its server."""

    def __init__(self, page: Page) -> None:
        self.received: list[str] = []
        self.sent: list[str] = []
        self.sockets = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))


def fetched(somebody: Visitor) -> list[str]:
    """Read what the server answered since the last time."""
    texts = [answer.text() for answer in somebody.watcher.fetched if "/api/" in answer.url]
    somebody.watcher.fetched.clear()
    return texts


@cache
def secret(tails: frozenset[Tail]) -> set[Tail]:
    """List the cards that lie in a row; those in the order of their values are public anyway."""
    windows = {
        tail[place : place + MANY] for tail in tails for place in range(len(tail) - MANY + 1)
    }
    return {window for window in windows if list(window) != sorted(window)}


def order(text: str, tails: frozenset[Tail]) -> list[str]:
    """Find cards in the order of a deck."""
    if len(DIGIT.findall(text)) < MANY:
        return []
    return [
        " ".join(map(str, window))
        for run in runs(text)
        for window in zip(
            *([card for card, _ in run][place:] for place in range(MANY)), strict=False
        )
        if window in secret(tails)
    ]


def found(memory: Memory, truth: Truth) -> list[str]:
    """Search a memory for the seed and for the cards to come."""
    tails = truth.moments[max(truth.moments)].tails
    texts = {memory.state, *memory.strings, *map(" ".join, memory.lists())}
    seed = ["the seed"] if is_in(truth.seed, "\n".join(texts)) else []
    return seed + [cards for text in texts for cards in order(text, tails)]


def test_the_order_of_the_cards_is_nowhere(visit: Visit, running: ServerProcess) -> None:
    somebody = visit(likes=STILL)
    traffic = Traffic(somebody.page)
    player = open_table(somebody, person("Ada"), bot("random"), mode="2p", rounds_to_win=2)
    player.sit()
    for _ in range(4):
        player.click(player.stands().best())
    player.stands()
    answers = fetched(somebody)  # which the browser forgets when the page is left
    somebody.page.reload()
    player.click(player.stands().best())
    player.stands()

    truth = Truth(stored(running, player.code))
    number = 0
    assert traffic.sockets == 2
    assert any('"placed"' in text for text in traffic.received)
    for text in traffic.received:
        leaked, number = leaks_of_message(text, truth, number)
        assert leaked == set(), text
    answers += fetched(somebody)
    assert answers
    for text in answers:
        assert order(text, truth.moments[number].tails) == []
    for text in answers + traffic.received + traffic.sent:
        assert not is_in(truth.seed, text)

    assert found(Memory(somebody.page), truth) == []
    # What is hidden there would be found.
    (deck, *_) = truth.moments[number].tails
    cards = [str(card) for card in deck]
    hide = "([cards, seed]) => { globalThis.hidden = { cards, seed } }"
    somebody.page.evaluate(hide, [cards, truth.seed.hex()])
    betrayed = found(Memory(somebody.page), truth)
    assert " ".join(cards[:MANY]) in betrayed
    assert "the seed" in betrayed
