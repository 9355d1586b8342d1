# The C types of simulation.py.
cimport cython
from libc.stdint cimport uint64_t
from punto.rules.kernel cimport Board, Chance


@cython.final
cdef class Simulation:
    cdef Board start
    cdef Board board
    cdef Chance chance
    cdef const unsigned char[::1] fresh
    cdef unsigned char[::1] cards
    cdef const unsigned char[::1] loose
    cdef int seats
    cdef int slots
    cdef int line
    cdef int sides
    cdef bint lowest
    cdef bint diagonals
    cdef int first_seat
    cdef int first_card
    cdef int[4] owners
    cdef int[4] second
    cdef int[4] side_of
    cdef int[4] pool_of
    cdef int[4] begin
    cdef int[4] end
    cdef int[4] next
    cdef int[4] hidden
    cdef int[4] left
    cdef int[4] shown
    cdef int[4] face_up
    cdef uint64_t[4] start_gaps
    cdef uint64_t[4] gaps
    cdef int seat
    cdef int card
    cdef uint64_t legal
    cdef uint64_t[8] apart  # see kernel.pxd

    cdef void deal(self) noexcept nogil
    cdef int draw(self, int seat) noexcept nogil
    cdef void lay(self, int spot) noexcept nogil
    cdef void find_gaps(self, int colour) noexcept nogil
    cdef int exchange(self, int pool, int card, int other) noexcept nogil
    cdef void show(self, int card) noexcept nogil
    cdef int slot(self) noexcept nogil
    cdef uint64_t winning(self) noexcept nogil
    cdef uint64_t dangers(self) noexcept nogil
    cdef uint64_t own(self) noexcept nogil
    cdef uint64_t extensions(self) noexcept nogil
    cdef uint64_t obstacles(self) noexcept nogil
    cdef uint64_t promising(self) noexcept nogil
    cdef int finish(self) noexcept nogil


cdef uint64_t third_cells(uint64_t cards) noexcept nogil
cdef uint64_t gaps_of(uint64_t cards, int line, bint diagonals) noexcept nogil
cdef uint64_t gaps_in_3(uint64_t cards, int step) noexcept nogil
cdef uint64_t gaps_in_4(uint64_t cards, int step) noexcept nogil
cdef uint64_t gaps_in_5(uint64_t cards, int step) noexcept nogil
