# The C types of kernel.py, for its compiler and for compiled modules that build on it.
cimport cython
from libc.stdint cimport uint64_t


@cython.final
cdef class Board:
    cdef uint64_t[4] colours
    cdef uint64_t[4] digits
    cdef uint64_t room
    cdef int width
    cdef int height
    cdef int left
    cdef int bottom
    cdef uint64_t[8] apart  # so that boards of two threads never share a line of the cache

    cdef void clear(self) noexcept nogil
    cdef void take(self, Board other) noexcept nogil
    cdef void measure(self) noexcept nogil
    cdef uint64_t occupied(self) noexcept nogil
    cdef uint64_t legal(self, int value) noexcept nogil
    cdef int lay(self, int card, int spot) noexcept nogil
    cdef bint completes(self, int colour, int spot, int length) noexcept nogil
    cdef int points(self, uint64_t cells) noexcept nogil
    cdef int rank(self, int colours, int length, bint lowest) noexcept nogil
    cdef int leader(self, int sides, int length, bint lowest) noexcept nogil
    cdef void shrink(self) noexcept nogil
    cdef int objection(self, int column, int row) except? -9
    cdef int card_in(self, int column, int row) noexcept nogil
    cdef int cell_at(self, int spot) noexcept nogil


@cython.final
cdef class Chance:
    cdef uint64_t state
    cdef uint64_t[8] apart  # likewise

    cdef uint64_t word(self) noexcept nogil
    cdef int below(self, int limit) noexcept nogil


@cython.final
cdef class Playouts:
    cdef Board board
    cdef unsigned char[::1] fresh
    cdef unsigned char[::1] cards
    cdef unsigned char[::1] loose
    cdef unsigned char[::1] piles
    cdef unsigned char[::1] decks
    cdef unsigned char[::1] owners
    cdef int sides
    cdef long long[::1] tally
    cdef int line
    cdef bint lowest
    cdef Chance chance

    cdef void swap(self, int i, int j) noexcept nogil
    cdef void shuffle(self) noexcept nogil
    cdef int play_one(self) noexcept nogil


cdef uint64_t windows(uint64_t cards, int step, int length) noexcept nogil
cdef uint64_t whole_runs(uint64_t cards, int step, int length) noexcept nogil
cdef uint64_t window(uint64_t start, int step, int length) noexcept nogil
cdef bint runs_through(uint64_t cards, uint64_t bit, int step, int length) noexcept nogil
cdef int direction(int i) noexcept nogil
