"""What can be typed in a match besides cells."""

from punto.cli.board import COVER, FREE
from punto.cli.language import say

ALSO = {"undo": ("undo",), "help": ("", "h", "help", "?"), "quit": ("q", "quit", "exit")}
"""What is understood in every language, besides the words of the reader's own."""


def is_command(answer: str, name: str) -> bool:
    """Tell whether somebody typed a command, in English or in their own language."""
    return answer in (*ALSO[name], say(f"play.word.{name}"))


def help_text() -> str:
    """Say what can be typed."""
    commands = {say(f"play.word.{name}"): say(f"play.help.{name}") for name in ALSO}
    width = max(map(len, commands))
    lines = (f"  {word:<{width}}  {what}" for word, what in commands.items())
    return "\n".join((say("play.help.cell", free=FREE, cover=COVER), *lines))
