"""A program that opens new stores, each from three processes at the same moment.

It prints the store and the secret that every process got.
"""

import asyncio
import os
import secrets
import sys
import time
from pathlib import Path

import punto.server.store.revisions  # so that all begin at once
from punto.server.store.store import Store

assert punto.server.store.revisions


async def start(path: Path) -> None:
    async with Store(path) as store:
        secret = await store.secret("key", lambda: secrets.token_bytes(8))
    os.write(1, f"{path.name} {secret.hex()}\n".encode())


for number in range(int(sys.argv[2])):
    path = Path(sys.argv[1], f"{number}.db")
    moment = time.monotonic() + 0.05
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            time.sleep(max(0, moment - time.monotonic()))
            asyncio.run(start(path))
            os._exit(0)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
