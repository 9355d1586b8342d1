# The C twins of frame.py, for the compiled rounds.
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

cdef extern from "frame.h" nogil:
    void write_bits(uint64_t cards, unsigned char *cells) noexcept
    void write_numbered(
        const uint64_t *planes, const uint64_t *digits, unsigned char *cells
    ) noexcept


cdef inline unsigned char *memory_of(unsigned char[::1] buffer) noexcept nogil:
    return &buffer[0]


cdef inline void write_plane(uint64_t cards, unsigned char *out, Py_ssize_t at) noexcept nogil:
    write_bits(cards, out + at)


cdef inline void write_cells(
    const uint64_t *boards, unsigned char *out, Py_ssize_t at
) noexcept nogil:
    write_numbered(boards, boards + 4, out + at)


cdef inline void copy_bytes(
    const unsigned char *source, Py_ssize_t start, unsigned char *out, Py_ssize_t at, int count
) noexcept nogil:
    memcpy(out + at, source + start, count)


cdef inline void write_zeros(int count, unsigned char *out, Py_ssize_t at) noexcept nogil:
    memset(out + at, 0, count)
