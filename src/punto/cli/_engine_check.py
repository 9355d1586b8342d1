"""The report of `punto engine --check`: what is right and what is wrong with an engine."""

import asyncio
from contextlib import aclosing

from punto.protocol.conformity import examine


def print_check(command: str) -> int:
    """Check an engine, print a line for every sentence, and return the exit code."""
    return asyncio.run(report(command))


async def report(command: str) -> int:
    """Print each verdict as soon as it is known."""
    right = wrong = 0
    async with aclosing(examine(command)) as verdicts:
        async for verdict in verdicts:
            print(f"{'WRONG' if verdict.wrong else 'ok   '}  {verdict.sentence}", flush=True)
            if verdict.wrong:
                print(f"       {verdict.wrong}", flush=True)
                wrong += 1
            else:
                right += 1
    print(f"\n{right} of {right + wrong} sentences are true of this engine.")
    return 1 if wrong else 0
