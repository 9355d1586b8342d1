"""The learned evaluation: how likely each side is to win the round, without playing it out.

A small neural network looks at the table after a card was placed, before the next one is turned up.
Everything is integers, so that every machine, compiled or not, gets the same answer. Like the
kernel, this file runs as plain Python and is compiled where there is a compiler; its types are in
evaluator.pxd and evaluator.pyi.

What the network sees:

- *Windows*: every five cells in a row that may still fit in the square, in four directions. To each
  colour, a cell is in one of nine states: empty; its own card, which none, few, some or many of the
  cards that others still hold can cover; or another card, which many, some, few or none of the
  colour's own unseen cards can cover. What lies outside is like a card that nothing covers. So a
  window is one of 9**5 patterns for each colour. A pattern has a row of `DEPTH` learned numbers,
  and a colour is the sum of the rows of its windows.
- *Counts*: each side's unseen cards, and its exact chance to complete a line with its next card.

The states of a cell for all four colours are packed in one 64-bit number, 16 bits each. So the
patterns of a window for all colours are a sum of five such numbers with the weights 1, 9, 81, ...
"""

from __future__ import annotations

from array import array

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.punto.engine.simulation import Simulation, gaps_of
    from cython.cimports.punto.engine.vectors import (
        CERTAIN,
        COUNTS_A_SIDE,
        DEPTH,
        HIDDEN,
        INPUT_LIMIT,
        PATTERNS,
        STATES,
        STRIDE,
        UNIT,
        add_difference,
        add_layer,
        add_row,
        dot,
    )
    from cython.cimports.punto.rules.bits import lowest_bit, popcount
    from cython.cimports.punto.rules.kernel import Board
else:
    from punto.engine.simulation import Simulation, gaps_of
    from punto.engine.vectors import (
        CERTAIN,
        COUNTS_A_SIDE,
        DEPTH,
        HIDDEN,
        INPUT_LIMIT,
        PATTERNS,
        STATES,
        STRIDE,
        UNIT,
        add_difference,
        add_layer,
        add_row,
        dot,
    )
    from punto.rules.bits import lowest_bit, popcount
    from punto.rules.kernel import Board

COUNTS = 4


def inputs_of(sides: int) -> int:
    """Return how many inputs a network has: those of each side, and those of all."""
    used = sides * (DEPTH * colours_a_side(sides) + COUNTS_A_SIDE) + sides + COUNTS
    return used + -used % 8  # padded, so that the processor can take eight at a time


def colours_a_side(sides: int) -> int:
    """Return how many colours each side has."""
    return 2 if sides == 2 else 1


def canonical_patterns() -> array:
    """Number the patterns so that a pattern and its mirror image have the same number."""
    numbers: cython.int[::1] = array("i", bytes(4 * PATTERNS))
    pattern: cython.int
    mirrored: cython.int
    rest: cython.int
    i: cython.int
    count: cython.int = 0
    for pattern in range(PATTERNS):
        rest = pattern
        mirrored = 0
        for i in range(5):
            mirrored = mirrored * STATES + rest % STATES
            rest //= STATES
        if mirrored < pattern:
            numbers[pattern] = numbers[mirrored]
        else:
            numbers[pattern] = count
            count += 1
    return array("i", numbers)


