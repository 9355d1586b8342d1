"""Tables in use: who is connected, what is being stored, what the bots think about.

`hub.Hub` finds tables, `live_table.LiveTable` is one that somebody uses. What they hold can be
lost at any moment: the log has everything.
"""
