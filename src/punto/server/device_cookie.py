"""Devices: who has come before is known by a signed cookie, and by nothing else."""

import hashlib
import hmac
import re
import secrets
from itertools import islice

from itsdangerous import Signer

COOKIE = "punto_device"
HOST_COOKIE = f"__Host-{COOKIE}"
SECURE_COOKIE = f"__Secure-{COOKIE}"
NAMES = (HOST_COOKIE, SECURE_COOKIE, COOKIE)
"""Names under which the cookie may come, the one that is hardest to plant first.

Browsers take `__Host-` only over HTTPS and from this very host, with the path `/`; under a base
path `__Secure-` is what is left. All names carry the same value."""

OURS = re.compile(rf"(?:^|;)[ \t]*({'|'.join(NAMES)})=([\w.-]{{1,128}})[ \t]*(?=;|$)", re.ASCII)
"""A cookie that may be one of ours, anywhere in the header. Values of other shapes are not."""

MOST_CHECKED = 3
"""Values of one name that are checked: other hosts of the domain can plant some before ours."""

YEAR = 365 * 24 * 3600
ID_BYTES = 16


class DeviceCookie:
    """Makes and checks the cookies of devices."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="punto device 1", digest_method=hashlib.sha256)

    def device_of(self, cookies: str) -> str | None:
        """Read the device from the header with the cookies; a forged one is none.

        Whatever other cookies the same host has set, ours is found among them.
        """
        values: dict[str, list[str]] = {name: [] for name in NAMES}
        for cookie in islice(OURS.finditer(cookies), MOST_CHECKED * len(NAMES)):
            values[cookie[1]].append(cookie[2])
        for name in NAMES:
            for value in values[name][:MOST_CHECKED]:
                device = value.rpartition(".")[0]
                if hmac.compare_digest(self._signed(device), value.encode()):
                    return device
        return None

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
