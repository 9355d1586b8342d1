# The C types of rounds.py.
cimport cython
from libc.stdint cimport uint64_t
from punto.envs.gate cimport PyThread_type_lock
from punto.rules.kernel cimport Board, Chance, Playouts


@cython.final
cdef class Rounds:
    cdef Playouts deals
    cdef Board board
    cdef Chance chance
    cdef PyThread_type_lock begin
    cdef PyThread_type_lock done
    cdef bint stops
    cdef bint steps
    cdef bint chooses
    cdef int count
    cdef int seats
    cdef int size
    cdef bint deals_next_step
    cdef bint deals_same_step
    cdef bint is_symmetric
    cdef uint64_t[8] seen
    cdef unsigned char[::1] colours
    cdef unsigned char[::1] places
    cdef unsigned char[::1] order
    cdef unsigned char[::1] sizes
    cdef unsigned char[::1] fresh_unseen
    cdef unsigned char[::1] fresh_neutrals
    cdef float[::1] prizes
    cdef unsigned long long[::1] states
    cdef unsigned long long[::1] boards
    cdef unsigned long long[::1] legal
    cdef unsigned char[::1] boxes
    cdef unsigned char[::1] cards
    cdef unsigned char[::1] turns
    cdef unsigned char[::1] hands
    cdef unsigned char[::1] unseen
    cdef unsigned char[::1] neutrals
    cdef unsigned char[::1] symmetries
    cdef unsigned char[::1] over
    cdef long long[::1] actions
    cdef unsigned char[::1] observations
    cdef unsigned char[::1] final
    cdef unsigned char[::1] masks
    cdef unsigned char[::1] movers
    cdef unsigned char[::1] ended
    cdef unsigned char[::1] illegal
    cdef float[::1] rewards
    cdef float[::1] own_rewards

    cdef void count_fresh(self)
    cdef void load(self, Py_ssize_t i) noexcept nogil
    cdef void store(self, Py_ssize_t i) noexcept nogil
    cdef void deal_one(self, Py_ssize_t i) noexcept nogil
    cdef void take(self, int job)
    cdef void work(self) noexcept nogil
    cdef void reset_one(self, Py_ssize_t i) noexcept nogil
    cdef void choose_one(self, Py_ssize_t i) noexcept nogil
    cdef void step_one(self, Py_ssize_t i, int action) noexcept nogil
    cdef void clear_results(self, Py_ssize_t i) noexcept nogil
    cdef void advance(self, Py_ssize_t i, int action) noexcept nogil
    cdef int turn_up(self, Py_ssize_t i) noexcept nogil
    cdef int next_card(self, Py_ssize_t i) noexcept nogil
    cdef void finish(self, Py_ssize_t i, int seat, int winner) noexcept nogil
    cdef int spot_of(self, Py_ssize_t i, int row, int column) noexcept nogil
    cdef uint64_t shown(self, Py_ssize_t i, uint64_t cards) noexcept nogil
    cdef void show(self, Py_ssize_t i) noexcept nogil
    cdef void observe_to(
        self, Py_ssize_t i, int seat, unsigned char *out, Py_ssize_t at
    ) noexcept nogil


cdef uint64_t mirrored(uint64_t cards) noexcept nogil
cdef uint64_t upside_down(uint64_t cards) noexcept nogil
cdef uint64_t transposed(uint64_t cards) noexcept nogil
