"""The types of everything that goes over the network, each defined once.

Pydantic models validate what comes in (`commands`, `requests`). What goes out is plain
dictionaries (`shapes`, `events`, `messages`, `answers`): the type checker compares them with their
types, and the published schemas are generated from the same types.
"""
