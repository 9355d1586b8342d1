"""A table: who sits there, what was agreed, and the match; without network, clock or storage.

A table is the sum of its events. `changes` decide what comes of a command, `table.Table` is changed
by events alone, and `event` writes them: first what everybody may see, then what nobody may.
"""
