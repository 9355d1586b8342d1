"""Previews of links: words in every language, and a picture of nothing that is secret."""

import pytest

from punto.rules.match import Match
from punto.server.painting.table_picture import Scene as Picture
from punto.server.painting.table_picture import paint_table
from punto.server.table.client_view import preview_scene, preview_tags, table_shape
from punto.server.table.preview import BETWEEN_SIDES, LinkPreview, preview_of
from punto.words import LANGUAGES

from .scene import ADA, BEN, OPEN, Scene, bot, person


def preview(scene: Scene, language: str = "en") -> LinkPreview:
    return preview_of(table_shape(scene.table), language)


def cards_of(picture: Picture) -> set[str]:
    return {card for cards in picture["stacks"].values() for card in cards.split()}


def test_a_table_with_open_seats_invites() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p")
    assert preview(scene) == (
        "Ada invites you to play Punto",
        "2 seats are open. Sit down and play: no account needed.",
    )
    assert preview(scene, "de") == (
        "Ada lädt dich zu Punto ein",
        "2 Plätze sind frei. Setz dich dazu und spiel mit: ohne Konto.",
    )
    scene.do(BEN, "sit", seat=2, name="Ben")
    assert preview(scene).sentence.startswith("1 seat is open.")
    assert preview_scene(scene.table) == preview_scene(None)


def test_a_full_table_says_that_it_is_about_to_begin() -> None:
    scene = Scene(person("Ada"), OPEN, begins_when_full=False)
    scene.do(BEN, "sit", seat=2, name="Ben")
    assert preview(scene).sentence == "Everybody is here: the match is about to begin."


def test_a_table_without_its_host_names_the_game() -> None:
    assert preview(Scene(OPEN, OPEN)).title == "Punto"


def test_a_match_names_who_plays_and_whose_turn_it_is() -> None:
    scene = Scene(person("Ada"), person("Ben"), start=2)
    assert preview(scene) == (f"Ada{BETWEEN_SIDES}Ben", "Round 1, score 0 : 0: Ben to play.")
    assert preview(scene, "sv").sentence == "Omgång 1, ställning 0 : 0: Ben står på tur."


def test_partners_are_named_together() -> None:
    scene = Scene(person("Ada"), person("Ben"), person("Cleo"), person("Dag"), mode="teams")
    assert preview(scene).title == f"Ada and Cleo{BETWEEN_SIDES}Ben and Dag"


def test_a_match_that_is_over_says_who_won() -> None:
    scene = Scene(person("Ada"), bot(), rounds_to_win=1)
    scene.do(ADA, "resign", seat=1)
    title, sentence = preview(scene)
    assert title.startswith(f"Ada{BETWEEN_SIDES}")
    assert sentence.startswith("Ada gives up: ")
    assert sentence.endswith("Rounds: 0 : 0.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_all_values(language: str) -> None:
    waiting = Scene(person("Ada"), OPEN)
    playing = Scene(person("Ada"), person("Ben"), rounds_to_win=1)
    told = [*preview(waiting, language), *preview(playing, language)]
    while playing.table.phase == "playing":
        playing.place()
    told += preview(playing, language)
    assert not [text for text in told if "{" in text or "preview." in text or "over." in text]


def test_names_cannot_break_out_of_the_tags() -> None:
    name = '"><b>Ada&'
    tags = preview_tags(Scene(person(name), OPEN).table, "https://punto.example", "en")
    assert "<b>" not in tags
    assert "&quot;&gt;&lt;b&gt;Ada&amp;" in tags


@pytest.mark.parametrize("mode", ["2p", "3p", "4p", "teams"])
def test_a_picture_shows_only_cards_that_lie_on_the_table(mode: str) -> None:
    count = {"2p": 2, "3p": 3}.get(mode, 4)
    names = ("Ada", "Ben", "Cleo", "Dag")[:count]
    scene = Scene(*map(person, names), mode=mode, open_cards=True)
    for _ in range(12):
        scene.place()
        match = scene.table.match
        assert match is not None
        on_table = {str(card) for cards in match.table.stacks().values() for card in cards}
        assert cards_of(preview_scene(scene.table)) == on_table


def test_a_picture_is_the_same_whatever_is_in_the_decks() -> None:
    """Nothing of the seed or of the order of the decks is in it: not in a single byte."""
    scene = Scene(person("Ada"), person("Ben"))
    for _ in range(9):
        scene.place()
    table = scene.table
    assert table.match is not None
    before, tags = preview_scene(table), preview_tags(table, "https://punto.example", "en")
    position = table.match.position()
    other = table.copy()
    other.match = Match.from_position(position, seed="5" * 64)
    assert [str(card) for card in other.match.position().face_up] == [
        str(card) for card in position.face_up
    ]
    assert paint_table(preview_scene(other)) == paint_table(before)
    assert preview_tags(other, "https://punto.example", "en") == tags


def test_the_row_that_won_is_lit_when_the_match_is_over() -> None:
    scene = Scene(person("Ada"), person("Ben"), rounds_to_win=1)
    while scene.table.phase == "playing":
        assert preview_scene(scene.table)["lit"] == []
        scene.place()
    picture, shape = preview_scene(scene.table), table_shape(scene.table)
    assert shape["match"] is not None
    end = shape["match"]["last_end"]
    assert end is not None
    assert end["winner"] is not None
    rows = [run["cells"].split() for run in end["runs"][end["winner"] - 1]]
    assert picture["lit"] == [cell for row in rows for cell in row]
    assert not any(side["is_to_move"] for side in picture["sides"])
