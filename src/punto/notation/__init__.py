"""The game in text: moves, positions in one line, and records of whole matches."""
