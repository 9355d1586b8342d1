"""Players that are not people. They see a match as anybody else does: by its view."""

from punto.bots.bot import Bot
from punto.bots.registry import all_bots, bot_named

__all__ = ["Bot", "all_bots", "bot_named"]
