"""`punto serve`: tables for people, in their browsers."""

import argparse
import faulthandler
from contextlib import suppress
from functools import partial

from punto.cli.arguments import Commands
from punto.cli.settings import add_config, add_settings, load_settings


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "serve",
        help="let people play in their browsers",
        description="Start a server and play in the browser: on this computer only, unless --lan "
        "or --host says otherwise. Ctrl-C stops it; what was played is kept.",
        fill=add_settings,
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
    """Serve until told to stop, or show the settings."""
    loaded = load_settings(options)
    if options.show_config:
        from punto.server.config.text import as_toml  # noqa: PLC0415 seldom asked for

        print(as_toml(loaded))
        return 0
    from punto.cli.welcome import welcome  # noqa: PLC0415 the other commands need none of this
    from punto.server.app import create_app  # noqa: PLC0415
    from punto.server.process.logs import set_up  # noqa: PLC0415
    from punto.server.run import serve  # noqa: PLC0415

    config = loaded.config
    with suppress(OSError, ValueError, AttributeError):  # where there is no standard error
        faulthandler.enable()  # so that a crash is in the log, with the line where it happened
    set_up(config.log_level, config.log_format)
    app = create_app(config)
    return serve(
        config,
        app,
        on_ready=partial(welcome, config, options.open),
        on_stop=app.state.runtime.stop,
    )
