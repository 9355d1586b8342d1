"""Golden playthroughs: seeded matches, told as text, as they were when somebody read them.

`pytest --regenerate-golden` writes them anew; then read what changed before you keep it.
"""

from pathlib import Path

import pytest

from .telling import playthrough

GOLDEN = Path(__file__).with_name("golden")
MATCHES = {
    "2p": ("2p", "english-2018", 1, False),
    "3p": ("3p", "nordic-2019", 2, False),
    "3p-open-cards": ("3p", "english-2018", 1, True),
    "4p": ("4p", "german-2018", 1, False),
    "teams": ("teams", "english-2018", 1, False),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_playthrough_is_told_as_it_was(name: str, regenerate_golden: bool) -> None:
    mode, edition, rounds_to_win, open_cards = MATCHES[name]
    told = playthrough(mode, edition, rounds_to_win, open_cards=open_cards)
    file = GOLDEN / f"{name}.txt"
    if regenerate_golden:
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")


def test_there_is_no_other_file_among_them() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(MATCHES)
