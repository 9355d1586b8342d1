"""A quiet table, in a process of its own: moves now and then, and how long each took.

Prints the moment and the duration of every move, in seconds, until it is ended.
"""

import asyncio
import sys
import time

from server.client import Device, person

PAUSE_SECONDS = 0.1


async def play(url: str) -> None:
    """Play matches alone, one after the other."""
    async with Device(url) as ada:
        while True:
            code = await ada.open(person("Ada"), person("Ben"), rounds_to_win=1)
            client = await ada.sit(code)
            while client.phase != "over":
                begun = time.monotonic()
                await client.place()
                print(begun, time.monotonic() - begun, flush=True)
                await asyncio.sleep(PAUSE_SECONDS)
            await client.close()


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
