# The C types of look_ahead.py.
cimport cython
from punto.engine.evaluator cimport Evaluator
from punto.engine.simulation cimport Simulation


@cython.final
cdef class LookAhead:
    cdef Simulation game
    cdef Evaluator evaluator
    cdef double[::1] stakes
    cdef int[64] counts

    cdef double expect(self, int spot) noexcept nogil
    cdef double reply(self, int side) noexcept nogil
    cdef double worth_of(self, int side, int cell) noexcept nogil
