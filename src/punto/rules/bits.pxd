# The C twins of bits.py, for the compiled kernel.
from libc.stdint cimport uint64_t

cdef extern from "bits.h" nogil:
    int popcount(uint64_t x) noexcept
    int lowest_bit(uint64_t x) noexcept
    int nth_bit(uint64_t x, int n) noexcept
    int random_bit(uint64_t x, uint64_t word) noexcept
