"""What belongs to the process as a whole: logs, memory, metrics, garbage collector."""
