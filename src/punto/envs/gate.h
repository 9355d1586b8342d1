/* Gates between threads, which need no GIL: the C twin of gate.py. */
#ifndef PUNTO_GATE_H
#define PUNTO_GATE_H

#include "Python.h"
#include "pythread.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define PUNTO_PAUSE() __builtin_ia32_pause()
#else
#define PUNTO_PAUSE() ((void)0)
#endif

/* How often to look before the thread goes to sleep: waking it up takes longer than a small step. */
enum { LOOKS = 2000 };

static inline void pass_gate(PyThread_type_lock gate) {
    for (int look = 0; look < LOOKS; look++) {
        if (PyThread_acquire_lock(gate, NOWAIT_LOCK)) return;
        PUNTO_PAUSE();
    }
    PyThread_acquire_lock(gate, WAIT_LOCK);
}

static inline void open_gate(PyThread_type_lock gate) {
    PyThread_release_lock(gate);
}

static inline PyThread_type_lock new_gate(void) {
    PyThread_type_lock gate = PyThread_allocate_lock();
    if (gate) PyThread_acquire_lock(gate, WAIT_LOCK);
    else PyErr_NoMemory();
    return gate;
}

static inline void free_gate(PyThread_type_lock gate) {
    if (gate) PyThread_free_lock(gate);
}

#endif
