"""The rules of the table on bitboards: legal cells, lines, and who wins a stalemate.

This file runs as plain Python, and Cython (pure-Python mode) compiles it to C where there is a
compiler; both give the same answers to the last bit. Its types are in kernel.pxd for C and in
kernel.pyi for Python. Cards and cells are the plain numbers of `Card` and `Cell`.

A board is one 64-bit integer for each colour and one for each binary digit of the values, in rows
of eight bits. The box around all cards is always anchored one cell in from the corner, in rows 1
to 6 and columns 1 to 6. This leaves room for the ring of cells around it, and the empty columns 0
and 7 keep a shift from carrying into the next row.
"""

from __future__ import annotations

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.punto.rules.bits import lowest_bit, popcount, random_bit
else:
    from punto.rules.bits import lowest_bit, popcount, random_bit

COMPILED = cython.compiled

# What `Board.place` returns: how the card was placed, or why it cannot be.
BESIDE = 0
ON_TOP = 1
LINE = 2  # added to either of the two above
NOT_ORIGIN = -1
TOUCHES_NOTHING = -2
TOO_WIDE = -3
TOO_HIGH = -4
NOT_LOWER = -5


class Board:
    """The visible cards of a table, and where their box is on the 11 by 11 cells.

    `colours` and `digits` are the bitboards. `room` has the cells that keep the box within six by
    six. `left` and `bottom` are the first column and row of the box, counted from a1.
    """

    def __init__(self):
        if not cython.compiled:  # in C the two are arrays of the board itself
            self.colours = [0, 0, 0, 0]
            self.digits = [0, 0, 0, 0]
        self.clear()

    def clear(self):
        i: cython.int
        for i in range(4):
            self.colours[i] = 0
            self.digits[i] = 0
        self.width = self.height = 0
        self.left = self.bottom = 5
        self.measure()

    def copy(self) -> Board:
        """Return an independent copy."""
        twin: Board = Board()
        twin.take(self)
        return twin

    def take(self, other):
        i: cython.int
        for i in range(4):
            self.colours[i] = other.colours[i]
            self.digits[i] = other.digits[i]
        self.room = other.room
        self.width = other.width
        self.height = other.height
        self.left = other.left
        self.bottom = other.bottom

    # Legal cells

    def measure(self):
        """Update `room`: the box, and the ring around it where the box may still grow."""
        one: cython.ulonglong = 1
        in_every_row: cython.ulonglong = 0x0101010101010101
        columns: cython.ulonglong = 0x7E
        rows: cython.ulonglong = 0x00FFFFFFFFFFFF00
        if self.width == 0:
            self.room = one << 9
            return
        if self.width < 6:
            columns = (one << (self.width + 2)) - 1
        if self.height < 6:
            rows = (one << (8 * (self.height + 2))) - 1
        self.room = rows & (columns * in_every_row)

    def occupied(self):
        return self.colours[0] | self.colours[1] | self.colours[2] | self.colours[3]

    def legal(self, value):
        """Return every legal cell for a card: empty ones beside a card, and lower cards."""
        cards: cython.ulonglong = self.occupied()
        if cards == 0:
            return self.room
        broad: cython.ulonglong = cards | cards << 1 | cards >> 1
        beside: cython.ulonglong = (broad | broad << 8 | broad >> 8) & ~cards & self.room
        # A card is lower where, at the highest digit that differs, the new card has a 1. Digits are
        # random, so a branch on them would be mispredicted: they become masks of 64 bits.
        lower: cython.ulonglong = 0
        same: cython.ulonglong = cards
        digit: cython.ulonglong
        differs: cython.ulonglong
        i: cython.int
        for i in range(3, -1, -1):
            digit = -(value >> i & 1)
            differs = self.digits[i] ^ digit
            lower |= same & differs & digit
            same &= ~differs
        return beside | lower

    def lay(self, card, spot):
        """Put a card on a legal spot (8 * row + column), and return its spot afterwards.

        A card in row or column 0 makes the box grow that way, and all boards shift to anchor it.
        """
        one: cython.ulonglong = 1
        row: cython.int = spot >> 3
        column: cython.int = spot & 7
        shift: cython.int = 0
        i: cython.int
        if row == 0 or column == 0 or row > self.height or column > self.width:
            if row == 0:
                shift += 8
                self.bottom -= 1
                self.height += 1
            elif row > self.height:
                self.height = row
            if column == 0:
                shift += 1
                self.left -= 1
                self.width += 1
            elif column > self.width:
                self.width = column
            if shift:
                spot += shift
                for i in range(4):
                    self.colours[i] <<= shift
                    self.digits[i] <<= shift
            self.measure()
        bit: cython.ulonglong = one << spot
        digit: cython.ulonglong
        own: cython.ulonglong
        for i in range(4):
            digit = card >> i & 1
            own = card >> 4 == i
            self.colours[i] = self.colours[i] & ~bit | own << spot
            self.digits[i] = self.digits[i] & ~bit | digit << spot
        return spot

    # Runs

    def completes(self, colour, spot, length):
        """Whether the card on this spot is part of a run of at least this length."""
        one: cython.ulonglong = 1
        cards: cython.ulonglong = self.colours[colour]
        return (
            runs_through(cards, one << spot, 1, length)
            or runs_through(cards, one << spot, 7, length)
            or runs_through(cards, one << spot, 8, length)
            or runs_through(cards, one << spot, 9, length)
        )

    def points(self, cells):
        """Add up the values of the visible cards on these cells."""
        total: cython.int = 0
        i: cython.int
        for i in range(4):
            total += popcount(cells & self.digits[i]) << i
        return total

    def rank(self, colours, length, lowest):
        """Return the rank of a side in a stalemate: the higher the better, 0 without any run.

        `colours` has a bit for each of its colours. With `lowest`, ties are broken by the points
        of the lowest run instead of the sum of all.
        """
        count: cython.int = 0
        points: cython.int = 0
        colour: cython.int
        step: cython.int
        sum_: cython.int
        i: cython.int
        cards: cython.ulonglong
        starts: cython.ulonglong
        cells: cython.ulonglong
        for colour in range(4):
            if not colours >> colour & 1:
                continue
            cards = self.colours[colour]
            for i in range(4):
                step = direction(i)
                starts = whole_runs(cards, step, length)
                while starts:
                    cells = window(starts & (~starts + 1), step, length)
                    starts &= starts - 1
                    sum_ = self.points(cells)
                    if not lowest:
                        points += sum_
                    elif count == 0 or sum_ < points:
                        points = sum_
                    count += 1
        return (count << 12) - points

    def leader(self, sides, length, lowest):
        """Return the side, from 1, that wins a stalemate; 0 is a draw.

        `sides` has four bits for each side, one for each colour; side 1 has the lowest four.
        """
        best: cython.int = 0
        winner: cython.int = 0
        side: cython.int = 0
        rank: cython.int
        while sides:
            side += 1
            rank = self.rank(sides & 15, length, lowest)
            sides >>= 4
            if rank > best:
                best = rank
                winner = side
            elif rank == best:
                winner = 0
        return winner

    # For other modules: cards, cells and lengths as plain numbers

    def place(self, card: cython.int, cell: cython.int, line: cython.int) -> cython.int:
        """Place a card if the rules allow it; return one of the answers above."""
        column: cython.int = cell % 11 - self.left + 1
        row: cython.int = cell // 11 - self.bottom + 1
        spot: cython.int = 8 * row + column
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        answer: cython.int
        if not (0 <= column < 7 and 0 <= row < 7):
            return self.objection(column, row)
        bit = one << spot
        if not self.legal(card & 15) & bit:
            return self.objection(column, row)
        answer = 1 if self.occupied() & bit else 0
        spot = self.lay(card, spot)
        if line and self.completes(card >> 4, spot, line):
            answer += 2
        return answer

    def lift(self, cell: cython.int, below: cython.int):
        """Take the visible card off a cell; `below` is the card under it, or 0."""
        spot: cython.int = 8 * (cell // 11 - self.bottom + 1) + cell % 11 - self.left + 1
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << spot
        i: cython.int
        for i in range(4):
            self.colours[i] &= ~bit
            if below >> i & 1:
                self.digits[i] |= bit
            else:
                self.digits[i] &= ~bit
        if below:
            self.colours[below >> 4] |= bit
        else:
            self.shrink()

    def shrink(self):
        """Fit the box round the cards again, after one was taken off an edge of it."""
        in_every_row: cython.ulonglong = 0x0101010101010101
        row: cython.ulonglong = 0xFF
        cards: cython.ulonglong = self.occupied()
        shift: cython.int = 0
        i: cython.int
        if cards == 0:
            self.clear()
            return
        while not cards >> shift & row << 8:
            shift += 8
            self.bottom += 1
            self.height -= 1
        while not cards >> shift & in_every_row << 1:
            shift += 1
            self.left += 1
            self.width -= 1
        cards >>= shift
        for i in range(4):
            self.colours[i] >>= shift
            self.digits[i] >>= shift
        while not cards & row << 8 * self.height:
            self.height -= 1
        while not cards & in_every_row << self.width:
            self.width -= 1
        self.measure()

    def objection(self, column, row):
        """Return why this card cannot be placed in this column and row of the box."""
        near_column: cython.int
        near_row: cython.int
        touches: cython.bint = False
        if self.width == 0:
            return NOT_ORIGIN
        if self.card_in(column, row):
            return NOT_LOWER
        for near_row in range(row - 1, row + 2):
            for near_column in range(column - 1, column + 2):
                touches |= self.card_in(near_column, near_row) != 0
        if not touches:
            return TOUCHES_NOTHING
        if not 1 <= column <= self.width and self.width == 6:
            return TOO_WIDE
        return TOO_HIGH

    def card_in(self, column, row):
        """Return the visible card in this column and row of the box; 0 is none."""
        spot: cython.int = 8 * row + column
        colour: cython.int
        digit: cython.int
        i: cython.int
        card: cython.int = 0
        if not (1 <= column < 7 and 1 <= row < 7):
            return 0
        for colour in range(4):
            if self.colours[colour] >> spot & 1:
                card = colour << 4
        for i in range(4):
            digit = self.digits[i] >> spot & 1
            card |= digit << i
        return card

    def top(self, cell: cython.int) -> cython.int:
        """Return the visible card on a cell; 0 is none."""
        return self.card_in(cell % 11 - self.left + 1, cell // 11 - self.bottom + 1)

    def playable(self, card: cython.int) -> cython.bint:
        """Whether a card has any legal cell."""
        return self.legal(card & 15) != 0

    def cells(self, card: cython.int) -> list:
        """List the legal cells for a card, sorted."""
        mask: cython.ulonglong = self.legal(card & 15)
        spot: cython.int
        found: list = []
        while mask:
            spot = lowest_bit(mask)
            mask &= mask - 1
            found.append(self.cell_at(spot))
        return found

    def runs(self, colour: cython.int, length: cython.int) -> list:
        """List the cells of every run of exactly this length, 3 to 6."""
        starts: cython.ulonglong
        spot: cython.int
        step: cython.int
        i: cython.int
        k: cython.int
        found: list = []
        for i in range(4):
            step = direction(i)
            starts = whole_runs(self.colours[colour], step, length)
            while starts:
                spot = lowest_bit(starts)
                starts &= starts - 1
                found.append([self.cell_at(spot + k * step) for k in range(length)])
        return found

    def cell_at(self, spot):
        return (spot // 8 + self.bottom - 1) * 11 + spot % 8 + self.left - 1

    def standing(self, colours: cython.int, length: cython.int, lowest: cython.bint) -> cython.int:
        """Return the rank of a side in a stalemate."""
        return self.rank(colours, length, lowest)

    def box(self) -> tuple:
        """Return the box's first column and row, its width and its height."""
        return self.left, self.bottom, self.width, self.height


def windows(cards, step, length):
    """Return where unbroken windows of 3 to 6 cards begin, in the direction of `step`."""
    pairs: cython.ulonglong = cards & cards >> step
    fours: cython.ulonglong = pairs & pairs >> 2 * step
    if length == 3:
        return pairs & cards >> 2 * step
    if length == 4:
        return fours
    if length == 5:
        return fours & cards >> 4 * step
    return fours & pairs >> 4 * step


def whole_runs(cards, step, length):
    """Return where runs of exactly this length begin."""
    return windows(cards, step, length) & ~(cards << step) & ~(cards >> length * step)


def direction(i):
    """Return the step to the next cell in a row, down and up a diagonal, and in a column."""
    return 1 if i == 0 else 6 + i


def window(start, step, length):
    """Fill the window that begins on this bit."""
    cells: cython.ulonglong = 0
    i: cython.int
    for i in range(length):
        cells |= start << i * step
    return cells


def runs_through(cards, bit, step, length):
    starts: cython.ulonglong = windows(cards, step, length)
    i: cython.int
    if starts == 0:
        return False
    for i in range(length):
        if starts & bit >> i * step:
            return True
    return False


class Chance:
    """Random numbers, the same on every machine for the same seed (1 to 2**64 - 1)."""

    def __init__(self, seed: cython.ulonglong):
        self.state = seed

    def word(self):
        """Return a number of 32 bits (the upper half of xorshift64*)."""
        # Mask before bits are shifted out of 64, so that both kernels draw the same numbers.
        stays: cython.ulonglong = 0x7FFFFFFFFF
        factor: cython.ulonglong = 0x2545F4914F6CDD1D
        half: cython.ulonglong = 0xFFFFFFFF
        x: cython.ulonglong = self.state
        x ^= x >> 12
        x ^= (x & stays) << 25
        x ^= x >> 27
        self.state = x
        return x * factor >> 32 & half

    def below(self, limit):
        """Return a number from 0 to below a limit."""
        return self.word() * limit >> 32


class Playouts:
    """Random rounds from full decks, one after the other, for benchmarks and studies.

    All cards are in one array, deck after deck. `loose` are the places whose cards change decks
    before each round (the neutral ones), `piles` the bounds within which cards are shuffled,
    `decks` the first and last bound of each seat's cards, `owners` the side that owns each
    colour (0: none); `sides` has four bits a side, as `Board.leader` takes them.
    """

    def __init__(self, fresh, loose, piles, decks, owners, sides, tally, line, lowest, seed):
        self.board = Board()
        self.fresh = fresh
        self.cards = fresh[:]
        self.loose = loose
        self.piles = piles
        self.decks = decks
        self.owners = owners
        self.sides = sides
        self.tally = tally
        self.line = line
        self.lowest = lowest
        self.chance = Chance(seed)

    def play(self, rounds: cython.longlong) -> cython.longlong:
        """Play rounds to their end, and return how many cards were placed.

        `tally` grows by one a round: at 0 for a draw, at 2 * side for a stalemate that the side
        won, at 2 * side + 1 for a line.
        """
        placements: cython.longlong = 0
        i: cython.longlong
        with cython.nogil:
            for i in range(rounds):
                self.shuffle()
                placements += self.play_one()
        return placements

    def swap(self, i, j):
        held: cython.uchar = self.cards[i]
        self.cards[i] = self.cards[j]
        self.cards[j] = held

    def shuffle(self):
        i: cython.int
        pile: cython.int
        first: cython.int
        for i in range(len(self.fresh)):
            self.cards[i] = self.fresh[i]
        for i in range(len(self.loose) - 1, 0, -1):
            self.swap(self.loose[i], self.loose[self.chance.below(i + 1)])
        for pile in range(len(self.piles) - 1):
            first = self.piles[pile]
            for i in range(self.piles[pile + 1] - first - 1, 0, -1):
                self.swap(first + i, first + self.chance.below(i + 1))

    def play_one(self):
        """Play the decks in their order, each card on a random legal cell, and tally the end."""
        seats: cython.int = len(self.decks) // 2
        seat: cython.int = 0
        turn: cython.int = 0
        placed: cython.int = 0
        card: cython.int
        spot: cython.int
        mask: cython.ulonglong
        side: cython.int
        self.board.clear()
        while self.decks[2 * seat] + turn < self.decks[2 * seat + 1]:
            card = self.cards[self.decks[2 * seat] + turn]
            mask = self.board.legal(card & 15)
            if mask == 0:
                break
            spot = self.board.lay(card, random_bit(mask, self.chance.word()))
            placed += 1
            side = self.owners[card >> 4]
            if side and self.board.completes(card >> 4, spot, self.line):
                self.tally[2 * side + 1] += 1
                return placed
            seat += 1
            if seat == seats:
                seat = 0
                turn += 1
        self.tally[2 * self.board.leader(self.sides, self.line - 1, self.lowest)] += 1
        return placed
