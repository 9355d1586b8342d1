# The C twins of gate.py, for the compiled rounds.
cdef extern from "gate.h":
    ctypedef void *PyThread_type_lock

    PyThread_type_lock new_gate() except NULL
    void free_gate(PyThread_type_lock gate) noexcept
    void open_gate(PyThread_type_lock gate) noexcept nogil
    void pass_gate(PyThread_type_lock gate) noexcept nogil
