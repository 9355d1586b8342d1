"""What a shell can complete: commands, their options, and the values of those."""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from punto.cli._arguments import CommandParser
from punto.words import LANGUAGES

FILES = {"FILE", "OUT"}
"""Placeholders of values that are files."""

FILE_OPTIONS = {"database"}
"""Options whose values may be something else too."""

FOLDERS = {"DIR"}
MAX_HELP_CHARACTERS = 70


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option, or an argument: words to choose from, files, or neither."""

    name: str
    words: tuple[str, ...] = ()
    is_file: bool = False
    is_folder: bool = False
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option with all its names; without a value it is a switch."""

    names: tuple[str, ...]
    help: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or the program itself, whose name is empty."""

    name: str
    help: str
    options: tuple[Option, ...]
    arguments: tuple[Value, ...]


def list_commands(parser: CommandParser) -> list[Command]:
    """List the program itself and all its commands."""
    found = [command_of(parser, "", "")]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help for choice in action._choices_actions}
            for name, command in action.choices.items():
                found.append(command_of(command, name, helps.get(name) or ""))
    return found


def command_of(parser: CommandParser, name: str, about: str) -> Command:
    """Describe one command."""
    with suppress(ImportError):  # the settings of a server that is not installed
        parser.add_late_arguments()
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    return Command(
        name,
        about,
        tuple(option_of(action) for action in shown if action.option_strings),
        tuple(arguments_of(shown)),
    )


def option_of(action: argparse.Action) -> Option:
    """Describe an option."""
    value = None if action.nargs == 0 else value_of(action)
    return Option(tuple(action.option_strings), short_help(action.help or ""), value)


def arguments_of(actions: list[argparse.Action]) -> Iterator[Value]:
    """Describe the arguments that are no options."""
    for action in actions:
        if not action.option_strings and not isinstance(action, argparse._SubParsersAction):
            yield value_of(action)


def value_of(action: argparse.Action) -> Value:
    """Describe the values that an action takes."""
    name = str(action.metavar or action.dest.upper())
    words = tuple(map(str, action.choices or ()))
    if name == "BOT":
        from punto.bots import all_bots  # noqa: PLC0415 most commands need none

        words = tuple(all_bots())
    elif name == "CODE" and action.dest == "language":
        words = LANGUAGES
    elif "|" in name:
        words = tuple(name.split("|"))
    return Value(
        name,
        words,
        is_file=name in FILES | {"BOT"} or action.dest in FILE_OPTIONS,
        is_folder=name in FOLDERS,
        repeats=action.nargs in ("+", "*"),
    )


def short_help(text: str) -> str:
    """Return the beginning of a help text, as one line."""
    line = text.partition("\n")[0].replace("%%", "%").rstrip(":")
    if len(line) <= MAX_HELP_CHARACTERS:
        return line
    return f"{line[:MAX_HELP_CHARACTERS].rpartition(' ')[0]}..."
