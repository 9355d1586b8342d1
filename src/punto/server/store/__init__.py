"""The store: an append-only log of events for every table, and what it takes to find them.

`store.Store` is the door. What it has acknowledged is on the disk; `(table, number)` is the
primary key of an event, so the database decides who was first.
"""
