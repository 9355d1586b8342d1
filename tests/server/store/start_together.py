"""A program that opens new stores, each from three processes at the same moment.

It prints the place of the store among the arguments, and the secret that every process got.
"""

import asyncio
import os
import secrets
import sys
import time

import alembic.command  # loaded before the processes fork, so that all begin at once
import psycopg

from punto.server.store.store import Store

assert psycopg
assert alembic.command


async def start(number: int, address: str) -> None:
    async with Store(address) as store:
        secret = await store.secret("key", lambda: secrets.token_bytes(8))
    os.write(1, f"{number} {secret.hex()}\n".encode())


for number, address in enumerate(sys.argv[1:]):
    moment = time.monotonic() + 0.05
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            time.sleep(max(0, moment - time.monotonic()))
            asyncio.run(start(number, address))
            os._exit(0)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
