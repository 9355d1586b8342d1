"""The logic of a table: seats, settings and the match, without network, clock or storage.

A table is the sum of its events. `dispatch` finds the function that decides a command. It collects
the events of the command in a `change.Change`, on a draft of the table. `effects` applies events to
a `table.Table`, which nothing else changes. `stored_event` encodes them for the log, with a public
and a secret part, and `client_view` makes everything that clients get.
"""
