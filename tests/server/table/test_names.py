"""Names at a table: nobody shares one, and emoji of every kind may be in them."""

import pytest

from punto.bots.registry import BUILT_IN
from punto.notation.reader import read_record
from punto.server.table.effects import table_of
from punto.server.table.names import free_name, with_names
from punto.server.table.record import record_of
from punto.server.table.replaying import replay_of
from punto.server.table.stored_event import decode_event
from punto.server.table.table import Seat
from punto.server.wire.words import MAX_NAME_LENGTH, SEATS, check_name

from .scene import ADA, BEN, CLEO, CODE, OPEN, Scene, bot, person


def names(scene: Scene) -> list[str]:
    """List the names at the seats of a table."""
    return [seat.name for seat in scene.table.seats]


def lay(scene: Scene, count: int) -> None:
    """Lay some cards, of whoever is to play."""
    for _ in range(count):
        match scene.turn["seat"]:
            case 1:
                scene.place(ADA)
            case 2:
                scene.place(BEN)
            case _:
                scene.let_bot_move()


def test_every_built_in_bot_has_a_name_for_every_seat() -> None:
    known = [name for one in BUILT_IN for name in one.names]
    assert all(len(one.names) == SEATS for one in BUILT_IN)
    assert len({name.casefold() for name in known}) == len(known)


def test_bots_of_one_level_have_different_names() -> None:
    scene = Scene(person("Ada"), bot("easy"), bot("easy"), bot("easy"), mode="4p")
    assert names(scene) == ["Ada", "Pip", "Tilly", "Nino"]
    assert [seat.bot for seat in scene.table.seats[1:]] == ["easy"] * 3


def test_a_bot_leaves_its_name_to_a_person() -> None:
    scene = Scene(bot("easy"), person("pip"), mode="2p")
    assert names(scene) == ["Tilly", "pip"]


def test_bots_that_fill_the_table_have_different_names() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, OPEN, mode="4p")
    scene.do(ADA, "set_seat", seat=3, holder=bot("medium"))
    scene.do(ADA, "start", fill="medium")
    assert names(scene) == ["Ada", "Milo", "Juno", "Luna"]


def test_people_with_the_same_name_get_a_number() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, person("ADA"), mode="4p")
    scene.do(BEN, "sit", seat=2, name="Ada")
    assert names(scene) == ["Ada", "Ada 3", "", "ADA 2"]
    scene.do(BEN, "sit", seat=2, name="Ada 3")  # one's own name is not taken
    assert names(scene)[1] == "Ada 3"
    scene.do(CLEO, "sit", seat=3, name="ada")
    assert names(scene)[2] == "ada 4"


def test_a_long_name_with_a_number_stays_within_the_limit() -> None:
    long = "x" * MAX_NAME_LENGTH
    assert len(free_name(long, [long])) == MAX_NAME_LENGTH


@pytest.mark.parametrize("emoji", ["👨‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "a b"])
def test_a_number_leaves_no_half_emoji_that_is_invisible(emoji: str) -> None:
    for filled in range(len(emoji)):
        long = check_name("x" * filled + emoji * ((MAX_NAME_LENGTH - filled) // len(emoji)))
        assert check_name(free_name(long, [long])).endswith(" 2")


def test_a_bot_that_nobody_named_goes_by_its_own_name() -> None:
    seats = with_names([Seat("bot", bot="theirs"), Seat("bot", bot="theirs")])
    assert [seat.name for seat in seats] == ["theirs", "theirs 2"]


def test_who_resigned_is_remembered_and_the_bot_has_a_name() -> None:
    scene = Scene(person("Ada"), OPEN, bot("medium"), mode="3p", start=1, rounds_to_win=1)
    scene.do(BEN, "sit", seat=2, name="Ben")
    lay(scene, 5)
    (event,) = scene.do(BEN, "resign", seat=2)
    assert (event["bot"], event["name"]) == ("medium", "Milo")
    scene.do(ADA, "resign", seat=1)
    record = record_of(scene.table)
    assert record.names == ("Ada", "Milo", "Juno")
    assert {
        kind: [tag.value for tag in record.tags if tag.name == kind] for kind in ("Bot", "Earlier")
    } == {"Bot": ["Seat2 medium", "Seat3 medium"], "Earlier": ["Seat2 5 Ben"]}
    replay = replay_of(read_record(str(record)))
    assert replay["bots"] == [None, "medium", "medium"]
    assert replay["earlier"] == [{"seat": 2, "cards": 5, "name": "Ben"}]


@pytest.mark.parametrize("value", ["Seat9 4 Ben", "Seat2 four Ben", "Seat2 4", "Ben", "Seat2"])
def test_tags_that_nobody_can_read_are_only_kept(value: str) -> None:
    scene = Scene(person("Ada"), bot("easy"), mode="2p", rounds_to_win=1)
    scene.do(ADA, "resign", seat=1)
    text = str(record_of(scene.table)).replace("[Ended", f'[Earlier "{value}"]\n[Ended')
    assert "earlier" not in replay_of(read_record(text))


def test_a_log_without_names_of_bots_can_be_read() -> None:
    scene = Scene(person("Ada"), bot("easy"), mode="2p")
    old = [
        (number, at, kind, body.replace('"name":"Pip",', ""))
        for number, at, kind, body in scene.log
    ]
    assert "Pip" not in str([decode_event(kind, body) for _, _, kind, body in old])
    assert table_of(CODE, old).seats[1] == Seat("bot", bot="easy")
    assert table_of(CODE, old).seats[1].title == "easy"


@pytest.mark.parametrize(
    "name",
    [
        "👨‍👩‍👧‍👦",
        "Ada 🏳️‍🌈",
        "👩🏽‍🚀 Zoë",
        "🙂‍↔️",
        "❤️‍🔥",
        "1️⃣ Bo",
        "🇫🇮",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_a_name_may_hold_any_emoji(name: str) -> None:
    assert check_name(name) == name
    scene = Scene(person(name), OPEN, mode="2p")
    assert names(scene)[0] == name


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dda",
        "\u200d",
        "👨\u200d",
        "\u200d👨",
        "👨\u200d\u200d👩",
        "👨\u200d\ufe0f",
        "A\U000e0067\U000e0062\U000e007f",
        "🏴\U000e0067\U000e0062",
    ],
)
def test_invisible_characters_are_allowed_only_where_they_join_emoji(name: str) -> None:
    with pytest.raises(ValueError, match="letters, digits, signs"):
        check_name(name)
