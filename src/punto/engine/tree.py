"""The search tree without a network: where simulations went, and where the next one goes.

This is a Monte Carlo tree search (PUCT) by playouts: another kind of player, which networks must
beat in training. Like the kernel, the file runs as plain Python and is compiled where there is a
compiler; its types are in tree.pxd and tree.pyi.

A turn is a table with a card in hand; an edge is a legal cell for that card. The replies to an
edge are the next seat's turns, one for each card that it may turn up. So chance is sampled and
never enumerated, and yet every turn knows its card. Turn 0 and reply 0 stand for none.

How soon an edge gets replies, how much exploration counts and what makes a cell appealing was tuned
by letting searches play one another; the differences are small.
"""

from __future__ import annotations

from itertools import accumulate

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.punto.rules.bits import nth_bit, popcount
else:
    from math import sqrt

    from punto.rules.bits import nth_bit, popcount


def zeros(kinds, count):
    """Return an array of `count` zeros for each kind of number, all in one block of memory.

    Python's allocator provides it: asking the system each time delays searches in other threads.
    """
    sizes: list = [8 * count if kind == "d" else 4 * count for kind in kinds]
    memory = memoryview(bytearray(sum(sizes)))
    return [
        memory[end - size : end].cast(kind)
        for kind, size, end in zip(kinds, sizes, accumulate(sizes), strict=True)
    ]


class Tree:
    """A search in one position, with room for a fixed number of edges, which bounds its memory.

    `stakes` has five numbers a side: what a draw, and a win of each side, is worth to it.
    Once there is no room, simulations go on from the tree as it is.
    """

    def __init__(self, game, stakes, room):
        self.game = game
        self.stakes = stakes
        self.room = room
        # For each edge: its total worth to the side that took it, its prior appeal, how often it
        # was visited, and its first reply. For each reply: its turn. For each turn: its first edge.
        self.worth, self.appeal, self.visits, self.replies, self.turns, self.first = zeros(
            "ddiiii", room
        )
        self.edges_used = 0
        self.turns_used = 1
        self.replies_used = 1
        if not cython.compiled:  # in C these are arrays of the tree itself
            self.path = [0] * 80
            self.sides = [0] * 80
        self.game.deal()
        self.root = self.grow()

    def search(self, count: cython.int) -> cython.int:
        """Run simulations, and return how many visits the best cell is ahead of the second."""
        i: cython.int
        with cython.nogil:
            for i in range(count):
                self.game.deal()
                self.simulate(self.choose(self.root))
        return self.lead()

    def simulate(self, edge):
        """Go down the tree from an edge of the root, play the round out, and record its end."""
        turn: cython.int = self.root
        depth: cython.int = 0
        winner: cython.int
        spot: cython.int
        i: cython.int
        while True:
            self.path[depth] = edge
            self.sides[depth] = self.game.side_of[self.game.seat]
            depth += 1
            spot = nth_bit(self.game.legal, edge - self.first[turn])
            if self.game.winning() >> spot & 1:
                winner = self.game.side_of[self.game.seat]
                break
            self.game.lay(spot)
            turn = 0
            # A turn that wins at once, or cannot play, needs no tree; a new edge has none yet.
            if self.game.legal and not self.game.winning() and self.visits[edge] >= 4:
                turn = self.turn_after(edge)
            if turn == 0:
                winner = self.game.finish()
                break
            edge = self.choose(turn)
        for i in range(depth):
            self.visits[self.path[i]] += 1
            self.worth[self.path[i]] += self.stakes[5 * (self.sides[i] - 1) + winner]

    def choose(self, turn):
        """Choose the edge of a turn with the best upper bound: good so far, or tried too rarely."""
        first: cython.int = self.first[turn]
        after: cython.int = self.first[turn + 1]
        visits: cython.int = 0
        worth: cython.double = 0.5
        highest: cython.double = -1.0
        chosen: cython.int = first
        here: cython.double
        doubt: cython.double
        i: cython.int
        for i in range(first, after):
            visits += self.visits[i]
            worth += self.worth[i]
        worth /= visits + 1
        doubt = 2 * sqrt(visits + 1.0)
        for i in range(first, after):
            here = self.worth[i] / self.visits[i] if self.visits[i] else worth
            here += doubt * self.appeal[i] / (self.visits[i] + 1)
            if here > highest:
                highest = here
                chosen = i
        return chosen

    def turn_after(self, edge):
        """Return the turn that follows an edge with the card in hand; 0 if there is no room."""
        reply: cython.int
        if self.replies[edge] == 0:
            if self.replies_used + self.game.slots > self.room:
                return 0
            self.replies[edge] = self.replies_used
            self.replies_used += self.game.slots
        reply = self.replies[edge] + self.game.slot()
        if self.turns[reply] == 0:
            self.turns[reply] = self.grow()
        return self.turns[reply]

    def grow(self):
        """Add a turn for the table and the card in hand; return 0 if there is no room."""
        legal: cython.ulonglong = self.game.legal
        dangers: cython.ulonglong = self.game.dangers()
        extensions: cython.ulonglong = self.game.extensions()
        obstacles: cython.ulonglong = self.game.obstacles()
        own: cython.ulonglong = self.game.own()
        bit: cython.ulonglong
        turn: cython.int = self.turns_used
        first: cython.int = self.edges_used
        after: cython.int = first + popcount(legal)
        total: cython.double = 0
        appeal: cython.double
        i: cython.int
        if after > self.room or turn + 2 > self.room:
            return 0
        for i in range(first, after):
            bit = legal & (~legal + 1)
            legal &= legal - 1
            appeal = 1
            if dangers & bit:
                appeal += 4
            if extensions & bit:
                appeal += 2
            if obstacles & bit:
                appeal += 1
            if own & bit:
                appeal *= 0.25
            self.appeal[i] = appeal
            total += appeal
        for i in range(first, after):
            self.appeal[i] /= total
        self.first[turn] = first
        self.first[turn + 1] = after
        self.edges_used = after
        self.turns_used += 1
        return turn

    def most_visited(self, turn):
        most: cython.int = self.first[turn]
        i: cython.int
        for i in range(self.first[turn], self.first[turn + 1]):
            if self.visits[i] > self.visits[most]:
                most = i
        return most

    def lead(self):
        """Return how many visits the best cell is ahead of the second."""
        most: cython.int = self.most_visited(self.root)
        second: cython.int = 0
        i: cython.int
        for i in range(self.first[self.root], self.first[self.root + 1]):
            if i != most and self.visits[i] > second:
                second = self.visits[i]
        return self.visits[most] - second

    # For other modules

    def counts(self) -> list:
        """List how often each legal cell was visited."""
        return list(self.visits[: self.first[self.root + 1]])
