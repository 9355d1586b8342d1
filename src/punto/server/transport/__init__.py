"""The transport: HTTP/1.1 and WebSockets between a socket and the ASGI application.

Every connection has a budget of bytes and frames that is charged before anything is parsed, answers
one request at a time, and reads nothing more while an answer waits. `http` is a connection until it
is upgraded, `websocket` after that; `head` and `body` check requests and have h11 parse them,
`frames` parses frames. Requests begin in `request_turns`, messages in `turns`. uvicorn starts the
listener, runs the lifespan and shuts down.
"""
