"""The matches of an evening: seats, agreeing on the next one, results and who sits out."""

from collections import Counter

from punto.server.room.next_match import places_at, table_code
from punto.server.room.places import proposal

from .evening import ADA, BEN, CLEO, DAG, EVA, NOON, Evening

BOT = {"kind": "bot", "bot": "easy"}


def test_the_host_seats_people_and_bots() -> None:
    evening = Evening(mode="3p")
    evening.come(BEN, CLEO, DAG)
    assert evening.seats == [1, 2, 3]
    assert evening.refuse(DAG, "take_seat", seat=1) == "seat-not-open"
    assert evening.refuse(DAG, "take_seat", seat=4) == "no-such-place"
    evening.do(ADA, "place_member", seat=1, member=4)
    assert evening.seats == [4, 2, 3]
    evening.do(ADA, "place_member", seat=1, member=3)
    assert evening.seats == [3, 2, 4]  # two who play change places
    evening.do(ADA, "set_place", seat=2, holder=BOT)
    assert evening.seats == [3, "easy", 4]
    evening.do(ADA, "set_place", seat=2, holder={"kind": "open"})
    evening.do(CLEO, "take_seat", seat=2)
    assert evening.seats == [None, 3, 4]
    evening.do(DAG, "sit_out")
    assert evening.seats == [None, 3, None]


def test_in_a_smaller_mode_somebody_sits_out_and_in_a_larger_one_those_who_wait_play() -> None:
    evening = Evening(mode="3p")
    evening.come(BEN, CLEO)
    evening.do(ADA, "set_room", settings={"mode": "2p"}, rotates=True, substitute="easy")
    assert evening.seats == [1, 2]
    assert (evening.shape["rotates"], evening.shape["substitute"]) == (True, "easy")
    evening.do(ADA, "set_room", settings={"mode": "4p"})
    assert evening.seats == [1, 2, 3, None]


def test_a_match_begins_when_the_host_starts_it_and_its_table_knows_the_room() -> None:
    evening = Evening(rounds_to_win=1)
    evening.come(BEN)
    shape = evening.do(ADA, "start_match")
    assert shape["table"] == evening.opening.table.code == table_code_before(evening)
    assert evening.opening.table.room == "dhkl-moqr-wxyd"
    assert evening.opening.table.phase == "playing"
    assert [seat.name for seat in evening.opening.table.seats] == ["Ada", "Ben"]
    assert evening.refuse(ADA, "start_match") == "match-running"
    assert evening.refuse(ADA, "next_match") == "match-running"


def table_code_before(evening: Evening) -> str:
    """Find the code that the table of the last match was to have."""
    room = evening.room.copy()
    room.matches = room.matches[:-1]
    return table_code(room)


def test_a_match_needs_all_seats_and_a_person() -> None:
    evening = Evening(watches=True)
    assert evening.refuse(ADA, "start_match") == "places-open"
    assert evening.refuse(ADA, "start_match", fill="easy") == "nobody-plays"
    evening.come(BEN)
    evening.do(ADA, "start_match", fill="easy")
    assert evening.seats == [2, "easy"]


def test_the_score_of_the_evening_counts_every_match_once() -> None:
    evening = Evening(rounds_to_win=1)
    evening.come(BEN, CLEO)
    for winner in (1, 1, 2, None):
        evening.do(ADA, "start_match")
        evening.finish(winner)
    score = [(one["name"], one["played"], one["won"]) for one in evening.shape["members"]]
    assert score == [("Ada", 4, 2), ("Ben", 4, 1), ("Cleo", 0, 0)]
    assert evening.shape["members"][2]["sat_out"] == 4
    overs = [match["over"] for match in evening.shape["matches"]]
    assert [over["winners"] for over in overs] == [["Ada"], ["Ada"], ["Ben"], []]
    assert len({match["table"] for match in evening.shape["matches"]}) == 4


def test_another_seat_starts_the_next_match() -> None:
    evening = Evening(rounds_to_win=1)
    evening.come(BEN)
    starts = []
    for _ in range(4):
        evening.do(ADA, "start_match")
        assert evening.opening.table.match is not None
        starts.append(evening.opening.table.match.start)
        evening.finish()
    assert starts in ([1, 2, 1, 2], [2, 1, 2, 1])


def test_the_next_match_begins_when_all_have_agreed() -> None:
    evening = Evening()
    evening.come(BEN)
    shape = evening.do(BEN, "next_match")
    assert shape["call"] == {"member": 2, "ready": [2], "at": NOON, "until": NOON + 20_000}
    assert evening.refuse(BEN, "next_match") == "already-ready"
    shape = evening.do(ADA, "next_match")
    assert shape["call"] is None
    assert shape["table"] is not None


def test_who_does_not_answer_loses_the_seat_to_somebody_who_is_ready() -> None:
    evening = Evening()
    evening.come(BEN, CLEO)
    evening.do(ADA, "next_match")
    evening.do(CLEO, "next_match")
    assert not evening.shape["table"]
    evening.now += 20_000
    evening.begin()
    assert evening.shape["table"]
    assert evening.seats == [1, 3]


def test_who_does_not_answer_is_replaced_by_the_substitute_bot() -> None:
    evening = Evening()
    evening.come(BEN)
    evening.do(ADA, "set_room", settings={}, substitute="easy")
    evening.do(ADA, "next_match")
    evening.now += 20_000
    evening.begin()
    assert evening.seats == [1, "easy"]
    assert evening.shape["table"]


