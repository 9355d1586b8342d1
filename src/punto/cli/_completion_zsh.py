"""The completion script for zsh."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from punto.cli._completion_words import Command, Option, Value

HEAD = """#compdef punto
# Completion of punto for zsh. In ~/.zshrc, after compinit: eval "$(punto completion zsh)"
"""
MIDDLE = """_punto() {
    local curcontext="$curcontext" state line
    typeset -A opt_args
"""
TAIL = """}
if [ "$funcstack[1]" = "_punto" ]; then
    _punto "$@"
else
    compdef _punto punto
fi
"""


def write_script(commands: Sequence[Command]) -> str:
    """Write the script."""
    body = "".join(f"    {line}\n" for line in lines(commands))
    return HEAD + "".join(functions(commands)) + MIDDLE + body + TAIL


def functions(commands: Sequence[Command]) -> Iterator[str]:
    """Yield a function for each kind of value that can be a word or a file."""
    options = (option.value for command in commands for option in command.options)
    values = (*options, *(value for command in commands for value in command.arguments))
    for value in dict.fromkeys(replace(it, repeats=False) for it in values if it):
        if value.words and value.is_file:
            words = f"words:{value.name}:({' '.join(value.words)})"
            yield f"{function_name(value)}() {{\n"
            yield f"    _alternative {quoted(words)} 'files:FILE:_files'\n}}\n"


def function_name(value: Value) -> str:
    """Return the name of the function that completes a value."""
    return f"_punto_{value.name.lower()}"


def lines(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines of the function that depend on the commands."""
    program, *others = commands
    yield from arguments(["-C", *specs(program), quoted("1: :->command"), quoted("*:: :->rest")])
    yield "case $state in"
    yield "    command)"
    yield "        local -a commands"
    described = (quoted(f"{it.name}:{escaped(it.help)}") for it in others)
    yield f"        commands=({' '.join(described)})"
    yield "        _describe -t commands command commands ;;"
    yield "    rest)"
    yield "        case $words[1] in"
    for command in others:
        yield f"            {command.name})"
        for line in arguments(list(specs(command))):
            yield f"                {line}"
        yield "                ;;"
    yield "        esac ;;"
    yield "esac"


def arguments(specs: Sequence[str]) -> Iterator[str]:
    """Yield a call of _arguments, one specification a line."""
    yield "_arguments \\"
    for spec in specs[:-1]:
        yield f"    {spec} \\"
    yield f"    {specs[-1]}"


def specs(command: Command) -> Iterator[str]:
    """Yield the specifications of a command's options and arguments."""
    for option in command.options:
        yield from option_specs(option)
    for place, value in enumerate(command.arguments, start=1):
        where = "*" if value.repeats else str(place)
        yield quoted(f"{where}:{escaped(value.name)}:{action(value)}")


def option_specs(option: Option) -> Iterator[str]:
    """Yield a specification for each name of an option."""
    for name in option.names:
        text = f"{name}[{escaped(option.help)}]"
        if option.value:
            text += f":{escaped(option.value.name)}:{action(option.value)}"
        yield quoted(text)


def action(value: Value) -> str:
    """Return how the value of an option or an argument is completed."""
    if value.words:
        return function_name(value) if value.is_file else f"({' '.join(value.words)})"
    if value.is_folder:
        return "_files -/"
    return "_files" if value.is_file else " "


def escaped(text: str) -> str:
    """Escape the characters that mean something in a specification."""
    return "".join(f"\\{sign}" if sign in "\\:[]`$" else sign for sign in text)


def quoted(text: str) -> str:
    """Put a text in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"
