# The C types of rounds.py.
cimport cython
from libc.stdint cimport uint64_t
from punto.rules.kernel cimport Board, Chance, Playouts


@cython.final
cdef class Rounds:
    cdef Playouts deals
    cdef Board board
    cdef Chance chance
    cdef int count
    cdef int seats
    cdef int size
    cdef bint deals_next_step
    cdef bint deals_same_step
    cdef bint is_symmetric
    cdef unsigned char[::1] colours
    cdef float[::1] prizes
    cdef unsigned long long[::1] states
    cdef unsigned long long[::1] boards
    cdef unsigned long long[::1] legal
    cdef unsigned char[::1] boxes
    cdef unsigned char[::1] cards
    cdef unsigned char[::1] placed
    cdef unsigned char[::1] unseen
    cdef unsigned char[::1] neutrals
    cdef unsigned char[::1] symmetries
    cdef unsigned char[::1] over
    cdef unsigned char[::1] observations
    cdef unsigned char[::1] final
    cdef unsigned char[::1] masks
    cdef unsigned char[::1] movers
    cdef unsigned char[::1] ended
    cdef unsigned char[::1] illegal
    cdef float[::1] rewards
    cdef float[::1] own_rewards

    cdef void load(self, int i) noexcept nogil
    cdef void store(self, int i) noexcept nogil
    cdef void deal_one(self, int i) noexcept nogil
    cdef void step_one(self, int i, int action) noexcept nogil
    cdef void clear_results(self, int i) noexcept nogil
    cdef void advance(self, int i, int action) noexcept nogil
    cdef int turn_up(self, int i) noexcept nogil
    cdef int card_of(self, int i) noexcept nogil
    cdef void finish(self, int i, int seat, int winner) noexcept nogil
    cdef int spot_of(self, int i, int row, int column) noexcept nogil
    cdef uint64_t shown(self, int i, uint64_t cards) noexcept nogil
    cdef void show(self, int i) noexcept nogil
    cdef void observe_to(self, int i, int seat, unsigned char[::1] out, int at) noexcept nogil


cdef uint64_t mirrored(uint64_t cards) noexcept nogil
cdef uint64_t upside_down(uint64_t cards) noexcept nogil
cdef uint64_t transposed(uint64_t cards) noexcept nogil
