"""Devices: who has come before is known by a signed cookie, and by nothing else."""

import hashlib
import hmac
import secrets

from itsdangerous import Signer

COOKIE = "punto_device"
YEAR = 365 * 24 * 3600
ID_BYTES = 16


class Identity:
    """Makes and checks the cookies of devices."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="punto device 1", digest_method=hashlib.sha256)

    def device_of(self, cookies: str) -> str | None:
        """Read the device from the header with the cookies; a forged one is none.

        Whatever other cookies the same host has set, ours is found among them.
        """
        for cookie in cookies.split(";"):
            name, _, value = cookie.strip().partition("=")
            device = value.rpartition(".")[0]
            if name == COOKIE and hmac.compare_digest(self._signed(device), value.encode()):
                return device
        return None

    def new_device(self) -> str:
        """Draw the name of a device that has not come before."""
        return secrets.token_urlsafe(ID_BYTES)

    def cookie(self, device: str, *, secure: bool, path: str) -> str:
        """Write the header that makes a browser remember its device."""
        value = self._signed(device).decode("ascii")
        words = [f"{COOKIE}={value}", f"Max-Age={YEAR}", f"Path={path or '/'}"]
        return "; ".join([*words, "HttpOnly", "SameSite=Lax", *(["Secure"] if secure else [])])

    def _signed(self, device: str) -> bytes:
        return self.signer.sign(device)
