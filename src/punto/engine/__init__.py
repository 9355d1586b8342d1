"""The search: finds the best cell for the card in hand, and says how good the others are."""

from punto import interpreted

if interpreted.WANTED:
    interpreted.load("punto.engine.simulation")
    interpreted.load("punto.engine.tree")

from punto.engine.analysis import Analysis, Estimate, analyse
from punto.engine.search import Budget, choose

__all__ = ["Analysis", "Budget", "Estimate", "analyse", "choose"]
