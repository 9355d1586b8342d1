"""Ratings, by the model of Plackett and Luce in the library openskill."""

from collections.abc import Iterable
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from punto.lab.finished import Finished

Rating = tuple[float, float]
"""The strength and how far from it the truth may well be: one standard deviation."""


def ratings(matches: Iterable[Finished]) -> dict[str, Rating]:
    """Rate all bots by their matches, in the order of the schedule.

    A side counts as one player, for its seats are filled by the same bot.
    """
    model = PlackettLuce(tau=0.0)  # a bot does not change from match to match
    known: dict[str, Rating] = {}
    for match in matches:
        before = [[rating_of(model, known.get(name))] for name in match.sides]
        after = model.rate(before, ranks=[-score for score in match.scores])
        for name in dict.fromkeys(match.sides):
            mine = [
                rating for side, (rating,) in zip(match.sides, after, strict=True) if side == name
            ]
            known[name] = fmean(r.mu for r in mine), fmean(r.sigma for r in mine)
    return known


def rating_of(model: PlackettLuce, known: Rating | None) -> PlackettLuceRating:
    """Make a rating of its own for each side: the library changes those that it is given."""
    return model.rating() if known is None else model.rating(*known)
