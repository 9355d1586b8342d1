"""The help of a screen: its keys, and what the marks on the table mean."""

from collections.abc import Sequence

from punto.cli._language import colour_name, say
from punto.rules.facts import Colour
from punto.tui.base import KEY_NAMES
from punto.tui.look import Look


def help_text(look: Look, keys: Sequence[tuple[str, str, str]], *, has_cursor: bool = True) -> str:
    """Return the help for a screen with a table."""
    lines = [say("table.keys"), ""] if has_cursor else []
    lines += [f"  {KEY_NAMES.get(key, key.upper()):<6}{say(name)}" for key, _, name in keys]
    last = f"{look.glyph('▸', '>')} {look.glyph('◂', '<')}"
    lines += [
        "",
        f"{say('marks')}:",
        f"  +     {say('mark.beside')}",
        f"  *     {say('mark.over')}",
        f"  {last:<6}{say('mark.last')}",
        "",
        *(f"  {look.shapes[it]} {it.letter}   {colour_name(it)}" for it in Colour),
    ]
    return "\n".join(lines)
