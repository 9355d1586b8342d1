# The C types of evaluator.py.
cimport cython
from libc.stdint cimport uint64_t
from punto.engine.simulation cimport Simulation
from punto.rules.kernel cimport Board


@cython.final
cdef class Evaluator:
    cdef object network
    cdef int sides
    cdef int colours_a_side
    cdef int line
    cdef int side_bits
    cdef bint lowest
    cdef int directions
    cdef bint foresees
    cdef bint is_calibrated
    cdef const int* curves
    cdef int inputs
    cdef const short* rows
    cdef const short* hidden
    cdef const short* output
    cdef const short* direct
    cdef const int* biases
    cdef const int* powers
    cdef Board board
    cdef int[4] owners
    cdef uint64_t[64] packed
    cdef uint64_t[256] grid
    cdef uint64_t[1024] codes
    cdef int[32] sums
    cdef int[32] trial
    cdef short[96] x
    cdef int[32] units
    cdef short[32] h
    cdef int[64] unseen
    cdef int[512] values
    cdef int[5] own
    cdef int[5] left
    cdef int[5] tops
    cdef int[4] shares
    cdef uint64_t[4] gaps
    cdef int[5] logits
    cdef int left_column
    cdef int bottom_row
    cdef int columns
    cdef int rows_high
    cdef int mover
    cdef int next_side
    cdef bint is_last
    cdef int total_left
    cdef uint64_t[8] apart  # see kernel.pxd

    cdef void find_states(self) noexcept nogil
    cdef void look(self, Board board) noexcept nogil
    cdef void measure(self, Board board) noexcept nogil
    cdef void sum_up(self, int* sums, bint keeps) noexcept nogil
    cdef uint64_t window(self, int cell, int step) noexcept nogil
    cdef void add_short(self, int* sums, bint keeps, int direction, int cell) noexcept nogil
    cdef void add_window(self, int* sums, uint64_t code) noexcept nogil
    cdef void replace(self, int cell, int card) noexcept nogil
    cdef void replace_in(self, int direction, int cell, int before, int after, uint64_t change) noexcept nogil
    cdef void exchange(self, uint64_t code, uint64_t changed) noexcept nogil
    cdef void count(self, Simulation game) noexcept nogil
    cdef void add_card(self, int card) noexcept nogil
    cdef int next_card_of(self, Simulation game, int side) noexcept nogil
    cdef int line_chance(self, int side, int top) noexcept nogil
    cdef int least_value(self, uint64_t gaps) noexcept nogil
    cdef int rate(self, Simulation game) noexcept nogil
    cdef void rate_cell(self, Simulation game, int spot, int place) noexcept nogil
    cdef void try_card(self, Simulation game, int spot) noexcept nogil
    cdef void settle(self, int place) noexcept nogil
    cdef void describe_cards(self) noexcept nogil
    cdef void describe(self) noexcept nogil
    cdef void describe_colours(self, int side, int at) noexcept nogil
    cdef int held(self, int side, int lowest, int highest) noexcept nogil
    cdef void infer(self, int place) noexcept nogil
    cdef void calibrate(self, int place) noexcept nogil


cdef int amount(int count, int whole) noexcept nogil
cdef int step_of(int direction) noexcept nogil
cdef uint64_t power_of_9(int exponent) noexcept nogil
