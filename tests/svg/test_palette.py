"""The themes: readable, in colour and in grey."""

import pytest

from punto import svg
from punto.rules.card import Card
from punto.svg.palette import PALETTES, Palette, mix

from .reading import contrast, luminance, stacks

each_palette = pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)


@each_palette
def test_dots_stand_out_on_their_card(colours: Palette) -> None:
    assert all(contrast(card.pip, card.face) >= 4.5 for card in colours.cards)


@each_palette
def test_dots_are_light_except_dark_ones_on_orange(colours: Palette) -> None:
    are_light = [luminance(card.pip) > luminance(card.face) for card in colours.cards]
    assert are_light == [True, False, True, True]


@each_palette
def test_cards_stand_out_on_the_table_by_face_or_by_edge(colours: Palette) -> None:
    for card in colours.cards:
        assert max(contrast(paint, colours.table) for paint in (card.face, card.edge)) >= 3


@each_palette
def test_an_edge_parts_a_card_from_the_one_under_it_also_in_grey(colours: Palette) -> None:
    assert all(contrast(card.edge, card.face) >= 1.5 for card in colours.cards)


@each_palette
def test_words_and_marks_stand_out(colours: Palette) -> None:
    assert contrast(colours.quiet_ink, colours.ground) >= 4.5
    assert contrast(colours.ink, colours.table) >= 7
    assert contrast(colours.settled, colours.table) >= 2.9
    for card in colours.cards:
        assert max(contrast(colours.ink, paint) for paint in (card.face, card.edge)) >= 2.5


def test_cards_are_a_little_lighter_on_dark() -> None:
    light, dark = PALETTES["light"].cards, PALETTES["dark"].cards
    for on_light, on_dark in zip(light, dark, strict=True):
        assert 1.05 < contrast(on_light.face, on_dark.face) < 1.4
        assert luminance(on_dark.face) > luminance(on_light.face)


@each_palette
def test_ink_is_no_cards_colour(colours: Palette) -> None:
    assert {colours.ink, colours.quiet_ink, colours.settled}.isdisjoint(
        paint for card in colours.cards for paint in (card.face, card.edge)
    )


@pytest.mark.parametrize("theme", PALETTES)
def test_a_theme_paints_with_its_own_colours_only(theme: str) -> None:
    (other,) = PALETTES.keys() - {theme}
    picture = svg.table(stacks("f6:R1:O2:B3:G4"), theme=theme)
    for mine, theirs in zip(PALETTES[theme].cards, PALETTES[other].cards, strict=True):
        assert mine.face in picture
        assert theirs.face not in picture


def test_an_unknown_theme_is_refused_by_name() -> None:
    expected = "theme: expected one of light, dark, got 'sepia'"
    with pytest.raises(ValueError, match=expected):
        svg.table({}, theme="sepia")
    with pytest.raises(ValueError, match=expected):
        svg.card(Card("R1"), theme="sepia")


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert [mix("#000000", "#ff8040", share) for share in (0, 0.5, 1)] == [
        "#000000",
        "#804020",
        "#ff8040",
    ]
