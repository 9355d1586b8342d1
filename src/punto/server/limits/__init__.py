"""Rate limits, request prices and fair queues."""
