"""The completion script for bash, which also works in the version 3.2 of macOS."""

from collections.abc import Iterator, Sequence
from shlex import quote

from punto.cli._completion_words import Command, Value

HEAD = """# Completion of punto for bash. In ~/.bashrc: eval "$(punto completion bash)"
_punto_words() {
    COMPREPLY+=($(compgen -W "$1" -- "$cur"))
}
_punto_files() {
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen "$1" -- "$cur"))
}
_punto() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command="" i
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"""
TAIL = """}
complete -F _punto punto
"""


def write_script(commands: Sequence[Command]) -> str:
    """Write the script."""
    return HEAD + "".join(f"    {line}\n" for line in lines(commands)) + TAIL


def lines(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines of the function that depend on the commands."""
    names = [command.name for command in commands if command.name]
    yield "for ((i = 1; i < COMP_CWORD; i++)); do"
    yield '    case "${COMP_WORDS[i]}" in'
    yield f"        {'|'.join(names)}) command=${{COMP_WORDS[i]}}; break ;;"
    yield "    esac"
    yield "done"
    yield 'case "$command $prev" in'
    for command in commands:
        for option in command.options:
            if option.value:
                patterns = "|".join(quote(f"{command.name} {name}") for name in option.names)
                yield f"    {patterns}) {'; '.join((*actions(option.value), 'return'))} ;;"
    yield "esac"
    yield 'case "$command" in'
    for command in commands:
        flags = " ".join(name for option in command.options for name in option.names)
        rest = list(dict.fromkeys(it for value in command.arguments for it in actions(value)))
        if not command.name:
            rest = [f"_punto_words {quote(' '.join(names))}"]
        yield f"    {quote(command.name)})"
        yield "        if [[ $cur == -* ]]; then"
        yield f"            _punto_words {quote(flags)}"
        yield "        else"
        yield f"            {'; '.join(rest) or ':'}"
        yield "        fi ;;"
    yield "esac"


def actions(value: Value) -> Iterator[str]:
    """Yield the calls that complete a value."""
    if value.words:
        yield f"_punto_words {quote(' '.join(value.words))}"
    if value.is_file:
        yield "_punto_files -f"
    if value.is_folder:
        yield "_punto_files -d"
