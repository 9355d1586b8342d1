"""The doors of the server: HTTP for what is asked once, WebSocket for what goes on."""
