"""Computer players. They see what any player sees: the view of a match."""

from punto.bots.bot import Bot
from punto.bots.loading import load_bot
from punto.bots.registry import all_bots, bot_named

__all__ = ["Bot", "all_bots", "bot_named", "load_bot"]
