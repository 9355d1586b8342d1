# The C types of learner.py.
cimport cython
from punto.engine.evaluator cimport Evaluator
from punto.engine.simulation cimport Simulation
from punto.rules.kernel cimport Chance


@cython.final
cdef class Learner:
    cdef Evaluator evaluator
    cdef Simulation game
    cdef Chance chance
    cdef int sides
    cdef int inputs
    cdef int outputs
    cdef bint exact
    cdef int[::1] numbers
    cdef float[::1] rows
    cdef float[::1] squares
    cdef float[::1] weights
    cdef float[::1] means
    cdef float[::1] variances
    cdef float[::1] gradients
    cdef long long steps
    cdef int batch
    cdef int[::1] patterns
    cdef int[::1] pattern_counts
    cdef float[::1] inputs_seen
    cdef float[::1] shares
    cdef int[::1] next_sides
    cdef float[::1] said
    cdef float[::1] expected
    cdef int[::1] tried
    cdef int[::1] card_counts
    cdef int[::1] tally
    cdef float[::1] target
    cdef float[::1] x
    cdef float[::1] dx
    cdef float[::1] h
    cdef float[::1] dh
    cdef float[::1] p
    cdef float[::1] sums
    cdef float[::1] dsums
    cdef double error
    cdef long long positions
    cdef int turns

    cdef int play(self, double exploring, double noise) noexcept nogil
    cdef int stalemate(self) noexcept nogil
    cdef int choose(self, int cells, double exploring, double noise) noexcept nogil
    cdef double worth(self, int side, int cell) noexcept nogil
    cdef void note_inputs(self) noexcept nogil
    cdef void note_patterns(self) noexcept nogil
    cdef void expect(self) noexcept nogil
    cdef int best_of(self, int side, int cells) noexcept nogil
    cdef void learn_round(self, int end, double rate, double row_rate, double trace) noexcept nogil
    cdef void infer(self, int turn) noexcept nogil
    cdef void place_sums(self, int turn) noexcept nogil
    cdef void find_gradients(self, int turn) noexcept nogil
    cdef void change_rows(self, int turn, double rate) noexcept nogil
    cdef void change_weights(self, double rate) noexcept nogil
