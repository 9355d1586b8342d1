"""Many rounds side by side: each takes an action, and shows what its next seat may know.

Like the kernel, this file runs as plain Python and is compiled where there is a compiler; both give
the same answers to the last bit. Its types are in rounds.pxd for C and in rounds.pyi for Python.

An action is 7 * row + column of a cell in the frame: seven rows and columns, with the box around
all cards anchored in row and column 1. `observation.py` lists what an observation holds. Seats
count from 0 here, and seat 0 starts every round.
"""

from __future__ import annotations

from array import array

import cython  # interpreted.py stands in for it where nothing is compiled

if cython.compiled:
    from cython.cimports.punto.envs.frame import write_nine, write_plane, write_values, write_zeros
    from cython.cimports.punto.rules.bits import random_bit
    from cython.cimports.punto.rules.kernel import Board, Chance
else:
    from punto.envs.frame import write_nine, write_plane, write_values, write_zeros
    from punto.rules.bits import random_bit
    from punto.rules.kernel import Board, Chance

# What happens to a round that is over.
DISABLED = 0  # it stays as it is
NEXT_STEP = 1  # its next action is ignored, and a new round is dealt instead
SAME_STEP = 2  # a new round is dealt at once, and its last observation goes to `final`


class Rounds:
    """Rounds of one mode, which write their results into the buffers that they are given.

    `deals` deals a round. `colours` has for each seat the order in which it sees the colours,
    `prizes` the reward of each seat: four numbers for a draw, and four for a win of each side.
    `states` has the state of each round's generators: its deals and symmetries follow from the
    first half, its random actions from the second. With `symmetric`, each turn shows the round
    mirrored or turned in one of eight ways.
    """

    def __init__(self, deals, colours, prizes, states, autoreset, symmetric, buffers):
        count: cython.int = len(states) // 2
        self.deals = deals
        self.board = Board()
        self.chance = Chance(1)
        self.count = count
        self.seats = len(self.deals.decks) // 2
        self.size = len(self.deals.cards)
        self.deals_next_step = autoreset == NEXT_STEP
        self.deals_same_step = autoreset == SAME_STEP
        self.is_symmetric = symmetric
        self.colours = colours
        self.prizes = prizes
        self.states = states
        self.boards = array("Q", bytes(8 * 8 * count))
        self.legal = array("Q", bytes(8 * count))
        self.boxes = bytearray(4 * count)
        self.cards = bytearray(self.size * count)
        self.placed = bytearray(count)
        self.unseen = bytearray(64 * count)
        self.neutrals = bytearray(4 * count)
        self.symmetries = bytearray(count)
        self.over = bytearray(count)
        self.observations = buffers["observations"]
        self.final = buffers["final"]
        self.masks = buffers["masks"]
        self.movers = buffers["movers"]
        self.ended = buffers["ended"]
        self.illegal = buffers["illegal"]
        self.rewards = buffers["rewards"]
        self.own_rewards = buffers["own_rewards"]

    # For other modules

    def reset(self):
        """Deal a new round everywhere."""
        i: cython.int
        with cython.nogil:
            for i in range(self.count):
                self.clear_results(i)
                self.deal_one(i)
                self.show(i)

    def step(self, actions: cython.longlong[::1]):
        """Play one action in every round; all of them must be 0 to 48."""
        i: cython.int
        with cython.nogil:
            for i in range(self.count):
                self.step_one(i, actions[i])

    def choose_random(self, actions: cython.longlong[::1]):
        """Write a random legal action of every round; 0 where a round is over."""
        i: cython.int
        spot: cython.int
        with cython.nogil:
            for i in range(self.count):
                actions[i] = 0
                if self.legal[i]:
                    self.chance.state = self.states[self.count + i]
                    spot = random_bit(self.legal[i], self.chance.word())
                    self.states[self.count + i] = self.chance.state
                    actions[i] = 7 * (spot >> 3) + (spot & 7)

    def observe(self, i: cython.int, seat: cython.int, out: cython.uchar[::1]):
        """Write what a seat may know of a round."""
        self.load(i)
        self.observe_to(i, seat, out, 0)

    def card(self, i: cython.int) -> cython.int:
        """Return the card in hand, which everybody sees; 0 if the round is over."""
        return 0 if self.over[i] else self.card_of(i)

    def visible(self, i: cython.int) -> list:
        """List the cells of a round's visible cards, from a1 as 0, and the cards on them."""
        cell: cython.int
        self.load(i)
        tops = [(cell, self.board.top(cell)) for cell in range(121)]
        return [(cell, card) for cell, card in tops if card]

    # A step of one round

    def step_one(self, i, action):
        self.clear_results(i)
        if self.over[i]:
            if self.deals_next_step:
                self.deal_one(i)
                self.show(i)
            else:
                self.ended[i] = 1
            return
        self.advance(i, action)
        if self.over[i] and self.deals_same_step:
            self.observe_to(i, self.movers[i], self.final, 306 * i)
            self.deal_one(i)
        self.show(i)

    def clear_results(self, i):
        j: cython.int
        for j in range(self.seats):
            self.rewards[self.seats * i + j] = 0
        self.own_rewards[i] = 0
        self.ended[i] = 0
        self.illegal[i] = 0

    def deal_one(self, i):
        """Deal a new round, and turn up its first card."""
        j: cython.int
        card: cython.int
        deck: cython.int
        neutral: cython.int
        self.deals.chance.state = self.states[i]
        self.deals.shuffle()
        self.states[i] = self.deals.chance.state
        for j in range(64):
            self.unseen[64 * i + j] = 0
        for deck in range(self.seats):
            neutral = 0
            for j in range(self.deals.decks[2 * deck], self.deals.decks[2 * deck + 1]):
                card = self.deals.cards[j]
                self.cards[self.size * i + j] = card
                self.unseen[64 * i + card] += 1
                if self.deals.owners[card >> 4] == 0:
                    neutral += 1
            self.neutrals[4 * i + deck] = neutral
        self.placed[i] = 0
        self.movers[i] = 0
        self.over[i] = 0
        self.board.clear()
        self.turn_up(i)

    def advance(self, i, action):
        """Place the card in hand, and turn up the next one; the round may end."""
        one: cython.ulonglong = 1
        row: cython.int = action // 7
        column: cython.int = action - 7 * row
        seat: cython.int = self.movers[i]
        card: cython.int
        side: cython.int
        spot: cython.int
        self.load(i)
        if not self.legal[i] & one << (8 * row + column):
            self.illegal[i] = 1
            self.over[i] = 1
            self.ended[i] = 1
            self.legal[i] = 0
            self.rewards[self.seats * i + seat] = -1
            self.own_rewards[i] = -1
            return
        card = self.card_of(i)
        spot = self.board.lay(card, self.spot_of(i, row, column))
        self.placed[i] += 1
        self.movers[i] = seat + 1 if seat + 1 < self.seats else 0
        side = self.deals.owners[card >> 4]
        if side == 0:
            self.neutrals[4 * i + seat] -= 1
        if side and self.board.completes(card >> 4, spot, self.deals.line):
            self.finish(i, seat, side)
        elif not self.turn_up(i):
            side = self.board.leader(self.deals.sides, self.deals.line - 1, self.deals.lowest)
            self.finish(i, seat, side)

    def turn_up(self, i):
        """Turn up the next card; return whether there is one, and it has a legal cell."""
        card: cython.int = self.card_of(i)
        self.legal[i] = 0
        if self.is_symmetric:
            self.chance.state = self.states[i]
            self.symmetries[i] = self.chance.below(8)
            self.states[i] = self.chance.state
        if card:
            self.unseen[64 * i + card] -= 1
            self.legal[i] = self.shown(i, self.board.legal(card & 15))
        self.store(i)
        return self.legal[i] != 0

    def card_of(self, i):
        """Return the card that is turned up next, or is in hand; 0 if the deck is empty."""
        seat: cython.int = self.movers[i]
        place: cython.int = self.deals.decks[2 * seat] + self.placed[i] // self.seats
        if place >= self.deals.decks[2 * seat + 1]:
            return 0
        return self.cards[self.size * i + place]

    def finish(self, i, seat, winner):
        """End a round, and reward all seats; the winner is a side, 0 in a draw."""
        j: cython.int
        for j in range(self.seats):
            self.rewards[self.seats * i + j] = self.prizes[4 * winner + j]
        self.own_rewards[i] = self.prizes[4 * winner + seat]
        self.over[i] = 1
        self.ended[i] = 1
        self.legal[i] = 0
        self.store(i)

    def load(self, i):
        """Take the cards of a round onto the board."""
        j: cython.int
        for j in range(4):
            self.board.colours[j] = self.boards[8 * i + j]
            self.board.digits[j] = self.boards[8 * i + 4 + j]
        self.board.width = self.boxes[4 * i]
        self.board.height = self.boxes[4 * i + 1]
        self.board.left = self.boxes[4 * i + 2]
        self.board.bottom = self.boxes[4 * i + 3]
        self.board.measure()

    def store(self, i):
        j: cython.int
        for j in range(4):
            self.boards[8 * i + j] = self.board.colours[j]
            self.boards[8 * i + 4 + j] = self.board.digits[j]
        self.boxes[4 * i] = self.board.width
        self.boxes[4 * i + 1] = self.board.height
        self.boxes[4 * i + 2] = self.board.left
        self.boxes[4 * i + 3] = self.board.bottom

    # Symmetries: bit 0 mirrors the columns, bit 1 the rows, then bit 2 swaps rows and columns

    def spot_of(self, i, row, column):
        """Return the spot on the board of a cell in the frame that is shown."""
        symmetry: cython.int = self.symmetries[i]
        held: cython.int = row
        if symmetry & 4:
            row = column
            column = held
        if symmetry & 1:
            column = max(self.board.width, 1) + 1 - column
        if symmetry & 2:
            row = max(self.board.height, 1) + 1 - row
        return 8 * row + column

    def shown(self, i, cards):
        """Return cells of the board as they are shown in the frame."""
        symmetry: cython.int = self.symmetries[i]
        if symmetry & 1:
            cards = mirrored(cards) >> (6 - max(self.board.width, 1))
        if symmetry & 2:
            cards = upside_down(cards) >> 8 * (6 - max(self.board.height, 1))
        if symmetry & 4:
            cards = transposed(cards)
        return cards

    # What is shown

    def show(self, i):
        """Write the mask and the observation of the seat to move."""
        write_plane(self.legal[i], self.masks, 49 * i)
        self.observe_to(i, self.movers[i], self.observations, 306 * i)

    def observe_to(self, i, seat, out, at):
        """Write an observation, of the round that is on the board."""
        j: cython.int
        colour: cython.int
        ahead: cython.int
        left: cython.int
        turns: cython.int = self.placed[i] // self.seats
        taken: cython.int = self.placed[i] - turns * self.seats
        card: cython.int = 0 if self.over[i] else self.card_of(i)
        for j in range(4):
            colour = self.colours[4 * seat + j]
            write_plane(self.shown(i, self.board.colours[colour]), out, at + 49 * j)
        write_values(
            self.shown(i, self.board.digits[0]),
            self.shown(i, self.board.digits[1]),
            self.shown(i, self.board.digits[2]),
            self.shown(i, self.board.digits[3]),
            out,
            at + 196,
        )
        write_zeros(61, out, at + 245)
        for j in range(4):
            colour = self.colours[4 * seat + j]
            write_nine(self.unseen, 64 * i + 16 * colour + 1, out, at + 245 + 9 * j)
            if card and card >> 4 == colour:
                out[at + 281 + j] = 1
        if card:
            out[at + 284 + (card & 15)] = 1
        ahead = seat
        for j in range(self.seats):
            left = self.deals.decks[2 * ahead + 1] - self.deals.decks[2 * ahead] - turns
            if not self.over[i] and ahead == self.movers[i]:
                out[at + 294 + j] = 1
            out[at + 298 + j] = left - 1 if ahead < taken else left
            out[at + 302 + j] = self.neutrals[4 * i + ahead]
            ahead = ahead + 1 if ahead + 1 < self.seats else 0


