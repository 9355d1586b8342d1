"""The draw of the next round, and the standings that it follows from."""

import math

from punto.server.tournament.pairing import Draw, History, draw_groups, draw_pairs
from punto.server.tournament.schedule import Schedule, schedule, scheduled
from punto.server.tournament.standings import Outcome, Standing, standings
from punto.server.tournament.tournament import Tournament


def outcomes(tournament: Tournament) -> list[Outcome]:
    """List what all matches and byes so far mean for everybody."""
    found: list[Outcome] = []
    for round_ in tournament.rounds:
        found += [Outcome(player, tournament.bye_points, is_bye=True) for player in round_.byes]
        found += round_.outcomes
    return found


def current_standings(tournament: Tournament) -> list[Standing]:
    """Make the standings of everybody who takes part, or has played."""
    rows = standings(tournament.players, outcomes(tournament), tournament.plan.system)
    return [row for row in rows if row.played or not tournament.players[row.player].is_removed]


def history_of(tournament: Tournament) -> History:
    """Collect what the next draw must know."""
    history = History()
    for round_ in tournament.rounds:
        history.add([pairing.people for pairing in round_.pairings], round_.byes)
    for outcome in outcomes(tournament):
        history.points[outcome.player] += outcome.points
    return history


def new_schedule(tournament: Tournament) -> Schedule:
    """Make the schedule of a round robin that begins now; empty for a Swiss tournament."""
    if tournament.plan.system == "swiss" or tournament.schedule:
        return tournament.schedule
    return schedule(len(tournament.active), tournament.seats_per_table)


def draw_round(tournament: Tournament) -> tuple[Draw, Schedule]:
    """Draw the next round. It takes some milliseconds with 64 people, so call it in a thread."""
    plan = new_schedule(tournament)
    if plan:
        places = tournament.places or tuple(tournament.active)
        return scheduled(plan[len(tournament.rounds)], places), plan
    active = set(tournament.active)
    ranking = [row.player for row in current_standings(tournament) if row.player in active]
    draw = draw_pairs if tournament.seats_per_table == 2 else draw_groups
    return draw(ranking, history_of(tournament)), ()


def usual_rounds(players: int, seats: int) -> int:
    """How many rounds a Swiss tournament has: enough that only one can win all of them.

    At least 3, but with two seats no more than there are opponents.
    """
    enough = max(3, math.ceil(math.log(players, seats) - 1e-9) + (seats > 2))
    return min(enough, players - 1 + players % 2) if seats == 2 else enough
