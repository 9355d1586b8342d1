"""Playouts: a round played on from one position, each time with the unseen cards reshuffled.

Like the kernel, this file runs as plain Python and is compiled where there is a compiler; its types
are in simulation.pxd and simulation.pyi. Nothing in a simulation touches a Python object.
"""

from __future__ import annotations

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.punto.rules.bits import nth_bit, popcount
    from cython.cimports.punto.rules.kernel import Board, Chance
else:
    from punto.rules.bits import nth_bit, popcount
    from punto.rules.kernel import Board, Chance


class Simulation:
    """The table, the turn, and the cards that nobody has seen.

    The unseen cards are in one array, pool after pool. A seat draws from its pool, and partners
    share one, which is equivalent to halving it beforehand. `loose` are the places whose cards
    change pools before each simulation: neutral cards that may be anybody's, and after the last
    pool those that may have left the match. Colours without an owner have side 0.
    """

    def __init__(self, layout, seed):
        self.start = layout.board
        self.board = Board()
        self.chance = Chance(seed)
        self.fresh = layout.cards
        self.cards = layout.cards[:]
        self.loose = layout.loose
        self.seats = layout.seats
        self.slots = 9 + 9 * max(layout.second)
        self.line = layout.line
        self.sides = layout.sides
        self.lowest = layout.lowest
        self.diagonals = layout.diagonals
        self.first_seat = layout.seat
        self.first_card = layout.card
        if not cython.compiled:  # in C these are arrays of the simulation itself
            for name in ("owners", "second", "side_of", "pool_of", "begin", "end", "next"):
                setattr(self, name, [0] * 4)
            for name in ("hidden", "left", "shown", "face_up", "start_gaps", "gaps"):
                setattr(self, name, [0] * 4)
        i: cython.int
        for i in range(4):
            self.owners[i] = layout.owners[i]
            self.second[i] = layout.second[i]
            self.start_gaps[i] = 0
            if self.owners[i]:
                self.start_gaps[i] = gaps_of(self.start.colours[i], self.line, self.diagonals)
        for i in range(self.seats):
            self.side_of[i] = layout.side_of[i]
            self.pool_of[i] = layout.pool_of[i]
            self.hidden[i] = layout.hidden[i]
            self.shown[i] = layout.shown[i]
        for i in range(len(layout.bounds) - 1):
            self.begin[i] = layout.bounds[i]
            self.end[i] = layout.bounds[i + 1]

    def deal(self):
        """Go back to the position, and shuffle what nobody knows."""
        i: cython.int
        j: cython.int
        held: cython.uchar
        self.board.take(self.start)
        for i in range(4):
            self.gaps[i] = self.start_gaps[i]
            self.left[i] = self.hidden[i]
            self.face_up[i] = self.shown[i]
            self.next[i] = self.begin[i]
        for i in range(len(self.fresh)):
            self.cards[i] = self.fresh[i]
        for i in range(len(self.loose) - 1, 0, -1):
            j = self.chance.below(i + 1)
            held = self.cards[self.loose[i]]
            self.cards[self.loose[i]] = self.cards[self.loose[j]]
            self.cards[self.loose[j]] = held
        self.seat = self.first_seat
        self.show(self.first_card)

    def draw(self, seat):
        """Turn up a seat's top card; 0 if it has none left."""
        pool: cython.int = self.pool_of[seat]
        i: cython.int = self.next[pool]
        j: cython.int
        card: cython.int = self.face_up[seat]
        if card:
            self.face_up[seat] = 0
            return card
        if self.left[seat] == 0:
            return 0
        self.left[seat] -= 1
        j = i + self.chance.below(self.end[pool] - i)
        card = self.cards[j]
        self.cards[j] = self.cards[i]
        self.next[pool] = i + 1
        return card

    def lay(self, spot):
        """Place the card in hand on a legal spot, and let the next seat turn up its card."""
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << spot
        colour: cython.int = self.card >> 4
        covered: cython.int = -1
        moved: cython.int
        i: cython.int
        for i in range(4):
            if self.board.colours[i] & bit:
                covered = i
        moved = self.board.lay(self.card, spot) - spot
        if moved:
            for i in range(4):
                self.gaps[i] <<= moved
        if covered != colour:  # else the visible colours stay the same
            if covered >= 0 and self.gaps[covered]:
                self.find_gaps(covered)
            if self.owners[colour]:
                self.find_gaps(colour)
        self.seat += 1
        if self.seat == self.seats:
            self.seat = 0
        self.card = self.draw(self.seat)
        self.legal = self.board.legal(self.card & 15) if self.card else 0

    def find_gaps(self, colour):
        self.gaps[colour] = gaps_of(self.board.colours[colour], self.line, self.diagonals)

    def exchange(self, pool, card, other):
        """Put another card in the place of an unseen one of a pool, and return the place."""
        place: cython.int = self.next[pool]
        while self.cards[place] != card:
            place += 1
        self.cards[place] = other
        return place

    def show(self, card):
        """Make this the card in hand."""
        self.card = card
        self.legal = self.board.legal(card & 15)

    def slot(self):
        """Return the number of the card in hand among all that its seat may turn up."""
        return 9 * self.second[self.card >> 4] + (self.card & 15) - 1

    def winning(self):
        """Return the cells where the card in hand completes a line."""
        return self.gaps[self.card >> 4] & self.legal

    def dangers(self):
        """Return the cells where another side would complete a line."""
        found: cython.ulonglong = 0
        side: cython.int = self.side_of[self.seat]
        i: cython.int
        for i in range(4):
            if self.owners[i] != side:
                found |= self.gaps[i]
        return found

    def own(self):
        """Return the cells with visible cards of the side to move."""
        found: cython.ulonglong = 0
        side: cython.int = self.side_of[self.seat]
        i: cython.int
        for i in range(4):
            if self.owners[i] == side:
                found |= self.board.colours[i]
        return found

    def extensions(self):
        """Return the cells where the card in hand extends a pair of its colour."""
        colour: cython.int = self.card >> 4
        return third_cells(self.board.colours[colour]) if self.owners[colour] else 0

    def obstacles(self):
        """Return the cells where the card in hand blocks another side's pair."""
        found: cython.ulonglong = 0
        side: cython.int = self.side_of[self.seat]
        i: cython.int
        for i in range(4):
            if self.owners[i] and self.owners[i] != side:
                found |= third_cells(self.board.colours[i])
        return found

    def promising(self):
        """Narrow the legal cells down to those that a player sees at a glance.

        Block a line; else leave own cards alone, put high cards on others', extend pairs.
        """
        cells: cython.ulonglong = self.legal
        some: cython.ulonglong = self.dangers() & cells
        if some:
            return some
        some = cells & ~self.own()
        if some:
            cells = some
        some = cells & self.board.occupied()
        if some and (self.card & 15) > 5:
            cells = some
        some = cells & self.extensions()
        return some or cells

    def finish(self):
        """Play the round to its end, and return the side that wins it; 0 is a draw."""
        cells: cython.ulonglong
        while self.legal:
            if self.winning():
                return self.side_of[self.seat]
            cells = self.promising()
            self.lay(nth_bit(cells, self.chance.below(popcount(cells))))
        return self.board.leader(self.sides, self.line - 1, self.lowest)


