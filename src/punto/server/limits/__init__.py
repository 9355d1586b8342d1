"""Limits on what clients may use: rate limits, a budget for requests, and fair queues."""
