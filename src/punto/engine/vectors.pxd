# The C twins of vectors.py.
cdef extern from "vectors.h" nogil:
    enum:
        DEPTH
        HIDDEN
        STATES
        STRIDE
        UNIT
        CERTAIN
        COUNTS_A_SIDE
        PATTERNS
        MAX_INPUTS
        INPUT_LIMIT

    void add_row(int *sums, int at, const short *rows, int row) noexcept
    void add_difference(int *sums, int at, const short *rows, int row, int less) noexcept
    int dot(const short *left, int at, const short *right, int first, int count) noexcept
    void add_layer(int *sums, const short *x, const short *weights, int count) noexcept
