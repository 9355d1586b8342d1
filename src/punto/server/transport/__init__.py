"""The transport: HTTP/1.1 and WebSockets between a socket and the ASGI application.

Every connection has a budget of bytes and frames that is charged before anything is parsed, answers
one request at a time, and reads nothing more while an answer waits. `http` is a connection until it
is upgraded, `websocket` after that; h11 parses requests, `frames` parses frames. uvicorn starts the
listener, runs the lifespan and shuts down.
"""
