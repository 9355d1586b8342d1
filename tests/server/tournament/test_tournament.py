"""A tournament from registration to its end: who plays, who is late, who left, and results."""

import pytest
from pydantic import ValidationError

from punto.server.tournament.spreadsheets import results_body, standings_body
from punto.server.wire.tournaments import MAX_PLAYERS, Plan

from .club import HOST, NOON, Club, device

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva")


def test_a_swiss_tournament_of_five_from_the_first_round_to_the_end() -> None:
    club = Club()
    club.come(*NAMES)
    assert club.refuse(device("Ada"), "next_round") == "tournament-host-only"
    shape = club.do(HOST, "next_round")
    assert (shape["stage"], shape["rounds"], len(shape["round"]["byes"])) == ("playing", 3, 1)
    tables = [pairing["table"] for pairing in shape["round"]["pairings"]]
    assert len(set(tables)) == 2
    for code in tables:
        table = club.tables[code].table
        assert (table.phase, table.settings.start) == ("playing", 1)
        assert table.devices[table.host - 1] == HOST
        assert table.tournament == "dhkl-moqr-wxyd"
    assert club.refuse(HOST, "next_round") == "round-running"
    for number in (1, 2, 3):
        assert club.round["round"] == number
        club.end_all()
        if number < 3:
            club.do(HOST, "next_round")
    assert club.shape["stage"] == "over"
    assert sum(club.points.values()) == 3 * 6
    assert club.refuse(HOST, "next_round") == "tournament-over"
    places = [row["place"] for row in club.shape["standings"]]
    assert places == sorted(places)
    assert places[0] == 1


def test_a_round_robin_of_four_and_one_who_left() -> None:
    club = Club(system="round_robin")
    club.come(*NAMES[:4])
    assert club.do(HOST, "next_round")["rounds"] == 3
    assert club.refuse(device("Eva"), "join", name="Eva") == "round-robin-begun"
    club.end_all()
    club.do(device("Dag"), "withdraw")
    club.do(HOST, "next_round")
    (walkover,) = [one for one in club.round["pairings"] if "over" in one]
    assert (walkover["over"]["how"], walkover["table"]) == ("walkover", None)
    dag = [seat.get("player") for seat in walkover["seats"]].index(4)
    assert walkover["over"]["points"][dag] == 0
    assert sum(walkover["over"]["points"]) == 2
    club.end_all()
    club.do(HOST, "next_round")
    club.end_all()
    assert club.shape["stage"] == "over"
    assert sum(club.points.values()) == 12


def test_a_late_person_takes_the_free_place_of_a_round_robin() -> None:
    club = Club(system="round_robin")
    club.come(*NAMES[:3])
    club.do(HOST, "next_round")
    assert len(club.round["byes"]) == 1
    club.end_all()
    club.come("Dag")
    club.do(HOST, "next_round")
    assert (len(club.round["pairings"]), club.round["byes"]) == (2, [])
    assert club.refuse(device("Eva"), "join", name="Eva") == "round-robin-begun"


def test_late_people_play_from_the_next_swiss_round_and_those_who_left_do_not() -> None:
    club = Club(rounds=4)
    club.come(*NAMES[:4])
    club.do(HOST, "next_round")
    club.come("Eva")
    assert 5 not in sum(club.people, [])  # noqa: RUF017
    club.do(HOST, "set_left", player=1, has_left=True)
    club.end_all()
    club.do(HOST, "next_round")
    assert sorted(one for table in club.people for one in table if one) == [2, 3, 4, 5]
    club.end_all()
    club.do(device("Ada"), "withdraw", has_left=False)
    club.do(HOST, "next_round")
    assert len(club.round["byes"]) == 1


def test_tables_of_four_are_filled_with_bots_and_one_alone_has_a_bye() -> None:
    club = Club(settings={"mode": "4p"}, rounds=2)
    club.come(*NAMES[:3])
    club.do(HOST, "next_round")
    assert club.people == [[1, 2, 3, None]]
    club.end(1, winner=4)  # the bot wins
    assert club.points == {"Ada": 0, "Ben": 0, "Cleo": 0}
    club.come("Dag", "Eva")
    club.do(HOST, "next_round")
    (bye,) = club.round["byes"]
    assert bye == 5
    club.end(1, winner=1, gives_up=1)  # the bot that took the seat wins: nobody gets points
    assert set(club.points.values()) == {0, 1}
    assert club.points["Eva"] == 1


