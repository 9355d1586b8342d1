"""The search: what is the best cell, and how good are the others?"""

from punto import interpreted

if interpreted.WANTED:
    interpreted.load("punto.engine.simulation")
    interpreted.load("punto.engine.tree")

from punto.engine.analysis import Analysis, Estimate, analyse
from punto.engine.budget import Budget
from punto.engine.choice import choose

__all__ = ["Analysis", "Budget", "Estimate", "analyse", "choose"]
