# The C types of tree.py.
cimport cython
from punto.engine.simulation cimport Simulation


@cython.final
cdef class Tree:
    cdef Simulation game
    cdef double[::1] stakes
    cdef int room
    cdef int[::1] visits
    cdef double[::1] worth
    cdef double[::1] appeal
    cdef int[::1] replies
    cdef int[::1] turns
    cdef int[::1] first
    cdef int edges_used
    cdef int turns_used
    cdef int replies_used
    cdef int root
    cdef int[80] path
    cdef int[80] sides
    cdef int[16] apart  # see kernel.pxd

    cdef void simulate(self, int edge) noexcept nogil
    cdef int choose(self, int turn) noexcept nogil
    cdef int turn_after(self, int edge) noexcept nogil
    cdef int grow(self) noexcept nogil
    cdef int most_visited(self, int turn) noexcept nogil
    cdef int lead(self) noexcept nogil
