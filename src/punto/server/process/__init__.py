"""What concerns the process as a whole: logs, metrics, memory, and the garbage collector."""
