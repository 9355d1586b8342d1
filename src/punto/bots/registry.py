"""All bots: the built-in ones, and those that other packages register.

A package registers a `Bot` with an entry point in the group `punto.bots`. The name is the bot's
own, not the entry point's.
"""

import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from punto.bots import greedy, random
from punto.bots.bot import Bot
from punto.bots.levels import LEVELS
from punto.bots.styles import STYLES
from punto.rules.errors import UnreadableError

BUILT_IN = (random.BOT, greedy.BOT, *(each.bot() for each in (*LEVELS, *STYLES)))
"""Two simple bots, the levels from the weakest to the strongest, then the styles."""

GROUP = "punto.bots"


@cache
def all_bots() -> dict[str, Bot]:
    """Return every bot by its name, the built-in ones first."""
    bots = {bot.name: bot for bot in BUILT_IN}
    for point in entry_points(group=GROUP):
        bot = load(point)
        if bot is not None:
            bots.setdefault(bot.name, bot)
    return bots


def bot_named(name: str) -> Bot:
    """Return the bot of this name."""
    bots = all_bots()
    if name not in bots:
        raise UnreadableError("bot", expected=f"one of {', '.join(bots)}", came=name)
    return bots[name]


def load(point: EntryPoint) -> Bot | None:
    """Load another package's bot; if that fails, warn and leave it out."""
    try:
        bot = point.load()
    except Exception as error:  # a broken package must not break ours
        why = f"{type(error).__name__}: {error}"
    else:
        if isinstance(bot, Bot) and bot.name not in {mine.name for mine in BUILT_IN}:
            return bot
        why = f"its name {bot.name!r} is taken" if isinstance(bot, Bot) else f"{bot!r} is not a Bot"
    warnings.warn(f"bot {point.name} ({point.value}) is left out: {why}", stacklevel=2)
    return None
