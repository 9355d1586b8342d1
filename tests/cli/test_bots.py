import json

from cli.terminal import punto
from punto.bots.registry import BUILT_IN


def test_lists_every_bot_with_its_character() -> None:
    lines = punto("bots").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names == [bot.name for bot in BUILT_IN]
    assert all(line.endswith(".") and len(line.split()) > 5 for line in lines)


def test_lists_them_for_programs() -> None:
    bots = json.loads(punto("bots", "--json").stdout)
    assert [bot["name"] for bot in bots] == [bot.name for bot in BUILT_IN]
    assert bots[-1]["character"] in punto("bots").stdout