def test_without_a_substitute_the_seat_opens_and_anybody_can_ask_again() -> None:
    evening = Evening()
    evening.come(BEN)
    evening.do(ADA, "next_match")
    evening.now += 20_000
    evening.begin()
    assert (evening.shape["table"], evening.shape["call"]) == (None, None)
    assert evening.seats == [1, None]
    evening.do(ADA, "next_match")
    assert not evening.shape["table"]  # the open seat waits for somebody
    evening.do(BEN, "next_match")
    assert evening.seats == [1, 2]
    assert evening.shape["table"]


def test_a_late_friend_plays_the_next_match() -> None:
    evening = Evening(mode="3p")
    evening.come(BEN)
    evening.do(ADA, "start_match", fill="easy")
    evening.come(CLEO)
    assert evening.seats == [1, 2, "easy"]
    evening.do(ADA, "set_place", seat=3, holder={"kind": "open"})
    evening.finish()
    assert evening.seats == [1, 2, 3]


def test_a_match_that_is_dropped_does_not_count_and_its_end_changes_nothing() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.refuse(ADA, "drop_match") == "no-match"
    evening.do(ADA, "start_match")
    evening.do(ADA, "drop_match")
    assert evening.shape["matches"][0]["over"]["how"] == "dropped"
    number = evening.room.number
    evening.finish()
    assert evening.room.number == number
    assert [member["played"] for member in evening.shape["members"]] == [0, 0]


def test_rotation_gives_everybody_the_same_share_of_an_evening() -> None:
    evening = Evening(mode="3p", rounds_to_win=1)
    evening.come(BEN, CLEO, DAG, EVA)
    evening.do(ADA, "set_room", settings={"mode": "3p"}, rotates=True)
    sat_out = Counter[int]()
    for _ in range(10):
        evening.do(ADA, "start_match")
        evening.finish()
        sat_out.update(member["member"] for member in evening.shape["members"] if member["sat_out"])
        assert all(member["sat_out"] <= 1 for member in evening.shape["members"])
    assert sat_out == dict.fromkeys(range(1, 6), 4)


def test_a_rotation_is_proposed_and_the_host_accepts_it() -> None:
    evening = Evening()
    evening.come(BEN, CLEO)
    evening.do(ADA, "start_match")
    evening.finish()
    assert [place.member for place in proposal(evening.room, evening.numbers())] == [1, 3]
    evening.do(ADA, "rotate")
    assert evening.seats == [1, 3]
    evening.do(CLEO, "sit_out")
    evening.do(BEN, "take_seat", seat=2)
    assert evening.refuse(ADA, "rotate") == "nobody-waits"


def test_who_is_away_for_a_moment_keeps_the_seat_if_nobody_waits() -> None:
    evening = Evening()
    evening.come(BEN)
    evening.present = {ADA}
    assert [place.member for place in proposal(evening.room, evening.numbers())] == [1, 2]


def test_a_table_that_was_opened_before_a_crash_is_found_again_as_it_was() -> None:
    evening = Evening()
    evening.come(BEN)
    before = evening.room.copy()
    evening.do(ADA, "start_match")
    first = evening.opening.table
    assert table_code(before) == first.code
    assert [place.member for place in places_at(before, first)] == [1, 2]


def test_a_handicap_goes_with_the_person() -> None:
    evening = Evening()
    evening.come(BEN, CLEO)

    def handicap() -> list[int]:
        return list(evening.shape["settings"]["handicap"])

    evening.do(ADA, "set_room", settings={"handicap": [2, 1]})
    evening.do(ADA, "place_member", seat=1, member=2)
    assert (evening.seats, handicap()) == ([2, 1], [1, 2])
    evening.do(ADA, "place_member", seat=2, member=3)
    assert (evening.seats, handicap()) == ([2, 3], [1, 0])
    evening.do(ADA, "set_place", seat=1, holder=BOT)
    assert handicap() == []
    # In another mode they have it, too, and at the table of a match for which they take a seat.
    evening.do(ADA, "set_room", settings={"mode": "3p"})
    assert (evening.seats, handicap()) == (["easy", 3, 1], [0, 0, 2])
    evening.do(ADA, "set_place", seat=1, holder={"kind": "open"})
    evening.do(ADA, "take_seat", seat=1)
    evening.do(BEN, "take_seat", seat=3)
    assert (evening.seats, handicap()) == ([1, 3, 2], [2, 0, 1])
    evening.do(ADA, "start_match")
    assert evening.opening.table.settings.handicap == [2, 0, 1]
    evening.finish()
    # Whoever is to have none again has none.
    evening.do(ADA, "set_room", settings={"mode": "3p", "handicap": [0, 0, 1]})
    evening.do(ADA, "place_member", seat=2, member=1)
    assert (evening.seats, handicap()) == ([3, 1, 2], [0, 0, 1])


def test_who_takes_a_seat_of_somebody_else_does_not_take_the_handicap() -> None:
    evening = Evening(handicap=[3, 1])
    evening.come(BEN, CLEO)  # Ben takes the open seat, and agrees to what was chosen for it
    assert evening.room.settings.handicap == [3, 1]
    evening.do(BEN, "next_match")
    evening.do(CLEO, "next_match")
    evening.now += 20_000
    evening.begin()
    assert evening.seats == [3, 2]
    assert evening.opening.table.settings.handicap == evening.room.settings.handicap == [0, 1]


def test_in_teams_a_handicap_stays_with_the_side() -> None:
    evening = Evening(mode="teams", handicap=[2, 0])
    evening.come(BEN, CLEO, DAG)
    evening.do(ADA, "place_member", seat=2, member=1)
    assert evening.room.settings.handicap == [2, 0]
