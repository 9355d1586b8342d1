"""Tags that a reader keeps, whether it knows them or not, and names as people have them."""

import pytest

from punto import read_record

from .samples import SMALL, assert_true_and_kept, edited, vector, with_tags


def test_option_is_read_and_written_back() -> None:
    text = with_tags(vector(SMALL), '[Option "open_cards"]')
    assert read_record(text).match.open_cards
    assert not read_record(vector(SMALL)).match.open_cards
    assert_true_and_kept(text)


@pytest.mark.parametrize(
    "tags",
    [
        ['[Event "Tuesday"]'],
        ['[Event "Tuesday"]', '[Site "kitchen"]', '[Event "again"]'],
        ['[a_1 ""]'],
        [r'[Event "a ; b ] [Mode \"3p\"]"]'],
        ['[Event "x"]', '[Option "open_cards"]', '[Site "y"]'],
    ],
)
def test_tags_that_are_not_known_are_kept_in_their_order(tags: list[str]) -> None:
    text = with_tags(vector(SMALL), *tags)
    assert_true_and_kept(text)
    assert [str(tag) for tag in read_record(text).tags] == tags


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"\"Ada\"", '"Ada"'),
        (r"A\\da", r"A\da"),
        (r"\\\"", r"\""),
        ("Ada; Ben", "Ada; Ben"),
        ("[Ada]", "[Ada]"),
        ("Ådå 🂡 اسم", "Ådå 🂡 اسم"),
        ("", ""),
        ("  Ada  ", "  Ada  "),
    ],
)
def test_names_are_read_and_written_back(written: str, name: str) -> None:
    text = edited(vector(SMALL), '"Ada"', f'"{written}"')
    assert read_record(text).names[0] == name
    assert_true_and_kept(text)
