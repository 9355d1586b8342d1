"""Work that leaves the event loop and this process: reading records takes Python's one lock."""
