"""The search and the levels of Punto 0.2, frozen as opponents: see `levels.py`."""
