"""Maximum matching in a graph: pair as many people as possible who may meet (Edmonds' blossoms)."""

from collections import deque
from collections.abc import Mapping, Sequence

Graph = Mapping[int, Sequence[int]]
"""Whom each person may meet."""


def maximum_matching(graph: Graph) -> dict[int, int]:
    """Pair as many people as possible; return everybody's partner. Who has none is left out."""
    mate: dict[int, int] = {}
    for person in graph:  # a greedy start leaves few to search for
        if person not in mate:
            partner = next((other for other in graph[person] if other not in mate), None)
            if partner is not None:
                mate[person], mate[partner] = partner, person
    for person in graph:
        if person not in mate:
            _augment(graph, mate, person)
    return mate


def _augment(graph: Graph, mate: dict[int, int], root: int) -> None:
    """Search an alternating path from an unpaired person to another one, and flip it."""
    parent: dict[int, int] = {}
    base = {person: person for person in graph}
    seen, queue = {root}, deque([root])
    while queue:
        person = queue.popleft()
        for other in graph[person]:
            if base[person] == base[other] or mate.get(person) == other:
                continue
            if other == root or (other in mate and mate[other] in parent):
                queue.extend(_contract(mate, parent, base, seen, (person, other)))
            elif other not in parent:
                parent[other] = person
                if other not in mate:
                    _flip(mate, parent, other)
                    return
                seen.add(mate[other])
                queue.append(mate[other])


def _flip(mate: dict[int, int], parent: Mapping[int, int], end: int) -> None:
    """Pair along the path that ends here; everybody on it gets another partner."""
    person: int | None = end
    while person is not None:
        before = parent[person]
        further = mate.get(before)
        mate[person], mate[before] = before, person
        person = further


def _contract(
    mate: Mapping[int, int],
    parent: dict[int, int],
    base: dict[int, int],
    seen: set[int],
    edge: tuple[int, int],
) -> list[int]:
    """Shrink the odd cycle that an edge closes; return who can be searched from because of it."""
    stem = _common_base(mate, parent, base, *edge)
    blossom: set[int] = set()
    for person, child in (edge, edge[::-1]):
        here, below = person, child
        while base[here] != stem:
            blossom |= {base[here], base[mate[here]]}
            parent[here] = below
            below = mate[here]
            here = parent[below]
    new = []
    for person, at in base.items():
        if at in blossom:
            base[person] = stem
            if person not in seen:
                seen.add(person)
                new.append(person)
    return new


def _common_base(
    mate: Mapping[int, int],
    parent: Mapping[int, int],
    base: Mapping[int, int],
    one: int,
    other: int,
) -> int:
    """Find where the paths of two people to the root meet."""
    on_path: set[int] = set()
    while True:
        one = base[one]
        on_path.add(one)
        if one not in mate:
            break
        one = parent[mate[one]]
    while True:
        other = base[other]
        if other in on_path:
            return other
        other = parent[mate[other]]
