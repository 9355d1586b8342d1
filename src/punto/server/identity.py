"""Devices: who has come before is known by a signed cookie, and by nothing else."""

import hashlib
import hmac
import secrets

from itsdangerous import Signer

COOKIE = "punto_device"
HOST_COOKIE = f"__Host-{COOKIE}"
SECURE_COOKIE = f"__Secure-{COOKIE}"
NAMES = (HOST_COOKIE, SECURE_COOKIE, COOKIE)
"""Names under which the cookie may come, the one that is hardest to plant first.

Browsers take `__Host-` only over HTTPS and from this very host, with the path `/`; under a base
path `__Secure-` is what is left. All names carry the same value."""

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
        found: dict[str, str] = {}
        for cookie in cookies.split(";"):
            name, _, value = cookie.strip().partition("=")
            if name in NAMES and name not in found:
                device = value.rpartition(".")[0]
                if hmac.compare_digest(self._signed(device), value.encode()):
                    found[name] = device
        return next((found[name] for name in NAMES if name in found), None)

    def new_device(self) -> str:
        """Draw the name of a device that has not come before."""
        return secrets.token_urlsafe(ID_BYTES)

    def cookie(self, device: str, *, secure: bool, path: str) -> str:
        """Write the header that makes a browser remember its device."""
        value = self._signed(device).decode("ascii")
        name = cookie_name(secure=secure, path=path)
        words = [f"{name}={value}", f"Max-Age={YEAR}", f"Path={path or '/'}"]
        return "; ".join([*words, "HttpOnly", "SameSite=Lax", *(["Secure"] if secure else [])])

    def _signed(self, device: str) -> bytes:
        return self.signer.sign(device)


def cookie_name(*, secure: bool, path: str) -> str:
    """Choose the name that lets a browser protect the cookie best."""
    if not secure:
        return COOKIE
    return HOST_COOKIE if path in ("", "/") else SECURE_COOKIE
