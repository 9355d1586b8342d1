"""What goes over the network, described once.

What comes in is checked by pydantic models (`commands`, `requests`). What goes out is made of
plain dictionaries (`shapes`, `events`, `messages`): the type checker compares them with their
description, and the schemas that clients read are made from the same one.
"""
