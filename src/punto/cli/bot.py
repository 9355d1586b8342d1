"""`punto bot`: lets a bot or an engine of this computer play at a server, with a token."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._arguments import Commands
from punto.cli._language import error_text, say
from punto.rules.errors import PuntoError

if TYPE_CHECKING:
    from punto.cli._bridge import Bridge, Place

TOKEN_VARIABLE = "PUNTO_TOKEN"  # noqa: S105 the name of a variable
MAX_TOKEN_BYTES = 1024


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "bot",
        extra="client",
        help="let a bot or an engine play at a server",
        description="Let a bot or an engine of this computer play at tables and in rooms of a "
        "server. It takes an open seat at each link, lays its cards, agrees to rematches and next "
        "matches, and reconnects by itself. Without a link it goes on wherever it has a seat. The "
        "host of the server makes the token that it needs with `punto token make`; it is read "
        f"from the variable {TOKEN_VARIABLE} or a file.",
    )
    parser.add_argument(
        "links",
        metavar="LINK",
        nargs="*",
        help="the link to a table or room, or its code with --server",
    )
    parser.add_argument("--server", metavar="URL", help="the server, if no link names it")
    player = parser.add_mutually_exclusive_group(required=True)
    player.add_argument("--engine", metavar="CMD", help="the command of an engine that plays")
    player.add_argument(
        "--bot",
        metavar="BOT",
        help="the bot that plays: a name that `punto bots` lists, a Bot of your own, as in "
        "./mine.py:BOT, or an engine with settings, as in 'engine(movetime=500):CMD'",
    )
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"a file with the token (default: from {TOKEN_VARIABLE})",
    )
    parser.add_argument(
        "--name", metavar="NAME", help="the name at its seats (default: that of its token)"
    )
    parser.add_argument(
        "--once", action="store_true", help="leave each table after one match, without a rematch"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play at all links, until there is nothing more to play or Ctrl-C stops it."""
    import asyncio  # noqa: PLC0415 other commands need neither this nor a client

    from punto.bots.loading import load_bot  # noqa: PLC0415
    from punto.cli._bridge import Bridge, read_places  # noqa: PLC0415
    from punto.client import BearerToken  # noqa: PLC0415
    from punto.client.link import server_of_code  # noqa: PLC0415

    credentials = BearerToken(read_token(options.token_file))
    if not options.links and options.server is None:
        sentence = "`punto bot` needs a link to a table or room, or --server URL"
        raise PuntoError("bot-needs-link", sentence)
    places = read_places(options.links, options.server)
    server = places[0].server if places else server_of_code(options.server)
    bot = load_bot(options.bot if options.engine is None else f"engine:{options.engine}")
    bridge = Bridge(server, credentials, bot, name=options.name, is_once=options.once)
    try:
        return asyncio.run(play_everywhere(bridge, places))
    finally:
        bridge.close()


async def play_everywhere(bridge: "Bridge", places: "list[Place]") -> int:
    """Play at several places at the same time; return the exit code."""
    import asyncio  # noqa: PLC0415

    program = await bridge.identify()
    places = places or await bridge.seats_to_return_to()
    if not places:
        raise PuntoError("nowhere-to-play", "this program has no seat anywhere: give it a link")
    print(
        say("bridge.ready", bot=bridge.bot.name, program=program, server=bridge.server), flush=True
    )
    played = await asyncio.gather(*(play_at(bridge, place) for place in places))
    return 0 if all(played) else 2


async def play_at(bridge: "Bridge", place: "Place") -> bool:
    """Play at one place; print why that ended, and return whether nothing was wrong."""
    from punto.cli._bridge_room import BridgeRoom  # noqa: PLC0415
    from punto.cli._bridge_table import BridgeTable  # noqa: PLC0415
    from punto.client import RoomLink  # noqa: PLC0415

    player: BridgeRoom | BridgeTable = (
        BridgeRoom(bridge, place) if isinstance(place, RoomLink) else BridgeTable(bridge, place)
    )
    try:
        await player.play()
    except PuntoError as error:
        bridge.tell(place, error_text(error))
        return False
    return True


def read_token(file: Path | None) -> str:
    """Read the token from a file or the environment; never from an argument, which others see.

    It leaves the environment, so that the engine does not get it.
    """
    if file is not None:
        with file.open("rb") as stream:
            return stream.read(MAX_TOKEN_BYTES).decode("ascii", "replace").strip()
    token = os.environ.pop(TOKEN_VARIABLE, "").strip()
    if not token:
        sentence = (
            f"a program plays with a token, which the host of the server makes with `punto token "
            f"make`: set {TOKEN_VARIABLE} to it, or name a file with --token-file"
        )
        raise PuntoError("needs-token", sentence, variable=TOKEN_VARIABLE)
    return token
