"""Looking two cards ahead, exactly: every card that may come next, and the best cell for it.

A cell is worth the mean over all cards that the next seat may turn up, each at the cell that the
network thinks best for it. A search that takes as little time sees each card about once: this is
free of the luck of the draw.

Like the kernel, the file runs as plain Python and is compiled where there is a compiler; its types
are in look_ahead.pxd and look_ahead.pyi.
"""

from __future__ import annotations

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.punto.rules.bits import nth_bit
else:
    from punto.rules.bits import nth_bit


class LookAhead:
    """Judges cells for the card in hand of a simulation.

    `stakes` has five numbers a side: what a draw, and a win of each side, is worth to it.
    """

    def __init__(self, game, evaluator, stakes):
        self.game = game
        self.evaluator = evaluator
        self.stakes = stakes
        if not cython.compiled:  # in C it is an array of the object itself
            self.counts = [0] * 64

    def favourites(self, most: cython.int) -> list:
        """List the cells that the network likes best, at most so many, the best first.

        An entry is a cell with its spot, which `judge` takes.
        """
        self.game.deal()
        side: cython.int = self.game.side_of[self.game.seat]
        cells: cython.int = self.evaluator.rate(self.game)
        worths: list = [self.worth_of(side, i) for i in range(cells)]
        best: list = sorted(range(cells), key=worths.__getitem__, reverse=True)[:most]
        spots: list = [nth_bit(self.game.legal, i) for i in best]
        return [(self.game.board.cell_at(spot), spot) for spot in spots]

    def judge(self, spot: cython.int) -> cython.double:
        """Return what a spot is worth to the side to move: from 0 to 1."""
        return self.expect(spot)

    def expect(self, spot):
        """Return the mean worth of a spot over all cards that the next seat may turn up."""
        self.game.deal()
        side: cython.int = self.game.side_of[self.game.seat]
        seat: cython.int = self.game.seat + 1 if self.game.seat + 1 < self.game.seats else 0
        is_known: cython.bint = self.game.face_up[seat] != 0
        pool: cython.int = self.game.pool_of[seat]
        drawn: cython.int
        card: cython.int
        place: cython.int = 0
        total: cython.int = 1
        i: cython.int
        worth: cython.double = 0
        if self.game.winning() >> spot & 1:
            return self.stakes[5 * (side - 1) + side]
        self.game.lay(spot)
        drawn = self.game.card
        if drawn == 0:
            return self.reply(side)
        for i in range(64):
            self.counts[i] = 0
        self.counts[drawn] = 1
        if not is_known:
            for i in range(self.game.next[pool], self.game.end[pool]):
                self.counts[self.game.cards[i]] += 1
                total += 1
        for card in range(64):
            if self.counts[card] == 0:
                continue
            if card != drawn:  # which goes back into the pool
                place = self.game.exchange(pool, card, drawn)
            self.game.show(card)
            worth += self.counts[card] * self.reply(side)
            if card != drawn:
                self.game.cards[place] = card
        return worth / total

    def reply(self, side):
        """Return what the best cell for the next seat's card is worth to a side."""
        mover: cython.int = self.game.side_of[self.game.seat]
        end: cython.int
        best: cython.int = 0
        cells: cython.int
        i: cython.int
        highest: cython.double = -1
        worth: cython.double
        if self.game.legal == 0:
            end = self.game.board.leader(self.game.sides, self.game.line - 1, self.game.lowest)
            return self.stakes[5 * (side - 1) + end]
        if self.game.winning():
            return self.stakes[5 * (side - 1) + mover]
        cells = self.evaluator.rate(self.game)
        for i in range(cells):
            worth = self.worth_of(mover, i)
            if worth > highest:
                highest = worth
                best = i
        return self.worth_of(side, best)

    def worth_of(self, side, cell):
        """Return what the network's opinion of a cell is worth to a side."""
        worth: cython.double = 0
        end: cython.int
        for end in range(5):
            worth += self.stakes[5 * (side - 1) + end] * self.evaluator.values[5 * cell + end]
        return worth / 65536.0
