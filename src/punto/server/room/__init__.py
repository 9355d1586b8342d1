"""The logic of a room: members, seats of the next match, and the score of the evening.

A room is the sum of its events, as a table is. `dispatch` finds the function that decides a
command, `effects` applies events to a `room.Room`, and `room_view` makes everything that clients
get. The matches are ordinary tables: the room knows their codes, and how they ended.
"""
