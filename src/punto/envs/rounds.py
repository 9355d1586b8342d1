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
    from cython.cimports.punto.envs.frame import (
        copy_bytes,
        memory_of,
        write_cells,
        write_plane,
        write_zeros,
    )
    from cython.cimports.punto.envs.gate import free_gate, new_gate, open_gate, pass_gate
    from cython.cimports.punto.rules.bits import random_bit
    from cython.cimports.punto.rules.kernel import Board, Chance
else:
    from punto.envs.frame import copy_bytes, memory_of, write_cells, write_plane, write_zeros
    from punto.envs.gate import free_gate, new_gate, open_gate, pass_gate
    from punto.rules.bits import random_bit
    from punto.rules.kernel import Board, Chance

# What happens to a round that is over.
DISABLED = 0  # it stays as it is
NEXT_STEP = 1  # its next action is ignored, and a new round is dealt instead
SAME_STEP = 2  # a new round is dealt at once, and its last observation goes to `final`

# Jobs: what `run` does with all rounds.
RESET = 1  # deal a new round everywhere
STEP = 2  # play one action in every round; all of them must be 0 to 48
CHOOSE = 3  # write a random legal action of every round; 0 where a round is over


class Rounds:
    """Rounds of one mode, which write their results into the buffers that they are given.

    `deals` deals a round. `colours` has for each seat the order in which it sees the colours,
    `prizes` the reward of each seat: four numbers for a draw, and four for a win of each side.
    `states` has the state of each round's generators: its deals and symmetries follow from the
    first half, its random actions from the second. With `symmetric`, each turn shows the round
    mirrored or turned in one of eight ways.

    Unlike the buffers, all other state is private: `boards` has nine numbers a round (four colours,
    four digits, and the room around them), `boxes` where the box is, `hands` the card in hand,
    `turns` how many turns the seat to move has had, and `unseen` the number of copies by card.
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
        if not cython.compiled:  # in C it is an array of the object itself
            self.seen = [0] * 8
        self.places = places_of(colours)
        self.order = bytearray(
            (seat + ahead) % self.seats for seat in range(4) for ahead in range(4)
        )
        self.sizes = bytearray(4)
        self.fresh_unseen = bytearray(64)
        self.fresh_neutrals = bytearray(4)
        self.count_fresh()
        self.boards = array("Q", bytes(8 * 9 * count))
        self.legal = array("Q", bytes(8 * count))
        self.boxes = bytearray(4 * count)
        self.cards = bytearray(self.size * count)
        self.turns = bytearray(count)
        self.hands = bytearray(count)
        self.unseen = bytearray(64 * count)
        self.neutrals = bytearray(4 * count)
        self.symmetries = bytearray(count)
        self.over = bytearray(count)
        self.stops = self.steps = self.chooses = False
        self.begin = new_gate()
        self.done = new_gate()
        self.actions = buffers["actions"]
        self.observations = buffers["observations"]
        self.final = buffers["final"]
        self.masks = buffers["masks"]
        self.movers = buffers["movers"]
        self.ended = buffers["ended"]
        self.illegal = buffers["illegal"]
        self.rewards = buffers["rewards"]
        self.own_rewards = buffers["own_rewards"]

    def __dealloc__(self):
        free_gate(self.begin)
        free_gate(self.done)

    def count_fresh(self):
        """Count what every deal has in common: cards by kind, and each seat's neutral ones."""
        seat: cython.int
        j: cython.Py_ssize_t
        card: cython.int
        for seat in range(self.seats):
            self.sizes[seat] = self.deals.decks[2 * seat + 1] - self.deals.decks[2 * seat]
            for j in range(self.deals.decks[2 * seat], self.deals.decks[2 * seat + 1]):
                card = self.deals.fresh[j]
                self.fresh_unseen[card] += 1
                if self.deals.owners[card >> 4] == 0:
                    self.fresh_neutrals[seat] += 1

    # For other modules

    def run(self, job: cython.int, others: list):
        """Do a job, and wait until others have done the same, each in the thread that serves it.

        Compiled, nothing here can be interrupted, so no gate is left open.
        """
        other: Rounds
        for other in others:
            other.take(job)
            open_gate(other.begin)
        self.take(job)
        with cython.nogil:
            self.work()
        for other in others:
            with cython.nogil:
                pass_gate(other.done)

    def serve(self):
        """Wait for jobs, and do them, until `stop` is called; for a thread of its own."""
        with cython.nogil:
            while True:
                pass_gate(self.begin)
                if self.stops:
                    break
                self.work()
                open_gate(self.done)

    def stop(self):
        """End the thread that serves these rounds."""
        self.stops = True
        open_gate(self.begin)

    def observe(self, i: cython.Py_ssize_t, seat: cython.int, out: cython.uchar[::1]):
        """Write what a seat may know of a round."""
        self.load(i)
        self.observe_to(i, seat, memory_of(out), 0)

    def card(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the card in hand, which everybody sees; 0 if the round is over."""
        return self.hands[i]

    def visible(self, i: cython.Py_ssize_t) -> list:
        """List the cells of a round's visible cards, from a1 as 0, and the cards on them."""
        cell: cython.int
        self.load(i)
        tops = [(cell, self.board.top(cell)) for cell in range(121)]
        return [(cell, card) for cell, card in tops if card]

    # Jobs

    def take(self, job):
        """Note a job in a form that can be read without the GIL."""
        self.steps = job == STEP
        self.chooses = job == CHOOSE

    def work(self):
        i: cython.Py_ssize_t
        for i in range(self.count):
            if self.steps:
                self.step_one(i, self.actions[i])
            elif self.chooses:
                self.choose_one(i)
            else:
                self.reset_one(i)

    def reset_one(self, i):
        self.clear_results(i)
        self.deal_one(i)
        self.show(i)

    def choose_one(self, i):
        spot: cython.int
        self.actions[i] = 0
        if self.legal[i]:
            self.chance.state = self.states[self.count + i]
            spot = random_bit(self.legal[i], self.chance.word())
            self.states[self.count + i] = self.chance.state
            self.actions[i] = 7 * (spot >> 3) + (spot & 7)

    # A step of one round

    def step_one(self, i, action):
        if self.ended[i]:
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
            self.observe_to(i, self.movers[i], memory_of(self.final), 306 * i)
            self.deal_one(i)
        self.show(i)

    def clear_results(self, i):
        j: cython.Py_ssize_t
        for j in range(self.seats):
            self.rewards[self.seats * i + j] = 0
        self.own_rewards[i] = 0
        self.ended[i] = 0
        self.illegal[i] = 0

    def deal_one(self, i):
        """Deal a new round, and turn up its first card."""
        self.deals.chance.state = self.states[i]
        self.deals.shuffle()
        self.states[i] = self.deals.chance.state
        copy_bytes(memory_of(self.deals.cards), 0, memory_of(self.cards), self.size * i, self.size)
        copy_bytes(memory_of(self.fresh_unseen), 0, memory_of(self.unseen), 64 * i, 64)
        copy_bytes(memory_of(self.fresh_neutrals), 0, memory_of(self.neutrals), 4 * i, 4)
        self.turns[i] = 0
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
            self.hands[i] = 0
            self.over[i] = 1
            self.ended[i] = 1
            self.legal[i] = 0
            self.rewards[self.seats * i + seat] = -1
            self.own_rewards[i] = -1
            return
        card = self.hands[i]
        spot = self.board.lay(card, self.spot_of(i, row, column))
        self.movers[i] = self.order[4 * seat + 1]
        self.turns[i] += seat + 1 == self.seats
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
        card: cython.int = self.next_card(i)
        self.hands[i] = card
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

    def next_card(self, i):
        """Return the card that the seat to move turns up; 0 if its deck is empty."""
        seat: cython.int = self.movers[i]
        turn: cython.int = self.turns[i]
        if turn >= self.sizes[seat]:
            return 0
        return self.cards[self.size * i + self.deals.decks[2 * seat] + turn]

    def finish(self, i, seat, winner):
        """End a round, and reward all seats; the winner is a side, 0 in a draw."""
        j: cython.Py_ssize_t
        for j in range(self.seats):
            self.rewards[self.seats * i + j] = self.prizes[4 * winner + j]
        self.own_rewards[i] = self.prizes[4 * winner + seat]
        self.hands[i] = 0
        self.over[i] = 1
        self.ended[i] = 1
        self.legal[i] = 0
        self.store(i)

    def load(self, i):
        """Take the cards of a round onto the board."""
        j: cython.Py_ssize_t
        for j in range(4):
            self.board.colours[j] = self.boards[9 * i + j]
        for j in range(4):
            self.board.digits[j] = self.boards[9 * i + 4 + j]
        self.board.room = self.boards[9 * i + 8]
        self.board.width = self.boxes[4 * i]
        self.board.height = self.boxes[4 * i + 1]
        self.board.left = self.boxes[4 * i + 2]
        self.board.bottom = self.boxes[4 * i + 3]

    def store(self, i):
        j: cython.Py_ssize_t
        for j in range(4):
            self.boards[9 * i + j] = self.board.colours[j]
        for j in range(4):
            self.boards[9 * i + 4 + j] = self.board.digits[j]
        self.boards[9 * i + 8] = self.board.room
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
        if symmetry == 0:
            return cards
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
        write_plane(self.legal[i], memory_of(self.masks), 49 * i)
        self.observe_to(i, self.movers[i], memory_of(self.observations), 306 * i)

    def observe_to(self, i, seat, out, at):
        """Write an observation, of the round that is on the board."""
        j: cython.Py_ssize_t
        colour: cython.int
        ahead: cython.int
        is_open: cython.int = not self.over[i]
        mover: cython.int = self.movers[i]
        turn: cython.int = self.turns[i]
        card: cython.int = self.hands[i]
        for j in range(4):
            self.seen[j] = self.board.colours[self.colours[4 * seat + j]]
            self.seen[4 + j] = self.board.digits[j]
        if self.symmetries[i]:
            for j in range(8):
                self.seen[j] = self.shown(i, self.seen[j])
        write_cells(self.seen, out, at)
        for j in range(4):
            colour = self.colours[4 * seat + j]
            copy_bytes(memory_of(self.unseen), 64 * i + 16 * colour + 1, out, at + 245 + 9 * j, 9)
        write_zeros(25, out, at + 281)
        if card:
            out[at + 281 + self.places[4 * seat + (card >> 4)]] = 1
            out[at + 284 + (card & 15)] = 1
        for j in range(self.seats):
            ahead = self.order[4 * seat + j]
            out[at + 294 + j] = is_open & (ahead == mover)
            out[at + 298 + j] = self.sizes[ahead] - turn - (ahead < mover)
            out[at + 302 + j] = self.neutrals[4 * i + ahead]


def places_of(colours):
    """Return for each seat the place of each colour in its order."""
    places = bytearray(len(colours))
    for seat in range(0, len(colours), 4):
        for place in range(4):
            places[seat + colours[seat + place]] = place
    return places


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
