"""The completion script for fish."""

from collections.abc import Iterator, Sequence

from punto.cli._completion_words import Command, Option, Value

HEAD = """# Completion of punto for fish:
#     punto completion fish > ~/.config/fish/completions/punto.fish
complete -c punto -f
"""


def write_script(commands: Sequence[Command]) -> str:
    """Write the script."""
    return HEAD + "".join(f"{line}\n" for line in lines(commands))


def lines(commands: Sequence[Command]) -> Iterator[str]:
    """Yield a line for every command, option and argument."""
    for command in commands:
        where = "__fish_use_subcommand"
        if command.name:
            yield f"complete -c punto -n {where} -a {command.name} -d {quoted(command.help)}"
            where = f"'__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            yield f"complete -c punto -n {where} {option_text(option)}"
        for value in command.arguments:
            if text := value_text(value):
                yield f"complete -c punto -n {where} {text}"


def option_text(option: Option) -> str:
    """Describe an option."""
    long = [f"-l {name[2:]}" for name in option.names if name.startswith("--")]
    short = [f"-s {name[1:]}" for name in option.names if not name.startswith("--")]
    value = []
    if option.value:
        value = [value_text(option.value) or "-x"]
        value = ["-r", *value] if "-F" in value[0] else ["-x", *filter("-x".__ne__, value)]
    return " ".join((*short, *long, "-d", quoted(option.help), *value))


def value_text(value: Value) -> str:
    """Describe the words and files that a value can be."""
    words = [f"-a {quoted(' '.join(value.words))}"] if value.words else []
    if value.is_folder:
        words.append("-a '(__fish_complete_directories)'")
    return " ".join((*words, *["-F"] * value.is_file))


def quoted(text: str) -> str:
    """Put a text in single quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
