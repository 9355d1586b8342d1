"""Experiments with bots and matches: arena, ratings with intervals, match reviews, plots."""
