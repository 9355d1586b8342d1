# The C twins of frame.py, for the compiled rounds.
from libc.stdint cimport uint64_t

cdef extern from "frame.h" nogil:
    void write_bits(uint64_t cards, unsigned char *cells) noexcept
    void write_numbers(
        uint64_t ones, uint64_t twos, uint64_t fours, uint64_t eights, unsigned char *cells
    ) noexcept
    void copy_nine(const unsigned char *source, unsigned char *to) noexcept
    void clear(unsigned char *bytes, int count) noexcept


cdef inline void write_plane(uint64_t cards, unsigned char[::1] out, int at) noexcept nogil:
    write_bits(cards, &out[at])


cdef inline void write_values(
    uint64_t ones, uint64_t twos, uint64_t fours, uint64_t eights, unsigned char[::1] out, int at
) noexcept nogil:
    write_numbers(ones, twos, fours, eights, &out[at])


cdef inline void write_nine(
    unsigned char[::1] counts, int first, unsigned char[::1] out, int at
) noexcept nogil:
    copy_nine(&counts[first], &out[at])


cdef inline void write_zeros(int count, unsigned char[::1] out, int at) noexcept nogil:
    clear(&out[at], count)
