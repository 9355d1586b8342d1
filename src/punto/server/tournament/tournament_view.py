"""Everything that a client can ever see of a tournament; `table.client_view` encodes it."""

from typing import cast

from punto.server.table.client_view import ClientText, PreviewTags, outgoing
from punto.server.table.preview import LinkPreview
from punto.server.tournament.draw import current_standings
from punto.server.tournament.tournament import Pairing, Round, Tournament
from punto.server.wire.tournaments import (
    OpenedTournament,
    PairingSeatShape,
    PairingShape,
    RecentTournament,
    StandingShape,
    TournamentRoundShape,
    TournamentShape,
    TournamentYouMessage,
)
from punto.server.wire.words import DeviceNumber
from punto.words import say


def tournament_message(tournament: Tournament) -> ClientText:
    """Make the message with the whole tournament."""
    return outgoing({"type": "tournament", "tournament": tournament_shape(tournament)})


def tournament_body(tournament: Tournament) -> ClientText:
    """Make the response to a request for a tournament."""
    return outgoing(tournament_shape(tournament))


def rounds_body(tournament: Tournament) -> ClientText:
    """Make the response to a request for all rounds."""
    return outgoing({"rounds": [round_shape(tournament, one) for one in tournament.rounds]})


def opened_tournament_body(code: str, link: str) -> ClientText:
    """Make the response to a request to open a tournament."""
    opened: OpenedTournament = {"tournament": code, "link": link}
    return outgoing(opened)


def recent_tournaments_body(found: list[RecentTournament]) -> ClientText:
    """Make the response with the recent tournaments of a device."""
    return outgoing(found)


def tournament_preview_tags(tournament: Tournament, base_url: str, language: str) -> ClientText:
    """Make the tags of the preview of a tournament's link: its name, and how far it is."""
    preview = LinkPreview(tournament.plan.name, tournament_sentence(tournament, language))
    return outgoing(PreviewTags(preview, f"{base_url}/api/preview.png", language))


def tournament_sentence(tournament: Tournament, language: str) -> str:
    """Say how many take part, which round is being played, or who won."""
    if tournament.stage == "over":
        over = say("tournament.over", language)
        first = [row.player for row in current_standings(tournament) if row.place == 1]
        if len(first) != 1:
            return over
        name = tournament.players[first[0]].name
        return f"{over} {say('tournament.won', language, name=name)}."
    if current := tournament.current:
        rounds = tournament.round_count or current.number
        return say("preview.tournament.round", language, round=current.number, rounds=rounds)
    people = say("tournament.registered", language, count=len(tournament.active))
    return f"{people}. {say('preview.tournament.join', language)}"


def tournament_you_message(tournament: Tournament, device: str) -> ClientText:
    """Make the message with a client's own place in the tournament."""
    number = tournament.device_number(device)
    player = tournament.player_of(number)
    you: TournamentYouMessage = {
        "type": "you",
        "player": None if player is None else player.number,
        "is_host": number == tournament.host,
    }
    return outgoing(you)


def tournament_presence_message(
    tournament: Tournament, connected: list[DeviceNumber], spectators: int
) -> ClientText:
    """Make the message with who is connected."""
    here = {number for device in connected if (number := _player_number(tournament, device))}
    return outgoing({"type": "presence", "players": sorted(here), "spectators": spectators})


def _player_number(tournament: Tournament, device: DeviceNumber) -> int:
    player = tournament.player_of(device)
    return 0 if player is None else player.number


def tournament_shape(tournament: Tournament) -> TournamentShape:
    """Describe a tournament."""
    current = tournament.current
    return {
        "tournament": tournament.tournament_code,
        "number": tournament.number,
        "plan": tournament.plan.model_dump(),
        "stage": tournament.stage,
        "is_locked": tournament.is_locked,
        "host": tournament.host,
        "players": [
            {
                "player": player.number,
                "name": player.name,
                "has_device": bool(player.device),
                "has_left": player.has_left,
            }
            for _, player in sorted(tournament.players.items())
        ],
        "standings": [
            cast("StandingShape", row._asdict()) for row in current_standings(tournament)
        ],
        "rounds": tournament.round_count,
        "round": None if current is None else round_shape(tournament, current),
        "next_at": tournament.next_at,
    }


def round_shape(tournament: Tournament, round_: Round) -> TournamentRoundShape:
    """Describe a round."""
    return {
        "round": round_.number,
        "at": round_.at,
        "pairings": [pairing_shape(tournament, one) for one in round_.pairings],
        "byes": list(round_.byes),
    }


def pairing_shape(tournament: Tournament, pairing: Pairing) -> PairingShape:
    """Describe a match. The code of its table is sent when the table is in the store."""
    seats: list[PairingSeatShape] = [
        {"player": player} if player else {"bot": tournament.plan.bot} for player in pairing.seats
    ]
    shape: PairingShape = {
        "pairing": pairing.number,
        "table": pairing.code if pairing.is_open else None,
        "on_paper": pairing.on_paper,
        "seats": seats,
    }
    if (result := pairing.result) is not None:
        shape["over"] = {
            "winner": result.winner,
            "how": result.how,
            "rounds": list(result.rounds),
            "points": [result.points(seat) for seat in range(1, len(seats) + 1)],
        }
    return shape
