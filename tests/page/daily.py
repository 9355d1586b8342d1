"""What a device keeps of somebody's own play."""

import json
from typing import Any

from .visitor import Visitor

MATCHES: list[dict[str, Any]] = [
    {
        "table": f"table-{number}",
        "at": number,
        "mode": "2p" if number % 3 else "3p",
        "seat": 1,
        "level": "easy" if number < 4 else "medium",
        "company": "bots",
        "result": "lost" if number == 5 else "won",
        "mistakes": 6 - number % 4,
        **({"hints": 2} if number == 2 else {}),
    }
    for number in range(8)
]
OWN_PLAY: dict[str, Any] = {"matches": MATCHES, "isFollowing": False}
"""What somebody has played before."""


def keep(somebody: Visitor, play: dict[str, Any]) -> None:
    """Let a device have played before."""
    text = json.dumps(json.dumps(play))
    somebody.context.add_init_script(f"localStorage['punto.play'] ??= {text}")


def kept(somebody: Visitor) -> Any:
    """Read what the device keeps."""
    return json.loads(somebody.page.evaluate("localStorage['punto.play'] ?? 'null'"))
