"""Ratings, by the model of Bradley and Terry in the library openskill."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from openskill.models import BradleyTerryFull

from punto.lab.finished import Finished

Rating = tuple[float, float]
"""The strength and how far from it the truth may well be: one standard deviation."""


def ratings(matches: Iterable[Finished]) -> dict[str, Rating]:
    """Rate all bots by their matches, in the order of the schedule.

    A match counts as a duel of every side that took something of it with every other: among
    those that took nothing nobody was better, but nor were they found to be equals. Of several
    duels in a match none comes first, so all begin from the ratings before it.
    """
    model = BradleyTerryFull(tau=0.0)  # a bot does not change from match to match
    new = model.rating()
    known: dict[str, Rating] = {}
    for match in matches:
        before = {name: known.get(name, (new.mu, new.sigma)) for name in match.sides}
        known.update(before)
        for names, scores in duels(match):
            pair = [[model.rating(*before[name])] for name in names]
            after = model.rate(pair, ranks=[-score for score in scores])
            for name, (rating,) in zip(names, after, strict=True):
                (mu, sigma), (old_mu, old_sigma) = known[name], before[name]
                known[name] = mu + rating.mu - old_mu, sigma * rating.sigma / old_sigma
    return known


def duels(match: Finished) -> Iterator[tuple[tuple[str, str], tuple[float, float]]]:
    """List who was compared with whom, and what each took; nobody plays against itself."""
    for one, other in combinations(range(len(match.sides)), 2):
        names = match.sides[one], match.sides[other]
        scores = match.scores[one], match.scores[other]
        if names[0] != names[1] and any(scores):
            yield names, scores