def mirrored(cards):
    """Turn column c into column 7 - c."""
    ones: cython.ulonglong = 0x5555555555555555
    twos: cython.ulonglong = 0x3333333333333333
    fours: cython.ulonglong = 0x0F0F0F0F0F0F0F0F
    cards = cards >> 1 & ones | (cards & ones) << 1
    cards = cards >> 2 & twos | (cards & twos) << 2
    return cards >> 4 & fours | (cards & fours) << 4


def upside_down(cards):
    """Turn row r into row 7 - r."""
    bytes_: cython.ulonglong = 0x00FF00FF00FF00FF
    pairs: cython.ulonglong = 0x0000FFFF0000FFFF
    low: cython.ulonglong = 0x00000000FFFFFFFF
    cards = cards >> 8 & bytes_ | (cards & bytes_) << 8
    cards = cards >> 16 & pairs | (cards & pairs) << 16
    return cards >> 32 | (cards & low) << 32


def transposed(cards):
    """Swap rows and columns: first single cells, then blocks of two and of four."""
    ones: cython.ulonglong = 0x00AA00AA00AA00AA
    twos: cython.ulonglong = 0x0000CCCC0000CCCC
    fours: cython.ulonglong = 0x00000000F0F0F0F0
    swap: cython.ulonglong = (cards ^ cards >> 7) & ones
    cards = cards ^ swap ^ swap << 7
    swap = (cards ^ cards >> 14) & twos
    cards = cards ^ swap ^ swap << 14
    swap = (cards ^ cards >> 28) & fours
    return cards ^ swap ^ swap << 28
