"""What goes wrong in a page without anybody seeing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response, WebSocket

LOUD = ("error", "warning")


class Watcher:
    """It notes errors, requests that fail, and requests to anybody else than our server."""

    def __init__(self, page: Page, host: str) -> None:
        self.host = host
        self.troubles: list[str] = []
        self.fetched: list[Response] = []
        self._forgiven = 0
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("request", self._request)
        page.on("websocket", self._socket)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _note(self, trouble: str) -> None:
        if not self._forgiven:
            self.troubles.append(trouble)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self._note(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self._look(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self._look(socket.url)

    def _look(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.troubles.append(f"a request to another host: {url}")

    def _failed(self, request: Request) -> None:
        # A request that the page itself no longer wants, as when it is left, is no failure.
        if request.failure and "ERR_ABORTED" not in request.failure:
            self._note(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        self.fetched.append(response)
        if response.status >= 400:
            self._note(f"status {response.status}: {response.url}")

    @contextmanager
    def forgiving(self) -> Iterator[None]:
        """Tolerate failures within the block; other hosts stay forbidden."""
        self._forgiven += 1
        try:
            yield
        finally:
            self._forgiven -= 1

    def check(self) -> None:
        """Fail if anything went wrong."""
        assert not self.troubles, "\n".join(self.troubles)
