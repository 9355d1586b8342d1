"""`punto serve`: runs the server for people who play in their browsers."""

import argparse
import faulthandler
from contextlib import suppress
from functools import partial

from punto.cli._arguments import Commands
from punto.cli._settings import add_config, add_settings, load_settings


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "serve",
        extra="server",
        help="start the server, to play in browsers",
        description="Start the server, to play in the browser: on this computer only, unless --lan "
        "or --host is given. Ctrl-C stops it; all tables are kept.",
        add_late=add_settings,
    )
    add_config(parser)
    parser.add_argument(
        "--show-config", action="store_true", help="print all settings, and where they come from"
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="open the page in the browser",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until stopped, or print the settings."""
    loaded = load_settings(options)
    if options.show_config:
        from punto.server.config.text import as_toml  # noqa: PLC0415 only needed here

        print(as_toml(loaded))
        return 0
    from punto.cli._welcome import print_welcome  # noqa: PLC0415 the other commands need none of this
    from punto.server.app import create_app  # noqa: PLC0415
    from punto.server.process.logs import set_up  # noqa: PLC0415
    from punto.server.run import serve  # noqa: PLC0415

    config = loaded.config
    with suppress(OSError, ValueError, AttributeError):  # where there is no standard error
        faulthandler.enable()  # a crash is then logged with the line where it happened
    set_up(config.log_level, config.log_format)
    app = create_app(config)
    return serve(
        config,
        app,
        on_ready=partial(print_welcome, config, options.open),
        on_stop=app.state.runtime.stop,
    )
