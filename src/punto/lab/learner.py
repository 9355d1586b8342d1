"""Learning the evaluation: rounds of self-play, and what the network should have said in them.

The network plays all sides of every round. It looks one card ahead, and sometimes tries another
cell. Afterwards each position on the way learns from what came next (TD(lambda)): partly from how
the network judged the next position, partly from how the round really went on. With `exact`, how it
judged the next position is the mean over all cards that might have come next, of the best cell for
each of them. That is ten times as much work, but free of the luck of the draw.

Like the engine, this file runs as plain Python and is compiled where there is a compiler; its types
are in learner.pxd and learner.pyi. Weights are floating-point numbers here; `export` rounds them.
"""

from __future__ import annotations

from array import array

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.libc.math import exp, sqrt
    from cython.cimports.punto.engine.evaluator import Evaluator
    from cython.cimports.punto.engine.simulation import Simulation
    from cython.cimports.punto.engine.vectors import (
        COUNTS_A_SIDE,
        DEPTH,
        HIDDEN,
        MAX_INPUTS,
        PATTERNS,
    )
    from cython.cimports.punto.rules.bits import nth_bit
    from cython.cimports.punto.rules.kernel import Chance
else:
    from math import exp, sqrt

    from punto.engine.evaluator import Evaluator
    from punto.engine.simulation import Simulation
    from punto.engine.vectors import COUNTS_A_SIDE, DEPTH, HIDDEN, MAX_INPUTS, PATTERNS
    from punto.rules.bits import nth_bit
    from punto.rules.kernel import Chance


def floats(count):
    return array("f", bytes(4 * count))


def ints(count):
    return array("i", bytes(4 * count))


