# The C types of value_tree.py.
cimport cython
from punto.engine.evaluator cimport Evaluator
from punto.engine.simulation cimport Simulation


@cython.final
cdef class ValueTree:
    cdef Simulation game
    cdef Evaluator evaluator
    cdef double[::1] stakes
    cdef int room
    cdef double exploration
    cdef double sharpness
    cdef readonly double trust
    cdef int width
    cdef double playout_share
    cdef bint detailed
    cdef int near_end
    cdef double sharpness_near_end
    cdef int simulations
    cdef float[::1] opinions
    cdef double[::1] ends
    cdef int[::1] cards
    cdef double[::1] squares
    cdef double[::1] values
    cdef double[::1] totals
    cdef int[::1] visited
    cdef double[5] hopes
    cdef double[::1] worth
    cdef double[::1] guess
    cdef double[::1] appeal
    cdef int[::1] spots
    cdef int[::1] visits
    cdef int[::1] replies
    cdef int[::1] turns
    cdef int[::1] first
    cdef int edges_used
    cdef int turns_used
    cdef int replies_used
    cdef int root
    cdef double[5] result
    cdef int[80] path
    cdef int[80] sides
    cdef int[16] apart  # see kernel.pxd

    cdef void simulate(self) noexcept nogil
    cdef void set_winner(self, int winner) noexcept nogil
    cdef void mix_in(self, int winner) noexcept nogil
    cdef int choose(self, int turn) noexcept nogil
    cdef double mean(self, int edge) noexcept nogil
    cdef int reply_to(self, int edge) noexcept nogil
    cdef int grow(self, int width) noexcept nogil
    cdef double worth_of(self, int cell) noexcept nogil
    cdef int insert(self, int first, int after, int width, int spot, double worth) noexcept nogil
    cdef int lead(self) noexcept nogil
    cdef int least_visited(self, int turn) noexcept nogil
    cdef void note_ends(self, int depth) noexcept nogil
    cdef void note_opinions(self, int turn, int first, int after) noexcept nogil
    cdef void settle(self, int turn) noexcept nogil
    cdef void hope_for(self, int edge) noexcept nogil
    cdef int most_visited(self, int turn) noexcept nogil
    cdef int likeliest_reply(self, int edge) noexcept nogil
