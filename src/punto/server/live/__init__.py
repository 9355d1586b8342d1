"""Tables in use: one actor each, their clients, their bots, and what other nodes say.

`hub.Hub` finds tables, and `table_actor.TableActor` is one that somebody uses. Everything here can
be lost at any moment: the log has everything.
"""
