"""The store: an append-only log of events for every table, and the queries on it.

`store.Store` is the only entry point of a running server; `model` has the types that go in and come
out. An acknowledged append is on disk. Concurrency is optimistic: `(table, number)` is the primary
key of an event, so the database decides which of two writers was first, and no lock is held between
reading a table and appending to it.

Modules whose names begin with an underscore are used only inside this package.
"""