class Learner:
    """Plays rounds from one deal after the other, and changes the weights after each.

    `weights` are those of the hidden layer, input by input, its biases, those of the outputs, those
    that lead past the hidden layer, and the biases of the outputs. `moments` are what Adam keeps of
    their gradients; rows of patterns learn by Adagrad, because most of them are rarely seen.
    """

    def __init__(self, sides, numbers, rows, squares, weights, moments, steps):
        self.sides = sides
        self.outputs = sides + 1
        self.numbers = numbers
        self.rows = rows
        self.squares = squares
        self.weights = weights
        self.means = moments[0]
        self.variances = moments[1]
        self.steps = steps
        self.batch = 0
        self.gradients = floats(len(weights))
        # What each turn of a round looked like: at most 80 turns with 256 windows of four colours.
        self.patterns = ints(80 * 1024)
        self.pattern_counts = ints(80)
        self.inputs_seen = floats(80 * MAX_INPUTS)
        self.shares = floats(80 * 4)
        self.next_sides = ints(80)
        self.said = floats(80 * 5)
        self.expected = floats(80 * 5)
        self.tried = ints(80)
        self.card_counts = ints(64)
        self.tally = ints(5)
        # The network at work
        self.target = floats(5)
        self.x, self.dx = floats(MAX_INPUTS), floats(MAX_INPUTS)
        self.h, self.dh = floats(HIDDEN), floats(HIDDEN)
        self.p = floats(5)
        self.sums, self.dsums = floats(4 * DEPTH), floats(4 * DEPTH)
        self.error = 0.0
        self.positions = 0
        self.turns = 0

    def learn(
        self,
        game: Simulation,
        evaluator: Evaluator,
        chance: Chance,
        rounds: cython.int,
        rate: cython.double,
        row_rate: cython.double,
        trace: cython.double,
        exploring: cython.double,
        noise: cython.double,
        exact: cython.bint,
    ):
        """Play rounds, and learn from each.

        `rate` and `row_rate` say how far weights move, `trace` is lambda, `exploring` the share of
        random cells, `noise` what is added to worths, so that other good cells are tried too.
        """
        i: cython.int
        end: cython.int
        self.game = game
        self.evaluator = evaluator
        self.chance = chance
        self.inputs = evaluator.inputs
        self.exact = exact
        with cython.nogil:
            for i in range(rounds):
                end = self.play(exploring, noise)
                self.tally[end] += 1
                self.learn_round(end, rate, row_rate, trace)

    # Playing

    def play(self, exploring, noise):
        """Play a round, note all its positions, and return how it ended: the side, or 0."""
        chosen: cython.int
        spot: cython.int
        card: cython.int
        i: cython.int
        self.game.deal()
        self.turns = 0
        while True:
            if self.game.legal == 0:
                return self.stalemate()
            if self.game.winning():
                return self.game.side_of[self.game.seat]
            chosen = self.choose(self.evaluator.rate(self.game), exploring, noise)
            for i in range(5):
                self.said[5 * self.turns + i] = self.evaluator.values[5 * chosen + i] / 65536.0
            spot = nth_bit(self.game.legal, chosen)
            self.evaluator.try_card(self.game, spot)
            self.evaluator.describe()
            self.note_inputs()
            self.game.lay(spot)
            self.note_patterns()
            if self.exact:
                card = self.game.card
                self.expect()
                if card:
                    self.game.show(card)
            self.turns += 1

    def stalemate(self):
        return self.game.board.leader(self.game.sides, self.game.line - 1, self.game.lowest)

    def choose(self, cells, exploring, noise):
        """Choose a cell: the best by the network, or sometimes another one."""
        side: cython.int = self.game.side_of[self.game.seat]
        best: cython.int = 0
        chosen: cython.int = 0
        i: cython.int
        worth: cython.double
        most: cython.double = -10
        highest: cython.double = -10
        drawn: cython.double
        if self.chance.below(1 << 20) < exploring * 1048576:
            self.tried[self.turns] = 1
            return self.chance.below(cells)
        for i in range(cells):
            worth = self.worth(side, i)
            if worth > most:
                most = worth
                best = i
            # The sum of two uniform numbers: enough to prefer what is almost as good.
            drawn = self.chance.below(1 << 16) + self.chance.below(1 << 16)
            worth += noise * (drawn / 65536.0 - 1.0)
            if worth > highest:
                highest = worth
                chosen = i
        self.tried[self.turns] = chosen != best
        return chosen

    def worth(self, side, cell):
        """Return what a cell is worth to a side: a win 1, a draw its share."""
        draw: cython.double = self.evaluator.values[5 * cell]
        win: cython.double = self.evaluator.values[5 * cell + side]
        return (win + draw / self.sides) / 65536.0

    def note_inputs(self):
        """Keep the network's inputs for the card that was just tried."""
        i: cython.int
        for i in range(self.inputs):
            self.inputs_seen[MAX_INPUTS * self.turns + i] = self.evaluator.x[i] / 128.0
        for i in range(4):
            self.shares[4 * self.turns + i] = self.evaluator.shares[i] / 128.0
        self.next_sides[self.turns] = self.evaluator.next_side

    def note_patterns(self):
        """Keep the patterns of all windows of the table, with their colours."""
        count: cython.int = 0
        first: cython.int = 1024 * self.turns
        i: cython.int
        colour: cython.int
        pattern: cython.int
        code: cython.ulonglong
        for i in range(1024):
            self.evaluator.codes[i] = 0
        self.evaluator.look(self.game.board)
        for i in range(1024):
            code = self.evaluator.codes[i]
            if code == 0:
                continue
            for colour in range(4):
                if self.evaluator.owners[colour]:
                    pattern = code >> 16 * colour & 0xFFFF
                    self.patterns[first + count] = self.numbers[pattern] << 2 | colour
                    count += 1
        self.pattern_counts[self.turns] = count

    def expect(self):
        """Note the mean over all cards that the next seat may turn up, of its best cell."""
        pool: cython.int = self.game.pool_of[self.game.seat]
        side: cython.int = self.game.side_of[self.game.seat]
        first: cython.int = 5 * self.turns
        total: cython.int = 1
        drawn: cython.int = self.game.card
        place: cython.int = 0
        card: cython.int
        best: cython.int
        i: cython.int
        weight: cython.double
        for i in range(5):
            self.expected[first + i] = 0
        if self.game.card == 0:
            self.expected[first + self.stalemate()] = 1
            return
        for i in range(64):
            self.card_counts[i] = 0
        # The card that was turned up is one of the same pool.
        self.card_counts[self.game.card] += 1
        for i in range(self.game.next[pool], self.game.end[pool]):
            self.card_counts[self.game.cards[i]] += 1
            total += 1
        for card in range(64):
            if self.card_counts[card] == 0:
                continue
            weight = self.card_counts[card]
            weight /= total
            if card != drawn:  # which goes back into the pool
                place = self.game.exchange(pool, card, drawn)
            self.game.show(card)
            if self.game.legal == 0:
                self.expected[first + self.stalemate()] += weight
            elif self.game.winning():
                self.expected[first + side] += weight
            else:
                best = self.best_of(side, self.evaluator.rate(self.game))
                weight /= 65536.0
                for i in range(5):
                    self.expected[first + i] += weight * self.evaluator.values[5 * best + i]
            if card != drawn:
                self.game.cards[place] = card

    def best_of(self, side, cells):
        best: cython.int = 0
        i: cython.int
        for i in range(1, cells):
            if self.worth(side, i) > self.worth(side, best):
                best = i
        return best

    # Learning

    def learn_round(self, end, rate, row_rate, trace):
        """Learn from every position of a round, the last one first."""
        turn: cython.int = self.turns - 1
        later: cython.int
        i: cython.int
        for i in range(5):
            self.target[i] = i == end
        while turn >= 0:
            later = turn + 1
            for i in range(5):
                if self.exact and later < self.turns and self.tried[later]:
                    # What followed a cell that was only tried says nothing.
                    self.target[i] = self.expected[5 * turn + i]
                elif self.exact:
                    self.target[i] *= trace
                    self.target[i] += (1 - trace) * self.expected[5 * turn + i]
                elif later < self.turns:
                    self.target[i] *= trace
                    self.target[i] += (1 - trace) * self.said[5 * later + i]
            self.infer(turn)
            self.find_gradients(turn)
            self.change_rows(turn, row_rate)
            self.batch += 1
            if self.batch == 32:
                self.change_weights(rate)
            turn -= 1
        self.positions += self.turns

    def infer(self, turn):
        """Run the network on what was noted of a turn."""
        i: cython.int
        j: cython.int
        end: cython.int
        row: cython.int
        colour: cython.int
        a: cython.float
        most: cython.float = -1e30
        total: cython.float = 0
        output: cython.int = self.inputs * HIDDEN + HIDDEN
        direct: cython.int = output + HIDDEN * self.outputs
        bias: cython.int = direct + self.inputs * self.outputs
        for i in range(4 * DEPTH):
            self.sums[i] = 0
        for i in range(1024 * turn, 1024 * turn + self.pattern_counts[turn]):
            colour = self.patterns[i] & 3
            row = self.patterns[i] >> 2
            for j in range(DEPTH):
                self.sums[DEPTH * colour + j] += self.rows[DEPTH * row + j]
        for i in range(self.inputs):
            self.x[i] = self.inputs_seen[MAX_INPUTS * turn + i]
        self.place_sums(turn)
        for j in range(HIDDEN):
            self.h[j] = self.weights[self.inputs * HIDDEN + j]
        for i in range(self.inputs):
            a = self.x[i]
            if a != 0:
                for j in range(HIDDEN):
                    self.h[j] += a * self.weights[HIDDEN * i + j]
        for j in range(HIDDEN):
            self.h[j] = max(self.h[j], 0)
        for end in range(self.outputs):
            a = self.weights[bias + end]
            for j in range(HIDDEN):
                a += self.h[j] * self.weights[output + HIDDEN * end + j]
            for i in range(self.inputs):
                a += self.x[i] * self.weights[direct + self.inputs * end + i]
            self.p[end] = a
            most = max(most, a)
        for end in range(self.outputs):
            self.p[end] = exp(self.p[end] - most)
            total += self.p[end]
        for end in range(self.outputs):
            self.p[end] /= total

    def place_sums(self, turn):
        """Write the sums of the colours among the inputs, as `Evaluator.describe_colours` does."""
        colours: cython.int = self.evaluator.colours_a_side
        side: cython.int = self.next_sides[turn]
        at: cython.int = 0
        order: cython.int
        colour: cython.int
        j: cython.int
        for order in range(self.sides):
            for j in range(DEPTH * colours):
                self.x[at + j] = 0
            for colour in range(4):
                if self.evaluator.owners[colour] == side:
                    for j in range(DEPTH):
                        self.x[at + j] += self.sums[DEPTH * colour + j]
                        if colours == 2:
                            self.x[at + DEPTH + j] += (
                                self.shares[4 * turn + colour] * self.sums[DEPTH * colour + j]
                            )
            at += DEPTH * colours + COUNTS_A_SIDE
            side = side + 1 if side < self.sides else 1

    def find_gradients(self, turn):
        """Add to the gradients of all weights, and find those of the sums of the colours."""
        i: cython.int
        j: cython.int
        end: cython.int
        a: cython.float
        g: cython.float
        output: cython.int = self.inputs * HIDDEN + HIDDEN
        direct: cython.int = output + HIDDEN * self.outputs
        bias: cython.int = direct + self.inputs * self.outputs
        for j in range(HIDDEN):
            self.dh[j] = 0
        for i in range(self.inputs):
            self.dx[i] = 0
        for end in range(self.outputs):
            # Output 0 is a draw, output 1 a win of the side that moves next.
            i = 0 if end == 0 else 1 + (self.next_sides[turn] + end - 2) % self.sides
            g = self.p[end] - self.target[i]
            self.error += g * g
            self.gradients[bias + end] += g
            for j in range(HIDDEN):
                self.dh[j] += g * self.weights[output + HIDDEN * end + j]
                self.gradients[output + HIDDEN * end + j] += g * self.h[j]
            for i in range(self.inputs):
                self.dx[i] += g * self.weights[direct + self.inputs * end + i]
                self.gradients[direct + self.inputs * end + i] += g * self.x[i]
        for j in range(HIDDEN):
            if self.h[j] <= 0:
                self.dh[j] = 0
            self.gradients[self.inputs * HIDDEN + j] += self.dh[j]
        for i in range(self.inputs):
            a = 0
            g = self.x[i]
            for j in range(HIDDEN):
                a += self.dh[j] * self.weights[HIDDEN * i + j]
                self.gradients[HIDDEN * i + j] += g * self.dh[j]
            self.dx[i] += a

    def change_rows(self, turn, rate):
        """Change the rows of all patterns that were seen, those often seen by less (Adagrad)."""
        colours: cython.int = self.evaluator.colours_a_side
        side: cython.int = self.next_sides[turn]
        at: cython.int = 0
        order: cython.int
        colour: cython.int
        row: cython.int
        i: cython.int
        j: cython.int
        a: cython.float
        for order in range(self.sides):
            for colour in range(4):
                if self.evaluator.owners[colour] == side:
                    for j in range(DEPTH):
                        a = self.dx[at + j]
                        if colours == 2:
                            a += self.shares[4 * turn + colour] * self.dx[at + DEPTH + j]
                        self.dsums[DEPTH * colour + j] = a
            at += DEPTH * colours + COUNTS_A_SIDE
            side = side + 1 if side < self.sides else 1
        for i in range(1024 * turn, 1024 * turn + self.pattern_counts[turn]):
            colour = self.patterns[i] & 3
            row = self.patterns[i] >> 2
            a = 0
            for j in range(DEPTH):
                a += self.dsums[DEPTH * colour + j] * self.dsums[DEPTH * colour + j]
            self.squares[row] += a
            a = rate / sqrt(self.squares[row] + 1e-6)
            for j in range(DEPTH):
                self.rows[DEPTH * row + j] -= a * self.dsums[DEPTH * colour + j]

    def change_weights(self, rate):
        """Change the weights by the mean gradient of a batch (Adam)."""
        i: cython.int
        g: cython.float
        speed: cython.double = rate
        self.steps += 1
        if self.steps < 5000:
            speed *= sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for i in range(len(self.weights)):
            g = self.gradients[i] / self.batch
            self.gradients[i] = 0
            self.means[i] += 0.1 * (g - self.means[i])
            self.variances[i] += 0.001 * (g * g - self.variances[i])
            self.weights[i] -= speed * self.means[i] / (sqrt(self.variances[i]) + 1e-7)
        self.batch = 0

    # For other modules

    def export(self, rows: cython.short[::1], limit: cython.int) -> None:
        """Round the rows of all patterns to whole numbers, at most `limit`; unseen ones are 0."""
        pattern: cython.int
        number: cython.int
        j: cython.int
        value: cython.float
        for pattern in range(1, PATTERNS):
            number = self.numbers[pattern]
            for j in range(DEPTH):
                value = 128 * self.rows[DEPTH * number + j] if self.squares[number] > 0 else 0
                value = max(-limit, min(limit, value))
                rows[DEPTH * pattern + j] = cython.cast(
                    cython.int, value + (0.5 if value >= 0 else -0.5)
                )

    def report(self) -> dict:
        """Return what was counted since the last report, and start counting again."""
        found: dict = {
            "error": self.error / max(1, self.positions),
            "positions": self.positions,
            "ends": list(self.tally),
            "steps": self.steps,
        }
        i: cython.int
        self.error = 0
        self.positions = 0
        for i in range(5):
            self.tally[i] = 0
        return found
