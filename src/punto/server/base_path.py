"""Mounting the app under a base path, and keeping the error of a failed start.

Also the types of ASGI, which the transport and the app share.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

STARTUP_FAILED = "lifespan.startup.failed"


class MountedApp:
    """An app under a base path, whether or not a proxy strips that path."""

    def __init__(self, app: App, base_path: str = "") -> None:
        self.app = app
        self.base_path = base_path
        self.error: Exception | None = None
        """Why the app failed to start."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(scope, receive, send)
        else:
            await self.app(self._with_root_path(scope), receive, send)

    def _with_root_path(self, scope: Scope) -> Scope:
        """Set `root_path`, and make `path` begin with it, as ASGI demands."""
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

    async def _run_lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the lifespan; keep an error of the startup for the caller of `serve`."""
        last_type = ""

        async def send_and_note(message: Message) -> None:
            nonlocal last_type
            last_type = message["type"]
            # The error itself is reported, so uvicorn need not log its traceback.
            await send({**message, "message": ""} if last_type == STARTUP_FAILED else message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception as error:
            if last_type not in ("", STARTUP_FAILED):
                raise
            self.error = error
            if not last_type:
                await send_and_note({"type": STARTUP_FAILED})
