"""The search tree over the learned evaluation: a Monte Carlo tree search (PUCT).

A turn is a table with a card in hand; an edge is a legal cell for that card. The replies to an edge
are the next seat's turns, one for each card that it may turn up. Every simulation shuffles the
unseen cards, walks down the tree, and adds one turn. Its result is what the network expects of the
best cell there, mixed with the end of one playout: the network knows more, but its errors are alike
from turn to turn, and those of playouts are not. An edge starts with what the network expects of
it, which counts as `TRUST` visits. Only the best cells of a turn become edges, except at the root:
the others would cost memory and are hardly ever visited.

Like the kernel, the file runs as plain Python and is compiled where there is a compiler; its types
are in value_tree.pxd and value_tree.pyi. Turn 0 and reply 0 stand for none.
"""

from __future__ import annotations

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.libc.math import exp, sqrt
    from cython.cimports.punto.rules.bits import lowest_bit
else:
    from math import exp, sqrt

    from punto.rules.bits import lowest_bit

from punto.engine.tree import zeros

EXPLORATION = 0.5
"""How much a cell that was rarely visited is preferred."""

SHARPNESS = 20.0
"""How much more often cells are tried that the network prefers."""

TRUST = 20.0
"""How many visits the network's opinion of a cell is worth."""

WIDTH = 8
"""How many cells of a turn are searched, except at the root."""

PLAYOUT_SHARE = 0.3
"""How much the end of a playout counts; the rest is the network's."""