def test_on_paper_the_host_adds_people_and_enters_results() -> None:
    club = Club(on_paper=True)
    club.do(HOST, "add_players", names=["Ada", "Ben", "Ada"])
    assert [one["name"] for one in club.shape["players"]] == ["Ada", "Ben", "Ada 2"]
    club.do(HOST, "next_round")
    assert (club.tables, club.round["pairings"][0]["table"]) == ({}, None)
    assert club.refuse(HOST, "set_result", round=1, pairing=2) == "no-such-pairing"
    assert club.refuse(HOST, "set_result", round=1, pairing=1, winner=3) == "not-a-result"
    wrong = {"winner": 1, "rounds": [0, 2]}
    assert club.refuse(HOST, "set_result", round=1, pairing=1, **wrong) == "not-a-result"
    club.do(HOST, "set_result", round=1, pairing=1, winner=1, rounds=[2, 1])
    club.do(HOST, "set_result", round=1, pairing=1, winner=2, rounds=[1, 2])  # corrected
    over = club.round["pairings"][0]["over"]
    assert (over["how"], over["points"], over["rounds"]) == ("by_hand", [0, 2], [1, 2])
    club.do(HOST, "next_round")
    assert club.round["round"] == 2


def test_a_match_with_somebody_without_a_device_is_on_paper_until_they_come() -> None:
    club = Club(rounds=3)
    club.come("Ada", "Ben")
    club.do(HOST, "add_players", names=["Cleo", "Dag"])
    club.do(HOST, "next_round")
    assert any(one["on_paper"] for one in club.round["pairings"])
    assert club.refuse(device("Cleo"), "join", name="Cleo", player=1) == "player-taken"
    club.do(device("Cleo"), "join", name="Cleo", player=3)
    club.do(device("Dag"), "join", name="Dag", player=4)
    assert len(club.shape["players"]) == 4
    for pairing in club.round["pairings"]:
        club.do(HOST, "set_result", round=1, pairing=pairing["pairing"], winner=1)
    club.do(HOST, "next_round")
    assert not any(one["on_paper"] for one in club.round["pairings"])


def test_the_next_round_begins_by_itself_after_the_pause() -> None:
    club = Club(pause_seconds=60)
    club.come(*NAMES)
    club.do(HOST, "next_round")
    assert [club.shape["next_at"]] == [None]
    club.end_all()
    assert club.shape["next_at"] == NOON + 60_000
    club.call_round()
    assert (club.round["round"], club.shape["next_at"]) == (2, None)


def test_names_removing_locking_and_another_host() -> None:
    club = Club()
    club.come(*NAMES)
    club.do(device("Ben"), "join", name="ada")
    assert club.shape["players"][1]["name"] == "ada 2"
    club.do(HOST, "remove_player", player=2)
    assert club.refuse(device("Ben"), "join", name="Ben") == "tournament-removed"
    assert not club.tournament.may_see(device("Ben"))
    club.do(HOST, "set_lock", is_locked=True)
    assert club.refuse(device("Fay"), "join", name="Fay") == "tournament-locked"
    assert not club.tournament.may_see("somebody")
    assert club.refuse(device("Fay"), "withdraw") == "not-a-player"
    club.do(HOST, "make_host", player=1)
    assert club.refuse(HOST, "set_lock", is_locked=False) == "tournament-host-only"
    club.do(device("Ada"), "next_round")
    assert club.refuse(device("Ada"), "remove_player", player=9) == "no-such-player"
    club.do(device("Ada"), "finish")
    assert club.shape["stage"] == "over"


def test_limits_of_people_and_plans() -> None:
    club = Club()
    club.come("Ada", "Ben")
    assert club.refuse(HOST, "next_round") == "too-few-players"
    club.do(HOST, "add_players", names=[f"Guest {n}" for n in range(MAX_PLAYERS - 2)])
    assert club.refuse(device("Eva"), "join", name="Eva") == "tournament-full"
    plan = {"name": "Club", "system": "round_robin"}
    assert club.do(HOST, "set_plan", plan=plan)["plan"]["system"] == "round_robin"
    assert club.do(HOST, "next_round")["rounds"] == MAX_PLAYERS - 1
    assert club.refuse(HOST, "set_plan", plan={"name": "Club"}) == "tournament-begun"
    for settings in ({"mode": "3p"}, {"start": 1}, {"handicap": [1, 0]}):
        with pytest.raises(ValidationError):
            Plan.model_validate({"name": "Club", "settings": settings})


def test_spreadsheets_have_every_result_and_no_formulas() -> None:
    club = Club()
    club.come("=1+1", "Ben", "Cleo")
    club.do(HOST, "next_round")
    club.end_all()
    standings = standings_body(club.tournament).split("\r\n")
    assert standings[0].startswith("place,name,points")
    assert sorted(line.split(",")[1] for line in standings[1:4]) == ["'=1+1", "Ben", "Cleo"]
    results = results_body(club.tournament).split("\r\n")
    assert [line.split(",")[0] for line in results[1:4]] == ["1", "1", "1"]
    assert any(",bye," in line for line in results)
