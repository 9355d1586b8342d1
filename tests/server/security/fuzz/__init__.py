"""A fuzzer for the front of a server: conversations over real sockets, and what must hold."""
