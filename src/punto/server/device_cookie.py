"""The device cookie: a browser is recognised by a signed cookie, and by nothing else."""

import hashlib
import hmac
import re
import secrets
from itertools import islice

from itsdangerous import Signer

COOKIE = "punto_device"
HOST_COOKIE = f"__Host-{COOKIE}"
SECURE_COOKIE = f"__Secure-{COOKIE}"
COOKIE_NAMES = (HOST_COOKIE, SECURE_COOKIE, COOKIE)
"""The names that the cookie may have, the one that is hardest to plant first.

Browsers accept `__Host-` only over HTTPS, from this very host and with the path `/`; under a base
path, only `__Secure-` is possible. The value is the same under all names."""

COOKIE_PATTERN = re.compile(
    rf"(?:^|;)[ \t]*({'|'.join(COOKIE_NAMES)})=([\w.-]{{1,128}})[ \t]*(?=;|$)", re.ASCII
)
"""A cookie that may be ours, anywhere in the header; other values cannot be."""

MAX_CHECKED_PER_NAME = 3
"""How many values of one name are checked; other hosts of the domain can plant some before ours."""

MAX_AGE_SECONDS = 365 * 24 * 3600
ID_BYTES = 16


class DeviceCookie:
    """Signs and checks the cookies of devices."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.signer = Signer(key, salt="punto device 1", digest_method=hashlib.sha256)

    def device_of(self, cookies: str) -> str | None:
        """Return the device of a Cookie header; None if there is no valid signature.

        Ours is found among whatever other cookies the same host has set.
        """
        values: dict[str, list[str]] = {name: [] for name in COOKIE_NAMES}
        for cookie in islice(
            COOKIE_PATTERN.finditer(cookies), MAX_CHECKED_PER_NAME * len(COOKIE_NAMES)
        ):
            values[cookie[1]].append(cookie[2])
        for name in COOKIE_NAMES:
            for value in values[name][:MAX_CHECKED_PER_NAME]:
                device = value.rpartition(".")[0]
                if hmac.compare_digest(self._signed(device), value.encode()):
                    return device
        return None

    def new_device(self) -> str:
        """Return a random id for a new device."""
        return secrets.token_urlsafe(ID_BYTES)

    def cookie(self, device: str, *, secure: bool, path: str) -> str:
        """Return the Set-Cookie header for a device."""
        value = self._signed(device).decode("ascii")
        name = cookie_name(secure=secure, path=path)
        words = [f"{name}={value}", f"Max-Age={MAX_AGE_SECONDS}", f"Path={path or '/'}"]
        return "; ".join([*words, "HttpOnly", "SameSite=Lax", *(["Secure"] if secure else [])])

    def secret_number(self, purpose: str, device: str) -> int:
        """Derive a number from a device that nobody without the key can compute."""
        message = f"punto {purpose} {device}".encode()
        return int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")

    def _signed(self, device: str) -> bytes:
        return self.signer.sign(device)


def cookie_name(*, secure: bool, path: str) -> str:
    """Return the name under which browsers protect the cookie best."""
    if not secure:
        return COOKIE
    return HOST_COOKIE if path in ("", "/") else SECURE_COOKIE
