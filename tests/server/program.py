"""A program that plays with a token."""

from websockets.asyncio.client import ClientConnection, connect

from .client import PATIENCE, Device


class Program(Device):
    """A client that shows its token instead of a cookie."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(url)
        self.headers = {"authorization": f"Bearer {token}"}
        self.http.headers.update(self.headers)

    async def connect_to(self, path: str, since: int | None = None) -> ClientConnection:
        address = f"{self.url.replace('http', 'ws', 1)}/api/{path}/socket"
        query = "" if since is None else f"?since={since}"
        return await connect(
            address + query, additional_headers=self.headers, open_timeout=PATIENCE, proxy=None
        )
