"""The bus: what nodes tell each other at once. Whatever gets lost on it is in the log all the same.

`bus.Bus` is what tables use; `local` is for nodes in one process, which is usually one node alone,
and `shared` for nodes on several machines, by way of Redis or Valkey.
"""
