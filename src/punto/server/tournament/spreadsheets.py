"""The standings and results of a tournament as rows of a spreadsheet."""

from collections.abc import Sequence

from punto.server.table.client_view import ClientText, TextTable, outgoing
from punto.server.tournament.draw import current_standings
from punto.server.tournament.tournament import Tournament

Row = Sequence[str | int]

STANDINGS_HEAD = (
    "place",
    "name",
    "points",
    "played",
    "won",
    "direct",
    "opponents",
    "beaten",
    "rounds",
    "left",
)
RESULTS_HEAD = ("round", "table", "seat", "name", "points", "rounds_won", "how", "code")


def standings_body(tournament: Tournament) -> ClientText:
    """Write the standings as CSV."""
    rows: list[Row] = [STANDINGS_HEAD]
    for row in current_standings(tournament):
        player = tournament.players[row.player]
        decided = (row.direct, row.opponents, row.beaten, row.rounds)
        left = "yes" if player.has_left else ""
        rows.append((row.place, player.name, row.points, row.played, row.won, *decided, left))
    return outgoing(TextTable(rows))


def results_body(tournament: Tournament) -> ClientText:
    """Write all results as CSV: one line for each person and match, or bye."""
    rows: list[Row] = [RESULTS_HEAD]
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            result = pairing.result
            code = pairing.code if pairing.is_open else ""
            for seat, player in enumerate(pairing.seats, start=1):
                name = tournament.players[player].name if player else tournament.plan.bot
                points = "" if result is None else result.points(seat)
                won = result.rounds[seat - 1] if result is not None and result.rounds else ""
                how = "" if result is None else result.how
                rows.append((round_.number, pairing.number, seat, name, points, won, how, code))
        for player in round_.byes:
            name = tournament.players[player].name
            rows.append((round_.number, "", "", name, tournament.bye_points, "", "bye", ""))
    return outgoing(TextTable(rows))
