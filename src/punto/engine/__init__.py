"""The search: finds the best cell for the card in hand, and says how good the others are."""

from punto import interpreted

if interpreted.WANTED:
    interpreted.load("punto.engine.simulation")
    interpreted.load("punto.engine.tree")
    interpreted.load("punto.engine.evaluator")
    interpreted.load("punto.engine.value_tree")
    interpreted.load("punto.engine.look_ahead")

from punto.engine.analysis import Analysis, Estimate, analyse
from punto.engine.evaluation import Evaluation, evaluate
from punto.engine.explain import explain
from punto.engine.reason import Kind, Reason
from punto.engine.search import Budget, choose
from punto.engine.source import Source

__all__ = [
    "Analysis",
    "Budget",
    "Estimate",
    "Evaluation",
    "Kind",
    "Reason",
    "Source",
    "analyse",
    "choose",
    "evaluate",
    "explain",
]
