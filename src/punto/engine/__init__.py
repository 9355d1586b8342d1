"""The search: what is the best cell, and how good are the others? Deterministic on request."""

from punto.engine.analysis import Analysis, Estimate
from punto.engine.budget import Budget

__all__ = ["Analysis", "Budget", "Estimate"]
