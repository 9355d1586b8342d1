"""`punto completion`: a script that lets the shell complete commands, options and values."""

import argparse

from punto.cli import _completion_bash, _completion_fish, _completion_zsh
from punto.cli._arguments import Commands
from punto.cli._completion_words import list_commands

SHELLS = {
    "bash": _completion_bash.write_script,
    "zsh": _completion_zsh.write_script,
    "fish": _completion_fish.write_script,
}


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "completion",
        help="print a script for completion with Tab",
        description="Print a script that lets your shell complete the commands, options and values "
        'of punto with Tab. For bash, put this in ~/.bashrc: eval "$(punto completion bash)"; for '
        'zsh, put this in ~/.zshrc, after compinit: eval "$(punto completion zsh)"; for fish, run '
        "once: punto completion fish > ~/.config/fish/completions/punto.fish",
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script for a shell."""
    from punto.cli.main import build_parser  # noqa: PLC0415 it imports this module

    print(SHELLS[options.shell](list_commands(build_parser())), end="")
    return 0
