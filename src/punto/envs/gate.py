"""Gates between threads, for interpreted rounds; compiled ones use gate.h."""

from threading import Lock


def new_gate() -> Lock:
    """Return a gate that is closed."""
    gate = Lock()
    gate.acquire()
    return gate


def open_gate(gate: Lock) -> None:
    """Let one thread pass, now or when it comes."""
    gate.release()


def pass_gate(gate: Lock) -> None:
    """Wait until the gate is open, and close it behind."""
    gate.acquire()


def free_gate(gate: Lock) -> None:
    """Give a gate's memory back, which Python does by itself."""
