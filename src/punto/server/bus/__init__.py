"""The bus: publish/subscribe between nodes. A lost message loses nothing: it is all in the log.

`bus.Bus` is what tables use; `local` connects nodes in one process, usually one node alone, and
`redis_bus` nodes on several machines, through Redis or Valkey. `address.make_bus` chooses.
"""
