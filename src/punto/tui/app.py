"""The program: it owns the screens, and leaves the terminal as it was."""

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from punto.cli._terminal import ColourDepth
from punto.tui.base import BaseScreen
from punto.tui.look import INK, Look
from punto.tui.thrifty_driver import thrifty

BOT_PAUSE_SECONDS = 0.25
"""How long a bot takes at least, so that one can follow what happens."""

ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals on which the program ends in order, with the terminal as it was."""

LAYOUT = """
#title { height: 1; text-style: bold; }
#keys { height: 1; dock: bottom; link-style: none; link-style-hover: reverse; }
#table { layout: horizontal; height: 1fr; }
#text { height: 1fr; padding: 0 1; }
#about { height: auto; min-height: 4; max-height: 9; padding: 0 2; }
Board { width: 1fr; height: 1fr; layout: horizontal; }
Column { height: 100%; }
Panel { width: 27; height: 1fr; }
Form { height: 1fr; }
Curve { height: 6; }
.small #table { display: none; }
.small #title { height: 4; }
.narrow #table { layout: vertical; }
.narrow Board { width: 100%; height: 8; }
"""


class PuntoApp(App[None]):
    """The full-screen program."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar = [("ctrl+c", "leave"), ("ctrl+q", "leave")]

    def __init__(
        self,
        look: Look,
        first: Callable[["PuntoApp"], Screen[None]],
        *,
        pause_seconds: float = BOT_PAUSE_SECONDS,
    ) -> None:
        super().__init__(ansi_color=look.depth is ColourDepth.NONE)
        self.stylesheet.add_source(colours(look) + LAYOUT, read_from=("punto", "look"))
        self.look = look
        self.pause_seconds = pause_seconds
        self._first = first
        self.farewell = ""
        """What is printed when the screen is gone, such as how to continue."""
        self.failure: Exception | None = None
        """Why the program had to end, if it had to."""

    def get_driver_class(self) -> type[Driver]:
        """Return what writes to the terminal of this system."""
        driver = super().get_driver_class()
        # On Windows, Textual cuts what it writes anywhere, also within a sequence.
        return driver if sys.platform == "win32" else thrifty(driver)

    def on_mount(self) -> None:
        """Show the first screen."""
        self._obey_signals()
        self.push_screen(self._first(self))

    def leave(self) -> None:
        """End the program from whatever screen it is on, and say how to come back."""
        said = (it.farewell for it in self.screen_stack if isinstance(it, BaseScreen))
        self.farewell = next(filter(None, said), "")
        self.exit()

    def action_leave(self) -> None:
        """End the program by a key."""
        self.leave()

    def fail(self, error: Exception) -> None:
        """End the program because of an error that the caller reports."""
        self.failure = error
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """End the program because of a bug; the caller reports it when the terminal is restored."""
        self.failure = error
        self._return_code = 1
        if self._exception is None:  # tests raise it
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def _obey_signals(self) -> None:
        """End in order when the window is closed, or somebody stops the program."""
        loop = asyncio.get_running_loop()
        for name in ENDING_SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, ValueError, RuntimeError):
                    loop.add_signal_handler(number, self.leave)


def colours(look: Look) -> str:
    """Return the style sheet of the colours that this terminal has."""
    # Textual draws scroll bars with blocks, which ASCII lacks.
    bars = "* { scrollbar-size: 0 0; }\n" if look.is_ascii else ""
    if look.depth is ColourDepth.NONE:
        kinds = "Screen, Static, Container, VerticalScroll, Board"
        return f"{kinds} {{ background: ansi_default; color: ansi_default; }}\n{bars}"
    ink = "#c0c0c0" if look.depth is ColourDepth.BASIC else INK.ink
    bar = "#000000" if look.depth is ColourDepth.BASIC else INK.ground
    return (
        f"{bars}Board {{ background: {look.paper}; }}\n"
        f"Screen, Static, VerticalScroll {{ background: {look.paper}; color: {ink}; "
        f"link-color: {ink}; scrollbar-background: {look.paper}; }}\n"
        f"#title, #keys {{ background: {bar}; }}\n"
    )
