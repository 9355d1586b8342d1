"""What stands between uvicorn and the app: the base path, and errors while it starts."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

STARTUP_FAILED = "lifespan.startup.failed"


class Mounted:
    """An app under a base path, whether or not a proxy takes that off before it asks us."""

    def __init__(self, app: App, base_path: str = "") -> None:
        self.app = app
        self.base_path = base_path
        self.error: Exception | None = None
        """Why the app did not start."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "lifespan":
            await self.live(scope, receive, send)
        else:
            await self.app(self.placed(scope), receive, send)

    def placed(self, scope: Scope) -> Scope:
        """Say what part of the path is not the app's; the whole path begins with that part."""
        base, path = self.base_path, scope["path"]
        if not base:
            return scope
        if path == base or path.startswith(f"{base}/"):
            return {**scope, "root_path": base}
        raw = scope.get("raw_path")
        return {
            **scope,
            "root_path": base,
            "path": base + path,
            "raw_path": raw and base.encode("ascii") + raw,
        }

    async def live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start and stop the app; keep an error for whoever started the server."""
        said = ""

        async def noted(message: Message) -> None:
            nonlocal said
            said = message["type"]
            # The error itself is told, so its trace need not be.
            await send({**message, "message": ""} if said == STARTUP_FAILED else message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:
            if said not in ("", STARTUP_FAILED):
                raise
            self.error = error
            if not said:
                await noted({"type": STARTUP_FAILED})
