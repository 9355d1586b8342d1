"""Devices: who has come before is known by a signed cookie, and by nothing else."""

import hashlib
import secrets
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer

COOKIE = "punto_device"
YEAR = 365 * 24 * 3600
ID_BYTES = 16


class Identity:
    """Makes and checks the cookies of devices."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="punto device 1", digest_method=hashlib.sha256)

    def device_of(self, cookies: str) -> str | None:
        """Read the device from the header with the cookies; a forged one is none."""
        try:
            morsel = SimpleCookie(cookies).get(COOKIE)
            return None if morsel is None else self.signer.unsign(morsel.value).decode("ascii")
        except (BadSignature, CookieError, UnicodeError, ValueError):
            return None

    def new_device(self) -> str:
        """Draw the name of a device that has not come before."""
        return secrets.token_urlsafe(ID_BYTES)

    def cookie(self, device: str, *, secure: bool, path: str) -> str:
        """Write the header that makes a browser remember its device."""
        value = self.signer.sign(device).decode("ascii")
        words = [f"{COOKIE}={value}", f"Max-Age={YEAR}", f"Path={path or '/'}"]
        return "; ".join([*words, "HttpOnly", "SameSite=Lax", *(["Secure"] if secure else [])])
