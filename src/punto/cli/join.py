"""`punto join`: plays at a table or in a room of a server, on the full screen or line by line."""

import argparse
from contextlib import suppress

from punto.cli._arguments import Commands, whole_number
from punto.cli._full_screen import add_plain, wants_full_screen


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "join",
        extra="client",
        help="play at a table or in a room of a server, in the terminal",
        description="Play at a table or in a room of a server, in the terminal: others may play in "
        "browsers. It takes an open seat, waits until the match begins, and reconnects by itself. "
        "The same command gets you back to your seat.",
    )
    parser.add_argument("link", metavar="LINK", help="the link to the table or room, or its code")
    parser.add_argument("--server", metavar="URL", help="the server, if only a code is given")
    parser.add_argument("--name", metavar="NAME", help="your name (default: the seat's)")
    parser.add_argument(
        "--seat",
        type=whole_number(1, digits=1),
        metavar="SEAT",
        help="the seat to take (default: the first open one)",
    )
    parser.add_argument("--watch", action="store_true", help="take no seat, only watch")
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Join the table or room, and stay until the person leaves."""
    import asyncio  # noqa: PLC0415 other commands need neither this nor a client

    from punto.cli._join_lines import JoinLines  # noqa: PLC0415
    from punto.cli._joined_room import JoinedRoom  # noqa: PLC0415
    from punto.cli._joined_table import JoinedTable, device_cookies  # noqa: PLC0415
    from punto.client import read_link, read_room_link  # noqa: PLC0415

    wishes = {"name": options.name, "seat": options.seat, "is_watching": options.watch}
    room = read_room_link(options.link, options.server)
    if room is not None:
        joined: JoinedTable = JoinedRoom(room, device_cookies(), **wishes)
    else:
        link = read_link(options.link, options.server)
        joined = JoinedTable(link, device_cookies(), **wishes)
    if wants_full_screen(options):
        from punto.tui.start import join_on_full_screen  # noqa: PLC0415 it needs Textual

        return join_on_full_screen(joined)
    lines = JoinLines(joined)
    with suppress(KeyboardInterrupt):
        asyncio.run(lines.run())
    if joined.can_come_back:
        lines.say("")
        lines.say(joined.farewell(), whole=True)
    return 0
