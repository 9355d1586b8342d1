"""The transport: HTTP/1.1 and WebSockets between a socket and the ASGI application.

Every connection has a budget of bytes and frames, which is charged before anything is parsed. It
answers one request at a time and stops reading while a response is being sent (backpressure).
`http` is a connection until it is upgraded, `websocket` after that. `parsing` checks requests and
has h11 parse them; `frames` parses WebSocket frames. `turns` schedules requests and messages
fairly, `connection_limits` counts connections. uvicorn starts the listener, runs the lifespan and
shuts down.
"""