class ValueTree:
    """A search in one position, with room for a fixed number of edges, which bounds its memory.

    `stakes` has five numbers a side: what a draw, and a win of each side, is worth to it.
    Once there is no room, simulations end at the tree as it is.
    """

    def __init__(self, game, evaluator, stakes, room):
        self.game = game
        self.evaluator = evaluator
        self.stakes = stakes
        self.room = room
        self.exploration = EXPLORATION
        self.sharpness = SHARPNESS
        self.trust = TRUST
        self.width = WIDTH
        self.playout_share = PLAYOUT_SHARE
        # For each edge: its total worth to the side that took it, what the network expects, how
        # appealing that makes it, its spot, how often it was visited, and its first reply. For each
        # reply: its turn. For each turn: its first edge.
        self.worth, self.guess, self.appeal = zeros("ddd", room)
        self.spots, self.visits, self.replies, self.turns, self.first = zeros("iiiii", room)
        self.edges_used = 0
        self.turns_used = 1
        self.replies_used = 1
        if not cython.compiled:  # in C these are arrays of the tree itself
            self.path, self.sides, self.result = [0] * 80, [0] * 80, [0.0] * 5
        self.game.deal()
        self.root = self.grow(64)

    def search(self, count: cython.int) -> cython.int:
        """Run simulations, and return how many visits the best cell is ahead of the second."""
        i: cython.int
        with cython.nogil:
            for i in range(count):
                self.game.deal()
                self.simulate()
        return self.lead()

    def simulate(self):
        """Walk down the tree, add a turn, and count its result on the way back."""
        turn: cython.int = self.root
        depth: cython.int = 0
        edge: cython.int
        reply: cython.int
        end: cython.int
        i: cython.int
        worth: cython.double
        while True:
            edge = self.choose(turn)
            self.path[depth] = edge
            self.sides[depth] = self.game.side_of[self.game.seat]
            depth += 1
            if self.game.winning() >> self.spots[edge] & 1:
                self.set_winner(self.game.side_of[self.game.seat])
                break
            self.game.lay(self.spots[edge])
            if self.game.legal == 0:
                self.set_winner(
                    self.game.board.leader(self.game.sides, self.game.line - 1, self.game.lowest)
                )
                break
            if self.game.winning():
                self.set_winner(self.game.side_of[self.game.seat])
                break
            reply = self.reply_to(edge)
            if reply == 0 or self.turns[reply] == 0:
                turn = self.grow(self.width)
                if reply:
                    self.turns[reply] = turn
                if self.playout_share > 0:
                    self.mix_in(self.game.finish())
                break
            turn = self.turns[reply]
        for i in range(depth):
            worth = 0
            for end in range(5):
                worth += self.stakes[5 * (self.sides[i] - 1) + end] * self.result[end]
            self.visits[self.path[i]] += 1
            self.worth[self.path[i]] += worth

    def set_winner(self, winner):
        """Set the result to the win of a side; 0 is a draw."""
        end: cython.int
        for end in range(5):
            self.result[end] = end == winner

    def mix_in(self, winner):
        """Mix the end of a playout into the result."""
        end: cython.int
        for end in range(5):
            self.result[end] *= 1 - self.playout_share
        self.result[winner] += self.playout_share

    def choose(self, turn):
        """Choose the edge of a turn with the best upper bound: good so far, or tried too rarely."""
        visits: cython.int = 1
        highest: cython.double = -1.0
        chosen: cython.int = self.first[turn]
        here: cython.double
        doubt: cython.double
        i: cython.int
        for i in range(self.first[turn], self.first[turn + 1]):
            visits += self.visits[i]
        doubt = self.exploration * sqrt(visits)
        for i in range(self.first[turn], self.first[turn + 1]):
            here = self.mean(i) + doubt * self.appeal[i] / (self.visits[i] + 1)
            if here > highest:
                highest = here
                chosen = i
        return chosen

    def mean(self, edge):
        """Return the mean worth of an edge, in which the network's opinion counts too."""
        total: cython.double = self.worth[edge] + self.trust * self.guess[edge]
        return total / (self.visits[edge] + self.trust)

    def reply_to(self, edge):
        """Return the reply to an edge with the card in hand; 0 if there is no room."""
        if self.replies[edge] == 0:
            if self.replies_used + self.game.slots > self.room:
                return 0
            self.replies[edge] = self.replies_used
            self.replies_used += self.game.slots
        return self.replies[edge] + self.game.slot()

    def grow(self, width):
        """Add a turn with its best cells; return 0 if there is no room.

        The result is what the network expects of the best one.
        """
        turn: cython.int = self.turns_used
        first: cython.int = self.edges_used
        after: cython.int = first
        cells: cython.int = self.evaluator.rate(self.game)
        legal: cython.ulonglong = self.game.legal
        best: cython.int = 0
        highest: cython.double = -1
        worth: cython.double
        total: cython.double = 0
        spot: cython.int
        i: cython.int
        if width > cells or self.evaluator.total_left < 10:
            width = cells  # near the end the tree is small: search it to its last card
        for i in range(cells):
            spot = lowest_bit(legal)
            legal &= legal - 1
            worth = self.worth_of(i)
            if worth > highest:
                highest = worth
                best = i
            if first + width <= self.room and turn + 2 <= self.room:
                after = self.insert(first, after, width, spot, worth)
        for i in range(5):
            self.result[i] = self.evaluator.values[5 * best + i] / 65536.0
        if after == first:
            return 0
        for i in range(first, after):
            self.appeal[i] = exp(self.sharpness * (self.guess[i] - highest))
            total += self.appeal[i]
        for i in range(first, after):
            self.appeal[i] /= total
        self.first[turn] = first
        self.first[turn + 1] = after
        self.edges_used = after
        self.turns_used += 1
        return turn

    def worth_of(self, cell):
        """Return what the network's opinion of a cell is worth to the side to move."""
        first: cython.int = 5 * (self.game.side_of[self.game.seat] - 1)
        worth: cython.double = 0
        end: cython.int
        for end in range(5):
            worth += self.stakes[first + end] * self.evaluator.values[5 * cell + end]
        return worth / 65536.0

    def insert(self, first, after, width, spot, worth):
        """Add a cell to the edges of a turn, which are sorted, the best first; keep `width`."""
        i: cython.int = after
        if after - first == width:
            if worth <= self.guess[after - 1]:
                return after
            i = after - 1
        else:
            after += 1
        while i > first and self.guess[i - 1] < worth:
            self.guess[i] = self.guess[i - 1]
            self.spots[i] = self.spots[i - 1]
            i -= 1
        self.guess[i] = worth
        self.spots[i] = spot
        return after

    def lead(self):
        """Return how many visits the best cell is ahead of the second."""
        most: cython.int = 0
        second: cython.int = 0
        i: cython.int
        for i in range(self.first[self.root], self.first[self.root + 1]):
            if self.visits[i] > most:
                second = most
                most = self.visits[i]
            elif self.visits[i] > second:
                second = self.visits[i]
        return most - second

    # For other modules

    def ranking(self) -> list:
        """List all legal cells with their visits and their mean worth to the side to move."""
        i: cython.int
        self.game.deal()
        return [
            (self.game.board.cell_at(self.spots[i]), self.visits[i], self.mean(i))
            for i in range(self.first[self.root], self.first[self.root + 1])
        ]
