"""What must hold after a storm, for every tournament."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from punto.server.store.model import EventRow
from punto.server.tournament.draw import current_standings
from punto.server.tournament.effects import apply_rows, tournament_of
from punto.server.tournament.tournament import TOURNAMENT, Tournament
from punto.server.tournament.tournament_view import tournament_shape
from server.client import Message
from server.tournament_client import TournamentClient

from .cup import CupGuest
from .room_verdict import check_group_log, check_group_secrets, check_shown, opened_for, public
from .verdict import Logs, failures

WITHOUT_EVENT = {"join", "withdraw"}
"""Commands that change nothing if they were carried out before under another id."""


class Tally(NamedTuple):
    """What somebody has, according to the logs of the tables."""

    points: int = 0
    played: int = 0
    won: int = 0


def wrong_in_cup(code: str, logs: Logs, people: Sequence[CupGuest], key: bytes) -> list[str]:
    """Tell all that is wrong in one tournament."""
    entries = logs.get(f"{TOURNAMENT}{code}")
    if entries is None:
        return [f"{code}: the whole tournament is gone"]
    found = [
        *failures(check_group_log, entries, people, WITHOUT_EVENT),
        *failures(check_tournaments_shown, entries, people, code),
        *failures(check_everybody_knows, entries, people),
        *failures(check_tables, entries, code, logs),
        *failures(check_results, entries, logs),
        *failures(check_standings, entries, code, logs),
        *failures(check_group_secrets, entries, people, key),
    ]
    return [f"{code}: {sentence}" for sentence in found]


def check_tournaments_shown(
    entries: Sequence[EventRow], people: Iterable[TournamentClient], code: str
) -> None:
    """Every tournament that somebody was shown is what the log adds up to at its number."""
    tournament = Tournament(f"{TOURNAMENT}{code}")

    def after(entry: EventRow) -> Message:
        apply_rows(tournament, [entry])
        return dict(tournament_shape(tournament))

    check_shown("tournament", entries, people, after)


def check_everybody_knows(entries: Sequence[EventRow], people: Iterable[CupGuest]) -> None:
    """Everybody knows the tournament as it ended, and somebody else became the host by itself."""
    assert [entry.kind for entry in entries].count("finished") == 1, "it did not end once"
    for person in people:
        assert person.number == len(entries), "somebody does not know how it ended"
    changes = [public(entry) for entry in entries if entry.kind == "host_changed"]
    assert any("is_automatic" in one for one in changes), "no absent host was replaced"
    assert any("is_automatic" not in one for one in changes), "no host handed it over"


def pairings_of(entries: Iterable[EventRow]) -> dict[tuple[int, int], Message]:
    """Find all matches by the numbers of their rounds and tables."""
    rounds = [public(entry) for entry in entries if entry.kind == "round_started"]
    return {
        (number, place): pairing
        for number, round_ in enumerate(rounds, start=1)
        for place, pairing in enumerate(round_["pairings"], start=1)
    }


def check_tables(entries: Sequence[EventRow], code: str, logs: Logs) -> None:
    """Every match on the server has one table, and there are no other tables."""
    drawn = [pairing["code"] for pairing in pairings_of(entries).values() if pairing["code"]]
    opened = opened_for(logs, "tournament", code)
    assert sorted(drawn) == sorted(opened), f"tables {sorted(opened)}, matches {sorted(drawn)}"
    kinds = Counter(entry.kind for entry in entries)
    assert kinds["tables_opened"] == kinds["round_started"], "a round did not open its tables once"


def over_at(table: str, logs: Logs) -> Message:
    """Read from its own log how a match ended."""
    (over,) = [public(entry) for entry in logs[table] if entry.kind == "over"]
    return over


def check_results(entries: Sequence[EventRow], logs: Logs) -> None:
    """The result of every match was entered once from its table, as the table has it."""
    entered = [public(entry) for entry in entries if entry.kind == "result_entered"]
    of_tables = [one for one in entered if one["how"] != "by_hand"]
    times = Counter((one["round"], one["pairing"]) for one in of_tables)
    pairings = pairings_of(entries)
    expected = {place for place, pairing in pairings.items() if pairing["code"]}
    assert times == Counter(expected), f"results entered: {times}"
    for one in of_tables:
        over = over_at(pairings[one["round"], one["pairing"]]["code"], logs)
        said, true = (one["winner"], one["how"]), (over["winner"], over["how"])
        assert said == true, f"the result is {said}, but the table says {true}"
    assert len(of_tables) < len(entered), "nobody corrected a result"


def check_standings(entries: Sequence[EventRow], code: str, logs: Logs) -> None:
    """The standings are the sum of what the tables, byes and corrections tell."""
    tournament = tournament_of(f"{TOURNAMENT}{code}", entries)
    standings = {
        row.player: Tally(row.points, row.played, row.won) for row in current_standings(tournament)
    }
    expected = dict.fromkeys(tournament.players, Tally()) | tallies(entries, logs)
    assert standings == expected, f"the standings are {standings}, but should be {expected}"


def tallies(entries: Sequence[EventRow], logs: Logs) -> dict[int, Tally]:
    """Add up points from the logs of the tables: 2 for a win or a bye, 1 each if nobody won."""
    points: Counter[int] = Counter()
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    corrected = {
        (body["round"], body["pairing"]): body["winner"]
        for entry in entries
        if entry.kind == "result_entered" and (body := public(entry))["how"] == "by_hand"
    }
    for entry in entries:
        if entry.kind == "round_started":
            points.update(dict.fromkeys(public(entry)["byes"], 2))
    for place, pairing in pairings_of(entries).items():
        if place in corrected:
            winner = corrected[place]
        elif pairing["code"]:
            winner = over_at(pairing["code"], logs)["winner"]
        else:
            winner = pairing["result"]["winner"]  # by walkover
        played.update(pairing["seats"])
        for seat, player in enumerate(pairing["seats"], start=1):
            points[player] += 1 if winner is None else 2 * (seat == winner)
            won[player] += seat == winner
    return {player: Tally(points[player], played[player], won[player]) for player in points}
