"""Single requests to a server, over HTTP with the standard library."""

import asyncio
import http.client
import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from punto.client.credentials import Credentials
from punto.client.messages import read_error
from punto.rules.errors import PuntoError

TIMEOUT_SECONDS = 10
MAX_BYTES = 8 * 2**20


class HttpClient:
    """Sends requests to one server as one device."""

    def __init__(self, server: str, credentials: Credentials) -> None:
        self.server, self.credentials = server, credentials

    async def get(self, path: str) -> Any:
        """Return the JSON at a path; a PuntoError has the server's code if it refuses."""
        return await asyncio.to_thread(self._request, "GET", path, None)

    async def post(self, path: str, body: object) -> Any:
        """Send JSON to a path, and return the JSON of the response."""
        return await asyncio.to_thread(self._request, "POST", path, json.dumps(body).encode())

    def _request(self, method: str, path: str, body: bytes | None) -> Any:
        request = Request(self.server + path, body, method=method)  # noqa: S310 read_link checked it
        request.add_header("Accept", "application/json")
        if body is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in self.credentials.headers(self.server).items():
            request.add_unredirected_header(name, value)  # for this server alone
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
                self.credentials.receive(self.server, response.headers.get_all("Set-Cookie", []))
                return json.loads(response.read(MAX_BYTES))
        except HTTPError as error:
            with error:
                raise self._refusal(error) from None
        except (URLError, http.client.HTTPException, OSError) as error:
            raise no_server(self.server, error) from None
        except ValueError:  # not JSON
            raise not_a_server(self.server) from None

    def _refusal(self, response: HTTPError) -> PuntoError:
        try:
            return read_error(json.loads(response.read(MAX_BYTES)))
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            return not_a_server(self.server)


def no_server(server: str, error: BaseException) -> PuntoError:
    """Make the error for a server that does not answer."""
    reason = getattr(error, "reason", error)
    why = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
    sentence = f"{server} cannot be reached: {why}"
    return PuntoError("no-server", sentence, server=server, why=str(why))


def not_a_server(server: str) -> PuntoError:
    """Make the error for a server that answers something else."""
    sentence = f"what answers at {server} is not a Punto server of a version that this one knows"
    return PuntoError("not-a-server", sentence, server=server)
