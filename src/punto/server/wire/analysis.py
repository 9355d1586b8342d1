"""Analyses: what can be asked, and the messages of the answer, which is a stream."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field, StringConstraints, model_validator
from typing_extensions import TypedDict

from punto.server.wire.answers import Refusal
from punto.server.wire.model import Incoming
from punto.server.wire.words import BotName, Name, SeatNumber

MAX_POSITION_CHARS = 2000
"""A position in one line has a few hundred characters."""

MomentName = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,3}\.[0-9]{1,3}$")]
"""A moment of a match: `2.14` is round 2 after 14 cards."""


class OfPosition(Incoming):
    """A position in one line, as `punto show` prints it."""

    about: Literal["position"]
    position: Annotated[str, StringConstraints(max_length=MAX_POSITION_CHARS)]


class OfTable(Incoming):
    """A table of this server."""

    about: Literal["table"]
    table: Annotated[str, StringConstraints(max_length=48)]
    moment: MomentName | None = None
    """Only of a finished match. Null is the present of a match in play."""


class OfRecord(Incoming):
    """A record: the text of a `.punto` file."""

    about: Literal["record"]
    record: str
    moment: MomentName | None = None
    """Null is the last moment with a card to place."""


class WantedAnalysis(Incoming):
    """An analysis of one moment, or the review of a whole match."""

    wants: Literal["cells", "review"]
    subject: Annotated[OfPosition | OfTable | OfRecord, Field(discriminator="about")]

    @model_validator(mode="after")
    def check_subject(self) -> "WantedAnalysis":
        """Refuse to review a position, or one moment."""
        subject = self.subject
        if self.wants == "review" and (
            isinstance(subject, OfPosition) or subject.moment is not None
        ):
            raise ValueError("only a whole match can be reviewed")
        return self


class PlayOn(Incoming):
    """A table to open that continues a match from one of its moments, against bots."""

    subject: Annotated[OfTable | OfRecord, Field(discriminator="about")]
    moment: MomentName
    seat: SeatNumber
    """The seat of the person; bots hold the others."""
    name: Name
    bot: BotName


Shares = list[float]
"""A number from 0 to 1 for each side."""


class ReasonShape(TypedDict):
    """A reason for or against a cell, as `punto.engine.explain` gives it."""

    kind: str
    is_bad: bool
    """Whether it speaks against the cell, for the side that moves."""
    side: int | None
    """Whose row or card it is."""
    colour: str | None
    cells: str
    """The cards of the row, the finished line, or the covered card; separated by spaces."""
    gaps: str
    """The cells that the row lacks."""
    cards: str
    """The cards that would complete the row, or the covered one."""
    out_of: int
    """Of how many cards the next one of that side comes."""
    instead: str
    """The cells that would have been better in this respect."""
    before: int
    """How many there were before the placement: cards, possible lines or counted runs."""
    now: int
    """How many there are after it."""


class EstimateShape(TypedDict):
    """How the round goes on if the card in hand is placed on a cell."""

    cell: str
    visits: int
    """How many simulations began with this cell."""
    chances: Shares
    """For each side, its chance of winning the round."""
    errors: Shares
    """For each side, half the width of the chance's 95 % interval."""


class LikelyShape(TypedDict):
    """A placement of the most likely continuation."""

    seat: SeatNumber
    card: str
    cell: str
    on_top: bool


class Estimates(TypedDict):
    """All legal cells of a moment, the best first. It replaces the estimates before it."""

    type: Literal["estimates"]
    seat: SeatNumber
    side: int
    card: str
    simulations: int
    is_final: bool
    cells: list[EstimateShape]
    continuation: list[LikelyShape]


class Reasons(TypedDict):
    """Why each cell is good or bad, the most important reason first."""

    type: Literal["reasons"]
    cells: dict[str, list[ReasonShape]]


class ReviewBegun(TypedDict):
    """A review begins."""

    type: Literal["begun"]
    placements: int
    """How many placements will be judged."""


class JudgedShape(TypedDict):
    """A placement of a match, compared with the best one."""

    type: Literal["judged"]
    place: int
    """The number of the placement in the match, from 1."""
    round: int
    cards: int
    """How many cards had been placed in the round before it."""
    seat: SeatNumber
    side: int
    card: str
    cell: str
    chances: Shares
    """The chances before the placement, if the best cell is chosen."""
    errors: Shares
    best: str
    """The best cell."""
    best_chance: float
    """The mover's chance with the best cell, and with the one that was played."""
    played_chance: float
    gave_away: float
    """The chance of winning the round that the side lost; 0 if it could be noise."""
    error: float
    """Half of the 95 % interval of that difference."""
    at_stake: float
    """How much the worst cell would have given away."""
    against: NotRequired[list[ReasonShape]]
    """What speaks against the cell that was played, but not against the better one."""
    instead: NotRequired[list[ReasonShape]]
    """What speaks for the better cell, but not for the one that was played."""


class Reviewed(TypedDict):
    """A review is complete."""

    type: Literal["reviewed"]
    accuracy: list[float | None]
    """For each seat: the share of what was at stake that its placements kept. Null without any."""
    turning_points: list[int]
    """The numbers of the placements that gave away the most, worst first."""


class AnalysisFailed(Refusal):
    """The analysis could not be finished. Nothing follows."""

    type: Literal["failed"]


AnalysisMessage = Estimates | Reasons | ReviewBegun | JudgedShape | Reviewed | AnalysisFailed
"""A message of the stream, in the `data` of a server-sent event."""