def third_cells(cards):
    """Return the cells that are in a row with two of these, without a gap."""
    return (
        gaps_in_3(cards, 1) | gaps_in_3(cards, 7) | gaps_in_3(cards, 8) | gaps_in_3(cards, 9)
    ) & ~cards


def gaps_of(cards, line, diagonals):
    """Return the cells where one more card makes a line of 4 or 5 of these."""
    found: cython.ulonglong
    if line == 4:
        found = gaps_in_4(cards, 1) | gaps_in_4(cards, 8)
        return found | gaps_in_4(cards, 7) | gaps_in_4(cards, 9) if diagonals else found
    found = gaps_in_5(cards, 1) | gaps_in_5(cards, 8)
    return found | gaps_in_5(cards, 7) | gaps_in_5(cards, 9) if diagonals else found


def gaps_in_3(cards, step):
    up1: cython.ulonglong = cards >> step
    down1: cython.ulonglong = cards << step
    return up1 & cards >> 2 * step | up1 & down1 | down1 & cards << 2 * step


def gaps_in_4(cards, step):
    up1: cython.ulonglong = cards >> step
    up2: cython.ulonglong = up1 & cards >> 2 * step
    up3: cython.ulonglong = up2 & cards >> 3 * step
    down1: cython.ulonglong = cards << step
    down2: cython.ulonglong = down1 & cards << 2 * step
    down3: cython.ulonglong = down2 & cards << 3 * step
    return up3 | up2 & down1 | up1 & down2 | down3


def gaps_in_5(cards, step):
    up1: cython.ulonglong = cards >> step
    up2: cython.ulonglong = up1 & cards >> 2 * step
    up3: cython.ulonglong = up2 & cards >> 3 * step
    up4: cython.ulonglong = up3 & cards >> 4 * step
    down1: cython.ulonglong = cards << step
    down2: cython.ulonglong = down1 & cards << 2 * step
    down3: cython.ulonglong = down2 & cards << 3 * step
    down4: cython.ulonglong = down3 & cards << 4 * step
    return up4 | up3 & down1 | up2 & down2 | up1 & down3 | down4