class Evaluator:
    """Evaluates every cell for the card in hand of a simulation.

    Without `foresees` it does not see which lines may be completed with the next card, and in a
    layout without diagonals it overlooks those: as people do who are new to the game.
    """

    def __init__(self, network, layout, foresees=True):
        i: cython.int
        self.network = network  # keeps alive what the pointers below point at
        self.sides = max(layout.owners)
        self.colours_a_side = colours_a_side(self.sides)
        self.line = layout.line
        self.side_bits = layout.sides
        self.lowest = layout.lowest
        self.directions = 4 if layout.diagonals else 2
        self.foresees = foresees
        self.inputs = inputs_of(self.sides)
        self.is_calibrated = network.curves is not None
        if cython.compiled:
            rows: cython.const[cython.short][::1] = network.rows
            hidden: cython.const[cython.short][::1] = network.hidden
            output: cython.const[cython.short][::1] = network.output
            direct: cython.const[cython.short][::1] = network.direct
            biases: cython.const[cython.int][::1] = network.biases
            powers: cython.const[cython.int][::1] = network.powers
            self.rows = cython.address(rows[0])
            self.hidden = cython.address(hidden[0])
            self.output = cython.address(output[0])
            self.direct = cython.address(direct[0])
            self.biases = cython.address(biases[0])
            self.powers = cython.address(powers[0])
            if network.curves is not None:
                curves: cython.const[cython.int][::1] = network.curves
                self.curves = cython.address(curves[0])
        else:
            self.rows, self.hidden, self.output = network.rows, network.hidden, network.output
            self.direct, self.biases, self.powers = network.direct, network.biases, network.powers
            self.curves = network.curves
            self.owners, self.packed, self.grid = [0] * 4, [0] * 64, [0] * 256
            self.codes, self.sums, self.trial = [0] * 1024, [0] * 32, [0] * 32
            self.x, self.h, self.unseen, self.values = [0] * 96, [0] * 32, [0] * 64, [0] * 512
            self.own, self.left, self.tops = [0] * 5, [0] * 5, [0] * 5
            self.units = [0] * 32
            self.shares, self.gaps, self.logits = [0] * 4, [0] * 4, [0] * 5
        self.board = Board()
        for i in range(4):
            self.owners[i] = layout.owners[i]
        for i in range(96):
            self.x[i] = 0
        for i in range(64):
            self.packed[i] = 0
        for i in range(256):
            self.grid[i] = 0

    # The table

    def find_states(self):
        """Find what every card is to each colour, by how many unseen cards can cover it.

        Others' cards can cover the colour's own; its own cards can cover all the rest. In a new
        round, "few" goes up to the number that can cover an eight, "some" up to that for a five.
        """
        one: cython.ulonglong = 1
        colour: cython.int
        other: cython.int
        value: cython.int
        state: cython.int
        rivals: cython.int
        own: cython.int
        all_rivals: cython.int = 72 - 18 * self.colours_a_side
        for value in range(64):
            self.packed[value] = 0
        for colour in range(4):
            if self.owners[colour] == 0:
                continue
            rivals = 0
            own = 0
            for value in range(9, 0, -1):
                state = 4 - amount(rivals, all_rivals)
                self.packed[colour << 4 | value] |= one * state << 16 * colour
                state = 8 - amount(own, 18)
                for other in range(4):
                    if other != colour:
                        self.packed[other << 4 | value] |= one * state << 16 * colour
                    if self.owners[other] != self.owners[colour]:
                        rivals += self.unseen[other << 4 | value]
                own += self.unseen[colour << 4 | value]

    def look(self, board):
        """Note what lies where, and sum up the rows of all windows of each colour."""
        cards: cython.ulonglong
        spot: cython.int
        cell: cython.int
        colour: cython.int
        value: cython.int
        digit: cython.int
        i: cython.int
        for i in range(176):
            self.grid[i] = 0
        for colour in range(4):
            cards = board.colours[colour]
            while cards:
                spot = lowest_bit(cards)
                cards &= cards - 1
                value = 0
                for i in range(4):
                    digit = board.digits[i] >> spot & 1
                    value |= digit << i
                cell = STRIDE * ((spot >> 3) + board.bottom - 1) + (spot & 7) + board.left - 1
                self.grid[cell] = self.packed[colour << 4 | value]
        self.measure(board)
        for i in range(4 * DEPTH):
            self.sums[i] = 0
        self.sum_up(self.sums, True)

    def measure(self, board):
        """Find the cells that may still be used: where the square may come to lie."""
        self.left_column = board.left + board.width - 6
        self.bottom_row = board.bottom + board.height - 6
        self.columns = 12 - board.width
        self.rows_high = 12 - board.height

    def sum_up(self, sums, keeps):
        """Add the rows of all windows to the sums of their colours.

        With `keeps`, keep their patterns for `replace`.
        """
        direction: cython.int
        step: cython.int
        row: cython.int
        column: cython.int
        first: cython.int
        after: cython.int
        rows: cython.int
        cell: cython.int
        code: cython.ulonglong
        origin: cython.int = STRIDE * self.bottom_row + self.left_column
        for direction in range(self.directions):
            step = step_of(direction)
            first = 4 if direction == 3 else 0
            after = self.columns if direction == 1 or direction == 3 else self.columns - 4
            rows = self.rows_high if direction == 0 else self.rows_high - 4
            for row in range(rows):
                for column in range(first, after):
                    cell = origin + STRIDE * row + column
                    code = self.window(cell, step)
                    if keeps:
                        self.codes[256 * direction + cell] = code
                    if code:
                        self.add_window(sums, code)
        if self.directions == 2:
            return
        # Diagonals of four cells: the fifth lies outside.
        self.add_short(sums, keeps, 2, origin + STRIDE * (self.rows_high - 4))
        self.add_short(sums, keeps, 2, origin + self.columns - 4)
        self.add_short(sums, keeps, 3, origin + 3)
        self.add_short(sums, keeps, 3, origin + STRIDE * (self.rows_high - 4) + self.columns - 1)

    def window(self, cell, step):
        """Return the patterns of the window that begins on a cell."""
        code: cython.ulonglong = self.grid[cell + 4 * step]
        code = code * STATES + self.grid[cell + 3 * step]
        code = code * STATES + self.grid[cell + 2 * step]
        code = code * STATES + self.grid[cell + step]
        return code * STATES + self.grid[cell]

    def add_short(self, sums, keeps, direction, cell):
        """Add a diagonal of four cells; the fifth lies outside."""
        step: cython.int = step_of(direction)
        outside: cython.ulonglong = 0xCD08CD08CD08CD08  # 8 * 9**4 for each colour
        code: cython.ulonglong = self.grid[cell + 3 * step]
        code = code * STATES + self.grid[cell + 2 * step]
        code = code * STATES + self.grid[cell + step]
        code = code * STATES + self.grid[cell]
        if code:
            code += outside
            self.add_window(sums, code)
        if keeps:
            self.codes[256 * direction + cell] = code

    def add_window(self, sums, code):
        colour: cython.int
        pattern: cython.int
        for colour in range(4):
            if self.owners[colour]:
                pattern = code >> 16 * colour & 0xFFFF
                add_row(sums, DEPTH * colour, self.rows, DEPTH * pattern)

    def replace(self, cell, card):
        """Set `trial` to the sums with a card on a cell; the square must not have changed."""
        column: cython.int = (cell & 15) - self.left_column
        row: cython.int = (cell >> 4) - self.bottom_row
        right: cython.int = self.columns - 1 - column
        above: cython.int = self.rows_high - 1 - row
        change: cython.ulonglong = self.packed[card] - self.grid[cell]
        i: cython.int
        for i in range(4 * DEPTH):
            self.trial[i] = self.sums[i]
        self.replace_in(0, cell, column, right, change)
        self.replace_in(1, cell, row, above, change)
        if self.directions == 2:
            return
        self.replace_in(2, cell, min(column, row), min(right, above), change)
        self.replace_in(3, cell, min(right, row), min(column, above), change)

    def replace_in(self, direction, cell, before, after, change):
        """Change all windows of one direction that contain a cell."""
        step: cython.int = step_of(direction)
        first: cython.int
        last: cython.int
        i: cython.int
        code: cython.ulonglong
        changed: cython.ulonglong
        outside: cython.ulonglong = 0xCD08CD08CD08CD08
        if before + after < 3:
            return
        if before + after == 3:
            code = self.codes[256 * direction + cell - before * step]
            changed = (code or outside) + change * power_of_9(before)
            self.exchange(code, changed)
            return
        first = 4 - after if after < 4 else 0
        last = min(4, before)
        for i in range(first, last + 1):
            code = self.codes[256 * direction + cell - i * step]
            self.exchange(code, code + change * power_of_9(i))

    def exchange(self, code, changed):
        """Take one window's rows out of `trial`, and put others in."""
        colour: cython.int
        old: cython.int
        new: cython.int
        for colour in range(4):
            old = code >> 16 * colour & 0xFFFF
            new = changed >> 16 * colour & 0xFFFF
            if old != new and self.owners[colour]:
                add_difference(self.trial, DEPTH * colour, self.rows, DEPTH * new, DEPTH * old)

    # The cards

    def count(self, game):
        """Count the cards that nobody has seen, and those that each side holds."""
        card: cython.int
        seat: cython.int
        side: cython.int
        pool: cython.int
        i: cython.int
        for i in range(64):
            self.unseen[i] = 0
        for i in range(5):
            self.left[i] = 0
            self.own[i] = 0
            self.tops[i] = 0
        for seat in range(game.seats):
            side = game.side_of[seat]
            self.left[side] += game.left[seat]
            if game.face_up[seat]:
                self.left[side] += 1
                self.add_card(game.face_up[seat])
        for pool in range(self.sides):
            for i in range(game.next[pool], game.end[pool]):
                self.add_card(game.cards[i])
        for i in range(4):
            if self.owners[i]:
                self.shares[i] = 0
                for card in range(16 * i + 1, 16 * i + 10):
                    self.shares[i] += self.unseen[card]
                self.own[self.owners[i]] += self.shares[i]
        for i in range(4):
            side = self.owners[i]
            if side:
                self.shares[i] = self.shares[i] * UNIT // max(1, self.own[side])

    def add_card(self, card):
        self.unseen[card] += 1

    def next_card_of(self, game, side):
        """Return the visible card on the deck of the side's next seat; 0 if none is known."""
        seat: cython.int = game.seat
        i: cython.int
        for i in range(game.seats):
            seat += 1
            if seat == game.seats:
                seat = 0
            if game.side_of[seat] == side:
                return game.face_up[seat]
        return 0

    def line_chance(self, side, top):
        """Return the chance that a side's next card completes a line on the board of the trial."""
        colour: cython.int
        least: cython.int
        value: cython.int
        count: cython.int = 0
        if not self.foresees:
            return 0
        for colour in range(4):
            if self.owners[colour] == side and self.gaps[colour]:
                least = self.least_value(self.gaps[colour])
                if top and top >> 4 == colour and (top & 15) >= least:
                    return UNIT
                for value in range(least, 10):
                    count += self.unseen[colour << 4 | value]
        return 0 if top else count * UNIT // max(1, self.left[side])

    def least_value(self, gaps):
        """Return the lowest value that can be placed on one of these cells; 10 is none."""
        cards: cython.ulonglong = self.board.occupied()
        broad: cython.ulonglong = cards | cards << 1 | cards >> 1
        lower: cython.ulonglong
        least: cython.int = 1
        i: cython.int
        if (broad | broad << 8 | broad >> 8) & gaps & ~cards & self.board.room:
            return 1
        gaps &= cards
        if gaps == 0:
            return 10
        for i in range(3, -1, -1):
            lower = gaps & ~self.board.digits[i]
            if lower:
                gaps = lower
            else:
                least += 1 << i
        return least

    # The network

    def rate(self, game):
        """Evaluate every legal cell of the card in hand, in the order of their bits.

        `values` has five numbers a cell: the chances of a draw and of each side's win.
        """
        legal: cython.ulonglong = game.legal
        winning: cython.ulonglong = game.winning()
        bit: cython.ulonglong
        i: cython.int = 0
        end: cython.int
        self.count(game)
        self.find_states()
        if game.board.width:
            self.look(game.board)
        self.mover = game.side_of[game.seat]
        seat: cython.int = game.seat + 1 if game.seat + 1 < game.seats else 0
        self.next_side = game.side_of[seat]
        self.is_last = game.left[seat] == 0 and game.face_up[seat] == 0
        for i in range(1, self.sides + 1):
            self.tops[i] = self.next_card_of(game, i)
        self.describe_cards()
        i = 0
        while legal:
            bit = legal & (~legal + 1)
            legal &= legal - 1
            if bit & winning:
                for end in range(5):
                    self.values[5 * i + end] = 0
                self.values[5 * i + self.mover] = CERTAIN
            else:
                self.rate_cell(game, lowest_bit(bit), 5 * i)
            i += 1
        return i

    def rate_cell(self, game, spot, place):
        """Evaluate one cell, and write the chances at a place in `values`."""
        self.try_card(game, spot)
        if self.is_last:
            self.settle(place)
        else:
            self.describe()
            self.infer(place)

    def try_card(self, game, spot):
        """Set `trial`, the board and its gaps to what they are with the card in hand on a spot."""
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << spot
        card: cython.int = game.card
        colour: cython.int = card >> 4
        covered: cython.int = -1
        moved: cython.int
        cell: cython.int
        held: cython.ulonglong
        i: cython.int
        self.board.take(game.board)
        for i in range(4):
            if self.board.colours[i] & bit:
                covered = i
            self.gaps[i] = game.gaps[i]
        moved = self.board.lay(card, spot) - spot
        spot += moved
        for i in range(4):
            self.gaps[i] <<= moved
        if covered != colour:
            if covered >= 0 and self.gaps[covered]:
                self.gaps[covered] = gaps_of(
                    self.board.colours[covered], self.line, self.directions == 4
                )
            if self.owners[colour]:
                self.gaps[colour] = gaps_of(
                    self.board.colours[colour], self.line, self.directions == 4
                )
        cell = STRIDE * ((spot >> 3) + self.board.bottom - 1) + (spot & 7) + self.board.left - 1
        if self.board.width == game.board.width and self.board.height == game.board.height:
            self.replace(cell, card)
            return
        # The square may lie in fewer places than before: all windows change.
        held = self.grid[cell]
        self.grid[cell] = self.packed[card]
        self.measure(self.board)
        for i in range(4 * DEPTH):
            self.trial[i] = 0
        self.sum_up(self.trial, False)
        self.grid[cell] = held
        if game.board.width:
            self.measure(game.board)

    def settle(self, place):
        """The next seat has no card: the round ends in a stalemate."""
        end: cython.int
        for end in range(5):
            self.values[place + end] = 0
        end = self.board.leader(self.side_bits, self.line - 1, self.lowest)
        self.values[place + end] = CERTAIN

    def describe_cards(self):
        """Write those of the network's inputs that are the same for every cell."""
        side: cython.int = self.next_side
        order: cython.int
        at: cython.int = 0
        total: cython.int
        self.total_left = 0
        for order in range(self.sides):
            at += DEPTH * self.colours_a_side
            total = max(1, self.own[side])
            self.x[at + 1] = self.left[side] * UNIT // 36
            self.x[at + 2] = self.held(side, 1, 3) * UNIT // total
            self.x[at + 3] = self.held(side, 4, 6) * UNIT // total
            self.x[at + 4] = self.held(side, 7, 7) * UNIT // total
            self.x[at + 5] = self.held(side, 8, 8) * UNIT // total
            self.x[at + 6] = self.held(side, 9, 9) * UNIT // total
            at += COUNTS_A_SIDE
            self.total_left += self.left[side]
            side = side + 1 if side < self.sides else 1
        self.x[at + self.sides + 3] = self.total_left * 2

    def describe(self):
        """Write the network's other inputs, the side that moves next first."""
        side: cython.int = self.next_side
        order: cython.int
        at: cython.int = 0
        i: cython.int
        rank: cython.int
        best: cython.int = 0
        leader: cython.int = -1
        for order in range(self.sides):
            self.describe_colours(side, at)
            at += DEPTH * self.colours_a_side
            self.x[at] = self.line_chance(side, self.tops[side])
            self.x[at + 7] = 0
            if self.total_left <= 24:
                rank = self.board.rank(
                    self.side_bits >> 4 * (side - 1) & 15, self.line - 1, self.lowest
                )
                self.x[at + 7] = ((rank + 4095) >> 12) * 32
                if rank > best:
                    best = rank
                    leader = order
                elif rank == best:
                    leader = -1
            at += COUNTS_A_SIDE
            side = side + 1 if side < self.sides else 1
        for i in range(self.sides):
            self.x[at + i] = UNIT if leader == i else 0
        at += self.sides
        self.x[at] = (6 - self.board.width) * 32
        self.x[at + 1] = (6 - self.board.height) * 32
        self.x[at + 2] = popcount(self.board.occupied()) * 4

    def describe_colours(self, side, at):
        """Write the sums of a side's colours.

        A side with two colours has them twice: added up, and weighted by each colour's share of the
        cards that are still to come.
        """
        colour: cython.int
        i: cython.int
        plain: cython.int
        weighted: cython.int
        for i in range(DEPTH):
            plain = 0
            weighted = 0
            for colour in range(4):
                if self.owners[colour] == side:
                    plain += self.trial[DEPTH * colour + i]
                    weighted += self.trial[DEPTH * colour + i] * self.shares[colour]
            self.x[at + i] = max(-INPUT_LIMIT, min(INPUT_LIMIT, plain))
            if self.colours_a_side == 2:
                weighted >>= 7
                self.x[at + DEPTH + i] = max(-INPUT_LIMIT, min(INPUT_LIMIT, weighted))

    def held(self, side, lowest, highest):
        """Count the unseen cards of a side with these values."""
        colour: cython.int
        value: cython.int
        count: cython.int = 0
        for colour in range(4):
            if self.owners[colour] == side:
                for value in range(lowest, highest + 1):
                    count += self.unseen[colour << 4 | value]
        return count

    def infer(self, place):
        """Run the network on its inputs, and write the chances at a place in `values`."""
        i: cython.int
        sum_: cython.int
        most: cython.int = -0x7FFFFFFF
        end: cython.int
        total: cython.longlong = 0
        weight: cython.longlong
        for i in range(HIDDEN):
            self.units[i] = self.biases[i]
        add_layer(self.units, self.x, self.hidden, self.inputs)
        for i in range(HIDDEN):
            sum_ = self.units[i] >> 8
            self.h[i] = 0 if sum_ < 0 else min(32767, sum_)
        for i in range(self.sides + 1):
            sum_ = self.biases[HIDDEN + i]
            sum_ += dot(self.h, 0, self.output, i * HIDDEN, HIDDEN)
            sum_ += dot(self.x, 0, self.direct, i * self.inputs, self.inputs)
            self.logits[i] = sum_
            most = max(most, sum_)
        for i in range(self.sides + 1):
            sum_ = (most - self.logits[i]) >> 7
            self.logits[i] = self.powers[sum_] if sum_ < 3072 else 0
            total += self.logits[i]
        for end in range(5):
            self.values[place + end] = 0
        for i in range(self.sides + 1):
            # Output 0 is a draw, output 1 a win of the side that moves next.
            end = 0 if i == 0 else 1 + (self.next_side + i - 2) % self.sides
            weight = self.logits[i]
            self.values[place + end] = weight * CERTAIN // total
        if self.is_calibrated:
            self.calibrate(place)

    def calibrate(self, place):
        """Correct the chances at a place in `values` by a curve for draws and one for wins."""
        end: cython.int
        first: cython.int
        value: cython.int
        total: cython.longlong = 0
        weight: cython.longlong
        for end in range(self.sides + 1):
            value = self.values[place + end]
            first = (33 if end else 0) + (value >> 11)
            if value < CERTAIN:
                value = self.curves[first] + (
                    (self.curves[first + 1] - self.curves[first]) * (value & 2047) >> 11
                )
            self.values[place + end] = value
            total += value
        for end in range(self.sides + 1):
            weight = self.values[place + end]
            self.values[place + end] = weight * CERTAIN // max(1, total)

    # For other modules

    def chances(self, game: Simulation) -> list:
        """List the chances of a draw and of each side's win for every legal cell."""
        game.deal()
        cells: cython.int = self.rate(game)
        count: cython.int = self.sides + 1
        i: cython.int
        end: cython.int
        return [[self.values[5 * i + end] / 65536.0 for end in range(count)] for i in range(cells)]


def amount(count, whole):
    """Tell none, few, some and many of all cards apart: 0 to 3."""
    return 0 if count == 0 else 1 if 9 * count <= whole else 2 if 9 * count <= 4 * whole else 3


def step_of(direction):
    """Return the step to the next cell: right, up, and up a diagonal to the right and the left."""
    return 1 if direction == 0 else 16 if direction == 1 else 17 if direction == 2 else 15


def power_of_9(exponent):
    power: cython.ulonglong = 1
    i: cython.int
    for i in range(exponent):
        power *= 9
    return power
