"""Bots that are not registered: found by the file or module that defines them."""

import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from punto.bots.bot import Bot
from punto.bots.faults import describe_exception
from punto.bots.registry import all_bots, bot_named
from punto.rules.errors import PuntoError

DEFAULT_ATTRIBUTE = "BOT"
FILE_SUFFIX = ".py"
ENGINE = "engine"
"""What the source of an engine begins with, before its command."""


def load_bot(source: str) -> Bot:
    """Return a bot by its name, or by its place: ``FILE.py:NAME`` or ``package.module:NAME``.

    ``FILE.py`` alone means the bot called ``BOT`` in it, and ``engine:COMMAND`` an engine in
    another process. Loading runs the file or the command, so never pass on a source that somebody
    else has sent: that is what `bot_named` is for.
    """
    if is_engine(source):
        bot = load_engine(source)
    elif is_registered_name(source):
        return bot_named(source)
    else:
        bot = load_python_bot(source)
    if bot.name in all_bots() and all_bots()[bot.name] is not bot:
        raise not_loaded(source, f"another bot has its name {bot.name!r}: give it another one")
    return bot


def load_python_bot(source: str) -> Bot:
    """Return the bot at a place in a file or module."""
    place, attribute = split_source(source)
    bot = getattr(load_module(place, source), attribute, None)
    if not isinstance(bot, Bot):
        found = "nothing" if bot is None else type(bot).__name__
        raise not_loaded(source, f"{attribute} in {place} should be a punto.bots.Bot, not {found}")
    return bot


def load_engine(source: str) -> Bot:
    """Return a bot that asks an engine; PuntoError says why it cannot be started."""
    from punto.bots.engine_bot import engine_bot  # noqa: PLC0415 loads asyncio

    try:
        return engine_bot(source)
    except PuntoError as error:
        raise not_loaded(source, error.sentence) from error


def is_engine(source: str) -> bool:
    """Whether a source is the command of an engine."""
    return source.startswith((f"{ENGINE}:", f"{ENGINE}("))


def runs_code(source: str) -> bool:
    """Whether loading a source runs a file, a module or a command that only the source names."""
    return is_engine(source) or not is_registered_name(source)


def is_registered_name(source: str) -> bool:
    """Whether a source is the name of a bot, and not a place."""
    return source in all_bots() or not (":" in source or source.endswith(FILE_SUFFIX))


def split_source(source: str) -> tuple[str, str]:
    """Split a source into the file or module, and the name in it."""
    if source.endswith(FILE_SUFFIX):
        return source, DEFAULT_ATTRIBUTE
    place, _, attribute = source.rpartition(":")
    return place, attribute


def absolute_source(source: str) -> str:
    """Return a source that means the same in another folder: files get their whole path."""
    if is_engine(source) or is_registered_name(source):
        return source
    place, attribute = split_source(source)
    return f"{Path(place).resolve()}:{attribute}" if place.endswith(FILE_SUFFIX) else source


def load_module(place: str, source: str) -> ModuleType:
    """Import a file or module; PuntoError names the place and what it raised."""
    try:
        if place.endswith(FILE_SUFFIX):
            return run_file(Path(place).resolve())
        return import_module(place)
    except FileNotFoundError as error:
        raise not_loaded(source, f"there is no file {error.filename}") from error
    except (Exception, SystemExit) as error:
        raise not_loaded(source, describe_exception(error)) from error


@cache
def run_file(path: Path) -> ModuleType:
    """Run a file as a module of its own, once in a process; it can import what lies beside it."""
    name = f"punto_bot {path}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def not_loaded(source: str, why: str) -> PuntoError:
    """Make the error for a bot that cannot be loaded."""
    sentence = f"{source}: this bot cannot be loaded: {why}"
    return PuntoError("bot-not-loaded", sentence, source=source, why=why)
