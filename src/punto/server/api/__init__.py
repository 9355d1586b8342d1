"""The API: HTTP for single requests, a WebSocket for everything that happens at a table."""
