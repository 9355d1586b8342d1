"""`punto token`: makes, lists and revokes the tokens with which programs play at a server."""

import argparse
from datetime import UTC, datetime

from punto.cli._arguments import Commands, add_json, option_needs, whole_number
from punto.cli._language import say
from punto.cli._output import print_json
from punto.cli._settings import add_database, load_settings
from punto.rules.errors import PuntoError

MAKE, LIST, REVOKE = "make", "list", "revoke"


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "token",
        extra="server",
        help="let programs play at your server",
        description="Make a token with which a program can play at your server, list all tokens, "
        "or revoke one. A token allows playing and nothing else. It is shown once: the database "
        "keeps only its SHA-256. The server may be running; a revoked token stops working at once.",
    )
    parser.add_argument("what", choices=(MAKE, LIST, REVOKE), help="what to do")
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="the name of the program, which everybody sees"
    )
    parser.add_argument(
        "--tables",
        type=whole_number(1, digits=4),
        metavar="N",
        help="at how many tables the program may be at the same time (default: 8)",
    )
    parser.add_argument(
        "--rate",
        type=whole_number(1, digits=5),
        metavar="N",
        help="its rate limit, in units of the budget per second: a request costs 1 or more, a "
        "message 0.1 (default: 25)",
    )
    add_json(parser)
    add_database(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make, list or revoke tokens."""
    if (options.name is None) != (options.what == LIST):
        sentence = "`make` and `revoke` need the name of a program, and `list` takes none"
        raise PuntoError("token-name", sentence)
    for option in ("tables", "rate"):
        if getattr(options, option) is not None and options.what != MAKE:
            raise option_needs(f"--{option}", f"punto token {MAKE}")
    address = load_settings(options).config.database_address
    if options.what == MAKE:
        make(options, address)
    elif options.what == REVOKE:
        revoke(options, address)
    else:
        print_tokens(options, address)
    return 0


def make(options: argparse.Namespace, address: str) -> None:
    """Make a token, and print it."""
    from punto.server.live.clock import wall_ms  # noqa: PLC0415 the other commands need no database
    from punto.server.store import tokens  # noqa: PLC0415

    token = tokens.make_token(
        address,
        read_name(options.name),
        wall_ms(),
        max_tables=options.tables or tokens.DEFAULT_MAX_TABLES,
        rate=options.rate or tokens.DEFAULT_RATE,
    )
    if options.json:
        print_json({"name": options.name, "token": token})
    else:
        print(token)


def revoke(options: argparse.Namespace, address: str) -> None:
    """Revoke a token."""
    from punto.server.live.clock import wall_ms  # noqa: PLC0415 the other commands need no database
    from punto.server.store.tokens import revoke_token  # noqa: PLC0415

    revoke_token(address, read_name(options.name), wall_ms())
    if options.json:
        print_json({"name": options.name, "revoked": True})
    else:
        print(say("token.revoked", name=options.name))


def print_tokens(options: argparse.Namespace, address: str) -> None:
    """List all tokens, never the secret parts."""
    from punto.server.store.tokens import list_tokens  # noqa: PLC0415

    found = list_tokens(address)
    if options.json:
        facts = [one.token._asdict() | {"played_at": one.played_at} for one in found]
        print_json(facts)
    elif not found:
        print(say("token.none"))
    for token, played_at in () if options.json else found:
        values = {
            "name": token.name,
            "made": day(token.created_at),
            "tables": token.max_tables,
            "rate": token.rate,
        }
        parts = [say("token.line", **values)]
        if played_at is not None:
            parts.append(say("token.line.played", day=day(played_at)))
        if token.revoked_at is not None:
            parts.append(say("token.line.revoked", day=day(token.revoked_at)))
        print(", ".join(parts))


def read_name(name: str) -> str:
    """Read the name of a program, which follows the rules for names of players."""
    from punto.server.wire.programs import MAX_PROGRAM_NAME  # noqa: PLC0415 needs the extra
    from punto.server.wire.words import check_name  # noqa: PLC0415

    limit, why = MAX_PROGRAM_NAME, ""
    try:
        plain = check_name(name)
    except ValueError as error:
        why = str(error)
    else:
        why = "" if len(plain) <= limit else f"a name has at most {limit} characters"
    if why:
        raise PuntoError("program-name", f"this is not a name for a program: {why}", limit=limit)
    return plain


def day(milliseconds: int) -> str:
    """Write the day of a time, in UTC."""
    return str(datetime.fromtimestamp(milliseconds / 1000, UTC).date())
