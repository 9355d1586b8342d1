"""Punto: the dot-card game, exact in every rule.

>>> import punto
>>> match = punto.Match("2p", start=1, seed="00" * 32)
>>> match.place("f6")[0]
"""

from punto.rules.match import Match
from punto.rules.round import Round
from punto.rules.table import Table
