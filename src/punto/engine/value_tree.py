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
    from cython.cimports.punto.rules.bits import lowest_bit, popcount
else:
    from math import exp, sqrt

    from punto.rules.bits import lowest_bit, popcount

from punto.engine.tree import zeros

EXPLORATION = 0.5
"""How much a cell that was rarely visited is preferred."""

SHARPNESS = 20.0
"""How much more often cells are tried that the network prefers."""

TRUST = 20.0
"""How many visits the network's opinion of a cell is worth."""

WIDTH = 8
"""How many cells of a turn are searched, except at the root."""

NEAR_END = 10
"""With fewer cards left, the tree is small: it is searched to the last card."""

SHARPNESS_NEAR_END = 2.0
TRUST_NEAR_END = 1.0
"""There a search finds out more by itself than the network knows."""

PLAYOUT_SHARE = 0.3
"""How much the end of a playout counts; the rest is the network's."""


class ValueTree:
    """A search in one position, with room for a fixed number of edges, which bounds its memory.

    `stakes` has five numbers a side: what a draw, and a win of each side, is worth to it.
    Once there is no room, simulations end at the tree as it is. For an analysis, `detailed` keeps
    the chances of all sides at every edge, leaves playouts out, and spreads every other simulation
    evenly over the cells of the root.
    """

    def __init__(self, game, evaluator, stakes, room, detailed=False):
        self.game = game
        self.evaluator = evaluator
        self.stakes = stakes
        self.room = room
        self.exploration = EXPLORATION
        self.sharpness = SHARPNESS
        self.trust = TRUST
        self.width = WIDTH
        self.near_end = NEAR_END
        self.sharpness_near_end = SHARPNESS_NEAR_END
        self.detailed = detailed
        self.playout_share = 0.0 if detailed else PLAYOUT_SHARE
        # For each edge: its total worth to the side that took it, what the network expects, how
        # appealing that makes it, its spot, how often it was visited, and its first reply. For each
        # reply: its turn. For each turn: its first edge.
        self.worth, self.guess, self.appeal = zeros("ddd", room)
        self.spots, self.visits, self.replies, self.turns, self.first = zeros("iiiii", room)
        # For each edge of a detailed tree: what the network expects, and the sum of all results;
        # at the root also of their squares. For each turn: its card in hand.
        self.ends, self.opinions = zeros("df", 5 * room if detailed else 1)
        (self.cards,) = zeros("i", room if detailed else 1)
        (self.squares,) = zeros("d", 5 * 64)
        self.simulations = 0
        self.edges_used = 0
        self.turns_used = 1
        self.replies_used = 1
        if not cython.compiled:  # in C these are arrays of the tree itself
            self.path, self.sides, self.result = [0] * 80, [0] * 80, [0.0] * 5
            self.hopes = [0.0] * 5
        self.game.deal()
        self.root = self.grow(64)
        if self.evaluator.total_left < NEAR_END:
            self.trust = TRUST_NEAR_END

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
            if self.detailed and depth == 0 and self.simulations & 1:
                edge = self.least_visited(turn)
            else:
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
        self.simulations += 1
        if self.detailed:
            self.note_ends(depth)

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
        sharpness: cython.double = self.sharpness
        if width > cells or self.evaluator.total_left < self.near_end:
            width = cells
        if self.evaluator.total_left < self.near_end:
            sharpness = self.sharpness_near_end
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
            self.appeal[i] = exp(sharpness * (self.guess[i] - highest))
            total += self.appeal[i]
        for i in range(first, after):
            self.appeal[i] /= total
        if self.detailed:
            self.note_opinions(turn, first, after)
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

    # For an analysis

    def least_visited(self, turn):
        least: cython.int = self.first[turn]
        i: cython.int
        for i in range(self.first[turn], self.first[turn + 1]):
            if self.visits[i] < self.visits[least]:
                least = i
        return least

    def note_ends(self, depth):
        """Add the result of a simulation to all edges on its way."""
        i: cython.int
        end: cython.int
        for i in range(depth):
            for end in range(5):
                self.ends[5 * self.path[i] + end] += self.result[end]
        for end in range(5):
            self.squares[5 * self.path[0] + end] += self.result[end] * self.result[end]

    def note_opinions(self, turn, first, after):
        """Keep what the network expects of each edge of a new turn, and the turn's card."""
        one: cython.ulonglong = 1
        cell: cython.int
        i: cython.int
        end: cython.int
        self.cards[turn] = self.game.card
        for i in range(first, after):
            cell = popcount(self.game.legal & ((one << self.spots[i]) - 1))
            for end in range(5):
                self.opinions[5 * i + end] = self.evaluator.values[5 * cell + end] / 65536.0

    def settle(self, turn):
        """Compute what good play can expect of a turn, whose replies are computed already.

        A mean over all simulations would count bad cells that were only explored. So edges are
        weighted by the cube of their visits.
        """
        weight: cython.double
        weights: cython.double = 0
        edge: cython.int
        end: cython.int
        for edge in range(self.first[turn], self.first[turn + 1]):
            weight = self.visits[edge]
            weight *= weight * weight
            if weight > 0:
                self.hope_for(edge)
                weights += weight
                for end in range(5):
                    self.values[5 * turn + end] += weight * self.hopes[end]
                    self.totals[5 * turn + end] += self.ends[5 * edge + end]
                self.visited[turn] += self.visits[edge]
        for end in range(5):
            if weights > 0:
                self.values[5 * turn + end] /= weights
            else:
                self.values[5 * turn + end] = self.opinions[5 * self.first[turn] + end]

    def hope_for(self, edge):
        """Compute what good play can expect of an edge, whose replies are computed already.

        The network's opinion counts like some visits.
        """
        turn: cython.int
        slot: cython.int
        end: cython.int
        for end in range(5):
            self.hopes[end] = self.ends[5 * edge + end] + self.trust * self.opinions[5 * edge + end]
        for slot in range(self.game.slots if self.replies[edge] else 0):
            turn = self.turns[self.replies[edge] + slot]
            if turn:
                for end in range(5):
                    self.hopes[end] += self.visited[turn] * self.values[5 * turn + end]
                    self.hopes[end] -= self.totals[5 * turn + end]
        for end in range(5):
            self.hopes[end] /= self.visits[edge] + self.trust

    def outlooks(self) -> list:
        """List what good play can expect: of the position, then of each cell.

        The first entry has the chances of a draw and of each side's win. The others are tuples: a
        cell, its visits, its chances, and for all simulations the means and the means of squares.
        Looking draws no random numbers: a search that is watched finds the same.
        """
        turn: cython.int
        edge: cython.int
        count: cython.int
        end: cython.int
        chance: cython.ulonglong = self.game.chance.state
        self.values, self.totals = zeros("dd", 5 * self.turns_used)
        (self.visited,) = zeros("i", self.turns_used)
        for turn in range(self.turns_used - 1, 0, -1):
            self.settle(turn)
        found: list = [list(self.values[5 * self.root : 5 * self.root + 5])]
        self.game.deal()
        self.game.chance.state = chance
        for edge in range(self.first[self.root + 1]):
            self.hope_for(edge)
            count = max(1, self.visits[edge])
            found.append(
                (
                    self.game.board.cell_at(self.spots[edge]),
                    self.visits[edge],
                    list(self.hopes),
                    [self.ends[5 * edge + end] / count for end in range(5)],
                    [self.squares[5 * edge + end] / count for end in range(5)],
                )
            )
        return found

    def continuation(self, cell: cython.int, least: cython.int) -> list:
        """List a cell, and then the most visited cards and cells.

        All have at least so many visits. Like `outlooks`, it leaves the random numbers as they are.
        """
        turn: cython.int = self.root
        edge: cython.int = self.first[turn]
        chance: cython.ulonglong = self.game.chance.state
        found: list = []
        self.game.deal()
        while self.game.board.cell_at(self.spots[edge]) != cell:
            edge += 1
        while self.visits[edge] >= least:
            self.game.show(self.cards[turn])
            found.append((self.cards[turn], self.game.board.cell_at(self.spots[edge])))
            self.game.lay(self.spots[edge])
            turn = self.likeliest_reply(edge)
            if turn == 0:
                break
            edge = self.most_visited(turn)
        self.game.chance.state = chance
        return found

    def most_visited(self, turn):
        most: cython.int = self.first[turn]
        i: cython.int
        for i in range(self.first[turn], self.first[turn + 1]):
            if self.visits[i] > self.visits[most]:
                most = i
        return most

    def likeliest_reply(self, edge):
        """Return the most visited turn after an edge; 0 if there is none."""
        likeliest: cython.int = 0
        most: cython.int = 0
        visits: cython.int
        turn: cython.int
        i: cython.int
        j: cython.int
        if self.replies[edge] == 0:
            return 0
        for i in range(self.game.slots):
            turn = self.turns[self.replies[edge] + i]
            visits = 0
            if turn:
                for j in range(self.first[turn], self.first[turn + 1]):
                    visits += self.visits[j]
            if visits > most:
                most = visits
                likeliest = turn
        return likeliest

    # For other modules

    def ranking(self) -> list:
        """List all legal cells with their visits and their mean worth to the side to move."""
        i: cython.int
        self.game.deal()
        return [
            (self.game.board.cell_at(self.spots[i]), self.visits[i], self.mean(i))
            for i in range(self.first[self.root], self.first[self.root + 1])
        ]
